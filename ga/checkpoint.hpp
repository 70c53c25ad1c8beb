// What a run needs to go on after the last finished generation.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ga/algorithm.hpp"
#include "ga/config.hpp"
#include "ga/genome.hpp"
#include "ga/run_files.hpp"
#include "maps/base/files.hpp"

namespace evorisk::ga {

struct Checkpoint {
  int generation = -1;  // the last one finished
  LineLog::Mark log;    // as far as it was written then
  // The last monitor record (ga/record.hpp) as JSON text, "null" without.
  std::string monitor = "null";
  std::vector<Individual> candidates;  // for the final evaluation, the fittest first
};

// Replaces the checkpoint of a run directory: temporary file, then rename.
void write_checkpoint(const std::filesystem::path& directory, const Checkpoint& checkpoint,
                      const Algorithm& algorithm, const Config& config, Flush flush);

// Reads it and puts the algorithm where it was. Throws InputError for a checkpoint that is broken,
// of another format, or of another configuration.
Checkpoint read_checkpoint(const std::filesystem::path& directory, Algorithm& algorithm,
                           const Config& config);

// Keeps in `candidates` the `most` fittest different games among those there and `population`, the
// fittest first; who is there already is brought up to date.
void update_candidates(std::vector<Individual>& candidates, std::span<const Individual> population,
                       int most);

}  // namespace evorisk::ga
