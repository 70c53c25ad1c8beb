// The map files of the game Domination (Yura Mamyrin), as its own manual of the format describes
// them: comments after ";", a header (name, ver, circle), and the sections
//   [files]       pic FILE, map FILE, crd FILE, prv FILE
//   [continents]  NAME BONUS COLOUR
//   [countries]   NUMBER NAME CONTINENT X Y      numbers from 1, in order; X and Y in pixels
//   [borders]     NUMBER NEIGHBOUR ...
// Names hold no spaces; the game shows "_" as one.
#pragma once

#include "maps/formats/registry.hpp"

namespace evorisk::maps {

bool is_domination(std::string_view text);
MapFileContent read_domination(std::string_view text, const std::string& source);
MapWriting write_domination(const Map& map);

}  // namespace evorisk::maps
