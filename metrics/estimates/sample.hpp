// What a sample of numbers says of its mean.
#pragma once

#include <span>

#include "metrics/estimates/totals.hpp"

namespace evorisk::metrics {

// Mean and its standard error (sample deviation / sqrt(n)); error 0 with fewer than 2 values, both
// 0 without any.
Estimate mean_of(std::span<const double> values);
// The ratio of two sums over independent parts, as the mean of all answers by the tables that gave
// them, and its standard error by linearisation; error 0 with fewer than 2 parts, or where all are
// alike. As many counts as sums; their sum is positive.
Estimate ratio_of(std::span<const double> sums, std::span<const double> counts);
// Sample standard deviation; 0 with fewer than 2 values.
double deviation(std::span<const double> values);

}  // namespace evorisk::metrics
