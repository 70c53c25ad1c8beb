// The tests by which a reproduced figure is judged. Plain functions of numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "metrics/estimates/totals.hpp"

namespace evorisk::experiments::reproduce {

// With fewer values than this the tests below say nothing.
inline constexpr std::size_t fewest_values = 5;

// k of n as a share, with the standard error of (k + 1) / (n + 2), which is never 0. Requires n >
// 0.
metrics::Estimate share_of(std::int64_t k, std::int64_t n);

// Two-sided p of "`value`, the mean of `further` further draws, comes from where `sample` comes
// from" (a t test; both sides have the sample's deviation). `tolerance` is taken off the distance
// first: half of the last printed digit. `least_deviation` is the smallest deviation that is
// believed, for samples that happen not to vary. NaN with fewer than fewest_values values.
double further_mean_p(double value, int further, std::span<const double> sample,
                      double tolerance = 0, double least_deviation = 0);

// How far from the mean of `sample` the mean of `further` further draws lies in 95 of 100 cases, by
// that t test. 0 with fewer than fewest_values values.
double further_mean_reach(int further, std::span<const double> sample, double least_deviation = 0);

// p of "`value` is the least of `draws` further draws or higher": the chance that the least of so
// many normal draws with the mean and deviation of `sample` lies at or below it. NaN with fewer
// than fewest_values values.
double least_of_p(double value, int draws, std::span<const double> sample);

// Fisher's exact test of "k1 of n1 and k2 of n2 have the same probability", two-sided: the tables
// with the same margins that are no more likely than this one. Requires 0 <= k <= n, n > 0.
double fisher_p(std::int64_t k1, std::int64_t n1, std::int64_t k2, std::int64_t n2);

// The same of ours, k1 of n1, against the thesis'; NaN with fewer than fewest_values of ours.
double share_p(std::int64_t k1, std::int64_t n1, std::int64_t k2, std::int64_t n2);

// Values by what they were measured at.
using Groups = std::map<double, std::vector<double>>;

// p of "the means of all groups are the same": the F test of a one-way analysis of variance. NaN
// with a single group, and where no group has a second value.
double equal_means_p(const Groups& groups);

// The least-squares line through (x, y); error 0 with fewer than 3 points, both 0 when x does not
// vary.
metrics::Estimate slope_of(std::span<const double> x, std::span<const double> y);

}  // namespace evorisk::experiments::reproduce
