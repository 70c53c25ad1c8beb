#include "maps/layout/land.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "maps/layout/shape.hpp"

namespace evorisk::maps {
namespace {

// How bad a drawing is: in sea routes, the mildest of its faults.
double faults_of(const BoardShape& shape) {
  constexpr double good_ratio = 4;  // of areas
  constexpr double sliver = 0.45;   // a width
  return shape.routes + shape.routes_along_coasts +
         2.0 * (shape.routes_over_land + shape.route_crossings) + 3.0 * shape.split_continents +
         std::max(0.0, shape.longest_route - 2) +
         4 * std::max(0.0, std::log2(shape.area_ratio / good_ratio)) +
         20 * std::max(0.0, sliver - shape.least_width);
}

}  // namespace

std::pair<int, int> LandRaster::cell_at(Point p) const {
  return {std::clamp(static_cast<int>(p.x / step), 0, columns - 1),
          std::clamp(static_cast<int>(p.y / step), 0, rows - 1)};
}

Land make_land(const Map& map, double width, double height, std::uint64_t seed, double step) {
  const LandPlan plan = plan_of_land(map, width, height, seed, [&](const LandPlan& tried) {
    constexpr double cells_across = 8;  // enough to see faults
    Land rough;
    rough.width = width;
    rough.height = height;
    assign_cells(rough, map, tried, seed, tried.spacing / cells_across);
    rough.areas.resize(at(map.territory_count()));
    return faults_of(measure_shape(map, rough, {}));
  });
  Land land;
  land.width = width;
  land.height = height;
  assign_cells(land, map, plan, seed, step);
  land.lines = lines_between(land.cells);
  land.areas = outlines(land.lines, map.territory_count());
  return land;
}

}  // namespace evorisk::maps
