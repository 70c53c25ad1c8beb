// Delaunay triangulation of points in the plane. Not the dual of Boost.Polygon's Voronoi diagram,
// which leaves out borders among points on one circle.
#pragma once

#include <span>
#include <vector>

#include "maps/map.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::maps {

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
