#include "metrics/bulk/finished.hpp"

#include "metrics/bulk/lanes_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/bulk/finished.cpp"
#include <hwy/foreach_target.h>
// The include above comes first: it includes this file once per instruction set.
#include <hwy/highway.h>

#include <algorithm>

#include "metrics/criteria/match_criteria.hpp"

// The same operations as summarise() of a match, or exactly equivalent ones, so the same bits.
HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {

// Whole columns: what is beyond the matches comes to nothing.
constexpr std::size_t size = MatchColumns::size;

// Plain loops over columns, which the compiler makes vectors of, for each instruction set
// anew.

HWY_ATTR void summarise_columns(const Plan& plan, const FinishedColumns& f, std::size_t first,
                                MatchColumns& columns) {
  const CriteriaParameters parameters = plan.parameters;
  for (std::size_t i = 0; i < size; ++i) {
    const auto turns = static_cast<std::int32_t>(f.turns_and_behind[first + i] & 0xFFFF);
    columns.value[0][i] = duration_value(turns, parameters);
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
