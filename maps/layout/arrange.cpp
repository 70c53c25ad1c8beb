#include "maps/layout/arrange.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "maps/layout/layout.hpp"
#include "maps/layout/shape.hpp"
#include "maps/layout/steps.hpp"

namespace evorisk::maps {
namespace {

double beyond(double value, double bound) {
  return std::max(0.0, value - bound);
}

// In steps of 1e-4, as files of variants have them, or in finer ones if borders would cross.
std::vector<Point> in_steps(std::vector<Point> places, const Map& map) {
  return rounded(places, map.borders()).value_or(places);
}

}  // namespace

double drawing_faults(const Map& map) {
  const BoardShape shape = board_shape(map);
  constexpr double territories_of_a_route = 6;
  const double unfit = 1 - shape.labels_inside;
  const double routes = beyond(shape.longest_route, 2) + shape.routes_over_land +
                        shape.route_crossings + shape.routes_along_coasts +
                        beyond(shape.routes * territories_of_a_route / map.territory_count(), 1);
  const double continents = shape.split_continents + beyond(shape.farthest_part, 1);
  // Weights chosen by what readers refused: docs/search.md.
  const double areas = 0.4 * shape.most_winding + 8 * beyond(0.3, shape.least_room) +
                       0.5 * beyond(shape.area_ratio, 1.5);
  return unfit + routes + continents + areas;
}

Map arranged(const Map& map) {
  constexpr std::uint64_t variations = 6;  // twenty-four find little more
  constexpr double fine = 0.05;            // readers find nothing at fault
  constexpr int largest = 200;             // territories; more take long to draw
  if (map.data().placed || map.territory_count() > largest) return map;
  std::optional<Map> best;
  double fewest = 0;
  std::vector<std::vector<Point>> tried;
  for (std::uint64_t variation = 0; variation <= variations; ++variation) {
    std::vector<Point> places =
        in_steps(variation == 0 ? layout(map) : layout_afresh(map, variation), map);
    if (std::ranges::count(tried, places) > 0) continue;
    MapData data = map.data();
    for (std::size_t t = 0; t < places.size(); ++t) data.territories[t].position = places[t];
    tried.push_back(std::move(places));
    Map drawn(std::move(data));
    const double faults = drawing_faults(drawn);
    if (best && faults >= fewest) continue;
    fewest = faults;
    best = std::move(drawn);
    if (fewest <= fine) break;
  }
  return *best;
}

}  // namespace evorisk::maps
