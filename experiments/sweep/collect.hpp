// All records of a sweep in one SQLite file (experiments/sweep/collection.sql).
#pragma once

#include <filesystem>

#include "experiments/sweep/directory.hpp"

namespace evorisk::experiments {

struct Collected {
  int done = 0;
  int failed = 0;
  int missing = 0;
};

// Replaces `file`, which is never seen half-written. The same records give the same bytes. Throws
// InputError for a record that is broken (it says which file to remove), SystemError.
Collected collect_sweep(const SweepDirectory& directory, const std::filesystem::path& file);

}  // namespace evorisk::experiments
