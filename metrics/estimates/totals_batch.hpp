// The sums over a hundred matches or so at once, in vector instructions: a fast engine plays a
// match of a small map in 20 ns, and adding it must not cost more.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "metrics/criteria/summary.hpp"
#include "metrics/estimates/exact.hpp"

namespace evorisk::metrics {

class CriteriaTotals;

// Some matches, field by field.
struct MatchColumns {
  static constexpr std::size_t size = 128;
  static constexpr std::size_t values = 5;  // of a MatchSummary, in its order

  std::size_t filled = 0;  // the first ones; the others' contents are undefined
  alignas(64) double value[values][size];
  alignas(64) std::int32_t turns[size];
  alignas(64) std::int32_t winner[size];
  alignas(64) std::int32_t end[size];

  // Requires filled < size.
  void put(const MatchSummary& match) {
    const std::size_t i = filled++;
    value[0][i] = match.duration;
    value[1][i] = match.branching_factor;
    value[2][i] = match.drama;
    value[3][i] = match.killer_moves;
    value[4][i] = match.lead_change;
    turns[i] = match.turns;
    winner[i] = match.winner;
    end[i] = static_cast<std::int32_t>(match.end);
  }
  MatchSummary at(std::size_t i) const {
    return {value[0][i],
            value[1][i],
            value[2][i],
            value[3][i],
            value[4][i],
            turns[i],
            static_cast<std::int8_t>(winner[i]),
            static_cast<risk::EndReason>(end[i])};
  }
};

// The sums over any number of batches, as what CriteriaTotals adds: the same integers as of the
// matches one after the other, whatever the instruction set. In as many columns as a vector has at
// most, which are added up at the end.
struct BatchSums {
  static constexpr std::size_t columns = 8;
  static constexpr std::size_t values = MatchColumns::values;
  static constexpr std::size_t products = values * (values + 1) / 2;
  // Values are multiples of 2^-30, as in CriteriaTotals.
  static constexpr double scale = 0x1.0p30;
  using Column = std::uint64_t[columns];

  std::int64_t matches = 0;
  std::int64_t turns = 0;
  std::int64_t turns_square = 0;
  std::int32_t fewest_turns = 0;  // 0 without matches
  std::int32_t most_turns = 0;
  std::array<std::int64_t, max_seats> wins{};
  std::array<std::int64_t, risk::end_reason_count> ends{};
  alignas(64) Column sum[values] = {};
  alignas(64) Column won_sum[max_seats][values] = {};  // over matches seat s won
  // Row by row, a <= b; the low and the high 32 bits of parts of each sum.
  alignas(64) Column product_low[products] = {};
  alignas(64) Column product_high[products] = {};
};

// Adds the batch, of one match at least. False, and `sums` untouched, when it holds a match that is
// out of the ordinary: a value above 1, or 2^24 turns. Winners are below `players`. Writes to the
// columns' rows that are not filled.
bool sum_batch(MatchColumns& columns, int players, BatchSums& sums);

// Matches on their way into totals, where they are after flush().
class TotalsBuffer {
 public:
  // The totals must outlive this, and not count extended criteria.
  explicit TotalsBuffer(CriteriaTotals& totals) : totals_(&totals) {}

  void add(const MatchSummary& match) {
    columns_.put(match);
    if (columns_.filled == MatchColumns::size) add_columns();
  }
  void add(MatchColumns& columns);  // writes to its rows that are not filled
  void flush();

 private:
  void add_columns();

  CriteriaTotals* totals_;
  BatchSums sums_;
  MatchColumns columns_;
};

}  // namespace evorisk::metrics
