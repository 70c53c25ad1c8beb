// Intervals: the stored table is made anew, and made-up shares are covered as often as is said.
#include "metrics/estimates/interval.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>
#include <vector>

#include "metrics/estimates/distance_table.hpp"
#include "tests/risk/golden.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::metrics {
namespace {

using Row = std::vector<double>;

// The chance that none of P distances d_s + g_s is above c: g normal, of variance 1 each and of sum
// 0, d the first's, the others sharing -d. Two: exactly. More: independent normal values under the
// condition that their sum is 0, whose masses on a grid are convolved.
double chance_below(int shares, double d, double c) {
  if (c <= 0) return 0;
  const auto normal = [](double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; };
  if (shares == 2) return normal(c - d) - normal(-c - d);
  const double k = std::sqrt(shares / (shares - 1.0));
  const auto density = [k](double x) {
    return std::exp(-x * x / (2 * k * k)) / (k * std::sqrt(2 * std::numbers::pi));
  };
  constexpr int steps = 32;
  const double step = 2 * c / steps;
  Row one(steps + 1);
  for (int i = 0; i <= steps; ++i) {
    one[static_cast<std::size_t>(i)] =
        density(-c + i * step + d / (shares - 1)) * step * (i % steps == 0 ? 0.5 : 1);
  }
  Row sum = one;
  for (int s = 2; s < shares; ++s) {
    Row next(sum.size() + steps);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      for (std::size_t j = 0; j < one.size(); ++j) next[i + j] += sum[i] * one[j];
    }
    sum.swap(next);
  }
  double at_zero = 0;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const double first = (shares - 1) * c - static_cast<double>(i) * step;
    if (std::abs(first) > c + step / 4) continue;
    const bool end = std::abs(std::abs(first) - c) < step / 4;
    at_zero += sum[i] * density(first - d) * (end ? 0.5 : 1);
  }
  return at_zero * k * std::sqrt(2 * std::numbers::pi * shares);
}

constexpr double finer = 0.02;  // steps of what is seen
constexpr std::size_t seen = 475;
constexpr std::size_t truths = 60;  // in steps of distance_step

// For each true distance, what may be seen: the cells of the highest likelihood by comparison with
// the best truth for each, as many as it takes.
struct Accepted {
  Row from = Row(truths), to = Row(truths);
};
Accepted accepted(const std::vector<Row>& below, double level) {
  Row best(seen);
  const auto cell = [&](std::size_t i, std::size_t j) { return below[i][j + 1] - below[i][j]; };
  for (std::size_t i = 0; i < truths; ++i) {
    for (std::size_t j = 0; j < seen; ++j) best[j] = std::max(best[j], cell(i, j));
  }
  Accepted result;
  for (std::size_t i = 0; i < truths; ++i) {
    std::vector<std::size_t> order(seen);
    std::iota(order.begin(), order.end(), 0u);
    const auto ratio = [&](std::size_t j) { return best[j] > 0 ? cell(i, j) / best[j] : 0; };
    std::ranges::stable_sort(order, std::greater<>(), ratio);
    double sum = 0;
    std::size_t first = seen;
    std::size_t last = 0;
    for (const std::size_t j : order) {
      if (sum >= level) break;
      sum += cell(i, j);
      first = std::min(first, j);
      last = std::max(last, j + 1);
    }
    result.from[i] = static_cast<double>(first) * finer;
    result.to[i] = static_cast<double>(last) * finer;
    if (i == 0) continue;
    result.from[i] = std::max(result.from[i], result.from[i - 1]);
    result.to[i] = std::max(result.to[i], result.to[i - 1]);
  }
  return result;
}

// By true distance: the median of what is seen, and from where to where it is accepted for one
// error, and for two.
std::vector<Row> table_of(int shares) {
  std::vector<Row> below(truths, Row(seen + 1));
  for (std::size_t i = 0; i < truths; ++i) {
    for (std::size_t j = 0; j <= seen; ++j) {
      below[i][j] = chance_below(shares, static_cast<double>(i) * distance_step,
                                 static_cast<double>(j) * finer);
    }
  }
  const Accepted one = accepted(below, std::erf(1 / std::numbers::sqrt2));
  const Accepted two = accepted(below, std::erf(2 / std::numbers::sqrt2));
  std::vector<Row> rows;
  for (std::size_t i = 0; i < distance_points; ++i) {
    const auto median = std::ranges::lower_bound(below[i], 0.5) - below[i].begin();
    rows.push_back(
        {static_cast<double>(median) * finer, one.from[i], one.to[i], two.from[i], two.to[i]});
  }
  return rows;
}

std::string header_of(const std::vector<std::vector<Row>>& tables) {
  std::string text =
      "// For distance_interval(), by true distance: the median of what is seen, and from where "
      "to\n// "
      "where the unified interval accepts it, of one error, of two. By number of shares from 2 "
      "on.\n"
      "// Written by "
      "tests/metrics/interval_test.cpp, which says how.\n#pragma once\n\n#include "
      "<cstddef>\n\nnamespace evorisk::metrics {\n\n";
  text += fmt::format(
      "inline constexpr double distance_step = {};\ninline constexpr std::size_t distance_points = "
      "{};\n\n// clang-format off\ninline constexpr double distance_table[5][distance_points][5] = "
      "{{\n",
      distance_step, distance_points);
  for (const std::vector<Row>& rows : tables) {
    text += "  {\n";
    for (const Row& row : rows) text += fmt::format("    {{{:.3f}}},\n", fmt::join(row, ", "));
    text += "  },\n";
  }
  return text + "};\n// clang-format on\n\n}  // namespace evorisk::metrics\n";
}

TEST(DistanceInterval, TableIsMadeByTheUnifiedOrdering) {
  std::vector<std::vector<Row>> tables;
  for (int shares = 2; shares <= (test::sanitized ? 2 : 6); ++shares) {
    tables.push_back(table_of(shares));
    if (test::updating_golden()) continue;
    for (std::size_t p = 0; p < distance_points; ++p) {
      for (std::size_t c = 0; c < 5; ++c) {
        EXPECT_NEAR(distance_table[shares - 2][p][c], tables.back()[p][c], 1.01 * finer)
            << shares << ' ' << p << ' ' << c;
      }
    }
  }
  if (test::updating_golden() && !test::sanitized) {
    test::expect_golden("metrics/estimates/distance_table.hpp", header_of(tables));
  }
}

// For every number of seats and true distance, as often as is said.
TEST(DistanceInterval, CoversAsOftenAsItSays) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  const int samples = test::cases(20000, 2000);
  for (const int shares : {2, 3, 4, 6}) {
    for (const double d : {0.0, 0.3, 0.7, 1.0, 1.5, 2.5, 4.0, 8.0}) {
      int covered[2] = {};
      int above = 0;
      for (int i = 0; i < samples; ++i) {
        Row z(static_cast<std::size_t>(shares));
        for (double& value : z) value = normal(random);
        const double mean = std::accumulate(z.begin(), z.end(), 0.0) / shares;
        double t = 0;
        for (int s = 0; s < shares; ++s) {
          const double g =
              (z[static_cast<std::size_t>(s)] - mean) * std::sqrt(shares / (shares - 1.0));
          t = std::max(t, std::abs(g + (s == 0 ? d : -d / (shares - 1))));
        }
        for (const Coverage coverage : {Coverage::one_error, Coverage::two_errors}) {
          const Interval interval = distance_interval(t, shares, coverage);
          covered[coverage == Coverage::one_error ? 0 : 1] +=
              interval.low <= d && d <= interval.high;
        }
        above += distance_interval(t, shares, Coverage::one_error).middle > d;
      }
      const double four_errors = 4 * std::sqrt(0.25 / samples);
      EXPECT_NEAR(covered[0] / double(samples), 0.683, 0.015 + four_errors) << shares << ' ' << d;
      EXPECT_NEAR(covered[1] / double(samples), 0.954, 0.008 + four_errors / 2)
          << shares << ' ' << d;
      // At 0 the middle is 0 for half of what is seen.
      EXPECT_NEAR(above / double(samples), 0.5, 0.02 + four_errors) << shares << ' ' << d;
    }
  }
}

// The chance that the interval of a share covers p, exactly.
double covers(double p, int n, Coverage coverage) {
  double sum = 0;
  for (int k = 0; k <= n; ++k) {
    const double share = static_cast<double>(k) / n;
    const double se = std::sqrt(share * (1 - share) / (n - 1));
    const Interval interval = share_interval(share, se, n, coverage);
    if (p < interval.low || p > interval.high) continue;
    sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                    k * std::log(p) + (n - k) * std::log1p(-p));
  }
  return sum;
}

// Counts are whole numbers, so no interval covers every share alike: on average over shares near
// to each other it does.
TEST(ShareInterval, CoversOnAverageAsOftenAsItSays) {
  for (const int n : {50, 100, 1000}) {
    for (const double expected : {0.5, 2.0, 5.0, 0.2 * n, 0.5 * n}) {
      double one = 0;
      double two = 0;
      constexpr int parts = 40;
      for (int i = 0; i < parts; ++i) {
        const double p = 1 - expected * (0.7 + 0.6 * i / parts) / n;
        one += covers(p, n, Coverage::one_error) / parts;
        two += covers(p, n, Coverage::two_errors) / parts;
      }
      // Where less than one such match is expected, "none" covers whatever is near.
      if (expected < 1) {
        EXPECT_GE(one, 0.683);
      } else {
        EXPECT_NEAR(one, 0.683, 0.045) << n << ' ' << expected;
      }
      EXPECT_NEAR(two, 0.954, 0.025) << n << ' ' << expected;
    }
  }
}

TEST(ShareInterval, HoldsItsMeanAndItsRange) {
  for (const double mean : {0.0, 0.001, 0.3, 0.999, 1.0}) {
    for (const double se : {0.0, 1e-9, 0.01}) {
      for (const Coverage coverage : {Coverage::one_error, Coverage::two_errors}) {
        const Interval interval = share_interval(mean, se, 100, coverage);
        EXPECT_LE(0, interval.low);
        EXPECT_LE(interval.low, mean);
        EXPECT_LE(mean, interval.high);
        EXPECT_LE(interval.high, 1);
      }
    }
  }
  const Interval all = share_interval(1, 0, 100, Coverage::one_error);
  EXPECT_NEAR(all.low, 100 / 101.0, 1e-12);
  EXPECT_EQ(all.high, 1);
}

}  // namespace
}  // namespace evorisk::metrics
