// Fortification: spare troops of territories without an enemy neighbour go to the border.
#if defined(EVORISK_METRICS_BULK_LANES_FORTIFY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_FORTIFY_INL
#undef EVORISK_METRICS_BULK_LANES_FORTIFY_INL
#else
#define EVORISK_METRICS_BULK_LANES_FORTIFY_INL
#endif

#include "metrics/bulk/lanes_turn-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {

// Where troops can leave from: own territories with spare troops, no enemy neighbour and, so that
// they can go somewhere, a neighbour of the own border.
struct Sources {
  std::uint16_t territories[256];  // those that are one in some lane, ascending
  std::size_t size;
  Bytes lanes_with;  // the lanes that have any
  // The sets of each lane, eight territories to the byte.
  HWY_ALIGN_MAX std::uint8_t sets[32][lanes];
};

// Adds the sum over own territories of own neighbours x (troops - 1), and finds the sources.
// `scratch` must have the border's troops.
HWY_INLINE void fortify_moves(State& s, Bytes acts, Sources& sources) {
  sources.size = 0;
  sources.lanes_with = all(0);
  Words16 sum = all16(0);
  const std::uint16_t* start = s.plan->arc_start.data();
  for (std::size_t first = 0; first < s.territories; first += 8) {
    const std::size_t end = std::min(s.territories, first + 8);
    Bytes set = all(0);
    for (std::size_t t = first; t < end; ++t) {
      const Bytes byte = load(s.board + t * lanes);
      const Bytes hostile = load(s.hostile + t * lanes);
      const Bytes spare = (all(lone_own) - byte) & owned(byte) & acts;
      const Bytes friends = all(start[t + 1] - start[t]) - hostile;
      sum = add_saturated(sum, widen(spare) * widen(friends));
      const Bytes inner = less(byte, all(lone_own)) & eq(hostile, all(0)) & acts;
      if (none(inner)) continue;
      Bytes weakest = all(0xFF);
      for (std::size_t arc = start[t]; arc != start[t + 1]; ++arc) {
        weakest = min(weakest, load(s.scratch + s.arc_rows[arc]));
      }
      const Bytes source = inner & at_most(weakest, all(lane_limit));
      set = set | (source & all(1 << (t - first)));
      sources.territories[sources.size] = static_cast<std::uint16_t>(t);
      sources.size += none(source) ? 0 : 1;
    }
    store(set, sources.sets[first / 8]);
    sources.lanes_with = sources.lanes_with | set;
  }
  s.outgrow(eq(sum, all16(0xFFFF)));
  add_moves(s, sum);
}

// One territory after the other, in all lanes at once. For FortifyMode::single one move only, of
// all spare troops to the weakest border neighbour, the first on equality.
HWY_INLINE void fortify_by_territory(State& s, Bytes acts, const Sources& sources) {
  for (std::size_t i = 0; i < sources.size; ++i) {
    const std::size_t t = sources.territories[i];
    const Bytes byte = load(s.board + t * lanes);
    const Bytes source = less(byte, all(lone_own)) & eq(load(s.hostile + t * lanes), all(0)) & acts;
    const Bytes troops = (all(lone_own) - byte) & source;
    const std::uint32_t* rows = s.arc_rows + s.plan->arc_start[t];
    const std::size_t degree = s.plan->arc_start[t + 1] - s.plan->arc_start[t];
    if (s.plan->rules->fortify == risk::FortifyMode::adjacent) {
      const Bytes possible = spread_on_board(
          s, degree, [&](std::size_t a) HWY_ATTR { return std::size_t{rows[a]}; }, troops,
          lane_limit);
      store(choose(possible & source, all(lone_own), byte), s.board + t * lanes);
      continue;
    }
    Bytes fewest = all(0xFF);
    for (std::size_t a = 0; a < degree; ++a) fewest = min(fewest, load(s.scratch + rows[a]));
    Bytes open = source & at_most(fewest, all(lane_limit));
    store(choose(open, all(lone_own), byte), s.board + t * lanes);
    acts = but_not(acts, open);
    const Bytes sum = fewest + troops;  // at most 254
    s.outgrow(open & less(sum, all(0)));
    for (std::size_t a = 0; a < degree; ++a) {
      const Bytes is_target = open & eq(load(s.scratch + rows[a]), fewest);
      open = but_not(open, is_target);
      store(choose(is_target, ~sum, load(s.board + rows[a])), s.board + rows[a]);
    }
  }
}

// Moves the spare troops of one territory in one lane.
HWY_INLINE void fortify_alone(State& s, const std::uint32_t* rows, std::uint8_t* column,
                              std::uint8_t* source, std::size_t lane) {
  for (int left = lone_own - *source; left > 0; --left) {
    std::uint8_t* weakest = nullptr;
    for (int d = 0; d < s.plan->highest_degree; ++d) {
      std::uint8_t* candidate = column + rows[d];
      if (*candidate <= lane_limit && (weakest == nullptr || *candidate < *weakest)) {
        weakest = candidate;
      }
    }
    if (weakest == nullptr) return;
    if (*weakest == lane_limit) {
      s.outgrown[lane] = 0xFF;
      return;
    }
    ++*weakest;
    *source = lone_own;
  }
}

// Sources side by side: their neighbours' troops and their spare troops, and what became of them.
struct Gathered {
  HWY_ALIGN_MAX std::uint8_t candidates[LanePlan::most_gathered][lanes];
  HWY_ALIGN_MAX std::uint8_t spare[lanes];
  HWY_ALIGN_MAX std::uint8_t possible[lanes];
  HWY_ALIGN_MAX std::uint8_t outgrown[lanes];
};

// Serves as many as N vectors hold.
template <std::size_t N>
HWY_INLINE void spread_gathered(std::size_t degree, Gathered& g) {
  const BytesOf<N> troops = load<N>(g.spare);
  const Spread<N> done = spread(
      degree, [&](std::size_t d) HWY_ATTR { return g.candidates[d]; }, troops, most_of(troops),
      [](std::size_t, BytesOf<N>) {});
  store(done.possible, g.possible);
  store(done.outgrown, g.outgrown);
}

// Few lanes have a source, and those seldom the same one. So each lane's first sources are gathered
// side by side and served at once, then the second ones, and so on.
HWY_INLINE void fortify_by_rank(State& s, const Sources& sources) {
  constexpr std::size_t alone = 2;  // as few are served one by one
  const std::size_t words = (s.territories + 63) / 64;
  std::uint64_t left[lanes][4];  // by place in the queue: the territories yet to be served
  std::uint16_t queue[lanes];    // lanes
  std::size_t waiting = 0;
  for_each_lane(~eq(sources.lanes_with, all(0)), [&](std::size_t lane) {
    for (std::size_t w = 0; w < words; ++w) {
      std::uint64_t word = 0;
      const std::size_t end = std::min<std::size_t>(8, (s.territories + 7) / 8 - 8 * w);
      for (std::size_t i = 0; i < end; ++i) {
        word |= std::uint64_t{sources.sets[8 * w + i][lane]} << (8 * i);
      }
      left[waiting][w] = word;
    }
    queue[waiting++] = static_cast<std::uint16_t>(lane);
  });
  const auto degree = static_cast<std::size_t>(s.plan->highest_degree);
  Gathered gathered;
  struct Move {
    std::uint8_t* column;  // of `scratch`
    const std::uint32_t* rows;
    std::uint8_t* source;
    std::uint16_t lane;
  };
  Move moves[lanes];
  while (waiting > 0) {
    const std::size_t size = waiting;
    waiting = 0;
    store(all(0), gathered.spare);
    for (std::size_t k = 0; k < size; ++k) {
      std::size_t w = 0;
      while (left[k][w] == 0) ++w;
      const std::size_t t = 64 * w + static_cast<std::size_t>(std::countr_zero(left[k][w]));
      left[k][w] &= left[k][w] - 1;
      const std::uint16_t lane = queue[k];
      moves[k] = {s.scratch + lane, s.padded_rows + t * degree, s.board + t * lanes + lane, lane};
      // Back into the queue, unless nothing is left.
      std::uint64_t any = 0;
      for (std::size_t i = 0; i < words; ++i) {
        left[waiting][i] = left[k][i];
        any |= left[k][i];
      }
      queue[waiting] = lane;
      waiting += any != 0 ? 1 : 0;
    }
    if (size <= alone) {
      for (std::size_t k = 0; k < size; ++k) {
        const auto [column, rows, source, lane] = moves[k];
        fortify_alone(s, rows, column, source, lane);
      }
      continue;
    }
    for (std::size_t k = 0; k < size; ++k) {
      const auto [column, rows, source, lane] = moves[k];
      for (std::size_t d = 0; d < degree; ++d) gathered.candidates[d][k] = column[rows[d]];
      gathered.spare[k] = static_cast<std::uint8_t>(lone_own - *source);
    }
    if (vectors == 1 || size <= vector_lanes) {  // nearly always
      spread_gathered<1>(degree, gathered);
    } else {
      spread_gathered<vectors>(degree, gathered);
    }
    for (std::size_t k = 0; k < size; ++k) {
      const auto [column, rows, source, lane] = moves[k];
      for (std::size_t d = 0; d < degree; ++d) column[rows[d]] = gathered.candidates[d][k];
      *source = gathered.possible[k] != 0 ? lone_own : *source;
      s.outgrown[lane] |= gathered.outgrown[k];
    }
  }
  // What the candidates have now: the border's troops.
  for (std::size_t at = 0; at < s.territories * lanes; at += lanes) {
    const Bytes troops = load(s.scratch + at);
    store(choose_by_top_bit(troops, load(s.board + at), ~troops), s.board + at);
  }
}

// In the lanes where the condition holds; `hostile` must be right for them.
HWY_INLINE void fortify(State& s, Bytes acts) {
  const risk::FortifyMode mode = s.plan->rules->fortify;
  if (mode == risk::FortifyMode::none) return;
  collect_border(s);
  Sources sources;
  fortify_moves(s, acts, sources);
  if (sources.size == 0) return;
  if (mode == risk::FortifyMode::adjacent &&
      s.plan->highest_degree <= static_cast<int>(LanePlan::most_gathered)) {
    fortify_by_rank(s, sources);
  } else {
    fortify_by_territory(s, acts, sources);
  }
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
