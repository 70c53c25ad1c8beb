#include "risk/legal.hpp"

#include <algorithm>

namespace evorisk::risk {

const char* refusal_text(Refusal refusal) {
  constexpr const char* texts[] = {
      "it is legal",
      "another kind of decision is due",
      "there is no such territory",
      "the territory is not free",
      "the territory is not the player's own",
      "a continent's bonus must be placed inside that continent",
      "at least one troop is needed",
      "there are not that many troops to place or to move",
      "the player does not hold the card",
      "the three cards must be different",
      "the three cards are neither all alike nor all different",
      "a hand this large must be exchanged",
      "an exchanged card shows an own territory, one of which must get the territory bonus",
      "the territory bonus must go to an own territory on one of the exchanged cards",
      "the rules grant no territory bonus",
      "a player cannot attack an own territory",
      "the two territories do not border on each other",
      "one troop must stay behind",
      "the two territories are not linked through own ones",
      "the two territories are the same",
      "no roll of these dice has such losses",
      "the card is not in the deck",
      "there is no such mission",
      "the mission is another player's",
  };
  return texts[static_cast<int>(refusal)];
}

bool is_set(const Rules& rules, int a, int b, int c) {
  if (rules.card_set == CardSet::any) return true;
  // Three alike or three different: in both cases, and only then, the symbols sum to 0 mod 3.
  return (card_symbol(a) + card_symbol(b) + card_symbol(c)) % 3 == 0;
}

bool holds_set(const State& state) {
  const int seat = state.seat();
  if (state.hand_size(seat) < 3) return false;
  if (state.variant().rules().card_set == CardSet::any) return true;
  int symbols[3] = {};
  bits::for_each(state.hand(seat).data(), state.variant().words(),
                 [&](int card) { ++symbols[card_symbol(card)]; });
  return (symbols[0] > 0 && symbols[1] > 0 && symbols[2] > 0) ||
         *std::max_element(symbols, symbols + 3) >= 3;
}

bool must_exchange(const State& state) {
  return state.hand_size(state.seat()) >= state.variant().rules().card_forced_at &&
         holds_set(state);
}

Refusal refusal(const State& state, const Deal& event) {
  if (state.phase() != Phase::deal) return Refusal::wrong_phase;
  if (!on_map(state, event.territory)) return Refusal::no_such_territory;
  return state.owner(event.territory) >= 0 ? Refusal::not_free : Refusal::none;
}

Refusal refusal(const State& state, const Pick& action) {
  if (state.phase() != Phase::pick) return Refusal::wrong_phase;
  if (!on_map(state, action.territory)) return Refusal::no_such_territory;
  return state.owner(action.territory) >= 0 ? Refusal::not_free : Refusal::none;
}

Refusal refusal(const State& state, const Exchange& action) {
  if (state.phase() != Phase::exchange) return Refusal::wrong_phase;
  const auto& cards = action.cards;
  if (cards[0] < 0) return must_exchange(state) ? Refusal::must_exchange : Refusal::none;
  const int seat = state.seat();
  bool shows_own = false;
  for (const int card : cards) {
    if (!on_map(state, card)) return Refusal::no_such_territory;
    if (!state.holds(seat, card)) return Refusal::card_not_held;
    shows_own = shows_own || state.owns(seat, card);
  }
  if (cards[0] == cards[1] || cards[0] == cards[2] || cards[1] == cards[2]) {
    return Refusal::card_twice;
  }
  const Rules& rules = state.variant().rules();
  if (!is_set(rules, cards[0], cards[1], cards[2])) return Refusal::not_a_set;
  const int bonus = action.bonus_territory;
  if (bonus < 0) {
    return shows_own && rules.card_territory_bonus > 0 ? Refusal::bonus_missing : Refusal::none;
  }
  if (rules.card_territory_bonus == 0) return Refusal::no_bonus;
  if (!on_map(state, bonus)) return Refusal::no_such_territory;
  if (bonus != cards[0] && bonus != cards[1] && bonus != cards[2]) {
    return Refusal::bonus_not_on_cards;
  }
  return state.owns(seat, bonus) ? Refusal::none : Refusal::not_owned;
}

Refusal refusal(const State& state, const Draw& event) {
  if (state.phase() != Phase::draw) return Refusal::wrong_phase;
  if (!on_map(state, event.card)) return Refusal::no_such_territory;
  for (int seat = 0; seat < state.variant().players(); ++seat) {
    if (state.holds(seat, event.card)) return Refusal::card_not_in_deck;
  }
  return Refusal::none;
}

Refusal refusal(const State& state, const MissionDeal& event) {
  if (state.phase() != Phase::mission) return Refusal::wrong_phase;
  if (event.card < 0 || event.card >= state.variant().missions()) return Refusal::no_such_mission;
  for (int seat = 0; seat < state.seat(); ++seat) {
    if (state.mission(seat) == event.card) return Refusal::mission_dealt;
  }
  return Refusal::none;
}

Refusal refusal(const State& state, const Battle& event) {
  const Refusal attack = refusal(state, event.attack);
  if (attack != Refusal::none) return attack;
  int comparisons = 0;
  if (event.attack.from >= 0) {
    comparisons =
        std::min(attack_dice(state, event.attack.from), defence_dice(state, event.attack.to));
  }
  const Losses& losses = event.losses;
  const bool possible = losses.attacker >= 0 && losses.defender >= 0 &&
                        losses.attacker <= comparisons && losses.defender <= comparisons &&
                        losses.attacker + losses.defender == comparisons;
  return possible ? Refusal::none : Refusal::impossible_roll;
}

Refusal refusal(const State& state, const Action& action) {
  return std::visit([&](const auto& a) { return refusal(state, a); }, action);
}

Refusal refusal(const State& state, const Event& event) {
  return std::visit([&](const auto& e) { return refusal(state, e); }, event);
}

std::int64_t attack_moves(const State& state) {
  const int most = state.variant().rules().attack_dice;
  std::int64_t moves = 0;
  bits::for_each_in_both(state.owned(state.seat()).data(), state.frontier().data(),
                         state.variant().words(), [&](int t) {
                           const int dice = std::min(most, state.troops(t) - 1);
                           moves += std::int64_t{state.enemy_neighbours(t)} * dice;
                         });
  return moves;
}

std::int64_t fortify_moves(const State& state) {
  const Variant& variant = state.variant();
  std::int64_t moves = 0;
  bits::for_each(state.owned(state.seat()).data(), variant.words(), [&](int t) {
    const int friends = variant.degree(t) - state.enemy_neighbours(t);
    moves += std::int64_t{friends} * (state.troops(t) - 1);
  });
  return moves;
}

}  // namespace evorisk::risk
