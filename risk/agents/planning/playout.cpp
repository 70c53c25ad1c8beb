#include "risk/agents/planning/playout.hpp"

#include "risk/agents/planning/evaluation.hpp"
#include "risk/agents/strategist.hpp"
#include "risk/match.hpp"

namespace evorisk::risk {

void Playout::begin_match(const Variant& variant) {
  if (variant_ != &variant || !state_) state_ = std::make_unique<State>(variant);
  variant_ = &variant;
  while (agents_.size() < static_cast<std::size_t>(variant.players())) {
    // They go for their missions, but do not guess at those of others: that would take long.
    agents_.push_back(make_strategist(usual_caution, {.own = 1, .guess = 0}));
  }
}

void Playout::start(const State& state, Random& random) {
  *state_ = state;
  if (variant_->missions() > 0) guess_missions(*state_, random);
  // Their notes are of another playout.
  for (int s = 0; s < variant_->players(); ++s) {
    agents_[static_cast<std::size_t>(s)]->begin_match(*variant_, s);
  }
}

Action Playout::decide(Random& random) {
  return ask(planner(), *state_, random);
}

void Playout::apply(const Action& action, Random& random) {
  state_->apply(event_of(*state_, action, random));
}

void Playout::fight(const Attack& attack, double press_odds, Random& random) {
  const BattleOdds& odds = battle_odds(variant_->rules());
  const int seat = state_->seat();
  do {
    state_->attack(attack, roll_dice(*state_, attack, random));
  } while (!state_->over() && state_->owner(attack.to) != seat && state_->troops(attack.from) > 1 &&
           odds.fight(state_->troops(attack.from), state_->troops(attack.to)).win >= press_odds);
}

void Playout::deal_with_chance(Random& random) {
  while (is_chance(state_->phase())) state_->apply(chance_event(*state_, random));
}

std::array<double, max_players> Playout::play_until(int turn, Random& random) {
  deal_with_chance(random);
  while (!state_->over() && state_->turn() < turn) {
    apply(decide(random), random);
    deal_with_chance(random);
  }
  return evaluation(*state_);
}

}  // namespace evorisk::risk
