#include "metrics/bulk/finished.hpp"

#include "metrics/bulk/lanes_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/bulk/finished.cpp"
#include <hwy/foreach_target.h>
// The include above comes first: it includes this file once per instruction set.
#include <hwy/highway.h>

#include <algorithm>

#include "metrics/match_criteria.hpp"

// Plain loops over columns, which the compiler makes vectors of, for each instruction set anew. The
// same operations as summarise() of a match, so the same bits.
HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {

HWY_ATTR void summarise_columns(const Plan& plan, const FinishedColumns& f, std::size_t first,
                                MatchColumns& columns) {
  // Whole columns: what is beyond the matches comes to nothing.
  constexpr std::size_t size = MatchColumns::size;
  const std::vector<double>& durations = *plan.durations;
  for (std::size_t i = 0; i < columns.filled; ++i) {
    const auto turns = static_cast<std::size_t>(f.turns[first + i]);
    columns.value[0][i] = turns < durations.size()
                              ? durations[turns]
                              : duration_value(f.turns[first + i], plan.parameters);
  }
  for (std::size_t i = 0; i < size; ++i) {
    columns.value[1][i] = branching_value(static_cast<double>(f.moves[first + i]) /
                                          static_cast<double>(f.turns[first + i]));
  }
  for (std::size_t i = 0; i < size; ++i) {
    const std::int32_t turns = f.behind_turns[first + i];
    columns.value[2][i] = double{f.behind_sum[first + i]} / (turns + (turns == 0 ? 1 : 0));
  }
  for (std::size_t i = 0; i < size; ++i) {
    columns.value[3][i] = double{f.largest_swing[first + i]};
  }
  for (std::size_t i = 0; i < size; ++i) {
    const std::int32_t turns = f.turns[first + i];
    columns.value[4][i] =
        static_cast<double>(f.lead_changes[first + i]) / (turns - (turns > 1 ? 1 : 0));
  }
  for (std::size_t i = 0; i < size; ++i) {
    columns.turns[i] = f.turns[first + i];
    columns.winner[i] = f.winner[first + i];
    columns.end[i] = static_cast<std::int32_t>(
        f.winner[first + i] >= 0 ? risk::EndReason::conquest : risk::EndReason::turn_limit);
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
    turns[i] = 1;
    winner[i] = -1;
    moves[i] = 0;
    lead_changes[i] = 0;
    largest_swing[i] = 0;
    behind_sum[i] = 0;
    behind_turns[i] = 0;
  }
  HWY_DYNAMIC_DISPATCH(summarise_columns)(plan, *this, first, columns);
  filled = first;
}

}  // namespace evorisk::metrics::bulk
#endif
