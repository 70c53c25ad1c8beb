// Domination, by Yura Mamyrin: a map, two pictures of it, and a file of cards and missions. What it
// plays is from its own program of 2024 and its manual of the format.
#include <fmt/format.h>

#include "app/export/picture.hpp"
#include "app/export/readme.hpp"
#include "base/error.hpp"
#include "base/index.hpp"

namespace evorisk::app {
namespace {

// A byte of a pixel tells territories apart; 255 is none.
constexpr int most_numbered = 254;
// Its window scales the picture; older machines load no larger one.
constexpr int widest_picture = 3000;
constexpr int continents_of_a_mission = 3;

using risk::Rules;

// Troops of each player at the beginning, in all.
int troops_at_start(int players, int territories) {
  return std::max(1, 10 - players) * static_cast<int>(std::lround(0.12 * territories));
}

bool starts_alike(const risk::Variant& variant) {
  const Rules& rules = variant.rules();
  const int troops = troops_at_start(variant.players(), variant.territories());
  const int least = variant.territories() / variant.players();
  const int most = (variant.territories() + variant.players() - 1) / variant.players();
  return least + risk::initial_troops_to_place(rules, least) == troops &&
         most + risk::initial_troops_to_place(rules, most) == troops;
}

// Whether the k-th exchange always brings what the program's increasing sets do.
bool exchanges_alike(const risk::Variant& variant) {
  constexpr int schedule[] = {4, 6, 8, 10, 12, 15};
  for (int k = 0; k < 40; ++k) {
    if (variant.exchange_troops(k) != (k < 6 ? schedule[k] : 15 + 5 * (k - 5))) return false;
  }
  return true;
}

std::vector<OtherRule> other_rules(const risk::Variant& variant) {
  const Rules& rules = variant.rules();
  std::vector<OtherRule> others;
  const auto item = [&](bool other, std::string_view key, const Message& instead) {
    if (other) others.push_back({key, instead});
  };
  item(!starts_alike(variant), "initial_troops",
       {"Each player starts with {} troops in all.",
        troops_at_start(variant.players(), variant.territories())});
  item(rules.seat_compensation != 0, "seat_compensation",
       "All players start with the same number of troops.");
  item(rules.card_set == risk::CardSet::any, "card_set",
       "A set is three cards with one symbol or with three different ones.");
  item(rules.card_forced_at != 5, "card_forced_at",
       "A player who holds 5 or more must exchange, unless that is switched off.");
  item(!exchanges_alike(variant), "card_schedule",
       "With increasing sets the exchanges bring 4, 6, 8, 10, 12 and 15 troops, then 5 more each "
       "time.");
  item(rules.card_territory_bonus != 2, "card_territory_bonus",
       "It brings 2 troops on that territory.");
  item(true, "Cards", "It shows a hand only to its player.");
  item(true, "Reinforcement", "The bonus of a continent is placed on any own territories.");
  item(rules.reinforcement_divisor != 3 || rules.reinforcement_rounding != risk::Rounding::floor,
       "reinforcement_divisor", "The number is divided by 3 and rounded down.");
  item(rules.reinforcement_minimum != 3 && rules.reinforcement_minimum != 0,
       "reinforcement_minimum", "It is never less than 3, unless that is switched off.");
  item(rules.first_turn_reinforcement != 100, "first_turn_reinforcement",
       "The first turn brings as much as any other.");
  item(rules.attack_dice != 3, "attack_dice", "The attacker rolls up to 3 dice.");
  item(rules.defence_dice != 2 && rules.defence_dice != 3, "defence_dice",
       "The defender rolls up to 2 or up to 3 dice, as chosen.");
  item(rules.ties != risk::Ties::defender, "ties", "When the dice are equal, the defender wins.");
  item(true, "conquest_move",
       "The attacker chooses how many enter, at least as many as dice were rolled.");
  item(!rules.elimination_takes_cards, "elimination_takes_cards",
       "They go to who took the last territory.");
  item(rules.fortify != risk::FortifyMode::single, "fortify",
       "One move is allowed, between two neighbouring own territories.");
  item(true, "turn_limit", "There is no limit.");
  return others;
}

// "PLAYER COUNTRIES ARMIES CONTINENT CONTINENT CONTINENT TEXT", or nothing where the format has no
// words for it.
std::string mission_line(const risk::Mission& mission, const risk::Mission& otherwise,
                         const ExportSource& source) {
  const std::string text = mission_card_words(mission, source.map(), source.options().language);
  switch (mission.kind) {
    case risk::Mission::Kind::territories:
      return fmt::format("0 {} {} 0 0 0 {}\n", mission.territories, mission.troops, text);
    case risk::Mission::Kind::destroy: {
      if (otherwise.kind != risk::Mission::Kind::territories) return "";
      // It puts the player's name here.
      const std::string player = fmt::format("{{PLAYER{}}}", mission.seat + 1);
      const Message words("Destroy {}.", player);
      return fmt::format(
          "{} {} {} 0 0 0 {} {}\n", mission.seat + 1, otherwise.territories, otherwise.troops,
          words.text(source.words()),
          mission_otherwise_words(otherwise, source.map(), source.options().language));
    }
    case risk::Mission::Kind::continents:
      break;
  }
  // A star in the n-th place is any continent, n of them owned in all.
  std::string line = "0 0 0";
  const int named = static_cast<int>(mission.continents.size());
  if (named + mission.more > continents_of_a_mission) return "";
  for (int i = 0; i < continents_of_a_mission; ++i) {
    line += i < named                  ? fmt::format(" {}", mission.continents[at(i)] + 1)
            : i < named + mission.more ? " *"
                                       : " 0";
  }
  return fmt::format("{} {}\n", line, text);
}

std::string cards_text(const ExportSource& source, std::vector<Message>& notes) {
  constexpr const char* symbols[] = {"Infantry", "Cavalry", "Cannon"};
  const risk::Variant& variant = source.variant();
  std::string text = "[cards]\n";
  for (int t = 0; t < variant.territories(); ++t) {
    text += fmt::format("{} {}\n", symbols[t % 3], t + 1);
  }
  if (variant.missions() == 0) return text;
  text += "\n[missions]\n";
  int left_out = 0;
  bool absent = false;
  for (const risk::Mission& mission : variant.deck().cards) {
    absent = absent || mission.seat >= variant.players();
    const std::string line = mission_line(mission, variant.deck().otherwise, source);
    text += line;
    left_out += line.empty() ? 1 : 0;
  }
  if (left_out > 0) {
    notes.push_back(
        Message("{} of {} mission cards are left out: the program has no words for them.", left_out,
                variant.missions()));
  }
  if (absent) {
    notes.emplace_back(
        "The program deals no card to destroy a player who is not there; this game has another "
        "mission for who holds it.");
  }
  return text;
}

}  // namespace

Export export_domination(const ExportSource& source) {
  if (source.map().territory_count() > most_numbered) {
    throw InputError("Domination tells at most {} territories apart; this board has {}",
                     most_numbered, source.map().territory_count());
  }
  Export result;
  const Picture picture(source, screen_resolution(source, widest_picture));
  const maps::MapPicture described = picture.described();
  const maps::MapWriting written = maps::write_domination(source.map(), &described);
  result.notes = notes_on_letters(source.variant());
  const std::string cards = cards_text(source, result.notes);
  for (const std::string& note : written.notes) result.notes.emplace_back(note);

  const std::string& stem = source.stem();
  Readme readme(source);
  readme.heading("How to play it in Domination");
  readme.item(
      {"Copy {0}.map, {0}.cards, {0}_pic.png and {0}_map.png into the folder \"maps\" of "
       "the program.",
       stem});
  readme.item({"Begin a new game, choose the map {}, and put in the players.", stem});
  readme.item(source.variant().missions() > 0 ? Message("Choose the game type \"Secret Mission\".")
                                              : Message("Choose the game type \"Domination\"."));
  readme.item("Choose increasing sets of cards, and that cards go back to the deck.");
  readme.item(source.variant().rules().defence_dice == 2
                  ? Message("Choose 2 dice for the defender.")
                  : Message("Choose 3 dice for the defender."));
  readme.item(source.variant().rules().allocation == risk::Allocation::random
                  ? Message("Choose that territories are dealt automatically.")
                  : Message("Choose that players pick their territories."));
  readme.rules(other_rules(source.variant()));
  readme.notes(result.notes);
  result.notes.insert(
      result.notes.begin(),
      Message("Copy the files into the folder \"maps\" of Domination; README.txt says "
              "which rules it plays in another way."));
  result.files = {{stem + ".map", written.text},
                  {stem + ".cards", cards},
                  {stem + "_pic.png", picture.png()},
                  {stem + "_map.png", picture.numbers_png()},
                  readme.file()};
  return result;
}

}  // namespace evorisk::app
