// A criterion of one's own: the share of turns that the seat with the most territories plays.
#pragma once

#include <algorithm>
#include <memory>

#include "metrics/criteria/added.hpp"

class LeadersTurns final : public evorisk::metrics::MatchMeasure {
 public:
  void begin_match(const evorisk::risk::Variant&) override { led_ = turns_ = 0; }
  void on_turn_end(const evorisk::risk::TurnEnd& end) override {
    const int most = *std::max_element(end.territories.begin(), end.territories.end());
    led_ += end.territories[static_cast<std::size_t>(end.mover)] == most ? 1 : 0;
    ++turns_;
  }
  double value(const evorisk::risk::MatchResult&) override {
    return turns_ > 0 ? led_ / turns_ : 0;
  }

 private:
  double led_ = 0;
  double turns_ = 0;
};

inline evorisk::metrics::Criterion add_leaders_turns() {
  return evorisk::metrics::add_criterion(
      {"leaders_turns", "Leader's turns", "share of turns that the leader plays", 0.5,
       [] { return std::make_unique<LeadersTurns>(); }});
}
