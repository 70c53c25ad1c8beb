// The course of a match, worked out by hand: leads, waits, fights.
#include <gtest/gtest.h>

#include <vector>

#include "metrics/criteria/course.hpp"
#include "metrics/criteria/extended.hpp"

namespace evorisk::metrics {
namespace {

struct Turn {
  int mover;
  std::vector<int> territories;
  std::vector<int> troops;
  int decisions = 0;
  int attacks = 0;                // legal ones when the attack begins
  std::vector<int> targets = {};  // attacked
};

ExtendedSummary course_of(const std::vector<Turn>& turns, int winner) {
  const int players = turns.empty() ? 2 : static_cast<int>(turns.front().territories.size());
  int territories = 0;
  if (!turns.empty()) {
    for (const int count : turns.front().territories) territories += count;
  }
  MatchCourse course({}, players, std::max(1, territories), 50);
  // A match before this one must leave nothing behind.
  course.begin_match();
  std::vector<int> before(static_cast<std::size_t>(players), 1);
  before[1] = 9;
  course.attacked(0);
  course.decision();
  course.attack_begins(7);
  course.on_turn_end({1, 1, before, before, 0});
  course.begin_match();
  int n = 0;
  for (const Turn& turn : turns) {
    for (int d = 0; d < turn.decisions; ++d) course.decision();
    course.attack_begins(turn.attacks);
    for (const int target : turn.targets) course.attacked(target);
    course.on_turn_end({++n, turn.mover, turn.territories, turn.troops, 0});
  }
  const auto end = winner >= 0 ? risk::EndReason::conquest : risk::EndReason::turn_limit;
  return course.summary({end, winner, n, -1});
}

TEST(MatchCourse, AWholeMatchByHand) {
  // H of seat 0: 0.5, 0.24, 0.75, 1 (as in MatchCriteria.AWholeMatchByHand).
  const ExtendedSummary m = course_of({{0, {2, 2}, {4, 4}, 3, 1, {}},
                                       {1, {1, 3}, {2, 8}, 8, 2, {0, 0, 0}},
                                       {0, {3, 1}, {6, 2}, 6, 5, {2, 0}},
                                       {1, {3, 1}, {6, 2}, 3, 0, {}},
                                       {0, {4, 0}, {6, 0}, 7, 1, {3}}},
                                      0);
  // Leads: 0, 0.52 of seat 1, 0.5 of seat 0 from turn 3 to the end: decided after 3 of 5 turns.
  EXPECT_DOUBLE_EQ(m.decisiveness, 0.6);
  // 1, 0.48, 0.5, 0.5 in the turns before the last.
  EXPECT_DOUBLE_EQ(m.uncertainty, (1 + 0.48 + 0.5 + 0.5) / 4);
  // 0.52 behind after turn 2.
  EXPECT_EQ(m.comeback, 1);
  // A third of 5 turns is turn 2: seat 1 leads, and loses.
  EXPECT_EQ(m.leader_wins, 0);
  // Hands changed: 0.26, 0.51, 0, 0.25.
  EXPECT_NEAR(m.stability, 1 - (0.26 + 0.51 + 0 + 0.25) / 4, 1e-15);
  EXPECT_EQ(m.drawishness, 0);
  // Turns 2 and 3 have two attacks or more.
  EXPECT_DOUBLE_EQ(m.decision_share, 0.4);
  // 27 decisions in 5 waits of 2 players.
  EXPECT_DOUBLE_EQ(m.dead_time, std::log10(27.0 / 5 + 1) / 2);
  // Territories 0, 2 and 3 of 4.
  EXPECT_DOUBLE_EQ(m.map_use, 0.75);
  EXPECT_EQ(m.other_winner, -1);
}

TEST(MatchCourse, OneTurnAndNone) {
  const ExtendedSummary one = course_of({{0, {2, 0}, {5, 0}, 99, 2, {1}}}, 0);
  EXPECT_EQ(one.decisiveness, 1);
  EXPECT_EQ(one.uncertainty, 0);  // there is no turn before the last
  EXPECT_EQ(one.comeback, 0);
  EXPECT_EQ(one.leader_wins, 1);
  EXPECT_EQ(one.stability, 1);
  EXPECT_EQ(one.decision_share, 1);
  EXPECT_EQ(one.dead_time, 1);  // 99 decisions awaited once
  EXPECT_EQ(one.map_use, 0.5);
  ExtendedSummary none = course_of({}, -1);
  EXPECT_EQ(none.stability, 1);
  none.stability = 0;
  EXPECT_EQ(none, ExtendedSummary());
}

TEST(MatchCourse, WithoutAWinner) {
  // Even at the turn limit: a draw. No seat ever led.
  const std::vector<int> even = {2, 2};
  const ExtendedSummary draw = course_of({{0, even, even}, {1, even, even}, {0, even, even}}, -1);
  EXPECT_EQ(draw.drawishness, 1);
  EXPECT_EQ(draw.uncertainty, 1);
  EXPECT_EQ(draw.stability, 1);
  EXPECT_EQ(draw.decisiveness, 0);
  EXPECT_EQ(draw.leader_wins, 0);
  EXPECT_EQ(draw.dead_time, 0);
  // A fifth ahead is clearly ahead, exactly.
  const std::vector<int> ahead = {6, 4};
  EXPECT_EQ(course_of({{0, ahead, ahead}}, -1).drawishness, 0);
  // A hair less is not.
  EXPECT_EQ(course_of({{0, ahead, {5999, 4001}}}, -1).drawishness, 1);
}

TEST(MatchCourse, TheLeaderAfterAThird) {
  const std::vector<int> even = {2, 2};
  const std::vector<int> zero = {3, 1};
  const std::vector<int> one = {1, 3};
  // ceil(T / 3): turn 1 of 1 to 3, turn 2 of 4.
  EXPECT_EQ(course_of({{0, zero, zero}, {1, one, one}, {0, {4, 0}, {4, 0}}}, 0).leader_wins, 1);
  EXPECT_EQ(course_of({{0, zero, zero}, {1, one, one}, {0, one, one}, {1, {4, 0}, {4, 0}}}, 0)
                .leader_wins,
            0);
  // Equality keeps the leader; before one leads, all are as likely.
  EXPECT_EQ(course_of({{0, zero, zero}, {1, even, even}, {0, one, one}, {1, {4, 0}, {4, 0}}}, 0)
                .leader_wins,
            1);
  EXPECT_EQ(course_of({{0, even, even}, {1, {4, 0}, {4, 0}}}, 0).leader_wins, 0.5);
}

TEST(MatchCourse, ADecisiveLeadMustLast) {
  const std::vector<int> half = {3, 1};  // ahead by exactly half
  const std::vector<int> even = {2, 2};
  // Decisive in turn 1, lost in turn 2, again from turn 3 on.
  EXPECT_DOUBLE_EQ(
      course_of({{0, half, half}, {1, even, even}, {0, half, half}, {1, {4, 0}, {4, 0}}}, 0)
          .decisiveness,
      0.75);
  // One seat's decisive lead follows the other's.
  EXPECT_DOUBLE_EQ(course_of({{0, half, half}, {1, {1, 3}, {1, 3}}}, 1).decisiveness, 1);
  // A winner without any (another objective than conquest) is decided by the last turn.
  EXPECT_DOUBLE_EQ(course_of({{0, half, half}, {1, half, half}}, 1).decisiveness, 1);
}

TEST(MatchCourse, ThreePlayersWaitForEachOtherAndForTheEnd) {
  // Six territories, equal troops. Seat 2 is out after turn 3.
  const ExtendedSummary m = course_of({{0, {2, 2, 2}, {2, 2, 2}, 4},
                                       {1, {1, 4, 1}, {1, 4, 1}, 4},
                                       {2, {1, 5, 0}, {1, 5, 0}, 4},
                                       {0, {1, 5, 0}, {1, 5, 0}, 4},
                                       {1, {0, 6, 0}, {0, 6, 0}, 4}},
                                      1);
  // Waits: two before turn 2, one more from each of turns 2 to 5 on: 6. Each decision is awaited by
  // two players: 2 * 20 / 6.
  EXPECT_DOUBLE_EQ(m.dead_time, std::log10(40.0 / 6 + 1) / 2);
  // Leads over the second: 0, 0.5, 4/6, 4/6.
  EXPECT_NEAR(m.uncertainty, (1 + 0.5 + 2.0 / 6 + 2.0 / 6) / 4, 1e-15);
  EXPECT_DOUBLE_EQ(m.decisiveness, 0.4);
  // Changes hands: (1 + 2 + 1) / 6 / 2, 1/6, 0, 1/6.
  EXPECT_NEAR(m.stability, 1 - (2.0 / 6 + 1.0 / 6 + 0 + 1.0 / 6) / 4, 1e-15);
  EXPECT_EQ(m.comeback, 0);
  const ExtendedSummary tie = course_of({{0, {2, 2, 2}, {2, 2, 2}}, {1, {0, 6, 0}, {0, 6, 0}}}, 1);
  EXPECT_DOUBLE_EQ(tie.leader_wins, 1.0 / 3);
}

}  // namespace
}  // namespace evorisk::metrics
