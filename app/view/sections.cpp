#include "app/view/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/view/chart.hpp"
#include "app/view/html.hpp"
#include "app/view/svg.hpp"
#include "base/json.hpp"
#include "ga/config.hpp"
#include "ga/run/archive.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

struct Axis {
  std::string quantity;
  double from = 0;
  double to = 1;
  int bins = 1;

  double edge(int bin) const { return from + (to - from) * bin / bins; }
  std::string label() const { return spaced(quantity); }
};

struct HeatCell {
  double fitness = 0;
  std::string id;
};

constexpr int map_left = 70;
constexpr int map_top = 12;
constexpr int map_bottom = 46;

// The best in each cell of two axes; the first axis alone where there is no second one.
std::string heat_map(const std::vector<Axis>& axes, std::size_t x, std::size_t y,
                     const Json& entries) {
  const Axis& across = axes[x];
  const Axis up = y < axes.size() ? axes[y] : Axis{"all", 0, 1, 1};
  std::map<std::pair<int, int>, HeatCell> cells;
  for (const Json& entry : entries) {
    const Json& niche = entry.at("fresh_niche");
    if (niche.is_null()) continue;
    const HeatCell own{estimate_of(entry.at("fresh").at("fitness")).mean, entry.at("id")};
    const int row = y < axes.size() ? niche.at(y).get<int>() : 0;
    const auto [cell, first] = cells.try_emplace({niche.at(x).get<int>(), row}, own);
    if (!first && own.fitness < cell->second.fitness) cell->second = own;
  }
  double best = 1e300;
  double worst = -1e300;
  for (const auto& [at, cell] : cells) {
    best = std::min(best, cell.fitness);
    worst = std::max(worst, cell.fitness);
  }
  const double width = std::clamp(600.0 / across.bins, 14.0, 90.0);
  const double height = std::clamp(width * 0.6, 14.0, 44.0);
  const double map_right = map_left + width * across.bins;
  const double low = map_top + height * up.bins;
  Svg svg(fmt::format("Fitness by {} and {}", across.label(), up.label()), map_right + 12,
          low + map_bottom);
  for (int i = 0; i < across.bins; ++i) {
    for (int j = 0; j < up.bins; ++j) {
      const double at_x = map_left + width * i;
      const double at_y = low - height * (j + 1);
      const auto found = cells.find({i, j});
      if (found == cells.end()) {
        svg.rectangle("niche", at_x, at_y, width, height);
        continue;
      }
      const HeatCell& cell = found->second;
      const double quality = worst > best ? (worst - cell.fitness) / (worst - best) : 1;
      svg.rectangle(
          "niche filled", at_x, at_y, width, height, 0.12 + 0.6 * quality,
          fmt::format("{}: fitness {:.3f} ({} of {:.4g} to {:.4g}, {} of {:.4g} to {:.4g})",
                      cell.id, cell.fitness, across.label(), across.edge(i), across.edge(i + 1),
                      up.label(), up.edge(j), up.edge(j + 1)));
      if (width >= 34 && height >= 16) {
        svg.text("label", at_x + width / 2, at_y + height / 2 + 4,
                 fmt::format("{:.2f}", cell.fitness), Anchor::middle);
      }
    }
  }
  for (int i = 0; i <= across.bins; i += std::max(1, across.bins / 8)) {
    svg.text("tick", map_left + width * i, low + 16, fmt::format("{:.4g}", across.edge(i)),
             Anchor::middle);
  }
  for (int j = 0; j <= up.bins; j += std::max(1, up.bins / 8)) {
    svg.text("tick", map_left - 6, low - height * j + 4, fmt::format("{:.4g}", up.edge(j)),
             Anchor::end);
  }
  svg.text("label", (map_left + map_right) / 2, low + 38, across.label(), Anchor::middle);
  svg.text("label", 14, (map_top + low) / 2, up.label(), Anchor::middle, -90);
  return svg.finish();
}

// The losses of what was measured, by two groups; of candidates, those on the front or the others.
Series scatter(const std::string& label, const Json& entries, const std::string& x,
               const std::string& y, int colour, bool on_front = false) {
  Series series{.label = label, .colour = colour, .points = true, .line = false};
  for (const Json& entry : entries) {
    if (entry.contains("filtered") || entry.value("on_front", on_front) != on_front) continue;
    const Json& losses = entry.at("losses");
    series.add(losses.at(x).at("mean"), losses.at(y).at("mean").get<double>());
  }
  return series;
}

std::string pair_chart(const Json& front, const Json& last_generation, const std::string& x,
                       const std::string& y) {
  const Json& candidates = front.at("candidates");
  return card(line_chart(
      {"Losses of " + x + " and " + y, "loss of " + x, "loss of " + y},
      {scatter("last generation, as the search saw it", last_generation.at("individuals"), x, y, 6),
       scatter("re-evaluated, dominated", candidates, x, y, 2),
       scatter("re-evaluated, on the front", candidates, x, y, 1, true)}));
}

std::string front_table(const Json& front, const metrics::Objective& objective) {
  HtmlTable table({"individual", "territories"});
  for (const metrics::Objective::Group& group : objective.groups) table.head(group.name);
  table.head("sum");
  table.head("standing", "text");
  for (const Json& entry : front.at("candidates")) {
    const bool on_front = entry.at("on_front");
    const bool out = entry.value("violation", 0.0) > 0;
    table.row(on_front ? "best" : "").add(entry.at("id"), entry.at("territories"));
    for (const metrics::Objective::Group& group : objective.groups) {
      table.add(plus_minus(entry.at("losses").at(group.name)));
    }
    table.add(plus_minus(entry.at("fitness")));
    table.add(on_front ? "on the front" : out ? "breaks a constraint" : "dominated");
  }
  return table.html();
}

}  // namespace

std::string archive_section(const Json& archive) {
  std::vector<Axis> axes;
  for (const Json& d : archive.at("descriptors")) {
    const auto bins =
        JsonView(d, std::string(ga::archive_file)).at("bins").integer(1, ga::most_bins);
    axes.push_back({d.at("quantity"), d.at("from"), d.at("to"), static_cast<int>(bins)});
  }
  const Json& summary = archive.at("summary");
  const Json& search = summary.at("search");
  const Json& fresh = summary.at("fresh");
  std::string html =
      html_told("archive", search.at("occupied"), summary.at("niches"),
                100 * search.at("coverage").get<double>(), search.at("qd_score").get<double>(),
                fresh.at("occupied"), 100 * fresh.at("coverage").get<double>(),
                fresh.at("qd_score").get<double>(), summary.at("stayed"), summary.at("outside"));
  const Json& entries = archive.at("entries");
  if (axes.size() == 1) return html + card(heat_map(axes, 0, 1, entries));
  int pictures = 0;
  for (std::size_t x = 0; x < axes.size(); ++x) {
    for (std::size_t y = x + 1; y < axes.size() && pictures < 3; ++y, ++pictures) {
      html += card(heat_map(axes, x, y, entries));
    }
  }
  return html;
}

std::string pareto_section(const Json& result, const Json& last_generation,
                           const metrics::Objective& objective) {
  if (objective.groups.empty()) return {};
  const Json& front = result.at("front");
  std::string html =
      html_told("front", objective.groups.size(), front.at("hypervolume").get<double>());
  const std::vector<metrics::Objective::Group>& groups = objective.groups;
  for (std::size_t a = 0; a < groups.size(); ++a) {
    for (std::size_t b = a + 1; b < groups.size(); ++b) {
      html += pair_chart(front, last_generation, groups[a].name, groups[b].name);
    }
  }
  Series volume{.label = "hypervolume"};
  for (const Json& generation : result.at("generations")) {
    volume.add(generation.at("generation"), generation.at("front").at("hypervolume").get<double>());
  }
  const ChartFrame frame{.title = "Hypervolume by generation",
                         .x_label = "generation",
                         .y_label = "hypervolume",
                         .height = 220};
  return html + front_table(front, objective) +
         html_told("front.hypervolume", Html{line_chart(frame, {volume})});
}

}  // namespace evorisk::app
