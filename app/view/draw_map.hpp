// Draws a map as an SVG picture, for a file of its own or inside a page.
#pragma once

#include <string>
#include <vector>

#include "maps/layout/board.hpp"

namespace evorisk::app {

struct DrawOptions {
  bool names = true;    // of territories
  bool numbers = true;  // territory indices, as the files and the command line use them
  // An invisible outline of each territory (class "area"), then line and route of each border
  // ("edge"), in their order, below the names.
  bool areas = false;
  bool caption = false;  // the map's name and counts below the picture
  // Whether the picture contains its style sheet. One style sheet is enough for all pictures of a
  // page (map_style_sheet() of app/view/palette.hpp).
  bool style = true;
  int width = 0;  // in pixels; 0: as wide as there is room
  // Prefix of every id in the picture; each picture of a page needs its own.
  std::string id_prefix = {};
  std::vector<int> highlight = {};  // territories to ring
};

// The board as it is printed (maps/layout/board.hpp): an area for every territory, coasts, dashed
// sea routes, a numbered disc and the name in each area (no disc where neither is asked for), at
// each continent a badge with its bonus and, where that hides no border, its name. What has no name
// gets the one that the kit to print gives it. Continents differ by colour, by the pattern of their
// land and by their badge, so that no reader has to tell colours apart. Follows the reader's light
// or dark preference. The same input gives the same bytes.
std::string draw_map(const maps::Map& map, const DrawOptions& options = {});
// Of a board that is made already; it has places for names whether they are drawn or not.
std::string draw_map(const maps::Board& board, const DrawOptions& options);

}  // namespace evorisk::app
