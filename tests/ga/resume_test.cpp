// What survives of a run: it is stopped and resumed anywhere, and what cannot be resumed is
// refused.
#include <gmock/gmock.h>

#include <set>
#include <string_view>
#include <thread>

#include "base/error.hpp"
#include "base/json.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/run_files.hpp"
#include "tests/ga/made_up_run.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::ga {
namespace {

// Stopped before the match after each of many numbers of matches (so between and inside all
// generations, monitors and both final samples), then resumed: the same bytes.
TEST_F(RunTest, StoppedAnywhereAndResumedGivesTheSameBytes) {
  MadeUpEngine counting;
  run(small(), "whole", RunOptions::Start::fresh, counting);
  const auto expected = results("whole");
  const auto total = static_cast<std::int64_t>(counting.played.size());
  for (const int threads : {1, 2}) {
    if (test::sanitized && threads == 1) continue;
    int interrupted = 0;
    for (std::int64_t after = 0; after <= total; after += test::sanitized ? 101 : 19) {
      const std::string name = "stopped-" + std::to_string(after);
      std::atomic<bool> stop{false};
      MadeUpEngine stopping(after, &stop, threads);
      const RunOutcome outcome = run(small(), name, RunOptions::Start::fresh, stopping, &stop);
      if (outcome == RunOutcome::interrupted) {
        ++interrupted;
        EXPECT_FALSE(fs::exists(directory(name) / result_file));
        ASSERT_EQ(run(small(), name, RunOptions::Start::resume), RunOutcome::finished);
      }
      ASSERT_EQ(results(name), expected) << after << ", threads " << threads;
      fs::remove_all(directory(name));
    }
    EXPECT_GT(interrupted, test::sanitized ? 2 : 15);
  }
}

// A checkpoint is written of what an evolution is between two generations; when the next one is
// stopped, wherever that is, nothing of it is left.
constexpr const char* evolution_kinds[] = {"generational", "nsga2",    "map_elites",
                                           "climber",      "restarts", "random_search",
                                           "islands",      "pooled",   "filtered"};

Config config_of(std::string_view kind) {
  Config config;
  config.generations = 3;
  config.population = 6;
  config.tournament = 3;
  config.mutation_rate = 0.5;
  config.matches = 5;
  config.monitor_matches = 11;
  config.budget.matches = 1000;
  config.final.candidates = 3;
  if (kind == "nsga2") {
    config.algorithm = kind;
    config.objective.groups = {
        {"pace", {metrics::Criterion::completeness, metrics::Criterion::duration}, 0, 2},
        {"rest", {metrics::Criterion::drama, metrics::Criterion::lead_change}, 0, 2}};
  } else if (kind == "map_elites") {
    config.algorithm = kind;
    config.map_elites.descriptors = {{"territories", 0, 50, 4}, {"turns", 0, 50, 4}};
  } else if (kind == "climber" || kind == "random_search") {
    config.algorithm = kind;
  } else if (kind == "restarts") {
    config.algorithm = "climber";
    config.patience = 1;
    config.population = 2;
    config.tournament = 2;
    config.generations = 9;
  } else if (kind == "islands") {
    config.islands.count = 2;
    config.islands.interval = 1;
    config.islands.migrants = 1;
  } else if (kind == "pooled") {
    config.evidence_pool = EvidencePool::genotype;
  } else if (kind == "filtered") {  // everybody: only the monitor is played
    apply_setting(config,
                  R"(playability=[{"matches":2,"limits":{"territories":{"at_least":1000}}}])");
    config.budget.matches = 0;
  }
  return config;
}

// Between matches that are the last ones.
std::int64_t step_of(std::string_view kind) {
  return test::sanitized && kind != "filtered" ? 53 : 3;
}

TEST(Evolution, StoppedAnywhereIsAsItWasBefore) {
  for (const char* const kind : evolution_kinds) {
    const Config config = config_of(kind);
    int stopped = 0;
    for (std::int64_t after = 0;; after += step_of(kind)) {
      std::atomic<bool> stop{false};
      MadeUpEngine engine(after, &stop);
      Evolution evolution(config, engine);
      std::string before;
      do {
        before = evolution.state().dump();
      } while (!evolution.done() && evolution.advance({&stop, nullptr}));
      if (evolution.done()) break;
      ++stopped;
      ASSERT_EQ(evolution.state().dump(), before) << kind << ' ' << after;
    }
    EXPECT_GT(stopped, test::sanitized || kind == std::string("filtered") ? 2 : 7) << kind;
  }
}

TEST_F(RunTest, ResumingAtEveryGenerationBoundaryAndAfterATornLine) {
  run(small(), "whole");
  const auto expected = results("whole");
  Config config = small();
  for (std::int64_t generation = 0; generation <= 4; generation += test::sanitized ? 3 : 1) {
    const std::string name = "cut-" + std::to_string(generation);
    std::atomic<bool> stop{false};
    RunOptions options;
    options.directory = directory(name);
    options.stop = &stop;
    options.on_progress = [&](const RunStatus& status) {
      if (status.generation == generation) stop = true;
    };
    MadeUpEngine engine;
    // Told of each finished generation, it stops before the next one's first match.
    ASSERT_EQ(run_evolution(config, engine, options), RunOutcome::interrupted);
    EXPECT_EQ(log(name).size(), static_cast<std::size_t>(generation) + 1);
    {
      std::ofstream(directory(name) / log_file, std::ios::app) << R"({"generation": 3, "torn)";
      std::ofstream(directory(name) / "checkpoint.json.4242.tmp") << "half";
      ASSERT_EQ(run(config, name, RunOptions::Start::resume), RunOutcome::finished);
    }
    ASSERT_EQ(results(name), expected) << generation;
  }
}

// Another process asks by a file to stop, or to wait; what is asked lets no result differ.
TEST_F(RunTest, StopsAndWaitsWhenAFileAsks) {
  run(small(), "whole");
  const auto expected = results("whole");
  int threads = 1;
  const auto play = [&](const std::string& name, std::atomic<bool>* stop,
                        const std::function<void(const RunStatus&)>& progress) {
    RunOptions options;
    options.directory = directory(name);
    options.stop = stop;
    options.on_progress = progress;
    options.start =
        fs::exists(directory(name)) ? RunOptions::Start::resume : RunOptions::Start::fresh;
    MadeUpEngine engine(-1, nullptr, threads);
    return run_evolution(small(), engine, options);
  };
  const auto ask = [&](const std::string& name, std::string_view request) {
    write_file(directory(name) / request, "", Flush::to_system);
  };
  // Stopped at the end of generation 2; the request is gone, and paused or not does not matter.
  EXPECT_EQ(play("a", nullptr,
                 [&](const RunStatus& status) {
                   if (status.generation != 2) return;
                   ask("a", pause_request);
                   ask("a", stop_request);
                 }),
            RunOutcome::interrupted);
  EXPECT_EQ(log("a").size(), 3u);
  EXPECT_FALSE(fs::exists(directory("a") / stop_request));
  // Who resumes has not been asked to wait.
  EXPECT_EQ(play("a", nullptr, {}), RunOutcome::finished);
  EXPECT_FALSE(fs::exists(directory("a") / pause_request));
  EXPECT_EQ(results("a"), expected);
  // Waiting, with everything on file, until the request is taken away ...
  std::jthread other;
  EXPECT_EQ(play("b", nullptr,
                 [&](const RunStatus& status) {
                   if (status.generation != 1 || other.joinable()) return;
                   ask("b", pause_request);
                   other = std::jthread([&] {
                     for (std::string written;
                          written.find("\"generation\":1") == std::string::npos;
                          std::this_thread::yield()) {
                       if (fs::exists(directory("b") / checkpoint_file))
                         written = read_file(directory("b") / checkpoint_file);
                       std::erase(written, ' ');
                     }
                     fs::remove(directory("b") / pause_request);
                   });
                 }),
            RunOutcome::finished);
  EXPECT_EQ(results("b"), expected);
  // ... or the process itself is told to stop.
  std::atomic<bool> stop{false};
  EXPECT_EQ(play("c", &stop,
                 [&](const RunStatus& status) {
                   if (status.generation != 1) return;
                   ask("c", pause_request);
                   stop = true;
                 }),
            RunOutcome::interrupted);
  EXPECT_EQ(play("c", nullptr, {}), RunOutcome::finished);
  EXPECT_EQ(results("c"), expected);
  // With two threads, too.
  threads = 2;
  EXPECT_EQ(play("d", nullptr,
                 [&](const RunStatus& status) {
                   if (status.generation == 2) ask("d", stop_request);
                 }),
            RunOutcome::interrupted);
  EXPECT_EQ(log("d").size(), 3u);
  EXPECT_EQ(play("d", nullptr, {}), RunOutcome::finished);
  EXPECT_EQ(results("d"), expected);
}

TEST_F(RunTest, ResumingAFinishedRunChangesNothingAndAMissingResultIsMadeAgain) {
  run(small(), "a");
  const auto expected = results("a");
  MadeUpEngine engine;
  EXPECT_EQ(run(small(), "a", RunOptions::Start::resume, engine), RunOutcome::finished);
  EXPECT_TRUE(engine.played.empty());
  EXPECT_EQ(results("a"), expected);
  fs::remove(directory("a") / result_file);
  EXPECT_EQ(run(small(), "a", RunOptions::Start::resume), RunOutcome::finished);
  EXPECT_EQ(results("a"), expected);
  fs::remove(directory("a") / result_file);
  fs::remove(directory("a") / checkpoint_file);
  EXPECT_EQ(run(small(), "a", RunOptions::Start::resume), RunOutcome::finished)
      << "without a checkpoint the run begins again";
  EXPECT_EQ(results("a"), expected);
}

TEST_F(RunTest, DirectoriesThatDoNotAllowWhatIsAsked) {
  const auto message = [&](const Config& config, const std::string& name, RunOptions::Start start) {
    try {
      run(config, name, start);
    } catch (const InputError& error) {
      return std::string(error.what());
    } catch (const SystemError& error) {
      return std::string("system: ") + error.what();
    }
    return std::string();
  };
  using Start = RunOptions::Start;
  const auto expect = [&](const std::string& said, const std::string& part) {
    EXPECT_NE(said.find(part), std::string::npos) << said << "\nlacks: " << part;
  };
  run(small(), "done");
  expect(message(small(), "done", Start::fresh), "is not empty");
  expect(message(small(), "done", Start::fresh), "--resume continues the run there, --force");
  expect(message(small(), "nothing", Start::resume), "holds no run (there is no config.json)");
  Config other = small();
  other.population = 8;
  other.objective.terms[0].weight = 2;
  const std::string differing = message(other, "done", Start::resume);
  expect(differing, "population: 6 and 8");
  expect(differing, "objective.criteria.completeness.weight: 1.0 and 2.0");
  EXPECT_EQ(message(other, "done", Start::force), "");
  EXPECT_EQ(log("done")[0]["individuals"].size(), 8u);

  fs::create_directories(directory("foreign"));
  std::ofstream(directory("foreign") / "letter.txt") << "mine";
  expect(message(small(), "foreign", Start::fresh), "letter.txt");
  EXPECT_FALSE(fs::exists(directory("foreign") / ".lock"));
  EXPECT_EQ(message(small(), "foreign", Start::force), "");
  EXPECT_EQ(read_file(directory("foreign") / "letter.txt"), "mine");

  std::ofstream(scratch_ / "file") << "";
  expect(message(small(), "file", Start::fresh), "is a file; a run needs a directory");
  expect(message(small(), "file/below", Start::fresh), "system: cannot make directory");

  fs::create_directories(directory("held"));
  {
    const DirectoryLock lock(directory("held"));
    expect(message(small(), "held", Start::fresh), "system: ");
    expect(message(small(), "held", Start::fresh), "another process is at work");
  }
  EXPECT_EQ(message(small(), "held", Start::fresh), "");
}

TEST_F(RunTest, BrokenCheckpointsGiveOneClearError) {
  run(small(), "a");
  fs::remove(directory("a") / result_file);
  const std::string good = read_file(directory("a") / checkpoint_file);
  const std::string good_log = read_file(directory("a") / log_file);
  const auto message = [&](const std::string& checkpoint, const std::string& text) {
    write_file(directory("a") / checkpoint_file, checkpoint);
    write_file(directory("a") / log_file, text);
    try {
      run(small(), "a", RunOptions::Start::resume);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  Json content = parse_json(good);
  unseal(content, "");
  // With a checksum of its own, so that it is read on.
  const auto with = [&](const std::string& pointer, const Json& value) {
    Json document = content;
    document[Json::json_pointer(pointer)] = value;
    return sealed_line(document);
  };
  const std::string damaged = "damaged, or was changed by hand; without the file, all begins anew";
  struct Row {
    std::string checkpoint;
    std::string log;
    std::string says;
  };
  Json without = content;
  without.erase("state");
  Json fewer = content;
  fewer["state"]["population"].erase(0);
  const std::vector<Row> rows = {
      {"", good_log, "checkpoint.json"},
      {good.substr(0, good.size() / 2), good_log, "checkpoint.json"},
      {"[]", good_log, "checkpoint.json"},
      {with("/format", 3), good_log, "format"},
      {with("/format", 5), good_log, "format"},
      {with("/generation", 9), good_log, "generation"},
      {with("/generation", "one"), good_log, "generation"},
      {with("/configuration", "0123456789abcdef"), good_log, "of another configuration"},
      {with("/extra", 1), good_log, "extra"},
      {content.dump(), good_log, "has no checksum at its end"},
      {std::string(good).replace(good.find("state"), 1, "z"), good_log, damaged},
      {sealed_line(without), good_log, "state"},
      {sealed_line(fewer), good_log, "holds 5 individuals, but the population has 6"},
      {with("/state/population/0/genes/defence_dice", 5), good_log, "defence_dice"},
      {with("/state/population/0/map", "thesis-11"), good_log, "thesis-11"},
      {with("/state/population/0/mutations", Json::array({"add_bordr"})), good_log,
       "did you mean \"add_border\"?"},
      {with("/state/population/0/evidence", 1), good_log, "evidence"},
      {with("/log/bytes", -1), good_log, "log.bytes"},
      {good, good_log.substr(0, 100), "has 100 bytes"},
      {good, "x" + good_log.substr(1), "is not the file that the checkpoint was made with"},
  };
  for (const Row& row : rows) {
    const std::string said = message(row.checkpoint, row.log);
    EXPECT_NE(said.find(row.says), std::string::npos) << said << "\nlacks: " << row.says;
    EXPECT_EQ(read_file(directory("a") / log_file), row.log) << "nothing is cut before it is sure";
  }
  EXPECT_EQ(message(good, good_log), "no error");
}

TEST_F(RunTest, TheCheckpointBeforeADamagedOneIsGoneOnFrom) {
  run(small(), "whole");
  run(small(), "a");
  const fs::path last = directory("a") / checkpoint_file;
  const fs::path before = checkpoint_before(last);
  EXPECT_FALSE(fs::exists(before)) << "of no use to a finished run";
  fs::remove(directory("a") / result_file);
  // What a run of some seconds leaves: a checkpoint of an earlier generation, and the last.
  const std::string text = read_file(last);
  write_checkpoint(last, text, Flush::to_system);
  EXPECT_EQ(read_file(before), text);
  write_file(last, text.substr(0, text.size() - 40));
  try {
    run(small(), "a", RunOptions::Start::resume);
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("checkpoint.json"),
                                             testing::HasSubstr("checkpoint.before.json")));
  }
  fs::remove(last);
  run(small(), "a", RunOptions::Start::resume);
  EXPECT_EQ(read_file(directory("a") / result_file), read_file(directory("whole") / result_file));
  EXPECT_EQ(read_file(directory("a") / log_file), read_file(directory("whole") / log_file));
}

// What tells a changed log from the one that was written: another one for every text that differs
// by a bit, a byte more, or two bytes in each other's place, and for other lines before.
TEST(TextHash, TellsEveryChange) {
  Random random({17, Purpose::test});
  for (int round = 0; round < 300; ++round) {
    std::string text(random.below(60), ' ');
    for (char& c : text) c = static_cast<char>(random.below(256));
    std::set<std::uint64_t> hashes = {text_hash(text), text_hash(text + '\0'), text_hash(text, 1)};
    std::size_t texts = 3;
    for (std::size_t i = 0; i < text.size(); ++i) {
      std::string changed = text;
      changed[i] = static_cast<char>(changed[i] ^ (1 << random.below(8)));
      hashes.insert(text_hash(changed));
      ++texts;
      changed = text;
      if (i == 0 || text[i] == text[i - 1]) continue;
      std::swap(changed[i], changed[i - 1]);
      hashes.insert(text_hash(changed));
      ++texts;
    }
    EXPECT_EQ(hashes.size(), texts) << round;
  }
}

}  // namespace
}  // namespace evorisk::ga
