// Fights to the end: exact values by hand, by convolution of single rolls, and beyond the table.
#include "risk/battle_odds.hpp"

#include <cmath>
#include <map>

#include "tests/risk/play.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::risk {
namespace {

// P(attacker loses 0, 1, 2, ... troops) in one roll, ties to the defender (facts of the game).
std::vector<double> known_roll(int attack, int defence) {
  static const std::map<std::pair<int, int>, std::vector<double>> rolls = {
      {{1, 1}, {15 / 36., 21 / 36.}},
      {{2, 1}, {125 / 216., 91 / 216.}},
      {{3, 1}, {855 / 1296., 441 / 1296.}},
      {{1, 2}, {55 / 216., 161 / 216.}},
      {{2, 2}, {295 / 1296., 420 / 1296., 581 / 1296.}},
      {{3, 2}, {2890 / 7776., 2611 / 7776., 2275 / 7776.}},
      {{1, 3}, {225 / 1296., 1071 / 1296.}},
      {{2, 3}, {979 / 7776., 1981 / 7776., 4816 / 7776.}},
      {{3, 3}, {6420 / 46656., 10017 / 46656., 12348 / 46656., 17871 / 46656.}},
  };
  return rolls.at({attack, defence});
}

// The other way round: probability flows from the start of the fight forwards, roll by roll, until
// every part of it has come to an end.
Fight convolved(int attackers, int defenders, int most_defence) {
  std::map<std::pair<int, int>, double> now{{{attackers, defenders}, 1.0}};
  Fight fight;
  double won = 0;
  while (!now.empty()) {
    std::map<std::pair<int, int>, double> next;
    for (const auto& [at, p] : now) {
      const auto [a, d] = at;
      if (d == 0 || a < 2) {
        fight.attackers += p * a;
        fight.defenders += p * d;
        fight.win += d == 0 ? p : 0;
        won += d == 0 ? p * a : 0;
        continue;
      }
      const auto roll = known_roll(std::min(3, a - 1), std::min(most_defence, d));
      const int comparisons = static_cast<int>(roll.size()) - 1;
      for (int lost = 0; lost <= comparisons; ++lost) {
        next[{a - lost, d - (comparisons - lost)}] += p * roll[static_cast<std::size_t>(lost)];
      }
    }
    now = std::move(next);
  }
  fight.attackers_if_won = fight.win > 0 ? won / fight.win : 0;
  return fight;
}

void expect_equal(const Fight& a, const Fight& b, double tolerance) {
  EXPECT_NEAR(a.win, b.win, tolerance);
  EXPECT_NEAR(a.attackers, b.attackers, 100 * tolerance);
  EXPECT_NEAR(a.defenders, b.defenders, 100 * tolerance);
  EXPECT_NEAR(a.attackers_if_won, b.attackers_if_won, 100 * tolerance);
}

TEST(BattleOdds, AreTheConvolutionOfSingleRolls) {
  for (const int dice : {2, 3}) {
    const BattleOdds odds(3, dice, Ties::defender);
    constexpr int most = test::sanitized ? 14 : 30;
    for (int a = 0; a <= most; ++a) {
      for (int d = 0; d <= most; ++d) {
        SCOPED_TRACE(testing::Message() << a << " against " << d << ", " << dice << " dice");
        expect_equal(odds.fight(a, d), convolved(a, d, dice), 1e-12);
        ASSERT_FALSE(HasFailure());
      }
    }
    expect_equal(odds.fight(72, 50), convolved(72, 50, dice), 1e-12);
  }
}

TEST(BattleOdds, ByHand) {
  const BattleOdds odds(3, 2, Ties::defender);
  // Two against one: a single roll of one die against one.
  EXPECT_NEAR(odds.fight(2, 1).win, 15 / 36., 1e-15);
  EXPECT_NEAR(odds.fight(2, 1).attackers, 1 + 15 / 36., 1e-15);
  EXPECT_EQ(odds.fight(2, 1).attackers_if_won, 2);
  // Three against one: two dice, then one.
  EXPECT_NEAR(odds.fight(3, 1).win, 125 / 216. + 91 / 216. * 15 / 36., 1e-15);
  // Nobody attacks with one troop, and nobody defends with none.
  EXPECT_EQ(odds.fight(1, 1).win, 0);
  EXPECT_EQ(odds.fight(0, 4).win, 0);
  EXPECT_EQ(odds.fight(5, 0).win, 1);
  EXPECT_EQ(odds.fight(5, 0).attackers, 5);
}

TEST(BattleOdds, BeyondTheTable) {
  const BattleOdds odds(3, 3, Ties::defender);
  expect_equal(odds.exact(100, 40), convolved(100, 40, 3), 1e-12);
  expect_equal(odds.exact(40, 90), convolved(40, 90, 3), 1e-12);
  expect_equal(odds.exact(20, 11), odds.fight(20, 11), 0);
  for (const int dice : {2, 3}) {
    const BattleOdds table(3, dice, Ties::defender);
    for (int a = 60; a <= 240; a += 12) {
      for (int d = 1; d <= 240; d += 7) {
        SCOPED_TRACE(testing::Message() << a << " against " << d << ", " << dice << " dice");
        const Fight fight = table.fight(a, d);
        const Fight exact = table.exact(a, d);
        ASSERT_NEAR(fight.win, exact.win, 0.03);
        ASSERT_NEAR(fight.attackers, exact.attackers, 2);
        ASSERT_NEAR(fight.defenders, exact.defenders, 2);
        if (exact.win > 0.01) {
          ASSERT_NEAR(fight.attackers_if_won, exact.attackers_if_won, 2.5);
        }
      }
    }
    EXPECT_EQ(table.fight(1, 1'000'000).win, 0);
    EXPECT_EQ(table.fight(1, 1'000'000).defenders, 1'000'000);
    EXPECT_LT(table.fight(2, 1'000'000).win, 1e-9);
    EXPECT_GT(table.fight(2'000'000'000, 1).win, 0.999);
    EXPECT_EQ(table.fight(1'000'000, 0).win, 1);
    EXPECT_EQ(table.fight(1'000'000, 0).attackers_if_won, 1'000'000);
  }
}

TEST(BattleOdds, MoreAttackersWinMoreOftenAndMoreDefendersLess) {
  Random random(test_key(1));
  for (int i = 0; i < 12; ++i) {
    Rules rules;
    rules.attack_dice = 1 + below(random, max_dice);
    rules.defence_dice = 1 + below(random, max_dice);
    rules.ties = below(random, 2) == 0 ? Ties::attacker : Ties::defender;
    const BattleOdds& odds = battle_odds(rules);
    EXPECT_EQ(&odds, &battle_odds(rules));
    for (int a = 1; a <= BattleOdds::bound; ++a) {
      for (int d = 1; d <= BattleOdds::bound; ++d) {
        const Fight fight = odds.fight(a, d);
        ASSERT_LE(odds.fight(a - 1, d).win, fight.win + 1e-12);
        ASSERT_GE(fight.win, 0);
        ASSERT_LE(fight.win, 1 + 1e-12);
        ASSERT_LE(fight.attackers, a);
        ASSERT_LE(fight.defenders, d);
        // Every troop that is gone was lost in a comparison.
        ASSERT_GE(fight.attackers_if_won + 1e-9, a < 2 ? 0 : fight.win > 0 ? 2 : 0);
      }
    }
  }
}

}  // namespace
}  // namespace evorisk::risk
