// What `evorisk sweep run` and its MPI form have in common: the display and the summary.
#pragma once

#include <cstdint>
#include <vector>

#include "app/cli.hpp"
#include "experiments/sweep/runner.hpp"

namespace evorisk::app {

// One pass over `source` with a progress display for `matches` matches; adds to `sum`.
void sweep_pass(Context& context, experiments::SweepDirectory& directory,
                experiments::RunSource& source, std::int64_t matches,
                const experiments::SweepOptions& options, experiments::SweepOutcome& sum);

// Prints what was done with so many threads, what is left and what failed, and says how the command
// ends.
Exit report_sweep_run(Context& context, const experiments::SweepDirectory& directory,
                      const experiments::SweepOutcome& outcome, int threads);

// The missing runs of a shard that no process holds, those with the most matches first.
std::vector<int> missing_runs(const experiments::SweepDirectory& directory,
                              experiments::Shard shard, bool failed_too);

}  // namespace evorisk::app
