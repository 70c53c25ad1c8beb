// Matches that are over, many at once: from what their lanes have added up to totals.
#pragma once

#include <cstddef>
#include <cstdint>

#include "metrics/bulk/plan.hpp"
#include "metrics/bulk/tally.hpp"
#include "metrics/totals_batch.hpp"

namespace evorisk::metrics::bulk {

// Some matches as Finished, field by field; moves are below 2^32.
struct FinishedColumns {
  // As many as make a batch of totals, those of a whole batch of lanes, and as far as a vector
  // reaches beyond them.
  static constexpr std::size_t size = MatchColumns::size + 256 + 64;

  std::size_t filled = 0;  // the first ones; the others' contents are undefined
  alignas(64) std::int32_t turns[size];
  alignas(64) std::int32_t winner[size];
  alignas(64) std::uint32_t moves[size];
  alignas(64) std::int32_t lead_changes[size];
  alignas(64) float largest_swing[size];
  alignas(64) float behind_sum[size];
  alignas(64) std::int32_t behind_turns[size];

  // Requires filled < size.
  void put(const Finished& match) {
    const std::size_t i = filled++;
    turns[i] = match.turns;
    winner[i] = match.winner;
    moves[i] = static_cast<std::uint32_t>(match.moves);
    lead_changes[i] = match.lead_changes;
    largest_swing[i] = match.largest_swing;
    behind_sum[i] = match.behind_sum;
    behind_turns[i] = match.behind_turns;
  }
  // Summarises the last of them, at most MatchColumns::size, and takes them out.
  void take_out(const Plan& plan, MatchColumns& columns);
};

}  // namespace evorisk::metrics::bulk
