// The parts of a turn around the attack: reinforcement before it, fortification and the card after.
#if defined(EVORISK_METRICS_BULK_LANES_TURN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_TURN_INL
#undef EVORISK_METRICS_BULK_LANES_TURN_INL
#else
#define EVORISK_METRICS_BULK_LANES_TURN_INL
#endif

#include "metrics/bulk/exchange.hpp"
#include "metrics/bulk/lanes_state-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {

constexpr int lane_limit = 127;  // most troops on a territory, in a lane

// Own territories with the sign bit, as conditions.
HWY_INLINE V8 owned(V8 board) {
  return less(board, zero8());
}

// Counts, for every territory of `board`, the neighbours with another owner.
HWY_INLINE void count_hostile(const State& s, const std::uint8_t* board, std::uint8_t* hostile) {
  for (std::size_t t = 0; t < s.territories; ++t) {
    for (std::size_t o = 0; o < lanes; o += vector_lanes) {
      store(owned(load(board + t * lanes + o)), s.scratch + t * lanes + o);
    }
  }
  const std::uint16_t* start = s.plan->arc_start.data();
  for (std::size_t t = 0; t < s.territories; ++t) {
    V8 minus_owned[vectors];
    for (V8& m : minus_owned) m = zero8();
    for (std::size_t arc = start[t]; arc != start[t + 1]; ++arc) {
      const std::uint8_t* row = s.scratch + s.arc_offsets[arc];
      for (std::size_t v = 0; v < vectors; ++v) {
        minus_owned[v] = hn::Add(minus_owned[v], load(row + v * vector_lanes));
      }
    }
    const V8 degree = set8(start[t + 1] - start[t]);
    for (std::size_t v = 0; v < vectors; ++v) {
      const std::size_t at = t * lanes + v * vector_lanes;
      store(choose(load(s.scratch + at), hn::Add(degree, minus_owned[v]),
                   hn::Sub(zero8(), minus_owned[v])),
            hostile + at);
    }
  }
}

// Makes `scratch` the troops of the mover's border territories, and more than lane_limit elsewhere.
HWY_INLINE void collect_border(const State& s, std::size_t o) {
  for (std::size_t at = o; at < s.territories * lanes; at += lanes) {
    const V8 inside = eq(load(s.hostile + at), zero8());
    store(hn::Or(hn::Not(load(s.board + at)), inside), s.scratch + at);
  }
}

// Spreads `troops` (at most lane_limit), one at a time where there are fewest and the first on
// equality, over the candidates among the territories row(0) ... row(size - 1) (offsets of their
// rows), `scratch` having their troops: all are raised to one level, found bit by bit, and what
// remains goes to the first ones at that level. Returns the condition: there was a candidate, or
// nothing to spread.
template <class Row>
HWY_INLINE V8 spread(State& s, std::size_t o, std::size_t size, const Row& row, V8 troops) {
  const V8 limit = set8(lane_limit);
  V8 level = set8(0xFF);
  for (std::size_t i = 0; i < size; ++i) level = hn::Min(level, load(s.scratch + row(i) + o));
  const V8 possible = at_most(level, limit);
  troops = both(troops, possible);
  V8 used = zero8();
  for (int step = 64; step > 0; step /= 2) {
    if (none(hn::Not(less(troops, set8(step))))) continue;
    const V8 higher = hn::Min(hn::SaturatedAdd(level, set8(step)), limit);
    V8 cost = zero8();
    for (std::size_t i = 0; i < size; ++i) {
      cost = hn::SaturatedAdd(cost, hn::SaturatedSub(higher, load(s.scratch + row(i) + o)));
    }
    const V8 enough = both(at_most(cost, troops), possible);
    level = choose(enough, higher, level);
    used = choose(enough, cost, used);
  }
  V8 left = hn::Sub(troops, used);
  const V8 any = hn::Not(eq(troops, zero8()));
  store(hn::Or(load(s.outgrown + o), both(any, less(set8(lane_limit - 2), level))), s.outgrown + o);
  for (std::size_t i = 0; i < size; ++i) {
    std::uint8_t* candidate = s.scratch + row(i) + o;
    std::uint8_t* here = s.board + row(i) + o;
    const V8 before = load(candidate);
    const V8 rise = both(hn::SaturatedSub(level, before), any);
    const V8 one_more = but_not(at_most(before, level), eq(left, zero8()));  // -1
    left = hn::Add(left, one_more);
    const V8 gets = hn::Sub(rise, one_more);
    store(hn::Add(before, gets), candidate);
    store(hn::Sub(load(here), gets), here);
  }
  return possible;
}

// Exchanges cards in the lanes that begin a turn.
HWY_INLINE void exchange(State& s, std::size_t o, V8 begins) {
  const risk::Rules& rules = *s.plan->rules;
  store(zero8(), s.exchanged + o);
  const V8 size = choose(load(s.seat + o), load(s.hand_size[1] + o), load(s.hand_size[0] + o));
  for_each_lane(both(begins, less(set8(2), size)), o, [&](std::size_t lane) {
    const int seat = s.seat[lane] != 0 ? 1 : 0;
    std::uint8_t& cards = s.hand_size[seat][lane];
    std::uint8_t* hand = s.hands + static_cast<std::size_t>(seat) * s.hand_slots * lanes + lane;
    Words stream = get_words(s.words, lane);
    int troops = 0;
    for (;;) {
      const Exchanged e = choose_exchange(
          rules.card_set, cards, cards >= rules.card_forced_at,
          [&](int i) { return int{hand[static_cast<std::size_t>(i) * lanes]}; },
          [&](int card) { return s.board[static_cast<std::size_t>(card) * lanes + lane] >= 0x80; },
          stream);
      if (!e) break;
      int kept = 0;
      for (int i = 0; i < cards; ++i) {
        const std::uint8_t card = hand[static_cast<std::size_t>(i) * lanes];
        if (i == e.at[0] || i == e.at[1] || i == e.at[2]) {
          s.held[card * lanes + lane] = 0;
        } else {
          hand[static_cast<std::size_t>(kept++) * lanes] = card;
        }
      }
      cards = static_cast<std::uint8_t>(kept);
      if (e.bonus >= 0 && rules.card_territory_bonus > 0) {
        s.bonuses[s.bonus_count++] = {static_cast<std::uint32_t>(lane),
                                      static_cast<std::uint32_t>(e.bonus)};
      }
      troops += s.plan->variant->exchange_troops(s.exchanges[lane]++);
    }
    if (troops > lane_limit || s.exchanges[lane] > 200) s.outgrown[lane] = 0xFF;
    s.exchanged[lane] = static_cast<std::uint8_t>(std::min(troops, lane_limit));
    set_words(s.words, lane, stream);
  });
}

// The territory bonuses; returns the troops of each lane.
HWY_INLINE void place_bonuses(State& s, std::uint8_t* placed) {
  const int bonus = s.plan->rules->card_territory_bonus;
  for (std::size_t i = 0; i < s.bonus_count; ++i) {
    const auto [lane, territory] = s.bonuses[i];
    std::uint8_t& here = s.board[territory * lanes + lane];
    const int troops = (here ^ 0xFF) + bonus;
    if (troops > lane_limit) {
      s.outgrown[lane] = 0xFF;
      continue;
    }
    here = static_cast<std::uint8_t>(troops ^ 0xFF);
    placed[lane] = static_cast<std::uint8_t>(std::min(255, placed[lane] + bonus));
  }
  s.bonus_count = 0;
}

// The continents' bonuses; returns the troops of each lane, saturating.
HWY_INLINE V8 place_continents(State& s, std::size_t o, V8 begins) {
  V8 placed = zero8();
  for (const Plan::Continent& continent : s.plan->continents) {
    const std::size_t size = continent.territories.size();
    const auto row = [&](std::size_t i) HWY_ATTR { return continent.territories[i] * lanes; };
    V8 whole = begins;
    V8 inner = begins;
    for (std::size_t i = 0; i < size; ++i) {
      whole = both(whole, load(s.board + row(i) + o));  // own bytes have the sign bit
    }
    whole = owned(whole);
    if (none(whole)) continue;
    if (continent.bonus > lane_limit) {
      store(hn::Or(load(s.outgrown + o), whole), s.outgrown + o);
      continue;
    }
    const V8 troops = both(whole, set8(continent.bonus));
    placed = hn::SaturatedAdd(placed, troops);
    inner = but_not(whole, spread(s, o, size, row, troops));
    if (none(inner)) continue;
    // No border territory: those with a neighbour outside.
    for (std::size_t i = 0; i < size; ++i) {
      if (!continent.gate[i]) continue;
      const V8 here = hn::Not(load(s.board + row(i) + o));
      store(choose(inner, here, load(s.scratch + row(i) + o)), s.scratch + row(i) + o);
    }
    spread(s, o, size, row, both(inner, troops));
    for (std::size_t i = 0; i < size; ++i) {
      if (!continent.gate[i]) continue;
      std::uint8_t* candidate = s.scratch + row(i) + o;
      store(hn::Or(load(candidate), inner), candidate);
    }
  }
  return placed;
}

// Sum over own territories of enemy neighbours x min(attack_dice, troops - 1).
HWY_INLINE Pair attack_moves(const State& s, std::size_t o) {
  const V8 dice = set8(s.plan->rules->attack_dice);
  Pair sum = {hn::Zero(d16), hn::Zero(d16)};
  for (std::size_t at = o; at < s.territories * lanes; at += lanes) {
    const V8 here = load(s.board + at);
    const V8 spare = hn::Min(hn::Sub(set8(0xFE), here), dice);
    const V8 hostile = both(load(s.hostile + at), owned(here));
    sum = sum + widen(spare) * widen(hostile);
  }
  return sum;
}

HWY_INLINE void add_moves(State& s, std::size_t o, Pair moves) {
  for (int q = 0; q < 4; ++q) {
    std::uint32_t* sum = s.moves + o + static_cast<std::size_t>(q) * (vector_lanes / 4);
    hn::Store(hn::Add(hn::Load(d32, sum), quarter(moves, q)), d32, sum);
  }
}

// The beginning of a turn up to the attack, in the lanes where the condition holds; `hostile` must
// be right for them.
HWY_INLINE void begin_turn(State& s, std::size_t o, V8 begins) {
  const Plan& plan = *s.plan;
  const V8 keep = hn::Not(begins);
  for (std::uint8_t* a : {s.own_lost, s.other_lost, s.conquered})
    store(both(load(a + o), keep), a + o);
  exchange(s, o, begins);
  collect_border(s, o);
  HWY_ALIGN_MAX std::uint8_t placed_bytes[lanes];
  store(place_continents(s, o, begins), placed_bytes + o);
  if (s.bonus_count > 0) {
    place_bonuses(s, placed_bytes);
    collect_border(s, o);
  }
  // Free troops.
  const V8 own = load(s.own + o);
  HWY_ALIGN_MAX std::uint8_t own_bytes[vector_lanes];
  HWY_ALIGN_MAX std::uint8_t share[vector_lanes];
  store(own, own_bytes);
  for (std::size_t i = 0; i < vector_lanes; ++i) {
    // A lane at rest may hold anything here.
    const auto owned = std::min<std::size_t>(own_bytes[i], plan.reinforcement.size() - 1);
    share[i] = static_cast<std::uint8_t>(std::min(255, plan.reinforcement[owned]));
  }
  const V8 free = both(hn::SaturatedAdd(load(share), load(s.exchanged + o)), begins);
  const V8 placed = hn::SaturatedAdd(load(placed_bytes + o), free);
  const V8 outgrown =
      hn::Or(but_not(hn::Not(at_most(free, set8(lane_limit))), zero8()), eq(placed, set8(255)));
  store(hn::Or(load(s.outgrown + o), both(outgrown, begins)), s.outgrown + o);
  spread(
      s, o, s.territories, [](std::size_t t) HWY_ATTR { return t * lanes; },
      hn::Min(free, set8(lane_limit)));

  const Pair troops = widen(both(placed, begins));
  store_pair(load_pair(s.own_troops + o) + troops, s.own_troops + o);
  const Pair begin = widen_condition(begins);
  const Pair attacks = attack_moves(s, o);
  add_moves(s, o, troops * widen(own));
  add_moves(s, o, {hn::And(attacks.even, begin.even), hn::And(attacks.odd, begin.odd)});

  // Lanes that cannot hold their match any more lie still until the turn's end.
  const V8 still = both(begins, load(s.outgrown + o));
  if (none(still)) return;
  for (std::size_t at = o; at < s.territories * lanes; at += lanes) {
    store(but_not(load(s.board + at), still), s.board + at);
  }
}

// Adds the sum over own territories of own neighbours x (troops - 1), and lists the territories
// where some lane has spare troops and no enemy neighbour.
HWY_INLINE std::size_t fortify_moves(State& s, std::size_t o, V8 acts, std::uint16_t* sources) {
  std::size_t count = 0;
  Pair sum = {hn::Zero(d16), hn::Zero(d16)};
  const std::uint16_t* start = s.plan->arc_start.data();
  const V8 spare_least = set8(0xFE);
  for (std::size_t t = 0; t < s.territories; ++t) {
    const std::size_t at = t * lanes + o;
    const V8 here = load(s.board + at);
    const V8 hostile = load(s.hostile + at);
    const V8 own = both(owned(here), acts);
    const V8 spare = both(hn::Sub(spare_least, here), own);
    const V8 friends = hn::Sub(set8(start[t + 1] - start[t]), hostile);
    const Pair product = widen(spare) * widen(friends);
    sum = {hn::SaturatedAdd(sum.even, product.even), hn::SaturatedAdd(sum.odd, product.odd)};
    const V8 source = both(less(here, spare_least), both(eq(hostile, zero8()), acts));
    sources[count] = static_cast<std::uint16_t>(t);
    count += none(source) ? 0 : 1;
  }
  const V16 most = hn::Set(d16, std::uint16_t{0xFFFF});
  const V8 too_many = eq(sum, Pair{most, most});
  store(hn::Or(load(s.outgrown + o), too_many), s.outgrown + o);
  add_moves(s, o, sum);
  return count;
}

// Fortification in the lanes where the condition holds.
HWY_INLINE void fortify(State& s, std::size_t o, V8 acts) {
  const risk::FortifyMode mode = s.plan->rules->fortify;
  if (mode == risk::FortifyMode::none) return;
  std::uint16_t sources[257];
  const std::size_t count = fortify_moves(s, o, acts, sources);
  if (count == 0) return;
  collect_border(s, o);
  const V8 lone = set8(0xFE);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t t = sources[i];
    std::uint8_t* here = s.board + t * lanes + o;
    const V8 board = load(here);
    const V8 source =
        both(less(board, lone), both(eq(load(s.hostile + t * lanes + o), zero8()), acts));
    const V8 troops = both(hn::Sub(lone, board), source);
    const std::uint32_t* arcs = s.arc_offsets + s.plan->arc_start[t];
    const std::size_t degree = s.plan->arc_start[t + 1] - s.plan->arc_start[t];
    if (mode == risk::FortifyMode::adjacent) {
      const V8 possible = spread(
          s, o, degree, [&](std::size_t a) HWY_ATTR { return std::size_t{arcs[a]}; }, troops);
      store(choose(both(possible, source), lone, load(here)), here);
      continue;
    }
    // One move only, of all spare troops to the weakest border neighbour, the first on equality.
    V8 fewest = set8(0xFF);
    for (std::size_t a = 0; a < degree; ++a)
      fewest = hn::Min(fewest, load(s.scratch + arcs[a] + o));
    V8 open = both(source, at_most(fewest, set8(lane_limit)));
    store(choose(open, lone, board), here);
    acts = but_not(acts, open);
    for (std::size_t a = 0; a < degree; ++a) {
      std::uint8_t* to = s.board + arcs[a] + o;
      const V8 is_target = both(open, eq(load(s.scratch + arcs[a] + o), fewest));
      open = but_not(open, is_target);
      const V8 sum = hn::Add(fewest, troops);  // at most 254
      const V8 too_many = both(is_target, hn::Not(at_most(sum, set8(lane_limit))));
      store(hn::Or(load(s.outgrown + o), too_many), s.outgrown + o);
      store(choose(but_not(is_target, too_many), hn::Not(sum), load(to)), to);
    }
  }
}

// Draws a card in the lanes where the condition holds and a card is free.
HWY_INLINE void draw_card(State& s, std::size_t o, V8 draws) {
  V8 size[2] = {load(s.hand_size[0] + o), load(s.hand_size[1] + o)};
  const Pair all = {hn::Set(d16, static_cast<std::uint16_t>(s.territories)),
                    hn::Set(d16, static_cast<std::uint16_t>(s.territories))};
  const Pair free = all - widen(hn::Add(size[0], size[1]));
  draws = but_not(draws, eq(free, Pair{hn::Zero(d16), hn::Zero(d16)}));
  if (none(draws)) return;
  V8 rank = below(s.words, o, draws, free);
  V8 card = zero8();
  V8 open = draws;
  for (std::size_t t = 0; t < s.territories; ++t) {
    std::uint8_t* held = s.held + t * lanes + o;
    const V8 is_held = load(held);
    const V8 is_card = both(but_not(eq(rank, zero8()), is_held), open);
    rank = hn::Sub(rank, hn::AndNot(is_held, set8(1)));
    open = but_not(open, is_card);
    card = hn::Or(card, both(is_card, set8(static_cast<int>(t))));
    store(hn::Or(is_held, is_card), held);
  }
  const V8 second = load(s.seat + o);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const V8 takes = both(draws, seat == 0 ? hn::Not(second) : second);
    for (std::size_t slot = 0; slot < s.hand_slots; ++slot) {
      std::uint8_t* place = s.hands + (seat * s.hand_slots + slot) * lanes + o;
      const V8 here = both(takes, eq(size[seat], set8(static_cast<int>(slot))));
      store(choose(here, card, load(place)), place);
    }
    store(hn::Sub(size[seat], takes), s.hand_size[seat] + o);  // minus -1
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
