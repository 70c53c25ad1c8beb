// Which criteria improve together, and which only at the cost of each other.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "experiments/explain/archive.hpp"
#include "experiments/explain/sensitivity.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::experiments {

enum class TradeOffVerdict {
  conflict,  // what brings one nearer its ideal takes the other away from its own
  together,  // what brings one nearer brings the other nearer
  unclear,
};
std::string_view trade_off_verdict_name(TradeOffVerdict verdict);

// Two terms of an objective.
struct TradeOff {
  metrics::Criterion a;
  metrics::Criterion b;
  // Children: Spearman's correlation of how the two distances from their ideals change from the
  // parents' mean to the child, with its 95 % interval by the jackknife over games (families of one
  // game share its luck, so they are left out together, in up to 40 groups; once by the first
  // parent's game and once by the child's, and the larger error counts).
  int children = 0;
  int games = 0;  // Families::independent
  double correlation = 0;
  double low = -1;
  double high = 1;
  double p = 1;           // of no correlation; 1 with fewer than fewest_games
  double p_adjusted = 1;  // after Holm, over the tests by children and by steps of all pairs
  // Single steps that change both distances by more than twice their errors: how many bring both
  // nearer or farther, and how many one nearer and the other farther; the share of the latter with
  // its 95 % interval (Wilson 1927).
  int steps_together = 0;
  int steps_apart = 0;
  double apart_low = 0;
  double apart_high = 1;
  double steps_p = 1;           // of as many apart as together: two-sided sign test
  double steps_p_adjusted = 1;  // as p_adjusted
  // Conflict or together where one of the two says so by more than chance (5 % over all tests) and
  // the other does not say the opposite.
  TradeOffVerdict verdict = TradeOffVerdict::unclear;
};

// Of every pair of terms with a weight above 0. Both sources may be missing. The two values of one
// sample err together (a match that ends late is late in several criteria), which adds a little of
// that to the first correlation; the steps that count are beyond their errors.
std::vector<TradeOff> trade_offs(const metrics::Objective& objective, const Archive* archive,
                                 const Sensitivity* steps);

}  // namespace evorisk::experiments
