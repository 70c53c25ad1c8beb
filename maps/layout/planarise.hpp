// Which borders of a map that is not planar to draw without a crossing.
#pragma once

#include <span>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

// Maximal planar, connected parts of a connected graph, as whether each border belongs: the whole,
// if the graph is planar; else a few (at most 6) that leave out as few borders as a search finds,
// best first: those left out would cross few others.
std::vector<std::vector<bool>> planar_parts(int vertices, std::span<const Border> borders);

}  // namespace evorisk::maps
