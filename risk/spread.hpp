// Handing out troops one at a time, each to the candidate that has the fewest: what `cautious` does
// whenever it places or fortifies.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
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
      keys_.resize(places_.size());
    }
  }
  void clear() { count_ = next_ = 0; }
  void add(int territory, int troops) { places_[count_++] = {territory, troops}; }
  bool empty() const { return next_ == count_; }

  // One troop at a time to the territory with the fewest, the first on equality. Requires a
  // candidate.
  void run(int troops) {
    if (count_ == 1) {
      places_[0].troops = troops;
    } else if (troops <= few && count_ <= bits_of_a_word) {
      run_one_by_one(troops);
    } else {
      run_at_once(troops);
    }
  }

  // Requires that it is not empty.
  const Placement& next() { return places_[next_++]; }

 private:
  static constexpr int few = 5;
  static constexpr std::size_t bits_of_a_word = 64;

  // As it is said. What a candidate has and its place are one number, so that nothing branches on
  // who is the least.
  void run_one_by_one(int troops) {
    std::uint64_t* const keys = keys_.data();
    for (std::size_t i = 0; i < count_; ++i) keys[i] = key(places_[i].troops, i);
    std::uint64_t chosen = 0;
    for (; troops > 0; --troops) {
      std::uint64_t least = keys[0];
      for (std::size_t i = 1; i < count_; ++i) least = keys[i] < least ? keys[i] : least;
      const std::size_t i = least & 0xffffffffu;
      keys[i] = least + key(1, 0);
      chosen |= std::uint64_t{1} << i;
    }
    std::size_t kept = 0;
    for (; chosen != 0; chosen &= chosen - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(chosen));
      const int gets = static_cast<int>(keys[i] >> 32) - places_[i].troops;
      places_[kept++] = {places_[i].territory, gets};
    }
    count_ = kept;
  }
  static std::uint64_t key(int troops, std::size_t place) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(troops)) << 32) | place;
  }

  // Computed: all are raised to one level, and what remains goes to the first ones at that level.
  void run_at_once(int troops) {
    Placement* const places = places_.data();
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

  std::vector<Placement> places_;  // of a candidate first what it has, then what it gets
  std::vector<std::uint64_t> keys_;
  std::size_t count_ = 0;
  std::size_t next_ = 0;
};

}  // namespace evorisk::risk
