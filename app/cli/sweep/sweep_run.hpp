// Shared by the sweep commands: doing the missing runs of a sweep, the summary.
#pragma once

#include <string>

#include "app/cli/cli.hpp"
#include "experiments/sweep/runner.hpp"

namespace evorisk::app {

// Does the missing runs of a shard, those with the most matches first, with a progress display.
// Leaves out runs that another living process is doing.
experiments::SweepOutcome run_missing(Context& context, experiments::SweepDirectory& directory,
                                      experiments::Shard shard, bool retry_failed, int threads);

// Prints what `threads` threads did, what is left and what failed; returns the exit code.
Exit report_sweep_run(Context& context, const experiments::SweepDirectory& directory,
                      const experiments::SweepOutcome& outcome, int threads);

// "2.5 ± 0.1 hours", without an error of 0.
std::string time_text(double seconds, double error = 0);

}  // namespace evorisk::app
