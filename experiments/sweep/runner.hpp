// Doing the runs of a sweep, many at a time: one run per thread, each of them single-threaded, so
// that no run waits for another and short ones keep every core busy.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "experiments/sweep/processes.hpp"

namespace evorisk::experiments {

// Shard i of n (1 <= i <= n) takes every n-th run of sweep.longest_first(): shards are disjoint, of
// about the same length, and together the sweep.
struct Shard {
  int index = 1;
  int count = 1;
};
// "3/16"; throws InputError.
Shard shard_from_text(const std::string& text);
std::vector<int> runs_of(const Sweep& sweep, Shard shard);

struct SweepStatus {
  int done = 0;    // runs finished by this process
  int failed = 0;  // likewise
  // Matches of the sweep's reckoning (Sweep::matches) that are behind us: a run that needed fewer
  // counts in full when it is done.
  std::int64_t matches = 0;
};

struct SweepOptions {
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;              // may be set at any time
  std::function<void(const SweepStatus&)> on_progress;  // from any thread, one at a time
  bool retry_failed = false;                            // runs that failed before are tried again
  // A run that has taken longer is checkpointed and left for later.
  double seconds_per_run = std::numeric_limits<double>::infinity();
  // Checkpoints of long runs; a killed run loses at most what it did since, an interrupted one its
  // last generation.
  double checkpoint_seconds = 10;
};

struct SweepOutcome {
  std::vector<RunEffort> efforts;  // in the order of their runs
  std::vector<int> failed;         // in ascending order
  double seconds = 0;              // of the whole call
  bool interrupted = false;
};

// Does every run of a list that is missing and that no other process holds, in its order. A run
// that fails is tried once more and then recorded as failed; at once when its search is stuck
// (ga::SearchStuck), which it would be again. Throws SystemError, after all threads have stopped,
// when files cannot be written.
SweepOutcome run_sweep(SweepDirectory& directory, const std::vector<int>& runs,
                       const SweepOptions& options);

// At most `count` different missing runs, drawn with probability proportional to their matches: the
// runs, longest first, are laid end to end and cut into `count` strata of as many matches each, and
// the run at a random place of every stratum is taken (the same ones every time). All missing runs
// when there are no more than `count`.
std::vector<int> pilot_sample(const SweepDirectory& directory, int count);

struct SweepForecast {
  std::int64_t matches = 0;  // of the missing runs, at most
  double thread_seconds = 0;
  double thread_seconds_se = 0;  // from the spread of the sampled runs; 0 of a single one
  int runs = 0;                  // sampled
};

// What the missing runs will take, from what the sampled ones took. Nothing sampled: 0 seconds.
SweepForecast forecast(const SweepDirectory& directory, const std::vector<RunEffort>& efforts);

}  // namespace evorisk::experiments
