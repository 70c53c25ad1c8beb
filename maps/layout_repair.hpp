// Bringing an earlier drawing up to date: territories without a position get one, and territories
// whose borders cross others step aside.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

// Completes the `known` positions (in the unit square, at least two) for a connected graph and
// moves single territories, by little where that suffices, until no two borders clash. The result
// may stick out of the square a little. Nothing when that does not succeed.
std::optional<std::vector<Point>> repair(std::span<const Border> borders,
                                         const std::vector<std::optional<Point>>& known);

}  // namespace evorisk::maps
