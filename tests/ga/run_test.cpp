// Whole runs: the algorithm, and the run directory.
#include "ga/run/run.hpp"

#include <set>

#include "base/error.hpp"
#include "base/json.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/final.hpp"
#include "ga/run/history.hpp"
#include "maps/io.hpp"
#include "maps/planar/planarity.hpp"
#include "tests/ga/made_up_run.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/golden.hpp"

namespace evorisk::ga {
namespace {

TEST_F(RunTest, WritesACompleteDirectory) {
  ASSERT_EQ(run(small(), "a"), RunOutcome::finished);
  std::set<std::string> files;
  for (const auto& [file, content] : results("a")) files.insert(file);
  EXPECT_EQ(files, (std::set<std::string>{"config.json", "generations.jsonl", "checkpoint.json",
                                          "best.json", "result.json"}));
  EXPECT_TRUE(fs::exists(directory("a") / timing_file));
  EXPECT_TRUE(differences(run_config(directory("a")), small()).empty());

  const std::vector<Json> lines = log("a");
  ASSERT_EQ(lines.size(), 5u);
  std::map<std::string, Json> born;
  for (std::size_t g = 0; g < lines.size(); ++g) {
    const Json& line = lines[g];
    EXPECT_EQ(line["generation"], g);
    ASSERT_EQ(line["individuals"].size(), 6u) << "exactly N, whatever was bred";
    double lowest = 1e9;
    std::string best;
    for (std::size_t i = 0; i < 6; ++i) {
      const Json& individual = line["individuals"][i];
      const std::string id = individual["id"];
      const double fitness = individual["fitness"]["mean"];
      if (fitness < lowest) {
        lowest = fitness;
        best = id;
      }
      EXPECT_EQ(individual.contains("map"), individual["born"] == g) << "a map once, at its birth";
      if (individual["born"] == g) {
        EXPECT_EQ(id, "g" + std::to_string(g) + "-" + std::to_string(i));
        EXPECT_EQ(individual["matches"], 10);
        for (const Json& parent : individual["parents"]) {
          const Json& before = lines[g - 1]["individuals"];
          EXPECT_TRUE(std::any_of(before.begin(), before.end(),
                                  [&](const Json& other) { return other["id"] == parent; }));
        }
        EXPECT_EQ(individual["parents"].size(), g == 0 ? 0u : 2u);
        born[id] = individual;
      } else {
        EXPECT_EQ(i, 0u) << "one elite, the first";
        EXPECT_EQ(id, lines[g - 1]["best"]);
      }
      if (individual.contains("map") && !individual["map"].is_string()) {
        const maps::Map map = maps::map_from_json(JsonView(individual["map"], "log"));
        EXPECT_TRUE(maps::is_planar(map));
        EXPECT_EQ(map.territory_count(), individual["territories"]);
        EXPECT_EQ(map.name(), id);
      }
    }
    EXPECT_EQ(line["best"], best);
    EXPECT_EQ(line["fitness"]["best"], lowest);
    EXPECT_EQ(line["monitor"]["id"], best);
    EXPECT_EQ(line["monitor"]["matches"], 20);
    EXPECT_EQ(line["breeding"]["crossover"]["not_planar"], 0);
  }

  const Json summary = result("a");
  const std::string best = summary["best"]["id"];
  EXPECT_EQ(summary["best"]["matches"], 30);
  EXPECT_EQ(summary["candidates"].size(), 3u);
  EXPECT_EQ(summary["candidates"][0]["id"], best);
  EXPECT_NE(summary["candidates"][0]["choice"]["fitness"], summary["best"]["fitness"])
      << "the reported matches are not those of the choice";
  EXPECT_EQ(summary["generations"].size(), 5u);
  EXPECT_EQ(summary["ancestry"].back()["id"], best);
  std::set<std::string> known;
  for (const Json& ancestor : summary["ancestry"]) {
    for (const Json& parent : ancestor["parents"]) EXPECT_TRUE(known.contains(parent));
    known.insert(ancestor["id"]);
    EXPECT_EQ(ancestor["fitness"], born.at(ancestor["id"])["fitness"]);
  }

  const risk::Variant variant = risk::load_variant((directory("a") / best_file).string());
  EXPECT_EQ(variant.territories(), born.at(best)["territories"]);
  EXPECT_EQ(risk::get_rule(variant.rules(), "defence_dice"),
            born.at(best)["genes"]["defence_dice"]);
  for (int t = 0; t < variant.territories(); ++t) EXPECT_TRUE(variant.map().territory(t).position);
}

// Whatever plays in a run, it is no more than is said before, and not much less.
TEST_F(RunTest, ARunPlaysNoMoreThanItsConfigurationSays) {
  std::vector<Config> configs(7, small());
  configs[1].islands.count = 3;
  apply_setting(configs[2], "algorithm=nsga2");
  apply_setting(configs[2], R"(objective.groups={
      "tempo":["completeness","duration"],"choice":["advantage","branching_factor"],
      "tension":["drama","killer_moves","lead_change"]})");
  apply_setting(configs[3], "algorithm=map_elites");
  apply_setting(configs[3], R"(map_elites={"descriptors":[{"quantity":"territories","from":2,
      "to":44,"bins":3}],"fresh_matches":5})");
  apply_setting(configs[4], R"(judges=["cautious","random"])");
  apply_setting(configs[5],
                R"(playability=[{"matches":5,"limits":{"completeness":{"at_least":0.01}}}])");
  apply_setting(configs[6], "generations=1000");
  apply_setting(configs[6], "budget.matches=500");
  for (const Config& config : configs) {
    check(config, "test");
    MadeUpEngine engine;
    Evolution evolution(config, engine);
    while (!evolution.done()) ASSERT_TRUE(evolution.advance({}));
    ASSERT_TRUE(final_evaluation(evolution, config, {}).has_value());
    EXPECT_LE(evolution.matches(), most_played(config));
    EXPECT_GE(2 * evolution.matches(), most_played(config));
  }
}

TEST_F(RunTest, TheSameSeedGivesTheSameBytesAndAnotherDoesNot) {
  run(small(), "a");
  run(small(), "b");
  EXPECT_EQ(results("a"), results("b"));
  Config other = small();
  other.seed = 8;
  run(other, "c");
  EXPECT_NE(results("a")["generations.jsonl"], results("c")["generations.jsonl"]);
}

// What runs do, in short, for people to read when it changes. Set EVORISK_UPDATE_GOLDEN to write
// the files anew.
TEST_F(RunTest, GoldenLogs) {
  Config judged = small();
  apply_setting(judged, R"(judges=["cautious","random"])");
  apply_setting(judged, "budget.policy=halving");
  apply_setting(judged, "budget.common_numbers=true");
  const std::pair<const char*, Config> runs[] = {{"small_run", small()}, {"judged_run", judged}};
  for (const auto& [name, config] : runs) {
    run(config, name);
    std::string text;
    for (const Json& line : log(name)) {
      text += "generation " + line["generation"].dump() + ", best " +
              line["best"].get<std::string>() + '\n';
      for (const Json& individual : line["individuals"]) {
        text += "  " + individual["id"].get<std::string>() + " of " + individual["parents"].dump() +
                ' ' + individual["mutations"].dump() + ' ' + individual["genes"].dump() + " t" +
                individual["territories"].dump() + " b" + individual["borders"].dump() + " c" +
                individual["continents"].dump() + " fitness " +
                std::to_string(individual["fitness"]["mean"].get<double>()) + '\n';
      }
    }
    text += "reported " + result(name)["best"]["id"].get<std::string>() + ' ' +
            std::to_string(result(name)["best"]["fitness"]["mean"].get<double>()) + '\n';
    evorisk::test::expect_golden(std::string("tests/ga/golden/") + name + ".txt", text);
  }
}

// The report and every other command that reads a result refuse it beside other files than its own.
TEST_F(RunTest, AResultIsReadBesideItsOwnFilesAlone) {
  run(small(), "a");
  const fs::path own_directory = directory("a");
  EXPECT_NO_THROW(read_result(own_directory));
  for (const std::string_view name : {config_file, best_file}) {
    const std::string own = read_file(own_directory / name);
    write_file(own_directory / name, own + " ");
    EXPECT_THROW(read_result(own_directory), InputError) << name;
    write_file(own_directory / name, own);
  }
  EXPECT_NO_THROW(read_result(own_directory));
}

TEST(GenerationText, IsTheSameByAnyNumberOfThreads) {
  Config config;
  config.generations = 1;
  config.population = test::sanitized ? 60 : 350;
  config.matches = 1;
  config.monitor_matches = 0;
  MadeUpEngine engine;
  Evolution evolution(config, engine);
  while (!evolution.done()) ASSERT_TRUE(evolution.advance({}));
  const std::string line = History().add(evolution, config, 1);
  EXPECT_EQ(parse_json(line)["individuals"].size(), static_cast<std::size_t>(config.population));
  for (const int threads : {2, 3, 8}) {
    EXPECT_EQ(History().add(evolution, config, threads), line) << threads;
  }
}

TEST_F(RunTest, JudgesDecideTheFitness) {
  std::map<std::string, std::string> bests;
  for (const metrics::PanelAggregation aggregation :
       {metrics::PanelAggregation::mean, metrics::PanelAggregation::worst}) {
    Config config = small();
    config.generations = 2;
    config.judges = {"cautious", "random", "aggressive"};
    config.aggregation = aggregation;
    const std::string name = aggregation == metrics::PanelAggregation::mean ? "mean" : "worst";
    MadeUpEngine engine;
    run(config, name, RunOptions::Start::fresh, engine);
    for (const auto& [key, times] : engine.played) ASSERT_EQ(times, 1);
    const auto check = [&](const Json& evidence) {
      ASSERT_EQ(evidence["judges"].size(), 3u);
      double sum = 0;
      double worst = 0;
      std::int64_t matches = 0;
      for (std::size_t j = 0; j < 3; ++j) {
        const Json& judge = evidence["judges"][j];
        EXPECT_EQ(judge["agent"], config.judges[j]);
        sum += judge["fitness"]["mean"].get<double>();
        worst = std::max(worst, judge["fitness"]["mean"].get<double>());
        matches += judge["matches"].get<std::int64_t>();
      }
      EXPECT_EQ(evidence["matches"], matches);
      EXPECT_NEAR(evidence["fitness"]["mean"].get<double>(),
                  aggregation == metrics::PanelAggregation::mean ? sum / 3 : worst, 1e-12);
    };
    for (const Json& line : log(name)) {
      double least = 1e9;
      for (const Json& individual : line["individuals"]) {
        check(individual);
        least = std::min(least, individual["fitness"]["mean"].get<double>());
      }
      EXPECT_EQ(line["fitness"]["best"], least);
      check(line["monitor"]);
    }
    check(result(name)["best"]);
    check(result(name)["candidates"][0]["search"]);
    check(result(name)["candidates"][0]["choice"]);
    bests[name] = read_file(directory(name) / log_file);

    // Stopped and resumed: the same bytes.
    std::atomic<bool> stop{false};
    MadeUpEngine halted(350, &stop);
    EXPECT_EQ(run(config, name + "2", RunOptions::Start::fresh, halted, &stop),
              RunOutcome::interrupted);
    EXPECT_EQ(run(config, name + "2", RunOptions::Start::resume), RunOutcome::finished);
    EXPECT_EQ(results(name), results(name + "2"));
  }
  EXPECT_NE(bests["mean"], bests["worst"]);
}

// With the real engine: who judges changes what is found, and extended criteria count.
TEST_F(RunTest, JudgesAndExtendedCriteriaInPlay) {
  Config config = small();
  config.generations = 1;
  config.population = 4;
  config.monitor_matches = 0;
  config.final.candidates = 1;
  auto& maps = config.search_space.initial_maps;
  maps.erase(maps.begin() + 1, maps.end());
  apply_setting(config, "objective.criteria.comeback=0.3");
  apply_setting(config, "objective.criteria.luck_share.weight=2");
  apply_setting(config, "judges=[\"cautious\",\"random\"]");
  std::map<int, std::map<std::string, std::string>> found;
  for (const int threads : {1, 2}) {
    const std::string name = "t" + std::to_string(threads);
    const auto engine = engine_of(config, threads);
    EXPECT_EQ(run(config, name, RunOptions::Start::fresh, *engine), RunOutcome::finished);
    found[threads] = results(name);
  }
  EXPECT_EQ(found[1], found[2]);
  const Json best = result("t1")["best"];
  ASSERT_TRUE(best["criteria"].contains("luck_share"));
  EXPECT_FALSE(best["criteria"].contains("map_use"));
  const auto turns = [&](int judge) {
    return best["judges"][judge]["turns"]["mean"].get<double>();
  };
  EXPECT_NE(turns(0), turns(1));
}

TEST_F(RunTest, NoMatchIsEverPlayedTwice) {
  for (const ElitePolicy policy : {ElitePolicy::accumulate, ElitePolicy::reevaluate}) {
    Config config = small();
    config.elite_policy = policy;
    config.elites = 2;
    MadeUpEngine engine;
    run(config, policy == ElitePolicy::accumulate ? "a" : "r", RunOptions::Start::fresh, engine);
    for (const auto& [key, times] : engine.played) ASSERT_EQ(times, 1);
  }
}

// The elite keeps its place, its genes and, under `accumulate`, its evidence.
TEST_F(RunTest, ElitismNeverLosesTheElite) {
  for (const ElitePolicy policy : {ElitePolicy::accumulate, ElitePolicy::reevaluate}) {
    for (const int elites : {0, 1, 3}) {
      Config config = small();
      config.generations = test::sanitized ? 3 : 8;
      config.elites = elites;
      config.elite_policy = policy;
      const std::string name = std::to_string(elites) + std::to_string(static_cast<int>(policy));
      run(config, name);
      const std::vector<Json> lines = log(name);
      for (std::size_t g = 1; g < lines.size(); ++g) {
        const Json& before = lines[g - 1]["individuals"];
        std::vector<Json> ranked(before.begin(), before.end());
        std::stable_sort(ranked.begin(), ranked.end(), [](const Json& a, const Json& b) {
          return a["fitness"]["mean"] < b["fitness"]["mean"];
        });
        for (int e = 0; e < 6; ++e) {
          const Json& now = lines[g]["individuals"][static_cast<std::size_t>(e)];
          if (e >= elites) {
            EXPECT_EQ(now["born"], g);
            continue;
          }
          const Json& then = ranked[static_cast<std::size_t>(e)];
          ASSERT_EQ(now["id"], then["id"]) << "generation " << g << " elite " << e;
          EXPECT_EQ(now["genes"], then["genes"]);
          const int matches = then["matches"];
          EXPECT_EQ(now["matches"],
                    policy == ElitePolicy::accumulate ? matches + config.matches : config.matches);
          EXPECT_NE(now["fitness"], then["fitness"]) << "measured by fresh matches";
          if (policy == ElitePolicy::accumulate) {
            // Sums of what was there and what came: wins never become fewer.
            EXPECT_GE(now["seat_wins"][0], then["seat_wins"][0]);
            EXPECT_GE(now["ends"]["turn_limit"], then["ends"]["turn_limit"]);
          }
        }
      }
    }
  }
}

TEST_F(RunTest, SmallestAndEmptiestRuns) {
  Config config = small();
  config.generations = 0;
  config.population = 2;
  config.tournament = 2;
  config.matches = 1;
  config.monitor_matches = 0;
  config.final.matches = 1;
  config.final.candidates = 1;
  ASSERT_EQ(run(config, "zero"), RunOutcome::finished);
  EXPECT_EQ(log("zero").size(), 1u);
  EXPECT_TRUE(log("zero")[0]["monitor"].is_null());
  EXPECT_TRUE(result("zero")["candidates"][0]["choice"].is_null());
  config.generations = 3;
  ASSERT_EQ(run(config, "two"), RunOutcome::finished);
  EXPECT_EQ(log("two").size(), 4u);
}

TEST_F(RunTest, AFixedMapIsNeverTouched) {
  Config config = small();
  config.search_space.map_evolves = false;
  config.mutation_rate = 1;
  run(config, "fixed");
  for (const Json& line : log("fixed")) {
    for (const Json& individual : line["individuals"]) {
      if (individual.contains("map")) {
        EXPECT_TRUE(individual["map"].is_string());
      }
    }
    for (const auto& [name, counts] : line["breeding"]["mutations"].items()) {
      EXPECT_EQ(counts["drawn"], name == "rule" && line["generation"] > 0 ? 20 : 0) << name;
    }
  }
}

TEST_F(RunTest, RejectThatCannotSucceedEndsWithACountAndKeepsTheRun) {
  // K5 in one continent: every child holds it whole.
  const Json five = parse_json(R"({"format": 1, "name": "k5", "territories":
      [{}, {}, {}, {}, {}], "borders": [[0,1],[0,2],[0,3],[0,4],[1,2],[1,3],[1,4],[2,3],[2,4],[3,4]],
      "continents": [{"bonus": 1, "territories": [0, 1, 2, 3, 4]}]})");
  Config config = small();
  config.population = 2;
  config.tournament = 2;
  config.search_space.initial_maps = {
      {"", std::make_shared<const maps::Map>(maps::map_from_json(JsonView(five, "k5")))}};
  config.crossover = "reject";
  try {
    run(config, "stuck");
    FAIL() << "found a planar child of K5";
  } catch (const SearchStuck& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("generation 1: 20000 pairs"), std::string::npos) << message;
    EXPECT_NE(message.find("40000 children not planar"), std::string::npos) << message;
  }
  EXPECT_EQ(log("stuck").size(), 1u);
  config.crossover = "planar";
  config.population = 4;
  EXPECT_EQ(run(config, "planar"), RunOutcome::finished);
  EXPECT_GT(log("planar")[1]["breeding"]["crossover"]["borders_lost"], 0);
}

TEST_F(RunTest, AnyRuleKeyMayEvolveEvenTheNumberOfPlayers) {
  Config config = small();
  config.generations = 6;
  config.mutation_rate = 0.4;
  config.search_space.genes = {{"players", {"2", "4", "6"}},
                               {"turn_limit", {"10", "20"}},
                               {"card_schedule", {"[4]", "[1,2,3]"}}};
  config.search_space.initial_maps = {{"star-6", maps::library_map("star-6")},
                                      {"thesis-8", maps::library_map("thesis-8")}};
  ASSERT_NO_THROW(check(config, "config"));
  ASSERT_EQ(run(config, "a"), RunOutcome::finished);
  std::set<int> players;
  for (const Json& line : log("a")) {
    ASSERT_EQ(line["individuals"].size(), 6u);
    for (const Json& individual : line["individuals"]) {
      players.insert(individual["genes"]["players"].get<int>());
      EXPECT_EQ(individual["seat_wins"].size(), individual["genes"]["players"].get<std::size_t>());
      EXPECT_GE(individual["territories"], individual["genes"]["players"]);
    }
  }
  EXPECT_GT(players.size(), 1u);
}

}  // namespace
}  // namespace evorisk::ga
