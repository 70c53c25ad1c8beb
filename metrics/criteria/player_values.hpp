// The evaluation H (thesis eq. 4.1) of all players at the end of a turn, exactly.
#pragma once

#include <array>
#include <cstdint>

#include "metrics/criteria/summary.hpp"
#include "metrics/estimates/exact.hpp"

namespace evorisk::metrics {

// In integers, so that whether a player leads or is behind never depends on rounding.
struct PlayerValues {
  // Of each player (only the players of the match are set), in a unit that all share; of all
  // players together `whole`.
  std::array<Int128, max_seats> value;
  Int128 whole = 0;
  Int128 highest = -1;
  Int128 second = -1;  // the next highest; equal to `highest` where that is shared
  int holder = -1;     // the first player with the highest
  double unit = 0;     // value * unit is H

  Int128 lead() const { return highest - second; }
  double share(Int128 part) const { return static_cast<double>(part) / static_cast<double>(whole); }
};
PlayerValues player_values(const EvaluationWeights& weights, const risk::TurnEnd& end);

}  // namespace evorisk::metrics
