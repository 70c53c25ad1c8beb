#include "app/view/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/view/html.hpp"
#include "app/view/svg.hpp"

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
  int occupants = 0;
};

constexpr int map_left = 70;
constexpr int map_top = 12;
constexpr int map_bottom = 46;

std::string heat_map(const Axis& across, std::size_t x, const Axis& up, std::size_t y,
                     const Json& entries) {
  std::map<std::pair<int, int>, HeatCell> cells;
  double best = 1e300;
  double worst = -1e300;
  for (const Json& entry : entries) {
    if (entry.at("fresh_niche").is_null()) continue;
    const double fitness = entry.at("fresh").at("fitness").at("mean").get<double>();
    HeatCell& cell =
        cells[{entry.at("fresh_niche")[x].get<int>(), entry.at("fresh_niche")[y].get<int>()}];
    if (cell.occupants++ == 0 || fitness < cell.fitness) {
      cell.fitness = fitness;
      cell.id = entry.at("id").get<std::string>();
    }
  }
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

}  // namespace

std::string archive_section(const Json& archive) {
  std::vector<Axis> axes;
  for (const Json& d : archive.at("descriptors")) {
    axes.push_back({d.at("quantity").get<std::string>(), d.at("from").get<double>(),
                    d.at("to").get<double>(), d.at("bins").get<int>()});
  }
  const Json& summary = archive.at("summary");
  const Json& search = summary.at("search");
  const Json& fresh = summary.at("fresh");
  std::string html = fmt::format(
      "<h2>The archive</h2><p>The search filled {} of {} niches (coverage {:.1f} %, QD score "
      "{:.2f}). By fresh matches, which it never saw, its occupants stand in {} niches (coverage "
      "{:.1f} %, QD score {:.2f}): {} are where the search has them, {} lie outside all. Colour "
      "and "
      "number: the fitness of the best in each niche, by fresh matches; full colour is the best "
      "there is.</p>",
      search.at("occupied").get<int>(), summary.at("niches").get<int>(),
      100 * search.at("coverage").get<double>(), search.at("qd_score").get<double>(),
      fresh.at("occupied").get<int>(), 100 * fresh.at("coverage").get<double>(),
      fresh.at("qd_score").get<double>(), summary.at("stayed").get<int>(),
      summary.at("outside").get<int>());
  int pictures = 0;
  const Axis alone{"all", 0, 1, 1};
  if (axes.size() == 1) {
    // A single descriptor: one row.
    Json entries = archive.at("entries");
    for (Json& entry : entries) {
      if (!entry.at("fresh_niche").is_null()) entry["fresh_niche"].push_back(0);
    }
    return html + "<div class=\"card\">" + heat_map(axes[0], 0, alone, 1, entries) + "</div>";
  }
  for (std::size_t x = 0; x < axes.size(); ++x) {
    for (std::size_t y = x + 1; y < axes.size() && pictures < 3; ++y, ++pictures) {
      html += "<div class=\"card\">" + heat_map(axes[x], x, axes[y], y, archive.at("entries")) +
              "</div>";
    }
  }
  return html;
}

}  // namespace evorisk::app
