// Where targets get their matches and runs: played once, on all threads, and kept for the next
// target.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "experiments/reproduce/profile.hpp"

namespace evorisk::experiments::reproduce {

struct LaboratoryOptions {
  std::optional<double> scale;  // instead of each target's default; above 0
  std::vector<Profile> profiles = {Profile::text, Profile::original};
  std::string sweep;    // directory of a stored sweep, or empty
  std::string figures;  // a file of the real program's figures, JSON lines; empty: those built in
  int matches = 100;    // per individual and generation, and per batch
  int most_generations = 0;  // runs end after so many: a rehearsal; 0: as the target asks
  std::uint64_t seed = 1;
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;
  // What is being done, and how much of it; from any thread, one at a time.
  std::function<void(const std::string& what, std::int64_t done, std::int64_t total)> progress;
};

// Runs out of a collected sweep (DIR/sweep.sqlite of `evorisk sweep collect`; docs/sweep.md).
// The runs that are done, in their order. `place` is the sweep's directory or the collected file
// itself. Throws InputError when there is no collected sweep, when it is of another format, holds
// no finished run, or its search space is not the thesis'.
RunColumn read_stored_sweep(const std::filesystem::path& place);

// Nothing it gives depends on the number of threads. Every method may throw Stopped.
class Laboratory {
 public:
  explicit Laboratory(LaboratoryOptions options) : options_(std::move(options)) {}

  const LaboratoryOptions& options() const { return options_; }
  // `full` things at scale 1; at least `least`.
  int scaled(int full, double default_scale, int least) const;

  // Batches of matches of a game.
  std::vector<Batch> batches(Profile profile, const Thesis::Game& game, int count);

  // `count` runs with the same hyperparameters. `risk_to_war`: the first population is Risk, and
  // War is counted.
  const std::vector<RunSummary>& repeats(Profile profile, const Hyperparameters& parameters,
                                         int count, bool risk_to_war = false);

  // A stratified sample of the thesis' grid, one column per profile; or the stored sweep, one
  // column.
  const std::vector<RunColumn>& sample(int count);

  // Runs that got stuck (ga::SearchStuck) and were played again from another seed, of all that were
  // asked for since forget_replaced().
  int replaced() const { return replaced_; }
  void forget_replaced();

  // Does job 0 ... count - 1 on all threads, in that order as far as threads allow. Throws the
  // first failure (by number), or Stopped.
  void parallel(const std::string& what, std::int64_t count,
                const std::function<void(std::int64_t job)>& work);

 private:
  // Hyperparameters of a run as it is to be played.
  Hyperparameters limited(Hyperparameters parameters) const;
  std::vector<RunColumn> played_sample(int count);
  // What is handed out to a target, counted once.
  void hand_out(const std::vector<RunSummary>& runs);
  std::vector<RunSummary> play(const std::string& what, Profile profile,
                               std::span<const SearchSpec> specs);

  LaboratoryOptions options_;
  std::map<std::tuple<Profile, Hyperparameters, int, bool>, std::vector<RunSummary>> repeats_;
  std::map<int, std::vector<RunColumn>> samples_;
  std::set<const void*> handed_out_;
  int replaced_ = 0;
};

}  // namespace evorisk::experiments::reproduce
