// What `evorisk sweep run` and its MPI form have in common: doing what is missing, and the summary.
#pragma once

#include "app/cli/cli.hpp"
#include "experiments/sweep/runner.hpp"

namespace evorisk::app {

// Does the missing runs of a shard, those with the most matches first, until none is left that no
// living process holds. With a progress display.
experiments::SweepOutcome run_missing(Context& context, experiments::SweepDirectory& directory,
                                      experiments::Shard shard, bool retry_failed);

// Prints what was done with so many threads, what is left and what failed, and says how the command
// ends.
Exit report_sweep_run(Context& context, const experiments::SweepDirectory& directory,
                      const experiments::SweepOutcome& outcome, int threads);

}  // namespace evorisk::app
