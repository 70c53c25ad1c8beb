// What commands on sweeps have in common: how far a sweep is, doing what is missing, the summary.
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
  int at_work = 0;  // of the missing: in other processes
  std::int64_t matches_done = 0;
  std::int64_t matches_left = 0;
};
SweepState state_of(const experiments::SweepDirectory& directory);

// Does the missing runs of a shard, those with the most matches first, until none is left that no
// living process holds. With a progress display.
experiments::SweepOutcome run_missing(Context& context, experiments::SweepDirectory& directory,
                                      experiments::Shard shard, bool retry_failed, int threads);

// Prints what was done with so many threads, what is left and what failed, and says how the command
// ends.
Exit report_sweep_run(Context& context, const experiments::SweepDirectory& directory,
                      const experiments::SweepOutcome& outcome, int threads);

}  // namespace evorisk::app
