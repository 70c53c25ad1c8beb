// Planarity of a map's border graph (Boyer and Myrvold 2004, from Boost.Graph).
#pragma once

#include <span>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

bool is_planar(int territory_count, std::span<const Border> borders);
bool is_planar(const Map& map);

// Borders that form a subdivision of K5 or K3,3 (Kuratowski's certificate that the map is not
// planar); empty for a planar map.
std::vector<Border> kuratowski_borders(const Map& map);

}  // namespace evorisk::maps
