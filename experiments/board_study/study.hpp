// What tells boards from those that people designed, and how well.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "maps/likeness/human.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::experiments {

struct BoardStudy {
  int boards = 0;
  int human = 0;     // boards of people, of like sizes
  int smallest = 0;  // sizes of these
  int largest = 0;
  int repeats = 0;
  // The chance that the classifier ranks a board higher than a board of people; 0.5 when it cannot
  // tell them apart, also below it then. Pairs count within a fold; mean over the repeats. The
  // error is DeLong's (1988), of each board's mean placement: over other boards, of these same
  // classifiers.
  metrics::Estimate auc;
  struct Coefficient {
    maps::Feature feature{};
    // Logits for a standard deviation of the feature; positive where a large value speaks for the
    // boards and against people. Of the classifier of all boards; error by 200 bootstraps over
    // boards.
    metrics::Estimate logit;
    double mean = 0;        // of the boards
    double human_mean = 0;  // both without boards that have no value; NaN when none has
  };
  std::vector<Coefficient> coefficients;  // the surest first
  struct Bound {
    std::string_view name;
    metrics::Estimate broken;  // share of the boards
    metrics::Estimate human_broken;
  };
  std::vector<Bound> bounds;
  metrics::Estimate broken;  // bounds that a board breaks, mean
  metrics::Estimate human_broken;
  metrics::Estimate distance;  // maps::human_distance, mean
};

inline constexpr int least_boards_to_study = 10;

// Ridge logistic regression on the 28 features (standardised, an undefined one at its mean; penalty
// half the sum of squared coefficients, as against the summed log-loss) in stratified
// cross-validation of five folds, repeated 20 times. Boards of people are of like size when they
// are not smaller than the smallest, nor larger than the largest of `boards`; while they are fewer
// than 20, the nearest by ratio are taken as well. Throws InputError for fewer than
// least_boards_to_study boards.
BoardStudy study_boards(const std::vector<maps::Features>& boards, std::uint64_t seed);

}  // namespace evorisk::experiments
