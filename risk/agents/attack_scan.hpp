// The attack scan of `cautious`, kept between rolls: which own territory is the first that has an
// enemy neighbour with fewer troops, and which is its weakest one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "risk/action.hpp"
#include "risk/bits.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

// Own territories that have still to be looked at are a set of bits: at first all borders. One that
// is found unable to attack leaves the set, and comes back when a neighbour is weakened; so each
// look is at the lowest of the set, and a border is looked at about once a turn.
class AttackScan {
 public:
  void reserve(const Variant& variant) {
    const auto n = static_cast<std::size_t>(variant.territories());
    if (strengths_.size() < n) strengths_.resize(n);
    const auto words = static_cast<std::size_t>(variant.words());
    if (open_.size() < words) open_.resize(words);
  }

  // The scan of the seat on turn, from the state as it is.
  void begin(const State& state) {
    const int seat = state.seat();
    const std::int8_t* const owners = state.owners().data();
    const std::int32_t* const troops = state.troops().data();
    Strength* const strengths = strengths_.data();
    const int n = state.variant().territories();
    for (int t = 0; t < n; ++t) {
      strengths[t] = strength(troops[t], t) | (Strength{0} - Strength{owners[t] == seat});
    }
    const bits::Word* mine = state.owned(seat).data();
    const bits::Word* frontier = state.frontier().data();
    const int words = state.variant().words();
    for (int w = 0; w < words; ++w) open_[static_cast<std::size_t>(w)] = mine[w] & frontier[w];
  }

  // The attack of the first territory that can on the first of its weakest enemies; none when no
  // territory can.
  Attack next(const State& state) {
    const Variant& variant = state.variant();
    const int words = variant.words();
    for (int w = 0; w < words; ++w) {
      bits::Word left = open_[static_cast<std::size_t>(w)];
      for (; left != 0; left &= left - 1) {
        const int from = w * 64 + std::countr_zero(left);
        const Strength enemy = weakest(variant, from);
        if (enemy < strength(state.troops(from), 0)) {
          open_[static_cast<std::size_t>(w)] = left;
          return {from, static_cast<int>(enemy & 0xffffffffu)};
        }
      }
      open_[static_cast<std::size_t>(w)] = 0;
    }
    return {};
  }

  // How many troops the target must have for the attack to stay the scan's next one, as long as it
  // is weaker than the attacker: with fewer, a territory before the attacker can attack it.
  int least(const State& state, const Attack& attack) const {
    const bits::Word* mine = state.owned(state.seat()).data();
    const bits::Word* near = state.variant().neighbour_set(attack.to).data();
    const int last = attack.from / 64;
    int most = 0;
    for (int w = 0; w <= last; ++w) {
      bits::Word left = mine[w] & near[w];
      if (w == last) left &= bits::mask(attack.from) - 1;
      for (; left != 0; left &= left - 1) {
        most = std::max(most, state.troops(w * 64 + std::countr_zero(left)));
      }
    }
    return most;
  }

  // After one roll of the attack, or several; `least` as it was told before them.
  void after(const State& state, const Attack& attack, int least) {
    Strength& target = strengths_[static_cast<std::size_t>(attack.to)];
    if (state.owner(attack.to) == state.seat()) {
      target = own;
      bits::insert(open_.data(), attack.to);
      return;
    }
    const int troops = state.troops(attack.to);
    target = strength(troops, attack.to);
    // Those behind the attacker are looked at anyway, or once more.
    const bits::Word* mine = state.owned(state.seat()).data();
    const bits::Word* near = state.variant().neighbour_set(attack.to).data();
    const int words = state.variant().words();
    if (words == 1 && troops >= least) {
      open_[0] |= mine[0] & near[0] & (~bits::Word{0} << attack.from);
      return;
    }
    for (int w = 0; w < words; ++w) open_[static_cast<std::size_t>(w)] |= mine[w] & near[w];
  }

 private:
  // Which of two enemies is the weaker is decided by one number: its troops and, behind them, its
  // index. Own territories are stronger than any enemy.
  using Strength = std::uint64_t;
  static constexpr Strength own = ~Strength{0};
  static Strength strength(int troops, int t) {
    return (static_cast<Strength>(static_cast<std::uint32_t>(troops)) << 32) |
           static_cast<std::uint32_t>(t);
  }
  static Strength lower(Strength a, Strength b) { return a < b ? a : b; }

  // Of the neighbours of t.
  Strength weakest(const Variant& variant, int t) const {
    const Strength* const strengths = strengths_.data();
    const auto near = variant.neighbours_by_four(t);
    Strength weakest = own;
    for (const int *u = near.data(), *end = u + near.size(); u != end; u += 4) {
      const Strength ab = lower(strengths[u[0]], strengths[u[1]]);
      const Strength cd = lower(strengths[u[2]], strengths[u[3]]);
      weakest = lower(weakest, lower(ab, cd));
    }
    return weakest;
  }

  std::vector<Strength> strengths_;
  std::vector<bits::Word> open_;
};

}  // namespace evorisk::risk
