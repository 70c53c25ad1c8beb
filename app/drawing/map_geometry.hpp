// Where everything of a map picture is, in its units.
#pragma once

#include <vector>

#include "maps/map.hpp"

namespace evorisk::app {

inline constexpr double picture_width = 960;

struct MapGeometry {
  double height = 720;              // of the picture
  std::vector<maps::Point> points;  // of the territories
  std::vector<double> radius;       // of their discs: smaller where they are crowded
  double usual_radius = 14;
  double reach = 30;  // of the land around them
};

// How far p is from the nearest point of the segment ab.
double distance_to_segment(maps::Point a, maps::Point b, maps::Point p);

// Fits positions (at least two) into the picture, and chooses sizes that suit their distances.
MapGeometry arrange(const maps::Map& map, const std::vector<maps::Point>& positions);

}  // namespace evorisk::app
