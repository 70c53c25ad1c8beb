// evorisk evolve as a whole program: the same bytes at any number of threads, and after being
// killed at random moments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "maps/io.hpp"
#include "risk/rules/variant.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/pattern.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

const char* const small_run = R"({"format": 1, "name": "small", "generations": 6, "population": 6,
    "tournament": 3, "mutation_rate": 0.4, "matches": 40, "monitor_matches": 60,
    "final": {"matches": 200, "candidates": 2},
    "search_space": {"initial_maps": ["thesis-8", "thesis-9", "star-6"]}, "seed": 11})";

// Every result file's content: all but the timings.
std::map<std::string, std::string> results(const fs::path& directory) {
  std::map<std::string, std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name != "timing.jsonl") files[name] = read_file(entry.path());
  }
  return files;
}

class Evolve : public testing::Test {
 protected:
  void SetUp() override { directory_.write("small.json", small_run); }

  test::ProcessResult shell(const std::string& line) const {
    return test::run_shell(line, directory_.path());
  }
  fs::path path(const std::string& name) const { return directory_.path() / name; }

  test::TemporaryDirectory directory_;
};

// The best's map is laid out for print; what is kept stays where the start has it.
TEST_F(Evolve, KeptTerritoriesKeepTheirPlaces) {
  const auto result = shell(
      "evorisk evolve quick --set generations=12 --set population=6 --set matches=10 "
      "--set final.matches=10 --set 'search_space.initial_maps=[\"risk\"]' "
      "--set 'keep=[\"continent:Europe\",\"territory:Brazil\"]' --out kept");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const maps::MapPtr start = maps::library_map("risk");
  const risk::Variant best = risk::load_variant(path("kept") / "best.json");
  EXPECT_FALSE(best.map().data() == start->data());
  for (const char* name : {"Brazil", "Ukraine", "Iceland"}) {
    const auto of = [&](const maps::Map& map) {
      const auto& all = map.data().territories;
      return *std::ranges::find(all, name, &maps::Territory::name);
    };
    EXPECT_EQ(of(best.map()), of(*start)) << name;
  }
}

// A budget of matches ends a run before its last generation: that, too, is a whole run.
TEST_F(Evolve, ARunThatItsBudgetEndsIsReportedAndExplained) {
  const auto result = shell(
      "evorisk evolve small.json --set generations=1000 --set budget.matches=2000 --out short");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(fs::exists(path("short") / "report.html"));
  EXPECT_EQ(shell("evorisk report short").exit_code, 0);
  EXPECT_EQ(shell("evorisk explain short --matches 20").exit_code, 0);
}

TEST_F(Evolve, GivesTheSameBytesAtAnyNumberOfThreads) {
  for (const char* threads : {"1", "2", "4"}) {
    const std::string name = std::string("threads-") + threads;
    const auto result =
        shell("evorisk evolve small.json --threads " + std::string(threads) + " --out " + name);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(results(path(name)), results(path("threads-1"))) << threads;
  }
  EXPECT_GE(results(path("threads-1")).size(), 5u);
}

TEST_F(Evolve, KilledAtRandomMomentsAndResumedGivesTheSameBytes) {
  const auto start = std::chrono::steady_clock::now();
  // With the evidence's state and the budget's in the checkpoint, too.
  const std::string small =
      "small.json --set budget.policy=ocba --set evidence.pool=genotype --set ranking.by=shrunk ";
  ASSERT_EQ(shell("evorisk evolve " + small + "--threads 2 --out whole").exit_code, 0);
  const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - start;
  const auto expected = results(path("whole"));
  constexpr std::uint32_t rounds = test::sanitized ? 1 : 3;
  std::uint32_t killed = 0;
  // From its very beginning to about a third of the whole run's time; sooner, where that was the
  // end of it, on a machine whose speed changes.
  double longest = whole.count() / 3;
  for (std::uint32_t round = 0; round < rounds || killed <= rounds; ++round) {
    ASSERT_LT(round, rounds + 5) << "it ends before it can be killed";
    if (round >= rounds) longest /= 2;
    const std::string out = "killed-" + std::to_string(round);
    Random random({1, Purpose::test, 0, round});
    int exit_code = -1;
    for (int attempt = 0; attempt < 12 && exit_code != 0; ++attempt) {
      const bool begun = fs::exists(path(out) / "config.json");
      const double seconds = 0.001 + random.unit() * longest;
      const std::string limit =
          attempt < 11 ? "timeout -s KILL " + std::to_string(seconds) + ' ' : "";
      exit_code =
          shell(limit + "evorisk evolve " +
                (begun ? "--resume --threads 1" : small + "--force --threads 2") + " --out " + out)
              .exit_code;
      ASSERT_TRUE(exit_code == 0 || exit_code == 137) << exit_code;
      killed += exit_code == 137 ? 1 : 0;
    }
    ASSERT_EQ(results(path(out)), expected);
  }
}

TEST_F(Evolve, InterruptedItSaysHowToGoOn) {
  directory_.write("long.json", R"({"format": 1, "generations": 100000, "population": 4,
      "tournament": 2, "matches": 10, "monitor_matches": 0,
      "search_space": {"initial_maps": ["two"], "map": false}})");
  auto result = test::run_until(path("long/timing.jsonl"), {"evolve", "long.json", "--out", "long"},
                                directory_.path());
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_THAT(result.err,
              HasSubstr("interrupted; continue with: evorisk evolve --resume --out long"));
  EXPECT_TRUE(fs::exists(path("long/checkpoint.json")));
  result = shell("evorisk evolve --resume --out long --seed 5");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("seed: 1 and 5"));
}

TEST_F(Evolve, EndsWithThePathOfTheReportAndPrintsJson) {
  const auto text = shell("evorisk evolve small.json --set generations=1 --seed 4");
  ASSERT_EQ(text.exit_code, 0) << text.err;
  const std::string last = text.out.substr(text.out.rfind('\n', text.out.size() - 2) + 1);
  EXPECT_THAT(last, StartsWith("results/small-4/"));
  EXPECT_TRUE(fs::exists(path(last.substr(0, last.size() - 1))));
  const auto as_json = shell("evorisk evolve --resume --out results/small-4 --json");
  ASSERT_EQ(as_json.exit_code, 0) << as_json.err;
  const auto value = parse_json(as_json.out);
  EXPECT_EQ(value["best"]["matches"], 200);
  EXPECT_TRUE(fs::exists(path(value["variant"])));
}

// A run's directory often has its configuration's name.
TEST_F(Evolve, ADirectoryOfItsNameHidesNoConfiguration) {
  const auto result = shell(
      "mkdir thesis && evorisk evolve thesis --set generations=1 --set population=4 --set "
      "tournament=2 --set matches=5 --set monitor_matches=0 --set final.matches=10 --out named");
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST_F(Evolve, TheReportSaysOnlyWhatHolds) {
  const auto report = [&](const std::string& settings, const std::string& name) {
    const auto result = shell("evorisk evolve small.json --set generations=1 " + settings +
                              " --quiet --out " + name);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return directory_.read(name + "/report.html");
  };
  const std::string usual = report("", "usual");
  EXPECT_THAT(usual, HasSubstr("6 individuals, each judged by 40 matches a generation."));
  EXPECT_THAT(usual, HasSubstr("bars between them add up to the fitness."));
  EXPECT_THAT(usual, testing::Not(HasSubstr("<th>weight</th>")));
  const std::string weighted = report("--set objective.criteria.duration.weight=2", "weighted");
  EXPECT_THAT(weighted, HasSubstr("are the distances; the fitness is the sum of what they lose, "
                                  "each times its weight."));
  EXPECT_THAT(weighted, HasSubstr("<th>weight</th>"));
  const std::string judged = report("--set 'judges=[\"cautious\",\"random\"]'", "judged");
  EXPECT_THAT(judged, HasSubstr("each judged by 80 matches a generation under 2 judges."));
  // Nothing is shown of the matches of both together that the fitness does not rest on.
  for (const std::string judge : {"cautious", "random"}) {
    EXPECT_THAT(judged, HasSubstr("decided matches won, by seat, played by " + judge + "<"));
    EXPECT_THAT(judged, HasSubstr("Criteria against their ideals, played by " + judge + "<"));
    EXPECT_THAT(judged, HasSubstr("add up to the fitness that " + judge + " finds, "));
    EXPECT_THAT(judged, HasSubstr("<th>fitness, " + judge + "</th>"));
  }
  EXPECT_EQ(test::matches(judged, "decided matches won").size(), 2u);
  ASSERT_EQ(shell("evorisk target star-6 --matches 100 --out like.json").exit_code, 0);
  const std::string like = report("--set objective=like.json", "like");
  EXPECT_THAT(like, HasSubstr(" for the map, by which it differs from star-6."));
}

TEST_F(Evolve, TellsWhenNothingIsAsItWasAskedFor) {
  const auto broken = shell(
      "evorisk evolve small.json --set "
      "'objective.constraints={\"territories\":{\"at_least\":100}}' "
      "--quiet --out broken");
  ASSERT_EQ(broken.exit_code, 0) << broken.err;
  EXPECT_THAT(broken.out,
              testing::ContainsRegex("\nbroken +territories [0-9]+, asked for: at least "
                                     "100\n"));
  EXPECT_THAT(directory_.read("broken/report.html"), HasSubstr("<strong>does not hold</strong>"));
  const auto filtered = shell(
      "evorisk evolve small.json --quiet --out filtered --set "
      "'playability=[{\"matches\":0,\"limits\":{\"territories\":{\"at_least\":500}}}]'");
  ASSERT_EQ(filtered.exit_code, 0) << filtered.err;
  EXPECT_THAT(filtered.out, HasSubstr("\nunplayable the filter took out every candidate"));
  EXPECT_THAT(directory_.read("filtered/report.html"), HasSubstr("Nothing playable was found"));
}

// Whoever breaks a constraint is no part of what was found; what was merged is no run.
TEST_F(Evolve, AnArchiveHoldsWhatKeepsTheConstraints) {
  for (const std::string seed : {"1", "2"}) {
    const auto result = shell(
        "evorisk evolve small.json --set algorithm=map_elites --set "
        "'objective.constraints={\"territories\":{\"at_most\":8}}' --quiet --out run-" +
        seed + " --seed " + seed);
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
  ASSERT_EQ(shell("evorisk archive merge run-1 run-2 --out merged").exit_code, 0);
  for (const char* directory : {"run-1", "merged"}) {
    const auto archive = parse_json(directory_.read(std::string(directory) + "/archive.json"));
    EXPECT_FALSE(archive["entries"].empty());
    for (const auto& entry : archive["entries"]) {
      EXPECT_LE(entry["variant"]["map"]["territories"].size(), 8u) << directory;
    }
  }
  // Not into a run, which could be neither resumed nor merged afterwards.
  const std::string kept = directory_.read("run-2/config.json");
  const auto into = shell("evorisk archive merge run-1 run-2 --out run-2 --force");
  EXPECT_EQ(into.exit_code, 2);
  EXPECT_THAT(into.err, HasSubstr("--out: run-2 holds a run"));
  EXPECT_EQ(directory_.read("run-2/config.json"), kept);
  EXPECT_THAT(shell("evorisk archive merge merged run-1 --out again").err,
              HasSubstr("an archive merged of several runs, not a run"));
  // It has a report of its own, which is made again as it was.
  const std::string report = directory_.read("merged/report.html");
  EXPECT_THAT(report, HasSubstr("An archive merged of 2 runs (seeds 1, 2)"));
  EXPECT_THAT(report, HasSubstr("by fresh matches; full colour"));
  EXPECT_EQ(shell("evorisk report merged").out, "merged/report.html\n");
  EXPECT_EQ(directory_.read("merged/report.html"), report);
  for (const char* command : {"explain merged", "evolve --resume --out merged"}) {
    const auto result = shell(std::string("evorisk ") + command);
    EXPECT_EQ(result.exit_code, 2) << command;
    EXPECT_THAT(result.err, HasSubstr("an archive merged of several runs, not a run")) << command;
  }
}

TEST_F(Evolve, BadInputIsRefusedWithOneClearLine) {
  directory_.write("broken.json", R"({"format": 1,)");
  directory_.write("typo.json", R"({"format": 1, "mutation_rat": 0.1})");
  ASSERT_EQ(shell("evorisk evolve small.json --set generations=0 --set final.matches=1 --out done")
                .exit_code,
            0);
  fs::create_directories(path("torn"));
  for (const char* file : {"config.json", "generations.jsonl", "checkpoint.json"}) {
    fs::copy(path("done") / file, path("torn") / file);
  }
  const std::string checkpoint = directory_.read("done/checkpoint.json");
  directory_.write("torn/checkpoint.json", checkpoint.substr(0, checkpoint.size() / 2));
  struct Row {
    std::string arguments;
    int exit_code;
    std::string says;
  };
  const std::vector<Row> rows = {
      {"missing.json", 2, "missing.json"},
      {"broken.json", 2, "broken.json: line 1"},
      {"typo.json", 2, "did you mean \"mutation_rate\"?"},
      {"small.json --set tournament=7", 2, "tournament: 7 contestants"},
      {"small.json --set populaton=7", 2, "did you mean \"population\"?"},
      {"small.json --set population", 2, "KEY=VALUE"},
      {"small.json --set 'search_space.initial_maps=[\"thesis-11\"]'", 2, "thesis-11"},
      {"small.json --set engine=fast", 2, "unknown engine \"fast\""},
      {"small.json --set 'agents=[\"bold\"]'", 2, "bold"},
      {"small.json --seed -1", 2, "--seed"},
      {"small.json --thread 2", 2, "--threads"},
      {"small.json extra.json", 2, "extra.json"},
      {"small.json --out done", 2, "--resume continues the run there, --force replaces it"},
      {"small.json --out small.json", 2, "is a file"},
      {"small.json --out small.json/run", 1, "cannot make directory"},
      {"small.json --out /proc/evorisk", 1, "cannot make directory"},
      {"--resume --out nowhere", 2, "holds no run"},
      {"--resume --force --out done", 2, "--resume and --force"},
      {"--resume --out done --seed 12", 2, "seed: 11 and 12"},
      {"--resume --out torn", 2, "checkpoint.json"},
  };
  for (const Row& row : rows) {
    const auto result = shell("evorisk evolve " + row.arguments);
    EXPECT_EQ(result.exit_code, row.exit_code) << row.arguments << '\n' << result.err;
    EXPECT_THAT(result.err, HasSubstr(row.says)) << row.arguments;
    EXPECT_THAT(result.err, StartsWith("evorisk: error: ")) << row.arguments;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_EQ(result.out, "") << row.arguments;
  }
}

}  // namespace
}  // namespace evorisk::app
