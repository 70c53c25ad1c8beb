// Distributions of test statistics, and what is done with p-values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace evorisk {

// The two-sided p-value of a z by the normal distribution.
double normal_p(double z);
// The z that a normal variable exceeds with probability p, 0 < p < 1.
double normal_quantile(double p);

// How far 95 % of a normal variable lie from its mean, in standard errors.
inline constexpr double z95 = 1.959963984540054;

// An error as it is printed with so many decimals: rounded up, so that it still covers.
double rounded_up(double error, int decimals);

// A share of n, with its Wilson score interval (1927), which is sensible also near 0 and 1: of
// 95 %, or as wide as z errors of a normal variable. Requires n >= 1.
struct Share {
  double share = 0;
  double low = 0;
  double high = 1;

  // As far as the interval reaches to its longer side: the share ± that covers.
  double reach() const { return std::max(share - low, high - share); }
};
Share wilson_interval(std::int64_t count, std::int64_t n);
// The same for a share that is not a whole count of n, for example of split points. Requires n > 0.
Share wilson_interval_of(double share, double n, double z = z95);

// The chance that a chi-square variable of `degrees` (1 ...) degrees of freedom exceeds x.
double chi_square_p(double x, int degrees);

// Two-sided p of Student's t. Requires degrees > 0; an infinite t gives 0.
double student_p(double t, double degrees);
// The t for which that is `p`, 0 < p < 1: half the width of an interval, in standard errors.
double student_bound(double p, double degrees);

// The chance that an F variable exceeds f >= 0. Requires both degrees > 0.
double f_p(double f, double first_degrees, double second_degrees);

// Of a fair coin's `n` (1 ...) throws: the chance of a split as uneven as `k` to n - k, or more so.
double sign_test_p(int k, int n);

// The p-values adjusted after Holm (1979): the probability of one false alarm among all is at most
// the level they are compared with.
std::vector<double> holm(std::span<const double> p);

// The rank of each value, from 0; equal values have the mean of their ranks.
std::vector<double> mean_ranks(std::span<const double> values);

// Pearson's correlation of two lists of the same length; not a number where one is constant: where
// its squared deviations sum to less than 1e-9, as those of small integers do by rounding alone.
double correlation(std::span<const double> x, std::span<const double> y);

// Spearman's rank correlation of two lists of the same length; 0 where one is constant.
double spearman(std::span<const double> a, std::span<const double> b);

}  // namespace evorisk
