// Small random changes of a map. Source: thesis 4.3.3; spec of the search, "Mutation".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "maps/map.hpp"

namespace evorisk::ga {

// The outcome of one drawn change.
enum class Mutated {
  made,
  refused,     // the change drawn would break an invariant (planarity included); nothing changed
  impossible,  // the map offers no such change at all; nothing changed
};

// A mutation operator. `mutate` draws one change, uniformly as its summary says, and makes it
// unless it would break an invariant. The map given is whole, with borders as Map normalises them,
// and it stays so; it stays planar if it is. (Only maps of the first population may be not planar.)
struct MapMutation {
  std::string_view name;
  std::string_view summary;  // one line: what is drawn, and when it is refused
  std::string_view source;
  Mutated (*mutate)(maps::MapData& map, Random& random);
};

// The registry, in the order in which they are applied; a configuration names those that it uses.
std::span<const MapMutation> map_mutations();
inline constexpr std::size_t map_mutation_count = 14;
// The first five, the defaults: "add_border", "remove_border", "move_territory", "swap_bonuses",
// "change_bonus".
std::span<const MapMutation> thesis_mutations();

// Draws up to `tries` changes until one is made; stops when the map offers none.
Mutated mutate(const MapMutation& mutation, int tries, maps::MapData& map, Random& random);

}  // namespace evorisk::ga
