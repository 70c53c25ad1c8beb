// Names for territories and continents that have none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

// The map with a name for every territory and continent that has none; given names stay. Invented
// names are pronounceable, of 4 to 11 letters (ASCII), and no two of the map's names are equal or
// nearly so; those of one continent sound alike. They hold none of a list of words that offend in
// English or Portuguese. A function of the seed and of which names are missing, whatever the
// borders are.
Map with_names(const Map& map, std::uint64_t seed);

// One invented name, for a board as a whole; by the same rules, and without a pair of letters that
// comes twice. It is neither equal nor nearly equal to the names of other boards, `taken`. A
// function of its arguments.
std::string invented_name(std::uint64_t seed, const std::vector<std::string>& taken = {});

// Whether a name contains a word that with_names avoids.
bool is_offensive(std::string_view name);

// maps/generate/name_parts.json.
std::string_view name_parts_text();

}  // namespace evorisk::maps
