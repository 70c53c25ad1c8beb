// The land of each continent: an area around its territories and the borders among them, with a
// coast, that stays clear of other continents' land.
#pragma once

#include <string>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::app {

// Closed outlines, islands and lakes alike; drawn with the even-odd rule.
using Outline = std::vector<maps::Point>;

struct CoastOptions {
  double width = 960;  // of the picture
  double height = 720;
  double reach = 30;   // how far land extends from a territory or border
  double channel = 7;  // of water between two continents
};

// The outlines of every continent's land, for territories at `points`. Computed on a raster: every
// place belongs to the continent whose territories and inner borders are nearest, if near enough;
// the outlines follow from marching squares. A little noise makes coasts look like coasts; the same
// input gives the same outlines.
std::vector<std::vector<Outline>> coasts(const maps::Map& map,
                                         const std::vector<maps::Point>& points,
                                         const CoastOptions& options);

// The outlines as the data of an SVG path: smooth (quadratic curves between the middles of the
// sides), in whole units relative to each other, so that it stays short.
std::string smooth_path(const std::vector<Outline>& outlines);

}  // namespace evorisk::app
