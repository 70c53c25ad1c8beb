// The state of a batch of lanes and its random words.
#if defined(EVORISK_METRICS_BULK_LANES_STATE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_STATE_INL
#undef EVORISK_METRICS_BULK_LANES_STATE_INL
#else
#define EVORISK_METRICS_BULK_LANES_STATE_INL
#endif

#include <algorithm>
#include <array>
#include <type_traits>

#include "metrics/bulk/finished.hpp"
#include "metrics/bulk/lanes.hpp"
#include "metrics/bulk/lanes/words-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {

constexpr int lane_limit = 127;          // most troops on a territory, in a lane
constexpr std::uint8_t lone_own = 0xFE;  // one own troop, on the board
constexpr std::uint8_t lone_other = 1;

// The words of each lane's stream (Words), as columns.
struct WordStreams {
  HWY_ALIGN_MAX std::uint16_t a[lanes];
  HWY_ALIGN_MAX std::uint16_t b[lanes];
  HWY_ALIGN_MAX std::uint16_t c[lanes];
  HWY_ALIGN_MAX std::uint16_t counter[lanes];

  // A lane's stream as scalar code sees it.
  Words get(std::size_t lane) const {
    const std::size_t i = at16(lane);
    return {a[i], b[i], c[i], counter[i]};
  }
  void set(std::size_t lane, const Words& words) {
    const std::size_t i = at16(lane);
    a[i] = words.a;
    b[i] = words.b;
    c[i] = words.c;
    counter[i] = words.counter;
  }

  // seed_words in the lanes where the condition holds: of match number `first` and `offset` more.
  HWY_INLINE void seed(Bytes condition, std::uint64_t seed_key, std::uint64_t first, Bytes offset) {
    const D64 d64;
    const hn::Rebind<std::uint32_t, D64> narrow32;
    const hn::Rebind<std::uint16_t, D64> narrow16;
    const auto narrow = [](auto v) HWY_ATTR { return hn::BitCast(d32, v); };
    const auto set = [](std::uint64_t low_half) HWY_ATTR { return hn::Set(D64(), low_half); };
    HWY_ALIGN_MAX std::uint16_t offsets[lanes];
    HWY_ALIGN_MAX std::uint16_t fresh[4][lanes];
    store(widen(offset), offsets);
    for (std::size_t i = 0; i < lanes; i += hn::Lanes(d64)) {
      // Philox4x32-10 (Salmon et al. 2011): 32-bit values, each in the low half of 64 bits.
      auto key_0 = static_cast<std::uint32_t>(seed_key);
      auto key_1 = static_cast<std::uint32_t>(seed_key >> 32);
      const auto more = hn::PromoteTo(narrow32, hn::Load(narrow16, offsets + i));
      auto c0 = hn::Add(set(first), hn::PromoteTo(d64, more));
      auto c1 = hn::ShiftRight<32>(c0);
      auto c2 = hn::Zero(d64);
      auto c3 = hn::Zero(d64);
#pragma GCC unroll 10
      for (int round = 0; round < 10; ++round) {
        const auto product_0 = hn::MulEven(narrow(c0), hn::Set(d32, 0xD2511F53u));
        const auto product_1 = hn::MulEven(narrow(c2), hn::Set(d32, 0xCD9E8D57u));
        c0 = hn::Xor(hn::Xor(hn::ShiftRight<32>(product_1), c1), set(key_0));
        c2 = hn::Xor(hn::Xor(hn::ShiftRight<32>(product_0), c3), set(key_1));
        c1 = product_1;
        c3 = product_0;
        key_0 += 0x9E3779B9u;
        key_1 += 0xBB67AE85u;
      }
      hn::Store(hn::TruncateTo(narrow16, c0), narrow16, fresh[0] + i);
      hn::Store(hn::TruncateTo(narrow16, hn::ShiftRight<16>(c0)), narrow16, fresh[1] + i);
      hn::Store(hn::TruncateTo(narrow16, c1), narrow16, fresh[2] + i);
      hn::Store(hn::TruncateTo(narrow16, hn::ShiftRight<16>(c1)), narrow16, fresh[3] + i);
    }
    const Words16 here = widen_condition(condition);
    std::size_t from = 0;
    for (std::uint16_t* column : {a, b, c, counter}) {
      store(choose(here, load(fresh[from++]), load(column)), column);
    }
  }

  // The next word of each lane (Words::next); only the lanes where the condition holds move on.
  HWY_INLINE Words16 next(Bytes condition) {
    const Words16 takes = widen_condition(condition);
    const Words16 va = load(a);
    const Words16 vb = load(b);
    const Words16 vc = load(c);
    const Words16 n = load(counter);
    const Words16 word = va + vb + n;
    const auto shifted = [](auto v) HWY_ATTR { return hn::Xor(v, hn::ShiftRight<5>(v)); };
    const auto times_nine = [](auto v) HWY_ATTR { return hn::Add(v, hn::ShiftLeft<3>(v)); };
    const auto turned = [](auto v)
                            HWY_ATTR { return hn::Or(hn::ShiftLeft<6>(v), hn::ShiftRight<10>(v)); };
    store(choose(takes, each(shifted, vb), va), a);
    store(choose(takes, each(times_nine, vc), vb), b);
    store(choose(takes, each(turned, vc) + word, vc), c);
    store(n - takes, counter);  // minus -1
    return word;
  }

  // A uniform integer below each lane's bound (Words::below; bounds up to 256) where the condition
  // holds, else 0.
  HWY_INLINE Bytes below(Bytes condition, const Words16& bound) {
    const Words16 word = next(condition);
    const Bytes drawn = condition & low_bytes(times_high(word, bound));
    // Where the low half is below the bound, the word may have to be rejected.
    const Bytes doubtful = condition & less_words(word * bound, bound);
    if (none(doubtful)) return drawn;
    HWY_ALIGN_MAX std::uint16_t bounds[lanes];
    HWY_ALIGN_MAX std::uint16_t words[lanes];
    HWY_ALIGN_MAX std::uint8_t result[lanes];
    store(bound, bounds);
    store(word, words);
    store(drawn, result);
    for_each_lane(doubtful, [&](std::size_t lane) {
      const std::uint32_t limit = bounds[at16(lane)];
      Words stream = get(lane);
      result[lane] =
          static_cast<std::uint8_t>(stream.below_rejecting(limit, words[at16(lane)] * limit));
      set(lane, stream);
    });
    return load(result);
  }
};

// Matches that are set up, one per column. A column's match waits for the lane of that number, or
// is moved to the column of another lane that wants one sooner.
struct Waiting {
  std::uint8_t* board;  // rows as in State
  std::uint8_t* hostile;
  WordStreams words;
  MatchQueue::Slot slots[lanes];
  HWY_ALIGN_MAX std::uint8_t ready[lanes];  // condition: a match waits
};

// A batch. "Own" and "other" are seen from the mover of each lane.
struct State {
  const LanePlan* lane_plan;
  const Plan* plan;
  std::size_t territories;
  const std::uint32_t* arc_rows;  // Plan::arcs, times `lanes`
  // The row of each territory and those of its neighbours, in the order of the scan.
  const std::uint32_t* scan_rows;
  // The rows of each territory's neighbours and, up to the highest degree, its own.
  const std::uint32_t* padded_rows;
  MatchQueue* queue;
  SingleMatch* single;
  std::uint64_t* outgrown_matches;
  TotalsBuffer* totals;  // what all matches are added to; null: the queue knows for each
  FinishedColumns finished;

  // Rows of `lanes` bytes, one per territory.
  std::uint8_t* board;    // other: troops (1 ... 127); own: troops, complemented (0x80 ... 0xFE)
  std::uint8_t* hostile;  // neighbours with another owner
  std::uint8_t* scratch;  // own territories as conditions; or the troops of candidates for more
  std::uint8_t* hands;    // [seat][slot]: cards
  std::size_t hand_slots;

  HWY_ALIGN_MAX std::uint8_t alive[lanes];   // condition: a match is being played
  HWY_ALIGN_MAX std::uint8_t acting[lanes];  // condition: the last scan found an attack
  HWY_ALIGN_MAX std::uint8_t seat[lanes];    // condition: the mover is seat 1
  HWY_ALIGN_MAX std::uint8_t own[lanes];     // territories
  HWY_ALIGN_MAX std::uint8_t other[lanes];
  HWY_ALIGN_MAX std::uint8_t own_lost[lanes];  // troops in this turn, saturating
  HWY_ALIGN_MAX std::uint8_t other_lost[lanes];
  HWY_ALIGN_MAX std::uint8_t conquered[lanes];  // condition: a territory in this turn
  HWY_ALIGN_MAX std::uint8_t outgrown[lanes];   // condition: to be replayed by `single`
  HWY_ALIGN_MAX std::uint8_t exchanges[lanes];
  HWY_ALIGN_MAX std::uint8_t hand_size[2][lanes];
  WordStreams words;
  HWY_ALIGN_MAX std::uint16_t turn[lanes];
  HWY_ALIGN_MAX std::uint16_t own_troops[lanes];
  HWY_ALIGN_MAX std::uint16_t other_troops[lanes];
  // This turn's moves, for the branching factor; saturating. Those of placed troops are among them
  // on small maps; on larger ones they may be too many, and are the product of these.
  HWY_ALIGN_MAX std::uint16_t turn_moves[lanes];
  HWY_ALIGN_MAX std::uint16_t placed[lanes];
  HWY_ALIGN_MAX std::uint16_t places[lanes];
  // The Tally of each lane, undefined before its first turn's end; behind_turns of seat 0 in the
  // low half, of seat 1 in the high one.
  HWY_ALIGN_MAX std::uint32_t moves[lanes];
  HWY_ALIGN_MAX std::int32_t leader[lanes];
  HWY_ALIGN_MAX std::int32_t lead_changes[lanes];
  HWY_ALIGN_MAX std::uint32_t behind_turns[lanes];
  HWY_ALIGN_MAX float behind_sum[2][lanes];
  HWY_ALIGN_MAX float margin[lanes];
  HWY_ALIGN_MAX float largest_swing[lanes];

  MatchQueue::Slot slots[lanes];
  Waiting waiting;

  // Territory bonuses of this turn's exchanges, due after the continents'.
  struct Bonus {
    std::uint32_t lane;
    std::uint32_t territory;
  };
  Bonus bonuses[lanes * 6];
  std::size_t bonus_count;

  HWY_INLINE std::uint8_t* hand(std::size_t of, std::size_t slot) const {
    return hands + (of * hand_slots + slot) * lanes;
  }
  HWY_INLINE void outgrow(Bytes condition) { store(load(outgrown) | condition, outgrown); }
};

// Calls f with a territory's number of neighbours as a constant, or with 0 for an unusual one: so
// each number has code of its own, without a jump for each neighbour.
template <class F>
HWY_INLINE void for_degree(std::size_t degree, const F& f) {
  switch (degree) {
    case 1:
      return f(std::integral_constant<std::size_t, 1>());
    case 2:
      return f(std::integral_constant<std::size_t, 2>());
    case 3:
      return f(std::integral_constant<std::size_t, 3>());
    case 4:
      return f(std::integral_constant<std::size_t, 4>());
    case 5:
      return f(std::integral_constant<std::size_t, 5>());
    case 6:
      return f(std::integral_constant<std::size_t, 6>());
    default:
      return f(std::integral_constant<std::size_t, 0>());
  }
}

// Of at most 64 territories, whose sets are looked up (LanePlan::neighbour_bytes).
HWY_INLINE bool small_map(const State& s) {
  return s.lane_plan->blocks > 0;
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
