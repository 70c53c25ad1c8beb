// Exact plane geometry on an integer grid: whether straight borders cross, without rounding.
// Boost.Geometry computes with doubles and may err where borders nearly touch.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

// A point of the fine grid on which drawings are judged. Coordinates must stay within +-2^30, so
// that every product below fits 64 bits.
struct GridPoint {
  std::int64_t x = 0;
  std::int64_t y = 0;
  friend auto operator<=>(const GridPoint&, const GridPoint&) = default;
};

// Fine grid steps per unit: positions are judged after rounding to 1e-9.
inline constexpr std::int64_t grid_unit = 1'000'000'000;

GridPoint to_grid(Point point);
std::vector<GridPoint> to_grid(const std::vector<Point>& points);
Point to_point(GridPoint point);

// Twice the signed area of the triangle a, b, c.
std::int64_t signed_area(GridPoint a, GridPoint b, GridPoint c);

// Whether the closed segments ab and cd share a point.
bool segments_meet(GridPoint a, GridPoint b, GridPoint c, GridPoint d);

// Whether two borders spoil a drawing: they cross, touch or overlap anywhere but in the one
// territory they may share.
bool borders_clash(std::span<const GridPoint> points, Border first, Border second);

// The pairs of indices into `borders` that clash, ascending.
std::vector<std::pair<int, int>> clashing_borders(std::span<const GridPoint> points,
                                                  std::span<const Border> borders);

// Whether no two borders clash. In a connected map this implies that no two territories coincide
// and that none lies on a foreign border.
bool crossing_free(std::span<const GridPoint> points, std::span<const Border> borders);

// Delaunay triangulation. Not the dual of Boost.Polygon's Voronoi diagram, which leaves out borders
// among points on one circle.
struct Triangulation {
  std::vector<Border> borders;  // a < b, ascending
  std::vector<int> hull;        // the outer face in cyclic order
};

// The Delaunay triangulation of distinct points with coordinates within 0 ... 10,000 (so that the
// in-circle test is exact in 64 bits): by adding the points from left to right to the hull, then
// turning edges until every one is locally Delaunay (Lawson 1977). Points that all lie on one line
// give the path through them. Requires at least 2 points.
Triangulation triangulate(std::span<const GridPoint> points);

}  // namespace evorisk::maps
