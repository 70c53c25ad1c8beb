// Cards: drawn at a turn's end, exchanged at the next one's beginning.
#if defined(EVORISK_METRICS_BULK_LANES_CARDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_CARDS_INL
#undef EVORISK_METRICS_BULK_LANES_CARDS_INL
#else
#define EVORISK_METRICS_BULK_LANES_CARDS_INL
#endif

#include <utility>

#include "metrics/bulk/exchange.hpp"
#include "metrics/bulk/lanes/state-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {

// The card in a slot of a hand, or the highest there is.
HWY_INLINE Bytes held_card(const State& s, std::size_t owner, std::size_t slot) {
  const auto here = where_less(all(static_cast<int>(slot)), load(s.hand_size[owner]));
  return choose(here, load(s.hand(owner, slot)), all(0xFF));
}

// The free card of that rank: as many more as cards up to there are held.
HWY_INLINE Bytes free_card(const State& s, Bytes rank) {
  for (Bytes card = rank;;) {
    Bytes next = rank;
    for (std::size_t owner = 0; owner < 2; ++owner) {
      for (std::size_t slot = 0; slot < s.hand_slots; ++slot) {
        const auto above = where_below(card, held_card(s, owner, slot));
        next = choose(above, next, add_saturated(next, all(1)));
      }
    }
    if (none(~eq(next, card))) return card;
    card = next;
  }
}

// Draws a card in the lanes where the condition holds and a card is free: the one of a random rank
// among the free ones.
HWY_INLINE void draw_card(State& s, Bytes draws) {
  const Bytes size[2] = {load(s.hand_size[0]), load(s.hand_size[1])};
  const Words16 free = all16(static_cast<int>(s.territories)) - widen(size[0] + size[1]);
  draws = but_not(draws, eq(free, all16(0)));
  if (none(draws)) return;
  const Bytes rank = s.words.below(draws, free);
  const Bytes card = free_card(s, rank);
  const Bytes seat = load(s.seat);
  const Bytes takes[2] = {but_not(draws, seat), draws & seat};
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t slot = 0; slot < s.hand_slots; ++slot) {
      const auto here = where(takes[i]) & where_eq(size[i], all(static_cast<int>(slot)));
      store(choose(here, card, load(s.hand(i, slot))), s.hand(i, slot));
    }
    store(size[i] - takes[i], s.hand_size[i]);  // minus -1
  }
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

// Exchanges lane by lane: any hands, any sets.
HWY_INLINE void exchange_each(State& s, Bytes trades, std::uint8_t* result) {
  const risk::Rules& rules = *s.plan->rules;
  for_each_lane(trades, [&](std::size_t lane) {
    const std::size_t mover = s.seat[lane] & 1;
    std::uint8_t& cards = s.hand_size[mover][lane];
    std::uint8_t* hand = s.hand(mover, 0) + lane;
    Words stream = s.words.get(lane);
    int troops = 0;
    for (;;) {
      const Exchanged e = choose_exchange(
          rules, cards, [&](int i) { return int{hand[static_cast<std::size_t>(i) * lanes]}; },
          [&](int card) { return s.board[static_cast<std::size_t>(card) * lanes + lane] >= 0x80; },
          stream);
      if (!e) break;
      int kept = 0;
      for (int i = 0; i < cards; ++i) {
        const std::uint8_t card = hand[static_cast<std::size_t>(i) * lanes];
        if (i == e.at[0] || i == e.at[1] || i == e.at[2]) continue;
        hand[static_cast<std::size_t>(kept++) * lanes] = card;
      }
      cards = static_cast<std::uint8_t>(kept);
      troops += count_exchange(s, lane, e.bonus);
    }
    if (troops > 255) s.outgrown[lane] = 0xFF;
    result[lane] = static_cast<std::uint8_t>(std::min(troops, 255));
    s.words.set(lane, stream);
  });
}

// Which territories are the mover's, eight to the byte: bit i of plane p is of territory 8 p + i.
class OwnTerritories {
 public:
  HWY_INLINE explicit OwnTerritories(const State& s) : planes_((s.territories + 7) / 8) {
    for (std::size_t p = 0; p < planes_; ++p) {
      const std::uint8_t* rows = s.board + 8 * p * lanes;
      const std::size_t size = std::min<std::size_t>(8, s.territories - 8 * p);
      store(gather(rows, size, std::make_index_sequence<8>()), plane_[p]);
    }
  }
  // Where the territory is the mover's.
  HWY_INLINE Masks where_has(Bytes territory) const {
    static constexpr std::array<std::uint8_t, 16> bit = {1, 2, 4, 8, 16, 32, 64, 128};
    Bytes plane = load(plane_[0]);
    for (std::size_t p = 1; p < planes_; ++p) {
      const auto later = where_at_most(all(static_cast<int>(8 * p)), territory);
      plane = choose(later, load(plane_[p]), plane);
    }
    return where_any_bit(plane, look_up(bit, territory & all(7)));
  }

 private:
  template <std::size_t... i>
  static HWY_INLINE Bytes gather(const std::uint8_t* rows, std::size_t size,
                                 std::index_sequence<i...>) {
    Bytes plane = all(0);
    ((plane = i < size ? plane | top_bit_as<i>(load(rows + i * lanes)) : plane), ...);
    return plane;
  }

  std::size_t planes_;
  HWY_ALIGN_MAX std::uint8_t plane_[32][lanes];
};

// Hands of three to five cards of which any three are a set, all lanes at once, as choose_exchange
// does it: the card of the lowest own territory with two others, or, where there is none and hands
// as large must be exchanged, any three. Returns the troops.
HWY_INLINE Bytes exchange_small(State& s, Bytes begins, Bytes size) {
  constexpr std::size_t most = 5;
  using Table = std::array<std::uint8_t, 16>;
  // By hand size: how many pairs the other cards have, how many triples the hand has, and where
  // those of that size begin below, in order.
  static constexpr Table pairs = {0, 0, 0, 1, 3, 6};
  static constexpr Table first_pair = {0, 0, 0, 0, 1, 4};
  static constexpr Table triples = {0, 0, 0, 1, 4, 10};
  static constexpr Table first_triple = {0, 0, 0, 0, 1, 5};
  static constexpr Table pair_0 = {0, 0, 0, 1, 0, 0, 0, 1, 1, 2};
  static constexpr Table pair_1 = {1, 1, 2, 2, 1, 2, 3, 2, 3, 3};
  static constexpr Table triple_0 = {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2};
  static constexpr Table triple_1 = {1, 1, 1, 2, 2, 1, 1, 1, 2, 2, 3, 2, 2, 3, 3};
  static constexpr Table triple_2 = {2, 2, 3, 3, 3, 2, 3, 4, 3, 4, 4, 3, 4, 4, 4};
  const risk::Rules& rules = *s.plan->rules;
  const std::size_t slots = std::min(most, s.hand_slots);
  const Bytes seat = load(s.seat);
  const OwnTerritories own(s);
  Bytes cards[most];
  Bytes shown = all(0);
  Bytes lowest = all(0xFF);
  Bytes with = all(0);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    cards[slot] = choose(seat, load(s.hand(1, slot)), load(s.hand(0, slot)));
    const auto here = own.where_has(cards[slot]) & where_less(all(static_cast<int>(slot)), size);
    const auto lower = here & where_at_most(cards[slot], lowest);
    shown = shown | bytes(here);
    lowest = choose(lower, cards[slot], lowest);
    with = choose(lower, all(static_cast<int>(slot)), with);
  }
  const int forced_at = std::min(rules.card_forced_at, 127);  // bytes are compared with a sign
  const Bytes trades = begins & (shown | ~less(size, all(forced_at)));
  if (none(trades)) return all(0);

  size = size & trades;
  const auto by_pair = where(shown);
  const Bytes number = choose(by_pair, look_up(pairs, size), look_up(triples, size));
  const Bytes rank = s.words.below(trades, widen(number));
  const Bytes pair = look_up(first_pair, size) + rank;
  const Bytes triple = look_up(first_triple, size) + rank;
  Bytes i = look_up(pair_0, pair);
  Bytes j = look_up(pair_1, pair);
  i = i + keep(where_at_most(with, i), all(1));
  j = j + keep(where_at_most(with, j), all(1));
  with = choose(by_pair, with, look_up(triple_0, triple));
  i = choose(by_pair, i, look_up(triple_1, triple));
  j = choose(by_pair, j, look_up(triple_2, triple));
  // What is left keeps its order.
  Bytes left[2] = {all(0), all(0)};
  for (std::size_t slot = slots; slot-- > 0;) {
    const Bytes here = all(static_cast<int>(slot));
    const auto goes = where_eq(here, with) | where_eq(here, i) | where_eq(here, j);
    const auto kept = but_not(where_less(here, size), goes);
    left[1] = choose(kept, left[0], left[1]);
    left[0] = choose(kept, cards[slot], left[0]);
  }
  for (std::size_t owner = 0; owner < 2; ++owner) {
    const Bytes here = owner == 0 ? but_not(trades, seat) : trades & seat;
    for (std::size_t slot = 0; slot < 2; ++slot) {
      store(choose(here, left[slot], load(s.hand(owner, slot))), s.hand(owner, slot));
    }
    store(load(s.hand_size[owner]) - (here & all(3)), s.hand_size[owner]);
  }
  if (rules.card_territory_bonus > 0) {
    HWY_ALIGN_MAX std::uint8_t territory[lanes];
    store(lowest, territory);
    for_each_lane(trades & shown, [&](std::size_t lane) {
      s.bonuses[s.bonus_count++] = {static_cast<std::uint32_t>(lane), territory[lane]};
    });
  }
  const Bytes before = load(s.exchanges);
  store(before - trades, s.exchanges);  // minus -1
  const auto& table = s.lane_plan->exchange_bytes;
  const bool early = none(trades & at_most(all(16), before));
  const Bytes troops =
      trades & (early ? look_up(table[0], before & trades) : look_up(table, before));
  s.outgrow(trades & (eq(troops, all(0xFF)) | at_most(all(LanePlan::most_exchanges), before)));
  return troops;
}

// Exchanges cards in the lanes that begin a turn; the troops for it.
HWY_INLINE Bytes exchange(State& s, Bytes begins) {
  const Bytes size = choose(load(s.seat), load(s.hand_size[1]), load(s.hand_size[0]));
  Bytes wanted = begins & less(all(2), size);
  if (none(wanted)) return all(0);
  Bytes troops = all(0);
  if (s.plan->rules->card_set == risk::CardSet::any) {
    const Bytes small = wanted & less(size, all(6));
    if (!none(small)) troops = exchange_small(s, small, size);
    wanted = but_not(wanted, small);
    if (none(wanted)) return troops;
  }
  HWY_ALIGN_MAX std::uint8_t result[lanes];
  store(troops, result);
  exchange_each(s, wanted, result);
  return load(result);
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
