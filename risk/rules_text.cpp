#include "risk/rules_text.hpp"

#include <fmt/format.h>

namespace evorisk::risk {
namespace {

std::string count_of(int n, std::string_view one, std::string_view many) {
  constexpr std::string_view words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  const std::string_view noun = n == 1 ? one : many;
  if (n >= 0 && n <= 12) return fmt::format("{} {}", words[n], noun);
  return fmt::format("{} {}", n, noun);
}

std::string troops_in_words(int n) {
  return count_of(n, "troop", "troops");
}

std::string dice(int n) {
  return count_of(n, "die", "dice");
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string players_text(const Rules& rules) {
  return capital(count_of(rules.players, "player", "players")) +
         " play in turn. The first to get a territory also takes the first turn.";
}

std::string allocation_text(const Rules& rules) {
  const char* how =
      rules.allocation == Allocation::random
          ? "The territories are dealt out at random, one to each player in turn, until none is "
            "left."
          : "The players choose free territories, one each in turn, until none is left.";
  return fmt::format("{} Each territory gets one troop of its owner.", how);
}

std::string initial_troops_text(const Rules& rules) {
  constexpr std::string_view placing =
      "These are placed on own territories, one at a time in turn, before the first turn.";
  if (rules.initial_troops_mode == InitialTroops::published)
    return fmt::format(
        "Each player starts with {} troops in all, those on the territories included (40, 35, 30, "
        "25 or 20 with 2 to 6 players). The others are placed on own territories, one at a time "
        "in turn, before the first turn.",
        initial_troops_to_place(rules, 0));
  if (rules.initial_troops == 0 && rules.seat_compensation > 0)
    return "The first player places no other troops before the first turn.";
  if (rules.initial_troops == 0) return "No other troops are placed before the first turn.";
  if (rules.initial_troops_mode == InitialTroops::total)
    return fmt::format(
        "Each player starts with {} in all, those on the territories included. The others are "
        "placed on own territories, one at a time in turn, before the first turn.",
        troops_in_words(rules.initial_troops));
  return fmt::format("Each player gets {} more. {}", troops_in_words(rules.initial_troops),
                     placing);
}

std::string compensation_text(const Rules& rules) {
  if (places_no_troops(rules)) return {};
  if (rules.seat_compensation == 0) return "All players get the same number of these troops.";
  if (rules.players == 2)
    return fmt::format("The second player places {} more, for moving second.",
                       troops_in_words(rules.seat_compensation));
  return fmt::format(
      "Each later player places {} more than the player before: the second {}, the last {}.",
      troops_in_words(rules.seat_compensation), rules.seat_compensation,
      rules.seat_compensation * (rules.players - 1));
}

std::string first_turn_text(const Rules& rules) {
  if (rules.first_turn_reinforcement == 100)
    return "The very first turn of the match brings these troops in full, as any other does.";
  if (rules.first_turn_reinforcement == 0)
    return "The very first turn of the match brings none of these troops.";
  return fmt::format(
      "The very first turn of the match brings only {} per cent of these troops, rounded down.",
      rules.first_turn_reinforcement);
}

std::string exchange_text(const Rules& rules) {
  const std::string set =
      rules.card_set == CardSet::any
          ? "Any three cards make a set."
          : "A set is three cards with one symbol or with three different symbols (infantry, "
            "cavalry and artillery, by territory in turn).";
  return "At the start of a turn a player may exchange cards for troops, as often as there is a "
         "set "
         "to give. " +
         set + " The cards go back to the deck at once.";
}

std::string schedule_text(const Rules& rules) {
  std::string list;
  for (std::size_t i = 0; i < rules.card_schedule.size(); ++i)
    list += fmt::format("{}{}", i == 0 ? "" : ", ", rules.card_schedule[i]);
  const std::string after =
      rules.card_schedule_step == 0
          ? fmt::format("and {} for every later one", rules.card_schedule.back())
          : fmt::format("then {} more each time", rules.card_schedule_step);
  return fmt::format(
      "The exchanges of the match, whoever makes them, bring {} troops in this order, {}.", list,
      after);
}

std::string forced_text(const Rules& rules) {
  return fmt::format("A player who holds {} or more must exchange.",
                     count_of(rules.card_forced_at, "card", "cards"));
}

std::string territory_bonus_text(const Rules& rules) {
  if (rules.card_territory_bonus == 0)
    return "The territories shown on exchanged cards bring no extra troops.";
  return fmt::format(
      "If an exchanged card shows one of the player's own territories, {} more must be placed on "
      "that territory; only one territory per exchange.",
      troops_in_words(rules.card_territory_bonus));
}

std::string reinforcement_text(const Rules& rules) {
  const std::string amount =
      rules.reinforcement_divisor == 1
          ? "one troop for each territory owned"
          : fmt::format("the number of territories owned divided by {} in troops, rounded {}",
                        rules.reinforcement_divisor,
                        rules.reinforcement_rounding == Rounding::floor ? "down" : "up");
  return fmt::format(
      "Each turn brings {}. They are placed on any own territories, together with those of "
      "exchanges.",
      amount);
}

std::string minimum_text(const Rules& rules) {
  if (rules.reinforcement_minimum == 0) return "There is no least number: it may be none.";
  return fmt::format("It is never less than {}, exchanges not counted.",
                     troops_in_words(rules.reinforcement_minimum));
}

std::string attack_text(const Rules& rules) {
  return fmt::format(
      "A territory with at least two troops may attack a neighbouring enemy territory, any number "
      "of times. The attacker rolls up to {}, but leaves one troop out.",
      dice(rules.attack_dice));
}

std::string defence_text(const Rules& rules) {
  return fmt::format("The defender rolls up to {}, at most one for each troop.",
                     dice(rules.defence_dice));
}

std::string ties_text(const Rules& rules) {
  return fmt::format(
      "The highest dice of both are compared, then the next highest, as long as both have one; "
      "each "
      "comparison costs the loser a troop. When the dice are equal, the {} wins.",
      rules.ties == Ties::defender ? "defender" : "attacker");
}

std::string conquest_text(const Rules& rules) {
  const std::string taken = "A territory without troops is conquered and entered at once ";
  switch (rules.conquest_move) {
    case ConquestMove::min:
      return taken +
             "by as many troops as comparisons the attacker won in that roll, and at least one.";
    case ConquestMove::max:
      return taken + "by all troops of the attacking territory but one.";
    case ConquestMove::dice:
      return taken + "by as many troops as dice were rolled; one always stays behind.";
  }
  return taken;
}

std::string fortify_text(const Rules& rules) {
  const std::string stays = " One troop always stays behind.";
  switch (rules.fortify) {
    case FortifyMode::adjacent:
      return "After the attacks, troops may be moved between neighbouring own territories, any "
             "number of times, but each troop crosses one border at most." +
             stays;
    case FortifyMode::single:
      return "After the attacks, troops may be moved once, from one own territory to one "
             "neighbouring own territory." +
             stays;
    case FortifyMode::connected:
      return "After the attacks, troops may be moved once, from one own territory to another that "
             "can be reached through own territories." +
             stays;
    case FortifyMode::none:
      return "After the attacks, troops are not moved: the turn ends.";
  }
  return {};
}

std::string elimination_text(const Rules& rules) {
  if (rules.players == 2)
    return fmt::format(
        "Cards of a player without territories {}, but with two players that already ends the "
        "match.",
        rules.elimination_takes_cards ? "go to the conqueror" : "go back to the deck");
  return rules.elimination_takes_cards
             ? "Who takes a player's last territory also gets that player's cards."
             : "The cards of a player without territories go back to the deck.";
}

std::string objective_text(const Rules& rules) {
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

std::string turn_limit_text(const Rules& rules) {
  return fmt::format("After {}, of all players together, the match ends without a winner.",
                     count_of(rules.turn_limit, "turn", "turns"));
}

}  // namespace

bool places_no_troops(const Rules& rules) {
  return rules.initial_troops_mode != InitialTroops::published && rules.initial_troops == 0 &&
         rules.seat_compensation == 0;
}

std::vector<RuleSentence> without_empty(std::vector<RuleSentence> sentences) {
  for (std::size_t i = 1; i < sentences.size(); ++i) {
    if (!sentences[i].text.empty()) continue;
    auto& before = sentences[i - 1].keys;
    before.insert(before.end(), sentences[i].keys.begin(), sentences[i].keys.end());
    sentences.erase(sentences.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  return sentences;
}

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
