// Matches that are over: their summaries, or straight into totals.
#if defined(EVORISK_METRICS_BULK_LANES_FINISH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_FINISH_INL
#undef EVORISK_METRICS_BULK_LANES_FINISH_INL
#else
#define EVORISK_METRICS_BULK_LANES_FINISH_INL
#endif

#include "metrics/bulk/lanes/state-inl.hpp"
#include "metrics/bulk/tally.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {

// The match in a lane, which is over. In arithmetic where it depends on the match, as summarise()
// is.
HWY_INLINE Finished match_in(const State& s, std::size_t lane) {
  const std::size_t i = at32(lane);
  const int mover = s.seat[lane] & 1;
  const bool won = s.other[lane] == 0;
  const std::uint32_t behind_turns = s.behind_turns[i] >> (16 * mover) & 0xFFFF;
  return {.turns = s.turn[at16(lane)],
          .winner = mover | -static_cast<int>(!won),
          .moves = s.moves[i],
          .lead_changes = s.lead_changes[i],
          .largest_swing = s.largest_swing[i],
          .behind_sum = won ? s.behind_sum[mover][i] : 0.0F,
          .behind_turns = won ? static_cast<int>(behind_turns) : 0};
}

// Summarises the match in a lane.
HWY_INLINE void finish_lane(State& s, std::size_t lane) {
  const MatchQueue::Slot slot = s.slots[lane];
  if (s.outgrown[lane] != 0) {
    ++*s.outgrown_matches;
    s.queue->take(slot, s.single->play(seed_words(s.queue->seed_key(slot), s.queue->match(slot))));
    return;
  }
  s.queue->take(slot, summarise(*s.plan, match_in(s, lane)));
}

// Adds some of the matches that are over to the totals.
HWY_INLINE void add_finished(State& s) {
  MatchColumns columns;
  s.finished.take_out(*s.plan, columns);
  s.totals->add(columns);
}

// Puts the matches of many lanes into columns, for whole columns are summarised at once.
HWY_INLINE void collect_lanes(State& s, Bytes over) {
  HWY_ALIGN_MAX std::uint16_t ended[lanes];
  HWY_ALIGN_MAX std::uint16_t second[lanes];
  HWY_ALIGN_MAX std::uint16_t won[lanes];
  store(widen_condition(over), ended);
  store(widen_condition(load(s.seat)), second);
  store(widen_condition(eq(load(s.other), all(0))), won);
  FinishedColumns& f = s.finished;
  for (std::size_t i = 0; i < vectors; ++i) {
    for (std::size_t q = 0; q < 4; ++q) {
      const auto here = hn::MaskFromVec(signed_quarter(ended, i, q));
      const std::size_t count = hn::CountTrue(di32, here);
      if (count == 0) continue;
      const std::size_t at = i * vector_lanes + q * (vector_lanes / 4);
      const VI32 seat = signed_quarter(second, i, q);  // -1: seat 1 moves
      const VI32 wins = signed_quarter(won, i, q);
      const auto wins_f = hn::RebindMask(df, hn::MaskFromVec(wins));
      const auto seat_f = hn::RebindMask(df, hn::MaskFromVec(seat));
      // Of the mover, if it has won: its number plus one, else 0.
      const VI32 winner = hn::And(wins, hn::Sub(hn::Set(di32, 1), seat));
      const VF behind_sum =
          hn::IfThenElseZero(wins_f, hn::IfThenElse(seat_f, hn::Load(df, s.behind_sum[1] + at),
                                                    hn::Load(df, s.behind_sum[0] + at)));
      // In the high half, where the second seat's are.
      const V32 behind = hn::Load(d32, s.behind_turns + at);
      const V32 behind_turns =
          hn::IfVecThenElse(hn::BitCast(d32, seat), behind, hn::ShiftLeft<16>(behind));
      const V32 counts = hn::And(hn::BitCast(d32, wins), hn::Set(d32, 0xFFFF0000u));
      const V32 turns = hn::Or(quarter(s.turn, i, q), hn::And(behind_turns, counts));
      const VI32 changes = hn::Load(di32, s.lead_changes + at);
      const auto put = [&](auto d, auto* column, auto values) HWY_ATTR {
        hn::StoreU(hn::Compress(values, hn::RebindMask(d, here)), d, column + f.filled);
      };
      put(d32, f.turns_and_behind, turns);
      put(d32, f.winner_and_changes, hn::BitCast(d32, hn::Or(winner, hn::ShiftLeft<2>(changes))));
      put(d32, f.moves, hn::Load(d32, s.moves + at));
      put(df, f.largest_swing, hn::Load(df, s.largest_swing + at));
      put(df, f.behind_sum, behind_sum);
      f.filled += count;
    }
  }
}

HWY_INLINE void finish(State& s, Bytes over) {
  Bytes alone = over;
  if (s.totals != nullptr) {
    alone = over & load(s.outgrown);
    const Bytes together = but_not(over, alone);
    // To pack lanes takes two instructions with AVX-512, and a few dozen without.
    if (HWY_TARGET == HWY_AVX3 && count(together) >= lanes / 8) {
      collect_lanes(s, together);
    } else {
      for_each_lane(together, [&](std::size_t lane) { s.finished.put(match_in(s, lane)); });
    }
    while (s.finished.filled >= MatchColumns::size) add_finished(s);
    if (none(alone)) return;
  }
  for_each_lane(alone, [&](std::size_t lane) { finish_lane(s, lane); });
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
