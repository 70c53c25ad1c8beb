// The base of the searching agents. In some phases they try out the few moves that the strategist
// would consider, by playing on from each. The strategist makes all other decisions.
#pragma once

#include <array>
#include <memory>

#include "risk/agents/one_decision.hpp"
#include "risk/agents/planning/playout.hpp"
#include "risk/agents/strategist.hpp"

namespace evorisk::risk {

class SearchAgent : public OneDecision {
 public:
  void begin_match(const Variant& variant, int seat) override;

 protected:
  static constexpr std::size_t most = 12;    // moves considered
  static constexpr double press_odds = 0.4;  // fights below these odds are broken off

  struct Moves {
    std::array<Action, most> actions;
    std::size_t count = 0;
    void offer(const Action& action);  // unless it is there
  };

  // Considers the strategist's move, at most `width` others, and ending the attack.
  explicit SearchAgent(int width) : width_(static_cast<std::size_t>(width)) {}

  // Called when a turn of this seat begins.
  virtual void begin_turn() {}
  // Discards the last search, because another decision is due.
  virtual void forget() = 0;
  // The best move found. `usual` is the strategist's move.
  virtual Action search(const State& state, const Action& usual, Random& random) = 0;

  // Whether moves are searched in this phase.
  static bool branches(Phase phase) {
    return phase == Phase::reinforce || phase == Phase::continent || phase == Phase::attack;
  }
  // The usual move first, then the planner's other options, then the end of the attack.
  Moves considered(Planner& planner, const State& state, const Action& usual) const;
  // The first turn after the replies of all rivals.
  int horizon(const State& state) const;
  // Plays the move in the playout. An attack is repeated until it is decided.
  void try_out(const Action& action, Random& dice);
  // The explanation of the last search.
  static Explanation explained(const char* reason, std::vector<Explanation::Option> options);
  int seat() const { return seat_; }

  std::unique_ptr<Planner> base_ = make_strategist(usual_caution);
  Playout playout_;

 private:
  Action decide(const State& state, Random& random) final;

  std::size_t width_;
  const BattleOdds* odds_ = nullptr;
  int seat_ = 0;
  int turn_ = -1;
  Attack fight_;                   // the fight in progress
  Phase following_ = Phase::over;  // the phase in which the strategist places by itself
};

}  // namespace evorisk::risk
