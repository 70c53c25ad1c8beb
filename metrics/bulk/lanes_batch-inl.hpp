// A batch from its first match to its last: setting matches up, recording the ends of turns,
// finishing matches and filling their lanes again.
#if defined(EVORISK_METRICS_BULK_LANES_BATCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_BATCH_INL
#undef EVORISK_METRICS_BULK_LANES_BATCH_INL
#else
#define EVORISK_METRICS_BULK_LANES_BATCH_INL
#endif

#include "metrics/bulk/lanes_attack-inl.hpp"
#include "metrics/bulk/lanes_turn-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {

constexpr std::uint8_t lone_own = 0xFE;  // one own troop, on the board
constexpr std::uint8_t lone_other = 1;

// Sets up the next matches of the feed, as many as there are lanes, all at once.
HWY_INLINE void prepare_next(State& s) {
  const Plan& plan = *s.plan;
  s.next_at = 0;
  s.next_count = 0;
  while (s.next_count < lanes && s.feed->next(s.next_slots[s.next_count])) {
    const Slot& slot = s.next_slots[s.next_count];
    s.next_first_words[s.next_count] = seed_words(slot.seed_key, slot.match);
    set_words(s.next_words, s.next_count, s.next_first_words[s.next_count]);
    ++s.next_count;
  }
  if (s.next_count == 0) return;
  for (std::size_t t = 0; t < s.territories; ++t) {
    if (plan.owner[t] < 0) continue;
    std::memset(s.next_board + t * lanes, plan.owner[t] == 0 ? lone_own : lone_other, lanes);
  }
  for (std::size_t o = 0; o < lanes; o += vector_lanes) {
    V8 wanted = set8(plan.contested_by_0);
    auto left = static_cast<std::uint16_t>(plan.contested.size());
    for (const std::uint16_t t : plan.contested) {
      const V16 bound = hn::Set(d16, left--);
      const V8 drawn = below(s.next_words, o, set8(0xFF), {bound, bound});
      const V8 to_1 = at_most(wanted, drawn);
      wanted = hn::Sub(wanted, hn::AndNot(to_1, set8(1)));
      store(choose(to_1, set8(lone_other), set8(lone_own)), s.next_board + t * lanes + o);
    }
  }
  count_hostile(s, s.next_board, s.next_hostile);
  if (plan.initial_troops[0] + plan.initial_troops[1] == 0) return;
  std::swap(s.board, s.next_board);
  std::swap(s.hostile, s.next_hostile);
  for (const int troops : plan.initial_troops) {
    for (std::size_t o = 0; o < lanes; o += vector_lanes) {
      collect_border(s, o);
      spread(
          s, o, s.territories, [](std::size_t t) HWY_ATTR { return t * lanes; }, set8(troops));
    }
    for (std::size_t i = 0; i < s.territories * lanes; ++i) s.board[i] ^= 0xFF;
  }
  std::swap(s.board, s.next_board);
  std::swap(s.hostile, s.next_hostile);
}

// Begins the next match in a lane, or lets the lane rest when there is none.
HWY_INLINE void take_next(State& s, std::size_t lane) {
  const Plan& plan = *s.plan;
  if (s.next_at == s.next_count) prepare_next(s);
  if (s.next_at == s.next_count) {
    s.alive[lane] = 0;
    s.acting[lane] = 0;
    for (std::size_t t = 0; t < s.territories; ++t) s.board[t * lanes + lane] = 0;
    return;
  }
  const std::size_t from = s.next_at++;
  s.alive[lane] = 0xFF;
  s.seat[lane] = 0;
  s.own[lane] = static_cast<std::uint8_t>(plan.territories_of_0);
  s.other[lane] = static_cast<std::uint8_t>(plan.territories - plan.territories_of_0);
  s.outgrown[lane] = 0;
  s.exchanges[lane] = 0;
  s.hand_size[0][lane] = s.hand_size[1][lane] = 0;
  const std::size_t i = at16(lane);
  const std::size_t j = at16(from);
  for (int w = 0; w < 4; ++w) s.words[w][i] = s.next_words[w][j];
  s.turn[i] = 0;
  s.own_troops[i] = static_cast<std::uint16_t>(plan.territories_of_0 + plan.initial_troops[0]);
  s.other_troops[i] =
      static_cast<std::uint16_t>(plan.territories - plan.territories_of_0 + plan.initial_troops[1]);
  const std::size_t k = at32(lane);
  s.moves[k] = 0;
  s.leader[k] = 0;
  s.lead_changes[k] = 0;
  s.behind_turns[k] = 0;
  s.behind_sum[0][k] = s.behind_sum[1][k] = 0;
  s.margin[k] = Tally().margin;
  s.largest_swing[k] = 0;
  s.slots[lane] = s.next_slots[from];
  s.first_words[lane] = s.next_first_words[from];
  for (std::size_t t = 0; t < s.territories; ++t) {
    s.board[t * lanes + lane] = s.next_board[t * lanes + from];
    s.hostile[t * lanes + lane] = s.next_hostile[t * lanes + from];
  }
}

// Tally::end_turn in every lane where the condition holds.
HWY_INLINE void record_turn(State& s, std::size_t o, V8 ends) {
  const Plan& plan = *s.plan;
  const Pair territories = widen(load(s.own + o)) - widen(load(s.other + o));
  const Pair own = load_pair(s.own_troops + o);
  const Pair other = load_pair(s.other_troops + o);
  const Pair all = own + other;
  const Pair troops = own - other;
  const Pair ending = widen_condition(ends);
  const Pair second = widen_condition(load(s.seat + o));
  const auto territory_weight = hn::Set(di32, static_cast<std::int32_t>(plan.territory_weight));
  const auto troop_weight =
      hn::Set(di32, static_cast<std::int32_t>(plan.troop_weight * plan.territories));
  const VI32 number = hn::Set(di32, plan.territories);
  const VF unit = hn::Set(df, plan.unit);
  const VI32 zero = hn::Zero(di32);
  const auto condition = [](VI32 c) HWY_ATTR { return hn::MaskFromVec(c); };
  const auto vector = [](auto mask) HWY_ATTR { return hn::VecFromMask(di32, mask); };
  for (int q = 0; q < 4; ++q) {
    const std::size_t at = o + static_cast<std::size_t>(q) * (vector_lanes / 4);
    const VI32 ends_here = signed_quarter(ending, q);
    const VI32 seat = signed_quarter(second, q);  // -1: seat 1 moves
    const VI32 sum = signed_quarter(all, q);
    const VI32 lead =
        hn::Add(hn::Mul(hn::Mul(territory_weight, signed_quarter(territories, q)), sum),
                hn::Mul(troop_weight, signed_quarter(troops, q)));
    const VF now =
        hn::Div(hn::Mul(hn::ConvertTo(df, lead), unit), hn::ConvertTo(df, hn::Mul(sum, number)));
    const auto ends_float = hn::RebindMask(df, condition(ends_here));

    const VF margin = hn::Load(df, s.margin + at);
    const VF largest = hn::Load(df, s.largest_swing + at);
    const VF swing = hn::IfThenElseZero(ends_float, hn::Add(now, margin));
    hn::Store(hn::IfThenElse(hn::Gt(swing, largest), swing, largest), df, s.largest_swing + at);
    hn::Store(hn::IfThenElse(ends_float, now, margin), df, s.margin + at);

    // Who is behind: seat 0 (-1 in the first) or seat 1 (-1 in the second).
    const VI32 lead_of_0 = hn::Sub(hn::Xor(lead, seat), seat);
    const VI32 behind_0 = hn::And(vector(hn::Lt(lead_of_0, zero)), ends_here);
    const VI32 behind_1 = hn::And(vector(hn::Gt(lead_of_0, zero)), ends_here);
    const VF root = hn::Sqrt(hn::Abs(now));
    const auto add_root = [&](float* sum_at, VI32 behind) HWY_ATTR {
      const VF term = hn::IfThenElseZero(hn::RebindMask(df, condition(behind)), root);
      hn::Store(hn::Add(hn::Load(df, sum_at), term), df, sum_at);
    };
    add_root(s.behind_sum[0] + at, behind_0);
    add_root(s.behind_sum[1] + at, behind_1);
    const V32 behind = hn::Sub(hn::Load(d32, s.behind_turns + at), hn::BitCast(d32, behind_0));
    hn::Store(hn::Sub(behind, hn::ShiftLeft<16>(hn::BitCast(d32, behind_1))), d32,
              s.behind_turns + at);

    const VI32 leader = hn::Load(di32, s.leader + at);
    const VI32 leads = hn::Sub(behind_0, behind_1);  // +1: seat 0 leads, -1: seat 1, 0: nobody
    const VI32 changes = vector(hn::Eq(hn::Add(leader, leads), zero));
    const VI32 decided = hn::Or(behind_0, behind_1);
    const VI32 counts = hn::And(hn::And(changes, decided), vector(hn::Ne(leader, zero)));
    hn::Store(hn::Sub(hn::Load(di32, s.lead_changes + at), counts), di32, s.lead_changes + at);
    hn::Store(hn::IfVecThenElse(decided, leads, leader), di32, s.leader + at);
  }
}

// Writes the summary of the match in a lane.
HWY_INLINE void finish(State& s, std::size_t lane) {
  if (s.outgrown[lane] != 0) {
    *s.slots[lane].out = s.single->play(s.first_words[lane]);
  } else {
    const std::size_t i = at32(lane);
    Tally tally;
    tally.moves = s.moves[i];
    tally.lead_changes = s.lead_changes[i];
    tally.largest_swing = s.largest_swing[i];
    for (int seat = 0; seat < 2; ++seat) tally.behind_sum[seat] = s.behind_sum[seat][i];
    tally.behind_turns[0] = static_cast<std::int32_t>(s.behind_turns[i] & 0xFFFF);
    tally.behind_turns[1] = static_cast<std::int32_t>(s.behind_turns[i] >> 16);
    const int mover = s.seat[lane] != 0 ? 1 : 0;
    *s.slots[lane].out =
        summarise(*s.plan, tally, s.turn[at16(lane)], s.other[lane] == 0 ? mover : -1);
  }
  for (std::size_t seat = 0; seat < 2; ++seat) {
    for (std::size_t slot = 0; slot < s.hand_size[seat][lane]; ++slot) {
      s.held[s.hands[(seat * s.hand_slots + slot) * lanes + lane] * lanes + lane] = 0;
    }
  }
}

// Ends the turns of the lanes that have nothing more to attack, and begins the next ones.
HWY_INLINE void change_turns(State& s) {
  count_hostile(s, s.board, s.hostile);
  for (std::size_t o = 0; o < lanes; o += vector_lanes) {
    const V8 ends = but_not(load(s.alive + o), load(s.acting + o));
    if (none(ends)) continue;
    const V8 full = set8(0xFF);
    const V8 overflow =
        both(ends, hn::Or(eq(load(s.own_lost + o), full), eq(load(s.other_lost + o), full)));
    store(hn::Or(load(s.outgrown + o), overflow), s.outgrown + o);
    const V8 won = both(ends, eq(load(s.other + o), zero8()));
    const V8 goes_on = but_not(ends, won);
    const Pair losses = widen(both(load(s.own_lost + o), ends));
    const Pair other_losses = widen(both(load(s.other_lost + o), ends));
    store_pair(load_pair(s.own_troops + o) - losses, s.own_troops + o);
    store_pair(load_pair(s.other_troops + o) - other_losses, s.other_troops + o);
    fortify(s, o, goes_on);
    draw_card(s, o, both(goes_on, load(s.conquered + o)));
    record_turn(s, o, ends);

    const Pair turn = load_pair(s.turn + o) - widen_condition(ends);  // minus -1
    store_pair(turn, s.turn + o);
    const V16 limit = hn::Set(d16, static_cast<std::uint16_t>(s.plan->turn_limit));
    const V8 last = eq(turn, Pair{limit, limit});
    const V8 over = both(ends, hn::Or(hn::Or(won, last), load(s.outgrown + o)));
    const V8 next = but_not(ends, over);

    for (std::size_t at = o; at < s.territories * lanes; at += lanes) {
      store(hn::Xor(load(s.board + at), next), s.board + at);
    }
    const auto exchange_bytes = [&](std::uint8_t* a, std::uint8_t* b) HWY_ATTR {
      const V8 va = load(a + o);
      const V8 vb = load(b + o);
      store(choose(next, vb, va), a + o);
      store(choose(next, va, vb), b + o);
    };
    exchange_bytes(s.own, s.other);
    const Pair next16 = widen_condition(next);
    const Pair own = load_pair(s.own_troops + o);
    const Pair other = load_pair(s.other_troops + o);
    store_pair(choose(next16, other, own), s.own_troops + o);
    store_pair(choose(next16, own, other), s.other_troops + o);
    store(hn::Xor(load(s.seat + o), next), s.seat + o);

    for_each_lane(over, o, [&](std::size_t lane) {
      finish(s, lane);
      take_next(s, lane);
    });
    begin_turn(s, o, both(ends, load(s.alive + o)));
  }
}

// See lanes.hpp.
HWY_ATTR void play(const LanePlan& lane_plan, Feed& feed, LaneMemory& memory, SingleMatch& single) {
  const Plan& plan = *lane_plan.plan;
  HWY_ALIGN_MAX static thread_local State s;
  s.lane_plan = &lane_plan;
  s.plan = &plan;
  s.territories = static_cast<std::size_t>(plan.territories);
  s.feed = &feed;
  s.single = &single;
  s.hand_slots = static_cast<std::size_t>(lane_plan.most_cards);
  s.next_at = s.next_count = 0;
  s.bonus_count = 0;
  memory.arc_offsets.clear();
  for (const std::uint16_t u : plan.arcs) {
    memory.arc_offsets.push_back(static_cast<std::uint32_t>(u * lanes));
  }
  s.arc_offsets = memory.arc_offsets.data();
  const std::size_t rows = s.territories * lanes;
  std::uint8_t* block = memory.bytes(6 * rows + 2 * s.hand_slots * lanes);
  for (std::uint8_t** part :
       {&s.board, &s.hostile, &s.scratch, &s.held, &s.next_board, &s.next_hostile}) {
    *part = block;
    block += rows;
  }
  s.hands = block;
  std::memset(s.held, 0, rows);
  std::memset(s.hands, 0, 2 * s.hand_slots * lanes);

  for (std::size_t lane = 0; lane < lanes; ++lane) {
    s.acting[lane] = 0;
    take_next(s, lane);
  }
  for (std::size_t o = 0; o < lanes; o += vector_lanes) begin_turn(s, o, load(s.alive + o));
  for (;;) {
    std::size_t alive = 0;
    for (std::size_t o = 0; o < lanes; o += vector_lanes) alive += count(load(s.alive + o));
    if (alive == 0) return;
    attack(s, alive * 3 / 8);
    change_turns(s);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
