// Map files of other programs.
#pragma once

#include "maps/formats/registry.hpp"

namespace evorisk::maps {

// The map files of the thesis' own program: a JSON object with the keys territories, connections,
// continents and continentsValue. Their exact shape was never published, so every plausible one is
// read (only read: the project's own format holds all of it and more):
//   territories      how many, or a list of numbers or names, or an object number -> name; numbers
//                    need not start at 0
//   connections      per territory the list of its neighbours (a list of lists, or an object from
//                    number or name to a list), or a list of pairs, or a matrix of 0 and 1
//   continents       a list of lists of territories, or an object from number or name to such lists
//   continentsValue  a list of bonuses in the order of the continents, or an object with their keys
//   name             optional text
// Borders given in one direction only (those files have some by oversight) count both ways, with a
// note.
bool is_original(std::string_view text);
MapFileContent read_original(std::string_view text, const std::string& source);

// The picture that a written map file belongs to.
struct MapPicture {
  std::string stem;  // what the names of its files begin with: file_word of the map's name
  int width = 0;     // in pixels
  int height = 0;
  int circle = 0;             // the width of a place for troops, in pixels
  std::vector<Point> places;  // of each territory's troops, in pixels
};

// A name fit for a file that any program finds, in a path or an address: without blanks and in
// ASCII. "Path of 5" gives "Path_of_5".
std::string file_word(const std::string& name);

// The map files of the game Domination (Yura Mamyrin), as its own manual of the format describes
// them: comments after ";", a header (name, ver, circle), and the sections
//   [files]       pic FILE, map FILE, crd FILE, prv FILE
//   [continents]  NAME BONUS COLOUR
//   [countries]   NUMBER NAME CONTINENT X Y      numbers from 1, in order; X and Y in pixels
//   [borders]     NUMBER NEIGHBOUR ...
// Names hold no spaces; the game shows "_" as one. It takes a text for UTF-8 where a byte order
// mark begins it, else for Latin-1. Without a picture, its names are written, and the map's own
// positions.
bool is_domination(std::string_view text);
MapFileContent read_domination(std::string_view text, const std::string& source);
MapWriting write_domination(const Map& map, const MapPicture* picture = nullptr);

// The map files of the game Conquest (Sean O'Connor), as its page "Creating Conquest Maps"
// describes them:
//   [Map]          image=FILE, wrap=yes or no, scroll=horizontal, vertical or none, author=, warn=
//   [Continents]   NAME=BONUS
//   [Territories]  NAME,X,Y,CONTINENT,NEIGHBOUR,...   X and Y in pixels of the picture
// Territories and continents are told apart by their names. The game itself takes at most 255
// territories, 32 continents and 10 neighbours of a territory.
bool is_conquest(std::string_view text);
MapFileContent read_conquest(std::string_view text, const std::string& source);
MapWriting write_conquest(const Map& map, const MapPicture* picture = nullptr);

}  // namespace evorisk::maps
