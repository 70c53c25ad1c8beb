// The attacks of `cautious`: the first own territory that has an enemy neighbour with fewer troops
// attacks the weakest such neighbour (thesis 4.3.4.1).
#pragma once

#include <algorithm>
#include <cstdint>

#include "risk/action.hpp"

namespace evorisk::risk {

// What these functions ask of a board, the same of both engines' boards: owns(t), whether t belongs
// to the seat on turn; find_border(first, accepts), the first own territory t from `first` on that
// has an enemy neighbour and accepts(t); territories(), fewer than which it is when there is one;
// troops(t); neighbours(t), ascending.

// The attack of the first territory, from `first` on, that can attack; none when no territory can.
template <class Board>
Attack next_attack(const Board& board, int first) {
  std::uint64_t weakest = 0;
  const int from = board.find_border(first, [&](int t) {
    if (board.troops(t) < 2) return false;
    // The weakest enemy is the least number of troops and, behind them, its index: which neighbour
    // that is cannot be predicted, and nothing branches on it.
    weakest = ~std::uint64_t{0};
    for (const int u : board.neighbours(t)) {
      const auto strength =
          static_cast<std::uint64_t>(board.troops(u)) << 32 | static_cast<std::uint32_t>(u);
      weakest = std::min(weakest, strength | (std::uint64_t{0} - board.owns(u)));
    }
    return weakest >> 32 < static_cast<std::uint64_t>(board.troops(t));
  });
  if (from >= board.territories()) return {};
  return {from, static_cast<int>(weakest & 0xFFFFFFFFu)};
}

// The attack that follows a roll of this one. Before it no territory before the attacker could
// attack, and the target was the attacker's weakest enemy; now the target alone may be weaker, or
// conquered.
template <class Board>
Attack attack_after(const Board& board, const Attack& attack) {
  const auto [from, to] = attack;
  if (board.owns(to)) return next_attack(board, std::min(from, to));
  for (const int u : board.neighbours(to)) {
    if (u >= from) break;
    if (board.owns(u) && board.troops(u) > board.troops(to)) return {u, to};
  }
  return board.troops(from) > board.troops(to) ? attack : next_attack(board, from + 1);
}

}  // namespace evorisk::risk
