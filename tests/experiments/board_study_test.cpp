// The study of what tells boards from those of people.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "base/random.hpp"
#include "experiments/board_study/logistic.hpp"
#include "experiments/board_study/study.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::experiments {
namespace {

using maps::Feature;
using maps::Features;

std::vector<Features> people_of(int least, int most) {
  std::vector<Features> boards;
  for (const Features& board : maps::human_boards()) {
    const double n = feature(board, Feature::n);
    if (n >= least && n <= most) boards.push_back(board);
  }
  return boards;
}

TEST(BoardStudy, ThePeoplesOwnBoardsCannotBeToldApart) {
  const std::vector<Features> boards = people_of(16, 41);
  const BoardStudy study = study_boards(boards, 1);
  EXPECT_EQ(study.human, static_cast<int>(boards.size()));
  EXPECT_EQ(study.smallest, 16);
  EXPECT_EQ(study.largest, 41);
  // A board's copy is in the training with the other class, so it is ranked wrong if at all.
  EXPECT_LT(study.auc.mean, 0.6);
  for (const BoardStudy::Bound& bound : study.bounds) {
    EXPECT_EQ(bound.broken.mean, bound.human_broken.mean);
  }
}

TEST(BoardStudy, OneShiftedFeatureIsFound) {
  std::vector<Features> boards = people_of(16, 41);
  for (Features& board : boards) board[static_cast<std::size_t>(Feature::cross_share)] += 2;
  const BoardStudy study = study_boards(boards, 1);
  EXPECT_NEAR(study.auc.mean, 1, 1e-9);
  EXPECT_NEAR(study.auc.se, 0, 1e-9);
  EXPECT_EQ(study.coefficients.front().feature, Feature::cross_share);
  EXPECT_GT(study.coefficients.front().logit.mean, 0);
  EXPECT_NEAR(study.bounds[7].broken.mean, 1, 1e-9);
  if (test::sanitized) return;
  const BoardStudy again = study_boards(boards, 1);
  EXPECT_EQ(again.coefficients.front().logit.se, study.coefficients.front().logit.se);
}

TEST(BoardStudy, FewPeoplesBoardsAreJoinedByTheNearest) {
  std::vector<Features> boards(12, maps::human_boards()[0]);  // 16 territories
  const BoardStudy study = study_boards(boards, 1);
  EXPECT_EQ(study.human, 20);
  EXPECT_EQ(study.smallest, 16);
  EXPECT_GE(study.largest, 37);
  boards.resize(9);
  EXPECT_THROW(study_boards(boards, 1), InputError);
}

TEST(Logistic, SolvesItsEquations) {
  // At the minimum: coefficient = sum of (class - p) times the standardised feature.
  const std::vector<Features> boards = people_of(16, 60);
  Random random({.purpose = Purpose::test});
  std::vector<int> classes;
  for (std::size_t i = 0; i < boards.size(); ++i) classes.push_back(random.index(2));
  const Logistic model = fit_logistic(boards, classes);
  double rest = 0;
  double moment = 0;
  const auto degree = static_cast<Eigen::Index>(Feature::mean_degree);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const double missed = classes[i] - 1 / (1 + std::exp(-model.score(boards[i])));
    rest += missed;
    moment += missed * (feature(boards[i], Feature::mean_degree) - model.mean(degree)) /
              model.scale(degree);
  }
  EXPECT_NEAR(rest, 0, 1e-6);
  EXPECT_NEAR(moment, model.coefficients(degree), 1e-6);
}

}  // namespace
}  // namespace evorisk::experiments
