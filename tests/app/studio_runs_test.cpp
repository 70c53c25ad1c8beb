// The studio's runs, shortlists and sweeps: what is listed of them, and what is done to them.
#include <gmock/gmock.h>

#include <chrono>
#include <thread>

#include "app/studio/runs/run_log.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/seal.hpp"
#include "experiments/sweep/directory.hpp"
#include "tests/app/studio_fixture.hpp"
#include "tests/experiments/small_sweep.hpp"

namespace evorisk::app {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;

TEST(StudioRunLog, ReadsALogAsItGrows) {
  const test::TemporaryDirectory directory;
  const auto line = [](int generation) {
    const std::string id = "g" + std::to_string(generation) + "-0";
    const Json fitness = {{"mean", 1.0}, {"se", 0.1}};
    return sealed_line(
        Json{{"generation", generation},
             {"best", id},
             {"fitness", {{"best", 1.0}}},
             {"monitor", nullptr},
             {"territories", {{"mean", 3}}},
             {"individuals",
              {{{"id", id},
                {"born", generation},
                {"parents", generation == 0 ? Json::array()
                                            : Json{"g" + std::to_string(generation - 1) + "-0"}},
                {"fitness", fitness},
                {"territories", 3},
                {"continents", 1},
                {"turns", fitness},
                {"genes", Json::object()},
                {"mutations", Json::array()},
                {"criteria", Json::object()},
                {"map", "two"}}}}});
  };
  RunLog log(directory.path());
  log.refresh();  // nothing there yet
  EXPECT_EQ(log.generations(), 0);
  EXPECT_TRUE(log.summaries(-1, 1).empty());
  const std::string whole = line(0) + line(1);
  directory.write("generations.jsonl", whole + line(2).substr(0, 30));
  log.refresh();
  EXPECT_EQ(log.generations(), 2);  // the third is torn
  EXPECT_EQ(log.summaries(0, 10).size(), 2u);
  EXPECT_EQ(log.individual("g1-0").at("map"), "two");
  EXPECT_THROW(log.individual("g2-0"), InputError);
  EXPECT_THROW(log.individual("g-1-0"), InputError);
  EXPECT_THROW(log.individual("x"), InputError);
  directory.write("generations.jsonl", whole + line(2));
  log.refresh();
  EXPECT_EQ(log.generations(), 3);
  EXPECT_EQ(log.ancestry("g2-0", 9).size(), 3u);
  EXPECT_EQ(log.ancestry("g2-0", 1).size(), 2u);
  // A run made anew, whose log is shorter, or longer already.
  directory.write("generations.jsonl", line(0));
  log.refresh();
  EXPECT_EQ(log.generations(), 1);
  directory.write("generations.jsonl", line(10) + line(11) + line(12));
  log.refresh();
  EXPECT_EQ(log.generations(), 3);
  EXPECT_EQ(log.summaries(0, 10).at(0).at("best"), "g10-0");
}

TEST_F(StudioTest, AShortlistIsListedWithItsEntries) {
  const auto root = directory.path() / "list";
  make_directory(root / "1-small");
  write_file(root / "shortlist.json",
             R"({"format":1,"title":"Two","shortlist":[{"title":"Small"},{"title":"Large"}]})");
  write_file(root / "1-small" / "winner.json", "{}");
  const auto card = [&] { return parse_json(get("/api/list").body).at("shortlists").at(0); };
  EXPECT_EQ(card(), parse_json(R"({"id":"list","state":"interrupted","steerable":false,
    "title":"Two","entries":[{"title":"Small","run":"list/1-small","done":true},
                             {"title":"Large","run":"list/2-large","done":false}]})"));
  make_directory(root / "variants");  // where variants of the designer's own may be
  EXPECT_EQ(card().at("state"), "interrupted");
  write_file(root / "report.html", "");
  EXPECT_EQ(card().at("state"), "done");
  write_file(root / "shortlist.json", R"({"format":1,"shortlist":3})");
  EXPECT_NE(card().at("problem"), "");
}

TEST_F(StudioTest, WhereItsDirectoryLiesIsNotTold) {
  make_directory(directory.path() / "run");
  directory.write("run/config.json", "{}");
  make_directory(directory.path() / "empty");
  for (const char* name : {"run:.#g0-0", "run:.", "run:run#g0-0", "run:empty#best"})
    EXPECT_THAT(refused(get("/api/variant", {{"name", name}})), Not(HasSubstr(directory.path())))
        << name;
  for (const char* id : {".", "run", "empty"})
    EXPECT_THAT(see("/api/run", {{"id", id}}).at("problem").get<std::string>(),
                Not(HasSubstr(directory.path())))
        << id;
  EXPECT_THAT(get("/api/list").body, Not(HasSubstr(directory.path())));
}

TEST_F(StudioTest, ASweepIsListedWithWhatIsAtWork) {
  // A run is at work from its claim on, not from its first checkpoint.
  experiments::SweepDirectory sweep(directory.path() / "sweep",
                                    experiments::sweep_of(experiments::small_sweep));
  const auto listed = [&] { return see("/api/list", {}).at("sweeps").at(0); };
  EXPECT_EQ(listed().at("at_work"), 0);
  auto claim = sweep.claim(0);
  EXPECT_EQ(listed().at("at_work"), 1);
  write_file(sweep.work_file(0), "{}");
  claim.reset();
  EXPECT_EQ(listed().at("at_work"), 0);
}

// As `evorisk sweep status` tells them.
TEST_F(StudioTest, BrokenRecordsOfASweepAreNotDone) {
  experiments::SweepDirectory sweep(directory.path() / "sweep",
                                    experiments::sweep_of(experiments::small_sweep));
  std::filesystem::create_directories(sweep.record_file(0).parent_path());
  const auto listed = [&] {
    const Json card = see("/api/list", {}).at("sweeps").at(0);
    return std::pair(card.at("done").get<int>(), card.at("broken").get<int>());
  };
  const auto written = [&](int run, const Json& record) {
    write_file(sweep.record_file(run), sealed_line(record));
    return listed();
  };
  const Json whole = {{"format", 1}, {"run", 0}, {"seed", sweep.sweep().run(0).seed}};
  EXPECT_EQ(written(0, whole), std::pair(1, 0));
  EXPECT_EQ(written(1, whole), std::pair(1, 1));
  // Done again.
  std::filesystem::remove(sweep.record_file(1));
  EXPECT_EQ(listed(), std::pair(1, 0));
  EXPECT_EQ(written(1, {{"format", 1}, {"run", 1}, {"seed", sweep.sweep().run(1).seed}}),
            std::pair(2, 0));
}

TEST_F(StudioTest, RunsOfOneNameHaveLogsOfTheirOwn) {
  for (const char* run : {"a/x", "b/x"}) {
    std::filesystem::create_directories(directory.path() / run);
    write_file(directory.path() / run / "config.json", R"({"format": 1})");
    write_file(directory.path() / run / "checkpoint.json", "broken");
    ask("/api/run/steer", {{"id", run}, {"order", "continue"}});
  }
  EXPECT_TRUE(std::filesystem::exists(directory.path() / "configurations/a/x.log"));
  EXPECT_TRUE(std::filesystem::exists(directory.path() / "configurations/b/x.log"));
}

// The last generation may have another best than the one that the run reports.
TEST_F(StudioTest, OfAFinishedRunTheBoardIsItsBest) {
  const auto result = test::run_shell(
      "evorisk evolve thesis --quiet --set generations=12 --set population=6 --set tournament=2 "
      "--set matches=10 --set monitor_matches=0 --set final.matches=20 --set final.candidates=6 "
      "--out whole",
      directory.path());
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json run = see("/api/run", {{"id", "whole"}});
  const Json best = parse_json(read_file(directory.path() / "whole" / "result.json")).at("best");
  EXPECT_NE(run.at("last").at("best"), best.at("id"));  // what is shown would be another's
  EXPECT_EQ(run.at("board").at("territories"), best.at("territories"));
  const Json& turns = best.at("turns").at("mean");
  EXPECT_EQ(run.at("board").at("turns"), Json::array({turns, turns}));
}

// A run of another process: paused, let go on and stopped by files that it looks at.
TEST_F(StudioTest, RunsThatOthersHaveStartedObeyToo) {
  const std::string place = (directory.path() / "far").string();
  test::Process other(
      {test::program(), "evolve", "thesis", "--set", "generations=100000", "--set", "population=4",
       "--set", "tournament=2", "--set", "matches=1000", "--set", "monitor_matches=0", "--set",
       "search_space.initial_maps=[\"cycle-4\",\"star-6\"]", "--out", place, "--quiet"});
  const auto wait_for = [&](std::string_view state) {
    // The program may take its time to start; a minute means that it never will.
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (std::chrono::steady_clock::now() < end) {
      const Response response = get("/api/run", {{"id", "far"}});
      if (response.status == 200 && parse_json(response.body).at("state") == state) return true;
      std::this_thread::yield();
    }
    return false;
  };
  const auto steer = [&](const char* order) {
    return post("/api/run/steer", Json{{"id", "far"}, {"order", order}}.dump());
  };
  ASSERT_TRUE(wait_for("running"));
  EXPECT_EQ(see("/api/run", {{"id", "far"}}).at("steerable"), true);
  EXPECT_EQ(good(steer("pause")).at("state"), "paused");
  EXPECT_EQ(good(steer("continue")).at("state"), "running");
  good(steer("pause"));
  EXPECT_EQ(good(steer("stop")).at("state"), "paused");
  EXPECT_EQ(other.wait().exit_code, 130);
  EXPECT_EQ(see("/api/run", {{"id", "far"}}).at("state"), "interrupted");
  EXPECT_TRUE(std::filesystem::exists(directory.path() / "far" / "checkpoint.json"));
  EXPECT_THAT(refused(steer("pause")), HasSubstr("no process is at work"));
  EXPECT_THAT(refused(steer("stop")), HasSubstr("no process is at work"));
}

TEST_F(StudioTest, WhatIsSaidOfCandidatesIsWrittenForTheRun) {
  const auto run = [&](const std::string& settings) {
    return test::run_shell(
        "evorisk evolve thesis --quiet --set generations=3 --set population=4 --set "
        "tournament=2 --set matches=5 --set monitor_matches=0 --set final.matches=5 " +
            settings,
        directory.path());
  };
  ASSERT_EQ(run("--out done").exit_code, 0);
  const auto say = [&](const Json& what) { return post("/api/run/likes", what.dump()); };
  EXPECT_THAT(refused(say({{"id", "done"}, {"verdict", "like"}, {"individual", "g1-2"}})),
              HasSubstr("the run is done"));
  // As if it were at work after its last generation but one.
  std::filesystem::remove(directory.path() / "done" / "result.json");
  EXPECT_THAT(refused(say({{"id", "done"}, {"verdict", "like"}, {"individual", "g1-77"}})),
              HasSubstr("there is no individual \"g1-77\""));
  EXPECT_THAT(refused(say({{"id", "done"}, {"verdict", "love"}, {"individual", "g1-2"}})),
              HasSubstr("unknown verdict \"love\""));
  EXPECT_THAT(refused(say({{"id", "done"}, {"verdict", "like"}})), HasSubstr("no id"));
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "done" / "likes.txt"));
  const Json heard = good(say({{"id", "done"}, {"verdict", "like"}, {"individual", "g1-2"}}));
  EXPECT_EQ(heard.at("waiting"), (Json{{{"verdict", "like"}, {"id", "g1-2"}, {"generation", 0}}}));
  good(say({{"id", "done"}, {"verdict", "off"}}));
  EXPECT_EQ(read_file(directory.path() / "done" / "likes.txt"), "like g1-2\noff\n");
  // What a run has heard and understood.
  directory.write("said.txt", "1 like g0-1\n2 drop g0-2\n3 off\n");
  ASSERT_EQ(run("--likes said.txt --out told").exit_code, 0);
  const Json known = see("/api/run/likes", {{"id", "told"}});
  EXPECT_EQ(known.at("said").size(), 2u);
  EXPECT_EQ(known.at("on"), false);
  EXPECT_EQ(known.at("waiting"), Json::array());
  EXPECT_GE(known.at("understood").size(), 1u);
}

}  // namespace
}  // namespace evorisk::app
