// What the rule-based agents share: they say what a conquest is worth to them, how bold they are
// and what they guard; the operational level does the rest.
#pragma once

#include <vector>

#include "risk/agent.hpp"
#include "risk/agents/planning/aims.hpp"
#include "risk/agents/planning/appraisal.hpp"
#include "risk/agents/planning/operations.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

// Three cards of the hand of the seat on turn that are a set, with the territory bonus on the own
// territory on them that `value` (per territory) likes best; keeps the cards without a set.
// Prefers sets that show one own territory, and spends cards of others' territories on the rest.
Exchange best_exchange(const State& state, const std::vector<double>& value);

// Its name, or "continent 3".
Message continent_name(const Variant& variant, int continent);

// How a planner places its troops and guards what it has.
struct Guard {
  double initial = 1;      // share of the initial troops (placed before the first turn) ...
  double share = 0.3;      // ... and of a turn's troops that go where they are needed, not gathered
  double strongest = 0.5;  // need: a troop per so many of the strongest enemy next to a border
};

// With missions it goes for its own, and guards against those it guesses of others, beside what its
// kind wishes.
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

  // What it would consider now, best first, at most as many as there is room for; how many that
  // are. In a placement phase: bases, with all the troops; in the attack phase: first attacks of
  // campaigns; else nothing.
  struct Option {
    Action action;
    double value = 0;  // in troops
  };
  std::size_t options(const State& state, std::span<Option> room);

 protected:
  // Sets wishes_, and keep_ where that is more than 0; called when a phase begins and after every
  // conquest.
  virtual void wish(const State& state) = 0;
  // How much a free territory is wanted; ties go to the lowest. By default compact holdings in
  // continents that no other seat has entered, or the last of what another would own wholly.
  virtual double claim(const State& state, int t) const;
  // How much a border territory draws troops in the fortify phase. By default by the enemies around
  // that it does not match.
  virtual double pull(const State& state, int t) const;
  // Why, for explain().
  virtual Message reason(const State& state) const = 0;

  int seat() const { return seat_; }

  Operations operations_;
  Appraisal appraisal_;  // of the position that the wishes are for
  Wishes wishes_;
  Guard guard_;
  std::vector<double> keep_;  // per own territory: troops worth spending to keep it

 private:
  void refresh(const State& state);
  std::size_t list(const State& state, std::span<Option> room) const;
  const bits::Word* placeable(const State& state) const;
  int neediest(const State& state, const bits::Word* where) const;

  Aims aims_;
  int seat_ = 0;
  std::vector<double> pull_;
  // The position that the wishes are for.
  int seen_turn_ = -1;
  int seen_territories_ = -1;
  Phase seen_phase_ = Phase::over;
  // Of the placement phase: troops that guard, not gather.
  int guard_turn_ = -1;
  Phase guard_phase_ = Phase::over;
  int guarding_ = 0;
};

}  // namespace evorisk::risk
