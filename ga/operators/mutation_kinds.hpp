// The mutations that change how many territories and continents a map has, or its shape as a whole;
// rows of the registry in ga/operators/mutation.cpp. Not used by the thesis' configuration.
#pragma once

#include "ga/operators/mutation.hpp"

namespace evorisk::ga {

inline constexpr int highest_bonus = 1000;  // of maps::Map

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

}  // namespace evorisk::ga
