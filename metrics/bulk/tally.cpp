#include "metrics/bulk/tally.hpp"

#include <algorithm>

#include "metrics/match_criteria.hpp"

namespace evorisk::metrics::bulk {

MatchSummary summarise(const Plan& plan, const Tally& tally, int turns, int winner) {
  MatchSummary s;
  s.turns = turns;
  s.winner = static_cast<std::int8_t>(winner);
  s.end = winner >= 0 ? risk::EndReason::conquest : risk::EndReason::turn_limit;
  s.duration = duration_value(turns, plan.ideal_turns);
  s.branching_factor = tally.moves >= 99 * std::int64_t{turns}
                           ? 1.0  // without a logarithm, which costs as much as a short match
                           : branching_value(tally.moves, turns);
  if (winner >= 0 && tally.behind_turns[winner] > 0) {
    s.drama = static_cast<double>(tally.behind_sum[winner]) / tally.behind_turns[winner];
  }
  s.killer_moves = std::min(1.0, static_cast<double>(tally.largest_swing));
  if (turns >= 2) s.lead_change = static_cast<double>(tally.lead_changes) / (turns - 1);
  return s;
}

}  // namespace evorisk::metrics::bulk
