// What a run needs to go on after the last finished generation.
#pragma once

#include <filesystem>
#include <string>

#include "base/files.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/config.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::ga {

// The content of a checkpoint file after the last finished generation. `configuration`: the
// fingerprint of the run's config.json. `log`: as far as the log was written when that generation
// was done.
std::string checkpoint_text(const Evolution& evolution, const std::string& configuration,
                            const LineLog::Mark& log);

// Of the configuration as it stands in the run directory.
std::string configuration_fingerprint(const std::filesystem::path& directory);

// Reads it, puts the evolution where it was, and returns the log's mark. Throws InputError for a
// checkpoint that is broken, of another format, or of another configuration.
LineLog::Mark read_checkpoint(const std::filesystem::path& directory, Evolution& evolution);

}  // namespace evorisk::ga
