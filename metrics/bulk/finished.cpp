#include "metrics/bulk/finished.hpp"

#include "metrics/bulk/lanes_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/bulk/finished.cpp"
#include <hwy/foreach_target.h>
// The include above comes first: it includes this file once per instruction set.
#include <hwy/highway.h>

#include <algorithm>

#include "metrics/match_criteria.hpp"

// The same operations as summarise() of a match, or exactly equivalent ones, so the same bits.
HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {

// Whole columns: what is beyond the matches comes to nothing.
constexpr std::size_t size = MatchColumns::size;

#if HWY_TARGET == HWY_AVX3
namespace finished {
namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::FixedTag<double, 8> d64;
constexpr hn::FixedTag<std::uint64_t, 8> du64;
constexpr hn::FixedTag<std::int64_t, 8> di64;
constexpr hn::FixedTag<std::uint32_t, 8> du32;
constexpr hn::FixedTag<float, 8> df32;
using V64 = hn::Vec<decltype(d64)>;
using VU64 = hn::Vec<decltype(du64)>;

constexpr std::size_t most_looked_up = 32;

// [k]: the double that is nearest to 1 / k; of 0, that of 1.
struct Reciprocals {
  alignas(64) double of[most_looked_up] = {1};
  constexpr Reciprocals() {
    for (std::size_t k = 1; k < most_looked_up; ++k) of[k] = 1.0 / static_cast<double>(k);
  }
};
constexpr Reciprocals reciprocals;

// The first doubles of an array, 16 or 32, in two registers or four, by their places in it.
template <std::size_t size>
class Table {
 public:
  HWY_INLINE explicit Table(const double* numbers)
      : a_(hn::LoadU(d64, numbers)),
        b_(hn::LoadU(d64, numbers + 8)),
        c_(hn::LoadU(d64, numbers + size - 16)),
        d_(hn::LoadU(d64, numbers + size - 8)) {}
  HWY_INLINE V64 operator[](VU64 places) const {
    const auto place = hn::IndicesFromVec(d64, hn::And(places, hn::Set(du64, 7)));
    const auto has = [&](std::uint64_t bit) HWY_ATTR {
      return hn::RebindMask(d64, hn::TestBit(places, hn::Set(du64, bit)));
    };
    const auto of = [&](V64 low, V64 high) HWY_ATTR {
      return hn::IfThenElse(has(8), hn::TableLookupLanes(high, place),
                            hn::TableLookupLanes(low, place));
    };
    if constexpr (size == 16) return of(a_, b_);
    return hn::IfThenElse(has(16), of(c_, d_), of(a_, b_));
  }

 private:
  static_assert(size == 16 || size == 32);
  V64 a_, b_, c_, d_;
};

// a / b, correctly rounded as a division is, for b from 1 to 31 and its reciprocal: the product is
// off by two units in the last place at most, and what is left over, which is exact, corrects it
// (Markstein 1990; the quotient of a float or a whole number by such a b is nowhere near the middle
// between two doubles unless it is the middle).
HWY_INLINE V64 quotient(V64 a, V64 b, V64 reciprocal) {
  const V64 near = hn::Mul(a, reciprocal);
  return hn::MulAdd(hn::NegMulAdd(near, b, a), reciprocal, near);
}

HWY_INLINE VU64 numbers(const std::uint32_t* column) {
  return hn::PromoteTo(du64, hn::LoadU(du32, column));
}
HWY_INLINE V64 as_double(VU64 numbers_below_2_63) {
  return hn::ConvertTo(d64, hn::BitCast(di64, numbers_below_2_63));
}

// As divide_columns, of matches of fewer than `turn_limit` turns, 16 or 32: without a division.
template <std::size_t turn_limit>
HWY_INLINE void divide_short(const std::vector<double>& durations, const FinishedColumns& f,
                             std::size_t first, MatchColumns& columns) {
  const Table<turn_limit> duration(durations.data());
  const Table<turn_limit> reciprocal(reciprocals.of);
  const VU64 one = hn::Set(du64, 1);
  for (std::size_t i = 0; i < size; i += hn::Lanes(d64)) {
    const VU64 both_turns = numbers(f.turns_and_behind + first + i);
    const VU64 turns = hn::And(both_turns, hn::Set(du64, 0xFFFF));
    const VU64 changes = hn::ShiftRight<2>(numbers(f.winner_and_changes + first + i));
    const VU64 most_changes = hn::Max(hn::Sub(turns, one), one);
    const VU64 behind = hn::Max(hn::ShiftRight<16>(both_turns), one);
    const V64 behind_sum = hn::PromoteTo(d64, hn::LoadU(df32, f.behind_sum + first + i));
    const auto share = [&](V64 a, VU64 b)
                           HWY_ATTR { return quotient(a, as_double(b), reciprocal[b]); };
    hn::Store(duration[turns], d64, columns.value[0] + i);
    hn::Store(share(as_double(numbers(f.moves + first + i)), turns), d64, columns.value[1] + i);
    hn::Store(share(behind_sum, behind), d64, columns.value[2] + i);
    hn::Store(share(as_double(changes), most_changes), d64, columns.value[4] + i);
  }
}

// A number that no match has more turns than, less than twice the most.
HWY_INLINE std::uint32_t at_most_turns(const std::uint32_t* turns) {
  auto bits = hn::Zero(du32);
  for (std::size_t i = 0; i < size; i += hn::Lanes(du32)) {
    bits = hn::Or(bits, hn::LoadU(du32, turns + i));
  }
  return hn::GetLane(hn::MaxOfLanes(du32, hn::And(bits, hn::Set(du32, 0xFFFFu))));
}

}  // namespace finished
#endif

// Below, plain loops over columns, which the compiler makes vectors of, for each instruction set
// anew.

// What divides one number by another: the moves of a mean turn, for the branching factor, too.
HWY_ATTR void divide_columns(const Plan& plan, const FinishedColumns& f, std::size_t first,
                             MatchColumns& columns) {
  const std::vector<double>& durations = *plan.durations;
#if HWY_TARGET == HWY_AVX3
  const std::uint32_t turns = finished::at_most_turns(f.turns_and_behind + first);
  if (turns < 16) return finished::divide_short<16>(durations, f, first, columns);
  if (turns < 32) return finished::divide_short<32>(durations, f, first, columns);
#endif
  for (std::size_t i = 0; i < columns.filled; ++i) {
    const std::size_t turns = f.turns_and_behind[first + i] & 0xFFFF;
    columns.value[0][i] = turns < durations.size()
                              ? durations[turns]
                              : duration_value(static_cast<int>(turns), plan.parameters);
  }
  for (std::size_t i = 0; i < size; ++i) {
    const auto turns = static_cast<std::int32_t>(f.turns_and_behind[first + i] & 0xFFFF);
    columns.value[1][i] = static_cast<double>(f.moves[first + i]) / turns;
  }
  for (std::size_t i = 0; i < size; ++i) {
    const auto turns = static_cast<std::int32_t>(f.turns_and_behind[first + i] >> 16);
    columns.value[2][i] = double{f.behind_sum[first + i]} / (turns + (turns == 0 ? 1 : 0));
  }
  for (std::size_t i = 0; i < size; ++i) {
    const auto turns = static_cast<std::int32_t>(f.turns_and_behind[first + i] & 0xFFFF);
    const auto changes = static_cast<std::int32_t>(f.winner_and_changes[first + i] >> 2);
    columns.value[4][i] = static_cast<double>(changes) / (turns - (turns > 1 ? 1 : 0));
  }
}

HWY_ATTR void summarise_columns(const Plan& plan, const FinishedColumns& f, std::size_t first,
                                MatchColumns& columns) {
  divide_columns(plan, f, first, columns);
  for (std::size_t i = 0; i < size; ++i) {
    columns.value[1][i] = branching_value(columns.value[1][i]);
  }
  for (std::size_t i = 0; i < size; ++i) {
    columns.value[3][i] = double{f.largest_swing[first + i]};
  }
  for (std::size_t i = 0; i < size; ++i) {
    columns.turns[i] = static_cast<std::int32_t>(f.turns_and_behind[first + i] & 0xFFFF);
    columns.winner[i] = static_cast<std::int32_t>(f.winner_and_changes[first + i] & 3) - 1;
    columns.end[i] = static_cast<std::int32_t>(
        columns.winner[i] >= 0 ? risk::EndReason::conquest : risk::EndReason::turn_limit);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace evorisk::metrics::bulk {

HWY_EXPORT(summarise_columns);

void FinishedColumns::take_out(const Plan& plan, MatchColumns& columns) {
  columns.filled = std::min(filled, MatchColumns::size);
  const std::size_t first = filled - columns.filled;
  for (std::size_t i = filled; i < first + MatchColumns::size; ++i) {
    turns_and_behind[i] = 1;
    winner_and_changes[i] = 0;
    moves[i] = 0;
    largest_swing[i] = 0;
    behind_sum[i] = 0;
  }
  HWY_DYNAMIC_DISPATCH(summarise_columns)(plan, *this, first, columns);
  filled = first;
}

}  // namespace evorisk::metrics::bulk
#endif
