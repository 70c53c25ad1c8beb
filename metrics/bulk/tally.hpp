// What a match adds up for the criteria while it is played, and the summary made of it.
#pragma once

#include <cmath>
#include <cstdint>

#include "metrics/bulk/plan.hpp"
#include "metrics/summary.hpp"

namespace evorisk::metrics::bulk {

// Of one match. Positions are compared in integers; the margins and their roots are single floats,
// each made by IEEE operations in one fixed order, so that every engine path and every instruction
// set gets the same bits. (A float's rounding is some 10^-7; a criterion's chance error is 10^-4
// after a million matches.) Requires that floats are not contracted (-ffp-contract=off).
struct Tally {
  std::int64_t moves = 0;
  std::int32_t leader = 0;  // +1 seat 0, -1 seat 1, 0 nobody yet
  std::int32_t lead_changes = 0;
  float margin = -2;  // of the last mover over the other; -2, lower than any, before turn 1
  float largest_swing = 0;
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
    largest_swing = swing > largest_swing ? swing : largest_swing;
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

// `winner`: seat, or -1 when the turn limit ended the match.
MatchSummary summarise(const Plan& plan, const Tally& tally, int turns, int winner);

}  // namespace evorisk::metrics::bulk
