// The attack: one roll in every lane where the mover has something to attack.
#if defined(EVORISK_METRICS_BULK_LANES_ATTACK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_ATTACK_INL
#undef EVORISK_METRICS_BULK_LANES_ATTACK_INL
#else
#define EVORISK_METRICS_BULK_LANES_ATTACK_INL
#endif

#include "metrics/bulk/lanes_state-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {

// What the scan found: the first own territory with a weaker enemy neighbour, as it stands on the
// board, and its weakest enemy neighbour's troops; 0 troops where there is none.
struct Found {
  V8 from;
  V8 troops;
  V8 target;
};

// As the other's troops are smaller bytes than the own ones' complements, the least byte among a
// territory's neighbours is its weakest enemy's troops; 127 stands for "none" as well, for no
// territory of a lane has more. Scanned from the last territory to the first: the first one stays.
HWY_INLINE void scan(const State& s, Found (&found)[vectors]) {
  for (Found& f : found) f = {zero8(), zero8(), zero8()};
  const std::uint16_t* start = s.plan->arc_start.data();
  for (std::size_t t = s.territories; t-- > 0;) {
    V8 weakest[vectors];
    for (V8& w : weakest) w = set8(127);
    for (std::size_t arc = start[t]; arc != start[t + 1]; ++arc) {
      const std::uint8_t* row = s.board + s.arc_offsets[arc];
      for (std::size_t v = 0; v < vectors; ++v) {
        weakest[v] = hn::Min(weakest[v], load(row + v * vector_lanes));
      }
    }
    const std::uint8_t* row = s.board + t * lanes;
    for (std::size_t v = 0; v < vectors; ++v) {
      const V8 here = load(row + v * vector_lanes);
      // Own, with more troops than the weakest: both complemented, as signed bytes.
      const V8 can = less(here, hn::Not(weakest[v]));
      found[v].from = choose(can, set8(static_cast<int>(t)), found[v].from);
      found[v].troops = choose(can, here, found[v].troops);
      found[v].target = choose(can, weakest[v], found[v].target);
    }
  }
}

// Gives territory `from` and its first neighbour with `target` troops their new bytes. Maps of at
// most 64 territories: the neighbour sets are looked up as bits, eight territories to the byte.
HWY_INLINE void update_small(const State& s, std::size_t o, V8 acting, const Found& f, V8 new_from,
                             V8 new_target) {
  const LanePlan& plan = *s.lane_plan;
  const auto blocks = static_cast<std::size_t>(plan.blocks);
  // Table indices per block of 16 territories, with the sign bit set where `from` is elsewhere.
  V8 index[4];
  for (std::size_t b = 0; b < blocks; ++b) {
    index[b] = hn::And(
        hn::SaturatedAdd(hn::Sub(f.from, set8(static_cast<int>(16 * b))), set8(0x70)), set8(0x8F));
  }
  V8 open = acting;  // no target found yet
  // No territory is number 255: lanes that do not act change nothing.
  const V8 from = hn::Or(f.from, hn::Not(acting));
  const std::size_t bytes = (s.territories + 7) / 8;
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::size_t first = 8 * i;
    const std::size_t size = std::min<std::size_t>(8, s.territories - first);
    V8 neighbours = zero8();
    for (std::size_t b = 0; b < blocks; ++b) {
      const V8 table = hn::LoadDup128(d8, plan.neighbour_bytes[i * blocks + b].data());
      neighbours = hn::Or(neighbours, hn::TableLookupBytesOr0(table, index[b]));
    }
    std::uint8_t* rows = s.board + first * lanes + o;
    V8 weakest = zero8();
    for (std::size_t j = 0; j < size; ++j) {
      const V8 same = eq(load(rows + j * lanes), f.target);
      weakest = hn::Or(weakest, hn::And(same, set8(1 << j)));
    }
    const V8 candidates = both(both(weakest, neighbours), open);
    open = both(open, eq(candidates, zero8()));
    const V8 lowest = hn::And(candidates, hn::Sub(zero8(), candidates));
    for (std::size_t j = 0; j < size; ++j) {
      const V8 bit = set8(1 << j);
      const V8 is_target = eq(hn::And(lowest, bit), bit);
      const V8 is_from = eq(from, set8(static_cast<int>(first + j)));
      V8 here = load(rows + j * lanes);
      here = choose(is_target, new_target, here);
      here = choose(is_from, new_from, here);
      store(here, rows + j * lanes);
    }
  }
}

// The same lane by lane, for larger maps.
HWY_INLINE void update_large(const State& s, std::size_t o, V8 acting, const Found& f, V8 new_from,
                             V8 new_target) {
  HWY_ALIGN_MAX std::uint8_t from[vector_lanes];
  HWY_ALIGN_MAX std::uint8_t target[vector_lanes];
  HWY_ALIGN_MAX std::uint8_t from_byte[vector_lanes];
  HWY_ALIGN_MAX std::uint8_t target_byte[vector_lanes];
  store(f.from, from);
  store(f.target, target);
  store(new_from, from_byte);
  store(new_target, target_byte);
  const std::uint16_t* start = s.plan->arc_start.data();
  for_each_lane(acting, o, [&](std::size_t lane) {
    const std::size_t i = lane - o;
    std::uint8_t* column = s.board + lane;
    std::size_t arc = start[from[i]];
    while (column[s.arc_offsets[arc]] != target[i]) ++arc;
    column[s.arc_offsets[arc]] = target_byte[i];
    column[std::size_t{from[i]} * lanes] = from_byte[i];
  });
}

// The roll of the lanes that act: the losses of the attackers, and the comparisons.
HWY_INLINE void roll(State& s, std::size_t o, V8 acting, V8 attackers_less_1, V8 defenders_less_1,
                     V8* lost, V8* compared) {
  const LanePlan& plan = *s.lane_plan;
  const V8 twice = hn::Add(attackers_less_1, attackers_less_1);
  const V8 index = both(hn::Add(hn::Add(twice, twice), defenders_less_1), acting);
  const Pair words = next_words(s.words, o, acting);
  const V8 sign = set8(0x80);
  const V8 high = hn::Xor(high_bytes(words), sign);
  const V8 low = hn::Xor(low_bytes(words), sign);
  const auto look_up = [&](const std::array<std::uint8_t, 16>& table) HWY_ATTR {
    return hn::TableLookupBytesOr0(hn::LoadDup128(d8, table.data()), index);
  };
  V8 losses = zero8();
  for (std::size_t j = 0; j < static_cast<std::size_t>(plan.most_comparisons); ++j) {
    const V8 last_high = look_up(plan.last_high[j]);
    const V8 last_low = look_up(plan.last_low[j]);
    const V8 above = hn::Or(less(last_high, high), both(eq(last_high, high), less(last_low, low)));
    losses = hn::Sub(losses, above);
  }
  *compared = look_up(plan.comparisons);
  // The last words may decide nothing.
  const V8 doubtful = both(acting, both(eq(high, set8(0x7F)), less(set8(0x7F - 4), low)));
  if (!none(doubtful)) {
    HWY_ALIGN_MAX std::uint8_t indices[vector_lanes];
    HWY_ALIGN_MAX std::uint8_t lows[vector_lanes];
    HWY_ALIGN_MAX std::uint8_t corrected[vector_lanes];
    store(index, indices);
    store(low, lows);
    store(losses, corrected);
    for_each_lane(doubtful, o, [&](std::size_t lane) {
      const std::size_t i = lane - o;
      const Roll& dice = s.plan->rolls[indices[i] / 4][indices[i] % 4];
      if ((0xFF00u | (lows[i] ^ 0x80u)) < dice.undecided) return;
      Words stream = get_words(s.words, lane);
      corrected[i] = static_cast<std::uint8_t>(dice.decide(stream));
      set_words(s.words, lane, stream);
    });
    losses = load(corrected);
  }
  *lost = losses;
}

// One attack of the lanes of one vector.
HWY_INLINE void fight(State& s, std::size_t o, const Found& f) {
  const risk::Rules& rules = *s.plan->rules;
  const V8 acting = hn::Not(eq(f.target, zero8()));
  store(acting, s.acting + o);
  if (none(acting)) return;
  const V8 one = set8(1);
  const V8 troops = hn::Not(f.troops);
  const V8 spare = hn::Sub(troops, one);
  const V8 attackers = hn::Min(spare, set8(rules.attack_dice));
  const V8 defenders = hn::Min(f.target, set8(rules.defence_dice));
  V8 lost;
  V8 compared;
  roll(s, o, acting, hn::Sub(attackers, one), hn::Sub(defenders, one), &lost, &compared);
  lost = both(lost, acting);
  const V8 won = both(hn::Sub(compared, lost), acting);

  const V8 conquers = both(eq(won, f.target), acting);
  // A conquering roll costs the attacker nothing.
  V8 moved = won;
  if (rules.conquest_move == risk::ConquestMove::max) moved = spare;
  if (rules.conquest_move == risk::ConquestMove::dice) moved = attackers;
  moved = both(moved, conquers);
  const V8 new_from = hn::Add(f.troops, hn::Add(lost, moved));
  const V8 new_target = choose(conquers, hn::Not(moved), hn::Sub(f.target, won));
  if (s.lane_plan->blocks > 0) {
    update_small(s, o, acting, f, new_from, new_target);
  } else {
    update_large(s, o, acting, f, new_from, new_target);
  }

  store(hn::SaturatedAdd(load(s.own_lost + o), lost), s.own_lost + o);
  store(hn::SaturatedAdd(load(s.other_lost + o), won), s.other_lost + o);
  store(hn::Sub(load(s.own + o), conquers), s.own + o);  // minus -1
  store(hn::Add(load(s.other + o), conquers), s.other + o);
  store(hn::Or(load(s.conquered + o), conquers), s.conquered + o);
}

// Rolls until at most `few` lanes have something to attack.
HWY_INLINE void attack(State& s, std::size_t few) {
  for (;;) {
    Found found[vectors];
    scan(s, found);
    std::size_t acting = 0;
    for (const Found& f : found) acting += lanes / vectors - count(eq(f.target, zero8()));
    for (std::size_t v = 0; v < vectors; ++v) fight(s, v * vector_lanes, found[v]);
    if (acting <= few) return;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
