// Positions for drawing: straight borders that do not cross.
#pragma once

#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

// One position per territory in the unit square (y downwards). For a planar map no two borders
// cross and no territory lies on a foreign border; for any other map the borders that must cross
// are few. Deterministic. `hint` (positions of territories known from a parent or an earlier
// drawing; may be empty, else one optional per territory) keeps a map recognisable from one
// generation to the next: the result stays as near to it as a crossing-free drawing allows. The
// places of a placed map are kept; if borders cross there, single territories move.
std::vector<Point> layout(const Map& map, const std::vector<std::optional<Point>>& hint = {});

// A drawing made afresh, whatever places the map has; of a map that is not planar, one that draws
// its first planar part without a crossing. Another `variation` may have other territories outside
// and other parts within faces, where the borders leave a choice.
std::vector<Point> layout_afresh(const Map& map, std::uint64_t variation);

}  // namespace evorisk::maps
