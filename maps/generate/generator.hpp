// Random planar maps with contiguous continents.
#pragma once

#include "base/random.hpp"
#include "maps/map.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::maps {

struct GeneratorOptions {
  int territories = 20;  // 2 ... memory
  int continents = 4;    // 1 ... territories
  // From 0 (a tree: territories - 1 borders) to 1 (a maximal planar triangulation).
  double density = 0.45;
};

// How many borders a generated map has: n - 1 + round(density * (2 n - 5)) for n >= 3 territories,
// so between a tree's n - 1 and a maximal planar map's 3 n - 6; 1 for two territories.
// Classic Risk (42 territories, 83 borders) has density 0.53.
int generated_borders(int territories, double density);

// A continent's bonus by its size and by how many of its territories border other continents:
// round(0.35 size + 0.7 gates - 0.72), at least 2 from four territories on, else at least 1; at
// most 1000, the highest there is. Fitted to classic Risk, all of whose six bonuses it gives.
int continent_bonus(int territories, int gates);

// A connected planar map with contiguous continents, drawn positions and generated names left
// empty: points spread evenly over a 4 : 3 board (Lloyd's relaxation), their Delaunay
// triangulation, continents of varied sizes grown over it, and its borders thinned out; long ones
// and those between continents go first, and dead ends are avoided. Territories are numbered
// continent by continent. The same options and stream give the same map. Throws InputError for
// options out of range.
Map generate_map(const GeneratorOptions& options, Random& random);

// Steps per unit of the coarse grid on which generated maps lie.
inline constexpr std::int64_t board_unit = 10'000;

// Distinct points (coarse grid) spread evenly, but not regularly, over the 4 : 3 frame in the
// middle of the unit square: a few rounds of Lloyd's relaxation (1982) of uniform ones.
std::vector<GridPoint> spread_points(int count, Random& random);

}  // namespace evorisk::maps
