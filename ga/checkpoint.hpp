// What a run needs to go on after the last finished generation.
#pragma once

#include <filesystem>

#include "ga/config.hpp"
#include "ga/evolution.hpp"
#include "ga/run_files.hpp"
#include "maps/base/files.hpp"

namespace evorisk::ga {

// Replaces the checkpoint of a run directory: temporary file, then rename. `log`: as far as the log
// was written when that generation was done.
void write_checkpoint(const std::filesystem::path& directory, const Evolution& evolution,
                      const LineLog::Mark& log, Flush flush);

// Reads it, puts the evolution where it was, and returns the log's mark. Throws InputError for a
// checkpoint that is broken, of another format, or of another configuration.
LineLog::Mark read_checkpoint(const std::filesystem::path& directory, Evolution& evolution);

}  // namespace evorisk::ga
