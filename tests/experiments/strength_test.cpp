// Strength on generated boards: who plays where, and what a match counts.
#include "experiments/agent_study/strength.hpp"

#include <gtest/gtest.h>

#include <set>

namespace evorisk::experiments {
namespace {

using Strengths = std::vector<std::vector<BoardStrength>>;

Strengths studied(const StrengthPlan& plan, int threads = 2) {
  const auto study = study_strength(plan, threads, {});
  EXPECT_TRUE(study);
  return study.value_or(Strengths{});
}

StrengthPlan small_plan() {
  return {.agents = {"cautious", "builder"}, .against = "strategist", .boards = 12, .matches = 6};
}

TEST(Strength, ThreadsDoNotMatter) {
  const auto figures = [](const Strengths& study) {
    std::vector<double> all;
    for (const auto& boards : study) {
      for (const BoardStrength& board : boards) {
        all.insert(all.end(), {board.points, board.unfinished, double(board.territories)});
      }
    }
    return all;
  };
  const auto one = figures(studied(small_plan(), 1));
  EXPECT_EQ(figures(studied(small_plan(), 2)), one);
  EXPECT_EQ(figures(studied(small_plan(), 4)), one);
  StrengthPlan other = small_plan();
  other.seed = 2;
  EXPECT_NE(figures(studied(other)), one);
}

// With the same dice in either half of the seats, and half of the points of an unfinished match.
TEST(Strength, AnAgentIsAsStrongAsItself) {
  StrengthPlan plan = small_plan();
  plan.players = 4;
  plan.agents = {plan.against};
  std::set<int> territories;
  double unfinished = 0;
  for (const BoardStrength& board : studied(plan).front()) {
    EXPECT_EQ(board.points, 0.5);
    territories.insert(board.territories);
    unfinished += board.unfinished;
  }
  EXPECT_GT(territories.size(), 6U);
  EXPECT_GE(*territories.begin(), 5);
  EXPECT_LE(*territories.rbegin(), 42);
  EXPECT_GT(unfinished, 0);
}

TEST(Strength, WhatOneWinsTheOtherLoses) {
  StrengthPlan plan = small_plan();
  plan.agents = {"builder"};
  plan.against = "cautious";
  const auto one = studied(plan).front();
  std::swap(plan.agents.front(), plan.against);
  const auto other = studied(plan).front();
  double points = 0;
  for (std::size_t b = 0; b < one.size(); ++b) {
    EXPECT_DOUBLE_EQ(one[b].points + other[b].points, 1);
    EXPECT_EQ(one[b].unfinished, other[b].unfinished);
    points += one[b].points;
  }
  EXPECT_GT(points, 0.6 * static_cast<double>(one.size()));
}

TEST(Strength, AForfeitIsLost) {
  StrengthPlan plan = small_plan();
  plan.boards = 3;
  const std::string none = R"(external:{"command":["false"]})";
  plan.agents = {none};
  for (const BoardStrength& board : studied(plan).front()) {
    EXPECT_EQ(board.points, 0);
    EXPECT_EQ(board.forfeits, plan.matches);
  }
  plan.agents = {"cautious"};
  plan.against = none;
  for (const BoardStrength& board : studied(plan).front()) {
    EXPECT_EQ(board.points, 1);
    EXPECT_EQ(board.forfeits, 0);
    EXPECT_EQ(board.won_by_forfeit, plan.matches);
  }
}

TEST(Strength, NothingWhenStopped) {
  std::atomic<bool> stop = false;
  const metrics::PlayControl control{&stop, [&](std::int64_t played) { stop = played > 20; }};
  EXPECT_FALSE(study_strength(small_plan(), 2, control));
}

}  // namespace
}  // namespace evorisk::experiments
