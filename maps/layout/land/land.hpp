// A map as land: an area for every territory. Neighbours on the map share a line or are joined by a
// sea route; water separates all others that are not neighbours.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

inline constexpr int sea = -1;

// A partition of the board into square cells, each of one territory or of the sea.
struct LandRaster {
  int columns = 0;
  int rows = 0;
  double step = 1;         // the side of a cell, in millimetres
  std::vector<int> owner;  // row by row; a territory, or `sea`

  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(column);
  }
  int at(int column, int row) const { return owner[index(column, row)]; }
  bool holds(int column, int row) const {
    return column >= 0 && row >= 0 && column < columns && row < rows;
  }
  int owner_or_sea(int column, int row) const { return holds(column, row) ? at(column, row) : sea; }
  // The column and row of a cell.
  std::pair<int, int> place(std::size_t cell) const {
    const auto wide = static_cast<std::size_t>(columns);
    return {static_cast<int>(cell % wide), static_cast<int>(cell / wide)};
  }
  // The cell at a place; the nearest one for a place outside of the raster.
  std::pair<int, int> cell_at(Point p) const;
  std::size_t index(Point p) const {
    const auto [column, row] = cell_at(p);
    return index(column, row);
  }
  int at(Point p) const { return owner[index(p)]; }
  // Whether land of neither t nor u is up to so many cells away, of which every `stride`-th is
  // looked at.
  bool third_is_near(int t, int u, int column, int row, int reach, int stride) const {
    for (int down = -reach; down <= reach; down += stride) {
      for (int right = -reach; right <= reach; right += stride) {
        const int v = owner_or_sea(column + right, row + down);
        if (v != sea && v != t && v != u) return true;
      }
    }
    return false;
  }
  Point centre(int column, int row) const { return {(column + 0.5) * step, (row + 0.5) * step}; }
  Point centre(std::size_t cell) const {
    const auto [column, row] = place(cell);
    return centre(column, row);
  }
};

// A line between two areas, or between an area and the sea. Lines that meet share an end point; a
// closed line begins and ends at the same point.
struct BoardLine {
  int left = sea;  // what lies to the left when one looks along the line with y downwards
  int right = sea;
  std::vector<Point> points;

  bool is_coast() const { return left == sea || right == sea; }
};

// A border without a common line, or with one too short to be seen. The route is drawn dashed, from
// coast to coast.
struct BoardRoute {
  int a = 0;
  int b = 0;
  std::vector<Point> points;
  // Whether the route passes over other areas. Mostly borders that cross others on the map do.
  bool over_land = false;
};

// Closed outlines, of islands and lakes alike; filled by the even-odd rule.
using Outlines = std::vector<std::vector<Point>>;

struct Land {
  double width = 0;  // of the board, in millimetres
  double height = 0;
  LandRaster cells;
  std::vector<Point> seats;  // a point inside each territory's area
  // Where the drawing has each territory: its seat, unless a neighbour has taken that over.
  std::vector<Point> places;
  std::vector<Outlines> areas;  // of each territory
  std::vector<BoardLine> lines;
  std::vector<BoardRoute> routes;
};

// The land of a map on a board of this size, in millimetres (each side at least 60). Areas follow
// the map's drawing (layout), made more even. Each raster cell belongs to the territory whose
// centre and half borders are nearest. A little noise bends the raster, so that lines look natural;
// two areas share exactly the same line. A border that the raster cannot show becomes a route.
// Territories of different lands (see lands_of) have sea between them. The places of a placed map
// are kept. `step` is the side of a cell in millimetres; 0 chooses one that is fine enough to be
// printed. The same arguments give the same land.
Land make_land(const Map& map, double width, double height, std::uint64_t seed, double step = 0);

// Shorter common lines than this, in millimetres, get a route as well.
inline constexpr double least_common_line = 4;

// The closed outlines of `count` areas, joined from lines between area indices.
std::vector<Outlines> outlines(const std::vector<BoardLine>& lines, int count);

// Steps of make_land, in their order.

// Where the territories are on the board, and which borders are drawn without crossing others.
struct LandPlan {
  std::vector<Point> points;  // on the drawing, which Bend turns into the board
  std::vector<Point> seats;   // the same on the board, where they are given; else empty
  std::vector<bool> clean;    // by border: crosses no other clean one
  double spacing = 1;         // the side of a square with an equal share of the board
  double evenness = 1;        // the least room of any territory, in spacings
};
// The places of a placed map; else the map's own drawing, evened out, or one made afresh where that
// leaves some territory hardly any room.
LandPlan plan_of_land(const Map& map, double width, double height, std::uint64_t seed);

// Moves the points of a plan until all have about as much room, and says how even they are. Clean
// borders stay so, and keep their sides.
void even_out(const Map& map, LandPlan& plan, double width, double height);
// Puts the point of `moved` as near to where it is as no border crosses another and there is room,
// the more of it the nearer; those that it leaves too little room give way.
void settle_point(const Map& map, LandPlan& plan, double width, double height, int moved);

// The land that each territory belongs to: 0 the mainland, 1 + c the island that continent c is.
// Islands are the continents that are marked as such, and those that a single border joins to the
// rest. Borders between different lands are drawn as sea routes.
std::vector<int> lands_of(const Map& map);
inline constexpr double strait_width = 0.22;  // of the sea between them, in spacings

// The places (fractions of the board) of a placed map after its territory `moved` was put where it
// is: as near to there as no border crosses another and all have room. Neighbours that it leaves no
// room give way; all others stay.
std::vector<Point> settled_places(const Map& map, int moved, double width, double height,
                                  std::uint64_t seed);

// Fills in the cells, the seats and the routes of a land whose size is set. Routes take the place
// of the borders that are long or not clean.
void assign_cells(Land& land, const Map& map, const LandPlan& plan, std::uint64_t seed,
                  double step);
// Moves the lines between territories, coasts and straits until areas are about even and each has
// room for its name about its middle: cells go from large territories to small ones. No territory
// falls in two, and no two come to touch that must not; lines between neighbours do not become
// short. Neighbours of one land that have no common line grow towards each other.
void settle_cells(LandRaster& cells, const Map& map, const std::vector<int>& land_of,
                  double spacing);
// Takes hooks away from lines and coasts, and widens small ponds, under the same conditions.
void tidy_cells(LandRaster& cells, const Map& map, const std::vector<int>& land_of, double spacing);
// A route for every border whose common line is too short.
void add_routes(Land& land, const Map& map);

// The lines between the cells of different owners, smooth.
std::vector<BoardLine> lines_between(const LandRaster& cells);

// How far a place is inside a board of this size, in millimetres. The board counts as rounded, so
// that coasts do not follow the edge of the paper.
double inside_board(Point p, double width, double height);

}  // namespace evorisk::maps
