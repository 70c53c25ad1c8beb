// Planarity of a map's border graph.
#pragma once

#include <span>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

// Whether the borders can be drawn without a crossing (Boyer and Myrvold's test, of Boost.Graph:
// linear; about 50 microseconds for a map of 42 territories). Requires borders between different,
// existing territories, none twice (in either direction); they need not be connected. Thread-safe.
bool is_planar(int territory_count, std::span<const Border> borders);
bool is_planar(const Map& map);

// Borders that form a subdivision of K5 or K3,3 (Kuratowski's certificate that the map is not
// planar), ascending; none can be spared. Empty for a planar map. Found by
// bisection, earlier borders first, rather than taken from Boost.Graph, so that the answer does not
// depend on the library's version.
std::vector<Border> kuratowski_borders(int territory_count, std::span<const Border> borders);

// What holds a connected graph together.
struct Cuts {
  std::vector<int> territories;  // whose loss would split it, ascending
  int bridges = 0;               // borders whose loss would
};
// Of each connected part. Requires the same borders as is_planar().
Cuts cuts(int territory_count, std::span<const Border> borders);

}  // namespace evorisk::maps
