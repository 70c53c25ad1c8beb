// What a sweep's runs leave, and that nothing but the sweep decides the bytes of what is collected.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "experiments/sweep/analysis.hpp"
#include "experiments/sweep/collect.hpp"
#include "experiments/sweep/runner.hpp"
#include "experiments/sweep/sqlite.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "tests/experiments/small_sweep.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/process.hpp"

namespace evorisk::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Runs (`threads` at a time) what `runs` lists, in that order.
SweepOutcome run(SweepDirectory& directory, std::vector<int> runs, int threads = 1,
                 double seconds_per_run = 1e9) {
  SweepOptions options;
  options.threads = threads;
  options.seconds_per_run = seconds_per_run;
  return run_sweep(directory, std::move(runs), options);
}

std::string collected(const SweepDirectory& directory) {
  const fs::path file = directory.path() / "sweep.sqlite";
  collect_sweep(directory, file);
  return read_file(file);
}

// The collection of a sweep of two runs.
fs::path collection_of_two(const fs::path& directory, const std::string& text) {
  SweepDirectory sweep(directory, sweep_of(text));
  run(sweep, {0, 1});
  collected(sweep);
  return directory / "sweep.sqlite";
}

// The rows of a query, values as text.
std::vector<std::vector<std::string>> rows(const fs::path& file, const std::string& sql,
                                           int columns) {
  SQLite::Database database(file.string());
  SQLite::Statement statement(database, sql);
  std::vector<std::vector<std::string>> all;
  while (statement.executeStep()) {
    all.emplace_back();
    for (int c = 0; c < columns; ++c) all.back().push_back(statement.getColumn(c).getString());
  }
  return all;
}

class SweepRuns : public testing::Test {
 protected:
  fs::path path(const std::string& name) const { return directory_.path() / name; }
  test::TemporaryDirectory directory_;
};

TEST_F(SweepRuns, OrderThreadsShardsAndCheckpointsLeaveNoTrace) {
  SweepDirectory whole(path("whole"), sweep_of(small_sweep));
  ASSERT_EQ(whole.sweep().runs(), 16);
  const SweepOutcome outcome = run(whole, whole.sweep().longest_first());
  EXPECT_EQ(outcome.efforts.size(), 16u);
  const std::string expected = collected(whole);

  SweepDirectory backwards(path("backwards"), sweep_of(small_sweep));
  std::vector<int> order = backwards.sweep().longest_first();
  std::reverse(order.begin(), order.end());
  run(backwards, order, 3);
  EXPECT_EQ(collected(backwards), expected);

  // One generation at a time, from checkpoint to checkpoint, in shards; one checkpoint is torn.
  SweepDirectory pieces(path("pieces"), sweep_of(small_sweep));
  bool torn = false;
  for (int round = 0; round < 5; ++round) {
    for (int shard = 1; shard <= 3; ++shard) {
      run(pieces, runs_of(pieces.sweep(), Shard{shard, 3}), 2, 0);
    }
    for (int r = 0; r < 16 && !torn && round == 1; ++r) {
      if (!fs::exists(pieces.work_file(r))) continue;
      const std::string text = read_file(pieces.work_file(r));
      write_file(pieces.work_file(r), text.substr(0, text.size() / 2));
      torn = true;
    }
  }
  EXPECT_TRUE(torn);
  run(pieces, pieces.sweep().longest_first());
  EXPECT_EQ(collected(pieces), expected);
  EXPECT_TRUE(fs::is_empty(pieces.path() / "work"));
}

TEST_F(SweepRuns, RecordWhatARunInADirectoryOfItsOwnRecords) {
  SweepDirectory sweep(path("sweep"), sweep_of(small_sweep));
  const int number = 14;  // 3 generations of 5, reject-first
  run(sweep, {number});
  const fs::path file = path("sweep.sqlite");
  const Collected counts = collect_sweep(sweep, file);
  EXPECT_EQ(counts.done, 1);
  EXPECT_EQ(counts.missing, 15);

  const SweepRun one = sweep.sweep().run(number);
  EXPECT_EQ(one.config.crossover, "reject-first");
  ga::RunOptions options;
  options.directory = path("run");
  ga::run_evolution(one.config, *ga::engine_of(one.config, 2), options);
  const Json result = read_json((path("run") / ga::result_file).string());

  const auto run_row = rows(file,
                            "SELECT reported_fitness, reported_se, reported_id, final_fitness, "
                            "least_fitness, least_generation, matches_played FROM runs WHERE "
                            "status = 'done'",
                            7);
  ASSERT_EQ(run_row.size(), 1u);
  const auto near = [](const std::string& text, const Json& value) {
    EXPECT_NEAR(std::stod(text), value.get<double>(), 1e-12);
  };
  near(run_row[0][0], result["best"]["fitness"]["mean"]);
  near(run_row[0][1], result["best"]["fitness"]["se"]);
  EXPECT_EQ(run_row[0][2], result["best"]["id"]);
  near(run_row[0][3], result["generations"].back()["fitness"]["best"]);

  const auto generations = rows(file,
                                "SELECT best_id, best_fitness, mean_fitness, worst_fitness, "
                                "monitor_fitness, least_territories, mean_territories, "
                                "most_territories, children, selections FROM generations",
                                10);
  ASSERT_EQ(generations.size(), 4u);
  double least = 1e9;
  std::int64_t children = 0;
  std::set<std::string> monitored;
  for (std::size_t g = 0; g < 4; ++g) {
    const Json& expected = result["generations"][g];
    EXPECT_EQ(generations[g][0], expected["best"]);
    near(generations[g][1], expected["fitness"]["best"]);
    near(generations[g][2], expected["fitness"]["mean"]);
    near(generations[g][3], expected["fitness"]["worst"]);
    near(generations[g][4], expected["monitor"]["fitness"]["mean"]);
    near(generations[g][5], expected["territories"]["least"]);
    near(generations[g][6], expected["territories"]["mean"]);
    near(generations[g][7], expected["territories"]["most"]);
    least = std::min(least, expected["fitness"]["best"].get<double>());
    children += std::stoll(generations[g][8]);
    monitored.insert(expected["monitor"]["id"].get<std::string>());
  }
  near(run_row[0][4], least);
  EXPECT_EQ(children, result["breeding"]["crossover"]["children"]);
  // 4 generations of 5 individuals, a monitor of each new best, choice of 2 and report.
  EXPECT_EQ(std::stoi(run_row[0][6]),
            4 * 5 * 15 + static_cast<int>(monitored.size()) * 20 +
                30 * static_cast<int>(result["candidates"].size() > 1 ? 3 : 1));

  std::ifstream log(path("run") / ga::log_file);
  std::string line;
  Json last;
  Json first;
  for (; std::getline(log, line); last = parse_json(line)) {
    if (first.is_null()) first = parse_json(line);
  }
  const auto individuals = rows(file,
                                "SELECT id, fitness, fitness_se, territories, borders, genes, rank,"
                                " map IS NOT NULL, isomorphic_to FROM individuals WHERE sample = "
                                "'last' ORDER BY place",
                                9);
  ASSERT_EQ(individuals.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    const Json& expected = last["individuals"][i];
    EXPECT_EQ(individuals[i][0], expected["id"]);
    near(individuals[i][1], expected["fitness"]["mean"]);
    near(individuals[i][2], expected["fitness"]["se"]);
    near(individuals[i][3], expected["territories"]);
    near(individuals[i][4], expected["borders"]);
    EXPECT_EQ(individuals[i][5], expected["genes"].dump());
    EXPECT_EQ(individuals[i][7], individuals[i][6] == "0" ? "1" : "0");
    EXPECT_EQ(individuals[i][6] == "0", expected["id"] == last["best"]);
    for (const auto& [name, estimate] : expected["criteria"].items()) {
      const auto criterion = rows(
          file,
          "SELECT mean, se FROM criteria WHERE sample = 'last' AND place = " + std::to_string(i) +
              " AND criterion = '" + name + "'",
          2);
      ASSERT_EQ(criterion.size(), 1u) << name;
      near(criterion[0][0], estimate["mean"]);
      near(criterion[0][1], estimate["se"]);
    }
  }
  // Of two candidates there was a choice.
  const auto boards = rows(file,
                           "SELECT report.map, choice.map FROM individuals report, individuals "
                           "choice WHERE report.sample = 'report' AND report.rank = 0 AND "
                           "choice.sample = 'choice' AND choice.rank = 0",
                           2);
  ASSERT_EQ(boards.size(), 1u);
  EXPECT_NE(boards[0][0], "");
  EXPECT_EQ(boards[0][0], boards[0][1]);
  std::map<std::string, int> carriers;
  for (const Json& individual : first["individuals"]) ++carriers[individual["map"]];
  for (const auto& row : rows(file, "SELECT map, first FROM initial_maps", 2)) {
    EXPECT_EQ(std::stoi(row[1]), carriers[row[0]]) << row[0];
    carriers.erase(row[0]);
  }
  EXPECT_TRUE(carriers.empty());
}

TEST_F(SweepRuns, PoolTheMatchesOfAWholeLife) {
  const std::string text = R"({"format": 1, "base": {"format": 1, "generations": 12, "matches": 30,
      "population": 4, "tournament": 2, "monitor_matches": 0, "final": {"matches": 10},
      "search_space": {"initial_maps": ["thesis-9", "star-6"]}},
      "grid": {"elite_policy": ["accumulate", "reevaluate"]}})";
  const fs::path file = collection_of_two(path("sweep"), text);
  // An elite that accumulates is judged by its whole life anyway.
  EXPECT_EQ(rows(file,
                 "SELECT count(*) FROM generations WHERE run = 0 AND (pooled_fitness <> "
                 "best_fitness OR pooled_id <> best_id)",
                 1)[0][0],
            "0");
  // One that is measured anew has J matches a generation of its life, of which the search sees the
  // last; born in generation b, in generation g it has lived through g - b + 1.
  int grown = 0;
  for (const auto& row : rows(file,
                              "SELECT generation, pooled_id, pooled_matches, pooled_fitness, "
                              "best_fitness FROM generations WHERE run = 1",
                              5)) {
    const int born = std::stoi(row[1].substr(1, row[1].find('-') - 1));
    EXPECT_EQ(std::stoi(row[2]), 30 * (std::stoi(row[0]) - born + 1));
    grown += std::stoi(row[2]) > 30 ? 1 : 0;
  }
  EXPECT_GT(grown, 0);
  const auto elites =
      rows(file,
           "SELECT count(*), count(elite_rank), sum(elite_rank = 0), sum(elite_rank = 0 AND "
           "elite_fitness <> best_fitness) FROM generations WHERE run = 1",
           4);
  EXPECT_EQ(elites[0][0], "13");
  EXPECT_EQ(elites[0][1], "12");
  EXPECT_EQ(elites[0][3], "0");
}

// Those that a filter took out have played nothing, and no fitness.
TEST_F(SweepRuns, PoolNothingOfWhatIsNotPlayable) {
  const std::string text = R"({"format": 1, "base": {"format": 1, "generations": 3, "matches": 10,
      "population": 8, "tournament": 2, "monitor_matches": 0, "final": {"matches": 10},
      "playability": [{"limits": {"territories": {"at_least": 8}}}],
      "search_space": {"initial_maps": ["thesis-9", "star-6"]}},
      "grid": {"elite_policy": ["accumulate", "reevaluate"]}})";
  const fs::path file = collection_of_two(path("sweep"), text);
  EXPECT_GT(
      std::stoi(rows(file, "SELECT sum(first) FROM initial_maps WHERE map = 'star-6'", 1)[0][0]),
      0);
  EXPECT_EQ(rows(file,
                 "SELECT count(*) FROM generations WHERE pooled_matches = 0 OR pooled_fitness <= 0 "
                 "OR pooled_territories < 8 OR least_territories < 8",
                 1)[0][0],
            "0");
  EXPECT_EQ(rows(file, "SELECT count(*) FROM runs WHERE least_pooled_fitness <= 0", 1)[0][0], "0");
}

// A run whose first boards are all taken out is recorded, stopped and gone on with, like others.
TEST_F(SweepRuns, AreKeptWhereNothingIsPlayableAtFirst) {
  const std::string text = R"({"format": 1, "base": {"format": 1, "generations": 4, "matches": 10,
      "tournament": 2, "monitor_matches": 0, "final": {"matches": 10},
      "playability": [{"limits": {"territories": {"at_least": 42}}}],
      "search_space": {"initial_maps": ["star-6"]}}, "grid": {"population": [4]}})";
  const auto bytes = [&](const std::string& name, int stops) {
    SweepDirectory sweep(path(name), sweep_of(text));
    for (int i = 0; i < stops; ++i) {
      std::atomic<bool> stop{false};
      SweepOptions options;
      options.stop = &stop;
      options.on_progress = [&](const SweepStatus&) { stop = true; };
      run_sweep(sweep, {0}, options);
    }
    run(sweep, {0});
    return collected(sweep);
  };
  const std::string whole = bytes("whole", 0);
  EXPECT_EQ(bytes("stopped", 2), whole);
  EXPECT_EQ(
      rows(path("whole") / "sweep.sqlite",
           "SELECT least_fitness < 1e300 AND least_pooled_fitness < 1e300 FROM runs", 1)[0][0],
      "1");
}

TEST_F(SweepRuns, AreHeldByOneProcessAtATime) {
  SweepDirectory here(path("sweep"), sweep_of(small_sweep));
  SweepDirectory there(path("sweep"));  // a descriptor of its own, as another process has
  {
    const auto claim = here.claim(3);
    ASSERT_TRUE(claim);
    EXPECT_TRUE(there.claimed_elsewhere(3));
    EXPECT_FALSE(there.claimed_elsewhere(2));
    EXPECT_FALSE(there.claim(3));
    EXPECT_TRUE(there.claim(2));
    const SweepOutcome outcome = run(there, {2, 3, 4});
    EXPECT_EQ(outcome.efforts.size(), 2u);
  }
  EXPECT_TRUE(there.claim(3));
  EXPECT_EQ(here.state(2), SweepDirectory::State::done);
  EXPECT_EQ(here.state(3), SweepDirectory::State::missing);
}

TEST_F(SweepRuns, InterruptedAreKeptAsFarAsTheyCame) {
  SweepDirectory whole(path("whole"), sweep_of(small_sweep));
  run(whole, whole.sweep().longest_first());

  // Stopped after every generation, and in every final evaluation.
  SweepDirectory stopped(path("stopped"), sweep_of(small_sweep));
  const std::vector<int> first = {stopped.sweep().longest_first().front()};
  int stops = 0;
  for (bool interrupted = true; interrupted && stops < 100; ++stops) {
    std::atomic<bool> stop = false;
    SweepOptions options;
    options.stop = &stop;
    options.on_progress = [&](const SweepStatus& status) { stop = status.done == 0; };
    const SweepOutcome outcome = run_sweep(stopped, first, options);
    interrupted = outcome.interrupted;
    ASSERT_EQ(outcome.efforts.size(), 1u);
    EXPECT_EQ(fs::exists(stopped.work_file(first[0])), interrupted) << stops;
  }
  const int generations = stopped.sweep().run(first[0]).config.generations;
  EXPECT_EQ(stops, generations + 2);  // from generation 0 on; then the final evaluation
  run(stopped, stopped.sweep().longest_first());
  EXPECT_EQ(collected(stopped), collected(whole));
}

TEST_F(SweepRuns, AreToldOfByTheirProcesses) {
  SweepDirectory sweep(path("sweep"), sweep_of(small_sweep));
  EXPECT_TRUE(processes_of(sweep).empty());
  SweepJournal none(sweep, 1);  // of a process that finds nothing to do
  {
    SweepJournal one(sweep, 2);
    SweepJournal other(sweep, 3);  // the same name and number, as in containers
    one.begins(5);
    one.begins(3);
    other.begins(7);
    one.ends({.run = 5, .matches = 10, .seconds = 2, .playing_seconds = 1, .finished = true});
    one.sign_of_life();
    const auto processes = processes_of(sweep);
    ASSERT_EQ(processes.size(), 2u);
    const bool turned = processes[0].threads == 3;  // their names have no order to count on
    const SweepProcess& first = processes[turned ? 1 : 0];
    EXPECT_TRUE(first.alive);
    EXPECT_EQ(first.process, getpid());
    EXPECT_THAT(first.at_work, testing::ElementsAre(3));
    ASSERT_EQ(first.efforts.size(), 1u);
    EXPECT_EQ(first.efforts[0].matches, 10);
    EXPECT_TRUE(first.efforts[0].finished);
    EXPECT_THAT(processes[turned ? 0 : 1].at_work, testing::ElementsAre(7));
  }
  // The number comes again; the last line of a killed process is torn.
  for (const auto& entry : fs::directory_iterator(path("sweep") / "processes")) {
    append_file(entry.path(), "{\"run\": 3, \"mat\n", Flush::to_system);
  }
  SweepJournal again(sweep, 4);
  again.begins(9);
  const auto processes = processes_of(sweep);
  ASSERT_EQ(processes.size(), 3u);
  int alive = 0;
  for (const SweepProcess& process : processes) {
    alive += process.alive;
    EXPECT_EQ(process.alive, process.threads == 4);
    EXPECT_EQ(process.at_work.size(), process.alive ? 1u : 0u);
    EXPECT_LT(process.silence, 1e6);
  }
  EXPECT_EQ(alive, 1);
}

TEST_F(SweepRuns, ThatCannotBeDoneAreListedAndTheOthersDone) {
  // A map of one continent has no border to cut: `reject` only ever makes two maps side by side.
  const std::string text = R"({"format": 1, "base": {"format": 1, "generations": 1, "matches": 2,
      "population": 2, "tournament": 2, "elites": 1, "monitor_matches": 0,
      "final": {"matches": 2}, "crossover": "reject", "search_space": {}},
      "grid": {"search_space.initial_maps": [["star-6"], ["thesis-8"]]}})";
  SweepDirectory sweep(path("sweep"), sweep_of(text));
  SweepOutcome outcome = run(sweep, {0, 1});
  EXPECT_THAT(outcome.failed, testing::ElementsAre(0));
  EXPECT_EQ(outcome.efforts.size(), 1u);
  const fs::path file = path("sweep.sqlite");
  const Collected counts = collect_sweep(sweep, file);
  EXPECT_EQ(counts.failed, 1);
  EXPECT_EQ(counts.done, 1);
  const auto errors = rows(file, "SELECT error FROM runs WHERE status = 'failed'", 1);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_THAT(errors[0][0], testing::HasSubstr("had no valid child left"));
  // Left alone, unless asked for.
  EXPECT_TRUE(run(sweep, {0, 1}).failed.empty());
  const SweepAnalysis analysis = analyse_sweep(file);
  EXPECT_EQ(analysis.failed, 1);
  EXPECT_EQ(analysis.levels[0][0].failed, 1);
  EXPECT_EQ(analysis.levels[0][0].runs, 0);
  EXPECT_EQ(analysis.levels[0][1].runs, 1);
  EXPECT_EQ(analysis.best.runs.back(), 1);
}

// Two candidates were chosen before the matches of the choice, so these compare them without bias.
TEST_F(SweepRuns, TwoCandidatesAreComparedByTheMatchesOfTheirChoice) {
  const std::string text = R"({"format": 1, "base": {"format": 1, "generations": 3, "matches": 4,
      "population": 4, "tournament": 2, "monitor_matches": 0,
      "final": {"matches": 6, "candidates": 2}}, "repetitions": 24, "points": [{}]})";
  SweepDirectory sweep(path("sweep"), sweep_of(text));
  run(sweep, sweep.sweep().longest_first());
  const fs::path file = path("sweep.sqlite");
  collect_sweep(sweep, file);
  const SweepAnalysis analysis = analyse_sweep(file);
  const auto better = rows(file,
                           "SELECT r.run FROM runs r JOIN individuals best ON best.run = r.run AND "
                           "best.sample = 'choice' AND best.place = 0 WHERE best.id <> r.final_id",
                           1);
  EXPECT_EQ(analysis.better_before_fresh, std::ssize(better));
  EXPECT_LT(analysis.better_before_fresh, analysis.compared);
  EXPECT_LT(analysis.better_before_fresh_clearly, analysis.better_before_fresh);
}

// Fitnesses by different objectives are not compared; criteria are what they are.
TEST_F(SweepRuns, OfDifferentMeasuresAreComparedByTheirCriteria) {
  const std::string text = R"({"format": 1, "base": {"format": 1, "generations": 1, "matches": 4,
      "population": 3, "tournament": 2, "monitor_matches": 0, "final": {"matches": 20}},
      "repetitions": 8, "grid": {"population": [2, 3],
      "objective.criteria.drama.weight": [0.5, 2]}})";
  SweepDirectory sweep(path("sweep"), sweep_of(text));
  EXPECT_EQ(sweep.sweep().run(0).config.objective.name, "thesis, changed");
  std::string named = text;
  named.insert(named.find("\"population\": [2"), "\"objective.name\": [\"mine\"], ");
  EXPECT_EQ(sweep_of(named)->run(0).config.objective.name, "mine");
  run(sweep, sweep.sweep().longest_first());
  const fs::path file = path("sweep.sqlite");
  collect_sweep(sweep, file);
  const SweepAnalysis analysis = analyse_sweep(file);
  EXPECT_THAT(analysis.measures, testing::ElementsAre(1));
  EXPECT_EQ(analysis.mean.runs.back(), 32);
  EXPECT_TRUE(analysis.effects.empty());
  const auto drama = std::ranges::find(analysis.criteria, "drama") - analysis.criteria.begin();
  for (std::size_t h = 0; h < 2; ++h) {
    for (std::size_t value = 0; value < 2; ++value) {
      const auto means =
          rows(file,
               fmt::format(
                   "SELECT avg(mean) FROM criteria NATURAL JOIN runs WHERE sample = 'report' AND "
                   "criterion = 'drama' AND json_extract(settings, '$.\"{}\"') = {}",
                   analysis.hyperparameters[h].key, analysis.hyperparameters[h].values[value]),
               1);
      EXPECT_NEAR(analysis.levels[h][value].criteria[static_cast<std::size_t>(drama)].mean,
                  std::stod(means.at(0).at(0)), 1e-6);
    }
  }
}

TEST_F(SweepRuns, APilotTakesLongRunsMoreOftenAndItsRunsAreDone) {
  const std::string text = R"({"format": 1, "base": {"format": 1, "matches": 5, "population": 2,
      "tournament": 2, "monitor_matches": 0, "final": {"matches": 5, "candidates": 1},
      "search_space": {"initial_maps": ["two"]}}, "repetitions": 20,
      "grid": {"generations": [1, 40]}})";
  SweepDirectory sweep(path("sweep"), sweep_of(text));
  const std::vector<int> sample = pilot_sample(sweep, 10);
  EXPECT_EQ(sample, pilot_sample(sweep, 10));
  EXPECT_LE(sample.size(), 10u);
  EXPECT_GE(sample.size(), 8u);
  // Of 1,020 generations, 980 (minus shares of the final) are of the long runs, 20 to 39.
  EXPECT_GE(std::count_if(sample.begin(), sample.end(), [](int r) { return r >= 20; }),
            static_cast<std::ptrdiff_t>(sample.size()) - 1);
  const SweepOutcome outcome = run(sweep, sample, 2);
  const SweepForecast left = forecast(sweep, outcome.efforts);
  std::int64_t matches = 0;
  for (int r = 0; r < 40; ++r) {
    if (std::find(sample.begin(), sample.end(), r) == sample.end())
      matches += sweep.sweep().matches(r);
  }
  EXPECT_EQ(left.matches, matches);
  EXPECT_EQ(left.runs, static_cast<int>(sample.size()));
  EXPECT_GT(left.thread_seconds, 0);
  EXPECT_EQ(pilot_sample(sweep, 1000).size(), 40 - sample.size());
  // Rates 1, 2 and 3 seconds a match: 2 +- 1/sqrt(3).
  std::vector<RunEffort> efforts;
  for (int i = 1; i <= 3; ++i) efforts.push_back({sample[0], 10, 10.0 * i, 0, false});
  const SweepForecast hand = forecast(sweep, efforts);
  EXPECT_NEAR(hand.thread_seconds, 2.0 * static_cast<double>(matches), 1e-6);
  EXPECT_NEAR(hand.thread_seconds_se, static_cast<double>(matches) / std::sqrt(3.0), 1e-6);
}

}  // namespace
}  // namespace evorisk::experiments
