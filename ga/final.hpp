// The end of a run: which individual is its best, and how good it really is.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "ga/archive.hpp"
#include "ga/config.hpp"
#include "ga/evaluator.hpp"
#include "ga/genome.hpp"
#include "ga/history.hpp"
#include "maps/base/files.hpp"

namespace evorisk::ga {

struct FinalResult {
  struct Candidate {
    Individual individual;  // with the evidence the search had
    Evidence choice;        // empty when there was no choice to make
  };
  std::vector<Candidate> candidates;  // the best first
  Evidence report;                    // fresh matches of the best: free of any selection
  std::vector<ArchiveEntry> archive;  // of algorithm "map_elites"
};

// Who may be the best: the fittest of the last population, then the fittest candidates of the whole
// run, up to config.final.candidates different games.
std::vector<Individual> finalists(std::span<const Individual> population,
                                  const std::vector<Individual>& candidates, const Config& config);

// Measures the finalists anew, chooses the lowest fitness, and measures that one again with other
// matches. Nothing when stopped.
std::optional<FinalResult> final_evaluation(const std::vector<Individual>& finalists,
                                            const Config& config, Evaluator& evaluator,
                                            const metrics::PlayControl& control);

// Measures the occupants of an archive afresh. False when stopped.
bool measure_archive(std::span<const Individual> occupants, const Config& config,
                     Evaluator& evaluator, const metrics::PlayControl& control,
                     std::vector<ArchiveEntry>& archive);

// Writes archive.json (where there is an archive), best.json (a variant, its map laid out for
// drawing) and then result.json; `threads` change nothing but the speed.
void write_results(const std::filesystem::path& directory, const FinalResult& result,
                   const History& history, const Config& config, int threads, Flush flush);

}  // namespace evorisk::ga
