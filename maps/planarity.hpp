// Planarity of a map's border graph.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

// Whether the borders can be drawn without a crossing; the left-right test (de Fraysseix and
// Rosenstiehl; Brandes 2009), linear and, for a map of 42 territories, some microseconds. Requires
// borders between different, existing territories, none twice (in either direction); they need not
// be connected. Thread-safe.
bool is_planar(int territory_count, std::span<const Border> borders);
bool is_planar(const Map& map);

// Up to so many territories the test works on sets of neighbours, and with fewer of them: of larger
// maps it takes longer in proportion, with the same answers.
inline constexpr std::size_t most_in_sets = 64;

// Borders that form a subdivision of K5 or K3,3 (Kuratowski's certificate that the map is not
// planar), ascending; none can be spared. Empty for a planar map.
std::vector<Border> kuratowski_borders(int territory_count, std::span<const Border> borders);
std::vector<Border> kuratowski_borders(const Map& map);

}  // namespace evorisk::maps
