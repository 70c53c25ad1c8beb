// The base of the rule-based agents. Each kind sets the worth of conquests, the odds it accepts and
// what it guards; the operational level does the rest.
#pragma once

#include <vector>

#include "risk/agent.hpp"
#include "risk/agents/planning/aims.hpp"
#include "risk/agents/planning/appraisal.hpp"
#include "risk/agents/planning/draft.hpp"
#include "risk/agents/planning/operations.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

// A set of three cards from the hand of the seat on turn, or no exchange without a set. Prefers
// sets that show one own territory, filled up with cards of others' territories. The territory
// bonus goes to the own territory on the cards with the highest `value` (per territory).
Exchange best_exchange(const State& state, const std::vector<double>& value);

// The continent's name, or "continent 3".
Message continent_name(const Variant& variant, int continent);

// How a planner splits its troops between guarding and gathering.
struct Guard {
  double initial = 1;      // share of the initial troops (placed before the first turn) ...
  double share = 0.3;      // ... and of a turn's troops that go where they are needed, not gathered
  double strongest = 0.5;  // a border needs this times its strongest enemy neighbour
};

// With missions it also pursues its own mission and guards against those it guesses of rivals.
class Planner : public Agent {
 public:
  explicit Planner(const Aims::Weights& aims = {}) : aims_(aims) {}
  void begin_match(const Variant& variant, int seat) override;
  int pick(const State& state, Random& random) override;
  Exchange exchange(const State& state, Random& random) override;
  Placement place(const State& state, Random& random) override;
  Attack attack(const State& state, Random& random) override;
  Fortify fortify(const State& state, Random& random) override;
  Explanation explain(const State& state) const override;

  // Writes its best actions into `room`, best first, and returns their number. In a placement
  // phase: bases, each with all the troops. In the attack phase: first attacks of campaigns. Else
  // none.
  struct Option {
    Action action;
    double value = 0;  // in troops
  };
  std::size_t options(const State& state, std::span<Option> room);

 protected:
  // Sets wishes_, and the entries of keep_ that are more than 0. Called when a phase begins and
  // after every conquest.
  virtual void wish(const State& state) = 0;
  // The pull of a border territory on troops in the fortify phase. By default the enemy troops
  // around it that it does not match.
  virtual double pull(const State& state, int t) const;
  // The reason that explain() gives.
  virtual Message reason(const State& state) const = 0;

  int seat() const { return seat_; }

  Operations operations_;
  Appraisal appraisal_;  // of the position that the wishes are for
  Wishes wishes_;
  Guard guard_;
  std::vector<double> keep_;  // per own territory: troops worth spending to keep it
  bool simple_pick_ = false;  // picks by simple_worth() instead of the draft, for comparisons

 private:
  void refresh(const State& state);
  std::size_t list(const State& state, std::span<Option> room) const;
  const bits::Word* placeable(const State& state) const;
  int neediest(const State& state, const bits::Word* where) const;
  // Of a free territory: compact holdings in continents that no other seat has entered, or the last
  // territory of another seat's continent.
  double simple_worth(const State& state, int t) const;

  Aims aims_;
  Draft draft_;
  int seat_ = 0;
  std::vector<double> pull_;
  // The position that the wishes are for.
  int seen_turn_ = -1;
  int seen_territories_ = -1;
  Phase seen_phase_ = Phase::over;
  // In this placement phase, how many troops guard instead of gathering.
  int guard_turn_ = -1;
  Phase guard_phase_ = Phase::over;
  int guarding_ = 0;
};

}  // namespace evorisk::risk
