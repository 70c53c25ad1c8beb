// Bringing an earlier drawing up to date: territories without a position get one, and territories
// whose borders cross others step aside.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

struct Repaired {
  std::vector<Point> positions;  // may stick out of the unit square a little
  std::vector<int> crossing;     // the borders without which no two clash: empty on success
};

// Completes the `known` positions (in the unit square, at least two) for a connected graph and
// moves single territories, by little where that suffices, until no two borders clash or no move
// helps.
Repaired repair(std::span<const Border> borders, const std::vector<std::optional<Point>>& known);

}  // namespace evorisk::maps
