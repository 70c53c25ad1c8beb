// What a sweep file means.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "experiments/sweep/runner.hpp"
#include "ga/run/config_file.hpp"
#include "tests/experiments/small_sweep.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/schema.hpp"

namespace evorisk::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const fs::path root = EVORISK_SOURCE_DIR;

// In one test because reading it takes a while: its 3,250 points are checked one by one.
TEST(Sweep, TheThesisGridHasItsRunsAndItsShards) {
  const auto loaded = load_sweep((root / "experiments/thesis-sweep.json").string());
  const Sweep& sweep = *loaded;
  EXPECT_EQ(sweep.name(), "thesis-sweep");
  EXPECT_EQ(sweep.runs(), 3250);
  EXPECT_THAT(sweep.hyperparameters(),
              testing::ElementsAre("generations", "population", "tournament", "mutation_rate"));
  std::set<std::string> points;
  for (int r = 0; r < sweep.runs(); r += test::sanitized ? 13 * 13 : 13) {
    const SweepRun run = sweep.run(r);
    EXPECT_EQ(run.config.tournament % 2, 0);
    EXPECT_LE(run.config.tournament, run.config.population / 2);
    EXPECT_EQ(run.config.matches, 100);
    EXPECT_EQ(run.config.elite_policy, ga::ElitePolicy::reevaluate);
    EXPECT_EQ(run.config.crossover, "reject");
    points.insert(ga::config_to_json(run.config).dump());
  }
  EXPECT_EQ(points.size(), test::sanitized ? 20u : 250u);
  // The other one, which says what differs, differs in the operator alone.
  const std::string other = (root / "experiments/thesis-sweep-planar.json").string();
  EXPECT_TRUE(test::JsonSchema("experiments/schema/sweep.schema.json").accepts(read_file(other)));
  Json planar = load_sweep(other)->to_json();
  EXPECT_EQ(planar["base"]["crossover"], "planar");
  planar["base"]["crossover"] = "reject";
  planar["name"] = "thesis-sweep";
  EXPECT_EQ(planar, sweep.to_json());
  // Its shards are disjoint, complete and of like length.
  const std::vector<int> order = sweep.longest_first();
  for (std::size_t i = 1; i < order.size(); ++i) {
    ASSERT_GE(sweep.matches(order[i - 1]), sweep.matches(order[i]));
  }
  std::set<int> seen;
  std::vector<double> lengths;
  for (int i = 1; i <= 7; ++i) {
    lengths.push_back(0);
    for (const int r : runs_of(sweep, shard_from_text(std::to_string(i) + "/7"))) {
      EXPECT_TRUE(seen.insert(r).second);
      lengths.back() += static_cast<double>(sweep.matches(r));
    }
  }
  EXPECT_EQ(seen.size(), 3250u);
  // Five mutation rates, and they are no matter of the shard: about 130 of each in one of five.
  std::map<double, int> rates;
  for (const int r : runs_of(sweep, Shard{1, 5})) ++rates[sweep.run(r).config.mutation_rate];
  EXPECT_EQ(rates.size(), 5u);
  for (const auto& [rate, count] : rates) EXPECT_NEAR(count, 130, 40) << rate;
  EXPECT_LT(*std::max_element(lengths.begin(), lengths.end()),
            1.01 * *std::min_element(lengths.begin(), lengths.end()));
}

TEST(Sweep, RunsAreNumberedFirstAxisSlowestAndSeededByTheirNumber) {
  const auto sweep = sweep_of(R"({"format": 1, "seed": 9, "repetitions": 3,
      "points": [{"population": 6}, {"population": 8, "final.matches": 50}],
      "grid": {"crossover": ["planar", "reject"],
               "tournament": {"by": "population", "values": {"6": [2, 3], "8": [4]}}}})");
  ASSERT_EQ(sweep->points(), 2 * 2 + 2 * 1);
  const auto settings = [&](int r) {
    std::string text;
    for (const SweepSetting& setting : sweep->run(r).settings) text += setting.value + " ";
    return text;
  };
  EXPECT_EQ(settings(0), "6 \"planar\" 2 ");
  EXPECT_EQ(settings(2), settings(0));
  EXPECT_EQ(settings(3), "6 \"planar\" 3 ");
  EXPECT_EQ(settings(6), "6 \"reject\" 2 ");
  EXPECT_EQ(settings(12), "8 50 \"planar\" 4 ");
  EXPECT_EQ(sweep->run(17).config.final.matches, 50);
  EXPECT_EQ(sweep->run(17).config.crossover, "reject");
  EXPECT_THAT(sweep->hyperparameters(),
              testing::ElementsAre("population", "final.matches", "crossover", "tournament"));
  // Every seed its own; another sweep's seed gives others; the same again gives the same.
  std::set<std::uint64_t> seeds;
  for (int r = 0; r < sweep->runs(); ++r) {
    seeds.insert(sweep->run(r).seed);
    EXPECT_EQ(sweep->run(r).config.seed, sweep->run(r).seed);
    EXPECT_EQ(sweep->run(r).seed >> 63, 0u);
  }
  EXPECT_EQ(seeds.size(), 18u);
  const Json again = sweep->to_json();
  const Sweep copy(JsonView(again, "again"), "/nowhere");
  EXPECT_EQ(copy.to_json(), again);
  EXPECT_EQ(copy.run(17).seed, sweep->run(17).seed);
  EXPECT_EQ(ga::config_to_json(copy.run(17).config), ga::config_to_json(sweep->run(17).config));
}

TEST(Sweep, APresetOfRulesComesBeforeSingleOnes) {
  const auto sweep = sweep_of(R"({"format": 1, "grid": {
      "base_rules.turn_limit": [30, 60], "base_rules.preset": ["risk", "war-classic"]}})");
  ASSERT_EQ(sweep->points(), 4);
  int point = 0;
  for (const int limit : {30, 60}) {
    for (const char* preset : {"risk", "war-classic"}) {
      risk::Rules rules = risk::preset_rules(preset);
      rules.turn_limit = limit;
      EXPECT_EQ(sweep->run(point++).config.base_rules, rules) << limit << ' ' << preset;
    }
  }
}

// What does not vary is as the base says, beside what varies as elsewhere.
TEST(Sweep, APointIsItsBaseReadWithItsSettings) {
  const auto sweep = sweep_of(R"({"format": 1,
    "base": {"format": 1, "tournament": 2, "final": {"matches": 30, "candidates": 2},
             "evidence": {"pool": "individual", "keep": 7}, "ranking": {"by": "bound"},
             "budget": {"first": 30}, "base_rules": {"attack_dice": 2, "players": 2},
             "search_space": {"initial_maps": ["thesis-8", "two"]}, "map_mutations": ["add_border", "swap_bonuses"]},
    "grid": {"final.matches": [40, 50], "evidence.keep": [8, 9], "ranking.errors": [0.5, 2],
             "budget.rounds": [5, 7], "base_rules.turn_limit": [50, 60],
             "population": [6, 8]}})");
  ASSERT_EQ(sweep->runs(), 64);
  const Json base = sweep->to_json()["base"];
  for (int r = 0; r < sweep->runs(); r += test::sanitized ? 9 : 1) {
    const SweepRun run = sweep->run(r);
    Json whole = base;
    whole["seed"] = run.seed;
    whole["name"] = run.config.name;
    for (const SweepSetting& setting : run.settings) {
      ga::set_member(whole, setting.key, parse_json(setting.value), "test");
    }
    EXPECT_NE(whole, base);
    const ga::Config expected = ga::config_from_json(JsonView(whole, "test"), ".");
    EXPECT_EQ(ga::config_to_json(run.config), ga::config_to_json(expected)) << r;
  }
}

// EVORISK_UPDATE_GOLDEN=1 writes the schema anew.
TEST(Sweep, TheSchemaIsWhatTheTableOfKeysMakes) {
  test::expect_golden("experiments/schema/sweep.schema.json", sweep_schema().dump(2) + "\n");
}

TEST(Sweep, TheSchemaHoldsForWhatIsPublishedAndWritten) {
  const test::JsonSchema schema("experiments/schema/sweep.schema.json");
  int published = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(root / "experiments")) {
    if (entry.path().extension() != ".json") continue;
    const auto text = read_file(entry.path());
    if (!parse_json(text).contains("grid")) continue;
    ++published;
    EXPECT_TRUE(schema.accepts(text)) << entry.path();
  }
  EXPECT_GE(published, 2);
  EXPECT_TRUE(schema.accepts(sweep_of(small_sweep)->to_json().dump()));
  for (const char* bad :
       {R"({"format": 1})", R"({"format": 2, "points": [{}]})", R"({"format": 1, "grid": {}})",
        R"({"format": 1, "points": []})", R"({"format": 1, "grid": {"population": []}})",
        R"({"format": 1, "grid": {"seed": [1]}})", R"({"format": 1, "points": [{}], "x": 1})",
        R"({"format": 1, "grid": {"population": {"by": "elites"}}})"}) {
    EXPECT_FALSE(schema.accepts(bad)) << bad;
    EXPECT_THROW(sweep_of(bad), InputError) << bad;
  }
}

}  // namespace
}  // namespace evorisk::experiments
