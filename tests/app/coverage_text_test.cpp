// The tables of `evorisk study coverage`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/report/studies.hpp"

namespace evorisk::app {
namespace {

using testing::HasSubstr;
using testing::Not;

experiments::VariantCoverage covered(std::string variant, std::int64_t matches, double narrow,
                                     double wide, double step = 0.1) {
  return {.variant = std::move(variant),
          .players = 3,
          .matches = matches,
          .figures = {{.name = "fitness", .intervals = {0.7, 0.95}, .step = 0.1},
                      {.name = "drama", .intervals = {narrow, wide}, .step = step}}};
}

TEST(CoverageText, SeveralNumbersOfMatchesHaveAMeanByKindOfBoard) {
  const std::vector<std::string> agents = {"cautious"};
  const std::string one = coverage_study_text(
      {covered("a", 100, 0.6, 0.94), covered("b", 100, 0.7, 0.95)}, agents, 5, false);
  EXPECT_THAT(one, HasSubstr("100 matches, 5 times for each of 2 variants and tables of agents"));
  EXPECT_THAT(one, HasSubstr("65.0, 94.5"));
  EXPECT_THAT(one, Not(HasSubstr("mean of all numbers")));
  // What shows few values is left out.
  const std::string two = coverage_study_text(
      {covered("a", 100, 0.6, 0.94), covered("a", 200, 0.64, 0.98), covered("b", 200, 0, 0, 0.3)},
      agents, 5, false);
  EXPECT_THAT(
      two.substr(two.find("\nThe same in the mean of all numbers of matches\n")),
      testing::AllOf(HasSubstr("62.0, 96.0"), HasSubstr("70.0, 95.0"), HasSubstr("3, cautious")));
}

}  // namespace
}  // namespace evorisk::app
