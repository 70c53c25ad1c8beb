// How two maps differ.
#pragma once

#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

// From nothing in common to everything; each includes those before it.
enum class Likeness {
  none,
  borders,     // isomorphic as graphs
  continents,  // isomorphic, continents and bonuses included
  identical,
};

// A continent of the first map, and the one of the second that shares the most territories with it.
struct ContinentMatch {
  int first;
  int second;
  int shared;  // territories
};

struct MapComparison {
  // How the territories of the two maps are matched: by name where both maps have the same full set
  // of names, by number where they have as many territories, otherwise not.
  enum class Matching { nothing, names, numbers };

  Likeness likeness = Likeness::none;
  Matching matching = Matching::nothing;
  // Of matched territories:
  std::vector<Border> only_in_first;
  std::vector<Border> only_in_second;
  std::vector<ContinentMatch> continents;  // one for each of the first map
};
MapComparison compare_maps(const Map& a, const Map& b);

}  // namespace evorisk::maps
