// Intervals: the stored table is made anew, and made-up shares are covered as often as is said.
#include "metrics/estimates/interval.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/math/distributions/non_central_chi_squared.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>
#include <vector>

#include "base/index.hpp"
#include "metrics/estimates/distance_table.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/golden.hpp"

namespace evorisk::metrics {
namespace {

using Row = std::vector<double>;
using evorisk::at;

// The chance that none of P distances d_s + g_s is above c: g normal, of variance 1 each and of sum
// 0, d the first's, the others sharing -d. Two: exactly. More: independent normal values under the
// condition that their sum is 0, whose masses on a grid are convolved. All together: non-central
// chi-square. The lowest: those above an equal share do not count, d is how far the first is below.
double chance_below(Distance kind, int shares, double d, double c) {
  if (c <= 0) return 0;
  if (kind == Distance::all) {
    return boost::math::cdf(boost::math::non_central_chi_squared(shares - 1.0, d * d), c * c);
  }
  const auto normal = [](double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; };
  if (shares == 2) return normal(c - d) - normal(-c - d);
  const double k = std::sqrt(shares / (shares - 1.0));
  const auto density = [k](double x) {
    return std::exp(-x * x / (2 * k * k)) / (k * std::sqrt(2 * std::numbers::pi));
  };
  // From -c on, to c or as far as there is anything.
  const double step = c / 16;
  const int steps =
      kind == Distance::largest ? 32 : static_cast<int>(std::min(shares * c, c + 9) / step);
  Row one(at(steps) + 1);
  for (int i = 0; i <= steps; ++i) {
    one[at(i)] = density(-c + i * step - d / (shares - 1)) * step * (i % steps == 0 ? 0.5 : 1);
  }
  Row sum = one;
  for (int s = 2; s < shares; ++s) {
    Row next(sum.size() + at(steps));
    for (std::size_t i = 0; i < sum.size(); ++i) {
      for (std::size_t j = 0; j < one.size(); ++j) next[i + j] += sum[i] * one[j];
    }
    sum.swap(next);
  }
  double at_zero = 0;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const double first = (shares - 1) * c - static_cast<double>(i) * step;
    if (first < -c - step / 4 || first > -c + (steps + 0.25) * step) continue;
    const bool end = first < -c + step / 4 || first > -c + (steps - 0.25) * step;
    at_zero += sum[i] * density(first + d) * (end ? 0.5 : 1);
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
std::vector<Row> table_of(Distance kind, int shares) {
  std::vector<Row> below(truths, Row(seen + 1));
  for (std::size_t i = 0; i < truths; ++i) {
    for (std::size_t j = 0; j <= seen; ++j) {
      below[i][j] = chance_below(kind, shares, static_cast<double>(i) * distance_step,
                                 static_cast<double>(j) * finer);
    }
  }
  const Accepted one = accepted(below, std::erf(1 / std::numbers::sqrt2));
  const Accepted two = accepted(below, std::erf(2 / std::numbers::sqrt2));
  std::vector<Row> columns(5);
  for (std::size_t i = 0; i < distance_points; ++i) {
    const auto median = std::ranges::lower_bound(below[i], 0.5) - below[i].begin();
    const double row[] = {static_cast<double>(median) * finer, one.from[i], one.to[i], two.from[i],
                          two.to[i]};
    for (std::size_t c = 0; c < 5; ++c) columns[c].push_back(std::round(100 * row[c]));
  }
  return columns;
}

using Tables = std::vector<std::vector<std::vector<Row>>>;  // kind, shares, columns

std::string header_of(const Tables& tables) {
  std::string text = fmt::format(
      "// For distance_interval(), by kind of distance, number of shares from 2 on, column, and "
      "true "
      "distance\n// in steps: hundredths of the median of what is seen, and of from where to where "
      "the "
      "unified interval\n// accepts it, of one error, of two. Two shares: of all kinds the first.\n"
      "// Written by tests/metrics/interval_test.cpp, which says how.\n#pragma once\n\n#include "
      "<cstddef>\n#include <cstdint>\n\nnamespace evorisk::metrics {{\n\n"
      "inline constexpr double distance_step = {};\ninline constexpr std::size_t distance_points = "
      "{};\n\n// clang-format off\n"
      "inline constexpr std::uint16_t distance_table[3][5][5][distance_points] = {{\n",
      distance_step, distance_points);
  for (const auto& kind : tables) {
    text += "  {\n";
    for (const std::vector<Row>& columns : kind) {
      text += "    {\n";
      for (const Row& column : columns)
        text += fmt::format("      {{{}}},\n", fmt::join(column, ","));
      text += "    },\n";
    }
    text += "  },\n";
  }
  return text + "};\n// clang-format on\n\n}  // namespace evorisk::metrics\n";
}

constexpr Distance kinds[] = {Distance::largest, Distance::all, Distance::lowest};

TEST(DistanceInterval, TableIsMadeByTheUnifiedOrdering) {
  Tables tables(3, {{{}}});
  for (const Distance kind : kinds) {
    const int fewest = kind == Distance::largest ? 2 : 3;
    // Of more shares, how often they cover is tried below.
    const int most = test::updating_golden() ? 6 : test::sanitized ? 2 : fewest;
    for (int shares = fewest; shares <= most; ++shares) {
      const std::vector<Row> made = table_of(kind, shares);
      auto& of_kind = tables[static_cast<std::size_t>(kind)];
      of_kind.resize(at(shares - 1));
      of_kind.back() = made;
      if (test::updating_golden()) continue;
      for (std::size_t c = 0; c < 5; ++c) {
        for (std::size_t p = 0; p < distance_points; ++p) {
          EXPECT_NEAR(distance_table[static_cast<int>(kind)][shares - 2][c][p], made[c][p],
                      101 * finer)
              << shares << ' ' << c << ' ' << p;
        }
      }
    }
  }
  if (test::updating_golden() && !test::sanitized) {
    test::expect_golden("metrics/estimates/distance_table.hpp", header_of(tables));
  }
}

// What is seen of shares that are normal around the truth, in errors of one.
double seen_distance(Distance kind, const Row& distances) {
  double largest = 0;
  double squares = 0;
  double lowest = 0;
  for (const double x : distances) {
    largest = std::max(largest, std::abs(x));
    squares += x * x;
    lowest = std::max(lowest, -x);
  }
  const auto shares = static_cast<double>(distances.size());
  return kind == Distance::largest ? largest
         : kind == Distance::all   ? std::sqrt(squares * (shares - 1) / shares)
                                   : lowest;
}

// For every kind, number of seats and true distance, as often as is said.
TEST(DistanceInterval, CoversAsOftenAsItSays) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  const int samples = test::cases(20000, 2000);
  for (const Distance kind : kinds) {
    for (const int shares : {2, 3, 4, 6}) {
      for (const double d : {0.0, 0.3, 0.7, 1.0, 1.5, 2.5, 4.0, 8.0}) {
        int covered[2] = {};
        int above = 0;
        for (int i = 0; i < samples; ++i) {
          Row z(at(shares));
          for (double& value : z) value = normal(random);
          const double mean = std::accumulate(z.begin(), z.end(), 0.0) / shares;
          for (int s = 0; s < shares; ++s) {
            z[at(s)] = (z[at(s)] - mean) * std::sqrt(shares / (shares - 1.0)) +
                       (s == 0 ? -d : d / (shares - 1));
          }
          const double t = seen_distance(kind, z);
          for (const Coverage coverage : {Coverage::one_error, Coverage::two_errors}) {
            const Interval interval = distance_interval(t, kind, shares, coverage);
            covered[coverage == Coverage::one_error ? 0 : 1] +=
                interval.low <= d && d <= interval.high;
          }
          above += distance_interval(t, kind, shares, Coverage::one_error).middle > d;
        }
        const double four_errors = 4 * std::sqrt(0.25 / samples);
        EXPECT_NEAR(covered[0] / double(samples), 0.683, 0.015 + four_errors) << shares << ' ' << d;
        EXPECT_NEAR(covered[1] / double(samples), 0.954, 0.008 + four_errors / 2)
            << shares << ' ' << d;
        // At 0 the middle is 0 for half of what is seen. Beyond the table the bias of all shares
        // together is taken to be as large as at its end, which is 0.15 errors too much at 8.
        EXPECT_NEAR(above / double(samples), 0.5,
                    (kind == Distance::all && d > 5 ? 0.05 : 0.02) + four_errors)
            << shares << ' ' << d;
      }
    }
  }
}

// What is exactly at an equal share leaves all open that two errors leave open.
TEST(DistanceInterval, NothingSeenIsNotNothing) {
  for (const int shares : {2, 3, 6}) {
    const Interval wide = distance_interval(0, Distance::largest, shares, Coverage::two_errors);
    EXPECT_EQ(wide.low, 0);
    EXPECT_GT(wide.high, 1.5) << shares;
    EXPECT_LT(wide.high, 2) << shares;
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
        for (const Interval& interval :
             {share_interval(mean, se, 100, coverage), mean_interval(mean, se, 100, 1, coverage)}) {
          EXPECT_LE(0, interval.low);
          EXPECT_LE(interval.low, mean);
          EXPECT_LE(mean, interval.high);
          EXPECT_LE(interval.high, 1);
        }
      }
    }
  }
  const Interval all = share_interval(1, 0, 100, Coverage::one_error);
  EXPECT_NEAR(all.low, 100 / 101.0, 1e-12);
  EXPECT_EQ(all.high, 1);
}

// How often `interval_of` (mean, se, coverage) covers the mean of n values drawn by `value`, in the
// order of Coverage.
template <class Value, class IntervalOf>
std::array<double, 2> mean_covered(int n, double truth, int rounds, Value value,
                                   IntervalOf interval_of) {
  std::array<double, 2> covered{};
  for (int i = 0; i < rounds; ++i) {
    double sum = 0;
    double squares = 0;
    for (int k = 0; k < n; ++k) {
      const double x = value();
      sum += x;
      squares += x * x;
    }
    const double mean = sum / n;
    const double se = std::sqrt(std::max(0.0, squares / n - mean * mean) / (n - 1));
    for (const Coverage coverage : {Coverage::one_error, Coverage::two_errors}) {
      const Interval interval = interval_of(mean, se, coverage);
      covered[coverage == Coverage::one_error ? 0 : 1] +=
          (interval.low <= truth && truth <= interval.high ? 1.0 : 0.0) / rounds;
    }
  }
  return covered;
}

// Means of skew values, as lengths on boards that are seldom far from their ideal length: gamma,
// with a deviation of 1.6 times the mean.
TEST(MeanInterval, OfEqualValuesIsThatOfAShareOfTheRange) {
  const Interval hundredths = mean_interval(0.03, 0, 100, 1, Coverage::two_errors);
  const Interval whole = mean_interval(3, 0, 100, 100, Coverage::two_errors);
  EXPECT_DOUBLE_EQ(whole.middle, 3);
  EXPECT_DOUBLE_EQ(whole.low, 100 * hundredths.low);
  EXPECT_DOUBLE_EQ(whole.high, 100 * hundredths.high);
}

TEST(MeanInterval, CoversSkewMeans) {
  constexpr double none = std::numeric_limits<double>::infinity();
  std::mt19937_64 random(8);
  std::gamma_distribution<double> gamma(0.4, 2.5);
  for (const int n : {50, 100, 1000}) {
    const int rounds = test::cases(20000, 2000) / (n / 50);
    const auto covered = mean_covered(
        n, 1, rounds, [&] { return gamma(random); },
        [n](double mean, double se, Coverage coverage) {
          return mean_interval(mean, se, n, none, coverage);
        });
    const double four_errors = 4 * std::sqrt(0.25 / rounds);
    EXPECT_NEAR(covered[0], 0.683, 0.03 + four_errors) << n;
    EXPECT_NEAR(covered[1], 0.954, 0.02 + four_errors / 2) << n;
  }
  const Interval constant = mean_interval(0.5, 0, 100, none, Coverage::two_errors);
  EXPECT_EQ(constant, (Interval{0.5, 0.5, 0.5}));
}

// Values near the upper end of their range, and seldom far from it, as the branching factor of a
// board with many moves: all a little, or one of twenty. With n - 1 degrees of freedom, 90 % would
// be covered of the latter. Wilson's interval, which is made for counts, covers less of the first.
TEST(MeanInterval, CoversMeansNearTheEndOfTheirRange) {
  const int rounds = test::cases(20000, 4000);
  const auto covered = [rounds](double away, double shape, const auto& interval_of) {
    std::mt19937_64 random(9);
    std::bernoulli_distribution is_away(away);
    std::gamma_distribution<double> gamma(shape, 0.01);
    return mean_covered(
        100, 1 - away * shape * 0.01, rounds,
        [&] { return is_away(random) ? 1 - std::min(1.0, gamma(random)) : 1; }, interval_of);
  };
  const auto own = [](double mean, double se, Coverage coverage) {
    return mean_interval(mean, se, 100, 1, coverage);
  };
  const auto wilson = [](double mean, double se, Coverage coverage) {
    return share_interval(mean, se, 100, coverage);
  };
  const std::array<double, 3> samples[] = {{1, 0.2, 0.664}, {0.05, 1, 0.641}};
  double first = 0;
  for (const auto& [away, shape, narrow] : samples) {
    const auto of_mean = covered(away, shape, own);
    if (first == 0) first = of_mean[1];
    EXPECT_NEAR(of_mean[0], narrow, 4 * std::sqrt(0.22 / rounds)) << away;
    EXPECT_NEAR(of_mean[1], 0.94, 4 * std::sqrt(0.06 / rounds)) << away;
  }
  EXPECT_GT(first, covered(1, 0.2, wilson)[1] + 0.002);
}

}  // namespace
}  // namespace evorisk::metrics
