// evorisk reproduce, as a whole command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "experiments/reproduce/run_store.hpp"
#include "experiments/reproduce/targets.hpp"
#include "experiments/reproduce/thesis.hpp"
#include "tests/support/pattern.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using json = nlohmann::ordered_json;
using testing::HasSubstr;

TEST(Reproduce, ListNamesEveryTarget) {
  const auto text = test::run({"reproduce", "--list"});
  const auto listed = parse_json(test::run({"reproduce", "--list", "--json"}).out);
  ASSERT_EQ(listed.size(), experiments::reproduce::targets().size());
  for (const json& target : listed) {
    EXPECT_THAT(text.out, HasSubstr("\n" + target["name"].get<std::string>() + " "));
    EXPECT_GT(target["default_scale"], 0);
  }
}

TEST(Reproduce, WritesFiguresAndPagesThatStandAlone) {
  const test::TemporaryDirectory directory;
  test::ProcessOptions options;
  options.directory = directory.path();
  const std::vector<std::string> words = {
      "reproduce",     "table-5.4", "figure-5.8", "figure-5.3", "figure-5.7",
      "differences",   "--scale",   "0.0001",     "--matches",  "3",
      "--generations", "1",         "--out",      "pages",      "--quiet"};
  const auto result = test::run(words, options);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("table-5.4 (tables 5.3 and 5.4 of the thesis)"));
  for (const char* name : {"table-5.4", "figure-5.8", "figure-5.3", "figure-5.7", "differences"}) {
    SCOPED_TRACE(name);
    const auto report = parse_json(directory.read("pages/" + std::string(name) + ".json"));
    EXPECT_EQ(report["target"], name);
    const std::string page = directory.read("pages/" + std::string(name) + ".html");
    const auto holds = [&](const std::string& text) { return page.find(text) != page.npos; };
    EXPECT_TRUE(holds(std::string("evorisk reproduce ") + name));
    EXPECT_TRUE(holds("</html>"));
    for (const char* outside : {"src=", "href=\"http", "@import", "url(http"}) {
      EXPECT_FALSE(holds(outside)) << outside;
    }
  }
  EXPECT_NE(directory.read("pages/figure-5.3.html").find("<svg class=\"chart\""),
            std::string::npos);
  EXPECT_NE(directory.read("pages/figure-5.7.html").find("<svg class=\"evm\""), std::string::npos);
  const auto again = test::run(words, options);
  EXPECT_EQ(again.exit_code, 2);
}

// Two games, the second with a completeness that cannot be.
TEST(Reproduce, FiguresOfAFileStandBesideTheModels) {
  const test::TemporaryDirectory directory;
  test::ProcessOptions options;
  options.directory = directory.path();
  const auto line = [](const std::string& map, const std::string& completeness) {
    return R"({"map": ")" + map +
           R"(", "allocation": "random", "defence_dice": 2, "conquest_move": "min", )"
           R"("reinforcement_divisor": 1, "matches_per_batch": 50, "batches": {"completeness": )" +
           completeness +
           R"(, "duration": [0.64, 0.65], "advantage": [0.5, 0.6], "branching_factor": [0.99, 1], )"
           R"("drama": [0.2, 0.21], "killer_moves": [0.82, 0.83], "lead_change": [0.26, 0.27]}})"
           "\n";
  };
  directory.write("figures.jsonl", line("thesis-6", "[1, 1]") + line("thesis-8", "[0, 0]"));
  const auto result = test::run(
      {"reproduce", "program", "--figures", "figures.jsonl", "--out", "pages", "--quiet"}, options);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("of 14"));
  EXPECT_THAT(result.out, HasSubstr("batches of 50 matches of each of 2 games"));
  EXPECT_THAT(result.out, testing::ContainsRegex("thesis-8 .*Completeness"));
}

TEST(Reproduce, MarkdownIsATable) {
  const test::TemporaryDirectory directory;
  test::ProcessOptions options;
  options.directory = directory.path();
  const auto result = test::run({"reproduce", "figure-5.7", "--markdown", "--quiet"}, options);
  EXPECT_EQ(
      result.out,
      "| | thesis | library |\n|---|---:|---:|\n| *The map* | | |\n| territories | 13 | 13 |\n");
}

// A store that holds runs of one configuration, the fast one, alone.
class ReproduceStored : public testing::Test {
 protected:
  ReproduceStored() {
    namespace reproduce = experiments::reproduce;
    reproduce::RunStore store(directory_.path() / "store", 1, 3, "");
    reproduce::RunSummary run;
    run.parameters = reproduce::thesis().fast.parameters;
    run.territories = 13;
    run.last_generation_size = 1;
    for (const auto profile : {reproduce::Profile::text, reproduce::Profile::original}) {
      for (int number = 0; number < 3; ++number) {
        run.final_fitness = 2 + number;
        store.add({reproduce::Study::repeat, profile, run.parameters, number}, run);
      }
    }
  }
  test::ProcessResult reproduce(const std::string& words) const {
    return test::run_shell("evorisk reproduce " + words + " --scale 0.0001 --matches 3",
                           directory_.path());
  }
  bool there(const char* file) const { return std::filesystem::exists(directory_.path() / file); }

  test::TemporaryDirectory directory_;
};

TEST_F(ReproduceStored, AllLeavesOutTargetsWithoutRuns) {
  const auto all = reproduce("all --store store --stored --out pages --page page.html");
  ASSERT_EQ(all.exit_code, 0) << all.err;
  EXPECT_THAT(all.err, HasSubstr("left out, because store holds no runs for them: table-5.1, "));
  for (const char* file :
       {"pages/figure-5.7.json", "pages/figure-5.8.json", "pages/program.json"}) {
    EXPECT_TRUE(there(file)) << file;
  }
  for (const char* name : {"table-5.4", "rules", "figure-5.9"}) {
    EXPECT_THAT(all.err, HasSubstr(name));
    EXPECT_FALSE(there(("pages/" + std::string(name) + ".json").c_str())) << name;
  }
  EXPECT_THAT(all.err, testing::Not(HasSubstr("figure-5.8")));
  EXPECT_THAT(directory_.read("page.html"), HasSubstr("figure-5.8"));
}

TEST_F(ReproduceStored, ATargetThatIsNamedNeedsItsRuns) {
  for (const char* names : {"table-5.4", "all table-5.4"}) {
    const auto result =
        reproduce(names + std::string(" --store store --stored --out named --force"));
    EXPECT_EQ(result.exit_code, 2) << names;
    EXPECT_THAT(result.err, HasSubstr("store: holds no run of ")) << names;
  }
  const auto nothing = reproduce("all --store other --stored --out far/pages");
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_THAT(nothing.err, HasSubstr("other: holds no store of runs"));
  EXPECT_FALSE(there("other"));
  EXPECT_EQ(reproduce("rules --store other --stored --out a/b --page c/d/page.html").exit_code, 2);
  EXPECT_FALSE(there("a"));
  EXPECT_FALSE(there("c"));
  EXPECT_FALSE(there("far"));
}

// The runs of the grid that one profile has stand in its column.
TEST_F(ReproduceStored, TheTenBestKnowTheGridOfOneProfile) {
  namespace reproduce_room = experiments::reproduce;
  {
    reproduce_room::RunStore store(directory_.path() / "store", 1, 3, "");
    reproduce_room::RunSummary run;
    run.territories = 13;
    run.last_generation_size = 1;
    run.final_fitness = 0.5;
    for (const auto& best : reproduce_room::thesis().best_runs) {
      run.parameters = best.parameters;
      for (const auto profile :
           {reproduce_room::Profile::text, reproduce_room::Profile::original}) {
        store.add({reproduce_room::Study::repeat, profile, run.parameters, 0}, run);
      }
    }
    store.add({reproduce_room::Study::grid, reproduce_room::Profile::original, run.parameters, 0},
              run);
  }
  const auto made = reproduce("table-5.1 --store store --stored --out ten");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const auto report = parse_json(directory_.read("ten/table-5.1.json"));
  const auto& share = report["sections"][0]["figures"].back()["ours"];
  EXPECT_TRUE(share["text"]["mean"].is_null()) << share;
  EXPECT_EQ(share["original"]["note"], "1 of 1") << share;
}

TEST_F(ReproduceStored, AShardReplacesNoPage) {
  directory_.write("pages/figure-5.8.json", "{}");
  const auto shard = reproduce("figure-5.8 --store store --shard 1/2 --out pages");
  EXPECT_EQ(shard.exit_code, 0) << shard.err;
  EXPECT_EQ(directory_.read("pages/figure-5.8.json"), "{}");
}

TEST_F(ReproduceStored, ThePageSaysHowItIsMadeAgain) {
  const auto made = reproduce("figure-5.8 --store store --stored --out p --page 'a page.html'");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::string again = "evorisk reproduce figure-5.8 --scale 0.0001 --store store --stored";
  EXPECT_THAT(directory_.read("p/figure-5.8.html"), HasSubstr(again + " --matches 3"));
  EXPECT_THAT(directory_.read("a page.html"), HasSubstr(again + " --matches 3 --page "));
}

TEST_F(ReproduceStored, ACourseOfAnotherLengthIsRefused) {
  std::string lines = directory_.read("store/runs.jsonl");
  lines.replace(lines.find("\"course\":[]"), 11, "\"course\":[1]");
  directory_.write("store/runs.jsonl", test::replaced(lines, ",\"sum\":[^}]*", ""));
  const auto made = reproduce("figure-5.8 --store store --stored --out p");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_THAT(made.err, HasSubstr("store/runs.jsonl, line 1: course: expected "));
}

}  // namespace
}  // namespace evorisk::app
