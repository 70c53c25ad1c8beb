// What a file of another program cannot hold of its map stands in a comment of that file.
#pragma once

#include <string>
#include <string_view>

#include "maps/map.hpp"

namespace evorisk::maps::text {

// How that comment starts, up to its list [[PLACE, SAID, MEANT], ...]: at PLACE, a JSON pointer
// into the program's own format, the file says SAID where the map has MEANT. Null is nothing.
inline constexpr std::string_view remark_start = "; evorisk [";

// The comment as a line of its own, or nothing when both are equal. `said` is what is read from the
// file without it: the same territories, borders and continents.
std::string remark(const Map& said, const Map& meant);

// The map that was meant. A part of the comment counts only where the file still says what it said
// then, so that what somebody changed in the file since stays changed. Throws InputError for a
// comment that the program cannot have written; `source` is how errors name it.
Map with_remark(const Map& said, std::string_view comment, const std::string& source);

}  // namespace evorisk::maps::text
