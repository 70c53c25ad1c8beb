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

// A territory with spare troops, no enemy neighbour and, so that they can go somewhere, a neighbour
// of the own border; in some lanes.
struct Source {
  std::uint32_t territory;
  Bits lanes;
};

// Adds the sum over own territories of own neighbours x (troops - 1), and lists the sources in
// ascending order; returns their number. `scratch` must have the border's troops.
HWY_INLINE std::size_t fortify_moves(State& s, Bytes acts, Source* sources) {
  std::size_t found = 0;
  Words16 sum = all16(0);
  const std::uint16_t* start = s.plan->arc_start.data();
  for (std::size_t t = 0; t < s.territories; ++t) {
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
    sources[found] = {static_cast<std::uint32_t>(t), bits(source)};
    found += none(source) ? 0 : 1;
  }
  s.outgrow(eq(sum, all16(0xFFFF)));
  add_moves(s, sum);
  return found;
}

// One territory after the other, in all lanes at once. For FortifyMode::single one move only, of
// all spare troops to the weakest border neighbour, the first on equality.
HWY_INLINE void fortify_by_territory(State& s, Bytes acts, const Source* sources,
                                     std::size_t found) {
  for (std::size_t i = 0; i < found; ++i) {
    const std::size_t t = sources[i].territory;
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
HWY_INLINE void fortify_alone(State& s, std::size_t lane, std::size_t t) {
  const std::uint32_t* rows = s.arc_rows + s.plan->arc_start[t];
  const std::size_t degree = s.plan->arc_start[t + 1] - s.plan->arc_start[t];
  for (int left = lone_own - s.board[t * lanes + lane]; left > 0; --left) {
    std::uint8_t* weakest = nullptr;
    for (std::size_t a = 0; a < degree; ++a) {
      std::uint8_t* candidate = s.scratch + rows[a] + lane;
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
    s.board[t * lanes + lane] = lone_own;
  }
}

// Few lanes have a source, and those seldom the same one. So each lane's first sources are gathered
// side by side and served at once, then the second ones, and so on.
HWY_INLINE void fortify_by_rank(State& s, const Source* sources, std::size_t found) {
  struct Move {
    std::uint16_t lane;
    std::uint16_t territory;
  };
  constexpr std::size_t ranks = 4;  // further ones, which are rare, one by one
  Move moves[ranks][lanes];
  std::size_t size[ranks] = {};
  std::uint16_t rank[lanes] = {};
  bool more = false;
  for (std::size_t i = 0; i < found; ++i) {
    for_each_lane(sources[i].lanes, [&](std::size_t lane) {
      const std::size_t r = rank[lane]++;
      if (r < ranks) {
        moves[r][size[r]++] = {static_cast<std::uint16_t>(lane),
                               static_cast<std::uint16_t>(sources[i].territory)};
      } else {
        more = true;
      }
    });
  }
  const auto degree = static_cast<std::size_t>(s.plan->highest_degree);
  HWY_ALIGN_MAX std::uint8_t candidates[LanePlan::most_gathered][lanes];
  HWY_ALIGN_MAX std::uint8_t spare[lanes];
  HWY_ALIGN_MAX std::uint8_t possible[lanes];
  HWY_ALIGN_MAX std::uint8_t outgrown[lanes];
  for (std::size_t r = 0; r < ranks && size[r] > 0; ++r) {
    store(all(0), spare);
    for (std::size_t k = 0; k < size[r]; ++k) {
      const auto [lane, t] = moves[r][k];
      const std::uint32_t* rows = s.padded_rows + t * degree;
      for (std::size_t d = 0; d < degree; ++d) candidates[d][k] = s.scratch[rows[d] + lane];
      spare[k] = static_cast<std::uint8_t>(lone_own - s.board[t * lanes + lane]);
    }
    const Bytes troops = load(spare);
    const Spread done = spread(
        degree, [&](std::size_t d) HWY_ATTR { return candidates[d]; }, troops, most_of(troops),
        [](std::size_t, Bytes) {});
    store(done.possible, possible);
    store(done.outgrown, outgrown);
    for (std::size_t k = 0; k < size[r]; ++k) {
      const auto [lane, t] = moves[r][k];
      const std::uint32_t* rows = s.padded_rows + t * degree;
      for (std::size_t d = 0; d < degree; ++d) s.scratch[rows[d] + lane] = candidates[d][k];
      std::uint8_t& source = s.board[t * lanes + lane];
      source = possible[k] != 0 ? lone_own : source;
      s.outgrown[lane] |= outgrown[k];
    }
  }
  if (more) {
    std::fill_n(rank, lanes, std::uint16_t{0});
    for (std::size_t i = 0; i < found; ++i) {
      for_each_lane(sources[i].lanes, [&](std::size_t lane) {
        if (rank[lane]++ >= ranks) fortify_alone(s, lane, sources[i].territory);
      });
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
  Source sources[257];
  const std::size_t found = fortify_moves(s, acts, sources);
  if (found == 0) return;
  if (mode == risk::FortifyMode::adjacent &&
      s.plan->highest_degree <= static_cast<int>(LanePlan::most_gathered)) {
    fortify_by_rank(s, sources, found);
  } else {
    fortify_by_territory(s, acts, sources, found);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
