// How far inside their areas cells are.
#pragma once

#include <vector>

#include "maps/layout/land/land.hpp"

namespace evorisk::maps {

// The distance of each cell's centre from what is not of its owner, in cells: half of one at the
// edge of an area, 0 in the sea. Right to a few percent.
std::vector<float> depths(const LandRaster& cells);

// The index of the innermost cell of each of `count` territories; 0 for one without any.
std::vector<std::size_t> innermost_cells(const LandRaster& cells, const std::vector<float>& depths,
                                         int count);

}  // namespace evorisk::maps
