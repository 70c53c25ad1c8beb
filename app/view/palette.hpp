// How continents differ in a picture: by colour and by pattern, in light and in dark.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::app {

// One of the colours and one of the patterns.
struct Livery {
  int colour = 0;
  int pattern = 0;
};

inline constexpr int livery_colours = 12;
inline constexpr int livery_patterns = 7;

// A colour of the scheme as {red, green, blue}, 0 ... 255, for pictures that are not style sheets.
std::array<int, 3> livery_colour(int colour);

// The livery of every continent: colours and patterns in turn (so that the first seven continents
// share neither, and the first twelve no colour), moved on where a neighbouring continent has the
// same one.
std::vector<Livery> liveries(const maps::Map& map);

// "A" ... "Z", "AA" ...: the letters that distinguish continents without colour.
std::string continent_letter(int continent);

// The style sheet of all map pictures, for light and dark pages; the same for every map. Colours
// are those of Paul Tol's "light" scheme (2021), made for areas with black labels that colour-blind
// people can tell apart, and three that lie farther from all others, to them and to others, than
// the nearest two of the scheme.
std::string map_style_sheet();

// An SVG <pattern> with this id: marks on a transparent ground, to lie over a colour. Empty for
// pattern 0 (plain).
std::string pattern_definition(int pattern, const std::string& id);

}  // namespace evorisk::app
