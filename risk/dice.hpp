// One roll of Risk's dice as one draw from its exact distribution.
#pragma once

#include <cstdint>

#include "maps/base/random.hpp"
#include "risk/action.hpp"
#include "risk/rules.hpp"

namespace evorisk::risk {

// The losses of a roll of `attack` against `defence` dice: both sides' dice are compared in
// descending order, as many as the side with fewer dice has, and each comparison costs its loser
// one troop (thesis, chapter 2). Counts are out of 6^(attack + defence) equally likely rolls.
struct alignas(64) DiceTable {
  std::uint32_t rolls = 1;  // 6^(attack + defence): at most 6^12 < 2^32
  int comparisons = 0;      // min(attack, defence)
  // Of 32 random bits that pick roll number Random::below(rolls), the last with which the attacker
  // loses at most i troops, for i < comparisons; else all ones. So losses are known without waiting
  // for the product that says which roll it is.
  std::uint32_t last[max_dice] = {};
  // rolls in which the attacker loses at most i troops, for i < comparisons; else all ones.
  std::uint32_t at_most[max_dice] = {};

  // Exactly distributed, from one random number (another only on rejection), those of
  // Random::below(rolls).
  Losses roll(Random& random) const {
    std::uint64_t bits = random.next() >> 32;
    if (static_cast<std::uint32_t>(bits * rolls) < rolls) [[unlikely]] {
      const std::uint32_t threshold = (0u - rolls) % rolls;
      while (static_cast<std::uint32_t>(bits * rolls) < threshold) bits = random.next() >> 32;
    }
    int attacker = (bits > last[0] ? 1 : 0) + (bits > last[1] ? 1 : 0) + (bits > last[2] ? 1 : 0);
    if (comparisons > 3) {
      for (int i = 3; i < max_dice; ++i) attacker += bits > last[i] ? 1 : 0;
    }
    return {attacker, comparisons - attacker};
  }
};

// By enumeration of the sorted rolls of each side. Requires 1 ... max_dice dice on each side.
DiceTable make_dice_table(int attack, int defence, Ties ties);
// The same, made once in the life of the program. May be called by several threads.
const DiceTable& dice_table(int attack, int defence, Ties ties);

}  // namespace evorisk::risk
