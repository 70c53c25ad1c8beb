// The end of a run: which individual is its best, and how good it really is.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "base/files.hpp"
#include "base/message.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/config.hpp"
#include "ga/genome/genome.hpp"
#include "ga/run/archive.hpp"
#include "ga/run/history.hpp"

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

// How many of the tables' matches agents forfeited, and the sentence that says so.
std::int64_t forfeits_in(std::span<const metrics::CriteriaTotals> tables);
Message forfeits_text(std::int64_t matches);

// After the last generation: measures the finalists anew, chooses the lowest fitness, and measures
// that one again with other matches; and the archive, where there is one. Nothing when stopped.
std::optional<FinalResult> final_evaluation(Evolution& evolution, const Config& config,
                                            const metrics::PlayControl& control);

// The map as maps::arranged(), or maps::polished(), where its places are free: those of boards bred
// from nothing, by an objective that reads no quantity of the drawing. Any other as it is.
maps::Map arranged_for(const maps::Map& map, const Config& config);
maps::Map polished_for(const maps::Map& map, const Config& config);

// What was measured of the best of a finished run, by each table of agents. Throws as
// read_result().
Evidence tables_of_best(const std::filesystem::path& directory);

// Writes archive.json (where there is an archive), best.json (a variant, its map laid out for
// drawing) and then result.json.
void write_results(const std::filesystem::path& directory, const FinalResult& result,
                   const History& history, const Config& config, Flush flush);

// Gives the best of a finished run of `config` another name and drawing, and the figures of fresh
// `tables` by its judges, in best.json and result.json. `bred`: its map as the search knew it. The
// same once more changes nothing. Throws InputError, SystemError.
void restate_best(const std::filesystem::path& directory, const Config& config,
                  const risk::Variant& best, const maps::MapPtr& bred, const Evidence& tables);

}  // namespace evorisk::ga
