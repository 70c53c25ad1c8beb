// Handing out troops one at a time, each to the territory that has the fewest: what `cautious` does
// whenever it places or fortifies.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "risk/action.hpp"

namespace evorisk::risk {

// `candidates`: territories with the troops that they have; the first one is preferred on equality.
// Afterwards those that get any of the `troops`, each with what it gets.
inline void level_fill(std::vector<Placement>& candidates, int troops) {
  if (candidates.empty()) return;
  if (candidates.size() == 1 && troops > 0) {
    candidates[0].troops = troops;
    return;
  }
  // The highest level to which all below it can be raised with these troops.
  std::int64_t low = std::ranges::min(candidates, {}, &Placement::troops).troops;
  std::int64_t high = low + troops + 1;
  const auto cost = [&](std::int64_t level) {
    std::int64_t sum = 0;
    for (const Placement& c : candidates) sum += std::max<std::int64_t>(0, level - c.troops);
    return sum;
  };
  while (high - low > 1) {
    const std::int64_t level = (low + high) / 2;
    (cost(level) <= troops ? low : high) = level;
  }
  // What remains goes to the first ones at that level.
  std::int64_t left = troops - cost(low);
  for (Placement& c : candidates) {
    const bool one_more = c.troops <= low && left > 0;
    left -= one_more ? 1 : 0;
    c.troops = static_cast<int>(std::max<std::int64_t>(0, low - c.troops)) + (one_more ? 1 : 0);
  }
  std::erase_if(candidates, [](const Placement& c) { return c.troops == 0; });
}

}  // namespace evorisk::risk
