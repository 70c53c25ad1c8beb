// What one match contributes to the criteria: a small fixed-size value, written by whatever engine
// played the match.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "base/json.hpp"
#include "risk/match.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::metrics {

// In the order in which they are reported.
enum class Criterion : std::uint8_t {
  // The seven of the thesis (4.3.5).
  completeness,
  duration,
  advantage,
  branching_factor,
  drama,
  killer_moves,
  lead_change,
  // Extended ones (metrics/criteria/extended.hpp), measured only where they are asked for.
  unbiased_advantage,
  seat_balance,
  decisiveness,
  uncertainty,
  comeback,
  snowball,
  stability,
  drawishness,
  duration_spread,
  decision_share,
  dead_time,
  map_use,
  luck_share,
  depth,
};
inline constexpr int criterion_count = 7;  // of the thesis
inline constexpr int all_criterion_count = 21;
// Criteria that programs add (metrics/criteria/added.hpp) are numbered on from there.
inline constexpr int most_added_criteria = 8;
inline constexpr int criterion_room = all_criterion_count + most_added_criteria;
inline constexpr int max_seats = risk::max_players;

// A set of extended criteria: those that are measured besides the thesis' seven. A value.
class CriteriaSet {
 public:
  constexpr CriteriaSet() = default;
  // Adding one of the seven changes nothing: they are always measured.
  constexpr void add(Criterion c) {
    if (static_cast<int>(c) >= criterion_count) bits_ |= 1u << static_cast<int>(c);
  }
  constexpr void add(const CriteriaSet& other) { bits_ |= other.bits_; }
  constexpr bool has(Criterion c) const { return (bits_ >> static_cast<int>(c) & 1u) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool has_added() const { return bits_ >> all_criterion_count != 0; }
  friend constexpr bool operator==(const CriteriaSet&, const CriteriaSet&) = default;

 private:
  std::uint32_t bits_ = 0;
};

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

// Parameters of the criteria themselves: how a match is measured. Part of an objective, because D
// says which length is aimed at; sums measured under different parameters must not be mixed.
struct CriteriaParameters {
  double territory_weight = 0.8;  // of H (eq. 4.1): 0 ... 1, at most 6 decimals, not both 0
  double troop_weight = 0.2;
  double ideal_turns = 24;  // D of duration (eq. 4.3): 1 ... 100000 player turns
  // The end of a band of lengths that begins at D, all of them ideal. None: D alone is.
  std::optional<double> ideal_turns_end = {};

  friend bool operator==(const CriteriaParameters&, const CriteriaParameters&) = default;
};

// The weights of H as the smallest integers in the same proportion (0.8 and 0.2: 4 and 1) and the
// unit they are multiples of, so that positions can be compared exactly. Throws InputError for
// weights out of range or with more than 6 decimals.
struct EvaluationWeights {
  std::int64_t territories = 4;
  std::int64_t troops = 1;
  double unit =
      0.2;  // H_p = unit * (territories * share of territories + troops * share of troops)
};
EvaluationWeights evaluation_weights(const CriteriaParameters& parameters);

}  // namespace evorisk::metrics
