// Handing out troops one at a time, each to the territory that has the fewest: what `cautious` does
// whenever it places or fortifies.
#pragma once

#include <algorithm>
#include <limits>
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
  // The highest level to which all below it can be raised with these troops. It falls as those that
  // are above it are left out.
  int level = std::numeric_limits<int>::max();
  int left = 0;  // troops that are too few to raise all of these once more
  for (bool falls = true; falls;) {
    int sum = troops;
    int count = 0;
    for (const Placement& c : candidates) {
      sum += c.troops <= level ? c.troops : 0;
      count += c.troops <= level ? 1 : 0;
    }
    falls = sum / count < level;
    level = sum / count;
    left = sum % count;
  }
  // What remains goes to the first ones at that level.
  auto end = candidates.begin();
  for (const Placement& c : candidates) {
    const bool one_more = c.troops <= level && left > 0;
    left -= one_more ? 1 : 0;
    const int share = std::max(0, level - c.troops) + (one_more ? 1 : 0);
    if (share > 0) *end++ = {c.territory, share};
  }
  candidates.erase(end, candidates.end());
}

}  // namespace evorisk::risk
