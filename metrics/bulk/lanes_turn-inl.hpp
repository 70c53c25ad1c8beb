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
namespace EVORISK_LANES {

HWY_INLINE Masks where_top_bit(Bytes byte) {
  return where_less(byte, all(0));
}
HWY_INLINE Bytes top_bit(Bytes byte) {
  return bytes(where_top_bit(byte));
}
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
    const Bytes after = sub_saturated(left, keep(where_eq(raised, level), one));
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

// A card has left a hand.
HWY_INLINE void free_card(State& s, std::size_t lane, std::size_t card) {
  s.holder[card * lanes + lane] = 0;
}

// The troops of the lane's next exchange, which shows an own territory, or none (-1).
HWY_INLINE int count_exchange(State& s, std::size_t lane, int bonus) {
  if (bonus >= 0 && s.plan->rules->card_territory_bonus > 0) {
    s.bonuses[s.bonus_count++] = {static_cast<std::uint32_t>(lane),
                                  static_cast<std::uint32_t>(bonus)};
  }
  const std::size_t number = s.exchanges[lane]++;
  if (number >= LanePlan::most_exchanges) {
    s.outgrown[lane] = 0xFF;
    return 0;
  }
  return s.lane_plan->exchange_troops[number];
}

// Hands of up to five cards of which any three are a set: the card of the lowest own territory
// `lowest` is exchanged with two others, as choose_exchange does it, in all lanes of the condition.
HWY_INLINE void exchange_with_lowest(State& s, Bytes condition, Bytes size, Bytes lowest,
                                     std::uint8_t* troops) {
  // The other cards' pairs, in order: of two cards, of three, of four.
  static constexpr std::array<std::uint8_t, 16> first_pair = {0, 0, 0, 0, 1, 4};  // by size
  static constexpr std::array<std::uint8_t, 16> pairs = {0, 0, 0, 1, 3, 6};
  static constexpr std::array<std::uint8_t, 16> lower = {0, 0, 0, 1, 0, 0, 0, 1, 1, 2};
  static constexpr std::array<std::uint8_t, 16> upper = {1, 1, 2, 2, 1, 2, 3, 2, 3, 3};
  const Bytes seat = load(s.seat);
  Bytes cards[5];
  Bytes with = all(0);
  for (std::size_t slot = 0; slot < 5 && slot < s.hand_slots; ++slot) {
    cards[slot] = choose(seat, load(s.hand(1, slot)), load(s.hand(0, slot)));
    const auto here = where_eq(cards[slot], lowest) & where_less(all(static_cast<int>(slot)), size);
    with = choose(here, all(static_cast<int>(slot)), with);
  }
  size = size & condition;
  const Bytes rank = s.words.below(condition, widen(look_up(pairs, size)));
  const Bytes pair = look_up(first_pair, size) + rank;
  Bytes i = look_up(lower, pair);
  Bytes j = look_up(upper, pair);
  i = i + keep(where_at_most(with, i), all(1));
  j = j + keep(where_at_most(with, j), all(1));
  // What is left keeps its order.
  Bytes left[2] = {all(0), all(0)};
  Bytes gone[3] = {lowest, all(0), all(0)};
  for (std::size_t slot = std::min<std::size_t>(5, s.hand_slots); slot-- > 0;) {
    const Bytes here = all(static_cast<int>(slot));
    const auto is_i = where_eq(here, i);
    const auto is_j = where_eq(here, j);
    const auto kept = but_not(where_less(here, size), where_eq(here, with) | is_i | is_j);
    gone[1] = choose(is_i, cards[slot], gone[1]);
    gone[2] = choose(is_j, cards[slot], gone[2]);
    left[1] = choose(kept, left[0], left[1]);
    left[0] = choose(kept, cards[slot], left[0]);
  }
  for (std::size_t owner = 0; owner < 2; ++owner) {
    const Bytes here = owner == 0 ? but_not(condition, seat) : condition & seat;
    for (std::size_t slot = 0; slot < 2; ++slot) {
      store(choose(here, left[slot], load(s.hand(owner, slot))), s.hand(owner, slot));
    }
    store(load(s.hand_size[owner]) - (here & all(3)), s.hand_size[owner]);
  }
  HWY_ALIGN_MAX std::uint8_t freed[3][lanes];
  for (std::size_t k = 0; k < 3; ++k) store(gone[k], freed[k]);
  for_each_lane(condition, [&](std::size_t lane) {
    for (const auto& card : freed) free_card(s, lane, card[lane]);
    const int count = count_exchange(s, lane, freed[0][lane]);
    if (count > 255) s.outgrown[lane] = 0xFF;
    troops[lane] = static_cast<std::uint8_t>(count);
  });
}

// Exchanges cards in the lanes that begin a turn; the troops for it.
HWY_INLINE Bytes exchange(State& s, Bytes begins) {
  const risk::Rules& rules = *s.plan->rules;
  const Bytes seat = load(s.seat);
  const Bytes size = choose(seat, load(s.hand_size[1]), load(s.hand_size[0]));
  Bytes wanted = begins & less(all(2), size);
  if (none(wanted)) return all(0);
  HWY_ALIGN_MAX std::uint8_t result[lanes];
  store(all(0), result);
  if (rules.card_set == risk::CardSet::any) {
    // Only hands that show an own territory, or must be exchanged.
    const Bytes holder = all(1) - seat;
    Bytes shown = all(0);
    Bytes lowest = all(0);
    for (std::size_t t = s.territories; t-- > 0;) {
      const Bytes here = eq(load(s.holder + t * lanes), holder) & load(s.board + t * lanes);
      shown = shown | here;
      lowest = choose_by_top_bit(here, all(static_cast<int>(t)), lowest);
    }
    wanted = wanted & (owned(shown) | ~less(size, all(rules.card_forced_at)));
    const Bytes simple = wanted & owned(shown) & less(size, all(6));
    if (!none(simple)) exchange_with_lowest(s, simple, size, lowest, result);
    wanted = but_not(wanted, simple);
  }
  for_each_lane(wanted, [&](std::size_t lane) {
    const std::size_t mover = s.seat[lane] & 1;
    std::uint8_t& cards = s.hand_size[mover][lane];
    std::uint8_t* hand = s.hand(mover, 0) + lane;
    Words stream = s.words.get(lane);
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
          free_card(s, lane, card);
        } else {
          hand[static_cast<std::size_t>(kept++) * lanes] = card;
        }
      }
      cards = static_cast<std::uint8_t>(kept);
      troops += count_exchange(s, lane, e.bonus);
    }
    if (troops > 255) s.outgrown[lane] = 0xFF;
    result[lane] = static_cast<std::uint8_t>(std::min(troops, 255));
    s.words.set(lane, stream);
  });
  return load(result);
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

HWY_INLINE void add_moves(State& s, Words16 moves) {
  HWY_ALIGN_MAX std::uint16_t stored[lanes];
  store(moves, stored);
  for (std::size_t i = 0; i < vectors; ++i) {
    for (std::size_t q = 0; q < 4; ++q) {
      std::uint32_t* sum = s.moves + i * vector_lanes + q * (vector_lanes / 4);
      hn::Store(hn::Add(hn::Load(d32, sum), quarter(stored, i, q)), d32, sum);
    }
  }
}

// Adds troops x territories, which 16 bits may not hold.
HWY_INLINE void add_products(State& s, Words16 troops, Words16 territories) {
  HWY_ALIGN_MAX std::uint16_t stored_troops[lanes];
  HWY_ALIGN_MAX std::uint16_t stored_territories[lanes];
  store(troops, stored_troops);
  store(territories, stored_territories);
  for (std::size_t i = 0; i < vectors; ++i) {
    for (std::size_t q = 0; q < 4; ++q) {
      std::uint32_t* sum = s.moves + i * vector_lanes + q * (vector_lanes / 4);
      const V32 product = hn::Mul(quarter(stored_troops, i, q), quarter(stored_territories, i, q));
      hn::Store(hn::Add(hn::Load(d32, sum), product), d32, sum);
    }
  }
}

// The beginning of a turn, up to the attack, in the lanes where the condition holds; `hostile` must
// be right for them.
HWY_INLINE void begin_turn(State& s, Bytes begins) {
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
  add_products(s, troops, widen(own));
  add_moves(s, attack_moves(s) & widen_condition(begins));

  // Lanes that cannot hold their match any more lie still until the turn's end.
  const Bytes still = begins & load(s.outgrown);
  if (none(still)) return;
  for (std::size_t at = 0; at < s.territories * lanes; at += lanes) {
    store(but_not(load(s.board + at), still), s.board + at);
  }
}

// Draws a card in the lanes where the condition holds and a card is free.
HWY_INLINE void draw_card(State& s, Bytes draws) {
  const Bytes size[2] = {load(s.hand_size[0]), load(s.hand_size[1])};
  const Words16 free = all16(static_cast<int>(s.territories)) - widen(size[0] + size[1]);
  draws = but_not(draws, eq(free, all16(0)));
  if (none(draws)) return;
  Bytes rank = s.words.below(draws, free);
  const Bytes seat = load(s.seat);
  const Bytes taker = all(1) - seat;
  Bytes card = all(0);
  auto open = where(draws);
  for (std::size_t t = 0; t < s.territories; ++t) {
    const Bytes holder = load(s.holder + t * lanes);
    const auto is_free = where_eq(holder, all(0));
    const auto is_card = is_free & open & where_eq(rank, all(0));
    rank = choose(is_free, rank - all(1), rank);
    open = but_not(open, is_card);
    card = choose(is_card, all(static_cast<int>(t)), card);
    store(choose(is_card, taker, holder), s.holder + t * lanes);
  }
  const Bytes takes[2] = {but_not(draws, seat), draws & seat};
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t slot = 0; slot < s.hand_slots; ++slot) {
      const auto here = where(takes[i]) & where_eq(size[i], all(static_cast<int>(slot)));
      store(choose(here, card, load(s.hand(i, slot))), s.hand(i, slot));
    }
    store(size[i] - takes[i], s.hand_size[i]);  // minus -1
  }
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
