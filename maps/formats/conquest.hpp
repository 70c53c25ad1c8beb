// The map files of the game Conquest (Sean O'Connor), as its page "Creating Conquest Maps"
// describes them:
//   [Map]          image=FILE, wrap=yes or no, scroll=horizontal, vertical or none, author=, warn=
//   [Continents]   NAME=BONUS
//   [Territories]  NAME,X,Y,CONTINENT,NEIGHBOUR,...   X and Y in pixels of the picture
// Territories and continents are told apart by their names. The game itself takes at most 255
// territories, 32 continents and 10 neighbours of a territory.
#pragma once

#include "maps/formats/registry.hpp"

namespace evorisk::maps {

bool is_conquest(std::string_view text);
MapFileContent read_conquest(std::string_view text, const std::string& source);
MapWriting write_conquest(const Map& map);

}  // namespace evorisk::maps
