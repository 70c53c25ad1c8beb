// What one match contributes to the criteria: a small fixed-size value, written by whatever engine
// played the match.
#pragma once

#include <cstdint>

#include "risk/match.hpp"

namespace evorisk::metrics {

// The seven criteria of the thesis (4.3.5), in the order in which they are reported.
enum class Criterion : std::uint8_t {
  completeness,
  duration,
  advantage,
  branching_factor,
  drama,
  killer_moves,
  lead_change,
};
inline constexpr int criterion_count = 7;

// Per-match values of the criteria that are means over matches; completeness and advantage follow
// from `winner`. Ranges: duration >= 0, the others 0 ... 1.
struct MatchSummary {
  double duration = 0;          // |D - T| / D
  double branching_factor = 0;  // min(1, log10(mean M + 1) / 2)
  double drama = 0;
  double killer_moves = 0;
  double lead_change = 0;
  std::int32_t turns = 0;
  std::int8_t winner = -1;  // seat, or -1
  risk::EndReason end = risk::EndReason::turn_limit;

  friend bool operator==(const MatchSummary&, const MatchSummary&) = default;
};

// Parameters of the criteria themselves (not of an objective), with the spec's defaults.
struct CriteriaParameters {
  double territory_weight = 0.8;  // of H (eq. 4.1)
  double troop_weight = 0.2;
  double ideal_turns = 24;  // D of duration

  friend bool operator==(const CriteriaParameters&, const CriteriaParameters&) = default;
};

}  // namespace evorisk::metrics
