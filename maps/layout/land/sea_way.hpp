// Ways by sea round what lies between two coasts.
#pragma once

#include <vector>

#include "maps/layout/land/land.hpp"

namespace evorisk::maps {

// The corners of a short way from the coast of t to that of u that passes over no land; cells near
// other land than theirs count double. Empty where the sea does not lead there, or only by more
// than `longest` millimetres.
std::vector<Point> sea_way(const LandRaster& cells, int t, int u, double longest);

}  // namespace evorisk::maps
