#include "metrics/bulk/tally.hpp"

#include <algorithm>

#include "metrics/match_criteria.hpp"

namespace evorisk::metrics::bulk {

namespace {

// branching_value of short matches, whose logarithms cost as much as their turns.
class BranchingTable {
 public:
  BranchingTable() {
    for (int turns = 1; turns <= most_turns; ++turns) {
      for (int moves = 0; moves < 99 * turns; ++moves) {
        values_[first(turns) + moves] = branching_value(moves, turns);
      }
    }
  }
  double operator()(std::int64_t moves, int turns) const {
    if (moves >= 99 * std::int64_t{turns}) return 1.0;
    return turns <= most_turns ? values_[first(turns) + moves] : branching_value(moves, turns);
  }

 private:
  static constexpr int most_turns = 8;
  static int first(int turns) { return 99 * (turns - 1) * turns / 2; }
  double values_[99 * most_turns * (most_turns + 1) / 2];
};

const BranchingTable branching;

}  // namespace

MatchSummary summarise(const Plan& plan, const Tally& tally, int turns, int winner) {
  MatchSummary s;
  s.turns = turns;
  s.winner = static_cast<std::int8_t>(winner);
  s.end = winner >= 0 ? risk::EndReason::conquest : risk::EndReason::turn_limit;
  const std::vector<double>& durations = *plan.durations;
  s.duration = static_cast<std::size_t>(turns) < durations.size()
                   ? durations[static_cast<std::size_t>(turns)]
                   : duration_value(turns, plan.parameters);
  s.branching_factor = branching(tally.moves, turns);
  if (winner >= 0 && tally.behind_turns[winner] > 0) {
    s.drama = static_cast<double>(tally.behind_sum[winner]) / tally.behind_turns[winner];
  }
  s.killer_moves = std::min(1.0, static_cast<double>(tally.largest_swing));
  if (tally.lead_changes > 0) s.lead_change = static_cast<double>(tally.lead_changes) / (turns - 1);
  return s;
}

}  // namespace evorisk::metrics::bulk
