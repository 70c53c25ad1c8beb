// Runs out of a collected sweep (DIR/sweep.sqlite of `evorisk sweep collect`; docs/sweep.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/reproduce/profile.hpp"

namespace evorisk::experiments::reproduce {

struct StoredSweep {
  std::string name;
  std::vector<RunSummary> runs;  // those that are done, in their order
};

// `place` is the sweep's directory or the collected file itself. Throws InputError when there is no
// collected sweep, when it is of another format, holds no finished run, or its search space is not
// the thesis'.
StoredSweep read_stored_sweep(const std::filesystem::path& place);

}  // namespace evorisk::experiments::reproduce
