// What the searching agents share: they try out the few moves that the strategist would consider,
// by playing on from each, where the board is worth it; all else they leave to the strategist.
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
  static constexpr double press_odds = 0.4;  // less likely fights are broken off

  struct Moves {
    std::array<Action, most> actions;
    std::size_t count = 0;
    void offer(const Action& action);  // unless it is there
  };

  // Considers the strategist's move and at most `width` others, besides stopping.
  explicit SearchAgent(int width) : width_(static_cast<std::size_t>(width)) {}

  // A turn of its own begins.
  virtual void begin_turn() {}
  // Forgets the last search: another decision is due.
  virtual void forget() = 0;
  // The move that is found best, `usual` being the strategist's.
  virtual Action search(const State& state, const Action& usual, Random& random) = 0;

  // Whether moves are searched in this phase.
  static bool branches(Phase phase) {
    return phase == Phase::reinforce || phase == Phase::continent || phase == Phase::attack;
  }
  // The usual move first, then what else the planner would consider, then to stop attacking.
  Moves considered(Planner& planner, const State& state, const Action& usual) const;
  // The first turn after the replies of all rivals.
  int horizon(const State& state) const;
  // Plays the move in the playout; an attack until it is decided.
  void try_out(const Action& action, Random& dice);
  // Of what the last search has found.
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
  Attack fight_;                   // being fought
  Phase following_ = Phase::over;  // the phase in which the strategist places by itself
};

}  // namespace evorisk::risk
