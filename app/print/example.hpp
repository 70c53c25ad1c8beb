// A fight for the rulebook, dice and all.
#pragma once

#include <string>
#include <vector>

#include "app/print/kit.hpp"

namespace evorisk::app::kit {

struct ExampleRoll {
  std::vector<int> attack;   // eyes, highest first
  std::vector<int> defence;  // likewise
  int attacker_loses = 0;
  int defender_loses = 0;
  int attackers_left = 0;  // in the two territories after this roll
  int defenders_left = 0;
};

struct Example {
  int from = 0;
  int to = 0;
  int attackers = 0;  // troops when it begins
  int defenders = 0;
  std::vector<ExampleRoll> rolls;  // one to four
  bool conquered = false;
  int moves = 0;  // troops that enter
};

// Between two neighbours of the map, by the variant's rules; where such a fight is to be found, one
// with a conquest in the second or third roll, in which both sides lose troops.
Example example_fight(const risk::Variant& variant, std::uint64_t seed);

// What a roll brought, and how the fight ended, in sentences.
std::string example_words(const ExampleRoll& roll, Language language);
std::string example_ending(const Example& example, const risk::Variant& variant, Language language);

}  // namespace evorisk::app::kit
