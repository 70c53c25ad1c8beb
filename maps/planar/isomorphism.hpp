// When two maps are the same board under other numbers.
#pragma once

#include <cstdint>

#include "maps/map.hpp"

namespace evorisk::maps {

enum class Sameness {
  borders,     // the border graphs alone
  continents,  // borders, continents and bonuses
};

// Whether a renumbering of territories (and continents) turns one into the other.
bool isomorphic(const Map& a, const Map& b, Sameness sameness);

// A hash that isomorphic maps share (Weisfeiler-Leman refinement); equal hashes do not prove
// isomorphism.
std::uint64_t shape_hash(const Map& map, Sameness sameness);

}  // namespace evorisk::maps
