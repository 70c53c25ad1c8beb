// A map as land: an area for every territory, such that neighbours on the map share a line or are
// joined by a sea route, and all others are kept apart by water.
#pragma once

#include <cstdint>
#include <vector>

#include "app/drawing/map_geometry.hpp"
#include "maps/map.hpp"

namespace evorisk::app::kit {

inline constexpr int sea = -1;

// A partition of the board into square cells, each of one territory or of the sea.
struct Cells {
  int columns = 0;
  int rows = 0;
  double step = 1;         // the side of a cell, in millimetres
  std::vector<int> owner;  // row by row; a territory, or `sea`

  int at(int column, int row) const {
    return owner[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                 static_cast<std::size_t>(column)];
  }
  int& at(int column, int row) {
    return owner[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                 static_cast<std::size_t>(column)];
  }
  bool holds(int column, int row) const {
    return column >= 0 && row >= 0 && column < columns && row < rows;
  }
};

// A line between two areas, or between an area and the sea. Its end points are shared with the
// lines it meets; a closed one begins and ends in the same point.
struct Line {
  int left = sea;  // what lies to the left when one looks along the line with y downwards
  int right = sea;
  std::vector<maps::Point> points;
};

// A border that is no line, or a line too short to be seen: drawn dashed, from the coast of one
// territory to that of the other.
struct Route {
  int a = 0;
  int b = 0;
  std::vector<maps::Point> points;
  // Whether it must pass over other areas: only borders that cross others on the map.
  bool over_land = false;
};

struct Land {
  double width = 0;  // of the board, in millimetres
  double height = 0;
  Cells cells;
  std::vector<maps::Point> seats;  // a point inside each territory's area
  // The outlines of each territory's area: islands and lakes, filled by the even-odd rule.
  std::vector<std::vector<std::vector<maps::Point>>> areas;
  std::vector<Line> lines;
  std::vector<Route> routes;
};

// The land of a map on a board of this size, in millimetres (each side at least 60). Areas follow
// the map's drawing (maps::layout), evened out: every place belongs to the territory whose centre
// and half borders are nearest, on a raster bent by a little noise, so that all lines are natural
// and those between areas are exactly the same for both. Where the raster cannot hold what the
// drawing says, a route takes the place of a line. The same map, size and seed give the same land.
Land make_land(const maps::Map& map, double width, double height, std::uint64_t seed);

// Shorter common lines than this, in millimetres, get a route as well.
inline constexpr double least_common_line = 4;

// Steps of make_land, in their order.

// Where the territories are on the board, and which borders are drawn without crossing others.
struct Plan {
  std::vector<maps::Point> points;
  std::vector<bool> clean;  // by border: crosses no other clean one
  double spacing = 1;       // the side of a square with an equal share of the board
};
Plan plan_land(const maps::Map& map, double width, double height);

// Which borders are to be routes from the start: the long ones and those that are not clean.
struct Settlement {
  Cells cells;
  std::vector<maps::Point> seats;
  std::vector<Route> routes;  // straight over the sea, by border; only those without a line
};
Settlement settle(const maps::Map& map, const Plan& plan, double width, double height,
                  std::uint64_t seed);

// The lines between the cells of different owners, smooth.
std::vector<Line> lines_between(const Cells& cells);
// The closed outlines of each territory, put together from lines.
std::vector<std::vector<std::vector<maps::Point>>> outlines(const std::vector<Line>& lines,
                                                            int territories);

// How far inside of a board of this size a place is, in millimetres: boards are rounded, so that
// coasts do not follow the edge of the paper.
double inside_board(maps::Point p, double width, double height);

double distance(maps::Point a, maps::Point b);

}  // namespace evorisk::app::kit
