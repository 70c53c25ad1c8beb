// The state of a batch of lanes, and the vector vocabulary of the other lanes_*-inl.hpp files.
// Compiled once per instruction set (lanes.cpp).
#if defined(EVORISK_METRICS_BULK_LANES_STATE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_STATE_INL
#undef EVORISK_METRICS_BULK_LANES_STATE_INL
#else
#define EVORISK_METRICS_BULK_LANES_STATE_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "metrics/bulk/lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D8 = hn::ScalableTag<std::uint8_t>;
using DI8 = hn::RebindToSigned<D8>;
using D16 = hn::Repartition<std::uint16_t, D8>;
using DI16 = hn::RebindToSigned<D16>;
using D32 = hn::Repartition<std::uint32_t, D8>;
using DI32 = hn::RebindToSigned<D32>;
using DF = hn::RebindToFloat<D32>;
using V8 = hn::Vec<D8>;
using V16 = hn::Vec<D16>;
using V32 = hn::Vec<D32>;
using VI32 = hn::Vec<DI32>;
using VF = hn::Vec<DF>;

constexpr D8 d8;
constexpr DI8 di8;
constexpr D16 d16;
constexpr DI16 di16;
constexpr D32 d32;
constexpr DI32 di32;
constexpr DF df;

// Lanes of a vector, vectors of a batch. Two vectors share the walk over the map's lists.
constexpr std::size_t vector_lanes = hn::MaxLanes(d8);
constexpr std::size_t vectors = 2;
constexpr std::size_t lanes = vectors * vector_lanes;

HWY_INLINE V8 load(const std::uint8_t* p) {
  return hn::Load(d8, p);
}
HWY_INLINE void store(V8 v, std::uint8_t* p) {
  hn::Store(v, d8, p);
}
HWY_INLINE V8 set8(int value) {
  return hn::Set(d8, static_cast<std::uint8_t>(value));
}
HWY_INLINE V8 zero8() {
  return hn::Zero(d8);
}

// Conditions are vectors of bytes, 0xFF or 0.
HWY_INLINE V8 eq(V8 a, V8 b) {
  return hn::VecFromMask(d8, hn::Eq(a, b));
}
// Of signed bytes.
HWY_INLINE V8 less(V8 a, V8 b) {
  return hn::BitCast(d8, hn::VecFromMask(di8, hn::Lt(hn::BitCast(di8, a), hn::BitCast(di8, b))));
}
HWY_INLINE V8 at_most(V8 a, V8 b) {  // unsigned
  return eq(hn::Min(a, b), a);
}
HWY_INLINE V8 choose(V8 condition, V8 yes, V8 no) {
  return hn::IfVecThenElse(condition, yes, no);
}
HWY_INLINE V8 both(V8 a, V8 b) {
  return hn::And(a, b);
}
HWY_INLINE V8 but_not(V8 a, V8 b) {
  return hn::AndNot(b, a);
}
HWY_INLINE bool none(V8 condition) {
  return hn::AllFalse(d8, hn::MaskFromVec(condition));
}
HWY_INLINE std::size_t count(V8 condition) {
  return hn::CountTrue(d8, hn::MaskFromVec(condition));
}
// Calls f(lane) for each lane, of the vector that starts at lane `o`, where the condition holds.
template <class F>
HWY_INLINE void for_each_lane(V8 condition, std::size_t o, const F& f) {
  std::uint64_t bits[(vector_lanes + 63) / 64 + 1] = {};
  hn::StoreMaskBits(d8, hn::MaskFromVec(condition), reinterpret_cast<std::uint8_t*>(bits));
  for (std::size_t w = 0; w < (vector_lanes + 63) / 64; ++w) {
    for (std::uint64_t left = bits[w]; left != 0; left &= left - 1) {
      f(o + 64 * w + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
}

// Wider values of the lanes. Those of 16 bits live in two vectors, of the even and of the odd
// lanes; those of 32 bits in four, by lane mod 4: so that widening takes a shift or a mask and no
// shuffle.
struct Pair {
  V16 even;
  V16 odd;
};
// Where a lane's value is in an array of pairs, or of quadruples.
HWY_INLINE std::size_t at16(std::size_t lane) {
  const std::size_t i = lane % vector_lanes;
  return lane - i + (i & 1) * (vector_lanes / 2) + i / 2;
}
HWY_INLINE std::size_t at32(std::size_t lane) {
  const std::size_t i = lane % vector_lanes;
  return lane - i + (i & 3) * (vector_lanes / 4) + i / 4;
}
HWY_INLINE Pair load_pair(const std::uint16_t* p) {
  return {hn::Load(d16, p), hn::Load(d16, p + vector_lanes / 2)};
}
HWY_INLINE void store_pair(Pair v, std::uint16_t* p) {
  hn::Store(v.even, d16, p);
  hn::Store(v.odd, d16, p + vector_lanes / 2);
}
HWY_INLINE Pair widen(V8 v) {
  const V16 w = hn::BitCast(d16, v);
  return {hn::And(w, hn::Set(d16, std::uint16_t{0xFF})), hn::ShiftRight<8>(w)};
}
HWY_INLINE Pair widen_condition(V8 v) {
  const auto w = hn::BitCast(di16, v);
  return {hn::BitCast(d16, hn::ShiftRight<8>(hn::ShiftLeft<8>(w))),
          hn::BitCast(d16, hn::ShiftRight<8>(w))};
}
HWY_INLINE V8 low_bytes(Pair v) {
  return hn::BitCast(
      d8, hn::Or(hn::And(v.even, hn::Set(d16, std::uint16_t{0xFF})), hn::ShiftLeft<8>(v.odd)));
}
HWY_INLINE V8 high_bytes(Pair v) {
  return hn::BitCast(
      d8, hn::Or(hn::ShiftRight<8>(v.even), hn::And(v.odd, hn::Set(d16, std::uint16_t{0xFF00}))));
}
HWY_INLINE Pair operator+(Pair a, Pair b) {
  return {hn::Add(a.even, b.even), hn::Add(a.odd, b.odd)};
}
HWY_INLINE Pair operator-(Pair a, Pair b) {
  return {hn::Sub(a.even, b.even), hn::Sub(a.odd, b.odd)};
}
HWY_INLINE Pair operator*(Pair a, Pair b) {
  return {hn::Mul(a.even, b.even), hn::Mul(a.odd, b.odd)};
}
HWY_INLINE Pair choose(Pair condition, Pair yes, Pair no) {
  return {hn::IfVecThenElse(condition.even, yes.even, no.even),
          hn::IfVecThenElse(condition.odd, yes.odd, no.odd)};
}
HWY_INLINE V8 eq(Pair a, Pair b) {
  return low_bytes(
      {hn::VecFromMask(d16, hn::Eq(a.even, b.even)), hn::VecFromMask(d16, hn::Eq(a.odd, b.odd))});
}
// Quarter q of a pair, as 32 bits, from unsigned and from signed values.
HWY_INLINE V32 quarter(Pair v, int q) {
  const V32 w = hn::BitCast(d32, (q & 1) != 0 ? v.odd : v.even);
  return q < 2 ? hn::And(w, hn::Set(d32, 0xFFFFu)) : hn::ShiftRight<16>(w);
}
HWY_INLINE VI32 signed_quarter(Pair v, int q) {
  const auto w = hn::BitCast(di32, (q & 1) != 0 ? v.odd : v.even);
  return q < 2 ? hn::ShiftRight<16>(hn::ShiftLeft<16>(w)) : hn::ShiftRight<16>(w);
}

// A batch. "Own" and "other" are seen from the mover of each lane.
struct State {
  const LanePlan* lane_plan;
  const Plan* plan;
  std::size_t territories;
  const std::uint32_t* arc_offsets;  // Plan::arcs, times `lanes`
  Feed* feed;
  SingleMatch* single;

  // Rows of `lanes` bytes, one per territory.
  std::uint8_t* board;    // other: troops (1 ... 127); own: troops, complemented (0x80 ... 0xFE)
  std::uint8_t* hostile;  // neighbours with another owner
  std::uint8_t* scratch;  // own territories as conditions; or troops of the candidates to be raised
  std::uint8_t* held;     // condition: the territory's card is in a hand
  std::uint8_t* hands;    // [seat][slot]: cards
  std::size_t hand_slots;
  // The next matches, one per column: their boards, `hostile` and word streams.
  std::uint8_t* next_board;
  std::uint8_t* next_hostile;

  HWY_ALIGN_MAX std::uint8_t alive[lanes];   // condition: a match is being played
  HWY_ALIGN_MAX std::uint8_t acting[lanes];  // condition: an attack was found in the last scan
  HWY_ALIGN_MAX std::uint8_t seat[lanes];    // condition: the mover is seat 1
  HWY_ALIGN_MAX std::uint8_t own[lanes];     // territories
  HWY_ALIGN_MAX std::uint8_t other[lanes];
  HWY_ALIGN_MAX std::uint8_t own_lost[lanes];  // troops in this turn, saturating
  HWY_ALIGN_MAX std::uint8_t other_lost[lanes];
  HWY_ALIGN_MAX std::uint8_t conquered[lanes];  // condition: a territory in this turn
  HWY_ALIGN_MAX std::uint8_t outgrown[lanes];   // condition: to be replayed by `single`
  HWY_ALIGN_MAX std::uint8_t exchanges[lanes];
  HWY_ALIGN_MAX std::uint8_t exchanged[lanes];  // troops for this turn's exchanges
  HWY_ALIGN_MAX std::uint8_t hand_size[2][lanes];
  // Pairs.
  HWY_ALIGN_MAX std::uint16_t words[4][lanes];
  HWY_ALIGN_MAX std::uint16_t next_words[4][lanes];
  HWY_ALIGN_MAX std::uint16_t turn[lanes];
  HWY_ALIGN_MAX std::uint16_t own_troops[lanes];
  HWY_ALIGN_MAX std::uint16_t other_troops[lanes];
  // Quadruples: the Tally of each lane; behind_turns of seat 0 in the low, of 1 in the high half.
  HWY_ALIGN_MAX std::uint32_t moves[lanes];
  HWY_ALIGN_MAX std::int32_t leader[lanes];
  HWY_ALIGN_MAX std::int32_t lead_changes[lanes];
  HWY_ALIGN_MAX std::uint32_t behind_turns[lanes];
  HWY_ALIGN_MAX float behind_sum[2][lanes];
  HWY_ALIGN_MAX float margin[lanes];
  HWY_ALIGN_MAX float largest_swing[lanes];

  Slot slots[lanes];
  Words first_words[lanes];
  Slot next_slots[lanes];
  Words next_first_words[lanes];
  std::size_t next_at;     // the first column not yet taken
  std::size_t next_count;  // columns filled

  // Territory bonuses of this turn's exchanges, due after the continents'.
  struct Bonus {
    std::uint32_t lane;
    std::uint32_t territory;
  };
  Bonus bonuses[lanes * 6];
  std::size_t bonus_count;

  HWY_INLINE std::uint8_t* row(std::uint8_t* rows, std::size_t t) const { return rows + t * lanes; }
};

// A lane's stream as scalar code sees it.
HWY_INLINE Words get_words(const std::uint16_t (&words)[4][lanes], std::size_t lane) {
  const std::size_t i = at16(lane);
  return {words[0][i], words[1][i], words[2][i], words[3][i]};
}
HWY_INLINE void set_words(std::uint16_t (&words)[4][lanes], std::size_t lane, const Words& w) {
  const std::size_t i = at16(lane);
  words[0][i] = w.a;
  words[1][i] = w.b;
  words[2][i] = w.c;
  words[3][i] = w.counter;
}

// The next word of each lane's stream (Words::next) of the vector at `o`; only the streams of lanes
// where the condition holds move on.
HWY_INLINE Pair next_words(std::uint16_t (&words)[4][lanes], std::size_t o, V8 condition) {
  const Pair taken = widen_condition(condition);
  Pair result;
  const auto half = [&](std::size_t at, V16 takes) HWY_ATTR {
    const V16 a = hn::Load(d16, words[0] + at);
    const V16 b = hn::Load(d16, words[1] + at);
    const V16 c = hn::Load(d16, words[2] + at);
    const V16 counter = hn::Load(d16, words[3] + at);
    const V16 word = hn::Add(hn::Add(a, b), counter);
    const V16 next_a = hn::Xor(b, hn::ShiftRight<5>(b));
    const V16 next_b = hn::Add(c, hn::ShiftLeft<3>(c));
    const V16 turned = hn::Or(hn::ShiftLeft<6>(c), hn::ShiftRight<10>(c));
    const V16 next_c = hn::Add(turned, word);
    hn::Store(hn::IfVecThenElse(takes, next_a, a), d16, words[0] + at);
    hn::Store(hn::IfVecThenElse(takes, next_b, b), d16, words[1] + at);
    hn::Store(hn::IfVecThenElse(takes, next_c, c), d16, words[2] + at);
    hn::Store(hn::Sub(counter, takes), d16, words[3] + at);  // minus -1
    return word;
  };
  result.even = half(o, taken.even);
  result.odd = half(o + vector_lanes / 2, taken.odd);
  return result;
}

// A uniform integer below the lane's bound (Words::below) where the condition holds, else 0.
HWY_INLINE V8 below(std::uint16_t (&words)[4][lanes], std::size_t o, V8 condition, Pair bound) {
  const Pair word = next_words(words, o, condition);
  const Pair low = word * bound;
  const auto high = [](V16 a, V16 b) HWY_ATTR { return hn::MulHigh(a, b); };
  HWY_ALIGN_MAX std::uint8_t result[vector_lanes];
  store(both(low_bytes({high(word.even, bound.even), high(word.odd, bound.odd)}), condition),
        result);
  // low < bound, where a rejection is possible
  const auto below_bound = [](V16 a, V16 b)
                               HWY_ATTR { return hn::VecFromMask(d16, hn::Ne(hn::Min(a, b), b)); };
  const V8 doubtful = both(
      condition, low_bytes({below_bound(low.even, bound.even), below_bound(low.odd, bound.odd)}));
  if (!none(doubtful)) {
    HWY_ALIGN_MAX std::uint16_t bounds[vector_lanes];
    HWY_ALIGN_MAX std::uint16_t drawn[vector_lanes];
    store_pair(bound, bounds);
    store_pair(word, drawn);
    for_each_lane(doubtful, o, [&](std::size_t lane) {
      const std::size_t i = at16(lane - o);
      Words stream = get_words(words, lane);
      result[lane - o] = static_cast<std::uint8_t>(
          stream.below_rejecting(bounds[i], std::uint32_t{drawn[i]} * bounds[i]));
      set_words(words, lane, stream);
    });
  }
  return load(result);
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
