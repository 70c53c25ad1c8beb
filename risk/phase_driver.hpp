// What an agent that plays a whole phase in one go plays it through: its actions, one after the
// other, checked, rolled, told to the record and applied as if it had been asked for each.
#pragma once

#include <optional>
#include <span>

#include "maps/base/random.hpp"
#include "risk/action.hpp"
#include "risk/legal.hpp"
#include "risk/match.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

// Belongs to a match in progress (MatchPlayer); for the seat on turn. Every action answers whether
// it was legal: after an illegal one, which forfeits the match, nothing more may be asked of it.
class PhaseDriver {
 public:
  const State& state() const { return state_; }

  bool place(const Placement& placement) {
    if (!accept(placement)) return false;
    if (listener_ != nullptr) tell(placement);
    state_.place(placement);
    return true;
  }

  // One roll, or with from < 0 the end of the attack.
  bool attack(const Attack& attack) {
    if (!accept(attack)) return false;
    const Losses losses = attack.from < 0 ? Losses{} : roll(attack);
    if (listener_ != nullptr) tell(Battle{attack, losses});
    state_.attack(attack, losses);
    return true;
  }

  // The same attack, once, and again for as long as the attacker has more troops than the defender
  // and the defender at least `least` (and any): many rolls for one question.
  bool fight(const Attack& attack, int least);

  bool fortify(const Fortify& fortify) {
    if (!accept(fortify)) return false;
    if (listener_ != nullptr) tell(fortify);
    state_.fortify(fortify);
    return true;
  }

  // The phase decision by decision: what an agent does that has nothing better.
  bool place_one_by_one(Agent& agent, Random& random);
  bool attack_one_by_one(Agent& agent, Random& random);
  bool fortify_one_by_one(Agent& agent, Random& random);

 private:
  friend class MatchPlayer;

  explicit PhaseDriver(const Variant& variant) : state_(variant) {
    if (variant.missions() > 0) seen_.emplace(variant);
  }

  // What the seat on turn may see. A driver shows everything: where that is too much, agents are
  // asked decision by decision.
  bool open() const { return !seen_; }
  const State& view() {
    if (!seen_) [[likely]]
      return state_;
    *seen_ = state_;
    seen_->hide_missions(state_.seat());
    return *seen_;
  }

  void tell(const Event& event);

  // Whether the action is legal; remembers it if not.
  template <class A>
  bool accept(const A& action) {
    const Refusal reason = refusal(state_, action);
    if (reason == Refusal::none) [[likely]]
      return true;
    refuse(action, reason);
    return false;
  }
  void refuse(const Action& action, Refusal reason);

  Losses roll(const Attack& attack) {
    return state_.variant()
        .dice(attack_dice(state_, attack.from), defence_dice(state_, attack.to))
        .roll(dice_);
  }

  State state_;
  std::optional<State> seen_;
  Random dice_{StreamKey{}};
  MatchListener* listener_ = nullptr;
  Action refused_;
  Refusal why_ = Refusal::none;
};

}  // namespace evorisk::risk
