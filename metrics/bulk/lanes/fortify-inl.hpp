// Fortification: spare troops of territories without an enemy neighbour go to the border.
#if defined(EVORISK_METRICS_BULK_LANES_FORTIFY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_FORTIFY_INL
#undef EVORISK_METRICS_BULK_LANES_FORTIFY_INL
#else
#define EVORISK_METRICS_BULK_LANES_FORTIFY_INL
#endif

#include "metrics/bulk/lanes/turn-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {

// Adds the sum over own territories of own neighbours x (troops - 1). Writes the territories that
// have spare troops and no enemy neighbour in some lane to `sources`, ascending; returns how many.
HWY_INLINE std::size_t fortify_moves(State& s, Bytes acts, std::uint16_t* sources) {
  std::size_t size = 0;
  Words16 moves = load(s.turn_moves);
  const std::uint16_t* start = s.plan->arc_start.data();
  for (std::size_t t = 0; t < s.territories; ++t) {
    const Bytes hostile = load(s.hostile + t * lanes);
    const Bytes byte = load(s.board + t * lanes);
    const Bytes spare = keep(where_owned(byte), all(lone_own) - byte) & acts;
    const Bytes friends = all(start[t + 1] - start[t]) - hostile;
    moves = add_saturated(moves, widen(spare) * widen(friends));
    sources[size] = static_cast<std::uint16_t>(t);
    size += none(but_not(where_eq(hostile, all(0)), where_eq(spare, all(0)))) ? 0 : 1;
  }
  store(moves, s.turn_moves);
  return size;
}

// The spare troops of territory t where it has no enemy neighbour.
HWY_INLINE Bytes spare_troops(const State& s, Bytes acts, std::size_t t) {
  const Bytes byte = load(s.board + t * lanes);
  const auto inner = where_owned(byte) & where_eq(load(s.hostile + t * lanes), all(0));
  return keep(inner, all(lone_own) - byte) & acts;
}

// One move only, of all spare troops of the first source that has a neighbour on the border to the
// weakest of those, the first on equality.
HWY_INLINE void fortify_once(State& s, Bytes acts, const std::uint16_t* sources, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t t = sources[i];
    const Bytes troops = spare_troops(s, acts, t);
    const std::uint32_t* rows = s.arc_rows + s.plan->arc_start[t];
    const std::size_t degree = s.plan->arc_start[t + 1] - s.plan->arc_start[t];
    Bytes fewest = all(0xFF);
    for (std::size_t a = 0; a < degree; ++a) fewest = min(fewest, load(s.scratch + rows[a]));
    Bytes open = ~eq(troops, all(0)) & at_most(fewest, all(lane_limit));
    store(choose(open, all(lone_own), load(s.board + t * lanes)), s.board + t * lanes);
    acts = but_not(acts, open);
    const Bytes sum = fewest + troops;  // at most 254
    s.outgrow(open & top_bit(sum));
    for (std::size_t a = 0; a < degree; ++a) {
      const Bytes is_target = open & eq(load(s.scratch + rows[a]), fewest);
      open = but_not(open, is_target);
      store(choose(is_target, ~sum, load(s.board + rows[a])), s.board + rows[a]);
    }
  }
}

// The least three of some values, ascending; 0xFF where there are fewer.
struct Least {
  Bytes first;
  Bytes second;
  Bytes third;
};
HWY_INLINE Least with(Least x, Bytes value) {
  const Bytes above_first = max(x.first, value);
  const Bytes above_second = max(x.second, above_first);
  return {min(x.first, value), min(x.second, above_first), min(x.third, above_second)};
}
// Of the rows of `degree` territories (0: of `size` ones).
template <std::size_t degree>
HWY_INLINE Least least_of(const std::uint8_t* troops, const std::uint32_t* rows, std::size_t size) {
  Least least{all(0xFF), all(0xFF), all(0xFF)};
  const std::size_t end = degree == 0 ? size : degree;
#pragma GCC unroll 6
  for (std::size_t i = 0; i < end; ++i) least = with(least, load(troops + rows[i]));
  return least;
}

// The general case, of the lanes that have troops left.
HWY_INLINE void spread_over(State& s, const std::uint32_t* rows, std::size_t size, Bytes troops) {
  spread(
      s, size, [&](std::size_t i) HWY_ATTR { return s.scratch + rows[i]; }, troops,
      most_of(troops));
}

// Spreads the spare troops of territory t, one at a time, to where there are fewest. Nearly always
// that is the weakest neighbour on the border, or the two weakest until both are as strong, or they
// are but one: in all these lanes at once. Where a third neighbour comes into it, by
// spread_over().
// Returns where a lane outgrows.
template <std::size_t any_degree>
HWY_INLINE Bytes fortify_from(State& s, Bytes acts, std::size_t t, const std::uint32_t* rows,
                              std::size_t size) {
  const std::size_t degree = any_degree == 0 ? size : any_degree;
  // Rows that are no candidate's are above lane_limit: they have the top bit.
  const auto [weakest, second, third] = least_of<any_degree>(s.scratch, rows, size);
  const auto impossible = where_top_bit(weakest);
  const Bytes spare = drop(impossible, spare_troops(s, acts, t));
  const Bytes sum = weakest + spare;
  const Bytes odd = (sum ^ second) & all(1);
  const Bytes half = average(sum, second);  // rounded up
  const auto to_one = where_at_most(sum, second);
  const auto single = where_eq(spare, all(1));
  const auto done = to_one | single | where_at_most(half, third);
  Bytes level = choose(to_one, sum, half - odd);
  level = choose(single, weakest, level);
  Bytes left = choose(single, all(1), drop(to_one, odd));
  const auto too_many = but_not(where_top_bit(level), impossible) & done;
  level = drop(too_many, keep(done, level));
#pragma GCC unroll 6
  for (std::size_t a = 0; a < degree; ++a) {
    const Bytes raised = max(load(s.scratch + rows[a]), level);
    const auto gets = where_eq(raised, level);
    store(add_where(gets, raised, left), s.scratch + rows[a]);
    left = drop(gets, left);
  }
  store(choose(where_eq(spare, all(0)), load(s.board + t * lanes), all(lone_own)),
        s.board + t * lanes);
  // Lanes without spare troops are done: nothing is to go to one.
  if (!none(drop(done, all(0xFF)))) spread_over(s, rows, degree, drop(done, spare));
  return bytes(too_many);
}

// All moves that there are, one territory after the other.
HWY_INLINE void fortify_each(State& s, Bytes acts, const std::uint16_t* sources, std::size_t size) {
  Bytes outgrown = all(0);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t t = sources[i];
    const std::uint32_t* rows = s.arc_rows + s.plan->arc_start[t];
    const std::size_t degree = s.plan->arc_start[t + 1] - s.plan->arc_start[t];
    for_degree(degree, [&](auto known) HWY_ATTR {
      outgrown = outgrown | fortify_from<known()>(s, acts, t, rows, degree);
    });
  }
  s.outgrow(outgrown);
  place_border(s);
}

// In the lanes where the condition holds; `hostile` must be right for them.
HWY_NOINLINE void fortify(State& s, Bytes acts) {
  const risk::FortifyMode mode = s.plan->rules->fortify;
  if (mode == risk::FortifyMode::none) return;
  collect_border(s);
  std::uint16_t sources[256];
  const std::size_t size = fortify_moves(s, acts, sources);
  if (size == 0) return;
  if (mode == risk::FortifyMode::single) {
    fortify_once(s, acts, sources, size);
  } else {
    fortify_each(s, acts, sources, size);
  }
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
