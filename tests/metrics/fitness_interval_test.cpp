// The interval of a fitness: made-up matches whose truth is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "metrics/criteria/criteria.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::metrics {
namespace {

// A made-up game of two seats.
struct Game {
  double first_wins = 0.5;  // of the decided matches
  double decided = 1;
  double drama = 0.3;
  double lead = 0.5;
};

// Drama and lead change are drawn from a range of 0.4 about their means, together: they correlate.
CriteriaTotals play(const Game& game, int matches, std::mt19937_64& random) {
  std::uniform_real_distribution<double> share(0, 1);
  CriteriaTotals totals;
  for (int i = 0; i < matches; ++i) {
    MatchSummary match;
    const double common = 0.4 * (share(random) - 0.5);
    match.duration = 0.5;
    match.branching_factor = 0.5;
    match.killer_moves = 0.5;
    match.drama = game.drama + common;
    match.lead_change = game.lead + common / 2 + 0.2 * (share(random) - 0.5);
    match.turns = 10;
    match.end = risk::EndReason::conquest;
    if (share(random) < game.decided) match.winner = share(random) < game.first_wins ? 0 : 1;
    totals.add(match);
  }
  return totals;
}

double true_fitness(const Game& game) {
  return 1 - game.decided + 0.5 + std::abs(2 * game.first_wins - 1) + std::abs(game.drama - 0.5) +
         std::abs(game.lead - 0.5);
}

TEST(FitnessInterval, CoversAlsoWhereDistancesReadTooHigh) {
  std::mt19937_64 random(11);
  const Objective objective = thesis_objective();
  const int rounds = test::cases(2000, 300);
  // Of a share; a fitness has an error of about a fifth of a share's 0.5.
  const double four_errors = 4 * std::sqrt(0.25 / rounds);
  for (const Game& game :
       {Game{0.5, 1, 0.3, 0.5}, Game{0.5, 1, 0.3, 0.3}, Game{0.52}, Game{0.6, 0.9},
        Game{0.9, 0.98, 0.5, 0.5}, Game{0.5, 1, 0.49, 0.51}, Game{0.75, 0.6, 0.3, 0.25}}) {
    int one = 0;
    int two = 0;
    double bias = 0;
    double middle_bias = 0;
    for (int i = 0; i < rounds; ++i) {
      const CriteriaTotals totals = play(game, 100, random);
      const double truth = true_fitness(game);
      const Interval narrow = fitness_interval(totals, objective, Coverage::one_error);
      const Interval wide = fitness_interval(totals, objective, Coverage::two_errors);
      one += narrow.low <= truth && truth <= narrow.high;
      two += wide.low <= truth && truth <= wide.high;
      bias += (fitness(totals, objective).mean - truth) / rounds;
      middle_bias += (narrow.middle - truth) / rounds;
    }
    EXPECT_NEAR(one / double(rounds), 0.683, 0.05 + four_errors) << game.first_wins;
    EXPECT_NEAR(two / double(rounds), 0.954, 0.02 + four_errors) << game.first_wins;
    EXPECT_LE(std::abs(middle_bias), std::abs(bias) + four_errors / 5) << game.first_wins;
  }
}

TEST(FitnessInterval, IsNotBelowZero) {
  std::mt19937_64 random(13);
  double least = 1;
  for (int i = 0; i < 200; ++i) {
    const CriteriaTotals totals = play({0.5, 1, 0.3, 0.5}, 2, random);
    least = std::min(least, fitness_interval(totals, thesis_objective(), Coverage::two_errors).low);
  }
  EXPECT_EQ(least, 0);
}

TEST(FitnessInterval, IsWhatTheDeltaMethodSaysFarFromIdeals) {
  std::mt19937_64 random(12);
  const Objective objective = thesis_objective();
  const CriteriaTotals totals = play({0.8, 0.7, 0.2, 0.2}, 2000, random);
  const Estimate estimate = fitness(totals, objective);
  const Interval interval = fitness_interval(totals, objective, Coverage::one_error);
  EXPECT_NEAR(interval.middle, estimate.mean, 0.02 * estimate.se);
  EXPECT_NEAR(interval.half_length(), estimate.se, 0.03 * estimate.se);
}

}  // namespace
}  // namespace evorisk::metrics
