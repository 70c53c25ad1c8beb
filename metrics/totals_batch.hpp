// The sums over a few dozen matches at once, in vector instructions: a fast engine plays a match of
// a small map in 20 ns, and adding it must not cost more.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "metrics/exact.hpp"
#include "metrics/summary.hpp"

namespace evorisk::metrics {

// What CriteriaTotals adds of a batch: the same integers as of its matches one after the other,
// whatever the instruction set.
struct BatchSums {
  static constexpr std::size_t size = 64;   // matches
  static constexpr std::size_t values = 5;  // of a MatchSummary, in its order
  // Values are multiples of 2^-30, as in CriteriaTotals.
  static constexpr double scale = 0x1.0p30;

  std::int64_t turns = 0;
  std::int64_t turns_square = 0;
  std::int32_t fewest_turns = 0;
  std::int32_t most_turns = 0;
  std::array<std::int64_t, max_seats> wins{};
  std::array<std::int64_t, risk::end_reason_count> ends{};
  std::array<std::int64_t, values> sum{};
  std::array<std::array<std::int64_t, values>, max_seats> won_sum{};  // over matches seat s won
  std::array<Int128, values*(values + 1) / 2> product{};              // row by row, a <= b
};

// Sums the batch into `sums`, all zero before. False, and `sums` untouched, when it holds a match
// that is out of the ordinary: a value above 1, or 2^24 turns. Winners are below `players`.
bool sum_batch(std::span<const MatchSummary, BatchSums::size> matches, int players,
               BatchSums& sums);

}  // namespace evorisk::metrics
