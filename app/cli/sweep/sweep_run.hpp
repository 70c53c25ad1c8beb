// Shared by the sweep commands: the state of a sweep, doing its missing runs, the summary.
#pragma once

#include <cstdint>
#include <vector>

#include "app/cli/cli.hpp"
#include "experiments/sweep/runner.hpp"

namespace evorisk::app {

// How far a sweep is.
struct SweepState {
  int done = 0;
  std::vector<int> failed;
  int missing = 0;
  int at_work = 0;  // missing runs that other processes are doing
  std::int64_t matches_done = 0;
  std::int64_t matches_left = 0;
};
SweepState state_of(const experiments::SweepDirectory& directory);

// Does the missing runs of a shard, those with the most matches first, with a progress display.
// Leaves out runs that another living process is doing.
experiments::SweepOutcome run_missing(Context& context, experiments::SweepDirectory& directory,
                                      experiments::Shard shard, bool retry_failed, int threads);

// Prints what `threads` threads did, what is left and what failed; returns the exit code.
Exit report_sweep_run(Context& context, const experiments::SweepDirectory& directory,
                      const experiments::SweepOutcome& outcome, int threads);

}  // namespace evorisk::app
