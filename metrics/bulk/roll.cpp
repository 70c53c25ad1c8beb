#include "metrics/bulk/roll.hpp"

namespace evorisk::metrics::bulk {

Roll::Roll(const risk::DiceTable& dice) : comparisons(dice.comparisons) {
  constexpr std::uint64_t words = 65536;
  more_than.fill(words);
  std::uint64_t before = 0;
  std::uint64_t first = 0;
  for (int i = 0; i <= comparisons; ++i) {
    const std::uint64_t until = i < comparisons ? dice.at_most[i] : dice.rolls;
    const std::uint64_t share = (until - before) * words;
    first += share / dice.rolls;
    rest[static_cast<std::size_t>(i)] = share % dice.rolls;
    rests += share % dice.rolls;
    if (i < comparisons) more_than[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(first);
    before = until;
  }
  undecided = static_cast<std::uint32_t>(first);
}

int Roll::decide(Words& words) const {
  std::uint64_t part = words.below_wide(rests);
  int lost = 0;
  while (part >= rest[static_cast<std::size_t>(lost)]) {
    part -= rest[static_cast<std::size_t>(lost)];
    ++lost;
  }
  return lost;
}

}  // namespace evorisk::metrics::bulk
