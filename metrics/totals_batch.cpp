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

constexpr std::size_t size = MatchColumns::size;
constexpr std::size_t values = MatchColumns::values;

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

// Rows that are not filled become matches that no sum counts.
HWY_ATTR void blank(MatchColumns& c) {
  for (std::size_t i = c.filled; i < size; ++i) {
    for (auto& column : c.value) column[i] = 0;
    c.turns[i] = 0;
    c.winner[i] = -1;
    c.end[i] = -1;
  }
}

HWY_ATTR bool sum_columns(MatchColumns& c, int players, BatchSums& sums) {
  blank(c);
  std::int32_t fewest = c.turns[0];
  for (std::size_t i = 1; i < c.filled; ++i) fewest = std::min(fewest, c.turns[i]);
  std::int32_t most = 0;
  std::int64_t turns = 0;
  std::int64_t turns_square = 0;
  for (std::size_t i = 0; i < size; ++i) {
    most = std::max(most, c.turns[i]);
    turns += c.turns[i];
    turns_square += std::int64_t{c.turns[i]} * c.turns[i];
  }
  std::int32_t too_large = most >> 24;
  alignas(64) std::uint32_t fixed[values][size];  // multiples of 2^-30
  for (std::size_t v = 0; v < values; ++v) {
    for (std::size_t i = 0; i < size; ++i) {
      const double value = c.value[v][i];
      too_large |= value > 1 ? 1 : 0;
      fixed[v][i] = static_cast<std::uint32_t>(
          static_cast<std::int32_t>(std::min(std::max(0.0, value), 1.0) * BatchSums::scale + 0.5));
    }
  }
  if (too_large != 0) return false;

  sums.matches = static_cast<std::int64_t>(c.filled);
  sums.turns = turns;
  sums.turns_square = turns_square;
  sums.fewest_turns = fewest;
  sums.most_turns = most;
  for (std::size_t end = 0; end < sums.ends.size(); ++end) {
    sums.ends[end] = count(c.end, static_cast<std::int32_t>(end));
  }
  for (std::size_t v = 0; v < values; ++v) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += fixed[v][i];
    sums.sum[v] = static_cast<std::int64_t>(sum);
  }
  for (std::int32_t seat = 0; seat < players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    sums.wins[s] = count(c.winner, seat);
    for (std::size_t v = 0; v < values; ++v) {
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < size; ++i) sum += c.winner[i] == seat ? fixed[v][i] : 0;
      sums.won_sum[s][v] = static_cast<std::int64_t>(sum);
    }
  }
  std::size_t next = 0;
  for (std::size_t a = 0; a < values; ++a) {
    for (std::size_t b = a; b < values; ++b) {
      sums.product[next++] = product(fixed[a], fixed[b]);
    }
  }
  return true;
}

}  // namespace totals_batch

HWY_ATTR bool sum_batch_here(MatchColumns& columns, int players, BatchSums& sums) {
  return totals_batch::sum_columns(columns, players, sums);
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace evorisk::metrics {

HWY_EXPORT(sum_batch_here);

bool sum_batch(MatchColumns& columns, int players, BatchSums& sums) {
  return HWY_DYNAMIC_DISPATCH(sum_batch_here)(columns, players, sums);
}

}  // namespace evorisk::metrics
#endif
