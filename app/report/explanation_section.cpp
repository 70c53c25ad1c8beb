#include "app/report/explanation_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/view/chart.hpp"
#include "app/view/html.hpp"
#include "base/counted.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// Factors down, criteria across; what is beyond chance stands out, its interval in the tooltip.
std::string effects_table(const Json& table, const std::string& heading, const std::string& first,
                          const std::string& counted) {
  std::string html = fmt::format(
      "<h3>{}</h3><p>From {} children, with evidence of {} games. Bold: beyond chance, at 5 % over "
      "the "
      "whole table (Holm); intervals of 95 % on hovering.</p>",
      heading, table.at("children").get<int>(), table.at("games").get<int>());
  if (table.at("factors").empty()) return html + "<p>Too few children to say.</p>";
  html += "<div class=\"card scroll\"><table class=\"sortable\"><thead><tr><th>" + first +
          "</th><th>" + counted + "</th>";
  for (const auto& [criterion, effect] : table.at("factors")[0].at("effects").items()) {
    html += "<th>" + spaced(criterion) + "</th>";
  }
  html += "</tr></thead><tbody>";
  for (const Json& factor : table.at("factors")) {
    const std::string against = factor.at("against");
    html += fmt::format("<tr><td>{}{}</td><td>{}</td>", spaced(factor.at("name")),
                        against.empty() ? "" : " (not " + spaced(against) + ")",
                        factor.at("count").get<int>());
    for (const auto& [criterion, effect] : factor.at("effects").items()) {
      const bool clear = effect.at("clear");
      html += fmt::format("<td title=\"{:+.4f} to {:+.4f}\">{}{:+.3f}{}</td>",
                          effect.at("low").get<double>(), effect.at("high").get<double>(),
                          clear ? "<b>" : "", effect.at("mean").get<double>(), clear ? "</b>" : "");
    }
    html += "</tr>";
  }
  return html + "</tbody></table></div>";
}

std::string steps_table(const Json& steps) {
  constexpr int most = 25;
  std::string html = fmt::format(
      "<h3>Single steps from the best</h3><p>Each of {} small changes by itself, {} each, "
      "the same for all; those that change the fitness most. Bold: beyond chance.</p><div "
      "class=\"card scroll\"><table><thead><tr><th>change</th><th>fitness</th>",
      steps.at("changes").size(),
      counted(steps.at("matches").get<std::int64_t>(), "match", "matches"));
  if (steps.at("changes").empty()) return html + "</tr></thead></table></div>";
  for (const auto& [criterion, own] : steps.at("changes")[0].at("criteria").items()) {
    html += "<th>" + spaced(criterion) + "</th>";
  }
  html += "</tr></thead><tbody>";
  const auto cell = [](const Json& difference) {
    const bool clear = difference.at("clear");
    return fmt::format("<td title=\"± {:.4f}\">{}{:+.3f}{}</td>", difference.at("se").get<double>(),
                       clear ? "<b>" : "", difference.at("mean").get<double>(),
                       clear ? "</b>" : "");
  };
  int shown = 0;
  for (const Json& change : steps.at("changes")) {
    if (shown++ == most) break;
    html += "<tr><td>" + spaced(change.at("text")) + "</td>" + cell(change.at("fitness"));
    for (const auto& [criterion, own] : change.at("criteria").items()) html += cell(own);
    html += "</tr>";
  }
  return html + "</tbody></table></div>";
}

std::string pulls_list(const Json& pulls) {
  std::string items;
  for (const std::string_view verdict : {"conflict", "together"}) {
    for (const Json& pull : pulls) {
      if (pull.at("verdict") != verdict) continue;
      items += "<li>" + spaced(pull.at("words")) + ".</li>";
    }
  }
  if (items.empty()) items = "<li>No pair says anything beyond chance.</li>";
  return "<h3>Which way the criteria pull</h3><p>By rank correlation of how the distances from "
         "their ideals change from parents to child, and by the single steps that move both.</p>"
         "<ul>" +
         items + "</ul>";
}

std::string swaps_table(const Json& target) {
  const std::string name = escape_html(target.at("variant").get<std::string>());
  const Json& best = target.at("best");
  const Json& edits = target.at("edits");
  const auto number = [](const Json& value) { return fmt::format("{:.4f}", value.get<double>()); };
  std::string html = "<h2>How near to " + name + "</h2><div class=\"tiles\">";
  html += tile(number(best.at("total")), "distance in all");
  html += tile(plus_minus({best.at("criteria").at("mean"), best.at("criteria").at("se")}, 4),
               "of the criteria");
  html += tile(number(best.at("rules")), "of the rules");
  html += tile(number(best.at("map")), "of the map");
  html += fmt::format(
      "</div><p>Edits of cost {:g} make its map {}{}: {}, {} and {} "
      "added or removed, {} taken out of or put into a continent, bonuses for {:g}.</p>"
      "<p>Which part stops it: one part of {} at a time put into the best, those that close most "
      "of "
      "the distance first, and the same part of the best put into {}.</p>",
      edits.at("cost").get<double>(), name, edits.at("exact").get<bool>() ? "" : ", at most",
      counted(edits.at("territories").get<int>(), "territory", "territories"),
      counted(edits.at("continents").get<int>(), "continent"),
      counted(edits.at("borders").get<int>(), "border"),
      counted(edits.at("memberships").get<int>(), "territory", "territories"),
      edits.at("bonuses").get<double>(), name, name);
  html +=
      "<div class=\"card scroll\"><table><thead><tr><th>part</th><th>best</th><th>target</th>"
      "<th>closes</th><th>of the criteria</th><th>of the rules</th><th>of the map</th><th>the "
      "other way, from the target</th></tr></thead><tbody>";
  for (const Json& swap : target.at("swaps")) {
    const auto value = [&](const char* key) {
      return swap.contains(key) ? escape_html(swap.at(key).dump()) : std::string();
    };
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td>", spaced(swap.at("part")),
                        value("from"), value("to"));
    if (swap.contains("impossible")) {
      html += "<td colspan=\"5\">does not fit: " +
              escape_html(swap.at("impossible").get<std::string>()) + "</td></tr>";
      continue;
    }
    const Json& with = swap.at("with");
    const Json& criteria = swap.at("criteria");
    html += fmt::format(
        "<td>{:+.4f}</td><td>{:+.4f} ± {:.4f}</td><td>{:+.4f}</td><td>{:+.4f}</td><td>{:.4f}</td>"
        "</tr>",
        swap.at("closes").get<double>(), -criteria.at("mean").get<double>(),
        criteria.at("se").get<double>(),
        best.at("rules").get<double>() - with.at("rules").get<double>(),
        best.at("map").get<double>() - with.at("map").get<double>(),
        swap.at("target_with").at("total").get<double>());
  }
  return html + "</tbody></table></div>";
}

}  // namespace

std::string explanation_section(const Json& explanation) {
  std::string html;
  if (explanation.contains("target")) html += swaps_table(explanation.at("target"));
  html += "<h2>Why</h2>";
  if (explanation.contains("operators")) {
    html += effects_table(explanation.at("operators"), "What operators did to their children",
                          "operator", "children");
    html += effects_table(explanation.at("genes"), "What changed genes and sizes did", "gene",
                          "children in which it changed");
  }
  if (explanation.contains("steps")) html += steps_table(explanation.at("steps"));
  return html + pulls_list(explanation.at("pulls"));
}

}  // namespace evorisk::app
