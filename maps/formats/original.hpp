// The map files of the thesis' own program: a JSON object with the keys territories, connections,
// continents and continentsValue. Their exact shape was never published, so every plausible one is
// read (only read: the project's own format holds all of it and more):
//   territories      how many, or a list of numbers or names, or an object number -> name; numbers
//                    need not start at 0
//   connections      per territory the list of its neighbours (a list of lists, or an object from
//                    number or name to a list), or a list of pairs, or a matrix of 0 and 1
//   continents       a list of lists of territories, or an object from number or name to such a
//   list continentsValue  a list of bonuses in the order of the continents, or an object with their
//   keys name             optional text
// Borders given in one direction only (those files have some by oversight) count both ways, with a
// note.
#pragma once

#include "maps/formats/registry.hpp"

namespace evorisk::maps {

bool is_original(std::string_view text);
MapFileContent read_original(std::string_view text, const std::string& source);

}  // namespace evorisk::maps
