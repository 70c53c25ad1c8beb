// What a sample of numbers says of its mean.
#pragma once

#include <span>

#include "metrics/estimates/totals.hpp"

namespace evorisk::metrics {

// Mean and its standard error (sample deviation / sqrt(n)); error 0 with fewer than 2 values, both
// 0 without any.
Estimate mean_of(std::span<const double> values);
// Sample standard deviation; 0 with fewer than 2 values.
double deviation(std::span<const double> values);

}  // namespace evorisk::metrics
