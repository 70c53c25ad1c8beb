// A map as a picture a designer would print: SVG that stands alone or inside a page.
#pragma once

#include <string>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::app {

struct DrawOptions {
  bool names = true;    // territory names, where the map has them
  bool numbers = true;  // territory indices, as the files and the command line use them
  // Starts every id in the picture: pages that hold several pictures give each its own.
  std::string id_prefix;
  // Where the territories are; empty: maps::layout with the map's own positions as hint.
  std::vector<maps::Point> positions;
};

// Territories as numbered discs on the soft land of their continent, borders as lines (dashed
// between continents), a badge with name and bonus at each continent. Continents differ by colour
// (Okabe and Ito 2008), by the pattern of their land and by their badge, so nobody has to tell
// colours apart. Follows the reader's light or dark preference. The same input gives the same
// bytes.
std::string draw_map(const maps::Map& map, const DrawOptions& options = {});

}  // namespace evorisk::app
