#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "experiments/coverage_study/study.hpp"
#include "metrics/criteria/criteria.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::experiments {
namespace {

CoverageDesign small_design() {
  return {{{"cautious"}}, {100}, {}, test::cases(200, 40), test::cases(100'000, 10'000), 3, 1};
}

std::vector<VariantCoverage> study(const CoverageDesign& design) {
  const auto result =
      study_coverage({risk::load_variant("thesis-9")}, {metrics::thesis_objective()}, design, {});
  EXPECT_TRUE(result.has_value());
  return *result;
}

TEST(CoverageStudy, IntervalsOfARealBoardCover) {
  const CoverageDesign design = small_design();
  const std::vector<VariantCoverage> found = study(design);
  ASSERT_EQ(found.size(), 1u);
  ASSERT_EQ(found[0].figures.size(), 8u);
  EXPECT_EQ(found[0].figures.back().name, "fitness");
  // Four errors of a share, and two per cent for what the intervals leave open.
  const double room = 4 * std::sqrt(0.683 * 0.317 / design.repetitions) + 0.02;
  for (const FigureCoverage& figure : found[0].figures) {
    EXPECT_FALSE(figure.constant()) << figure.name;
    if (figure.name != "completeness") {
      EXPECT_NEAR(figure.intervals[0], 0.683, room) << figure.name;
    }
    EXPECT_GE(figure.intervals[1], 0.954 - room) << figure.name;
  }
}

// Every match of this map ends, and only few counts of wins occur.
TEST(CoverageStudy, TellsWhatIsConstantAndWhatHasFewValues) {
  CoverageDesign design = small_design();
  const auto found =
      study_coverage({risk::load_variant("two")}, {metrics::thesis_objective()}, design, {});
  ASSERT_TRUE(found.has_value());
  const auto figure = [&](std::string_view name) {
    return *std::ranges::find(found->front().figures, name, &FigureCoverage::name);
  };
  EXPECT_TRUE(figure("completeness").constant());
  EXPECT_FALSE(figure("advantage").constant());
  EXPECT_GT(figure("advantage").step, 0.2);
  EXPECT_LT(figure("advantage").step, 0.5);
}

// An unbiased estimate of a distance may be below 0, what it estimates not.
TEST(CoverageStudy, TheTruthOfADistanceIsNotBelowNothing) {
  CoverageDesign design = small_design();
  design.extended.add(metrics::Criterion::unbiased_advantage);
  design.repetitions = 10;
  design.truth = 20;
  for (design.seed = 1; design.seed <= 10; ++design.seed) {
    const std::vector<VariantCoverage> found = study(design);
    for (const FigureCoverage& figure : found[0].figures) {
      if (figure.name != "unbiased_advantage") continue;
      EXPECT_GE(figure.truth, 0) << design.seed;
    }
  }
}

TEST(CoverageStudy, IsTheSameByAnyNumberOfThreads) {
  CoverageDesign design = small_design();
  design.repetitions = 20;
  const std::vector<VariantCoverage> one = study(design);
  design.threads = 3;
  const std::vector<VariantCoverage> three = study(design);
  for (std::size_t f = 0; f < one[0].figures.size(); ++f) {
    EXPECT_EQ(one[0].figures[f].bias, three[0].figures[f].bias);
    EXPECT_EQ(one[0].figures[f].intervals[0], three[0].figures[f].intervals[0]);
  }
}

TEST(CoverageStudy, RefusesATableThatDoesNotFit) {
  CoverageDesign design = small_design();
  design.tables = {{"cautious", "cautious", "cautious"}};
  EXPECT_THROW(
      study_coverage({risk::load_variant("thesis-9")}, {metrics::thesis_objective()}, design, {}),
      InputError);
}

}  // namespace
}  // namespace evorisk::experiments
