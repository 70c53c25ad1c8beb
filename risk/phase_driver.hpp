// What an agent that plays a whole phase in one go plays it through: its actions, one after the
// other, checked, rolled, told to the record and applied as if it had been asked for each.
#pragma once

#include <optional>
#include <span>

#include "maps/base/random.hpp"
#include "risk/action.hpp"
#include "risk/legal.hpp"
#include "risk/match.hpp"
#include "risk/narrow/tables.hpp"
#include "risk/spread.hpp"
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

  // All troops to be placed now, handed out one at a time to the territory of `where` (words()
  // words, not empty) that has the fewest: one placement for each that gets any, in ascending
  // order.
  bool place_where_fewest(const bits::Word* where) {
    const Phase phase = state_.phase();
    const bool placing = phase == Phase::reinforce || phase == Phase::continent;
    if (placing && listener_ == nullptr && tables_.usable()) {
      bits::Word allowed = *state_.owned(state_.seat()).data();
      if (phase == Phase::continent) {
        allowed &= *state_.variant().continent_set(state_.continent()).data();
      }
      // What is not allowed is refused action by action.
      if ((*where & ~allowed) == 0 && state_.place_where_fewest(tables_, *where)) return true;
    }
    return place_in_turn(where);
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

  // All troops that may leave `from` (some), one at a time to the territory of `where` (not empty)
  // that has the fewest: one move to each that gets any, in ascending order. Rules: `adjacent`.
  bool fortify_where_fewest(int from, const bits::Word* where);

  // For agents that look at small boards with vectors.
  const narrow::Tables& tables() const { return tables_; }

  // The phase decision by decision: what an agent does that has nothing better.
  bool place_one_by_one(Agent& agent, Random& random);
  bool attack_one_by_one(Agent& agent, Random& random);
  bool fortify_one_by_one(Agent& agent, Random& random);

 private:
  friend class Assault;
  friend class MatchPlayer;

  explicit PhaseDriver(const Variant& variant) : state_(variant), tables_(variant) {
    if (variant.missions() > 0) seen_.emplace(variant);
    spread_.reserve(variant.territories());
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

  bool place_in_turn(const bits::Word* where);
  void tell(const Event& event);

  // As in risk/legal.hpp.
  std::int64_t attack_moves() const;
  std::int64_t fortify_moves() const;
  // Whether sums over the territories of the seat on turn can be done in vectors.
  bool sums_fit() const {
    constexpr int most = 1 << 24;
    return tables_.usable() && state_.troops_of(state_.seat()) < most;
  }

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
  narrow::Tables tables_;
  Spread spread_;
  std::optional<State> seen_;
  Random dice_{StreamKey{}};
  MatchListener* listener_ = nullptr;
  Action refused_;
  Refusal why_ = Refusal::none;
};

}  // namespace evorisk::risk
