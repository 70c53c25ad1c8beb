// Plays on from a position with quick agents in all seats; used by the searching agents.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "risk/agents/planning/planner.hpp"

namespace evorisk::risk {

// Each searching agent has one. Allocates only when the variant changes.
class Playout {
 public:
  void begin_match(const Variant& variant);

  // Copies the position to play on from. Draws its unknown missions from those that the seats may
  // hold.
  void start(const State& state, Random& random);
  State& state() { return *state_; }

  // The decision of the quick agent on turn.
  Action decide(Random& random);
  // The agent of the seat on turn.
  Planner& planner() { return *agents_[static_cast<std::size_t>(state_->seat())]; }
  void apply(const Action& action, Random& random);
  // Repeats the attack until it conquers or its odds fall below `press_odds`.
  void fight(const Attack& attack, double press_odds, Random& random);
  void deal_with_chance(Random& random);

  // Plays on until `turn` has begun or the match is over; returns the evaluation for each seat.
  std::array<double, max_players> play_until(int turn, Random& random);

 private:
  const Variant* variant_ = nullptr;
  std::unique_ptr<State> state_;
  std::vector<std::unique_ptr<Planner>> agents_;  // by seat
};

}  // namespace evorisk::risk
