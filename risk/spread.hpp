// Handing out troops one at a time, each to the candidate that has the fewest: what `cautious` does
// whenever it places or fortifies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "risk/action.hpp"

namespace evorisk::risk {

// Candidates are added in ascending order, then run() finds what each gets, then next() hands that
// out territory by territory. Allocates only while it grows.
class Spread {
 public:
  // For at most this many candidates.
  void reserve(int candidates) {
    if (places_.size() < static_cast<std::size_t>(candidates)) {
      places_.resize(static_cast<std::size_t>(candidates));
    }
  }
  void clear() { count_ = next_ = 0; }
  void add(int territory, int troops) { places_[count_++] = {territory, troops}; }
  bool empty() const { return next_ == count_; }

  // One troop at a time to the territory with the fewest, the first on equality; computed at once:
  // all are raised to one level, and what remains goes to the first ones at that level. Requires a
  // candidate.
  void run(int troops) {
    Placement* const places = places_.data();
    if (count_ == 1) {
      places[0].troops = troops;
      return;
    }
    int level = places[0].troops;
    for (std::size_t i = 1; i < count_; ++i) level = std::min(level, places[i].troops);
    for (;;) {
      int low = 0;  // how many are at the level
      for (std::size_t i = 0; i < count_; ++i) low += places[i].troops <= level ? 1 : 0;
      if (low > troops) break;
      const bool all = low == static_cast<int>(count_);
      const int rise = all ? troops / low : 1;
      level += rise;
      troops -= rise * low;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const auto [territory, had] = places[i];
      const bool more = had <= level && troops > 0;
      troops -= more ? 1 : 0;
      const int gets = std::max(0, level - had) + (more ? 1 : 0);
      places[kept] = {territory, gets};
      kept += gets > 0 ? 1 : 0;
    }
    count_ = kept;
  }

  // Requires that it is not empty.
  const Placement& next() { return places_[next_++]; }

 private:
  std::vector<Placement> places_;  // of a candidate first what it has, then what it gets
  std::size_t count_ = 0;
  std::size_t next_ = 0;
};

}  // namespace evorisk::risk
