// Long runs: what the log holds of them, and that it is enough.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/reading/remarks.hpp"
#include "base/seal.hpp"
#include "ga/run/history.hpp"
#include "ga/run/run_files.hpp"
#include "tests/ga/made_up_run.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::ga {
namespace {

Config long_one(Config config, int generations, bool whole) {
  config.generations = generations;
  config.population = 3;
  config.tournament = 2;
  config.matches = 1;
  config.monitor_matches = 0;
  config.whole_log = whole;
  auto& maps = config.search_space.initial_maps;
  maps = {maps[7]};  // a small one
  return config;
}

TEST(ThinnedLog, KeepsTheFirstEveryHundredthAndTheLast) {
  Config config;
  config.generations = 5000;
  for (const int all : {0, 1, 999, 1000, 1100, 4700, 4801, 4999, 5000}) {
    EXPECT_TRUE(logs_all(all, config)) << all;
  }
  for (const int thinned : {1001, 1099, 1101, 4799}) EXPECT_FALSE(logs_all(thinned, config));
  config.whole_log = true;
  EXPECT_TRUE(logs_all(1001, config));
}

TEST_F(RunTest, SumsCountTheGenerationsThatTheResultLeavesOut) {
  constexpr int generations = 2500;
  PlayabilityTally filter;
  filter.tried = 3;
  BreedingTally bred;
  bred.selections = 2;
  std::string lines;
  for (int g = 0; g < generations; ++g) {
    lines += sealed_line({{"generation", g},
                          {"playability", filter.to_json()},
                          {"islands", {{{"immigrants", {"a"}}}, {{"immigrants", Json::array()}}}},
                          {"breeding", bred.to_json()},
                          {"individuals", Json::array()}});
  }
  const std::filesystem::path file = directory("") / log_file;
  write_file(file, lines, Flush::to_system);
  History history;
  history.read(file);
  Json result;
  history.write("a", file, small(), result);
  EXPECT_LE(result["generations"].size(), 2001u);
  EXPECT_EQ(result["breeding"]["selections"], 2 * generations);
  EXPECT_EQ(result["playability"]["tried"], 3 * generations);
  EXPECT_EQ(result["immigrants"], Json({generations, 0}));
}

// As that of a run at work may be.
TEST_F(RunTest, ATornLastLineOfALogIsLeftOutAndTold) {
  const std::filesystem::path file = directory("") / log_file;
  write_file(file, sealed_line({{"generation", 0}}) + R"({"generation": 1, "fitn)",
             Flush::to_system);
  take_remarks();
  int lines = 0;
  read_log(file, [&](const Json&) { ++lines; });
  EXPECT_EQ(lines, 1);
  const std::vector<Message> remarks = take_remarks();
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_THAT(remarks[0].text(), testing::StartsWith(file.string()));
}

TEST_F(RunTest, AThinnedLogGivesTheSameResult) {
  constexpr int generations = 1250;
  ASSERT_EQ(run(long_one(small(), generations, true), "whole"), RunOutcome::finished);
  ASSERT_EQ(run(long_one(small(), generations, false), "thinned"), RunOutcome::finished);
  Json thinned = read_result(directory("thinned"));
  Json all = read_result(directory("whole"));
  const auto ids = [](const Json& ancestry) {
    std::set<std::string> found;
    for (const Json& one : ancestry) found.insert(one["id"]);
    return found;
  };
  const std::set<std::string> ancestors = ids(thinned["ancestry"]);
  EXPECT_TRUE(ancestors.contains(thinned["best"]["id"]));
  EXPECT_TRUE(std::ranges::includes(ids(all["ancestry"]), ancestors));
  for (Json* const one : {&thinned, &all}) {
    one->erase("ancestry");
    (*one)["files"].erase(std::string(config_file));
  }
  EXPECT_TRUE(thinned == all);
  EXPECT_LT(read_file(directory("thinned") / log_file).size(),
            read_file(directory("whole") / log_file).size());

  const std::vector<Json> whole = log("whole");
  const std::vector<Json> lines = log("thinned");
  ASSERT_EQ(lines.size(), whole.size());
  std::set<std::string> with_map;
  for (std::size_t g = 0; g < lines.size(); ++g) {
    const bool in_full = logs_all(static_cast<int>(g), long_one(small(), generations, false));
    EXPECT_EQ(lines[g]["fitness"], whole[g]["fitness"]) << g;
    EXPECT_EQ(in_full, lines[g]["individuals"].size() == 3u) << g;
    std::set<std::string> told;
    for (const Json& individual : lines[g]["individuals"]) {
      told.insert(individual["id"]);
      if (individual.contains("map")) with_map.insert(individual["id"]);
      // An individual in the log has its map there, in this line or before.
      EXPECT_TRUE(with_map.contains(individual["id"])) << g;
    }
    EXPECT_TRUE(told.contains(lines[g]["best"]));
  }
  for (const Json& candidate : thinned["candidates"]) {
    EXPECT_TRUE(with_map.contains(candidate["id"]));
  }
}

// Stopped three times, each time by a resumed run: with the log thinned, and whole again at the
// end.
TEST_F(RunTest, AThinnedLogIsGoneOnWith) {
  const Config config = long_one(small(), 1230, false);
  MadeUpEngine counting;
  run(config, "whole", RunOptions::Start::fresh, counting);
  const auto total = static_cast<std::int64_t>(counting.played.size());
  std::int64_t before = 0;
  for (const std::int64_t after : {total * 9 / 10, total * 95 / 100, total - 40}) {
    std::atomic<bool> stop{false};
    MadeUpEngine stopping(after - before, &stop, 1);
    const auto start = before == 0 ? RunOptions::Start::fresh : RunOptions::Start::resume;
    ASSERT_EQ(run(config, "stopped", start, stopping, &stop), RunOutcome::interrupted) << after;
    before = after;
  }
  ASSERT_EQ(run(config, "stopped", RunOptions::Start::resume), RunOutcome::finished);
  EXPECT_TRUE(results("stopped") == results("whole"));
}

// Of more than 2,000 generations the result has every second, and the last.
TEST_F(RunTest, TheResultDoesNotGrowWithGenerations) {
  ASSERT_EQ(run(long_one(small(), 2101, false), "long"), RunOutcome::finished);
  const Json summary = result("long");
  const Json& generations = summary["generations"];
  EXPECT_EQ(generations.size(), 1052u);
  EXPECT_EQ(generations[1]["generation"], 2);
  EXPECT_EQ(generations.back()["generation"], 2101);
  int oldest = 2101;
  for (const Json& ancestor : summary["ancestry"]) {
    oldest = std::min(oldest, ancestor["born"].get<int>());
  }
  const int born = summary["ancestry"].back()["born"];
  EXPECT_EQ(summary["ancestry"].back()["id"], summary["best"]["id"]);
  EXPECT_GE(oldest, born - 200);
}

}  // namespace
}  // namespace evorisk::ga
