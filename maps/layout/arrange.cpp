#include "maps/layout/arrange.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "maps/layout/layout.hpp"
#include "maps/layout/shape.hpp"
#include "maps/layout/steps.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

constexpr double few_faults = 0.05;  // faults that no reader minds

// Those of larger maps stay where they are: drawing them takes long.
bool places_are_free(const Map& map) {
  constexpr int largest = 200;  // territories
  return !map.data().placed && map.territory_count() <= largest;
}

double beyond(double value, double bound) {
  return std::max(0.0, value - bound);
}

// The map with these places, in steps of 1e-4, as files of variants have them, or in finer ones if
// borders would cross.
Map with_places(const Map& map, const std::vector<Point>& places) {
  const std::vector<Point> steps = rounded(places, map.borders()).value_or(places);
  MapData data = map.data();
  for (std::size_t t = 0; t < steps.size(); ++t) data.territories[t].position = steps[t];
  return Map(std::move(data));
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
  if (!places_are_free(map)) return map;
  Map best = with_places(map, layout(map));
  double fewest = drawing_faults(best);
  std::vector<Map> tried{best};
  for (std::uint64_t variation = 1; variation <= variations && fewest > few_faults; ++variation) {
    Map drawn = with_places(map, layout_afresh(map, variation));
    if (std::ranges::count(tried, drawn) > 0) continue;
    tried.push_back(drawn);
    const double faults = drawing_faults(drawn);
    if (faults >= fewest) continue;
    fewest = faults;
    best = std::move(drawn);
  }
  return best;
}

Map polished(const Map& map) {
  constexpr int tries = 60;         // docs/search.md says what they are worth
  constexpr double farthest = 1.4;  // spacings
  if (!places_are_free(map)) return map;
  Random random({.purpose = Purpose::layout});
  Map best = arranged(map);
  double fewest = drawing_faults(best);
  for (int i = 0; i < tries && fewest > few_faults; ++i) {
    MapData data = best.data();
    Point& place = *random.pick(data.territories).position;
    const double way = farthest * random.unit() / std::sqrt(map.territory_count());
    const Point there = place + way * on_circle(random.unit());
    place = {std::clamp(there.x, 0.0, 1.0), std::clamp(there.y, 0.0, 1.0)};
    const Map moved(std::move(data));
    Map drawn = with_places(moved, layout(moved));
    const double faults = drawing_faults(drawn);
    if (faults >= fewest) continue;
    fewest = faults;
    best = std::move(drawn);
  }
  return best;
}

}  // namespace evorisk::maps
