// The geometry of a map's board, for every picture of it: on paper, in reports, on the screen.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "maps/layout/land/labels.hpp"
#include "maps/layout/land/land.hpp"

namespace evorisk::maps {

struct Board {
  Map map;  // with a name for everything
  Land land;
  BoardLabels labels;  // with the badges of all continents
};

// The board of a map, 4 : 3, with a fixed share of its area for each territory. `seed` bends the
// coasts and invents missing names. Without `names` the places for troops may be larger. The same
// arguments give the same board.
Board make_board(const Map& map, std::uint64_t seed = 1, bool names = true);

// The land of make_board(), on so many cells across a territory's share: with fewer, quicker, and
// about the same shapes.
Land land_of_board(const Map& map, std::uint64_t seed, double cells_across);

// Where the sheets of a board meet: lines down and lines across, by their distances in millimetres
// from the board's left and upper edge.
struct Seams {
  std::vector<double> down;
  std::vector<double> across;
};

// The board on a sheet of this size, in millimetres; all that does not become larger is sea.
// Stretched by up to 15 % more in one direction than in the other, letters and discs by the smaller
// factor, which is returned. It is in the middle, or as near to that as lets seams go through the
// fewest names, discs and badges.
double fit_board(Board& board, double width, double height, const Seams& seams = {});

// The map with a territory cut in two along the straight line through two places of its board. The
// part to the line's left keeps the number; the other one becomes the last territory, of the same
// continent. Each neighbour borders on the parts that it touches, and the parts on each other. All
// territories get the positions that they have on the board. Throws InputError when the line leaves
// all of the territory on one side.
Map split_territory(const Board& board, int territory, Point from, Point to);

// The placed map of this board: its board is the same.
MapData placed_as_drawn(const Board& board);

// A placed map whose territory `moved` was put elsewhere: at the place nearest to there where no
// border crosses another and it has room. Neighbours that it leaves no room give way; all others
// stay.
MapData settled(MapData placed, int moved);

}  // namespace evorisk::maps
