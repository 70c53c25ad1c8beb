// What a child's map inherits: some continents of each parent, as two parts side by side. Building
// blocks of crossover operators.
#pragma once

#include <vector>

#include "base/random.hpp"
#include "maps/map.hpp"

namespace evorisk::ga {

// A random subset of the map's c continents, ascending: its size is c / 2 - 1, c / 2 or c / 2 + 1
// (rounded down; equally likely, then clamped to 1 ... c), each subset of the size equally likely.
std::vector<int> draw_continents(const maps::Map& map, Random& random);

// Continents that hang together (as far as the map's do), ascending: a random one, and neighbouring
// ones, drawn uniformly, while that brings the number of their territories nearer to
// `territories`.
std::vector<int> draw_joined_continents(const maps::Map& map, int territories, Random& random);

// Two parts in one MapData, not joined yet: the territories of the first part are 0 ... split - 1.
struct Parts {
  // Territories, continents with their bonuses, and all borders inside the parts (ascending).
  // Positions: each part fitted into its share of the unit square, side by side; names unique.
  maps::MapData data;
  int split = 0;
  // Per border of a parent with exactly one end in its part: that end, in the child's numbers; in
  // the order of the parent's borders.
  std::vector<int> cut_ends;

  int territory_count() const { return static_cast<int>(data.territories.size()); }
  bool in_first(int territory) const { return territory < split; }
};

// `first_continents` of `first` beside `second_continents` of `second`.
Parts place_side_by_side(const maps::Map& first, const std::vector<int>& first_continents,
                         const maps::Map& second, const std::vector<int>& second_continents);

}  // namespace evorisk::ga
