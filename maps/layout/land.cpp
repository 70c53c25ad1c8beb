#include "maps/layout/land.hpp"

#include <algorithm>

#include "base/index.hpp"

namespace evorisk::maps {
std::pair<int, int> LandRaster::cell_at(Point p) const {
  return {std::clamp(static_cast<int>(p.x / step), 0, columns - 1),
          std::clamp(static_cast<int>(p.y / step), 0, rows - 1)};
}

Land make_land(const Map& map, double width, double height, std::uint64_t seed, double step) {
  const LandPlan plan = plan_of_land(map, width, height, seed);
  Land land;
  land.width = width;
  land.height = height;
  assign_cells(land, map, plan, seed, step);
  land.lines = lines_between(land.cells);
  land.areas = outlines(land.lines, map.territory_count());
  return land;
}

}  // namespace evorisk::maps
