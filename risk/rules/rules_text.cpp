#include "risk/rules/rules_text.hpp"

#include <fmt/format.h>

#include <iterator>

namespace evorisk::risk {
namespace {

// Up to twelve in words.
Message count_of(int n, const char* one, const char* many) {
  constexpr const char* words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                   "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  const Message noun = n == 1 ? one : many;
  if (n >= 0 && n <= 12) return Message("{} {}", Message(words[n]), noun);
  return Message("{} {}", n, noun);
}

Message troops_in_words(int n) {
  return count_of(n, "troop", "troops");
}

Message dice(int n) {
  return count_of(n, "die", "dice");
}

Message players_text(const Rules& rules) {
  constexpr const char* numbers[] = {"Two", "Three", "Four", "Five", "Six"};
  static_assert(std::size(numbers) == max_players - 1);
  return Message("{} players play in turn. The first to get a territory also takes the first turn.",
                 Message(numbers[rules.players - 2]));
}

Message allocation_text(const Rules& rules) {
  if (rules.allocation == Allocation::random)
    return "The territories are dealt out at random, one to each player in turn, until none is "
           "left. Each territory gets one troop of its owner.";
  return "The players choose free territories, one each in turn, until none is left. Each "
         "territory gets one troop of its owner.";
}

Message initial_troops_text(const Rules& rules) {
  if (rules.initial_troops_mode == InitialTroops::published)
    return Message(
        "Each player starts with {} troops in all, those on the territories included (40, 35, 30, "
        "25 or 20 with 2 to 6 players). The others are placed on own territories, one at a time "
        "in turn, before the first turn.",
        initial_troops_to_place(rules, 0));
  if (rules.initial_troops == 0 && rules.seat_compensation > 0)
    return "The first player places no other troops before the first turn.";
  if (rules.initial_troops == 0) return "No other troops are placed before the first turn.";
  if (rules.initial_troops_mode == InitialTroops::total)
    return Message(
        "Each player starts with {} in all, those on the territories included. The others are "
        "placed on own territories, one at a time in turn, before the first turn.",
        troops_in_words(rules.initial_troops));
  return Message(
      "Each player gets {} more. These are placed on own territories, one at a time in turn, "
      "before "
      "the first turn.",
      troops_in_words(rules.initial_troops));
}

// Whether players place no troops before the first turn: of how many each gets nothing is to be
// said.
bool places_no_troops(const Rules& rules) {
  return rules.initial_troops_mode != InitialTroops::published && rules.initial_troops == 0 &&
         rules.seat_compensation == 0;
}

Message compensation_text(const Rules& rules) {
  if (places_no_troops(rules)) return {};
  if (rules.seat_compensation == 0) return "All players get the same number of these troops.";
  if (rules.players == 2)
    return Message("The second player places {} more, for moving second.",
                   troops_in_words(rules.seat_compensation));
  return Message(
      "Each later player places {} more than the player before: the second {}, the last {}.",
      troops_in_words(rules.seat_compensation), rules.seat_compensation,
      rules.seat_compensation * (rules.players - 1));
}

Message first_turn_text(const Rules& rules) {
  if (rules.first_turn_reinforcement == 100)
    return "The very first turn of the match brings these troops in full, as any other does.";
  if (rules.first_turn_reinforcement == 0)
    return "The very first turn of the match brings none of these troops.";
  return Message(
      "The very first turn of the match brings only {} per cent of these troops, rounded down.",
      rules.first_turn_reinforcement);
}

Message exchange_text(const Rules& rules) {
  if (rules.card_set == CardSet::any)
    return "At the start of a turn a player may exchange cards for troops, as often as there is a "
           "set to give. Any three cards make a set. The cards go back to the deck at once.";
  return "At the start of a turn a player may exchange cards for troops, as often as there is a "
         "set "
         "to give. A set is three cards with one symbol or with three different symbols (infantry, "
         "cavalry and artillery, by territory in turn). The cards go back to the deck at once.";
}

Message schedule_text(const Rules& rules) {
  const auto list = fmt::format("{}", fmt::join(rules.card_schedule, ", "));
  if (rules.card_schedule_step == 0)
    return Message(
        "The exchanges of the match, whoever makes them, bring {} troops in this order, and {} for "
        "every later one.",
        list, rules.card_schedule.back());
  return Message(
      "The exchanges of the match, whoever makes them, bring {} troops in this order, then {} more "
      "each time.",
      list, rules.card_schedule_step);
}

Message forced_text(const Rules& rules) {
  return Message("A player who holds {} or more must exchange.",
                 count_of(rules.card_forced_at, "card", "cards"));
}

Message territory_bonus_text(const Rules& rules) {
  if (rules.card_territory_bonus == 0)
    return "The territories shown on exchanged cards bring no extra troops.";
  if (rules.card_territory_bonus == 1)
    return "If an exchanged card shows one of the player's own territories, one troop more must be "
           "placed on that territory; only one territory per exchange.";
  return Message(
      "If an exchanged card shows one of the player's own territories, {} more must be placed on "
      "that territory; only one territory per exchange.",
      troops_in_words(rules.card_territory_bonus));
}

Message reinforcement_text(const Rules& rules) {
  if (rules.reinforcement_divisor == 1)
    return "Each turn brings one troop for each territory owned. They are placed on any own "
           "territories, together with those of exchanges.";
  return Message(
      "Each turn brings the number of territories owned divided by {} in troops, rounded {}. They "
      "are placed on any own territories, together with those of exchanges.",
      rules.reinforcement_divisor,
      Message(rules.reinforcement_rounding == Rounding::floor ? "down" : "up"));
}

Message minimum_text(const Rules& rules) {
  if (rules.reinforcement_minimum == 0) return "There is no least number: it may be none.";
  return Message("It is never less than {}, exchanges not counted.",
                 troops_in_words(rules.reinforcement_minimum));
}

Message attack_text(const Rules& rules) {
  return Message(
      "A territory with at least two troops may attack a neighbouring enemy territory, any number "
      "of times. The attacker rolls up to {}, but leaves one troop out.",
      dice(rules.attack_dice));
}

Message defence_text(const Rules& rules) {
  return Message("The defender rolls up to {}, at most one for each troop.",
                 dice(rules.defence_dice));
}

Message ties_text(const Rules& rules) {
  return Message(
      "The highest dice of both are compared, then the next highest, as long as both have one; "
      "each comparison costs the loser a troop. When the dice are equal, the {} wins.",
      Message(rules.ties == Ties::defender ? "defender" : "attacker"));
}

Message conquest_text(const Rules& rules) {
  switch (rules.conquest_move) {
    case ConquestMove::min:
      return "A territory without troops is conquered and entered at once by as many troops as "
             "comparisons the attacker won in that roll, and at least one.";
    case ConquestMove::max:
      return "A territory without troops is conquered and entered at once by all troops of the "
             "attacking territory but one.";
    case ConquestMove::dice:
      return "A territory without troops is conquered and entered at once by as many troops as "
             "dice were rolled; one always stays behind.";
  }
  return {};
}

Message fortify_text(const Rules& rules) {
  switch (rules.fortify) {
    case FortifyMode::adjacent:
      return "After the attacks, troops may be moved between neighbouring own territories, any "
             "number of times, but each troop crosses one border at most. One troop always stays "
             "behind.";
    case FortifyMode::single:
      return "After the attacks, troops may be moved once, from one own territory to one "
             "neighbouring own territory. One troop always stays behind.";
    case FortifyMode::connected:
      return "After the attacks, troops may be moved once, from one own territory to another that "
             "can be reached through own territories. One troop always stays behind.";
    case FortifyMode::none:
      return "After the attacks, troops are not moved: the turn ends.";
  }
  return {};
}

Message elimination_text(const Rules& rules) {
  if (rules.players == 2)
    return rules.elimination_takes_cards
               ? "Cards of a player without territories go to the conqueror, but with two players "
                 "that already ends the match."
               : "Cards of a player without territories go back to the deck, but with two players "
                 "that already ends the match.";
  return rules.elimination_takes_cards
             ? "Who takes a player's last territory also gets that player's cards."
             : "The cards of a player without territories go back to the deck.";
}

Message objective_text(const Rules& rules) {
  switch (rules.objective) {
    case Objective::conquest:
      return "Who owns every territory wins at once.";
    case Objective::missions:
      return "Before the territories are allocated each player is dealt one mission, which the "
             "others do not see. Who has fulfilled it in a turn of one's own, when all troops are "
             "placed, by a conquest, or when the turn ends, wins at once; and so does who owns "
             "every territory.";
  }
  return {};
}

Message turn_limit_text(const Rules& rules) {
  return Message("After {}, of all players together, the match ends without a winner.",
                 count_of(rules.turn_limit, "turn", "turns"));
}

// Sentences without a text leave their keys to the one before.
std::vector<RuleSentence> without_empty(std::vector<RuleSentence> sentences) {
  for (std::size_t i = 1; i < sentences.size(); ++i) {
    if (!sentences[i].text.empty()) continue;
    auto& before = sentences[i - 1].keys;
    before.insert(before.end(), sentences[i].keys.begin(), sentences[i].keys.end());
    sentences.erase(sentences.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  return sentences;
}

}  // namespace

std::vector<RuleSentence> rules_in_words(const Rules& rules) {
  return without_empty({
      {"Beginning", {"players"}, players_text(rules)},
      {"Beginning", {"allocation"}, allocation_text(rules)},
      {"Beginning", {"initial_troops", "initial_troops_mode"}, initial_troops_text(rules)},
      {"Beginning", {"seat_compensation"}, compensation_text(rules)},
      {"Cards", {"card_set"}, exchange_text(rules)},
      {"Cards", {"card_forced_at"}, forced_text(rules)},
      {"Cards", {"card_schedule", "card_schedule_step"}, schedule_text(rules)},
      {"Cards", {"card_territory_bonus"}, territory_bonus_text(rules)},
      {"Cards",
       {},
       "One card is drawn at the end of a turn with at least one conquest, if any card "
       "is left. There is one card for each territory; hands are open."},
      {"Reinforcement",
       {},
       "First, each continent owned whole brings its bonus, placed inside it."},
      {"Reinforcement",
       {"reinforcement_divisor", "reinforcement_rounding"},
       reinforcement_text(rules)},
      {"Reinforcement", {"reinforcement_minimum"}, minimum_text(rules)},
      {"Reinforcement", {"first_turn_reinforcement"}, first_turn_text(rules)},
      {"Attack", {"attack_dice"}, attack_text(rules)},
      {"Attack", {"defence_dice"}, defence_text(rules)},
      {"Attack", {"ties"}, ties_text(rules)},
      {"Attack", {"conquest_move"}, conquest_text(rules)},
      {"Attack", {"elimination_takes_cards"}, elimination_text(rules)},
      {"Fortification", {"fortify"}, fortify_text(rules)},
      {"End", {"objective"}, objective_text(rules)},
      {"End", {"turn_limit"}, turn_limit_text(rules)},
  });
}

}  // namespace evorisk::risk
