#include "metrics/estimates/totals_batch.hpp"

#include "metrics/bulk/lanes_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/estimates/totals_batch.cpp"
#include <hwy/foreach_target.h>
// The include above comes first: it includes this file once per instruction set.
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
bool sum_columns(const MatchColumns&, int, BatchSums&) {
  return false;  // without vectors, one by one is as fast
}
#else
namespace totals_batch {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t size = MatchColumns::size;

using D64 = hn::ScalableTag<double>;
using DU64 = hn::RebindToUnsigned<D64>;
using DI64 = hn::RebindToSigned<D64>;
using DU32 = hn::Repartition<std::uint32_t, D64>;
using DI32 = hn::Repartition<std::int32_t, D64>;
using DHalf = hn::Rebind<std::int32_t, D64>;
using V64 = hn::Vec<D64>;
using VU64 = hn::Vec<DU64>;
using VI64 = hn::Vec<DI64>;
constexpr D64 d64;
constexpr DU64 du64;
constexpr DI64 di64;
constexpr DU32 du32;
constexpr DI32 di32;
constexpr DHalf half;
constexpr std::size_t lanes = hn::MaxLanes(d64);

HWY_INLINE VU64 low_half(VU64 v) {
  return hn::And(v, hn::Set(du64, 0xFFFFFFFFu));
}
HWY_INLINE std::int64_t sum_of(VU64 v) {
  return static_cast<std::int64_t>(hn::GetLane(hn::SumOfLanes(du64, v)));
}
HWY_INLINE void add_to(std::uint64_t* column, VU64 v) {
  hn::Store(hn::Add(hn::Load(du64, column), v), du64, column);
}

// The values of some matches as multiples of 2^-30: what is below 0 and what is no number, as 0.
HWY_INLINE VU64 fixed(V64 value) {
  const V64 positive = hn::IfThenElseZero(hn::Gt(value, hn::Zero(d64)), value);
  const V64 scaled = hn::Add(hn::Mul(positive, hn::Set(d64, BatchSums::scale)), hn::Set(d64, 0.5));
  // A whole number below 2^52 is what 2^52 plus it has in its last bits.
  const V64 whole = hn::Add(hn::Floor(scaled), hn::Set(d64, 0x1p52));
  return low_half(hn::BitCast(du64, whole));
}

// The sums of products of 64 matches.
HWY_INLINE void add_products(const VU64 (&product)[BatchSums::products], std::size_t first,
                             BatchSums& sums) {
  for (std::size_t i = 0; i < BatchSums::products; ++i) {
    add_to(sums.product_low[i] + first, low_half(product[i]));
    add_to(sums.product_high[i] + first, hn::ShiftRight<32>(product[i]));
  }
}

HWY_INLINE void multiply(const VU64 (&x)[BatchSums::values], VU64 (&product)[BatchSums::products]) {
  std::size_t next = 0;
  for (std::size_t a = 0; a < BatchSums::values; ++a) {
    for (std::size_t b = a; b < BatchSums::values; ++b) {
      const VU64 p = hn::MulEven(hn::BitCast(du32, x[a]), hn::BitCast(du32, x[b]));
      product[next] = hn::Add(product[next], p);
      ++next;
    }
  }
}

// Adds the values of 64 matches, in `row` and after it; they are all that the columns `first` and
// after them get of these.
HWY_INLINE void sum_values(const MatchColumns& c, std::size_t row, std::size_t first, int seats,
                           BatchSums& sums) {
  constexpr std::size_t values = BatchSums::values;
  VU64 product[BatchSums::products];
  for (auto& p : product) p = hn::Zero(du64);
  // 64 bits hold the sum of eight products of at most 2^60.
  for (std::size_t i = 0; i < 8; ++i) {
    const std::size_t at = row + i * BatchSums::columns + first;
    VU64 x[values];
    for (std::size_t v = 0; v < values; ++v) x[v] = fixed(hn::Load(d64, c.value[v] + at));
    for (std::size_t v = 0; v < values; ++v) add_to(sums.sum[v] + first, x[v]);
    multiply(x, product);
    const VI64 winner = hn::PromoteTo(di64, hn::Load(half, c.winner + at));
    for (int s = 0; s < seats; ++s) {
      const auto wins = hn::RebindMask(du64, hn::Eq(winner, hn::Set(di64, std::int64_t{s})));
      for (std::size_t v = 0; v < values; ++v) {
        add_to(sums.won_sum[s][v] + first, hn::IfThenElseZero(wins, x[v]));
      }
    }
  }
  add_products(product, first, sums);
}

HWY_ATTR std::int64_t count(const std::int32_t* column, std::int32_t value) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < size; i += hn::MaxLanes(di32)) {
    n += hn::CountTrue(di32, hn::Eq(hn::Load(di32, column + i), hn::Set(di32, value)));
  }
  return static_cast<std::int64_t>(n);
}

HWY_ATTR bool sum_columns(const MatchColumns& c, int players, BatchSums& sums) {
  auto most = hn::Zero(di32);
  auto fewest = hn::Set(di32, std::int32_t{1} << 24);
  VU64 turns = hn::Zero(du64);
  VU64 turns_square = hn::Zero(du64);
  for (std::size_t i = 0; i < size; i += hn::MaxLanes(di32)) {
    const auto t = hn::Load(di32, c.turns + i);
    most = hn::Max(most, t);
    const auto match = hn::Lt(hn::Iota(di32, static_cast<std::int32_t>(i)),
                              hn::Set(di32, static_cast<std::int32_t>(c.filled)));
    fewest = hn::Min(fewest, hn::IfThenElse(match, t, fewest));
    const VU64 pairs = hn::BitCast(du64, t);
    const VU64 even = low_half(pairs);
    const VU64 odd = hn::ShiftRight<32>(pairs);
    turns = hn::Add(turns, hn::Add(even, odd));
    const auto square = [](VU64 v) HWY_ATTR {
      return hn::MulEven(hn::BitCast(du32, v), hn::BitCast(du32, v));
    };
    turns_square = hn::Add(turns_square, hn::Add(square(even), square(odd)));
  }
  const std::int32_t most_turns = hn::GetLane(hn::MaxOfLanes(di32, most));
  const V64 one = hn::Set(d64, 1.0);
  auto above_one = hn::Gt(one, one);  // nowhere yet
  for (std::size_t i = 0; i < size; i += lanes) {
    for (const auto& column : c.value) {
      above_one = hn::Or(above_one, hn::Gt(hn::Load(d64, column + i), one));
    }
  }
  if (most_turns >> 24 != 0) return false;
  if (!hn::AllFalse(d64, above_one)) return false;

  const std::int32_t fewest_turns = hn::GetLane(hn::MinOfLanes(di32, fewest));
  sums.fewest_turns = sums.matches == 0 ? fewest_turns : std::min(sums.fewest_turns, fewest_turns);
  sums.most_turns = std::max(sums.most_turns, most_turns);
  sums.matches += static_cast<std::int64_t>(c.filled);
  sums.turns += sum_of(turns);
  sums.turns_square += sum_of(turns_square);
  for (std::size_t end = 0; end < sums.ends.size(); ++end) {
    sums.ends[end] += count(c.end, static_cast<std::int32_t>(end));
  }
  for (std::int32_t seat = 0; seat < players; ++seat) {
    sums.wins[static_cast<std::size_t>(seat)] += count(c.winner, seat);
  }
  static_assert(size % 64 == 0 && BatchSums::columns % lanes == 0);
  for (std::size_t row = 0; row < c.filled; row += 64) {
    for (std::size_t first = 0; first < BatchSums::columns; first += lanes) {
      sum_values(c, row, first, players, sums);
    }
  }
  return true;
}

}  // namespace totals_batch
using totals_batch::sum_columns;
#endif

HWY_ATTR bool sum_batch_here(const MatchColumns& columns, int players, BatchSums& sums) {
  return sum_columns(columns, players, sums);
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace evorisk::metrics {

HWY_EXPORT(sum_batch_here);

bool sum_batch(MatchColumns& columns, int players, BatchSums& sums) {
  // Rows that are not filled become matches that no sum counts.
  for (std::size_t i = columns.filled; i < MatchColumns::size; ++i) {
    for (auto& column : columns.value) column[i] = 0;
    columns.turns[i] = 0;
    columns.winner[i] = -1;
    columns.end[i] = -1;
  }
  return HWY_DYNAMIC_DISPATCH(sum_batch_here)(columns, players, sums);
}

}  // namespace evorisk::metrics
#endif
