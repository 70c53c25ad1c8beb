// Brings maps near to a profile: the features of a board of people (maps/likeness/profile.hpp).
#pragma once

#include "base/random.hpp"
#include "maps/likeness/profile.hpp"
#include "maps/map.hpp"

namespace evorisk::ga {

// Draws up to `tries` small changes of borders, continents and bonuses and makes those that bring
// the map nearer, until its distance is at most `within`. Returns whether it is. Territories stay
// as they are; borders are added only where they cross no others, drawn straight. The map stays
// connected and, if it is, planar; continents in pieces are mended, and none gets fewer than two
// territories by a change.
bool near_profile(maps::MapData& map, const maps::Profile& profile, double within, int tries,
                  Random& random);

}  // namespace evorisk::ga
