// Playing on from a position with quick agents in all seats, for the searching ones.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "risk/agents/planning/planner.hpp"

namespace evorisk::risk {

// One per searching agent. Allocates when the variant changes only.
class Playout {
 public:
  void begin_match(const Variant& variant);

  // The position to play on from; copies it. Missions that it does not know are drawn of those that
  // the seats may hold.
  void start(const State& state, Random& random);
  State& state() { return *state_; }

  // Decisions of the seat on turn, and chance's answers.
  Action decide(Random& random);
  // The agent of the seat on turn.
  Planner& planner() { return *agents_[static_cast<std::size_t>(state_->seat())]; }
  void apply(const Action& action, Random& random);
  // The attack until it is decided: conquered, or less likely won than `press_odds`.
  void fight(const Attack& attack, double press_odds, Random& random);
  void deal_with_chance(Random& random);

  // On until `turn` has begun, or the match is over, at most; then what it is worth to each seat.
  std::array<double, max_players> play_until(int turn, Random& random);

 private:
  const Variant* variant_ = nullptr;
  std::unique_ptr<State> state_;
  std::vector<std::unique_ptr<Planner>> agents_;  // by seat
};

}  // namespace evorisk::risk
