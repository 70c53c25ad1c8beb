// The criteria of single matches: traces whose results were worked out by hand.
#include "metrics/criteria/match_criteria.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.hpp"
#include "base/random.hpp"

namespace evorisk::metrics {
namespace {

struct TracedTurn {
  int mover;
  std::vector<int> territories;
  std::vector<int> troops;
  std::int64_t moves = 0;
};

MatchSummary measure_trace(const std::vector<TracedTurn>& turns, int winner,
                           const CriteriaParameters& parameters = {}) {
  MatchCriteria criteria(parameters);
  // A match before this one must leave nothing behind.
  criteria.begin_match();
  const std::vector<int> before = {7, 1, 1};
  criteria.on_turn_end({1, 0, before, before, 1000});
  criteria.on_turn_end({2, 1, before, before, 1000});
  criteria.begin_match();
  int n = 0;
  for (const TracedTurn& turn : turns) {
    criteria.on_turn_end({++n, turn.mover, turn.territories, turn.troops, turn.moves});
  }
  const auto end = winner >= 0 ? risk::EndReason::conquest : risk::EndReason::turn_limit;
  return criteria.summary({end, winner, n, -1});
}

TEST(MatchCriteria, AWholeMatchByHand) {
  // H: (0.5, 0.5), (0.24, 0.76), (1, 0).
  const MatchSummary m =
      measure_trace({{0, {2, 2}, {4, 4}, 10}, {1, {1, 3}, {2, 8}, 20}, {0, {4, 0}, {6, 0}, 30}}, 0);
  EXPECT_EQ(m.turns, 3);
  EXPECT_EQ(m.winner, 0);
  EXPECT_EQ(m.end, risk::EndReason::conquest);
  EXPECT_DOUBLE_EQ(m.duration, 21.0 / 24);
  EXPECT_DOUBLE_EQ(m.branching_factor, std::log10(21.0) / 2);
  // Behind only after turn 2 (not in the tie of turn 1), by 0.52.
  EXPECT_DOUBLE_EQ(m.drama, std::sqrt(0.52));
  // Swings: seat 1 in turn 2 gains 0.52; seat 0 in turn 3 goes from -0.52 to 1: 1.52, clamped.
  EXPECT_EQ(m.killer_moves, 1);
  // Nobody led after turn 1; seat 1 leads first (no change), then seat 0: 1 of 2.
  EXPECT_DOUBLE_EQ(m.lead_change, 0.5);
}

TEST(MatchCriteria, WithoutAWinnerThereIsNoDrama) {
  const MatchSummary m =
      measure_trace({{0, {2, 2}, {4, 4}}, {1, {1, 3}, {2, 8}}, {0, {3, 1}, {6, 2}}}, -1);
  EXPECT_EQ(m.drama, 0);
  EXPECT_EQ(m.end, risk::EndReason::turn_limit);
  // H: (.5, .5), (.24, .76), (.75, .25): seat 0 goes from -0.52 to 0.5.
  EXPECT_EQ(m.killer_moves, 1);
  EXPECT_DOUBLE_EQ(m.lead_change, 0.5);
}

TEST(MatchCriteria, AMatchOfOneTurn) {
  const MatchSummary m = measure_trace({{0, {2, 0}, {5, 0}, 8}}, 0);
  EXPECT_EQ(m.turns, 1);
  EXPECT_DOUBLE_EQ(m.duration, 23.0 / 24);
  EXPECT_DOUBLE_EQ(m.branching_factor, std::log10(9.0) / 2);
  EXPECT_EQ(m.drama, 0);
  EXPECT_EQ(m.killer_moves, 0);
  EXPECT_EQ(m.lead_change, 0);
}

TEST(MatchCriteria, AMatchThatEndsBeforeItsFirstTurn) {
  MatchCriteria criteria({});
  criteria.begin_match();
  const MatchSummary m = criteria.summary({risk::EndReason::invalid, -1, 0, 1});
  EXPECT_EQ(m.turns, 0);
  EXPECT_EQ(m.duration, 1);
  EXPECT_EQ(m.branching_factor, 0);
  EXPECT_EQ(m.drama + m.killer_moves + m.lead_change, 0);
  EXPECT_EQ(m.end, risk::EndReason::invalid);
}

TEST(MatchCriteria, BranchingIsCappedAndMayBeNothing) {
  const std::vector<int> even = {2, 2};
  EXPECT_DOUBLE_EQ(measure_trace({{0, even, even, 99}}, -1).branching_factor, 1);
  EXPECT_EQ(measure_trace({{0, even, even, 1'000'000'000'000}}, -1).branching_factor, 1);
  // Phases that were not reached count 0; here no phase was.
  EXPECT_EQ(measure_trace({{0, even, even, 0}, {1, even, even, 0}}, -1).branching_factor, 0);
  // The mean over turns, not the mean of the turns' logarithms: (18 + 0) / 2 = 9.
  EXPECT_DOUBLE_EQ(measure_trace({{0, even, even, 18}, {1, even, even, 0}}, -1).branching_factor,
                   0.5);
}

TEST(MatchCriteria, DramaIsTheMeanOverTheTurnsBehind) {
  // Six territories, ten troops. H of the winner, seat 1, and of seat 0:
  // 1: (4,2) (5,5): .1+.8*4/6 v .1+.8*2/6, behind by .8/3   2: equal   3: (5,1) (8,2): behind by
  // .8*4/6 + .2*.6 = .653333...   4: leads   5: wins.
  const MatchSummary m = measure_trace({{0, {4, 2}, {5, 5}},
                                        {1, {3, 3}, {5, 5}},
                                        {0, {5, 1}, {8, 2}},
                                        {1, {2, 4}, {4, 6}},
                                        {0, {0, 6}, {0, 9}}},
                                       1);
  EXPECT_NEAR(m.drama, (std::sqrt(0.8 / 3) + std::sqrt(3.2 / 6 + 0.12)) / 2, 1e-15);
  // Leaders: 0, 0 (equality keeps), 0, 1, 1: one change in four.
  EXPECT_DOUBLE_EQ(m.lead_change, 0.25);
}

TEST(MatchCriteria, AWinnerNeverBehindHasNoDrama) {
  const MatchSummary m =
      measure_trace({{0, {3, 1}, {4, 4}}, {1, {2, 2}, {4, 4}}, {0, {4, 0}, {5, 0}}}, 0);
  EXPECT_EQ(m.drama, 0);
  EXPECT_EQ(m.lead_change, 0);
}

TEST(MatchCriteria, OnlyTheMoversSwingCounts) {
  // Seat 0's margin: 0.4, 0.8 (seat 1's own turn made it worse for itself: not seat 0's gain), 0.8.
  const MatchSummary m =
      measure_trace({{0, {3, 1}, {5, 5}}, {1, {4, 0}, {5, 5}}, {0, {4, 0}, {5, 5}}}, -1);
  EXPECT_EQ(m.killer_moves, 0);
  // In turn 3 seat 0 gains 0.2 * 0.4 = 0.08; in turn 4 seat 1 gains 0.4 + 0.08: the largest.
  const MatchSummary k = measure_trace(
      {{0, {2, 2}, {5, 5}}, {1, {2, 2}, {5, 5}}, {0, {2, 2}, {7, 3}}, {1, {1, 3}, {5, 5}}}, -1);
  EXPECT_NEAR(k.killer_moves, 0.48, 1e-15);
}

TEST(MatchCriteria, AFallIsNoKillerMove) {
  const MatchSummary m = measure_trace({{0, {3, 1}, {5, 5}}, {1, {4, 0}, {9, 1}}}, -1);
  EXPECT_EQ(m.killer_moves, 0);
}

TEST(MatchCriteria, TheFirstLeaderIsNoChange) {
  const std::vector<int> even = {2, 2};
  EXPECT_EQ(measure_trace({{0, even, even}, {1, even, even}, {0, {3, 1}, {3, 3}}}, -1).lead_change,
            0);
  // Nobody ever leads.
  EXPECT_EQ(measure_trace({{0, even, even}, {1, even, even}}, -1).lead_change, 0);
  // Led, equal, led by the other: the equality in between changes nothing, one change in two.
  EXPECT_DOUBLE_EQ(
      measure_trace({{0, {3, 1}, {3, 3}}, {1, even, even}, {0, {1, 3}, {3, 3}}}, -1).lead_change,
      0.5);
  // Every turn another leader.
  EXPECT_DOUBLE_EQ(
      measure_trace({{0, {3, 1}, {3, 3}}, {1, {1, 3}, {3, 3}}, {0, {3, 1}, {3, 3}}}, -1)
          .lead_change,
      1);
}

TEST(MatchCriteria, PositionsAreComparedExactly) {
  // 0.8 * 2/5 + 0.2 * 9/10 = 0.5 = 0.8 * 3/5 + 0.2 * 1/10; in doubles the two sides differ.
  EXPECT_NE(0.8 * (2.0 / 5) + 0.2 * (9.0 / 10), 0.8 * (3.0 / 5) + 0.2 * (1.0 / 10));
  const TracedTurn equal{0, {2, 3}, {9, 1}};
  const TracedTurn turned{1, {3, 2}, {1, 9}};
  const MatchSummary m = measure_trace({equal, turned, equal, turned}, 1);
  EXPECT_EQ(m.drama, 0);
  EXPECT_EQ(m.lead_change, 0);
  EXPECT_EQ(m.killer_moves, 0);
  // One troop in a million more is seen.
  const MatchSummary close =
      measure_trace({{0, {5, 5}, {1'000'000, 1'000'001}}, {1, {5, 5}, {1'000'001, 1'000'000}}}, 0);
  EXPECT_DOUBLE_EQ(close.lead_change, 1);
  EXPECT_NEAR(close.drama, std::sqrt(0.2 / 2'000'001), 1e-15);
}

// A match of a thousand times the territories and a million times the troops is judged as its
// model, to the last bit: whether H fits in 64 bits or not. Powers of two round alike.
TEST(MatchCriteria, HoweverManyTroops) {
  CriteriaParameters parameters;
  parameters.territory_weight = 0.123457;
  parameters.troop_weight = 0.654321;
  Random random({.seed = 7, .purpose = Purpose::test});
  int behind = 0;
  for (int round = 0; round < 300; ++round) {
    const int seats = 2 + round % 5;
    std::vector<TracedTurn> small;
    std::vector<TracedTurn> large;
    for (int turn = 0; turn < 12; ++turn) {
      TracedTurn end{turn % seats, {}, {}};
      for (int seat = 0; seat < seats; ++seat) {
        end.territories.push_back(1 + static_cast<int>(random.below(12)));
        end.troops.push_back(end.territories.back() + static_cast<int>(random.below(900)));
      }
      small.push_back(end);
      for (int& count : end.territories) count <<= 10;
      for (int& count : end.troops) count <<= 20;
      large.push_back(end);
    }
    const MatchSummary a = measure_trace(small, round % seats, parameters);
    const MatchSummary b = measure_trace(large, round % seats, parameters);
    ASSERT_EQ(a.drama, b.drama) << round;
    ASSERT_EQ(a.killer_moves, b.killer_moves) << round;
    ASSERT_EQ(a.lead_change, b.lead_change) << round;
    behind += a.drama > 0 ? 1 : 0;
  }
  EXPECT_GT(behind, 200);
}

TEST(MatchCriteria, ThreePlayers) {
  // Ten territories, ten troops: H = 0.08 * territories + 0.02 * troops.
  // 1: .5, .3, .2 (leader 0)   2: .3, .4, .3 (1)   3: 1 and 2 share .4, so 1 stays although .2 ...
  const MatchSummary m = measure_trace({{0, {5, 3, 2}, {5, 3, 2}},
                                        {1, {3, 4, 3}, {3, 4, 3}},
                                        {2, {2, 4, 4}, {2, 4, 4}},
                                        {0, {4, 2, 4}, {4, 2, 4}},
                                        {1, {0, 10, 0}, {0, 10, 0}}},
                                       1);
  // Leaders 0, 1, 1 (equality), 1 (seats 0 and 2 share the maximum: the previous leader stays,
  // though behind), 1: one change in four.
  EXPECT_DOUBLE_EQ(m.lead_change, 0.25);
  // Seat 1 behind after turn 1 by .2 and after turn 4 by .2; in the tie of turn 3 it is not behind.
  EXPECT_NEAR(m.drama, std::sqrt(0.2), 1e-15);
  // Swings of the movers: seat 1: -.2 -> .1; seat 2: -.1 -> 0; seat 0: -.2 -> 0; seat 1: -.2 -> 1.
  EXPECT_EQ(m.killer_moves, 1);
}

TEST(MatchCriteria, ThreePlayersMarginIsToTheBestOther) {
  // Seat 0: margin .5 - .3 = .2, then .6 - .3 = .3; seat 1 falls from .3 to .1, seat 2 rises to .3.
  const MatchSummary m = measure_trace({{0, {5, 3, 2}, {5, 3, 2}}, {0, {6, 1, 3}, {6, 1, 3}}}, -1);
  EXPECT_NEAR(m.killer_moves, 0.1, 1e-15);
}

TEST(MatchCriteria, SixPlayersAndTheEliminated) {
  const MatchSummary m = measure_trace(
      {{0, {6, 2, 1, 1, 1, 1}, {6, 2, 1, 1, 1, 1}}, {1, {0, 7, 2, 1, 1, 1}, {0, 7, 2, 1, 1, 1}}},
      1);
  EXPECT_DOUBLE_EQ(m.lead_change, 1);
  EXPECT_NEAR(m.drama, std::sqrt(4.0 / 12), 1e-15);
  EXPECT_NEAR(m.killer_moves, 4.0 / 12 + 5.0 / 12, 1e-15);
}

TEST(MatchCriteria, Parameters) {
  CriteriaParameters troops_only;
  troops_only.territory_weight = 0;
  troops_only.troop_weight = 1;
  troops_only.ideal_turns = 2.5;
  const MatchSummary m = measure_trace({{0, {9, 1}, {2, 8}}, {1, {9, 1}, {3, 7}}}, 0, troops_only);
  EXPECT_DOUBLE_EQ(m.duration, 0.2);
  EXPECT_NEAR(m.drama, (std::sqrt(0.6) + std::sqrt(0.4)) / 2, 1e-15);
  CriteriaParameters lengths;
  EXPECT_DOUBLE_EQ(duration_value(60, lengths), 1.5);
  EXPECT_EQ(duration_value(24, lengths), 0);
  lengths.ideal_turns = 15;
  lengths.ideal_turns_end = 30;
  EXPECT_EQ(duration_value(15, lengths), 0);
  EXPECT_EQ(duration_value(30, lengths), 0);
  EXPECT_DOUBLE_EQ(duration_value(33, lengths), 0.1);
  EXPECT_DOUBLE_EQ(duration_value(3, lengths), 0.8);
}

TEST(MatchCriteria, WeightsAreExactDecimals) {
  const EvaluationWeights thesis = evaluation_weights({});
  EXPECT_EQ(thesis.territories, 4);
  EXPECT_EQ(thesis.troops, 1);
  EXPECT_EQ(thesis.unit, 0.2);
  const EvaluationWeights fine = evaluation_weights({0.123456, 0.000001, 24});
  EXPECT_EQ(fine.territories, 123456);
  EXPECT_EQ(fine.troops, 1);
  for (int millionths = 1; millionths <= 1'000'000; millionths += 7) {
    const EvaluationWeights w = evaluation_weights({millionths / 1e6, 1, 24});
    ASSERT_EQ(w.territories * (1'000'000 / w.troops), millionths);
  }
  EXPECT_THROW(evaluation_weights({0.1234567, 1, 24}), InputError);
  EXPECT_THROW(evaluation_weights({1.0 / 3, 1, 24}), InputError);
  EXPECT_THROW(evaluation_weights({-0.1, 1, 24}), InputError);
  EXPECT_THROW(evaluation_weights({1.5, 1, 24}), InputError);
  EXPECT_THROW(evaluation_weights({0, 0, 24}), InputError);
  EXPECT_THROW(evaluation_weights({std::nan(""), 1, 24}), InputError);
}

// Against a wider logarithm, from 1 to the largest there is, and closely where branching factors
// are.
TEST(CommonLogarithm, IsTheLogarithm) {
  Random random({3, Purpose::test});
  const auto check = [](double x) {
    const long double exact = std::log10(static_cast<long double>(x));
    const long double bound = 5e-16L * std::max(1.0L, exact);
    ASSERT_NEAR(static_cast<double>(common_logarithm(x) - exact), 0, static_cast<double>(bound))
        << x;
  };
  for (int i = 0; i < 100'000; ++i) check(1 + 99 * random.unit());
  for (int i = 0; i < 100'000; ++i) check(std::exp(709 * random.unit()));
  for (const double x : {std::nextafter(1.0, 2.0), std::sqrt(2.0), 10.0, 100.0, 1e300}) check(x);
  EXPECT_EQ(common_logarithm(1), 0);
  EXPECT_EQ(common_logarithm(100), 2);
}

}  // namespace
}  // namespace evorisk::metrics
