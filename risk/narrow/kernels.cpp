#include "risk/narrow/kernels.hpp"

#include "risk/narrow/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "risk/narrow/kernels.cpp"
#include <hwy/foreach_target.h>
// The include above comes first: it includes this file once per instruction set.
#include "risk/narrow/bytes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::risk::narrow {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR

HWY_ATTR bool find_here(int, Kernels&) {
  return false;
}

#else

// Eight 32-bit numbers where there are vectors for them, else four.
using D32 = hn::CappedTag<std::int32_t, 8>;
constexpr D32 d32;

// Adds eight numbers of 16 bits to as many of 32 bits.
template <class D>
HWY_INLINE void add_words(D d, std::int32_t* p, V16 words) {
  if constexpr (hn::MaxLanes(D()) == 8) {
    hn::StoreU(hn::Add(hn::LoadU(d, p), hn::PromoteTo(d, words)), d, p);
  } else {
    const hn::Half<D16> half;
    const auto low = hn::PromoteTo(d, hn::LowerHalf(half, words));
    const auto high = hn::PromoteTo(d, hn::UpperHalf(half, words));
    hn::StoreU(hn::Add(hn::LoadU(d, p), low), d, p);
    hn::StoreU(hn::Add(hn::LoadU(d, p + 4), high), d, p + 4);
  }
}

// --- Handing out ---

// Who has the fewest, and the lowest of these, is the least of numbers of 16 bits: the troops and,
// behind them, the place. Who is no candidate has the greatest.
alignas(16) constexpr std::uint16_t bit_of_word[8] = {1, 2, 4, 8, 16, 32, 64, 128};

constexpr std::uint16_t four_or_none[8] = {0x100, 0x100, 0x100, 0x100, 0, 0, 0, 0};

template <int B>
struct Candidates {
  static constexpr int vectors = 2 * B;
  static constexpr int troop = 0x100;
  V16 v[vectors];

  HWY_INLINE Candidates(const std::int32_t* troops, Word where) {
    const V16 most = hn::Set(d16, std::uint16_t{0xFF});
    const V16 bit = hn::Load(d16, bit_of_word);
    for (int i = 0; i < vectors; ++i) {
      const V16 has = hn::Min(load_words(troops + i * 8), most);
      const V16 place = hn::Iota(d16, static_cast<std::uint16_t>(i * 8));
      const V16 bits = hn::Set(d16, static_cast<std::uint16_t>((where >> (i * 8)) & 0xFF));
      const auto out = hn::VecFromMask(d16, hn::Eq(hn::And(bits, bit), hn::Zero(d16)));
      v[i] = hn::Or(hn::Or(hn::ShiftLeft<8>(has), place), out);
    }
  }

  HWY_INLINE void give(V16 first, V16 troops) {
    for (int i = 0; i < vectors; ++i) {
      const V16 here = hn::VecFromMask(d16, hn::Eq(v[i], first));
      v[i] = hn::Add(v[i], hn::And(here, troops));
    }
  }

  HWY_INLINE V16 least() const {
    V16 r = v[0];
    for (int i = 1; i < vectors; ++i) r = hn::Min(r, v[i]);
    return hn::MinOfLanes(d16, r);
  }
};

template <int B>
HWY_ATTR int hand_out_to(std::int32_t* troops, Word where, int amount, std::int32_t* arrived) {
  const Candidates<B> had(troops, where);
  Candidates<B> now = had;
  V16 least = now.least();
  if ((hn::GetLane(least) >> 8) + amount >= 0xFF) return 0;
  const V16 troop = hn::Set(d16, std::uint16_t{Candidates<B>::troop});
  // All of the lowest level at once, as long as there are enough for it.
  constexpr int few = 6;
  while (amount > few) {
    const V16 level = hn::Or(least, hn::Set(d16, std::uint16_t{0xFF}));
    V16 low[now.vectors];
    std::size_t count = 0;
    for (int i = 0; i < now.vectors; ++i) {
      const auto is_low = hn::Eq(hn::Min(now.v[i], level), now.v[i]);
      low[i] = hn::And(hn::VecFromMask(d16, is_low), troop);
      count += hn::CountTrue(d16, is_low);
    }
    if (static_cast<int>(count) > amount) break;
    for (int i = 0; i < now.vectors; ++i) now.v[i] = hn::Add(now.v[i], low[i]);
    amount -= static_cast<int>(count);
    least = now.least();
  }
  // The rest one by one: at least four, the last of which may be none, because how many there are
  // would be a surprise each time.
  const std::uint16_t* next = four_or_none + 4 - std::min(amount, 4);
  now.give(least, hn::Set(d16, next[0]));
  for (int step = 1; step < 4; ++step) now.give(now.least(), hn::Set(d16, next[step]));
  for (; amount > 4; --amount) now.give(now.least(), troop);
  std::size_t receivers = 0;
  for (int i = 0; i < now.vectors; ++i) {
    const V16 got = hn::ShiftRight<8>(hn::Sub(now.v[i], had.v[i]));
    receivers += hn::CountTrue(di16, hn::Gt(hn::BitCast(di16, got), hn::Zero(di16)));
    add_words(d32, troops + i * 8, got);
    if (arrived != nullptr) add_words(d32, arrived + i * 8, got);
  }
  return static_cast<int>(receivers);
}

// --- Counting ---

template <int B>
HWY_ATTR Word stacks_of(const std::int32_t* troops) {
  const Bytes<B> has = load<B>(troops);
  return set_of(each<B>([&](int b) HWY_ATTR {
    return hn::VecFromMask(d8, hn::Eq(hn::Max(has.v[b], all(2)), has.v[b]));
  }));
}

// A neighbour of one's own is a byte of ones, -1: the sum of these and of the degree is what is
// left. With two players one's friends are the other's enemies.
template <int B>
HWY_ATTR Word borders_of(const Tables& tables, const Word* owned, int players,
                         std::int32_t* enemies) {
  const auto degrees =
      each<B>([&](int b) HWY_ATTR { return hn::LoadU(d8, tables.degree_bytes() + b * block); });
  const Near near(tables);
  const Bytes<B> first = members<B>(owned[0]);
  const Bytes<B> friends = sum_near(near, first);
  Bytes<B> others = each<B>([&](int b) HWY_ATTR {
    const V8 of_first = hn::Add(degrees.v[b], friends.v[b]);
    const V8 of_second = hn::Sub(hn::Zero(d8), friends.v[b]);
    return hn::IfVecThenElse(first.v[b], of_first, of_second);
  });
  for (int player = 1; players > 2 && player < players; ++player) {
    const Bytes<B> own = members<B>(owned[player]);
    const Bytes<B> beside = sum_near(near, own);
    for (int b = 0; b < B; ++b) {
      others.v[b] = hn::IfVecThenElse(own.v[b], hn::Add(degrees.v[b], beside.v[b]), others.v[b]);
    }
  }
  Bytes<B> inside;
  for (int b = 0; b < B; ++b) {
    alignas(16) std::uint8_t counts[block];
    hn::Store(others.v[b], d8, counts);
    for (int i = 0; i < block; i += static_cast<int>(hn::MaxLanes(d32))) {
      const hn::Rebind<std::uint8_t, D32> few;
      const auto part = hn::PromoteTo(d32, hn::LoadU(few, counts + i));
      hn::StoreU(part, d32, enemies + b * block + i);
    }
    inside.v[b] = hn::VecFromMask(d8, hn::Eq(others.v[b], hn::Zero(d8)));
  }
  Word everybody = 0;
  for (int player = 0; player < players; ++player) everybody |= owned[player];
  return everybody & ~set_of(inside);
}

alignas(32) constexpr std::int32_t bit_of_number[8] = {1, 2, 4, 8, 16, 32, 64, 128};

// The sum of f(i), numbers of the territories from i on, over those of `own`.
template <int B, class F>
HWY_INLINE std::int64_t sum_over(Word own, const F& f) {
  constexpr int lanes = static_cast<int>(hn::MaxLanes(d32));
  const auto bit = hn::Load(d32, bit_of_number);
  auto sum = hn::Zero(d32);
  for (int i = 0; i < B * block; i += lanes) {
    const auto bits = hn::Set(d32, static_cast<std::int32_t>((own >> i) & 0xFF));
    const auto in = hn::VecFromMask(d32, hn::Eq(hn::And(bits, bit), bit));
    sum = hn::Add(sum, hn::And(in, f(i)));
  }
  return hn::GetLane(hn::SumOfLanes(d32, sum));
}

template <int B>
HWY_ATTR std::int64_t attack_moves_of(Word own, const std::int32_t* troops,
                                      const std::int32_t* enemies, int dice) {
  const auto one = hn::Set(d32, 1);
  const auto most = hn::Set(d32, dice);
  return sum_over<B>(own, [&](int i) HWY_ATTR {
    const auto rolled = hn::Min(hn::Sub(hn::LoadU(d32, troops + i), one), most);
    return hn::Mul(hn::LoadU(d32, enemies + i), rolled);
  });
}

template <int B>
HWY_ATTR std::int64_t fortify_moves_of(const Tables& tables, Word own, const std::int32_t* troops,
                                       const std::int32_t* enemies) {
  const auto one = hn::Set(d32, 1);
  return sum_over<B>(own, [&](int i) HWY_ATTR {
    const auto friends = hn::Sub(hn::LoadU(d32, tables.degrees() + i), hn::LoadU(d32, enemies + i));
    return hn::Mul(friends, hn::Sub(hn::LoadU(d32, troops + i), one));
  });
}

// --- By the size of the board ---

template <int B>
HWY_ATTR void take_for(Word taken, int seat, std::int8_t* owners) {
  auto* const bytes = reinterpret_cast<std::uint8_t*>(owners);
  for (int b = 0; b < B; ++b) {
    std::uint8_t* const p = bytes + b * block;
    hn::StoreU(hn::IfVecThenElse(members(taken, b), all(seat), hn::LoadU(d8, p)), d8, p);
  }
}

template <int B>
HWY_ATTR void fill(Kernels& kernels) {
  kernels = {hand_out_to<B>, stacks_of<B>,       borders_of<B>,
             take_for<B>,    attack_moves_of<B>, fortify_moves_of<B>};
}

HWY_ATTR bool find_here(int blocks, Kernels& kernels) {
  switch (blocks) {
    case 1:
      fill<1>(kernels);
      break;
    case 2:
      fill<2>(kernels);
      break;
    case 3:
      fill<3>(kernels);
      break;
    default:
      fill<4>(kernels);
      break;
  }
  return true;
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::risk::narrow
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace evorisk::risk::narrow {

HWY_EXPORT(find_here);

bool find_kernels(int blocks, Kernels& kernels) {
  return HWY_DYNAMIC_DISPATCH(find_here)(blocks, kernels);
}

}  // namespace evorisk::risk::narrow
#endif
