// What people like, learned from simulated people whose taste is known.
#include "experiments/playtest/taste.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "base/random.hpp"
#include "ga/operators/selection.hpp"

namespace evorisk::experiments {
namespace {

using Costs = std::array<double, metrics::criterion_count>;

// Answers of people who like a variant by these costs, each with a deviation of one point; and
// variants by 0.3 more than that.
std::vector<Liked> answered(const Costs& costs, int variants, int people, std::uint64_t seed) {
  Random random({.seed = seed, .purpose = Purpose::test});
  std::vector<Liked> all(static_cast<std::size_t>(variants));
  for (Liked& variant : all) {
    double liking = 4 + 0.3 * ga::draw_normal(random);
    for (std::size_t c = 0; c < costs.size(); ++c) {
      variant.distance[c] = 0.6 * random.unit();
      liking -= costs[c] * variant.distance[c];
    }
    for (int i = 0; i < people; ++i) variant.liking.push_back(liking + ga::draw_normal(random));
  }
  return all;
}

constexpr Costs picky = {0.5, 3, 0.5, 0.5, 2, 0.5, 0.5};

// Of tastes that differ as the model says, on average.
TEST(Taste, IntervalsCoverAsOftenAsTheySay) {
  constexpr int repetitions = 300;
  int covered = 0;
  Random random({.seed = 7, .purpose = Purpose::test});
  for (int i = 0; i < repetitions; ++i) {
    Costs costs{};
    for (double& cost : costs) cost = 1.2 + 0.8 * ga::draw_normal(random);
    const Taste taste = learn_taste(answered(costs, 40, 4, 100 + static_cast<std::uint64_t>(i)));
    for (std::size_t c = 0; c < costs.size(); ++c) {
      covered += std::abs(taste.costs[c].mean - costs[c]) < 1.96 * taste.costs[c].se ? 1 : 0;
    }
  }
  const double share = covered / (repetitions * static_cast<double>(metrics::criterion_count));
  EXPECT_GT(share, 0.935);
  EXPECT_LT(share, 0.975);
}

TEST(Taste, MoreAnswersTellMore) {
  double before = 10;
  for (const int variants : {12, 50, 200}) {
    double squares = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Taste taste = learn_taste(answered(picky, variants, 4, seed));
      for (std::size_t c = 0; c < picky.size(); ++c) {
        squares += std::pow(taste.costs[c].mean - picky[c], 2);
      }
    }
    const double error = std::sqrt(squares / (10.0 * picky.size()));
    EXPECT_LT(error, 0.75 * before) << variants;
    before = error;
  }
  EXPECT_LT(before, 0.35);
  const Taste taste = learn_taste(answered(picky, 300, 4, 1));
  EXPECT_THAT(taste.claimed(),
              testing::IsSupersetOf({metrics::Criterion::duration, metrics::Criterion::drama}));
  const metrics::Objective objective = taste.objective();
  double sum = 0;
  for (const auto& term : objective.terms) {
    sum += term.weight;
    const double share = picky[static_cast<std::size_t>(term.criterion)] / 7.5 * 7;
    EXPECT_NEAR(term.weight, share, 0.8) << static_cast<int>(term.criterion);
  }
  EXPECT_NEAR(sum, 7, 1e-9);
}

TEST(Taste, FromThoseWhoDoNotCareNothingIsClaimed) {
  int claims = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Taste taste = learn_taste(answered({}, 30, 4, 1000 + seed));
    claims += taste.claimed().empty() ? 0 : 1;
    EXPECT_EQ(taste.more_needed().has_value(), taste.claimed().empty());
  }
  EXPECT_LE(claims, 9);  // 5 % are 5, with two errors
}

// Whoever weighs all alike gets the thesis' weights back, from few answers, too.
TEST(Taste, FewAnswersLeaveTheThesisWeights) {
  const Taste taste = learn_taste(answered({2, 2, 2, 2, 2, 2, 2}, 30, 4, 5));
  for (const Cost& cost : taste.costs) {
    EXPECT_NEAR(cost.mean, taste.common.mean, 1);
    EXPECT_NEAR(cost.mean, 2, 2.5 * cost.se);
  }
}

TEST(Taste, TooLittleIsRefused) {
  EXPECT_THAT([] { learn_taste(answered(picky, 9, 40, 1)); },
              testing::ThrowsMessage<InputError>(
                  "a taste is learned from 30 answers to 10 variants or more; here are 360 to 9"));
  EXPECT_THROW(learn_taste(answered(picky, 20, 1, 1)), InputError);
  EXPECT_THROW(learn_taste({}), InputError);
}

}  // namespace
}  // namespace evorisk::experiments
