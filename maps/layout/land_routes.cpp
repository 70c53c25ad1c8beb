// Sea routes: the borders that the cells do not show.
#include <algorithm>
#include <map>
#include <utility>

#include "base/index.hpp"
#include "maps/layout/bend.hpp"
#include "maps/layout/land.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// The part of the way between two places of the drawing, straight there, that lies in neither
// area.
BoardRoute route_between(const Land& land, const Bend& bend, Border border, Point from, Point to) {
  constexpr int parts = 160;
  constexpr double exactly = 0.05;
  const LandRaster& cells = land.cells;
  std::vector<Point> way;
  for (int i = 0; i <= parts; ++i) {
    const double t = static_cast<double>(i) / parts;
    const Point p = bend.unbent(from + t * (to - from), exactly);
    way.push_back({std::clamp(p.x, 0.0, land.width), std::clamp(p.y, 0.0, land.height)});
  }
  const auto owner = [&](Point p) {
    const auto [column, row] = cells.cell_at(p);
    return cells.at(column, row);
  };
  std::size_t first = 0;
  std::size_t last = way.size() - 1;
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (owner(way[i]) == border.a) first = i;
  }
  for (std::size_t i = way.size(); i-- > 0;) {
    if (owner(way[i]) == border.b) last = i;
  }
  if (first > last) std::swap(first, last);
  // A little into both areas, so that it can be seen where it lands.
  const double spacing =
      std::sqrt(land.width * land.height / static_cast<double>(land.seats.size()));
  const double inside = std::min(3.0, 0.12 * spacing);
  const auto reach_in = [&](std::size_t coast, int step) {
    std::size_t i = coast;
    while (i > 0 && i + 1 < way.size() && distance(way[i], way[coast]) < inside) {
      const auto next = static_cast<std::size_t>(static_cast<int>(i) + step);
      if (owner(way[next]) != owner(way[coast])) break;
      i = next;
    }
    return i;
  };
  first = reach_in(first, -1);
  last = reach_in(last, 1);
  const auto begin = way.begin();
  return {
      border.a,
      border.b,
      {begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last) + 1},
      false};
}

}  // namespace

void add_routes(Land& land, const Map& map, const LandPlan& plan, const Bend& bend) {
  const LandRaster& cells = land.cells;
  std::map<std::pair<int, int>, int> sides;  // of cells, common to two territories
  for (int r = 0; r < cells.rows; ++r) {
    for (int c = 0; c < cells.columns; ++c) {
      const int t = cells.at(c, r);
      const auto count = [&](int u) {
        if (t != u && t != sea && u != sea) ++sides[std::minmax(t, u)];
      };
      if (c + 1 < cells.columns) count(cells.at(c + 1, r));
      if (r + 1 < cells.rows) count(cells.at(c, r + 1));
    }
  }
  for (std::size_t b = 0; b < map.borders().size(); ++b) {
    const Border border = map.borders()[b];
    // Steps are longer than the smooth line.
    const double common = 0.8 * cells.step * sides[std::minmax(border.a, border.b)];
    if (common >= least_common_line) continue;
    land.routes.push_back(route_between(land, bend, border, bend.bent(land.seats[at(border.a)]),
                                        bend.bent(land.seats[at(border.b)])));
    land.routes.back().over_land = !plan.clean[b];
  }
}

}  // namespace evorisk::maps
