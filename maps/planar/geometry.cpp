#include "maps/planar/geometry.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace evorisk::maps {
namespace {

int sign(std::int64_t value) {
  return (value > 0) - (value < 0);
}

// For collinear a, b, p: whether p lies on the closed segment ab.
bool within(GridPoint a, GridPoint b, GridPoint p) {
  return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
         p.y <= std::max(a.y, b.y);
}

}  // namespace

GridPoint to_grid(Point point) {
  return {std::llround(point.x * static_cast<double>(grid_unit)),
          std::llround(point.y * static_cast<double>(grid_unit))};
}

std::vector<GridPoint> to_grid(const std::vector<Point>& points) {
  std::vector<GridPoint> grid;
  for (const Point p : points) grid.push_back(to_grid(p));
  return grid;
}

Point to_point(GridPoint point) {
  return {static_cast<double>(point.x) / static_cast<double>(grid_unit),
          static_cast<double>(point.y) / static_cast<double>(grid_unit)};
}

std::int64_t signed_area(GridPoint a, GridPoint b, GridPoint c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool segments_meet(GridPoint a, GridPoint b, GridPoint c, GridPoint d) {
  const int c_side = sign(signed_area(a, b, c));
  const int d_side = sign(signed_area(a, b, d));
  const int a_side = sign(signed_area(c, d, a));
  const int b_side = sign(signed_area(c, d, b));
  if (c_side * d_side < 0 && a_side * b_side < 0) return true;
  return (c_side == 0 && within(a, b, c)) || (d_side == 0 && within(a, b, d)) ||
         (a_side == 0 && within(c, d, a)) || (b_side == 0 && within(c, d, b));
}

bool borders_clash(std::span<const GridPoint> points, Border first, Border second) {
  if (second.a == first.b || second.b == first.a) std::swap(first.a, first.b);
  if (second.b == first.b || second.a == first.a) {
    // One territory shared, by both as `a` or both as `b`.
    const bool at_a = second.a == first.a;
    const GridPoint hub = points[at(at_a ? first.a : first.b)];
    const GridPoint p = points[at(at_a ? first.b : first.a)];
    const GridPoint q = points[at(at_a ? second.b : second.a)];
    return signed_area(hub, p, q) == 0 &&
           (p.x - hub.x) * (q.x - hub.x) + (p.y - hub.y) * (q.y - hub.y) >= 0;
  }
  return segments_meet(points[at(first.a)], points[at(first.b)], points[at(second.a)],
                       points[at(second.b)]);
}

std::vector<std::pair<int, int>> clashing_borders(std::span<const GridPoint> points,
                                                  std::span<const Border> borders) {
  std::vector<std::pair<int, int>> clashes;
  for (std::size_t i = 0; i < borders.size(); ++i) {
    for (std::size_t j = i + 1; j < borders.size(); ++j) {
      if (!borders_clash(points, borders[i], borders[j])) continue;
      clashes.emplace_back(static_cast<int>(i), static_cast<int>(j));
    }
  }
  return clashes;
}

bool crossing_free(std::span<const GridPoint> points, std::span<const Border> borders) {
  return clashing_borders(points, borders).empty();
}

}  // namespace evorisk::maps
