// The analysis of variance of a sweep.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.hpp"
#include "experiments/sweep/analysis.hpp"

namespace evorisk::experiments {
namespace {

SweepAnalysis analysis_of(const std::vector<std::vector<int>>& levels,
                          const std::vector<double>& values) {
  SweepAnalysis analysis;
  for (std::size_t h = 0; h < levels[0].size(); ++h) {
    analysis.hyperparameters.push_back({"h" + std::to_string(h), {}, true});
  }
  for (std::size_t r = 0; r < levels.size(); ++r) {
    AnalysedRun run;
    run.levels = levels[r];
    run.final.mean = values[r];
    analysis.runs.push_back(run);
  }
  analyse_variance(analysis);
  return analysis;
}

TEST(SweepVariance, BalancedTwoByTwoByHand) {
  // Cells 00: 1, 3; 01: 2, 4; 10: 5, 7; 11: 10, 12 (each given six times, so that there are
  // enough). Means of cells 2, 3, 6, 11; of rows 2.5, 8.5; of columns 4, 7; of all 5.5. Per set of
  // 8: rows 8 * 3^2 = 72, columns 8 * 1.5^2 = 18, both 8 * 1^2 = 8, rest 8.
  std::vector<std::vector<int>> levels;
  std::vector<double> values;
  for (int set = 0; set < 6; ++set) {
    const int at[8][3] = {{0, 0, 1}, {0, 0, 3}, {0, 1, 2},  {0, 1, 4},
                          {1, 0, 5}, {1, 0, 7}, {1, 1, 10}, {1, 1, 12}};
    for (const auto& row : at) {
      levels.push_back({row[0], row[1]});
      values.push_back(row[2]);
    }
  }
  const SweepAnalysis analysis = analysis_of(levels, values);
  ASSERT_EQ(analysis.effects.size(), 3u);
  EXPECT_EQ(analysis.residual_degrees, 44);
  const double residual = 48.0 / 44;
  EXPECT_NEAR(analysis.residual_deviation, std::sqrt(residual), 1e-9);
  const double squares[] = {6 * 72, 6 * 18, 6 * 8};
  for (std::size_t e = 0; e < 3; ++e) {
    EXPECT_EQ(analysis.effects[e].degrees, 1);
    EXPECT_NEAR(analysis.effects[e].f, squares[e] / residual, 1e-6);
    EXPECT_NEAR(analysis.effects[e].share, (squares[e] - residual) / (squares[e] + 47 * residual),
                1e-9);
    EXPECT_LT(analysis.effects[e].p, 1e-4);
  }
}

TEST(SweepVariance, UnbalancedSumsOfTwoEffectsAreToldApart) {
  // The second hyperparameter's values depend on the first's, as a tournament's on the
  // population's: only the second matters. Noise from a stream.
  Random random({3, Purpose::test, 0, 1});
  std::vector<std::vector<int>> levels;
  std::vector<double> values;
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b <= a; ++b) {
      for (int i = 0; i < 30; ++i) {
        levels.push_back({a, b});
        values.push_back(b + 0.5 * (random.unit() - 0.5));
      }
    }
  }
  const SweepAnalysis analysis = analysis_of(levels, values);
  ASSERT_EQ(analysis.effects.size(), 3u);
  EXPECT_EQ(analysis.effects[0].degrees, 3);
  EXPECT_EQ(analysis.effects[1].degrees, 3);
  EXPECT_EQ(analysis.effects[2].degrees, 10 - 7);
  EXPECT_GT(analysis.effects[0].p, 0.01);
  EXPECT_LT(analysis.effects[0].share, 0.05);
  EXPECT_LT(analysis.effects[1].p, 1e-9);
  EXPECT_GT(analysis.effects[1].share, 0.9);
  EXPECT_GT(analysis.effects[2].p, 0.01);
}

TEST(SweepVariance, SaysLittleWhereThereIsLittle) {
  EXPECT_TRUE(analysis_of({{0}, {1}}, {1, 2}).effects.empty());
  // Four runs at four points: nothing left for an interaction.
  const SweepAnalysis few = analysis_of({{0, 0}, {0, 1}, {1, 0}, {1, 1}}, {1, 2, 3, 5});
  EXPECT_EQ(few.effects.size(), 2u);
  EXPECT_EQ(few.residual_degrees, 1);
}

TEST(SweepVariance, WhatVariesTogetherIsTold) {
  std::vector<std::vector<int>> levels;
  std::vector<double> values;
  for (int run = 0; run < 24; ++run) {
    levels.push_back({run % 2, run / 2 % 2, run % 2, 0});
    values.push_back(run % 5);
  }
  const SweepAnalysis analysis = analysis_of(levels, values);
  EXPECT_EQ(analysis.together, (std::vector<int>{0, 2}));
  ASSERT_FALSE(analysis.effects.empty());
  EXPECT_EQ(analysis.effects[0].of, std::vector<int>{1});
}

}  // namespace
}  // namespace evorisk::experiments
