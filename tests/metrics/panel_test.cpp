// Several agents' verdicts on one variant: what counts, whether they differ, how rankings agree.
#include "metrics/objective/panel.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "base/statistics.hpp"
#include "metrics/criteria/criteria.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::metrics {
namespace {

Objective drama_alone() {
  Objective objective;
  objective.terms = {{Criterion::drama, 0.5, 1}};
  return objective;
}

// `matches` of which half have a drama of mean + spread, half of mean - spread.
CriteriaTotals table(double mean, double spread, int matches) {
  CriteriaTotals totals(2);
  for (int i = 0; i < matches; ++i) {
    MatchSummary m;
    m.winner = static_cast<std::int8_t>(i % 2);
    m.turns = 10;
    m.drama = mean + (i % 4 < 2 ? spread : -spread);
    totals.add(m);
  }
  return totals;
}

TEST(PanelAggregation, MeanAndWorstByHand) {
  // Distances 0.3, 0.1, 0.2; errors 0.1 / sqrt(n - 1).
  const std::vector<CriteriaTotals> tables = {table(0.2, 0.125, 101), table(0.4, 0.125, 101),
                                              table(0.7, 0.125, 401)};
  std::vector<Estimate> own;
  for (const CriteriaTotals& t : tables) own.push_back(fitness(t, drama_alone()));
  const Estimate mean = judge(tables, drama_alone(), PanelAggregation::mean);
  EXPECT_NEAR(mean.mean, (own[0].mean + own[1].mean + own[2].mean) / 3, 1e-15);
  EXPECT_NEAR(mean.mean, 0.2, 0.002);
  EXPECT_NEAR(mean.se, std::hypot(own[0].se, own[1].se, own[2].se) / 3, 1e-15);
  EXPECT_EQ(judge(tables, drama_alone(), PanelAggregation::worst), own[0]);
  // One judge is no question of aggregation.
  for (const PanelAggregation aggregation : {PanelAggregation::mean, PanelAggregation::worst}) {
    EXPECT_EQ(judge({&tables[1], 1}, drama_alone(), aggregation), own[1]);
  }
}

TEST(PanelAggregation, DisagreementsByHand) {
  // Errors 0.125 / sqrt(99): values 0.25 and 0.3125, weights equal: Q = 2 (0.03125)^2 99 / 0.125^2
  // = 12.375 (the sample's deviation is 0.125 sqrt(100/99)).
  const std::vector<CriteriaTotals> tables = {table(0.25, 0.125, 100), table(0.3125, 0.125, 100)};
  const Disagreements d = disagreements(tables, drama_alone());
  const Disagreement& drama = d.criteria[static_cast<std::size_t>(Criterion::drama)];
  EXPECT_NEAR(drama.q, 12.375, 1e-6);
  EXPECT_NEAR(drama.p, std::erfc(std::sqrt(12.375 / 2)), 1e-9);
  // The smallest of eight, equal to that of the fitness.
  EXPECT_NEAR(drama.p_adjusted, 8 * drama.p, 1e-9);
  EXPECT_TRUE(drama.significant);
  EXPECT_EQ(drama.lowest, 0u);
  EXPECT_EQ(drama.highest, 1u);
  EXPECT_TRUE(d.fitness.significant);
  EXPECT_EQ(d.fitness.highest, 0u);
  // What is the same in both, errors of 0 included, differs in nothing.
  for (const Criterion c : {Criterion::completeness, Criterion::advantage, Criterion::duration}) {
    EXPECT_EQ(d.criteria[static_cast<std::size_t>(c)].q, 0);
    EXPECT_FALSE(d.criteria[static_cast<std::size_t>(c)].significant);
  }
  // Too few matches say nothing, however far apart.
  const std::vector<CriteriaTotals> few = {table(0, 0, 29), table(1, 0, 1000)};
  EXPECT_FALSE(disagreements(few, drama_alone()).fitness.significant);
}

// Tables of the same matches are found to differ as seldom as the level says.
TEST(PanelAggregation, FalseAlarmsAreRare) {
  Random random({21, Purpose::test});
  const int rounds = test::cases(1600);
  int alarms = 0;
  for (int i = 0; i < rounds; ++i) {
    std::vector<CriteriaTotals> tables(4);
    for (CriteriaTotals& t : tables) {
      for (int m = 0; m < 60; ++m) {
        MatchSummary s;
        s.winner = static_cast<std::int8_t>(random.below(2));
        s.turns = 5 + static_cast<int>(random.below(20));
        s.duration = random.unit();
        s.drama = random.unit();
        s.lead_change = random.unit();
        t.add(s);
      }
    }
    const Disagreements d = disagreements(tables, thesis_objective());
    bool any = d.fitness.significant;
    for (const Disagreement& criterion : d.criteria) any = any || criterion.significant;
    alarms += any ? 1 : 0;
  }
  EXPECT_LT(alarms, 0.09 * rounds + 4);
}

TEST(PanelAggregation, RankCorrelationByHand) {
  const std::vector<double> a = {1, 2, 3, 4};
  EXPECT_EQ(rank_correlation(a, a).mean, 1);
  EXPECT_NEAR(rank_correlation(a, a).se, std::sqrt(2 * 13 / 108.0), 1e-12);  // of ranks by chance
  const std::vector<double> reverse = {4, 3, 2, 1};
  EXPECT_EQ(rank_correlation(a, reverse).mean, -1);
  const std::vector<double> constant = {5, 5, 5, 5};
  EXPECT_EQ(rank_correlation(a, constant).mean, 0);
  // One pair of six the other way: 4/6. Without the first or the second of the pair 1, else 1/3:
  // the jackknife's squares 4 (1/3)^2 times 3/4.
  const std::vector<double> swapped = {2, 1, 3, 4};
  const Estimate e = rank_correlation(a, swapped);
  EXPECT_DOUBLE_EQ(e.mean, 4.0 / 6);
  EXPECT_NEAR(e.se, std::sqrt(0.75 * 4.0 / 9), 1e-12);
  // A tie: 5 of 6 and 5 pairs told apart.
  const std::vector<double> tied = {1, 1, 3, 4};
  EXPECT_NEAR(rank_correlation(a, tied).mean, 5 / std::sqrt(30.0), 1e-12);
}

}  // namespace
}  // namespace evorisk::metrics
