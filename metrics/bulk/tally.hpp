// What a match adds up for the criteria while it is played, and the summary made of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "metrics/bulk/plan.hpp"
#include "metrics/criteria/match_criteria.hpp"
#include "metrics/criteria/summary.hpp"

namespace evorisk::metrics::bulk {

// Of one match. Positions are compared in integers; the margins and their roots are single floats,
// each made by IEEE operations in one fixed order, so that every engine path and every instruction
// set gets the same bits. (A float's rounding is some 10^-7; a criterion's chance error is 10^-4
// after a million matches.) Requires that floats are not contracted (-ffp-contract=off).
struct Tally {
  std::int64_t moves = 0;
  std::int32_t leader = 0;  // +1 seat 0, -1 seat 1, 0 none yet
  std::int32_t lead_changes = 0;
  float margin = -2;        // of the last mover over the other; -2, lower than any, before turn 1
  float largest_swing = 0;  // at most 1
  float behind_sum[2] = {0, 0};  // by seat: of the roots of its deficits
  std::int32_t behind_turns[2] = {0, 0};

  // The end of a turn of `mover`: what mover and other then own.
  void end_turn(const Plan& plan, int mover, int territories, int other_territories,
                std::int64_t troops, std::int64_t other_troops) {
    const std::int64_t all = troops + other_troops;
    const std::int64_t lead = plan.territory_weight * (territories - other_territories) * all +
                              plan.troop_weight * (troops - other_troops) * plan.territories;
    const float now =
        static_cast<float>(lead) * plan.unit / static_cast<float>(all * plan.territories);
    const float swing = now + margin;
    largest_swing = std::min(std::max(swing, largest_swing), 1.0F);
    margin = now;
    if (lead == 0) return;
    const int behind = lead < 0 ? mover : 1 - mover;
    behind_sum[behind] += std::sqrt(std::abs(now));
    ++behind_turns[behind];
    const int leads = behind == 1 ? 1 : -1;
    if (leader == -leads) ++lead_changes;
    leader = leads;
  }
};

// A match that is over.
struct Finished {
  int turns;
  int winner;  // seat, or -1 when the turn limit ended the match
  std::int64_t moves;
  int lead_changes;
  float largest_swing;
  float behind_sum;  // of the winner; 0 without one
  int behind_turns;  // likewise
};

inline Finished finished(const Tally& tally, int turns, int winner) {
  Finished f{turns, winner, tally.moves, tally.lead_changes, tally.largest_swing, 0, 0};
  if (winner >= 0) {
    f.behind_sum = tally.behind_sum[winner];
    f.behind_turns = tally.behind_turns[winner];
  }
  return f;
}

// The summary of a match that is over. Hardly a jump depends on the match, for it would go wrong as
// often as not: a winner who was never behind has a sum of 0, and in a single turn the lead cannot
// change.
inline MatchSummary summarise(const Plan& plan, const Finished& match) {
  return {
      .duration = duration_value(match.turns, plan.parameters),
      .branching_factor = branching_value(match.moves, match.turns),
      .drama = double{match.behind_sum} / (match.behind_turns + (match.behind_turns == 0 ? 1 : 0)),
      .killer_moves = double{match.largest_swing},
      .lead_change = double(match.lead_changes) / (match.turns - (match.turns > 1 ? 1 : 0)),
      .turns = match.turns,
      .winner = static_cast<std::int8_t>(match.winner),
      .end = match.winner >= 0 ? risk::EndReason::conquest : risk::EndReason::turn_limit,
  };
}

}  // namespace evorisk::metrics::bulk
