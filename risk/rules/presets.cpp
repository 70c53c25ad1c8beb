// The named rule sets.
#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/names.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::risk {
namespace {

constexpr Preset all_presets[] = {
    {"thesis",
     "The simplified game of the thesis with the genes of its best individual: dealt territories, "
     "three defence dice, smallest conquest move, divisor 3."},
    {"risk",
     "Risk as the thesis simplifies it (section 5.4): chosen territories, two defence dice, "
     "largest conquest move, divisor 3."},
    {"war",
     "War as the thesis simplifies it (section 5.4): dealt territories, three defence dice, "
     "smallest conquest move, divisor 2."},
    {"risk-classic",
     "Risk by its published rules: initial troops by the number of players, matching sets, one "
     "fortification move, no early end. Different from print: a continent's bonus is placed inside "
     "it, the conquest move is always the largest, and two players play without a neutral army."},
    {"war-classic",
     "War by its published rules, which are for three to six players: secret missions, dealt "
     "territories, matching sets, no early end. Different from print: a continent's bonus is "
     "placed "
     "inside it, the conquest move is always the smallest, there are no jokers, and two can play."},
};
constexpr std::size_t preset_count = std::size(all_presets);

constexpr auto names_of(const Preset (&all)[preset_count]) {
  std::array<std::string_view, preset_count> names{};
  for (std::size_t i = 0; i < preset_count; ++i) names[i] = all[i].name;
  return names;
}
constexpr std::array<std::string_view, preset_count> preset_name_list = names_of(all_presets);

Rules risk_rules() {
  Rules rules;
  rules.allocation = Allocation::pick;
  rules.defence_dice = 2;
  rules.conquest_move = ConquestMove::max;
  rules.reinforcement_divisor = 3;
  return rules;
}

Rules war_rules() {
  Rules rules;
  rules.allocation = Allocation::random;
  rules.defence_dice = 3;
  rules.conquest_move = ConquestMove::min;
  rules.reinforcement_divisor = 2;
  return rules;
}

// What the printed rules of both share. They know no turn limit; this one only ends matches that
// would never end.
Rules classic(Rules rules) {
  rules.card_set = CardSet::matching;
  rules.turn_limit = 1000;
  return rules;
}

}  // namespace

std::span<const Preset> presets() {
  return all_presets;
}

std::span<const std::string_view> preset_names() {
  return preset_name_list;
}

Rules preset_rules(std::string_view name) {
  if (name == "thesis") return Rules{};
  if (name == "risk") return risk_rules();
  if (name == "war") return war_rules();
  if (name == "risk-classic") {
    Rules rules = classic(risk_rules());
    rules.initial_troops_mode = InitialTroops::published;
    rules.fortify = FortifyMode::single;
    return rules;
  }
  if (name == "war-classic") {
    Rules rules = classic(war_rules());
    rules.objective = Objective::missions;
    return rules;
  }
  throw InputError(unknown_name("preset", name, preset_name_list));
}

}  // namespace evorisk::risk
