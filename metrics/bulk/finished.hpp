// Matches that are over, many at once: from what their lanes have added up to totals.
#pragma once

#include <cstddef>
#include <cstdint>

#include "metrics/bulk/plan.hpp"
#include "metrics/bulk/tally.hpp"
#include "metrics/estimates/totals_batch.hpp"

namespace evorisk::metrics::bulk {

// Some matches as Finished, field by field, some fields in one; turns are below 2^16, moves below
// 2^32.
struct FinishedColumns {
  // As many as make a batch of totals, those of a whole batch of lanes, and as far as a vector
  // reaches beyond them.
  static constexpr std::size_t size = MatchColumns::size + 256 + 64;

  std::size_t filled = 0;  // the first ones; the others' contents are undefined
  alignas(64) std::uint32_t turns_and_behind[size];    // the turns behind from bit 16 on
  alignas(64) std::uint32_t winner_and_changes[size];  // plus one; of the lead, from bit 2 on
  alignas(64) std::uint32_t moves[size];
  alignas(64) float largest_swing[size];
  alignas(64) float behind_sum[size];

  // Requires filled < size.
  void put(const Finished& match) {
    const std::size_t i = filled++;
    const auto number = [](int x) { return static_cast<std::uint32_t>(x); };
    turns_and_behind[i] = number(match.turns) | number(match.behind_turns) << 16;
    winner_and_changes[i] = number(match.winner + 1) | number(match.lead_changes) << 2;
    moves[i] = static_cast<std::uint32_t>(match.moves);
    largest_swing[i] = match.largest_swing;
    behind_sum[i] = match.behind_sum;
  }
  // Summarises the last of them, at most MatchColumns::size, and takes them out.
  void take_out(const Plan& plan, MatchColumns& columns);
};

}  // namespace evorisk::metrics::bulk
