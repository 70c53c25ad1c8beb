// Places for the territories of a generated map.
#pragma once

#include <vector>

#include "base/random.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::maps {

// Steps per unit of the coarse grid on which generated maps lie.
inline constexpr std::int64_t board_unit = 10'000;

// Distinct points (coarse grid) spread evenly, but not regularly, over the 4 : 3 frame in the
// middle of the unit square: a few rounds of Lloyd's relaxation (1982) of uniform ones.
std::vector<GridPoint> spread_points(int count, Random& random);

}  // namespace evorisk::maps
