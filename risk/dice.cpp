#include "risk/dice.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

namespace evorisk::risk {

namespace {

// A roll up to order: faces descending, and how many ordered rolls sort to it.
struct SortedRoll {
  std::array<int, max_dice> faces{};
  std::uint32_t ways = 0;
};

std::vector<SortedRoll> sorted_rolls(int dice) {
  std::vector<SortedRoll> rolls;
  SortedRoll roll;
  std::uint32_t orders = 1;  // dice!
  for (int i = 2; i <= dice; ++i) orders *= static_cast<std::uint32_t>(i);
  // Faces are chosen from the highest down; a run of r equal faces divides the orders by r!.
  const auto extend = [&](const auto& self, int used, int highest, int run,
                          std::uint32_t ways) -> void {
    if (used == dice) {
      roll.ways = ways;
      rolls.push_back(roll);
      return;
    }
    for (int face = highest; face >= 1; --face) {
      const int length =
          used > 0 && face == roll.faces[static_cast<std::size_t>(used - 1)] ? run + 1 : 1;
      roll.faces[static_cast<std::size_t>(used)] = face;
      self(self, used + 1, face, length, ways / static_cast<std::uint32_t>(length));
    }
  };
  extend(extend, 0, 6, 0, orders);
  return rolls;
}

}  // namespace

DiceTable make_dice_table(int attack, int defence, Ties ties) {
  DiceTable table;
  table.comparisons = std::min(attack, defence);
  for (int i = 0; i < attack + defence; ++i) table.rolls *= 6;
  std::array<std::uint32_t, max_dice + 1> ways{};  // by the attacker's losses
  const std::vector<SortedRoll> defences = sorted_rolls(defence);
  for (const SortedRoll& a : sorted_rolls(attack)) {
    for (const SortedRoll& d : defences) {
      std::size_t lost = 0;
      for (std::size_t i = 0; i < static_cast<std::size_t>(table.comparisons); ++i) {
        const bool wins =
            ties == Ties::attacker ? a.faces[i] >= d.faces[i] : a.faces[i] > d.faces[i];
        lost += wins ? 0 : 1;
      }
      ways[lost] += a.ways * d.ways;
    }
  }
  std::uint32_t sum = 0;
  for (int i = 0; i < max_dice; ++i) {
    sum += ways[static_cast<std::size_t>(i)];
    table.at_most[i] = i < table.comparisons ? sum : ~std::uint32_t{0};
  }
  return table;
}

const DiceTable& dice_table(int attack, int defence, Ties ties) {
  struct Entry {
    std::once_flag made;
    DiceTable table;
  };
  static std::array<Entry, 2 * max_dice * max_dice> entries;
  const int row = (ties == Ties::attacker ? max_dice : 0) + attack - 1;
  Entry& entry = entries[static_cast<std::size_t>(row * max_dice + defence - 1)];
  std::call_once(entry.made, [&] { entry.table = make_dice_table(attack, defence, ties); });
  return entry.table;
}

}  // namespace evorisk::risk
