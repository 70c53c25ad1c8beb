// A run in a directory of its own, with an engine that makes results up from the stream's key.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/json.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::ga {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Results that depend on the key and, weakly, on the variant: large maps last longer.
inline metrics::MatchSummary made_up(const risk::Variant& variant, const StreamKey& key) {
  Random random(key);
  metrics::MatchSummary match;
  match.turns =
      1 + static_cast<int>(random.below(static_cast<std::uint32_t>(variant.territories())));
  match.winner = static_cast<std::int8_t>(static_cast<int>(random.below(3)) - 1);
  match.end = match.winner < 0 ? risk::EndReason::turn_limit : risk::EndReason::conquest;
  match.duration = random.unit();
  match.branching_factor = random.unit();
  match.drama = random.unit() / variant.rules().defence_dice;
  match.killer_moves = random.unit();
  match.lead_change = random.unit() * variant.territories() / 50;
  return match;
}

// An engine whose matches are made up, one after another.
class SyntheticEngine : public metrics::Engine {
 public:
  // That breed; matches are played by the one that calls.
  explicit SyntheticEngine(int threads = 1) : threads_(threads) {}
  int threads() const override { return threads_; }

 private:
  virtual metrics::MatchSummary match(const risk::Variant& variant, const StreamKey& key) = 0;
  bool do_play(std::span<const metrics::MatchJob> jobs,
               const metrics::PlayControl& control) override {
    for (const metrics::MatchJob& job : jobs) {
      StreamKey key = job.key;
      for (std::size_t i = 0; i < job.size(); ++i) {
        if (control.stop != nullptr && *control.stop) return false;
        const metrics::MatchSummary summary = match(*job.variant, key);
        if (job.totals != nullptr) {
          job.totals->add(summary);
        } else {
          job.out[i] = summary;
        }
        ++key.match;
      }
    }
    return true;
  }
  int threads_;
};

class MadeUpEngine final : public SyntheticEngine {
 public:
  // Sets `stop` when `matches_left` matches have been played.
  explicit MadeUpEngine(std::int64_t matches_left = -1, std::atomic<bool>* stop = nullptr,
                        int threads = 1)
      : SyntheticEngine(threads), left_(matches_left), stop_(stop) {}
  // Every key ever played, with how often.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, int> played;

 private:
  metrics::MatchSummary match(const risk::Variant& variant, const StreamKey& key) override {
    if (left_ == 0 && stop_ != nullptr) *stop_ = true;
    --left_;
    ++played[{key.generation, key.individual, key.match}];
    return made_up(variant, key);
  }
  std::int64_t left_;
  std::atomic<bool>* stop_;
};

class RunTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "evorisk-run-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    scratch_ = name;
  }
  void TearDown() override { fs::remove_all(scratch_); }

  static Config small() {
    Config config;
    config.name = "small";
    config.seed = 7;
    config.generations = 4;
    config.population = 6;
    config.tournament = 3;
    config.mutation_rate = 0.5;
    config.matches = 10;
    config.monitor_matches = 20;
    config.final.matches = 30;
    config.final.candidates = 3;
    return config;
  }

  fs::path directory(const std::string& name) const { return scratch_ / name; }

  RunOutcome run(const Config& config, const std::string& name,
                 RunOptions::Start start = RunOptions::Start::fresh) const {
    MadeUpEngine engine;
    return run(config, name, start, engine);
  }
  RunOutcome run(const Config& config, const std::string& name, RunOptions::Start start,
                 metrics::Engine& engine, const std::atomic<bool>* stop = nullptr) const {
    RunOptions options;
    options.directory = directory(name);
    options.start = start;
    options.stop = stop;
    return run_evolution(config, engine, options);
  }

  // Every result file's content.
  std::map<std::string, std::string> results(const std::string& name) const {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(directory(name))) {
      const std::string file = entry.path().filename().string();
      if (file != timing_file) files[file] = read_file(entry.path());
    }
    return files;
  }

  std::vector<Json> log(const std::string& name) const {
    std::vector<Json> lines;
    std::ifstream in(directory(name) / log_file);
    for (std::string line; std::getline(in, line);) lines.push_back(parse_json(line));
    return lines;
  }
  Json result(const std::string& name) const {
    return parse_json(read_file(directory(name) / result_file));
  }

  fs::path scratch_;
};

}  // namespace evorisk::ga
