// To be like a given variant: distances of rules, what they add to the fitness, and errors of
// ideals.
#include "metrics/objective/target.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "metrics/objective/objective.hpp"
#include "metrics/objective/panel.hpp"

namespace evorisk::metrics {
namespace {

using risk::Rules;

Objective read_target(const std::string& text) {
  const nlohmann::ordered_json json = parse_json(text, "test");
  return objective_from_json(JsonView(json, "test"));
}

CriteriaTotals drama_of(double value, int matches) {
  CriteriaTotals totals;
  for (int i = 0; i < matches; ++i) {
    MatchSummary match;
    match.winner = 1;
    match.turns = 10;
    match.drama = i % 2 == 0 ? value - 0.1 : value + 0.1;
    totals.add(match);
  }
  return totals;
}

TEST(RuleDistance, ByHand) {
  Rules a;
  Rules b;
  EXPECT_EQ(risk::rule_distance(a, b), 0);
  b.allocation = risk::Allocation::pick;
  EXPECT_EQ(risk::rule_difference(a, b, "allocation"), 1);
  b.reinforcement_divisor = 2;  // 3 there: a third of the larger
  EXPECT_DOUBLE_EQ(risk::rule_difference(a, b, "reinforcement_divisor"), 1.0 / 3);
  b.card_schedule = {4, 3, 8, 10, 12};  // 4, 6, 8, 10, 12, 15 there: a half and a whole of six
  EXPECT_DOUBLE_EQ(risk::rule_difference(a, b, "card_schedule"), 1.5 / 6);
  EXPECT_EQ(risk::rule_difference(b, a, "card_schedule"),
            risk::rule_difference(a, b, "card_schedule"));
  const double all = (1 + 1.0 / 3 + 0.25) / static_cast<double>(risk::rule_keys().size());
  EXPECT_DOUBLE_EQ(risk::rule_distance(a, b), all);
  const std::vector<risk::RuleWeight> some = {{"allocation", 1}, {"ties", 2}, {"players", 0}};
  EXPECT_DOUBLE_EQ(risk::rule_distance(a, b, some), 1.0 / 3);
  EXPECT_THROW(risk::rule_difference(a, b, "tie"), InputError);
}

TEST(Target, AddsItsDistancesToTheFitness) {
  const Objective objective = read_target(R"({"criteria": {"drama": 0.5},
      "target": {"variant": "war", "rules": {"weight": 2, "tolerance": 0.25,
                 "keys": {"allocation": 1, "defence_dice": 1}}, "map": {"weight": 3}},
      "groups": {"play": ["drama", "rules"], "board": ["map"]}})");
  const Target& target = *objective.target;
  const risk::Variant& war = *target.variant;
  const TargetDistance same = target_distance(target, war.rules(), war.map());
  EXPECT_EQ(same, TargetDistance());

  Rules rules = war.rules();
  rules.allocation = risk::Allocation::pick;
  const risk::Variant risk_board = risk::load_variant("risk");
  const TargetDistance other = target_distance(target, rules, risk_board.map());
  EXPECT_EQ(other.rules, 0.5);
  EXPECT_GT(other.map, 0);
  EXPECT_LE(other.map_at_least, other.map);
  EXPECT_DOUBLE_EQ(target.loss(other), 2 * 0.25 + 3 * other.map);

  const CriteriaTotals totals = drama_of(0.4, 100);
  const Estimate alone = judge({&totals, 1}, objective, PanelAggregation::mean);
  const Estimate with = judge({&totals, 1}, objective, PanelAggregation::mean, &other);
  EXPECT_NEAR(alone.mean, 0.1, 1e-9);  // values are multiples of 2^-30
  EXPECT_NEAR(with.mean, 0.1 + target.loss(other), 1e-9);
  EXPECT_EQ(with.se, alone.se);
  const std::vector<Estimate> groups =
      judge_groups({&totals, 1}, objective, PanelAggregation::worst, &other);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_NEAR(groups[0].mean, 0.1 + 0.5, 1e-9);
  EXPECT_DOUBLE_EQ(groups[1].mean, 3 * other.map);
  EXPECT_EQ(groups[1].se, 0);
}

TEST(Target, ErrorsOfIdealsCount) {
  const CriteriaTotals totals = drama_of(0.4, 100);
  const double own = fitness(totals, read_target(R"({"criteria": {"drama": 0.5}})")).se;
  const Objective measured = read_target(R"({"criteria": {"drama": {"ideal": 0.5, "ideal_se": 0.03,
      "weight": 2}}})");
  EXPECT_DOUBLE_EQ(fitness(totals, measured).se, 2 * std::sqrt(own * own + 0.03 * 0.03));
}

TEST(Target, ObjectivesKnowWhoTheyAreLike) {
  const Objective war =
      read_target(R"({"criteria": {"drama": 0.5}, "target": {"variant": "war"}})");
  const Objective again = read_target(objective_to_json(war).dump());
  EXPECT_EQ(again, war);
  EXPECT_FALSE(war == read_target(R"({"name": "unnamed", "criteria": {"drama": 0.5}})"));
  EXPECT_FALSE(war ==
               read_target(R"({"criteria": {"drama": 0.5}, "target": {"variant": "risk"}})"));
  EXPECT_FALSE(
      war ==
      read_target(R"({"criteria": {"drama": 0.5}, "target": {"variant": "war", "map": 2}})"));
}

}  // namespace
}  // namespace evorisk::metrics
