// The attack phase of `cautious` on a board of at most 64 territories, where a set of territories
// is one word: the scan of risk/agents/attack_scan.hpp in a few instructions a look.
#pragma once

#include <algorithm>
#include <bit>

#include "risk/bits.hpp"
#include "risk/phase_driver.hpp"

namespace evorisk::risk {

// Enemies are sets by their troops: whom a territory can attack is one intersection.
class NarrowAttackScan {
 public:
  // The whole phase of the seat on turn. False: the driver refused an attack.
  bool play(PhaseDriver& driver) {
    const State& state = driver.state();
    const Variant& variant = state.variant();
    const int seat = state.seat();
    const bits::Word& mine = *state.owned(seat).data();
    const bits::Word frontier = *state.frontier().data();
    const bits::Word* const near = variant.neighbour_set(0).data();  // of each territory a word
    const std::int32_t* const troops = state.troops().data();

    sort(*variant.all_territories().data() & ~mine, troops);
    bits::Word open = frontier & mine;  // still to be looked at, the lowest first
    while (open != 0) {
      const int from = std::countr_zero(open);
      const bits::Word enemies = near[from] & ~mine;
      bits::Word weaker = enemies & at_most_[std::min(troops[from] - 1, levels - 1)];
      if (weaker == 0) [[unlikely]] {
        if (troops[from] > levels) weaker = fewer_than(enemies, troops[from], troops);
        if (weaker == 0) {
          open &= open - 1;
          continue;
        }
      }
      int to = std::countr_zero(weaker);
      for (weaker &= weaker - 1; weaker != 0; weaker &= weaker - 1) {
        const int other = std::countr_zero(weaker);
        to = troops[other] < troops[to] ? other : to;
      }
      // Own neighbours of the target that come before the attacker: what they can attack they do.
      const bits::Word before = mine & near[to] & (bits::mask(from) - 1);
      int least = 0;
      for (bits::Word left = before; left != 0; left &= left - 1) {
        least = std::max(least, troops[std::countr_zero(left)]);
      }
      if (!driver.fight({from, to}, least)) return false;
      if (bits::has(&mine, to)) {
        if (state.over()) return true;
        open |= bits::mask(to);
      } else {
        for (int level = troops[to]; level < levels; ++level) {
          if ((at_most_[level] & bits::mask(to)) != 0) break;
          at_most_[level] |= bits::mask(to);
        }
        // The attacker has done what it could, unless it was stopped for the sake of others.
        if (troops[to] < least) open |= before;
        if (troops[from] <= troops[to]) open &= ~bits::mask(from);
        open |= mine & near[to] & ~(bits::mask(from) * 2 - 1);
      }
    }
    return driver.attack({});
  }

 private:
  static constexpr int levels = 16;

  void sort(bits::Word enemies, const std::int32_t* troops) {
    std::fill(at_most_, at_most_ + levels + 1, bits::Word{0});
    for (; enemies != 0; enemies &= enemies - 1) {
      const int t = std::countr_zero(enemies);
      at_most_[std::min(troops[t], levels)] |= bits::mask(t);
    }
    for (int level = 1; level < levels; ++level) at_most_[level] |= at_most_[level - 1];
  }

  static bits::Word fewer_than(bits::Word enemies, int limit, const std::int32_t* troops) {
    bits::Word fewer = 0;
    for (; enemies != 0; enemies &= enemies - 1) {
      const int t = std::countr_zero(enemies);
      fewer |= bits::Word{troops[t] < limit} << t;
    }
    return fewer;
  }

  // [k]: enemies with at most k troops; the last one is for all others, while they are sorted.
  bits::Word at_most_[levels + 1] = {};
};

}  // namespace evorisk::risk
