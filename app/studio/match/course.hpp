// The course of one match as curves: who is ahead after each turn, and where it turned.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "metrics/criteria/match_criteria.hpp"
#include "risk/match.hpp"

namespace evorisk::app {

// Observes matches, one at a time.
class CourseCurve final : public risk::TurnObserver {
 public:
  void begin_match();
  void on_turn_end(const risk::TurnEnd& end) override;

  metrics::MatchSummary summary(const risk::MatchResult& result) const {
    return criteria_.summary(result);
  }
  // {"H": [[seat 0, seat 1, ...] of each turn], "movers": [...], "killer": the turn of the largest
  // swing for its mover (0: none), "lead_changes": [turns]}; H by eq. 4.1, turns from 1. Leaders
  // as in the criterion: where the maximum is shared, the previous leader stays.
  nlohmann::ordered_json json() const;

 private:
  metrics::MatchCriteria criteria_{metrics::CriteriaParameters{}};
  std::vector<std::vector<double>> h_;
  std::vector<int> movers_;
};

}  // namespace evorisk::app
