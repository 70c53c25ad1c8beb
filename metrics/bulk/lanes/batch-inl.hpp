// A batch from its first match to its last: turns end and are recorded, matches finish, others
// begin in their lanes.
#if defined(EVORISK_METRICS_BULK_LANES_BATCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_BATCH_INL
#undef EVORISK_METRICS_BULK_LANES_BATCH_INL
#else
#define EVORISK_METRICS_BULK_LANES_BATCH_INL
#endif

#include <new>

#include "metrics/bulk/lanes/attack-inl.hpp"
#include "metrics/bulk/lanes/finish-inl.hpp"
#include "metrics/bulk/lanes/fortify-inl.hpp"
#include "metrics/bulk/lanes/waiting-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {

// What the end of a turn is recorded from, lane by lane.
struct TurnEnd {
  Words16 ends;         // condition
  Words16 seat;         // condition: the mover is seat 1
  Words16 later;        // 0: this is the match's first turn
  Words16 territories;  // the mover's less the other's
  Words16 more_troops;  // likewise
  Words16 all_troops;
  Words16 moves;  // 0 where the turn does not end
};

// Tally::end_turn in a quarter of a vector's lanes.
template <std::size_t i, std::size_t q>
HWY_INLINE void record_quarter(State& s, const TurnEnd& end) {
  constexpr std::size_t at = i * vector_lanes + q * (vector_lanes / 4);
  const Plan& plan = *s.plan;
  const VI32 zero = hn::Zero(di32);
  const VI32 territory_weight = hn::Set(di32, static_cast<std::int32_t>(plan.territory_weight));
  const VI32 troop_weight =
      hn::Set(di32, static_cast<std::int32_t>(plan.troop_weight * plan.territories));
  const auto vector = [](auto mask) HWY_ATTR { return hn::VecFromMask(di32, mask); };
  const auto mask = [](VI32 c) HWY_ATTR { return hn::RebindMask(df, hn::MaskFromVec(c)); };

  const VI32 ends = signed_quarter<i, q>(end.ends);
  const VI32 seat = signed_quarter<i, q>(end.seat);  // -1: seat 1 moves
  const VI32 sum = signed_quarter<i, q>(end.all_troops);
  const VI32 lead =
      hn::Add(hn::Mul(hn::Mul(territory_weight, signed_quarter<i, q>(end.territories)), sum),
              hn::Mul(troop_weight, signed_quarter<i, q>(end.more_troops)));
  const VF now = hn::Div(hn::Mul(hn::ConvertTo(df, lead), hn::Set(df, plan.unit)),
                         hn::ConvertTo(df, hn::Mul(sum, hn::Set(di32, plan.territories))));

  // What there was before a match's first turn is nothing.
  const auto later = hn::Ne(hn::BitCast(di32, quarter<i, q>(end.later)), zero);
  const auto later_f = hn::RebindMask(df, later);
  const auto later_u = hn::RebindMask(d32, later);
  const VF margin =
      hn::IfThenElse(later_f, hn::Load(df, s.margin + at), hn::Set(df, Tally().margin));
  const VF largest = hn::IfThenElseZero(later_f, hn::Load(df, s.largest_swing + at));
  const VF swing = hn::IfThenElseZero(mask(ends), hn::Add(now, margin));
  hn::Store(hn::Min(hn::Max(swing, largest), hn::Set(df, 1.0F)), df, s.largest_swing + at);
  hn::Store(hn::IfThenElse(mask(ends), now, margin), df, s.margin + at);
  const V32 moves = hn::IfThenElseZero(later_u, hn::Load(d32, s.moves + at));
  hn::Store(hn::Add(moves, quarter<i, q>(end.moves)), d32, s.moves + at);

  // Whether seat 0, or seat 1, is behind (-1 where it is).
  const VI32 lead_of_0 = hn::Sub(hn::Xor(lead, seat), seat);
  const VI32 behind_0 = hn::And(vector(hn::Lt(lead_of_0, zero)), ends);
  const VI32 behind_1 = hn::And(vector(hn::Gt(lead_of_0, zero)), ends);
  const VF root = hn::Sqrt(hn::Abs(now));
  const auto add_root = [&](float* to, VI32 behind) HWY_ATTR {
    const VF before = hn::IfThenElseZero(later_f, hn::Load(df, to));
    hn::Store(hn::Add(before, hn::IfThenElseZero(mask(behind), root)), df, to);
  };
  add_root(s.behind_sum[0] + at, behind_0);
  add_root(s.behind_sum[1] + at, behind_1);
  const V32 behind = hn::IfThenElseZero(later_u, hn::Load(d32, s.behind_turns + at));
  const V32 turns = hn::Sub(behind, hn::BitCast(d32, behind_0));
  hn::Store(hn::Sub(turns, hn::ShiftLeft<16>(hn::BitCast(d32, behind_1))), d32,
            s.behind_turns + at);

  const VI32 leader = hn::IfThenElseZero(later, hn::Load(di32, s.leader + at));
  const VI32 leads = hn::Sub(behind_0, behind_1);  // +1: seat 0, -1: seat 1, 0: none
  // The leader changes from one to the other: +1 and -1, whose sum is 0 and product is not.
  const VI32 changes =
      hn::AndNot(vector(hn::Eq(leads, zero)), vector(hn::Eq(hn::Add(leader, leads), zero)));
  const VI32 changed = hn::IfThenElseZero(later, hn::Load(di32, s.lead_changes + at));
  hn::Store(hn::Sub(changed, changes), di32, s.lead_changes + at);
  hn::Store(hn::IfVecThenElse(hn::Or(behind_0, behind_1), leads, leader), di32, s.leader + at);
}

template <std::size_t i>
HWY_INLINE void record_vector(State& s, const TurnEnd& end) {
  if constexpr (i < vectors) {
    record_quarter<i, 0>(s, end);
    record_quarter<i, 1>(s, end);
    record_quarter<i, 2>(s, end);
    record_quarter<i, 3>(s, end);
  }
}

// Adds troops placed x territories for them, which 16 bits may not hold.
HWY_INLINE void record_placing(State& s, Words16 ends) {
  HWY_ALIGN_MAX std::uint16_t placed[lanes];
  store(load(s.placed) & ends, placed);
  for (std::size_t i = 0; i < vectors; ++i) {
    for (std::size_t q = 0; q < 4; ++q) {
      std::uint32_t* sum = s.moves + i * vector_lanes + q * (vector_lanes / 4);
      const V32 product = hn::Mul(quarter(placed, i, q), quarter(s.places, i, q));
      hn::Store(hn::Add(hn::Load(d32, sum), product), d32, sum);
    }
  }
}

// Tally::end_turn in every lane where the condition holds.
HWY_INLINE void record_turn(State& s, Bytes ends) {
  // Own territories less the other's; all of 256 are not a byte.
  const Words16 others = widen(load(s.other));
  const Words16 own = load(s.own_troops);
  const Words16 other = load(s.other_troops);
  const Words16 moves = load(s.turn_moves);
  const Words16 ends16 = widen_condition(ends);
  s.outgrow(ends & eq(moves, all16(0xFFFF)));
  const TurnEnd end = {.ends = ends16,
                       .seat = widen_condition(load(s.seat)),
                       .later = load(s.turn),
                       .territories = all16(s.plan->territories) - others - others,
                       .more_troops = own - other,
                       .all_troops = own + other,
                       .moves = moves & ends16};
  record_vector<0>(s, end);
  record_vector<1>(s, end);
  if (!small_map(s)) record_placing(s, ends16);
}

// Ends the turns of the lanes that have nothing more to attack, and begins the next ones.
HWY_INLINE void change_turns(State& s) {
  const Bytes ends = but_not(load(s.alive), load(s.acting));
  if (none(ends)) return;
  count_hostile(s, s.board, s.hostile);
  const Bytes own_lost = load(s.own_lost) & ends;
  const Bytes other_lost = load(s.other_lost) & ends;
  s.outgrow(eq(max(own_lost, other_lost), all(0xFF)));
  store(load(s.own_troops) - widen(own_lost), s.own_troops);
  store(load(s.other_troops) - widen(other_lost), s.other_troops);
  const Bytes won = ends & eq(load(s.other), all(0));
  const Bytes goes_on = but_not(ends, won);
  fortify(s, goes_on);
  draw_card(s, goes_on & load(s.conquered));
  record_turn(s, ends);

  const Words16 turn = load(s.turn) - widen_condition(ends);  // minus -1
  store(turn, s.turn);
  const Bytes last = eq(turn, all16(s.plan->turn_limit));
  const Bytes over = ends & (won | last | load(s.outgrown));

  // The other seat is the mover now.
  const Bytes next = but_not(ends, over);
  for (std::size_t at = 0; at < s.territories * lanes; at += lanes) {
    store(load(s.board + at) ^ next, s.board + at);
  }
  const Bytes own = load(s.own);
  const Bytes other = load(s.other);
  store(choose(next, other, own), s.own);
  store(choose(next, own, other), s.other);
  const Words16 next16 = widen_condition(next);
  const Words16 own_troops = load(s.own_troops);
  const Words16 other_troops = load(s.other_troops);
  store(choose(next16, other_troops, own_troops), s.own_troops);
  store(choose(next16, own_troops, other_troops), s.other_troops);
  store(load(s.seat) ^ next, s.seat);

  if (!none(over)) {
    finish(s, over);
    begin_matches(s, over);
  }
  begin_turn(s, ends & load(s.alive));
}

// See lanes.hpp.
HWY_ATTR void play(const LanePlan& lane_plan, MatchQueue& queue, LaneMemory& memory,
                   SingleMatch& single) {
  const Plan& plan = *lane_plan.plan;
  const auto territories = static_cast<std::size_t>(plan.territories);
  const auto hand_slots = static_cast<std::size_t>(lane_plan.most_cards);
  const std::size_t rows = territories * lanes;
  std::uint8_t* block = memory.bytes(sizeof(State) + lanes + 5 * rows + 2 * hand_slots * lanes);
  State& s = *new (block) State;
  block += (sizeof(State) + lanes - 1) / lanes * lanes;
  s.lane_plan = &lane_plan;
  s.plan = &plan;
  s.territories = territories;
  s.queue = &queue;
  s.single = &single;
  s.outgrown_matches = &memory.outgrown;
  s.hand_slots = hand_slots;
  store(all(0), s.waiting.ready);
  s.bonus_count = 0;
  for (std::uint8_t** part :
       {&s.board, &s.hostile, &s.scratch, &s.waiting.board, &s.waiting.hostile}) {
    *part = block;
    block += rows;
  }
  s.hands = block;
  memory.arc_rows.clear();
  for (const std::uint16_t u : plan.arcs) {
    memory.arc_rows.push_back(static_cast<std::uint32_t>(u * lanes));
  }
  s.arc_rows = memory.arc_rows.data();
  memory.scan_rows.clear();
  for (const std::uint16_t t : lane_plan.scan_order) {
    memory.scan_rows.push_back(static_cast<std::uint32_t>(t * lanes));
    memory.scan_rows.insert(memory.scan_rows.end(), s.arc_rows + plan.arc_start[t],
                            s.arc_rows + plan.arc_start[t + 1]);
  }
  s.scan_rows = memory.scan_rows.data();
  memory.padded_rows.clear();
  for (int t = 0; t < plan.territories; ++t) {
    for (int d = 0; d < plan.highest_degree; ++d) {
      const int arc = plan.arc_start[t] + d;
      memory.padded_rows.push_back(arc < plan.arc_start[t + 1]
                                       ? memory.arc_rows[arc]
                                       : static_cast<std::uint32_t>(t * static_cast<int>(lanes)));
    }
  }
  s.padded_rows = memory.padded_rows.data();
  for (std::uint8_t* part : {s.board, s.hostile, s.scratch}) std::memset(part, 0, rows);
  std::memset(s.hands, 0, 2 * hand_slots * lanes);

  s.totals = queue.only_totals();
  s.finished.filled = 0;
  store(all(0), s.acting);
  begin_matches(s, all(0xFF));
  begin_turn(s, load(s.alive));
  for (std::size_t alive; (alive = count(load(s.alive))) > 0;) {
    ++memory.steps;
    attack(s, alive / 6);
    change_turns(s);
  }
  while (s.finished.filled > 0) add_finished(s);
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
