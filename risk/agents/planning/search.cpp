#include "risk/agents/planning/search.hpp"

#include <algorithm>

#include "risk/match.hpp"

namespace evorisk::risk {

void SearchAgent::begin_match(const Variant& variant, int seat) {
  seat_ = seat;
  base_->begin_match(variant, seat);
  playout_.begin_match(variant);
  odds_ = &battle_odds(variant.rules());
  turn_ = -1;
  fight_ = {};
  following_ = Phase::over;
  forget();
}

Action SearchAgent::decide(const State& state, Random& random) {
  if (state.turn() != turn_) {
    turn_ = state.turn();
    following_ = Phase::over;
    begin_turn();
  }
  forget();
  const Phase phase = state.phase();
  if (phase == Phase::attack && fight_.from >= 0 && state.owner(fight_.to) != seat_ &&
      state.troops(fight_.from) > 1 &&
      odds_->fight(state.troops(fight_.from), state.troops(fight_.to)).win >= press_odds) {
    return fight_;
  }
  fight_ = {};
  const Action usual = ask(*base_, state, random);
  if (!branches(phase) || following_ == phase) return usual;
  const Action chosen = search(state, usual, random);
  if (const Attack* attack = std::get_if<Attack>(&chosen)) fight_ = *attack;
  // What the strategist begins it goes on with by itself.
  if (phase != Phase::attack && chosen == usual) following_ = phase;
  return chosen;
}

void SearchAgent::Moves::offer(const Action& action) {
  const auto* const end = actions.begin() + count;
  if (std::find(actions.cbegin(), end, action) == end) actions[count++] = action;
}

SearchAgent::Moves SearchAgent::considered(Planner& planner, const State& state,
                                           const Action& usual) const {
  std::array<Planner::Option, most> room;
  const std::size_t found = planner.options(state, std::span(room).first(width_));
  Moves moves;
  moves.offer(usual);
  for (std::size_t i = 0; i < found; ++i) moves.offer(room[i].action);
  if (state.phase() == Phase::attack) moves.offer(Attack{});
  return moves;
}

int SearchAgent::horizon(const State& state) const {
  int rivals = 0;
  for (int s = 0; s < state.variant().players(); ++s) {
    if (s != seat_ && state.territories_of(s) > 0) ++rivals;
  }
  return state.turn() + 1 + rivals;
}

void SearchAgent::try_out(const Action& action, Random& dice) {
  const Attack* attack = std::get_if<Attack>(&action);
  if (attack != nullptr && attack->from >= 0) {
    playout_.fight(*attack, press_odds, dice);
  } else {
    playout_.apply(action, dice);
  }
}

Explanation SearchAgent::explained(const char* reason, std::vector<Explanation::Option> options) {
  std::ranges::stable_sort(options, std::greater<>(), &Explanation::Option::value);
  return {reason, std::move(options)};
}

}  // namespace evorisk::risk
