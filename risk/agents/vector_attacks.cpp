#include "risk/agents/vector_attacks.hpp"

#include "risk/assault.hpp"
#include "risk/narrow/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "risk/agents/vector_attacks.cpp"
#include <hwy/foreach_target.h>
// The include above comes first: it includes this file once per instruction set.
#include "risk/narrow/bytes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::risk::narrow {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR

HWY_ATTR VectorPlay play_attacks_here(PhaseDriver&) {
  return VectorPlay::declined;
}

#else

// An enemy with k troops is 255 - k, anything else 0: the weakest enemy of a territory is then the
// greatest of its neighbours. A territory with s troops to spare can attack it when s + 255 - k
// reaches 255, which a sum of bytes that stops at 255 tells of all territories at once.
//
// On a board of one vector all neighbours are looked up afresh after each roll, and nothing
// branches on the dice. On larger ones that costs more than a surprise: enemies only grow weaker
// during the phase, so a roll that does not conquer can only raise what the target's neighbours
// have as their greatest.
template <int B>
HWY_INLINE VectorPlay play_attacks_on(PhaseDriver& driver, const Tables& tables) {
  const State& state = driver.state();
  const std::int32_t* const troops = state.troops().data();
  const std::uint64_t* const rows = state.variant().neighbour_set(0).data();

  const Near near(tables);
  Assault assault(driver);
  const Bytes<B> ours = members<B>(assault.mine());
  const Bytes<B> has = load<B>(troops);
  if (equal(has, all(255)) != 0) return VectorPlay::declined;
  Bytes<B> spare, weak;
  for (int b = 0; b < B; ++b) {
    spare.v[b] = hn::And(ours.v[b], hn::SaturatedSub(has.v[b], all(1)));
    weak.v[b] = hn::AndNot(ours.v[b], hn::Not(has.v[b]));
  }
  Bytes<B> weakest = greatest_near(near, weak);

  for (;;) {
    const std::uint64_t able =
        equal(each<B>([&](int b) HWY_ATTR { return hn::SaturatedAdd(spare.v[b], weakest.v[b]); }),
              all(255));
    if (able == 0) break;
    const int from = std::countr_zero(able);
    const V8 its_weakest = at(weakest, from);
    const int to = std::countr_zero(equal(weak, its_weakest) & rows[from]);
    const int defenders = 255 - hn::GetLane(its_weakest);
    if (!assault.legal(from, to, defenders)) {
      assault.book();
      return driver.attack({from, to}) ? VectorPlay::done : VectorPlay::refused;
    }
    const auto [conquered, left_behind, in_target, left] = assault.roll(from, to, defenders);

    const Bytes<B> attacker = only<B>(from);
    const Bytes<B> target = only<B>(to);
    const V8 spared = all(left_behind - 1);
    const V8 moved = all((in_target - 1) & conquered);
    const V8 defends = all((255 - left) & ~conquered);
    for (int b = 0; b < B; ++b) {
      spare.v[b] = hn::IfVecThenElse(attacker.v[b], spared, spare.v[b]);
      spare.v[b] = hn::IfVecThenElse(target.v[b], moved, spare.v[b]);
      weak.v[b] = hn::IfVecThenElse(target.v[b], defends, weak.v[b]);
    }
    if (B == 1 || conquered != 0) {
      weakest = greatest_near(near, weak);
    } else {
      const std::uint8_t* const row = tables.row(to);
      for (int b = 0; b < B; ++b) {
        const V8 raised = hn::And(defends, hn::LoadU(d8, row + b * block));
        weakest.v[b] = hn::Max(weakest.v[b], raised);
      }
    }
  }
  assault.book();
  if (state.over()) return VectorPlay::done;
  return driver.attack({}) ? VectorPlay::done : VectorPlay::refused;
}

HWY_ATTR VectorPlay play_attacks_here(PhaseDriver& driver) {
  if (!Assault::possible(driver)) return VectorPlay::declined;
  const Tables& tables = driver.tables();
  switch (tables.blocks()) {
    case 1:
      return play_attacks_on<1>(driver, tables);
    case 2:
      return play_attacks_on<2>(driver, tables);
    case 3:
      return play_attacks_on<3>(driver, tables);
    case 4:
      return play_attacks_on<4>(driver, tables);
    default:
      return VectorPlay::declined;
  }
}

#endif

HWY_ATTR AttackPlayer attack_player_here() {
  return play_attacks_here;
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::risk::narrow
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace evorisk::risk::narrow {
HWY_EXPORT(attack_player_here);

AttackPlayer attack_player() {
  return HWY_DYNAMIC_DISPATCH(attack_player_here)();
}

}  // namespace evorisk::risk::narrow
#endif
