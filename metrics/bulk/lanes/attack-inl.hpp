// The attack: one roll in every lane where the mover has something to attack, again and again.
#if defined(EVORISK_METRICS_BULK_LANES_ATTACK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_ATTACK_INL
#undef EVORISK_METRICS_BULK_LANES_ATTACK_INL
#else
#define EVORISK_METRICS_BULK_LANES_ATTACK_INL
#endif

#include "metrics/bulk/lanes/state-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {

// What the scan finds: the first own territory with a weaker enemy neighbour (255: none) and its
// troops, and the troops of its weakest enemy neighbour (0 where there is nothing to attack).
struct Found {
  Bytes from;
  Bytes troops;
  Bytes target;
};

// Looks at `size` territories (one on small maps) of `degree` neighbours each (0: of `any_degree`
// each), whose rows and neighbours' rows are at `rows`. The other's troops are smaller bytes than
// the complements of own ones: so the least byte among a territory's neighbours is its weakest
// enemy's troops. 127 stands for "none" as well, for no territory in a lane has more troops.
// Returns where the next ones' rows are.
template <bool small, std::size_t degree>
HWY_INLINE const std::uint32_t* look_at(const std::uint8_t* board, const std::uint32_t* rows,
                                        std::size_t size, std::size_t any_degree, Found& found) {
  const std::size_t neighbours = degree > 0 ? degree : any_degree;
  for (std::size_t left = small ? 1 : size; left > 0; --left) {
    const std::uint32_t row = *rows++;
    Bytes weakest = all(127);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < neighbours; ++i) weakest = min(weakest, load(board + rows[i]));
    rows += neighbours;
    const Bytes troops = ~load(board + row);  // of the other: a negative number
    const auto number = static_cast<int>(row / lanes);
    const Bytes here = all(small ? number : number ^ 0x80);
    auto first = where_less(weakest, troops);
    if (!small) first = but_not(first, where_less(found.from, here));
    found.from = choose(first, here, found.from);
    found.troops = choose(first, troops, found.troops);
    found.target = choose(first, weakest, found.target);
  }
  return rows;
}

// In the order of LanePlan::degrees. On small maps that is from the last territory to the first,
// which replaces what was found before; the jumps among the numbers of neighbours are the same in
// every scan, and processors foretell them. They do not on larger ones: there territories of as
// many neighbours follow each other, and their numbers, with the top bit flipped, for the order of
// signed bytes is theirs then, are compared.
template <bool small>
HWY_INLINE Found scan(const State& s) {
  Found found = {all(small ? 0xFF : 0x7F), all(0), all(0)};
  const std::uint8_t* const board = s.board;
  const std::uint32_t* rows = s.scan_rows;
  for (const auto& group : s.lane_plan->degrees) {
    for_degree(group.neighbours, [&](auto known) HWY_ATTR {
      rows = look_at<small, known()>(board, rows, group.territories, group.neighbours, found);
    });
  }
  if (!small) found.from = found.from ^ all(0x80);
  return found;
}

// Gives the territory `from` and its first neighbour with `target` troops their new bytes. Maps of
// at most 64 territories: sets of territories as bits, eight to the byte.
HWY_INLINE void update_small(const State& s, const Found& f, Bytes new_from, Bytes new_target) {
  // By number in a block of 16: the territory's bit among the first eight, and the last eight.
  static constexpr std::array<std::uint8_t, 16> bits[2] = {
      {1, 2, 4, 8, 16, 32, 64, 128}, {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128}};
  const LanePlan& plan = *s.lane_plan;
  const auto blocks = static_cast<std::size_t>(plan.blocks);
  // `from` as an index into each block of 16 territories, with the top bit where it is in another.
  Bytes index[4];
  for (std::size_t b = 0; b < blocks; ++b) {
    index[b] = add_saturated(f.from - all(static_cast<int>(16 * b)), all(0x70)) & all(0x8F);
  }
  Bytes open = all(0xFF);  // no target found yet
  for (std::size_t first = 0, i = 0; first < s.territories; first += 8, ++i) {
    const std::size_t size = std::min<std::size_t>(8, s.territories - first);
    std::uint8_t* rows = s.board + first * lanes;
    Bytes weakest = all(0);
    for (std::size_t j = 0; j < size; ++j) {
      const auto is_weakest = where_eq(load(rows + j * lanes), f.target);
      weakest = add_where(is_weakest, weakest, all(1 << j));
    }
    Bytes neighbours = look_up(plan.neighbour_bytes[i * blocks], index[0]);
    for (std::size_t b = 1; b < blocks; ++b) {
      neighbours = neighbours | look_up(plan.neighbour_bytes[i * blocks + b], index[b]);
    }
    const Bytes candidates = weakest & neighbours & open;
    open = open & eq(candidates, all(0));
    Bytes lowest = candidates & (all(0) - candidates);
    Bytes from = look_up(bits[i % 2], index[i / 2]);
    if (by_mask) {
      for (std::size_t j = 0; j < size; ++j) {
        const Bytes bit = all(1 << j);
        const Bytes byte = choose(where_any_bit(lowest, bit), new_target, load(rows + j * lanes));
        store(choose(where_any_bit(from, bit), new_from, byte), rows + j * lanes);
      }
      continue;
    }
    for (std::size_t j = 8; j-- > 0; lowest = lowest + lowest, from = from + from) {
      if (j >= size) continue;  // else bit j is the top one now
      const Bytes byte = choose_by_top_bit(lowest, new_target, load(rows + j * lanes));
      store(choose_by_top_bit(from, new_from, byte), rows + j * lanes);
    }
  }
}

// The same lane by lane, for larger maps.
HWY_INLINE void update_large(const State& s, Bytes acting, const Found& f, Bytes new_from,
                             Bytes new_target) {
  HWY_ALIGN_MAX std::uint8_t from[lanes];
  HWY_ALIGN_MAX std::uint8_t target[lanes];
  HWY_ALIGN_MAX std::uint8_t from_byte[lanes];
  HWY_ALIGN_MAX std::uint8_t target_byte[lanes];
  store(f.from, from);
  store(f.target, target);
  store(new_from, from_byte);
  store(new_target, target_byte);
  const auto degree = static_cast<std::size_t>(s.plan->highest_degree);
  for_each_lane(acting, [&](std::size_t lane) {
    std::uint8_t* column = s.board + lane;
    const std::uint32_t* rows = s.padded_rows + from[lane] * degree;
    // From the last to the first, without a jump that depends on the match. Its own row, which
    // stands for no neighbour, holds no target's byte.
    std::uint32_t row = 0;
    for (std::size_t d = degree; d-- > 0;) row = column[rows[d]] == target[lane] ? rows[d] : row;
    column[row] = target_byte[lane];
    column[std::size_t{from[lane]} * lanes] = from_byte[lane];
  });
}

// A roll in the lanes that act, where `index` is 4 * (attackers - 1) + defenders - 1: the
// attackers' losses.
HWY_INLINE Bytes roll(State& s, Bytes acting, Bytes index) {
  const LanePlan& plan = *s.lane_plan;
  const Words16 words = s.words.next(acting);
  const Bytes high = high_bytes(words) ^ all(0x80);
  const Bytes low = low_bytes(words) ^ all(0x80);
  Bytes lost = all(0);
  for (std::size_t j = 0; j < static_cast<std::size_t>(plan.most_comparisons); ++j) {
    const Bytes last_high = look_up(plan.last_high[j], index);
    const Bytes last_low = look_up(plan.last_low[j], index);
    const auto more =
        where_less(last_high, high) | (where_eq(last_high, high) & where_less(last_low, low));
    lost = add_where(more, lost, all(1));
  }
  // The last words may decide nothing.
  const Bytes doubtful = acting & eq(high, all(0x7F)) & less(all(0x7F - 4), low);
  if (none(doubtful)) return lost;
  HWY_ALIGN_MAX std::uint8_t indices[lanes];
  HWY_ALIGN_MAX std::uint8_t low_words[lanes];
  HWY_ALIGN_MAX std::uint8_t result[lanes];
  store(index, indices);
  store(low, low_words);
  store(lost, result);
  for_each_lane(doubtful, [&](std::size_t lane) {
    const Roll& dice = s.plan->rolls[indices[lane] / 4][indices[lane] % 4];
    if ((0xFF00u | (low_words[lane] ^ 0x80u)) < dice.undecided) return;
    Words stream = s.words.get(lane);
    result[lane] = static_cast<std::uint8_t>(dice.decide(stream));
    s.words.set(lane, stream);
  });
  return load(result);
}

// One attack in the lanes where the scan found one.
template <bool small>
HWY_INLINE void fight(State& s, Bytes acting, const Found& f) {
  const risk::Rules& rules = *s.plan->rules;
  const Bytes spare = f.troops - all(1);
  const Bytes attackers = min(spare, all(rules.attack_dice));
  const Bytes defenders = min(f.target, all(rules.defence_dice));
  const Bytes twice = attackers + attackers;
  const Bytes index = (twice + twice + defenders - all(5)) & acting;
  const Bytes lost = roll(s, acting, index) & acting;
  const Bytes won = (look_up(s.lane_plan->comparisons, index) & acting) - lost;

  const Bytes conquers = eq(won, f.target) & acting;
  // A conquering roll costs the attacker nothing.
  Bytes moved = won;
  if (rules.conquest_move == risk::ConquestMove::max) moved = spare;
  if (rules.conquest_move == risk::ConquestMove::dice) moved = attackers;
  moved = moved & conquers;
  const Bytes new_from = ~(f.troops - lost - moved);
  const Bytes new_target = choose(conquers, ~moved, f.target - won);
  if (small) {
    update_small(s, f, new_from, new_target);
  } else {
    update_large(s, acting, f, new_from, new_target);
  }

  store(add_saturated(load(s.own_lost), lost), s.own_lost);
  store(add_saturated(load(s.other_lost), won), s.other_lost);
  store(load(s.own) - conquers, s.own);  // minus -1
  store(load(s.other) + conquers, s.other);
  store(load(s.conquered) | conquers, s.conquered);
}

template <bool small>
HWY_NOINLINE void attack_on_map(State& s, std::size_t few) {
  for (;;) {
    const Found found = scan<small>(s);
    const Bytes acting = ~eq(found.target, all(0));
    const std::size_t active = count(acting);
    if (active > 0) fight<small>(s, acting, found);
    if (active > few) continue;
    store(acting, s.acting);
    return;
  }
}

// Rolls until at most `few` lanes have something to attack.
HWY_INLINE void attack(State& s, std::size_t few) {
  small_map(s) ? attack_on_map<true>(s, few) : attack_on_map<false>(s, few);
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
