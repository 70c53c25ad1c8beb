// What the bulk engine expects of groups of matches before they are played.
#include "metrics/bulk/pace.hpp"

#include <gtest/gtest.h>

namespace evorisk::metrics::bulk {
namespace {

risk::Rules with_turn_limit(int turns) {
  risk::Rules rules;
  rules.turn_limit = turns;
  return rules;
}

TEST(Pace, SizesAreComparedBeforeAnythingIsKnown) {
  const Pace pace;
  EXPECT_LT(pace.guess(with_turn_limit(1), 5), pace.guess(with_turn_limit(2), 6));
}

TEST(Pace, RulesHaveTheirOwnAndOthersThatOfAll) {
  Pace pace;
  pace.learn(with_turn_limit(1), 10, 100);
  pace.learn(with_turn_limit(2), 10, 500);
  pace.learn(with_turn_limit(1), 30, 700);
  EXPECT_DOUBLE_EQ(pace.guess(with_turn_limit(1), 2), 2 * 800.0 / 40);
  EXPECT_DOUBLE_EQ(pace.guess(with_turn_limit(2), 3), 3 * 500.0 / 10);
  EXPECT_DOUBLE_EQ(pace.guess(with_turn_limit(3), 4), 4 * 1300.0 / 50);
}

TEST(Pace, RulesBeyondThoseThatItKeepsStillCountForAll) {
  Pace pace;
  constexpr int kept = 128;
  for (int turns = 1; turns <= kept + 1; ++turns) pace.learn(with_turn_limit(turns), 1, turns);
  const double of_all = (kept + 2) / 2.0;
  EXPECT_DOUBLE_EQ(pace.guess(with_turn_limit(kept), 1), kept);
  EXPECT_DOUBLE_EQ(pace.guess(with_turn_limit(kept + 1), 1), of_all);
}

}  // namespace
}  // namespace evorisk::metrics::bulk
