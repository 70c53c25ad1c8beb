// What is to be said of a map's drawing: how even its areas are, how many sea routes it needs and
// where they run, whether names fit. Judges the picture that people see.
#pragma once

#include "maps/layout/land/labels.hpp"
#include "maps/layout/land/land.hpp"
#include "maps/map.hpp"

namespace evorisk::maps {

// Lengths are in spacings: the side of a square with a territory's equal share of the board.
struct BoardShape {
  double area_ratio = 1;        // of the largest territory's area to the smallest one's
  int routes = 0;               // borders drawn as sea routes
  double longest_route = 0;     // from coast to coast, in spacings
  int routes_over_land = 0;     // routes that pass over a third territory
  int route_crossings = 0;      // pairs of routes that cross
  int routes_along_coasts = 0;  // routes that follow a third territory's coast for half a spacing
  // The least width of any territory: the diameter of the largest circle inside it, as a share of
  // the diameter of a circle of its area. 1: round; a square 0.89; a strip of 1 : 6 0.36.
  double least_width = 1;
  // How far a part of a territory that is narrower than 0.3 spacings reaches from the rest, in
  // spacings; half the length of one between two wider parts.
  double longest_neck = 0;
  double most_winding = 0;  // of any territory; as windings() has it
  // The radius of the largest circle in the narrowest territory, in spacings.
  double least_room = 1;
  double labels_inside = 1;  // share of territories that hold their name and troops
  int split_continents = 0;  // continents in more than one landmass of their own
  // How far the most distant landmass of a continent is from the rest of it, in spacings; 0 where
  // all continents are of one landmass.
  double farthest_part = 0;

  friend bool operator==(const BoardShape&, const BoardShape&) = default;
};

// Of a land that is drawn, and its labels.
BoardShape measure_shape(const Map& map, const Land& land, const BoardLabels& labels);

// Of a map's make_board(), which pictures show.
// The shapes of the maps asked for last are kept, so asking again costs nothing. Safe from several
// threads; the same map always has the same shape.
BoardShape board_shape(const Map& map);

}  // namespace evorisk::maps
