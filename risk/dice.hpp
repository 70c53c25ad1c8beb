// One roll of Risk's dice as one draw from its exact distribution.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "risk/action.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::risk {

// The losses of a roll of `attack` against `defence` dice: both sides' dice are compared in
// descending order, as many as the side with fewer dice has, and each comparison costs its loser
// one troop (thesis, chapter 2). Counts are out of 6^(attack + defence) equally likely rolls.
struct DiceTable {
  std::uint32_t rolls = 1;  // 6^(attack + defence): at most 6^12 < 2^32
  int comparisons = 0;      // min(attack, defence)
  // rolls in which the attacker loses at most i troops, for i < comparisons; else all ones.
  std::uint32_t at_most[max_dice] = {};

  // Exactly distributed, from one random number (another only on rejection).
  Losses roll(Random& random) const {
    const std::uint32_t number = random.below(rolls);
    int attacker = 0;
    for (const std::uint32_t most : at_most) attacker += number >= most ? 1 : 0;
    return {attacker, comparisons - attacker};
  }
  // The probability that the attacker loses so many troops, 0 ... comparisons.
  double chance_of_losing(int troops) const {
    const std::uint32_t until = troops < comparisons ? at_most[troops] : rolls;
    return static_cast<double>(until - (troops > 0 ? at_most[troops - 1] : 0)) / rolls;
  }
};

// By enumeration of the sorted rolls of each side. Requires 1 ... max_dice dice on each side.
DiceTable make_dice_table(int attack, int defence, Ties ties);
// The same, made once in the life of the program. May be called by several threads.
const DiceTable& dice_table(int attack, int defence, Ties ties);

}  // namespace evorisk::risk
