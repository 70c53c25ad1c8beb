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

// How far each cell is, inside its area, from circles of this radius there (from the innermost
// cell, where the area is too narrow for one): in steps to the sides and, every other time, to the
// corners as well, so along octagons instead of circles. 0 in the sea, too. Distances in cells.
std::vector<int> steps_from_wide(const LandRaster& cells, const std::vector<float>& depths,
                                 float radius);

inline constexpr double neck_width = 0.3;  // in spacings; what is narrower is a neck or a tail

}  // namespace evorisk::maps
