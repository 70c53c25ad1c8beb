#include "metrics/totals_batch.hpp"

#include "metrics/bulk/lanes_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/totals_batch.cpp"
#include <hwy/foreach_target.h>
// The include above comes first: it includes this file once per instruction set.
#include <hwy/highway.h>

#include <algorithm>

// Plain loops over columns, which the compiler makes vectors of, for each instruction set anew.
HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics {
namespace HWY_NAMESPACE {
namespace totals_batch {

constexpr std::size_t size = BatchSums::size;
constexpr std::size_t values = BatchSums::values;

struct Columns {
  alignas(64) double value[values][size];
  alignas(64) std::uint32_t fixed[values][size];  // the same, as multiples of 2^-30
  alignas(64) std::int32_t turns[size];
  alignas(64) std::int32_t winner[size];
  alignas(64) std::int32_t end[size];
};

HWY_ATTR Int128 product(const std::uint32_t* a, const std::uint32_t* b) {
  // 64 bits hold the sum of eight products of at most 2^60, so there are size / 8 partial sums.
  constexpr std::size_t sums = size / 8;
  alignas(64) std::uint64_t sum[sums] = {};
  for (std::size_t row = 0; row < size; row += sums) {
    for (std::size_t i = 0; i < sums; ++i) sum[i] += std::uint64_t{a[row + i]} * b[row + i];
  }
  Int128 total = 0;
  for (const std::uint64_t part : sum) total += part;
  return total;
}

HWY_ATTR std::int64_t count(const std::int32_t* column, std::int32_t value) {
  std::int32_t n = 0;
  for (std::size_t i = 0; i < size; ++i) n += column[i] == value ? 1 : 0;
  return n;
}

HWY_ATTR bool sum_columns(std::span<const MatchSummary, size> matches, int players,
                          BatchSums& sums) {
  Columns c;
  for (std::size_t i = 0; i < size; ++i) {
    const MatchSummary& match = matches[i];
    // The next batch, of which there may be none.
    __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(&match) +
                                                     size * sizeof(MatchSummary)));
    c.value[0][i] = match.duration;
    c.value[1][i] = match.branching_factor;
    c.value[2][i] = match.drama;
    c.value[3][i] = match.killer_moves;
    c.value[4][i] = match.lead_change;
    c.turns[i] = match.turns;
    c.winner[i] = match.winner;
    c.end[i] = static_cast<std::int32_t>(match.end);
  }

  std::int32_t fewest = c.turns[0];
  std::int32_t most = c.turns[0];
  std::int64_t turns = 0;
  std::int64_t turns_square = 0;
  for (std::size_t i = 0; i < size; ++i) {
    fewest = std::min(fewest, c.turns[i]);
    most = std::max(most, c.turns[i]);
    turns += c.turns[i];
    turns_square += std::int64_t{c.turns[i]} * c.turns[i];
  }
  std::int32_t too_large = most >> 24;
  for (std::size_t v = 0; v < values; ++v) {
    for (std::size_t i = 0; i < size; ++i) {
      const double value = c.value[v][i];
      too_large |= value > 1 ? 1 : 0;
      c.fixed[v][i] = static_cast<std::uint32_t>(
          static_cast<std::int32_t>(std::min(std::max(0.0, value), 1.0) * BatchSums::scale + 0.5));
    }
  }
  if (too_large != 0) return false;

  sums.turns = turns;
  sums.turns_square = turns_square;
  sums.fewest_turns = fewest;
  sums.most_turns = most;
  for (std::size_t end = 0; end < sums.ends.size(); ++end) {
    sums.ends[end] = count(c.end, static_cast<std::int32_t>(end));
  }
  for (std::size_t v = 0; v < values; ++v) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += c.fixed[v][i];
    sums.sum[v] = static_cast<std::int64_t>(sum);
  }
  for (std::int32_t seat = 0; seat < players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    sums.wins[s] = count(c.winner, seat);
    for (std::size_t v = 0; v < values; ++v) {
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < size; ++i) sum += c.winner[i] == seat ? c.fixed[v][i] : 0;
      sums.won_sum[s][v] = static_cast<std::int64_t>(sum);
    }
  }
  std::size_t next = 0;
  for (std::size_t a = 0; a < values; ++a) {
    for (std::size_t b = a; b < values; ++b) {
      sums.product[next++] = product(c.fixed[a], c.fixed[b]);
    }
  }
  return true;
}

}  // namespace totals_batch

HWY_ATTR bool sum_batch_here(std::span<const MatchSummary, BatchSums::size> matches, int players,
                             BatchSums& sums) {
  return totals_batch::sum_columns(matches, players, sums);
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace evorisk::metrics {

HWY_EXPORT(sum_batch_here);

bool sum_batch(std::span<const MatchSummary, BatchSums::size> matches, int players,
               BatchSums& sums) {
  return HWY_DYNAMIC_DISPATCH(sum_batch_here)(matches, players, sums);
}

}  // namespace evorisk::metrics
#endif
