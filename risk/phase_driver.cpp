#include "risk/phase_driver.hpp"

#include <algorithm>

#include "risk/agent.hpp"
#include "risk/narrow/kernels.hpp"

namespace evorisk::risk {

void PhaseDriver::tell(const Event& event) {
  listener_->on_event(state_, event);
}

void PhaseDriver::refuse(const Action& action, Refusal reason) {
  refused_ = action;
  why_ = reason;
}

bool PhaseDriver::fight(const Attack& attack, int least) {
  if (!accept(attack)) return false;
  if (listener_ != nullptr || attack.from < 0) [[unlikely]] {
    do {
      if (!this->attack(attack)) return false;
    } while (attack.from >= 0 && state_.owner(attack.to) != state_.seat() &&
             state_.troops(attack.from) > state_.troops(attack.to) &&
             state_.troops(attack.to) >= least);
    return true;
  }
  // The same with the troops at hand; the state learns of all rolls at once.
  const Variant& variant = state_.variant();
  const int attack_most = variant.rules().attack_dice;
  const int defence_most = variant.rules().defence_dice;
  const int lowest = std::max(least, 1);
  int attackers = state_.troops(attack.from);
  int defenders = state_.troops(attack.to);
  Losses last;
  int rolls = 0;
  Random dice = dice_;
  do {
    last = variant.dice(std::min(attack_most, attackers - 1), std::min(defence_most, defenders))
               .roll(dice);
    attackers -= last.attacker;
    defenders -= last.defender;
    ++rolls;
  } while ((attackers > defenders) & (defenders >= lowest));
  dice_ = dice;
  state_.fight(attack, attackers, defenders, last, rolls);
  return true;
}

// Action by action.
bool PhaseDriver::place_in_turn(const bits::Word* where) {
  spread_.clear();
  bits::for_each(where, state_.variant().words(), [&](int t) { spread_.add(t, state_.troops(t)); });
  spread_.run(state_.to_place());
  while (!spread_.empty()) {
    if (!place(spread_.next())) return false;
  }
  return true;
}

bool PhaseDriver::fortify_where_fewest(int from, const bits::Word* where) {
  if (state_.phase() == Phase::fortify && listener_ == nullptr && tables_.usable()) {
    const bits::Word own = state_.owned(state_.seat())[0];
    const bits::Word near = state_.variant().neighbour_set(from)[0];
    if (bits::has(&own, from) && (*where & ~(own & near)) == 0 && state_.movable(from) > 0 &&
        state_.variant().rules().fortify == FortifyMode::adjacent &&
        state_.fortify_where_fewest(tables_, from, *where)) {
      return true;
    }
  }
  spread_.clear();
  bits::for_each(where, state_.variant().words(), [&](int t) { spread_.add(t, state_.troops(t)); });
  spread_.run(state_.movable(from));
  while (!spread_.empty()) {
    const Placement& part = spread_.next();
    if (!fortify({from, part.territory, part.troops})) return false;
  }
  return true;
}

std::int64_t PhaseDriver::attack_moves() const {
  if (!sums_fit()) return risk::attack_moves(state_);
  return narrow::attack_moves(tables_, state_.owned(state_.seat())[0], state_.troops().data(),
                              state_.enemy_neighbours().data(),
                              state_.variant().rules().attack_dice);
}

std::int64_t PhaseDriver::fortify_moves() const {
  if (!sums_fit()) return risk::fortify_moves(state_);
  return narrow::fortify_moves(tables_, state_.owned(state_.seat())[0], state_.troops().data(),
                               state_.enemy_neighbours().data());
}

bool PhaseDriver::place_one_by_one(Agent& agent, Random& random) {
  while (state_.phase() < Phase::attack) {
    if (!place(agent.place(view(), random))) return false;
  }
  return true;
}

// Until the agent stops or the match is over. Every roll costs somebody a troop: it ends.
bool PhaseDriver::attack_one_by_one(Agent& agent, Random& random) {
  Attack last{-2, -2};  // legal so far: its target is not conquered
  for (;;) {
    const Attack attack = agent.attack(view(), random);
    if (attack.from != last.from || attack.to != last.to || state_.troops(attack.from) < 2) {
      if (!accept(attack)) return false;
      if (attack.from < 0) {
        if (listener_ != nullptr) tell(Battle{attack, {}});
        state_.attack(attack, {});
        return true;
      }
      last = attack;
    }
    const Losses losses = roll(attack);
    if (listener_ != nullptr) tell(Battle{attack, losses});
    state_.attack(attack, losses);
    if (state_.owner(attack.to) == state_.seat()) {
      if (state_.over()) return true;
      last = {-2, -2};
    }
  }
}

// Every move costs a troop its one step, or is the only one: it ends.
bool PhaseDriver::fortify_one_by_one(Agent& agent, Random& random) {
  while (state_.phase() == Phase::fortify) {
    if (!fortify(agent.fortify(view(), random))) return false;
  }
  return true;
}

// What agents do that do not say otherwise (risk/agent.hpp).
bool Agent::play_placements(PhaseDriver& driver, Random& random) {
  return driver.place_one_by_one(*this, random);
}
bool Agent::play_attacks(PhaseDriver& driver, Random& random) {
  return driver.attack_one_by_one(*this, random);
}
bool Agent::play_fortifications(PhaseDriver& driver, Random& random) {
  return driver.fortify_one_by_one(*this, random);
}

}  // namespace evorisk::risk
