// The beginning of a turn, up to the attack: where troops are placed.
#if defined(EVORISK_METRICS_BULK_LANES_TURN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_TURN_INL
#undef EVORISK_METRICS_BULK_LANES_TURN_INL
#else
#define EVORISK_METRICS_BULK_LANES_TURN_INL
#endif

#include "metrics/bulk/lanes/cards-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {

// Whether the byte of a territory on the board says that it is the mover's.
HWY_INLINE Masks where_owned(Bytes byte) {
  return where_top_bit(byte);
}
HWY_INLINE Bytes owned(Bytes byte) {
  return bytes(where_owned(byte));
}

// Counts, for every territory of `board`, the neighbours with another owner.
HWY_INLINE void count_hostile(const State& s, const std::uint8_t* board, std::uint8_t* hostile) {
  for (std::size_t at = 0; at < s.territories * lanes; at += lanes) {
    store(owned(load(board + at)), s.scratch + at);
  }
  const std::uint16_t* start = s.plan->arc_start.data();
  for (std::size_t t = 0; t < s.territories; ++t) {
    Bytes minus_owned = all(0);
    for (std::size_t arc = start[t]; arc != start[t + 1]; ++arc) {
      minus_owned = minus_owned + load(s.scratch + s.arc_rows[arc]);
    }
    const Bytes degree = all(start[t + 1] - start[t]);
    store(choose(load(s.scratch + t * lanes), degree + minus_owned, all(0) - minus_owned),
          hostile + t * lanes);
  }
}

// Makes `scratch` the troops of the mover's border territories, and more than lane_limit elsewhere.
HWY_INLINE void collect_border(const State& s) {
  for (std::size_t at = 0; at < s.territories * lanes; at += lanes) {
    store(~load(s.board + at) | eq(load(s.hostile + at), all(0)), s.scratch + at);
  }
}

// Spreads `troops` (at most `most`, which is at most lane_limit), one at a time where there are
// fewest and the first on equality, over `size` candidates, whose troops are at candidate(0) ...
// candidate(size - 1) (more than lane_limit: no candidate): all are raised to one level, found bit
// by bit, and what remains goes to the first ones at that level. Lanes without candidates stay as
// they are.
template <class Candidate>
HWY_INLINE void spread(State& s, std::size_t size, const Candidate& candidate, Bytes troops,
                       int most) {
  const Bytes limit = all(lane_limit);
  Bytes level = all(0xFF);
  for (std::size_t i = 0; i < size; ++i) level = min(level, load(candidate(i)));
  const Masks possible = where_at_most(level, limit);
  troops = keep(possible, troops);
  Bytes left = troops;
  for (int step = static_cast<int>(std::bit_floor(static_cast<unsigned>(most))); step > 0;
       step /= 2) {
    const Bytes higher = min(add_saturated(level, all(step)), limit);
    Bytes cost = all(0);
    for (std::size_t i = 0; i < size; ++i) {
      cost = add_saturated(cost, sub_saturated(higher, load(candidate(i))));
    }
    const auto enough = where_at_most(cost, troops) & possible;
    level = choose(enough, higher, level);
    left = choose(enough, troops - cost, left);
  }
  s.outgrow(less(all(lane_limit - 2), level) & ~eq(troops, all(0)));
  // Where there are no troops or no candidates, the level is the least byte there is, and left 0.
  const Bytes one = all(1);
  for (std::size_t i = 0; i < size; ++i) {
    const Bytes raised = max(load(candidate(i)), level);
    const Bytes after = sub_saturated_where(where_eq(raised, level), left, one);
    store(raised + (left - after), candidate(i));
    left = after;
  }
}

// Writes what the border's troops have become (`scratch`) to the board.
HWY_INLINE void place_border(State& s) {
  for (std::size_t at = 0; at < s.territories * lanes; at += lanes) {
    const Bytes troops = load(s.scratch + at);
    store(choose_by_top_bit(troops, load(s.board + at), ~troops), s.board + at);
  }
}

// The least power of two, less one, that is not less than any lane's troops (at most 127).
HWY_INLINE int most_of(Bytes troops) {
  const unsigned any = any_bits(troops);
  return static_cast<int>(std::bit_ceil((any | 1) + 1) - 1);
}

// The territory bonuses; adds them to each lane's placed troops, saturating.
HWY_INLINE Bytes place_bonuses(State& s, Bytes placed) {
  const int bonus = s.plan->rules->card_territory_bonus;
  HWY_ALIGN_MAX std::uint8_t result[lanes];
  store(placed, result);
  for (std::size_t i = 0; i < s.bonus_count; ++i) {
    const auto [lane, territory] = s.bonuses[i];
    std::uint8_t& byte = s.board[territory * lanes + lane];
    std::uint8_t& border = s.scratch[territory * lanes + lane];
    // All ones on the border, where `scratch` has the troops. Half the territories are there: a
    // jump would go wrong as often.
    const int on_border = (border >> 7) - 1;
    const int troops = ((border & on_border) | ((byte ^ 0xFF) & ~on_border)) + bonus;
    if (troops > lane_limit) {
      s.outgrown[lane] = 0xFF;
      continue;
    }
    byte = static_cast<std::uint8_t>(troops ^ 0xFF);
    border = static_cast<std::uint8_t>((troops & on_border) | (border & ~on_border));
    result[lane] = static_cast<std::uint8_t>(std::min(255, result[lane] + bonus));
  }
  s.bonus_count = 0;
  return load(result);
}

// The continents' bonuses, in `scratch` where they go to the border; the troops placed, saturating.
HWY_INLINE Bytes place_continents(State& s, Bytes begins) {
  Bytes placed = all(0);
  for (const Plan::Continent& continent : s.plan->continents) {
    const std::size_t size = continent.territories.size();
    const auto row = [&](std::size_t i) HWY_ATTR { return continent.territories[i] * lanes; };
    Bytes whole = begins;
    for (std::size_t i = 0; i < size; ++i) whole = whole & load(s.board + row(i));  // top bits
    whole = owned(whole);
    if (none(whole)) continue;
    if (continent.bonus > lane_limit) {
      s.outgrow(whole);
      continue;
    }
    const Bytes troops = whole & all(continent.bonus);
    placed = add_saturated(placed, troops);
    // Where no territory of it is on the border, those with a neighbour outside are candidates.
    Bytes fewest = all(0xFF);
    for (std::size_t i = 0; i < size; ++i) fewest = min(fewest, load(s.scratch + row(i)));
    const Bytes inner = but_not(whole, at_most(fewest, all(lane_limit)));
    const bool any_inner = !none(inner);
    for (std::size_t i = 0; any_inner && i < size; ++i) {
      if (!continent.gate[i]) continue;
      store(choose(inner, ~load(s.board + row(i)), load(s.scratch + row(i))), s.scratch + row(i));
    }
    spread(
        s, size, [&](std::size_t i) HWY_ATTR { return s.scratch + row(i); }, troops,
        continent.bonus);
    for (std::size_t i = 0; any_inner && i < size; ++i) {
      if (!continent.gate[i]) continue;
      const Bytes now = load(s.scratch + row(i));
      store(choose(inner, ~now, load(s.board + row(i))), s.board + row(i));
      store(now | inner, s.scratch + row(i));
    }
  }
  return placed;
}

// Sum over own territories of enemy neighbours x min(attack_dice, troops - 1).
HWY_INLINE Words16 attack_moves(const State& s) {
  const Bytes dice = all(s.plan->rules->attack_dice);
  Words16 sum = all16(0);
  for (std::size_t at = 0; at < s.territories * lanes; at += lanes) {
    const Bytes byte = load(s.board + at);
    const Bytes spare = min(all(lone_own) - byte, dice);
    sum = sum + widen(spare) * widen(keep(where_owned(byte), load(s.hostile + at)));
  }
  return sum;
}

// The beginning of a turn, up to the attack, in the lanes where the condition holds; `hostile` must
// be right for them.
HWY_NOINLINE void begin_turn(State& s, Bytes begins) {
  const Plan& plan = *s.plan;
  for (std::uint8_t* a : {s.own_lost, s.other_lost, s.conquered}) {
    store(but_not(load(a), begins), a);
  }
  const Bytes exchanged = exchange(s, begins);
  collect_border(s);
  Bytes placed = place_continents(s, begins);
  if (s.bonus_count > 0) placed = place_bonuses(s, placed);

  const Bytes own = load(s.own);
  Bytes share = look_up(s.lane_plan->reinforcement, own);
  if (plan.rules->first_turn_reinforcement < 100) {
    const Bytes first = eq(load(s.turn), all16(0));
    share = choose(first, all(std::min(255, plan.first_share)), share);
  }
  s.outgrow(eq(placed, all(0xFF)));
  Bytes free = share & begins;
  Bytes later = exchanged & begins;
  const Words16 troops = widen(placed & begins) + widen(free) + widen(later);
  if (none(top_bit(add_saturated(free, later)))) {  // nearly always: all at once
    free = free + later;
    later = all(0);
  }
  while (!none(~eq(free | later, all(0)))) {
    const Bytes now = min(free, all(lane_limit));
    spread(
        s, s.territories, [&](std::size_t t) HWY_ATTR { return s.scratch + t * lanes; }, now,
        most_of(now));
    free = free - now;
    const Bytes done = eq(free, all(0));
    free = choose(done, later, free);
    later = but_not(later, done);
  }
  place_border(s);
  store(load(s.own_troops) + troops, s.own_troops);
  const Words16 begins16 = widen_condition(begins);
  const Words16 places = widen(own);
  Words16 moves = attack_moves(s);
  if (small_map(s)) {
    moves = moves + troops * places;  // below 2^16: at most 3 x 255 x 64, and 64 x 63 x 4
  } else {
    store(choose(begins16, troops, load(s.placed)), s.placed);
    store(choose(begins16, places, load(s.places)), s.places);
  }
  store(choose(begins16, moves, load(s.turn_moves)), s.turn_moves);

  // Lanes that cannot hold their match any more lie still until the turn's end.
  const Bytes still = begins & load(s.outgrown);
  if (none(still)) return;
  for (std::size_t at = 0; at < s.territories * lanes; at += lanes) {
    store(but_not(load(s.board + at), still), s.board + at);
  }
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
