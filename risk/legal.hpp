// The one place that knows what is legal: for agents, people, replays, validation, and the move
// count of the branching factor. (What a legal event does is the State's.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "risk/state.hpp"

namespace evorisk::risk {

// Why an event is not legal now; `none` when it is.
enum class Refusal : std::uint8_t {
  none,
  wrong_phase,         // another kind of decision is due
  no_such_territory,   // an index out of range
  not_free,            // pick or deal: it has an owner
  not_owned,           // an own territory is required
  outside_continent,   // the continent's bonus goes inside it
  too_few_troops,      // an amount below 1
  too_many_troops,     // more than there are to place or may move
  card_not_held,       // a card that is not in the hand
  card_twice,          // three different cards are exchanged
  not_a_set,           // card_set `matching`: neither three alike nor three different
  must_exchange,       // the hand is at card_forced_at or more
  bonus_missing,       // an exchanged card shows an own territory: one must get the bonus
  bonus_not_on_cards,  // the bonus territory is on none of the exchanged cards
  no_bonus,            // the rules grant no territory bonus
  own_target,          // attack: one's own territory
  not_adjacent,        // attack or fortify: no border between the two
  lone_troop,          // attack or fortify: one troop must stay behind
  not_linked,          // fortify `connected`: no way through own territories
  same_territory,      // fortify: from and to are the same
  impossible_roll,     // losses that no roll of these dice gives
  card_not_in_deck,    // draw: the card is in a hand
  no_such_mission,     // an index out of range
  mission_dealt,       // another seat's mission
};
// One clause that completes "this is illegal: ...".
const char* refusal_text(Refusal refusal);

// Why the action is not legal for the seat on turn, or `none`. Constant time but for `matching`
// sets, where a hand that must exchange is searched for a set.
Refusal refusal(const State& state, const Pick& action);
Refusal refusal(const State& state, const Exchange& action);
inline Refusal refusal(const State& state, const Placement& action);
inline Refusal refusal(const State& state, const Attack& action);
inline Refusal refusal(const State& state, const Fortify& action);
Refusal refusal(const State& state, const Action& action);
// Of events: as above, and whether chance can have this outcome now.
Refusal refusal(const State& state, const Deal& event);
Refusal refusal(const State& state, const Draw& event);
Refusal refusal(const State& state, const MissionDeal& event);
Refusal refusal(const State& state, const Battle& event);
Refusal refusal(const State& state, const Event& event);

// Whether the rules accept these three different cards as a set.
bool is_set(const Rules& rules, int a, int b, int c);
// Whether the seat on turn holds three cards that are a set.
bool holds_set(const State& state);
// Whether the seat on turn may not keep its cards: its hand is at card_forced_at or more and holds
// a set.
bool must_exchange(const State& state);

// Every legal action of the seat on turn, in a fixed order, the one that ends the phase last; none
// when chance is due or the match is over. A placement or a fortification stands for all amounts
// from 1 to its own. Replaces the content of `actions`.
void legal_actions(const State& state, std::vector<Action>& actions);

// The dice that an attack would roll.
inline int attack_dice(const State& state, int from) {
  return std::min(state.troops(from) - 1, state.variant().rules().attack_dice);
}
inline int defence_dice(const State& state, int to) {
  return std::min(state.troops(to), state.variant().rules().defence_dice);
}

// The three parts of M, the moves open to the mover (branching factor, thesis 4.3.5.4), each to be
// counted when its phase starts. Troops to place this turn × territories owned:
inline std::int64_t placement_moves(const State& state) {
  return std::int64_t{state.turn_troops()} * state.territories_of(state.seat());
}
// Σ over own territories of enemy neighbours × min(attack_dice, troops - 1):
std::int64_t attack_moves(const State& state);
// Σ over own territories of own neighbours × (troops - 1):
std::int64_t fortify_moves(const State& state);

// The decisions made most often are checked in place.

inline bool on_map(const State& state, int t) {
  return static_cast<unsigned>(t) < static_cast<unsigned>(state.variant().territories());
}

inline Refusal refusal(const State& state, const Placement& action) {
  const Phase phase = state.phase();
  if (phase != Phase::reinforce && phase != Phase::continent && phase != Phase::initial) {
    return Refusal::wrong_phase;
  }
  if (!on_map(state, action.territory)) return Refusal::no_such_territory;
  if (state.owner(action.territory) != state.seat()) return Refusal::not_owned;
  if (phase == Phase::continent &&
      !bits::has(state.variant().continent_set(state.continent()).data(), action.territory)) {
    return Refusal::outside_continent;
  }
  if (action.troops < 1) return Refusal::too_few_troops;
  return action.troops > state.to_place() ? Refusal::too_many_troops : Refusal::none;
}

inline Refusal refusal(const State& state, const Attack& action) {
  if (state.phase() != Phase::attack) return Refusal::wrong_phase;
  if (action.from < 0) return Refusal::none;
  if (!on_map(state, action.from) || !on_map(state, action.to)) return Refusal::no_such_territory;
  if (state.owner(action.from) != state.seat()) return Refusal::not_owned;
  if (state.owner(action.to) == state.seat()) return Refusal::own_target;
  if (!state.variant().adjacent(action.from, action.to)) return Refusal::not_adjacent;
  return state.troops(action.from) < 2 ? Refusal::lone_troop : Refusal::none;
}

inline Refusal refusal(const State& state, const Fortify& action) {
  if (state.phase() != Phase::fortify) return Refusal::wrong_phase;
  if (action.from < 0) return Refusal::none;
  if (!on_map(state, action.from) || !on_map(state, action.to)) return Refusal::no_such_territory;
  const int seat = state.seat();
  if (state.owner(action.from) != seat || state.owner(action.to) != seat) return Refusal::not_owned;
  if (action.from == action.to) return Refusal::same_territory;
  if (state.variant().rules().fortify == FortifyMode::connected) {
    if (!state.linked(action.from, action.to)) return Refusal::not_linked;
  } else if (!state.variant().adjacent(action.from, action.to)) {
    return Refusal::not_adjacent;
  }
  if (action.troops < 1) return Refusal::too_few_troops;
  if (action.troops >= state.troops(action.from)) return Refusal::lone_troop;
  return action.troops > state.movable(action.from) ? Refusal::too_many_troops : Refusal::none;
}

}  // namespace evorisk::risk
