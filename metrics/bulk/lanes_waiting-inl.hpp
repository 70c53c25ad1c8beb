// The matches that come next: set up side by side ahead of time, and begun where a lane is free.
#if defined(EVORISK_METRICS_BULK_LANES_WAITING_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_WAITING_INL
#undef EVORISK_METRICS_BULK_LANES_WAITING_INL
#else
#define EVORISK_METRICS_BULK_LANES_WAITING_INL
#endif

#include <cstring>
#include <utility>

#include "metrics/bulk/lanes_turn-inl.hpp"
#include "metrics/bulk/tally.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {

// Sets up the next matches of the feed in all columns that are free, those of `first` before the
// others, which are not set up if there are too few matches left.
HWY_INLINE void prepare(State& s, Bytes first) {
  const Plan& plan = *s.plan;
  Feed& feed = *s.feed;
  Waiting& w = s.waiting;
  HWY_ALIGN_MAX std::uint64_t seed_keys[lanes];  // in the order of 16-bit values
  HWY_ALIGN_MAX std::uint64_t matches[lanes];
  HWY_ALIGN_MAX std::uint8_t filled[lanes];
  std::memset(seed_keys, 0, sizeof(seed_keys));
  std::memset(matches, 0, sizeof(matches));
  store(all(0), filled);
  const Bytes free = ~load(w.ready);
  const bool announce = s.totals == nullptr;
  for (const Bytes columns : {free & first, but_not(free, first)}) {
    std::size_t wanted = count(columns);
    std::size_t left = 0;  // of what the feed has handed out
    Feed::Slot slot{0, 0};
    std::uint64_t seed_key = 0;
    std::uint64_t match = 0;
    for_each_lane(columns, [&](std::size_t lane) {
      if (left == 0) {
        left = feed.next(slot, wanted);
        if (left == 0) return;
        wanted -= left;
        seed_key = feed.seed_key(slot);
        match = feed.match(slot);
      }
      if (announce) feed.announce(slot);
      w.slots[lane] = slot;
      filled[lane] = 0xFF;
      seed_keys[at16(lane)] = seed_key;
      matches[at16(lane)] = match;
      --left;
      ++slot.at;
      ++match;
    });
  }
  const Bytes fills = load(filled);
  if (none(fills)) return;
  store(load(w.ready) | fills, w.ready);
  w.words.seed(fills, seed_keys, matches);
  for (std::size_t t = 0; t < s.territories; ++t) {
    if (plan.owner[t] < 0) continue;
    std::uint8_t* const row = w.board + t * lanes;
    store(choose(fills, all(plan.owner[t] == 0 ? lone_own : lone_other), load(row)), row);
  }
  // A random subset, by selection sampling.
  Bytes wanted = all(plan.contested_by_0);
  int left = static_cast<int>(plan.contested.size());
  for (const std::uint16_t t : plan.contested) {
    const auto to_1 = where_at_most(wanted, w.words.below(fills, all16(left--)));
    wanted = wanted - drop(to_1, all(1));
    std::uint8_t* const row = w.board + t * lanes;
    store(choose(fills, choose(to_1, all(lone_other), all(lone_own)), load(row)), row);
  }
  count_hostile(s, w.board, w.hostile);
  if (plan.initial_troops[0] + plan.initial_troops[1] == 0) return;
  // Each seat's, on its own border. The seats' turns to place do not matter: neither sees or
  // touches the other's border.
  std::swap(s.board, w.board);
  std::swap(s.hostile, w.hostile);
  for (const int troops : plan.initial_troops) {
    collect_border(s);
    spread(
        s, s.territories, [&](std::size_t t) HWY_ATTR { return s.scratch + t * lanes; },
        fills & all(troops), troops);
    place_border(s);
    for (std::size_t at = 0; at < s.territories * lanes; at += lanes) {
      store(~load(s.board + at), s.board + at);
    }
  }
  std::swap(s.board, w.board);
  std::swap(s.hostile, w.hostile);
}

// Makes the match that waits in one column wait in another one.
HWY_INLINE void move_waiting(State& s, std::size_t from, std::size_t to) {
  Waiting& w = s.waiting;
  w.ready[from] = 0;
  w.ready[to] = 0xFF;
  w.slots[to] = w.slots[from];
  w.words.set(to, w.words.get(from));
  // Copies of the pointers: for all the compiler knows, a byte that is written is part of them.
  std::uint8_t* const board = w.board;
  std::uint8_t* const hostile = w.hostile;
  for (std::size_t at = 0, end = s.territories * lanes; at < end; at += lanes) {
    board[at + to] = board[at + from];
    hostile[at + to] = hostile[at + from];
  }
}

// Makes a match wait in the column of every lane of `idle`, as far as there are matches. Returns
// the lanes that have one.
HWY_INLINE Bytes make_ready(State& s, Bytes idle) {
  Waiting& w = s.waiting;
  // Few idle lanes are served from other columns: setting up takes the same time for one column
  // as for all.
  Bytes lacking = but_not(idle, load(w.ready));
  if (none(lacking)) return idle;
  const std::size_t ready = count(load(w.ready));
  if (2 * ready < lanes || ready < count(idle)) {
    prepare(s, idle);
    lacking = but_not(idle, load(w.ready));
  }
  Bits others = bits(but_not(load(w.ready), idle));
  for_each_lane(lacking, [&](std::size_t lane) {
    const std::size_t from = take_lowest(others);
    if (from < lanes) move_waiting(s, from, lane);
  });
  return idle & load(w.ready);
}

// Begins the next match in every lane of `idle`; when there is none, lanes rest.
HWY_NOINLINE void begin_matches(State& s, Bytes idle) {
  const Plan& plan = *s.plan;
  Waiting& w = s.waiting;
  const Bytes begins = make_ready(s, idle);
  store(but_not(load(w.ready), begins), w.ready);
  for_each_lane(begins, [&](std::size_t lane) { s.slots[lane] = w.slots[lane]; });
  for (std::size_t at = 0; at < s.territories * lanes; at += lanes) {
    store(choose(idle, begins & load(w.board + at), load(s.board + at)), s.board + at);
    store(choose(begins, load(w.hostile + at), load(s.hostile + at)), s.hostile + at);
  }
  store(but_not(load(s.alive), idle) | begins, s.alive);
  const auto set = [&](std::uint8_t* column, int value)
                       HWY_ATTR { store(choose(begins, all(value), load(column)), column); };
  set(s.own, plan.territories_of_0);
  set(s.other, plan.territories - plan.territories_of_0);
  for (std::uint8_t* column : {s.seat, s.outgrown, s.exchanges, s.hand_size[0], s.hand_size[1]}) {
    store(but_not(load(column), begins), column);
  }
  const Words16 begins16 = widen_condition(begins);
  const auto set16 = [&](std::uint16_t* column, Words16 value)
                         HWY_ATTR { store(choose(begins16, value, load(column)), column); };
  set16(s.turn, all16(0));
  set16(s.own_troops, all16(plan.territories_of_0 + plan.initial_troops[0]));
  set16(s.other_troops, all16(plan.territories - plan.territories_of_0 + plan.initial_troops[1]));
  set16(s.words.a, load(w.words.a));
  set16(s.words.b, load(w.words.b));
  set16(s.words.c, load(w.words.c));
  set16(s.words.counter, load(w.words.counter));
  HWY_ALIGN_MAX std::uint16_t stored[lanes];
  store(begins16, stored);
  for (std::size_t i = 0; i < vectors; ++i) {
    for (std::size_t q = 0; q < 4; ++q) {
      const std::size_t at = i * vector_lanes + q * (vector_lanes / 4);
      const auto here = hn::MaskFromVec(signed_quarter(stored, i, q));
      const auto set32 = [&](auto d, auto* column, auto value) HWY_ATTR {
        const auto old = hn::Load(d, column + at);
        const auto fresh = hn::IfThenElse(hn::RebindMask(d, here), hn::Set(d, value), old);
        hn::Store(fresh, d, column + at);
      };
      set32(d32, s.moves, std::uint32_t{0});
      set32(d32, s.behind_turns, std::uint32_t{0});
      set32(di32, s.leader, std::int32_t{0});
      set32(di32, s.lead_changes, std::int32_t{0});
      set32(df, s.behind_sum[0], 0.0F);
      set32(df, s.behind_sum[1], 0.0F);
      set32(df, s.largest_swing, 0.0F);
      set32(df, s.margin, Tally().margin);
    }
  }
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
