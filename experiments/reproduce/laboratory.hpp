// Where targets get their matches and runs: played once, on all threads, and kept for the next
// target.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/reproduce/profile.hpp"
#include "experiments/reproduce/run_store.hpp"
#include "experiments/sweep/runner.hpp"

namespace evorisk::experiments::reproduce {

struct LaboratoryOptions {
  std::optional<double> scale;  // instead of each target's default; above 0
  std::vector<Profile> profiles = {Profile::text, Profile::original};
  std::string sweep;         // directory of a stored sweep, or empty
  std::string store;         // directory of a RunStore, or empty: runs are kept in memory alone
  bool stored_only = false;  // no run is played; the grid and each configuration are what is stored
  Shard shard = {};          // prepare() plays the runs of this shard
  std::string figures;  // a file of the real program's figures, JSON lines; empty: those built in
  int matches = 100;    // per individual and generation, and per batch
  int most_generations = 0;  // runs end after so many: a rehearsal; 0: as the target asks
  std::uint64_t seed = 1;
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;
  // What is being done, and how much of it; from any thread, one at a time.
  std::function<void(const std::string& what, std::int64_t done, std::int64_t total)> progress;
  // How long prepare() will take, before the most of it.
  std::function<void(double seconds)> forecast;
};

// Runs out of a collected sweep (DIR/sweep.sqlite of `evorisk sweep collect`; docs/sweep.md).
// The runs that are done, in their order. `place` is the sweep's directory or the collected file
// itself. Throws InputError when there is no collected sweep, when it is of another format, holds
// no finished run, or its search space is not the thesis'.
RunColumn read_stored_sweep(const std::filesystem::path& place);

// What is asked of a configuration.
struct Repeats {
  Study study = Study::repeat;  // or war
  Hyperparameters parameters;
};

// Nothing it gives depends on the number of threads. Every method may throw Stopped.
class Laboratory {
 public:
  // Throws InputError and SystemError for the store.
  explicit Laboratory(LaboratoryOptions options);

  const LaboratoryOptions& options() const { return options_; }
  // `full` things at scale 1; at least `least`.
  int scaled(int full, double default_scale, int least) const;

  // Batches of matches of a game.
  std::vector<Batch> batches(Profile profile, const Thesis::Game& game, int count);

  // Plays what is missing of `count` runs of each configuration, and of a sample of `grid` points
  // of the grid, by all profiles: in a random order, so that the part that is done is a random
  // sample.
  void prepare(const std::vector<std::pair<Repeats, int>>& repeats, int grid);

  // `count` runs with the same hyperparameters; with `stored_only` all that are stored. Throws
  // InputError when none is.
  std::vector<RunSummary> repeats(Profile profile, const Repeats& of, int count);
  // Whether a run of the configuration is stored by every profile.
  bool stores(const Repeats& of) const;
  // Whether a run of the grid is stored by any profile.
  bool stores_grid() const;

  // A stratified sample of the thesis' grid, one column per profile; or the stored sweep, one
  // column. With `stored_only` all stored runs of the grid, of the profiles that have any.
  std::vector<RunColumn> sample(int count);
  // The stored sweep that LaboratoryOptions::sweep names.
  const RunColumn& sweep();

  // What was handed out since forget_handed_out(): runs by profile, and how many of them got stuck
  // (ga::SearchStuck) and were played again from another seed.
  int handed_out(Profile profile) const;
  int replaced() const { return replaced_; }
  void forget_handed_out();

  // Does job 0 ... count - 1 on all threads, in that order as far as threads allow. Throws the
  // first failure (by number), or Stopped.
  void parallel(const std::string& what, std::int64_t count,
                const std::function<void(std::int64_t job)>& work);

 private:
  // Of a configuration, whatever `count` says: scale 1 asks for less.
  static constexpr int most_repeats = 1000;

  std::vector<RunKey> keys_of(Profile profile, const Repeats& of, int count) const;
  std::vector<RunKey> grid_keys(Profile profile, int count) const;
  SearchSpec spec_of(const RunKey& key) const;
  // Those of the keys that are not stored, in a random order.
  std::vector<RunKey> missing(const std::vector<RunKey>& keys) const;
  void play(const std::string& what, std::span<const RunKey> keys);
  // The seconds that all but a few of these runs will take; plays the few.
  double seconds_for(std::span<const RunKey> keys);
  void hand_out(Profile profile, const std::vector<RunSummary>& runs);
  std::vector<RunSummary> runs(const std::string& what, const std::vector<RunKey>& keys);

  LaboratoryOptions options_;
  RunStore store_;
  std::optional<RunColumn> sweep_;
  std::map<Profile, int> handed_out_;
  int replaced_ = 0;
};

}  // namespace evorisk::experiments::reproduce
