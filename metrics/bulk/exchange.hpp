// Exchanging cards as `cautious` does.
#pragma once

#include <array>
#include <cstdint>

#include "metrics/bulk/draws.hpp"
#include "risk/legal.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::metrics::bulk {

// The positions in a hand of the three cards to be exchanged, ascending, and the own territory that
// one of them shows (gets the territory bonus), or -1.
struct Exchanged {
  std::array<int, 3> at{-1, -1, -1};
  int bonus = -1;
  explicit operator bool() const { return at[0] >= 0; }
};

// One decision about the `size` cards of a hand, which are given as hand(i) in the order in which
// they were drawn; owns(card) says whether the card shows an own territory. The lowest such
// territory that is in a set is exchanged with two others at random; without one, and where so many
// cards must be exchanged, a random set.
template <class Hand, class Owns>
Exchanged choose_exchange(const risk::Rules& rules, int size, const Hand& hand, const Owns& owns,
                          Words& words) {
  Exchanged exchanged;
  if (size < 3) return exchanged;
  const auto draw = [&](std::uint64_t sets) {
    return sets <= 65536 ? words.below(static_cast<std::uint32_t>(sets)) : words.below_wide(sets);
  };
  // Any card and two others: pairs (i, j), i < j, of the other cards' positions, in order.
  const auto choose_others = [&](int with) {
    const auto others = static_cast<std::uint64_t>(size - 1);
    std::uint64_t rank = draw(others * (others - 1) / 2);
    std::uint64_t row = others - 1;
    int i = 0;
    for (; rank >= row; ++i) rank -= row--;
    int j = i + 1 + static_cast<int>(rank);
    i += i >= with ? 1 : 0;
    j += j >= with ? 1 : 0;
    exchanged.at = with < i   ? std::array{with, i, j}
                   : with < j ? std::array{i, with, j}
                              : std::array{i, j, with};
  };
  // The sets, in order, of which `with` (a position, or -1 for any) is a part: calls f until it
  // returns true.
  const auto find_set = [&](int with, const auto& f) {
    for (int i = 0; i < size; ++i) {
      for (int j = i + 1; j < size; ++j) {
        for (int k = j + 1; k < size; ++k) {
          const bool part = with < 0 || i == with || j == with || k == with;
          if (part && risk::is_set(rules, hand(i), hand(j), hand(k)) && f(std::array{i, j, k}))
            return;
        }
      }
    }
  };
  const auto choose = [&](int with) {
    if (with >= 0 && rules.card_set == risk::CardSet::any) return choose_others(with);
    std::uint64_t sets = 0;
    find_set(with, [&](const std::array<int, 3>&) {
      ++sets;
      return false;
    });
    if (sets == 0) return;
    std::uint64_t rank = draw(sets);
    find_set(with, [&](const std::array<int, 3>& set) {
      if (rank-- > 0) return false;
      exchanged.at = set;
      return true;
    });
  };
  // Own territories shown, lowest first.
  int last = -1;
  for (;;) {
    int lowest = -1;
    for (int i = 0; i < size; ++i) {
      const int card = hand(i);
      if (card > last && owns(card) && (lowest < 0 || card < hand(lowest))) lowest = i;
    }
    if (lowest < 0) break;
    choose(lowest);
    if (exchanged) {
      exchanged.bonus = hand(lowest);
      return exchanged;
    }
    last = hand(lowest);
  }
  if (size >= rules.card_forced_at) choose(-1);
  return exchanged;
}

}  // namespace evorisk::metrics::bulk
