// Crossing-free starting positions for a drawing of an embedded planar graph.
#pragma once

#include <span>
#include <vector>

#include "maps/layout/embedding.hpp"
#include "maps/map.hpp"

namespace evorisk::maps {

// Straight-line, crossing-free positions that realise the embedding with its outer face outside
// (connected, at least 3 vertices), in a disc of radius 1: Tutte's barycentric drawing (1963) of
// the graph with helper vertices in its faces, with spring weights adjusted so that areas even
// out. Where that would need more precision than doubles have (deep nesting), Chrobak and Payne's
// grid drawing.
std::vector<Point> starting_positions(int vertices, std::span<const Border> borders,
                                      const Embedding& embedding);

// Positions in the unit square that realise the embedding exactly: Chrobak and Payne's grid drawing
// on the fine grid. Whatever happens to prettier drawings, this one has no crossing.
std::vector<Point> exact_positions(int vertices, std::span<const Border> borders,
                                   const Embedding& embedding);

}  // namespace evorisk::maps
