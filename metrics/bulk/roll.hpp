// One roll of the dice as one 16-bit word.
#pragma once

#include <array>
#include <cstdint>

#include "metrics/bulk/draws.hpp"
#include "risk/dice.hpp"

namespace evorisk::metrics::bulk {

// The words 0 ... 65535 are shared out among the outcomes "the attacker loses 0, 1, ... troops" in
// ascending order, to each the whole number of words that is just below its probability. The few
// words left over (at most one per outcome less one) decide nothing: a further, wide draw then
// picks an outcome with exactly the probability that rounding took from it. So the odds are exact.
struct Roll {
  int comparisons = 0;  // losses of both sides together
  // The first word that costs the attacker more than i troops; 65536 where none does.
  std::array<std::uint32_t, risk::max_dice> more_than{};
  std::uint32_t undecided = 65536;  // the first word that decides nothing
  // What rounding took from each outcome, in 6^dice parts of a word, and the sum.
  std::array<std::uint64_t, risk::max_dice + 1> rest{};
  std::uint64_t rests = 0;

  Roll() = default;
  explicit Roll(const risk::DiceTable& dice);

  // The attacker's losses.
  int losses(std::uint16_t word, Words& words) const {
    if (word >= undecided) [[unlikely]]
      return decide(words);
    int lost = 0;
    for (const std::uint32_t first : more_than) lost += word >= first ? 1 : 0;
    return lost;
  }
  // After an undecided word.
  int decide(Words& words) const;
};

}  // namespace evorisk::metrics::bulk
