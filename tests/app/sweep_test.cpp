// evorisk sweep as a whole program: several processes, killed again and again, in one directory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "app/cli/sweep/sweep_run.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/seal.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/pattern.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int short_repetitions = test::sanitized ? 2 : 5;
constexpr int short_run_count = 12 * short_repetitions;
const std::string short_runs = R"({"format": 1, "repetitions": )" +
                               std::to_string(short_repetitions) +
                               R"(, "base": {"format": 1,
    "matches": 10, "monitor_matches": 0, "tournament": 2, "final": {"matches": 20},
    "search_space": {"initial_maps": ["thesis-8", "star-6", "two"]}},
    "grid": {"generations": [2, 6], "population": [3, 5, 7], "crossover": ["planar",
    "reject-first"]}})";

class SweepCommand : public testing::Test {
 protected:
  void SetUp() override { directory_.write("short.json", short_runs); }

  test::ProcessResult shell(const std::string& line) const {
    return test::run_shell(line, directory_.path());
  }
  std::unique_ptr<test::Process> start(const std::vector<std::string>& arguments) const {
    std::vector<std::string> words = {test::program()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    test::ProcessOptions options;
    options.directory = directory_.path();
    return std::make_unique<test::Process>(words, options);
  }
  // The journal of a process that does runs of a sweep.
  fs::path journal(const std::string& sweep, const test::Process& process,
                   std::string node = {}) const {
    if (node.empty()) {
      std::array<char, 256> name{};
      EXPECT_EQ(gethostname(name.data(), name.size() - 1), 0);
      node = name.data();
    }
    return directory_.path() / sweep / "processes" /
           (node + '-' + std::to_string(process.pid()) + ".jsonl");
  }

  test::TemporaryDirectory directory_;
};

TEST_F(SweepCommand, WorkersKilledAgainAndAgainLeaveTheSameBytes) {
  ASSERT_EQ(shell("evorisk sweep plan short.json --out whole --pilot 0").exit_code, 0);
  ASSERT_EQ(shell("evorisk sweep run whole --threads 2").exit_code, 0);
  ASSERT_EQ(shell("evorisk sweep collect whole").exit_code, 0);

  // Two workers side by side, each killed as soon as it has done so many runs.
  constexpr std::pair<int, int> rounds[] = {{0, 2}, {2, 2}, {3, 1}, {2, 5}, {5, 3}, {6, 7}};
  int killed = 0;
  ASSERT_EQ(shell("evorisk sweep plan short.json --out killed --pilot 2").exit_code, 0);
  for (const auto& [first, second] : std::span(rounds).first(test::cases(6))) {
    std::vector<std::unique_ptr<test::Process>> workers;
    for (const char* shard : {"1/1", "2/2"}) {
      workers.push_back(start({"sweep", "run", "killed", "--threads", "1", "--shard", shard}));
    }
    for (std::size_t w = 0; w < 2; ++w) {
      // Its own line, then two for each run: beginning, end.
      workers[w]->wait_for_lines(journal("killed", *workers[w]), 1 + 2 * (w == 0 ? first : second));
      workers[w]->send(SIGKILL);
      killed += workers[w]->wait().signal == SIGKILL ? 1 : 0;
    }
  }
  EXPECT_GE(killed, 1) << "it ends before it can be killed";
  const auto last = shell("evorisk sweep run killed --threads 2 --json");
  ASSERT_EQ(last.exit_code, 0) << last.err;
  const auto summary = parse_json(last.out);
  EXPECT_EQ(summary["done"], short_run_count);
  EXPECT_EQ(summary["missing"], 0);
  ASSERT_EQ(shell("evorisk sweep collect killed").exit_code, 0);
  EXPECT_TRUE(directory_.read("whole/sweep.sqlite") == directory_.read("killed/sweep.sqlite"));
  // Nothing is done twice.
  const auto again = shell("evorisk sweep run killed --json");
  EXPECT_EQ(parse_json(again.out)["here"]["runs"], 0);
}

TEST_F(SweepCommand, WithoutAPilotTheTimeLeftIsNotKnown) {
  const auto plan = shell("evorisk sweep plan short.json --out dir --pilot 0 --json");
  ASSERT_EQ(plan.exit_code, 0) << plan.err;
  EXPECT_TRUE(parse_json(plan.out)["hours_left"].is_null());
  const auto status = parse_json(shell("evorisk sweep status dir --json").out);
  EXPECT_TRUE(status["thread_hours_left"].is_null());
}

TEST_F(SweepCommand, PlansTellsItsStateCollectsAndReports) {
  const auto plan = shell("evorisk sweep plan short.json --out dir --pilot 4 --json");
  ASSERT_EQ(plan.exit_code, 0) << plan.err;
  const auto planned = parse_json(plan.out);
  EXPECT_EQ(planned["runs"], short_run_count);
  EXPECT_EQ(planned["points"], 12);
  EXPECT_EQ(planned["pilot_runs"], 4);
  EXPECT_GT(planned["hours_left"]["mean"], 0);
  auto status = parse_json(shell("evorisk sweep status dir --json").out);
  EXPECT_EQ(status["done"], 4);
  EXPECT_EQ(status["missing"], short_run_count - 4);
  EXPECT_EQ(status["matches_left"], planned["matches_left"]);
  EXPECT_GT(status["thread_hours_left"], 0);

  // Two shards, then everything.
  EXPECT_EQ(shell("evorisk sweep run dir --shard 1/2").exit_code, 0);
  EXPECT_EQ(shell("evorisk sweep run dir --shard 2/2").exit_code, 0);
  status = parse_json(shell("evorisk sweep status dir --json").out);
  EXPECT_EQ(status["done"], short_run_count);
  EXPECT_THAT(status["failed"], testing::IsEmpty());
  ASSERT_EQ(shell("evorisk sweep report dir").out, "dir/report.html\n");
  const std::string page = directory_.read("dir/report.html");
  for (const char* says : {"Sweep short", "generations × population", "By crossover",
                           "The best runs by fresh matches", "reject-first", "Map sizes"}) {
    EXPECT_THAT(page, HasSubstr(says));
  }
  EXPECT_THAT(page, testing::Not(HasSubstr("nan")));
  EXPECT_THAT(page, testing::ContainsRegex("<svg class=\"evm\"[^>]*width=\"130\""));
  EXPECT_THAT(page, testing::ContainsRegex("2 players, [0-9]+ territories<br>[0-9]+ \\([0-9]+ to "
                                           "[0-9]+\\) minutes"));
  ASSERT_EQ(shell("evorisk sweep collect dir --out other.sqlite").exit_code, 0);
  EXPECT_TRUE(directory_.read("other.sqlite") == directory_.read("dir/sweep.sqlite"));
  EXPECT_EQ(shell("evorisk sweep collect dir --out other.sqlite").exit_code, 2);
  EXPECT_THAT(shell("evorisk sweep collect dir --out none/other.sqlite").err,
              HasSubstr("cannot write none/other.sqlite: No such file or directory"));
  EXPECT_THAT(shell("evorisk sweep collect dir --out dir/sweep.json --force").err,
              HasSubstr("dir/sweep.json is a file of the sweep itself"));
  // A reason that cannot be read is told as such, and the rest as usual.
  std::filesystem::remove(directory_.path() / "dir/runs/000/000003.json");
  directory_.write("dir/failed/000003.json", "{\"for");
  status = parse_json(shell("evorisk sweep status dir --json").out);
  EXPECT_EQ(status["done"], short_run_count - 1);
  ASSERT_EQ(status["failed"].size(), 1u);
  EXPECT_THAT(status["failed"][0]["error"].get<std::string>(), HasSubstr("--retry-failed"));
  // Played by other rules than these.
  ASSERT_EQ(shell("evorisk sweep run dir --retry-failed").exit_code, 0);
  const std::filesystem::path file = directory_.path() / "dir/runs/000/000003.json";
  auto record = read_sealed(file.string());
  record["simulation"] = 1;
  write_file(file, sealed_line(record));
  const auto refused = shell("evorisk sweep collect dir");
  EXPECT_THAT(refused.err, HasSubstr("was played by version 1 of the simulation"));
  EXPECT_THAT(refused.err, HasSubstr("evorisk sweep run dir does it again"));
  // As it says.
  ASSERT_EQ(shell("evorisk sweep run dir").exit_code, 0);
  EXPECT_EQ(shell("evorisk sweep collect dir").exit_code, 0);
}

TEST_F(SweepCommand, BrokenRecordsAreToldAndTheirRunsDoneAgain) {
  ASSERT_EQ(shell("evorisk sweep plan short.json --out dir --pilot 4").exit_code, 0);
  ASSERT_EQ(shell("evorisk sweep run dir").exit_code, 0);
  ASSERT_EQ(shell("evorisk sweep collect dir").exit_code, 0);
  const std::string whole = directory_.read("dir/sweep.sqlite");
  const std::string second = directory_.read("dir/runs/000/000002.json");
  directory_.write("dir/runs/000/000001.json",
                   directory_.read("dir/runs/000/000001.json").substr(9));
  directory_.write("dir/runs/000/000002.json", test::replaced(second, "\"run\":2", "\"run\":3"));
  // Whole, but of another run.
  directory_.write("dir/runs/000/000003.json", directory_.read("dir/runs/000/000000.json"));
  const auto status = parse_json(shell("evorisk sweep status dir --json").out);
  EXPECT_EQ(status["done"], short_run_count - 3);
  EXPECT_EQ(status["missing"], 3);
  ASSERT_EQ(status["broken"].size(), 3u);
  EXPECT_EQ(status["broken"][1]["run"], 2);
  EXPECT_EQ(status["nodes"][0]["done"], status["done"]);
  EXPECT_THAT(shell("evorisk sweep status dir").out,
              HasSubstr("broken     run 1: dir/runs/000/000001.json: "));
  const auto again = shell("evorisk sweep run dir --json");
  EXPECT_THAT(again.err, HasSubstr("run 1 is done again"));
  EXPECT_EQ(parse_json(again.out)["here"]["runs"], 3);
  EXPECT_EQ(directory_.read("dir/runs/000/000002.json"), second);
  // A run that was done twice is one run.
  int done = 0;
  const auto mended = parse_json(shell("evorisk sweep status dir --json").out);
  for (const auto& node : mended["nodes"]) done += node["done"].get<int>();
  EXPECT_EQ(done, short_run_count);
  ASSERT_EQ(shell("evorisk sweep collect dir --force").exit_code, 0);
  EXPECT_TRUE(directory_.read("dir/sweep.sqlite") == whole);
}

TEST_F(SweepCommand, TheReportTellsWhatVariesTogether) {
  directory_.write("pairs.json", R"({"format": 1, "repetitions": 4, "base": {"format": 1,
      "generations": 1, "matches": 4, "monitor_matches": 0, "final": {"matches": 20}},
      "points": [{"population": 3, "tournament": 2}, {"population": 4, "tournament": 3}]})");
  ASSERT_EQ(shell("evorisk sweep plan pairs.json --out dir --pilot 0").exit_code, 0);
  ASSERT_EQ(shell("evorisk sweep run dir").exit_code, 0);
  ASSERT_EQ(shell("evorisk sweep report dir").exit_code, 0);
  EXPECT_THAT(directory_.read("dir/report.html"),
              HasSubstr("do not tell which of them matters: population, tournament."));
}

TEST(SweepTimes, AreForPeople) {
  EXPECT_EQ(time_text(3e-5, 1e-5), "less than 0.1 seconds");
  EXPECT_EQ(time_text(12.34), "12.3 seconds");
  EXPECT_EQ(time_text(90, 6), "1.5 ± 0.1 minutes");
  EXPECT_EQ(time_text(9000, 360), "2.5 ± 0.1 hours");
  EXPECT_EQ(time_text(12, 0.4702), "12 ± 0.48 seconds");  // rounded up
  EXPECT_EQ(time_text(50, 12.3), "50 ± 13 seconds");
  EXPECT_EQ(time_text(60), "1 minute");
  EXPECT_EQ(time_text(1), "1 second");
}

TEST_F(SweepCommand, RunsWhoseAgentsForfeitedFail) {
  directory_.write("rude.json", R"({"format": 1, "base": {"format": 1, "generations": 1,
      "population": 2, "tournament": 2, "matches": 2, "monitor_matches": 0,
      "final": {"matches": 3}, "agents": ["external:{\"command\":[\"false\"]}"]},
      "grid": {"search_space.initial_maps": [["two"]]}})");
  ASSERT_EQ(shell("evorisk sweep plan rude.json --out rude --pilot 0").exit_code, 0);
  EXPECT_EQ(shell("evorisk sweep run rude").exit_code, 1);
  EXPECT_THAT(shell("evorisk sweep status rude").out,
              HasSubstr("agents forfeited 3 matches, which count for no seat"));
}

TEST_F(SweepCommand, ReportsCriteriaWhereFitnessIsMeasuredDifferently) {
  directory_.write("weights.json", R"({"format": 1, "base": {"format": 1, "generations": 1,
      "matches": 10, "population": 3, "tournament": 2, "monitor_matches": 0,
      "final": {"matches": 20}, "search_space": {"initial_maps": ["two"]}}, "repetitions": 3,
      "grid": {"objective.criteria.drama.weight": [0.5, 2]}})");
  ASSERT_EQ(shell("evorisk sweep plan weights.json --out dir --pilot 0").exit_code, 0);
  ASSERT_EQ(shell("evorisk sweep run dir").exit_code, 0);
  ASSERT_EQ(shell("evorisk sweep report dir").exit_code, 0);
  const std::string page = directory_.read("dir/report.html");
  EXPECT_THAT(page, HasSubstr("another measure at each value of objective.criteria.drama.weight"));
  EXPECT_THAT(page, HasSubstr("<h2>The best run of each, by fresh matches</h2>"));
  EXPECT_THAT(page, HasSubstr("killer moves"));
  for (const char* of_fitness : {"lowest final fitness", "Minimum and mean of the fitness",
                                 "Fitness by generation", "nan"}) {
    EXPECT_THAT(page, testing::Not(HasSubstr(of_fitness)));
  }
}

// Two short runs and two that take for ever; the long ones begin first.
const char* const long_runs = R"({"format": 1, "repetitions": 2, "base": {"format": 1,
    "population": 4, "tournament": 2, "matches": 10, "monitor_matches": 0,
    "search_space": {"initial_maps": ["two"], "map": false}},
    "grid": {"generations": [1, 1000000]}})";

TEST_F(SweepCommand, InterruptedItSaysHowToGoOn) {
  directory_.write("long.json", long_runs);
  ASSERT_EQ(shell("evorisk sweep plan long.json --out long --pilot 0").exit_code, 0);
  // Interrupted when the short runs are done, while the long ones are under way.
  const auto process = start({"sweep", "run", "long", "--threads", "3"});
  process->wait_for_lines(journal("long", *process), 7);
  process->send(SIGTERM);
  const auto result = process->wait();
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_THAT(result.err, HasSubstr("interrupted; continue with: evorisk sweep run long"));
}

TEST_F(SweepCommand, StatusTellsWhichNodeIsAtWorkOnWhat) {
  directory_.write("long.json", long_runs);
  ASSERT_EQ(shell("evorisk sweep plan long.json --out long --pilot 0").exit_code, 0);
  const auto status = [&] { return parse_json(shell("evorisk sweep status long --json").out); };
  EXPECT_TRUE(status()["nodes"].empty());

  test::ProcessOptions options;
  options.directory = directory_.path();
  const auto start_at = [&](const std::vector<std::string>& slurm, const char* threads) {
    std::vector<std::string> words = {"env"};
    words.insert(words.end(), slurm.begin(), slurm.end());
    for (const char* word : {"sweep", "run", "long", "--threads"}) words.emplace_back(word);
    words.insert(words.begin() + 1 + std::ssize(slurm), test::program());
    words.emplace_back(threads);
    return std::make_unique<test::Process>(words, options);
  };
  // The first takes a long run, as its only thread; the second the other one, and the short ones.
  const auto first = start_at({"SLURMD_NODENAME=n1", "SLURM_JOB_ID=12"}, "1");
  ASSERT_TRUE(first->wait_for_lines(journal("long", *first, "n1"), 2));
  const auto second = start_at(
      {"SLURMD_NODENAME=n2", "SLURM_JOB_ID=14", "SLURM_ARRAY_JOB_ID=13", "SLURM_ARRAY_TASK_ID=5"},
      "2");
  ASSERT_TRUE(second->wait_for_lines(journal("long", *second, "n2"), 6));
  auto nodes = status()["nodes"];
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_EQ(nodes[0]["node"], "n1");
  EXPECT_EQ(nodes[0]["done"], 0);
  EXPECT_EQ(nodes[0]["at_work"], 1);
  EXPECT_EQ(nodes[0]["processes"][0]["job"], "12");
  EXPECT_EQ(nodes[0]["processes"][0]["process"], first->pid());
  EXPECT_EQ(nodes[0]["processes"][0]["runs"], nlohmann::ordered_json({2}));
  EXPECT_EQ(nodes[1]["done"], 2);
  EXPECT_EQ(nodes[1]["processes"][0]["job"], "13_5");
  EXPECT_EQ(nodes[1]["processes"][0]["runs"], nlohmann::ordered_json({3}));
  EXPECT_THAT(shell("evorisk sweep status long").out,
              testing::ContainsRegex("n2: 2 runs done, 1 at work, last sign of life [0-9]+ s ago\n"
                                     " +job 13_5, process [0-9]+: run 3, [0-9]+ s ago\n"));

  // Of a dead process remains what it did; its run is free for others.
  second->send(SIGKILL);
  second->wait();
  const auto after = status();
  EXPECT_EQ(after["at_work"], 1);
  EXPECT_EQ(after["nodes"][1]["done"], 2);
  EXPECT_EQ(after["nodes"][1]["at_work"], 0);
  EXPECT_TRUE(after["nodes"][1]["processes"].empty());
  const auto third = start_at({"SLURMD_NODENAME=n3"}, "1");
  ASSERT_TRUE(third->wait_for_lines(journal("long", *third, "n3"), 2));
  EXPECT_EQ(status()["nodes"][2]["processes"][0]["runs"], nlohmann::ordered_json({3}));
}

}  // namespace
}  // namespace evorisk::app
