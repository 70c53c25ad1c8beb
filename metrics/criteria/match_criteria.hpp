// From the ends of a match's turns to its contribution to the criteria.
// Source: thesis 4.3.5 (after Browne 2011), with the choices written at each value.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "metrics/criteria/logarithm.hpp"
#include "metrics/criteria/summary.hpp"

namespace evorisk::metrics {

// |D - T| / D of a match of `turns` turns (eq. 4.3). With a band of ideal lengths: 0 inside, else
// the distance from the end that is missed, as a share of it.
inline double duration_value(int turns, const CriteriaParameters& parameters) {
  const double low = parameters.ideal_turns;
  const double high = parameters.ideal_turns_end.value_or(low);
  const double ideal = std::clamp(static_cast<double>(turns), low, high);  // the nearest
  return std::abs(ideal - turns) / ideal;
}

// min(1, log10(M + 1) / 2), M = moves / turns (eq. 4.8); 0 for a match without a turn.
inline double branching_value(double mean_moves) {
  return std::min(1.0, common_logarithm(mean_moves + 1) / 2);
}
inline double branching_value(std::int64_t moves, int turns) {
  if (turns == 0) return 0;
  return branching_value(static_cast<double>(moves) / static_cast<double>(turns));
}

// Watches one match at a time, in constant memory, allocation-free. For 2 to max_seats players.
//
// Where the highest value of H (player_values.hpp) is shared, the previous leader stays, even when
// it is not among those who share it.
class MatchCriteria final : public risk::TurnObserver {
 public:
  // Throws InputError for parameters out of range.
  explicit MatchCriteria(const CriteriaParameters& parameters);

  void begin_match();
  void on_turn_end(const risk::TurnEnd& end) override;
  // After the match's last turn.
  MatchSummary summary(const risk::MatchResult& result) const;

 private:
  EvaluationWeights weights_;
  CriteriaParameters parameters_;

  int turns_ = 0;
  std::int64_t moves_ = 0;
  int leader_ = -1;  // -1: no seat has led yet
  int lead_changes_ = 0;
  double largest_swing_ = 0;
  std::array<double, max_seats> margin_{};      // D_p = H_p - max of the others, one turn ago
  std::array<double, max_seats> behind_sum_{};  // of sqrt(max H - H_p) over the turns behind
  std::array<int, max_seats> behind_turns_{};
};

}  // namespace evorisk::metrics
