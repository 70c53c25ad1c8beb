// The parts that a child's map is made of: continents cut out of a parent, and two of them side by
// side. Building blocks of crossover operators.
#pragma once

#include <vector>

#include "maps/base/random.hpp"
#include "maps/map.hpp"

namespace evorisk::ga {

// A random subset of the map's c continents, ascending: its size is c / 2 - 1, c / 2 or c / 2 + 1
// (rounded down; equally likely, then clamped to 1 ... c), each subset of the size equally likely.
std::vector<int> draw_continents(const maps::Map& map, Random& random);
void draw_continents(const maps::Map& map, Random& random, std::vector<int>& continents);

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

// `first_continents` of `first` beside `second_continents` of `second`. The second form replaces
// what `parts` was, and uses its memory.
Parts place_side_by_side(const maps::Map& first, const std::vector<int>& first_continents,
                         const maps::Map& second, const std::vector<int>& second_continents);
void place_side_by_side(const maps::Map& first, const std::vector<int>& first_continents,
                        const maps::Map& second, const std::vector<int>& second_continents,
                        Parts& parts);

// The borders alone of two parts side by side, for operators that discard most children: numbers as
// in Parts. Allocates nothing once it has grown to the size of the maps at hand.
class PartsSketch {
 public:
  // As place_side_by_side would number them.
  void set(const maps::Map& first, const std::vector<int>& first_continents,
           const maps::Map& second, const std::vector<int>& second_continents);

  int split() const { return split_; }
  int territory_count() const { return count_; }
  bool in_first(int territory) const { return territory < split_; }
  // Inside the parts, in no particular order. Joins may be added.
  std::vector<maps::Border>& borders() { return borders_; }
  // As Parts::cut_ends, in the same order.
  std::vector<int>& cut_ends() { return cut_ends_; }

  // How many territories of the first part (0) or the second (1) may have joins at most if the
  // child is to be planar. The other part, where it is connected, shrunk to one territory, leaves
  // this part with a neighbour of all of these: V + 1 territories, so at most 3(V + 1) - 6 borders.
  int most_joined(int part) const { return most_joined_[part]; }

 private:
  struct Size {
    int borders = 0;
    bool connected = false;
  };
  Size add_part(const maps::Map& map, const std::vector<int>& continents);
  int root(int territory);

  int split_ = 0;
  int count_ = 0;
  int most_joined_[2] = {0, 0};
  std::vector<int> root_;  // of territories connected so far
  std::vector<maps::Border> borders_;
  std::vector<int> cut_ends_;
  std::vector<int> number_;  // of a parent's territories in the child, -1 for those left out
};

}  // namespace evorisk::ga
