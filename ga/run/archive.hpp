// What a search for many variants found, measured afresh: the archive as a file, and what it is
// worth.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ga/config.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/genome/genome.hpp"

namespace evorisk::ga {

// In the run directory of algorithm "map_elites". {"format", "name", "seed", "descriptors",
// "summary", "entries": [{"id", "niche", "fresh_niche", "variant", "search", "fresh"}, ...]}.
inline constexpr std::string_view archive_file = "archive.json";

// The occupant of a niche, and matches that the search never saw.
struct ArchiveEntry {
  Individual individual;
  Evidence fresh;
};

// What the archive looks like to the search, and to fresh matches: there each occupant stands where
// its fresh values put it, and of several in one niche the best counts. The QD score is the sum
// over niches of reference_fitness less the fitness, where that is above 0 (Pugh, Soros and Stanley
// 2016).
struct ArchiveSummary {
  int niches = 0;
  int occupied = 0;  // as the search has it
  double qd_score = 0;
  int fresh_occupied = 0;
  double fresh_qd_score = 0;
  int stayed = 0;   // occupants whose fresh values put them in the niche they occupy
  int outside = 0;  // ... in none
};
ArchiveSummary summarise(std::span<const ArchiveEntry> entries, const Config& config);
nlohmann::ordered_json summary_to_json(const ArchiveSummary& summary);

// Of an archive that was merged of several runs' (ga/run/archive_merge.hpp): their seeds, and an id
// for each entry that tells their individuals apart. Empty for a run's own.
struct ArchiveOrigin {
  std::vector<std::uint64_t> shards;
  std::vector<std::string> ids;
};
std::string archive_text(std::span<const ArchiveEntry> entries, const Config& config,
                         const ArchiveOrigin& origin = {});

}  // namespace evorisk::ga
