// A map as a picture a designer would print: SVG that stands alone or inside a page.
#pragma once

#include <string>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::app {

struct DrawOptions {
  bool names = true;     // territory names, where the map has them
  bool numbers = true;   // territory indices, as the files and the command line use them
  bool caption = false;  // the map's name and counts below the picture
  // Whether the picture carries its style sheet. Of several pictures in one page one is enough
  // (map_style_sheet() of app/drawing/palette.hpp).
  bool style = true;
  int width = 0;  // in pixels; 0: as wide as there is room
  // Starts every id in the picture: pages that hold several pictures give each its own.
  std::string id_prefix = {};
  std::vector<int> highlight = {};  // territories to ring
  // Where the territories are; empty: maps::layout, which uses the map's own positions if they
  // are good.
  std::vector<maps::Point> positions = {};
};

// Territories as numbered discs on the land of their continent, borders as lines (dashed between
// continents), a badge with name and bonus at each continent (a letter where it has no name).
// Continents differ by colour, by the pattern of their land, by their coast and by their badge, so
// nobody has to tell colours apart. Follows the reader's light or dark preference. The same input
// gives the same bytes.
std::string draw_map(const maps::Map& map, const DrawOptions& options = {});

}  // namespace evorisk::app
