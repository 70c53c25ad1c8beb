// How much the territories of a board wind and stretch: what keeps readers from printing one, more
// than anything else.
#pragma once

#include "maps/layout/land/land.hpp"
#include "maps/map.hpp"

namespace evorisk::maps {

// The mean over the territories of twice the length of necks and tails (BoardShape::longest_neck)
// beyond 0.3 spacings, and four times what the area lacks of 0.78 of its convex hull. 0: all are
// compact.
double sprawl(const LandRaster& cells, int territories, double spacing);

// Of a map's board, on coarser cells than pictures have: a search asks for it often. A reader who
// was shown 30 bred boards would print those with up to 0.25, and hardly any other
// (docs/designer.md).
double sprawl(const Map& map);

}  // namespace evorisk::maps
