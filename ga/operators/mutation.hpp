// Small random changes of a map. Source: thesis 4.3.3.
#pragma once

#include <functional>
#include <span>
#include <string_view>

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
  std::function<Mutated(maps::MapData& map, Random& random)> mutate;
};

// The registry, in the order in which they are applied, those that were added last; a configuration
// names those that it uses.
std::span<const MapMutation> map_mutations();
// Adds one (base/registry.hpp, OpenTable). What it made is checked as a crossover's child is
// (add_crossover), but that of a map that was not planar need not be. Several threads call it at a
// time.
void add_mutation(MapMutation mutation);
// The first five, the defaults: "add_border", "remove_border", "move_territory", "swap_bonuses",
// "change_bonus".
std::span<const MapMutation> thesis_mutations();

// Draws up to `tries` changes until one is made; stops when the map offers none.
Mutated mutate(const MapMutation& mutation, int tries, maps::MapData& map, Random& random);

// Rows of the registry that change how many territories and continents a map has, or its shape as a
// whole. Not used by the thesis' configuration.
// ga/operators/mutation_territories.cpp
Mutated split_territory(maps::MapData& map, Random& random);
Mutated merge_territories(maps::MapData& map, Random& random);
Mutated add_territory(maps::MapData& map, Random& random);
Mutated remove_territory(maps::MapData& map, Random& random);

// ga/operators/mutation_shape.cpp
Mutated split_continent(maps::MapData& map, Random& random);
Mutated merge_continents(maps::MapData& map, Random& random);
Mutated add_sea_route(maps::MapData& map, Random& random);
Mutated mirror_map(maps::MapData& map, Random& random);
Mutated fit_bonus(maps::MapData& map, Random& random);

// ga/operators/mutation_designed.cpp
Mutated join_near(maps::MapData& map, Random& random);
Mutated isthmus(maps::MapData& map, Random& random);
Mutated regrow_continents(maps::MapData& map, Random& random);
Mutated deal_bonuses(maps::MapData& map, Random& random);

inline constexpr int highest_bonus = 1000;  // of maps::Map

}  // namespace evorisk::ga
