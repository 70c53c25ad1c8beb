// The searches from one incumbent: they find what is best in small problems, and restarts restart.
#include <algorithm>
#include <set>
#include <string>

#include "base/error.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/genome/genome.hpp"
#include "ga/run/config_file.hpp"
#include "tests/ga/made_up_run.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::ga {
namespace {

// Rules alone, on one map. By the made-up matches drama falls with more defence dice, and nothing
// else depends on the rules: three dice are best where drama should be 0, one where it should be 1.
Config rules_alone(std::string_view algorithm, double ideal) {
  Config config;
  config.algorithm = algorithm;
  config.population = 3;
  config.tournament = 2;
  config.generations = 1000;
  config.mutation_rate = 0.3;
  config.matches = 40;
  config.monitor_matches = 0;
  config.budget.matches = 12'000;
  config.evidence_pool = EvidencePool::genotype;
  apply_setting(config, R"(search_space={"map": false, "initial_maps": ["thesis-1"], "rules": {
    "defence_dice": [1, 2, 3], "conquest_move": ["min", "max", "dice"]}})");
  apply_setting(config, R"(objective={"criteria": {"drama": )" + std::to_string(ideal) + "}}");
  check(config, "test");
  return config;
}

TEST(Climber, FindsTheBestRulesAndPlaysTheIncumbentOn) {
  for (const char* const algorithm : {"climber", "random_search"}) {
    for (const double ideal : {0.0, 1.0}) {
      for (std::uint64_t seed = 1; seed <= (test::sanitized ? 1 : 4); ++seed) {
        Config config = rules_alone(algorithm, ideal);
        config.seed = seed;
        MadeUpEngine engine;
        Evolution evolution(config, engine);
        while (!evolution.done()) ASSERT_TRUE(evolution.advance({}));
        const Individual& best = evolution.best();
        EXPECT_EQ(rules_of(best.genome.genes, config).defence_dice, ideal == 0 ? 3 : 1)
            << algorithm << ' ' << ideal << ' ' << seed;
        EXPECT_GE(best.evidence.front().matches(), 10 * config.matches);
        EXPECT_LE(evolution.spent(), config.budget.matches);
      }
    }
  }
}

// A restart draws a new population; the best of the climbs before is measured beside it, then
// stays among those the run's best is taken from, and is no parent.
TEST(Climber, RestartsReallyRestart) {
  Config config = rules_alone("climber", 0.0);
  config.evidence_pool = EvidencePool::individual;
  config.patience = 4;
  config.search_space.map_evolves = true;
  MadeUpEngine engine;
  Evolution evolution(config, engine);
  int restarts = 0;
  std::string champion;
  while (!evolution.done()) {
    const std::string before = evolution.generation() < 0 ? "" : evolution.best().id();
    ASSERT_TRUE(evolution.advance({}));
    Json notes;
    evolution.add_notes(notes);
    const int now = notes.at("climb").at("restarts").get<int>();
    ASSERT_LE(notes.at("climb").at("idle").get<int>(), config.patience);
    const auto measured = evolution.measured();
    if (now == restarts) {
      EXPECT_EQ(std::ssize(measured), config.population);
      for (const Individual& one : measured) {
        EXPECT_NE(one.id(), champion);
        for (const std::string& parent : one.parents) EXPECT_NE(parent, champion);
      }
    } else {
      EXPECT_EQ(now, restarts + 1);
      // Of the climb that ended, and from the second restart on of the climbs before.
      const std::ptrdiff_t remeasured = restarts == 0 ? 1 : 2;
      ASSERT_EQ(std::ssize(measured), config.population + remeasured);
      std::set<std::string> ended;
      for (const Individual& one : measured) {
        if (one.generation < evolution.generation()) ended.insert(one.id());
        EXPECT_TRUE(one.generation < evolution.generation() || one.parents.empty());
      }
      EXPECT_EQ(std::ssize(ended), remeasured);
      EXPECT_TRUE(ended.contains(before));
      champion = evolution.population().back().id();
      EXPECT_TRUE(ended.contains(champion));
      restarts = now;
    }
    if (restarts > 0) {
      EXPECT_EQ(evolution.population().back().id(), champion);
    }
  }
  EXPECT_GT(restarts, 3);
}

TEST(Climber, SameBytesAtAnyThreadsAndFromEveryState) {
  for (const char* const algorithm : {"climber", "random_search"}) {
    Config config = rules_alone(algorithm, 0.0);
    config.search_space.map_evolves = true;
    config.patience = algorithm == std::string("climber") ? 2 : 0;
    config.budget.matches = test::sanitized ? 600 : 2000;
    std::string expected;
    for (const int threads : {1, 2, 4}) {
      if (test::sanitized && threads == 4) continue;
      MadeUpEngine engine(-1, nullptr, threads);
      auto evolution = std::make_unique<Evolution>(config, engine);
      while (!evolution->done()) {
        ASSERT_TRUE(evolution->advance({}));
        if (threads != 2) continue;
        const Json state = evolution->state();
        evolution = std::make_unique<Evolution>(config, engine);
        evolution->restore(JsonView(state, "state"));
      }
      const std::string state = evolution->state().dump();
      if (threads == 1) expected = state;
      EXPECT_EQ(state, expected) << algorithm << ' ' << threads;
    }
  }
}

TEST(Climber, RefusesWhatItCannotDo) {
  const auto refusal = [](const char* algorithm, const char* setting) {
    try {
      Config config = rules_alone(algorithm, 0);
      apply_setting(config, setting);
      check(config, "test");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_NE(refusal("climber", "islands.count=2").find("sends no individuals"), std::string::npos);
  EXPECT_NE(refusal("random_search", "islands.count=2").find("\"random_search\""),
            std::string::npos);
  EXPECT_NE(refusal("generational", "patience=3").find("not \"generational\""), std::string::npos);
  EXPECT_NE(refusal("climber", "patience=-1").find("patience"), std::string::npos);
  EXPECT_EQ(refusal("climber", "patience=3"), "accepted");
}

}  // namespace
}  // namespace evorisk::ga
