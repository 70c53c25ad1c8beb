// Chi-square tests of observed counts, for distributions that are known exactly.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace evorisk::ga {

// Pearson's statistic against probabilities that sum to 1.
inline double chi_square(const std::vector<std::int64_t>& observed,
                         const std::vector<double>& probability) {
  std::int64_t total = 0;
  for (const std::int64_t count : observed) total += count;
  double sum = 0;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const double expected = probability[i] * static_cast<double>(total);
    const double difference = static_cast<double>(observed[i]) - expected;
    if (expected > 0) sum += difference * difference / expected;
    if (expected == 0 && observed[i] > 0) return 1e300;
  }
  return sum;
}

// The 1 - 1e-5 quantile of chi-square (Wilson and Hilferty 1931). Tests use fixed seeds: one that
// passes always passes, and a wrong distribution exceeds this by far.
inline double chi_square_limit(std::size_t degrees) {
  const double k = static_cast<double>(degrees);
  const double z = 4.2649;  // of the normal distribution
  const double root = 1 - 2 / (9 * k) + z * std::sqrt(2 / (9 * k));
  return k * root * root * root;
}

inline void expect_distribution(const std::vector<std::int64_t>& observed,
                                const std::vector<double>& probability) {
  ASSERT_EQ(observed.size(), probability.size());
  EXPECT_LT(chi_square(observed, probability), chi_square_limit(observed.size() - 1))
      << ::testing::PrintToString(observed);
}

inline void expect_uniform(const std::vector<std::int64_t>& observed) {
  expect_distribution(observed,
                      std::vector<double>(observed.size(), 1.0 / double(observed.size())));
}

}  // namespace evorisk::ga
