// How much the territories of a board wind and stretch: what keeps readers from printing one, more
// than anything else.
#pragma once

#include <vector>

#include "maps/layout/land/land.hpp"
#include "maps/map.hpp"

namespace evorisk::maps {

// How much each of the territories winds: twice the length of its necks and tails
// (BoardShape::longest_neck) beyond 0.3 spacings, and four times what its area lacks of 0.78 of its
// convex hull. 0: it is compact.
std::vector<double> windings(const LandRaster& cells, int territories, double spacing);

// The mean of these on a map's board, on coarser cells than pictures have: a search asks for it
// often. docs/search.md says what readers make of it.
double sprawl(const Map& map);

}  // namespace evorisk::maps
