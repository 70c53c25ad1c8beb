// Ratings of players, and the test that may stop early.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "base/statistics.hpp"
#include "metrics/estimates/bradley_terry.hpp"
#include "metrics/estimates/group_sequential.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::metrics {
namespace {

// A match of its own cluster for each result: `first` of them won by the first of two.
std::vector<RatedResult> won(int table, int first, int second, std::int64_t cluster = 0) {
  std::vector<RatedResult> results;
  for (int i = 0; i < first; ++i) results.push_back({table, cluster++, {1, 0}});
  for (int i = 0; i < second; ++i) results.push_back({table, cluster++, {0, 1}});
  return results;
}

TEST(BradleyTerry, TwoPlayersInClosedForm) {
  const RatedTable table{{0, 1}, {1, 1}};
  for (const auto& [w, l] : {std::pair{30, 10}, {1, 0}, {50, 0}, {7, 7}}) {
    const Ratings ratings(2, 1, std::span(&table, 1), won(0, w, l));
    EXPECT_NEAR(ratings.rating(0), std::log((w + 0.5) / (l + 0.5)), 1e-9);
    EXPECT_EQ(ratings.rating(1), 0);
    EXPECT_EQ(ratings.error(1), 0);
  }
  // The sandwich by hand: with the additional match as half a win, p = 30.5 / 41. A win adds
  // (1 - p)^2, a loss p^2, the additional match half of each; the curvature is 41 p (1 - p).
  const double p = 30.5 / 41;
  const double middle =
      40.0 / 39 * (30 * (1 - p) * (1 - p) + 10 * p * p) + ((1 - p) * (1 - p) + p * p) / 2;
  const Ratings ratings(2, 0, std::span(&table, 1), won(0, 30, 10));
  EXPECT_NEAR(ratings.error(1), std::sqrt(middle) / (41 * p * (1 - p)), 1e-9);
  // Half points are shared wins.
  const std::vector<RatedResult> drawn{{0, 0, {0.5, 0.5}}, {0, 1, {1, 0}}};
  EXPECT_NEAR(Ratings(2, 1, std::span(&table, 1), drawn).rating(0), std::log(2.0), 1e-9);
}

// Of two that took nothing, or always as much as each other, nothing is known.
TEST(BradleyTerry, AnErrorIsNotZeroWhereAllResultsAreAlike) {
  const RatedTable table{{0, 1, 2}, {1, 1, 1}};
  std::vector<RatedResult> results;
  for (int cluster = 0; cluster < 100; ++cluster) results.push_back({0, cluster, {1, 0, 0}});
  const Ratings lost(3, 1, std::span(&table, 1), results);
  EXPECT_NEAR(lost.rating(2), 0, 1e-9);
  EXPECT_GT(lost.error(2), 1);
  results[7].points = results[8].points = {1 / 3.F, 1 / 3.F, 1 / 3.F};
  EXPECT_GT(Ratings(3, 1, std::span(&table, 1), results).error(2), 0.5);
}

TEST(BradleyTerry, SeatsCountLikePlayersOfTheSameStrength) {
  // One seat against two: at equal strength it wins a third. It won 2 of 3, and a third of the
  // additional match: x / (x + 2) = (2 + 1/3) / 4, so x = 14/5.
  const RatedTable table{{0, 1}, {1, 2}};
  const std::vector<RatedResult> results{{0, 0, {1, 0}}, {0, 1, {1, 0}}, {0, 2, {0, 1}}};
  EXPECT_NEAR(Ratings(2, 1, std::span(&table, 1), results).rating(0), std::log(2.8), 1e-9);
}

TEST(BradleyTerry, RatesOnlyWhoIsConnectedWithTheAnchor) {
  const std::vector<RatedTable> tables{{{0, 1}, {1, 1}}, {{2, 3}, {1, 1}}, {{1, 4}, {1, 1}}};
  std::vector<RatedResult> results = won(0, 3, 1);
  for (const RatedResult& result : won(1, 2, 2, 4)) results.push_back(result);
  const Ratings ratings(5, 0, tables, results);
  EXPECT_TRUE(ratings.rated(0) && ratings.rated(1));
  EXPECT_FALSE(ratings.rated(2) || ratings.rated(3) || ratings.rated(4));
  EXPECT_NEAR(ratings.rating(1), -std::log(3.5 / 1.5), 1e-9);
  const Ratings other(5, 3, tables, results);
  EXPECT_FALSE(other.rated(0));
  EXPECT_NEAR(other.rating(2), 0, 1e-9);
  EXPECT_THROW(Ratings(5, 5, tables, results), std::logic_error);
  // The anchor does not change a difference, nor its error.
  const Ratings moved(5, 1, tables, results);
  EXPECT_NEAR(moved.rating(0), -ratings.rating(1), 1e-9);
  EXPECT_NEAR(moved.error(0), ratings.error(1), 1e-9);
}

// Matches come in pairs that depend on each other: what one takes from luck, the other gives back.
TEST(BradleyTerry, ErrorsAreTheSpreadOfRepeatedArenas) {
  const double strength[] = {0, 0.8, -0.5};
  const std::vector<RatedTable> tables{
      {{0, 1}, {1, 1}}, {{0, 2}, {1, 1}}, {{1, 2}, {1, 1}}, {{0, 1, 2}, {1, 1, 1}}};
  for (const bool paired : {false, true}) {
    const int arenas = test::cases(400);
    double sum[3] = {};
    double squares[3] = {};
    double errors[3] = {};
    double apart = 0;
    double apart_squares = 0;
    double apart_errors = 0;
    for (int a = 0; a < arenas; ++a) {
      Random random({3, Purpose::test, paired ? 1u : 0u, static_cast<std::uint32_t>(a)});
      std::vector<RatedResult> results;
      for (int cluster = 0; cluster < 60; ++cluster) {
        for (int t = 0; t < 4; ++t) {
          RatedResult result{t, cluster, {}};
          const std::vector<int>& who = tables[static_cast<std::size_t>(t)].players;
          double total = 0;
          for (const int p : who) total += std::exp(strength[p]);
          const double u = random.unit();
          for (const double luck : {u, paired ? 1 - u : random.unit()}) {
            double left = luck * total;
            std::size_t m = 0;
            while (m + 1 < who.size() && left >= std::exp(strength[who[m]])) {
              left -= std::exp(strength[who[m++]]);
            }
            result.points[m] += 1;
          }
          results.push_back(result);
        }
      }
      const Ratings ratings(3, 0, tables, results);
      for (int p = 1; p < 3; ++p) {
        sum[p] += ratings.rating(p);
        squares[p] += ratings.rating(p) * ratings.rating(p);
        errors[p] += ratings.error(p);
      }
      const double difference = ratings.rating(1) - ratings.rating(2);
      apart += difference;
      apart_squares += difference * difference;
      apart_errors += ratings.error_of_difference(1, 2);
    }
    const double n = arenas;
    const auto expect_spread = [&](double s, double q, double e) {
      const double deviation = std::sqrt((q - s * s / n) / (n - 1));
      // A deviation of n normal values has a relative error of 1 / sqrt(2 n).
      EXPECT_NEAR(e / n / deviation, 1, 4 / std::sqrt(2 * n)) << paired;
    };
    for (int p = 1; p < 3; ++p) {
      EXPECT_NEAR(sum[p] / n, strength[p], 4 * errors[p] / n / std::sqrt(n) + 0.02);
      expect_spread(sum[p], squares[p], errors[p]);
    }
    expect_spread(apart, apart_squares, apart_errors);
  }
}

TEST(GroupSequential, BoundsAreThePublishedOnes) {
  // The bounds of five equally spaced looks at level 0.05, as tables of alpha spending have them.
  const double looks[] = {0.2, 0.4, 0.6, 0.8, 1};
  const double published[] = {4.8769, 3.3569, 2.6803, 2.2898, 2.0310};
  const std::vector<double> bounds = sequential_bounds(looks, 0.05);
  ASSERT_EQ(bounds.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(bounds[i], published[i], 2e-3);
  // One look: an ordinary test.
  const double once[] = {1};
  EXPECT_NEAR(sequential_bounds(once, 0.05)[0], 1.95996, 1e-4);
  EXPECT_NEAR(spent(1, 0.05), 0.05, 1e-12);
  EXPECT_LT(spent(0.1, 0.05), 1e-10);
  EXPECT_NEAR(normal_p(1.959963984540054), 0.05, 1e-12);
  // With a level that is shared by a hundred pairs the bounds are finite, too.
  for (const double b : sequential_bounds(looks, 0.0005)) {
    EXPECT_TRUE(std::isfinite(b));
    EXPECT_GT(b, 3.4);
  }
}

TEST(GroupSequential, DifferencesByHand) {
  PairedDifferences differences;
  EXPECT_EQ(differences.z(), 0);
  for (const int d : {3, 0, -1, 2}) differences.add(d);
  EXPECT_EQ(differences.count, 4);
  EXPECT_DOUBLE_EQ(differences.z(), 4 / std::sqrt(14.0));
}

// How often ten looks at 100 pairs each find a difference, where a pair gives a win more to one
// side with probability `better`, to the other with `worse`.
double alarms(double better, double worse, double alpha, int tests, double* length = nullptr) {
  std::vector<double> looks;
  for (int k = 1; k <= 10; ++k) looks.push_back(k / 10.0);
  const std::vector<double> bounds = sequential_bounds(looks, alpha);
  int found = 0;
  double pairs = 0;
  for (int i = 0; i < tests; ++i) {
    Random random({8, Purpose::test, static_cast<std::uint32_t>(1000 * better),
                   static_cast<std::uint32_t>(i)});
    PairedDifferences differences;
    std::size_t look = 0;
    for (; look < bounds.size(); ++look) {
      for (int d = 0; d < 100; ++d) {
        const double u = random.unit();
        differences.add(u < better ? 1 : u < better + worse ? -1 : 0);
      }
      if (std::abs(differences.z()) > bounds[look]) break;
    }
    found += look < bounds.size() ? 1 : 0;
    pairs += 100 * static_cast<double>(std::min(look + 1, bounds.size()));
  }
  if (length != nullptr) *length = pairs / tests;
  return static_cast<double>(found) / tests;
}

TEST(GroupSequential, KeepsItsLevelAndFindsWhatIsThere) {
  const int tests = test::cases(4000);
  const double spread = 4 * std::sqrt(0.05 * 0.95 / tests);
  // No difference: whether decided pairs are common or rare, and one side's are no other's.
  EXPECT_NEAR(alarms(0.45, 0.45, 0.05, tests), 0.05, spread + 0.005);
  EXPECT_NEAR(alarms(0.1, 0.1, 0.05, tests), 0.05, spread + 0.005);
  // A difference of 0.1 per pair with a spread of sqrt(0.5): z = 0.1 / 0.707 * sqrt(1000) = 4.47
  // at the end, found in nearly all cases, and on average well before it.
  double length = 0;
  EXPECT_GT(alarms(0.3, 0.2, 0.05, tests / 4 + 1, &length), 0.97);
  EXPECT_LT(length, 650);
  EXPECT_GT(length, 300);
}

}  // namespace
}  // namespace evorisk::metrics
