// Rates of mutations that follow what pays: on a made-up problem in which one mutation is plainly
// better, and through interruptions.
#include "ga/operator_rates.hpp"

#include <cmath>

#include "ga/evolution.hpp"
#include "ga/mutation.hpp"
#include "maps/base/error.hpp"
#include "metrics/engine.hpp"
#include "tests/ga/made_up_run.hpp"

namespace evorisk::ga {
namespace {

// More borders are better, whatever else; noise is a tenth of what a border is worth at 20 matches.
class BorderEngine final : public SyntheticEngine {
 public:
  std::string_view name() const override { return "borders"; }

 private:
  metrics::MatchSummary match(const risk::Variant& variant, const StreamKey& key) override {
    metrics::MatchSummary summary = made_up(variant, key);
    Random random(key);
    summary.duration = 0.9 - variant.map().border_count() / 150.0 + 0.01 * random.unit();
    return summary;
  }
};

Config border_config(const std::string& algorithm, const std::string& adapt) {
  Config config;
  config.seed = 11;
  config.algorithm = algorithm;
  config.generations = 25;
  config.population = 20;
  config.tournament = 4;
  config.mutation_rate = 0.3;
  config.crossover_rate = 0;
  config.mutation_tries = 20;
  config.map_mutations = {"add_border", "remove_border", "swap_bonuses"};
  config.matches = 20;
  config.monitor_matches = 0;
  config.operator_rates.adapt = adapt;
  config.operator_rates.floor = 0.05;
  config.objective.terms = {{metrics::Criterion::duration, 0, 1}};
  if (algorithm == "nsga2") {
    config.objective.terms.insert(config.objective.terms.begin(),
                                  {metrics::Criterion::completeness, 1, 0.01});
    config.objective.groups = {{"borders", {metrics::Criterion::duration}, 0, 1},
                               {"noise", {metrics::Criterion::completeness}, 0, 1}};
  }
  // Trees of 20 territories: far from the most borders there can be.
  config.search_space.initial_maps.clear();
  config.search_space.generated = GeneratedMaps{20, 20, 3, 3, 0.1, 0.2};
  check(config, "test");
  return config;
}

class Adapting : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Adapting, TheMutationThatPaysIsMadeMoreOftenAndNoneIsForgotten) {
  const auto [algorithm, adapt] = GetParam();
  const Config config = border_config(algorithm, adapt);
  BorderEngine engine;
  Evolution evolution(config, engine);
  const double operators = 4;  // three, and the rules
  double adding = 0;
  double others = 0;
  while (!evolution.done()) {
    ASSERT_TRUE(evolution.advance({}));
    const Json notes = Json::parse(evolution.notes());
    const Json& rates = notes.at("operators");
    ASSERT_EQ(rates.size(), 4u);
    double sum = 0;
    for (const auto& [name, entry] : rates.items()) {
      const double rate = entry.at("rate");
      EXPECT_GE(rate, 0.3 * operators * 0.05 - 1e-12) << name;
      EXPECT_LE(rate, 1);
      sum += rate;
    }
    // As many mutations as without adaptation, unless one is capped at 1.
    if (rates.at("add_border").at("rate") < 1) {
      EXPECT_NEAR(sum, 0.3 * operators, 1e-9);
    }
    if (evolution.generation() == 0) {
      EXPECT_EQ(rates.at("add_border").at("rate"), 0.3);
    }
    adding = rates.at("add_border").at("rate");
    others = std::max({rates.at("remove_border").at("rate").get<double>(),
                       rates.at("swap_bonuses").at("rate").get<double>(),
                       rates.at("rule").at("rate").get<double>()});
    EXPECT_GT(rates.at("add_border").at("quality"), 0);
  }
  // Matching follows the qualities, which are seldom far apart; pursuit takes the best there is.
  const bool pursued = std::string(adapt) == "pursuit";
  EXPECT_GT(adding, pursued ? 0.7 : 0.4);
  EXPECT_GT(adding, (pursued ? 2 : 1.25) * others);
}

INSTANTIATE_TEST_SUITE_P(
    OperatorRates, Adapting,
    ::testing::Values(std::pair("generational", "matching"), std::pair("generational", "pursuit"),
                      std::pair("nsga2", "pursuit"), std::pair("map_elites", "pursuit")),
    [](const auto& row) { return std::string(row.param.first) + "_" + row.param.second; });

TEST(OperatorRates, CreditIsTheChanceThatAChildIsBetter) {
  Individual parent;
  parent.fitness = {1, 0.3};
  Individual child;
  child.fitness = {1, 0.4};
  EXPECT_DOUBLE_EQ(chance_of_improvement(child, parent), 0.5);
  child.fitness.mean = 0.5;  // one joint error (0.5) better: 84 %
  EXPECT_NEAR(chance_of_improvement(child, parent), 0.8413447460685429, 1e-12);
  child.fitness.mean = 1.5;
  EXPECT_NEAR(chance_of_improvement(child, parent), 0.15865525393145707, 1e-12);
  child.violation = 0.1;
  child.fitness.mean = 0;
  EXPECT_EQ(chance_of_improvement(child, parent), 0);
  parent.violation = 0.2;
  EXPECT_EQ(chance_of_improvement(child, parent), 1);
  child.filtered = "too short";
  EXPECT_EQ(chance_of_improvement(child, parent), 0);
}

TEST(OperatorRates, SharesWorkedOutByHand) {
  Config config = border_config("generational", "matching");
  config.operator_rates.learning = 0.5;
  std::vector<Individual> before(1);
  before[0].fitness = {1, 0};
  std::vector<Individual> measured(2);
  for (Individual& child : measured) {
    child.generation = 1;
    child.parents = {before[0].id()};
  }
  measured[0].mutations = {"add_border", "rule:defence_dice"};
  measured[0].fitness = {0.5, 0};  // better for sure
  measured[1].mutations = {"remove_border", "rule:defence_dice", "rule:allocation"};
  measured[1].fitness = {2, 0};  // worse for sure
  OperatorRates matching(config);
  matching.learn(1, before, measured);
  // Qualities from 0.5: 0.75, 0.25, 0.5, and the rules' up and down again, 0.375: 1.875 in all.
  // Shares 0.05 + 0.8 q / 1.875; the rates 0.3 * 4 times these.
  const auto rate = [](double quality) { return 1.2 * (0.05 + 0.8 * quality / 1.875); };
  EXPECT_NEAR(matching.rates()[0], rate(0.75), 1e-12);
  EXPECT_NEAR(matching.rates()[1], rate(0.25), 1e-12);
  EXPECT_EQ(matching.rates()[2], 0) << "not used";
  EXPECT_NEAR(matching.rates()[3], rate(0.5), 1e-12);
  EXPECT_NEAR(matching.rates().back(), rate(0.375), 1e-12);
  config.operator_rates.adapt = "pursuit";
  OperatorRates pursuit(config);
  pursuit.learn(1, before, measured);
  // From 1/4 a tenth of the way to 0.85 and to 0.05.
  EXPECT_NEAR(pursuit.rates()[0], 1.2 * (0.25 + 0.1 * 0.6), 1e-12);
  EXPECT_NEAR(pursuit.rates().back(), 1.2 * (0.25 - 0.1 * 0.2), 1e-12);
  config.operator_rates.adapt = "none";
  EXPECT_FALSE(OperatorRates(config).active());
}

TEST_F(RunTest, AdaptedRatesStoppedAndResumedGiveTheSameBytes) {
  for (const char* algorithm : {"generational", "nsga2", "map_elites"}) {
    Config config = border_config(algorithm, "matching");
    config.generations = 5;
    config.population = 6;
    config.matches = 5;
    config.final = {10, 2};
    config.map_elites.fresh_matches = 10;
    ASSERT_EQ(run(config, "whole"), RunOutcome::finished);
    const auto expected = results("whole");
    EXPECT_TRUE(result("whole")["generations"].back().contains("operators"));
    for (const std::int64_t after : {40, 75, 130}) {
      std::atomic<bool> stop{false};
      MadeUpEngine stopping(after, &stop);
      ASSERT_EQ(run(config, "s", RunOptions::Start::fresh, stopping, &stop),
                RunOutcome::interrupted);
      ASSERT_EQ(run(config, "s", RunOptions::Start::resume), RunOutcome::finished);
      ASSERT_EQ(results("s"), expected) << algorithm << ' ' << after;
      fs::remove_all(directory("s"));
    }
    fs::remove_all(directory("whole"));
  }
}

TEST(OperatorRates, WhatCannotBeAdaptedIsRefused) {
  Config config = border_config("generational", "matching");
  config.operator_rates.floor = 0.3;
  EXPECT_THROW(check(config, "test"), InputError);
  config.operator_rates.floor = 0.25;
  EXPECT_NO_THROW(check(config, "test"));
  config.search_space.map_evolves = false;
  EXPECT_THROW(check(config, "test"), InputError);
}

}  // namespace
}  // namespace evorisk::ga
