// Do two samples of matches come from one distribution? Tests of means, variances and shapes, to be
// corrected for how many there are.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "metrics/criteria/summary.hpp"

namespace evorisk::metrics {

struct DistributionTest {
  std::string what;    // "drama, variance"
  double p;            // probability of a difference at least this large by chance
  std::string detail;  // the two values
};

// Of every criterion that is a mean over matches: mean and variance; of the length: mean, variance
// and the distribution (chi-square); of the winners (chi-square). Both samples should be large:
// what fewer than `few` matches tell apart is compared by counts.
inline constexpr int few = 400;
std::vector<DistributionTest> compare_matches(std::span<const MatchSummary> a,
                                              std::span<const MatchSummary> b);

// Upper tail of chi-square.
double chi_square_tail(double chi_square, int degrees_of_freedom);

// Chi-square of counts against exact probabilities; cells expected to hold fewer than 10 are
// pooled.
double chi_square_p(std::span<const double> counts, std::span<const double> probabilities);

// The comparisons that Holm's procedure rejects at level alpha, least p first.
std::vector<DistributionTest> holm_rejections(std::vector<DistributionTest> all, double alpha);

}  // namespace evorisk::metrics
