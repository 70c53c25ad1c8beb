// The matches that come next: set up side by side ahead of time, and begun where a lane is free.
#if defined(EVORISK_METRICS_BULK_LANES_WAITING_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_WAITING_INL
#undef EVORISK_METRICS_BULK_LANES_WAITING_INL
#else
#define EVORISK_METRICS_BULK_LANES_WAITING_INL
#endif

#include <cstring>
#include <utility>

#include "metrics/bulk/lanes/turn-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {

// How many of the lanes before each one are among these.
HWY_INLINE Bytes ranks(Bytes these) {
  constexpr std::uint64_t ones = 0x0101010101010101u;
  HWY_ALIGN_MAX std::uint8_t bytes[lanes];
  store(these & all(1), bytes);
  std::uint64_t before = 0;  // in each of eight bytes
  for (std::size_t at = 0; at < lanes; at += 8) {
    std::uint64_t here;
    std::memcpy(&here, bytes + at, 8);
    const std::uint64_t sums = here * ones;  // of each byte and those below it
    const std::uint64_t rank = before + sums - here;
    std::memcpy(bytes + at, &rank, 8);
    before += (sums >> 56) * ones;
  }
  return load(bytes);
}

// Slots as numbers of 64 bits, some lanes at a time: the run in the low half.
using Slots = hn::Vec<D64>;
static_assert(sizeof(MatchQueue::Slot) == 8);
HWY_INLINE Slots load_slots(const MatchQueue::Slot* slots) {
  return hn::BitCast(D64(), hn::LoadU(d8, reinterpret_cast<const std::uint8_t*>(slots)));
}
// Where the condition holds, whose bytes begin at `condition`.
HWY_INLINE void store_slots(const std::uint8_t* condition, Slots fresh, MatchQueue::Slot* slots) {
  const hn::Rebind<std::int64_t, D64> di64;
  const hn::Rebind<std::int32_t, D64> narrow32;
  const hn::Rebind<std::int8_t, D64> narrow8;
  const auto here = hn::LoadU(narrow8, reinterpret_cast<const std::int8_t*>(condition));
  const auto mask = hn::MaskFromVec(hn::PromoteTo(di64, hn::PromoteTo(narrow32, here)));
  const auto chosen = hn::IfThenElse(hn::RebindMask(D64(), mask), fresh, load_slots(slots));
  hn::StoreU(hn::BitCast(d8, chosen), d8, reinterpret_cast<std::uint8_t*>(slots));
}
// In the lanes where the condition holds: `first` and so many after it.
HWY_INLINE void number_slots(Bytes condition, MatchQueue::Slot first, Bytes after,
                             MatchQueue::Slot* slots) {
  const hn::Rebind<std::uint32_t, D64> narrow32;
  const hn::Rebind<std::uint8_t, D64> narrow8;
  HWY_ALIGN_MAX std::uint8_t where[lanes];
  HWY_ALIGN_MAX std::uint8_t more[lanes];
  store(condition, where);
  store(after, more);
  const Slots start = hn::Set(D64(), std::uint64_t{first.at} << 32 | first.run);
  for (std::size_t i = 0; i < lanes; i += hn::MaxLanes(D64())) {
    const auto number = hn::PromoteTo(D64(), hn::PromoteTo(narrow32, hn::LoadU(narrow8, more + i)));
    store_slots(where + i, hn::Add(start, hn::ShiftLeft<32>(number)), slots + i);
  }
}
// Few are copied one by one.
HWY_INLINE void copy_slots(Bytes condition, const MatchQueue::Slot* from, MatchQueue::Slot* to) {
  if (count(condition) < lanes / 4) {
    for_each_lane(condition, [&](std::size_t lane) { to[lane] = from[lane]; });
    return;
  }
  HWY_ALIGN_MAX std::uint8_t where[lanes];
  store(condition, where);
  for (std::size_t i = 0; i < lanes; i += hn::MaxLanes(D64())) {
    store_slots(where + i, load_slots(from + i), to + i);
  }
}

// Gives columns that are free the next matches of the queue, those of `first` before the others.
// Returns the columns that got one.
HWY_INLINE Bytes take_matches(State& s, Bytes first) {
  MatchQueue& queue = *s.queue;
  Waiting& w = s.waiting;
  const Bytes free = ~load(w.ready);
  std::size_t wanted = count(free);
  if (wanted == 0) return all(0);
  MatchQueue::Slot slot{0, 0};
  std::size_t size = queue.next(slot, wanted);
  if (size == wanted) {
    const Bytes rank = ranks(free);
    number_slots(free, slot, rank, w.slots);
    w.words.seed(free, queue.seed_key(slot), queue.match(slot), rank);
    store(all(0xFF), w.ready);
    return free;
  }
  // The last matches of a run, one by one.
  Bits columns[2] = {bits(free & first), bits(but_not(free, first))};
  Bytes filled = all(0);
  for (; size > 0; size = wanted == 0 ? 0 : queue.next(slot, wanted)) {
    wanted -= size;
    const MatchQueue::Slot start = slot;
    HWY_ALIGN_MAX std::uint8_t offset[lanes];
    HWY_ALIGN_MAX std::uint8_t taken[lanes];
    store(all(0), taken);
    store(all(0), offset);
    for (Bits& group : columns) {
      for (std::size_t i = 0; i < vectors; ++i) {
        for (; group.v[i] != 0 && size > 0; group.v[i] &= group.v[i] - 1, --size, ++slot.at) {
          const std::size_t lane =
              i * vector_lanes + static_cast<std::size_t>(std::countr_zero(group.v[i]));
          w.slots[lane] = slot;
          taken[lane] = 0xFF;
          offset[lane] = static_cast<std::uint8_t>(slot.at - start.at);
        }
      }
    }
    const Bytes here = load(taken);
    w.words.seed(here, queue.seed_key(start), queue.match(start), load(offset));
    filled = filled | here;
  }
  store(load(w.ready) | filled, w.ready);
  return filled;
}

// Sets up the next matches in all columns that are free.
HWY_INLINE void prepare(State& s, Bytes first) {
  const Plan& plan = *s.plan;
  Waiting& w = s.waiting;
  const Bytes fills = take_matches(s, first);
  if (none(fills)) return;
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
  if (3 * ready < lanes || ready < count(idle)) {
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
  copy_slots(begins, w.slots, s.slots);
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
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
