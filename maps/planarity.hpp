// Planarity of a map's border graph.
#pragma once

#include <cstddef>
#include <cstdint>
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

// The same of at most most_in_sets territories, as sets of neighbours: bit u of neighbours[t] and
// bit t of neighbours[u] for each of so many borders, none of a territory with itself. The sets are
// used up.
inline constexpr std::size_t most_in_sets = 64;
bool is_planar(std::span<std::uint64_t> neighbours, std::size_t borders);

// Borders that form a subdivision of K5 or K3,3 (Kuratowski's certificate that the map is not
// planar), ascending; none can be spared. Empty for a planar map.
std::vector<Border> kuratowski_borders(int territory_count, std::span<const Border> borders);
std::vector<Border> kuratowski_borders(const Map& map);

}  // namespace evorisk::maps
