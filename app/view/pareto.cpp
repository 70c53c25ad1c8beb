#include "app/view/pareto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/view/chart.hpp"
#include "app/view/html.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

double loss_of(const Json& entry, const std::string& group) {
  return entry.at("losses").at(group).at("mean").get<double>();
}

Series scatter(const std::string& label, const Json& entries, const std::string& x,
               const std::string& y, int colour) {
  Series series;
  series.label = label;
  series.colour = colour;
  series.points = true;
  series.line = false;
  for (const Json& entry : entries) {
    if (entry.contains("filtered")) continue;  // not measured
    series.x.push_back(loss_of(entry, x));
    series.y.push_back(loss_of(entry, y));
  }
  return series;
}

std::string pair_chart(const Json& front, const Json& last_generation, const std::string& x,
                       const std::string& y) {
  Json on_front = Json::array();
  Json others = Json::array();
  for (const Json& entry : front.at("candidates")) {
    (entry.at("on_front").get<bool>() ? on_front : others).push_back(entry);
  }
  const std::vector<Series> series = {
      scatter("last generation, as the search saw it", last_generation.at("individuals"), x, y, 6),
      scatter("re-evaluated, dominated", others, x, y, 2),
      scatter("re-evaluated, on the front", on_front, x, y, 1)};
  ChartFrame frame{"Losses of " + x + " and " + y, "loss of " + x, "loss of " + y, std::nullopt,
                   std::nullopt};
  return "<div class=\"card\">" + line_chart(frame, series) + "</div>";
}

std::string front_table(const Json& front, const metrics::Objective& objective) {
  std::string html =
      "<div class=\"card scroll\"><table><thead><tr><th>individual</th><th>territories</th>";
  for (const metrics::Objective::Group& group : objective.groups) {
    html += "<th>" + escape_html(group.name) + "</th>";
  }
  html += "<th>sum</th><th class=\"text\">standing</th></tr></thead><tbody>";
  const auto cell = [](const Json& e) {
    return fmt::format("<td>{:.3f} ± {:.3f}</td>", e.at("mean").get<double>(),
                       std::ceil(1000 * e.at("se").get<double>() - 1e-6) / 1000);
  };
  for (const Json& entry : front.at("candidates")) {
    const bool on_front = entry.at("on_front").get<bool>();
    const bool out = entry.contains("violation") && entry.at("violation").get<double>() > 0;
    html += fmt::format("<tr{}><td>{}</td><td>{}</td>", on_front ? " class=\"best\"" : "",
                        escape_html(entry.at("id").get<std::string>()),
                        entry.at("territories").get<int>());
    for (const metrics::Objective::Group& group : objective.groups) {
      html += cell(entry.at("losses").at(group.name));
    }
    html += cell(entry.at("fitness"));
    html += fmt::format("<td class=\"text\">{}</td></tr>", on_front ? "on the front"
                                                           : out    ? "breaks a constraint"
                                                                    : "dominated");
  }
  return html + "</tbody></table></div>";
}

}  // namespace

std::string pareto_section(const Json& result, const Json& last_generation,
                           const metrics::Objective& objective) {
  if (objective.groups.empty()) return {};
  const Json& front = result.at("front");
  std::string html = fmt::format(
      "<h2>Several aims</h2><p>The objective has {} groups of criteria. No game of the front is "
      "better than another in all of them; 0 is ideal in each. The candidates' figures come from "
      "fresh matches; their hypervolume is {:.4f}.</p>",
      objective.groups.size(), front.at("hypervolume").get<double>());
  for (std::size_t a = 0; a < objective.groups.size(); ++a) {
    for (std::size_t b = a + 1; b < objective.groups.size(); ++b) {
      html +=
          pair_chart(front, last_generation, objective.groups[a].name, objective.groups[b].name);
    }
  }
  html += front_table(front, objective);
  Series volume;
  volume.label = "hypervolume";
  for (const Json& generation : result.at("generations")) {
    volume.x.push_back(generation.at("generation").get<double>());
    volume.y.push_back(generation.at("front").at("hypervolume").get<double>());
  }
  ChartFrame frame{"Hypervolume by generation", "generation", "hypervolume", std::nullopt,
                   std::nullopt};
  frame.height = 220;
  const std::vector<Series> series = {std::move(volume)};
  return html + "<div class=\"card\">" + line_chart(frame, series) +
         "<p class=\"lead\">The volume that the front dominates, as the search saw it: noise makes "
         "it read too large.</p></div>";
}

}  // namespace evorisk::app
