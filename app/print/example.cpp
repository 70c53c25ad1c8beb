// The fight that the rulebook tells.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "app/print/pages.hpp"
#include "base/random.hpp"

namespace evorisk::app::kit {
namespace {

std::vector<int> rolled(int dice, Random& random) {
  std::vector<int> eyes;
  for (int i = 0; i < dice; ++i) eyes.push_back(1 + static_cast<int>(random.below(6)));
  std::sort(eyes.begin(), eyes.end(), std::greater<>());
  return eyes;
}

Example draw_fight(const risk::Variant& variant, Random& random) {
  const risk::Rules& rules = variant.rules();
  Example example;
  example.from = static_cast<int>(random.below(static_cast<std::uint32_t>(variant.territories())));
  const auto neighbours = variant.neighbours(example.from);
  example.to = neighbours[random.below(static_cast<std::uint32_t>(neighbours.size()))];
  example.attackers = rules.attack_dice + 3;
  example.defenders = 3;
  int attackers = example.attackers;
  int defenders = example.defenders;
  constexpr std::size_t most_rolls = 4;
  while (attackers > 1 && defenders > 0 && example.rolls.size() < most_rolls) {
    ExampleRoll roll;
    roll.attack = rolled(std::min(rules.attack_dice, attackers - 1), random);
    roll.defence = rolled(std::min(rules.defence_dice, defenders), random);
    for (std::size_t i = 0; i < std::min(roll.attack.size(), roll.defence.size()); ++i) {
      const bool attacker =
          roll.attack[i] > roll.defence[i] ||
          (roll.attack[i] == roll.defence[i] && rules.ties == risk::Ties::attacker);
      ++(attacker ? roll.defender_loses : roll.attacker_loses);
    }
    attackers -= roll.attacker_loses;
    defenders -= roll.defender_loses;
    roll.attackers_left = attackers;
    roll.defenders_left = defenders;
    example.rolls.push_back(roll);
  }
  example.conquered = defenders == 0;
  const ExampleRoll& last = example.rolls.back();
  if (example.conquered) {
    example.moves = rules.conquest_move == risk::ConquestMove::min
                        ? std::max(1, last.defender_loses)
                    : rules.conquest_move == risk::ConquestMove::max
                        ? attackers - 1
                        : std::min(static_cast<int>(last.attack.size()), attackers - 1);
  }
  return example;
}

// What a side loses. Portuguese says the verb each time, as it denies that of none.
Message loss(int n) {
  if (n == 0) return "no troops";
  if (n == 1) return "one troop";
  return Message("{} troops", n);
}

}  // namespace

Example example_fight(const risk::Variant& variant, std::uint64_t seed) {
  constexpr std::uint32_t examples = 2;  // of the streams of map generation
  constexpr int most_draws = 400;
  Example example;
  for (int draw = 0; draw < most_draws; ++draw) {
    Random random({.seed = seed,
                   .purpose = Purpose::map_generation,
                   .match = static_cast<std::uint64_t>(draw),
                   .substream = examples});
    example = draw_fight(variant, random);
    const auto loses = [](const ExampleRoll& roll) { return roll.attacker_loses > 0; };
    if (example.conquered && example.rolls.size() >= 2 && example.rolls.size() <= 3 &&
        std::any_of(example.rolls.begin(), example.rolls.end(), loses))
      break;
  }
  return example;
}

Message example_words(const ExampleRoll& roll) {
  const std::size_t pairs = std::min(roll.attack.size(), roll.defence.size());
  std::vector<std::string> compared;
  for (std::size_t i = 0; i < pairs; ++i) {
    compared.push_back(fmt::format("{}:{}", roll.attack[i], roll.defence[i]));
  }
  return {"Dice compared: {}. The attacker loses {}, the defender {}; {} against {} are left.",
          fmt::format("{}", fmt::join(compared, ", ")),
          loss(roll.attacker_loses),
          loss(roll.defender_loses),
          roll.attackers_left,
          roll.defenders_left};
}

Message example_ending(const Example& example, const risk::Variant& variant) {
  const std::string& from = variant.map().territory(example.from).name;
  const std::string& to = variant.map().territory(example.to).name;
  if (!example.conquered && example.rolls.back().attackers_left == 1)
    return {"{} has one troop left and cannot attack any more.", from};
  if (!example.conquered) return {"The attacker may go on, or leave {} alone for now.", to};
  const int stay = example.rolls.back().attackers_left - example.moves;
  const Message moves =
      example.moves == 1 ? Message("one troop moves") : Message("{} troops move", example.moves);
  const Message behind = stay == 1 ? Message("one stays") : Message("{} stay", stay);
  return {
      "{} is conquered: {} in from {}, where {} behind. At the end of the turn the attacker "
      "takes a card.",
      to, moves, from, behind};
}

}  // namespace evorisk::app::kit
