// What a search for many variants found, measured afresh: the archive as a file, and what it is
// worth.
#pragma once

#include <cstdint>
#include <filesystem>
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

// What a merged archive says of its runs: their seeds, and for each entry an id that is unique
// among all runs. Empty for the archive of one run.
struct ArchiveOrigin {
  std::vector<std::uint64_t> shards;
  std::vector<std::string> ids;
};
std::string archive_text(std::span<const ArchiveEntry> entries, const Config& config,
                         const ArchiveOrigin& origin = {});

// A part of a large archive: runs of one configuration with different seeds are merged into one.
// The state of a run of algorithm map_elites after its last finished generation: of each niche all
// that it remembers, with all their evidence. The run need not be finished.
struct ArchiveShard {
  std::string source;  // for messages
  Config config;
  std::vector<Individual> members;
};
// Throws InputError when the directory holds no such run.
ArchiveShard read_shard(const std::filesystem::path& directory);

// The occupant of a niche of the merged archive.
struct MergedMember {
  std::uint64_t seed = 0;  // of the shard whose id and streams it has
  Individual individual;   // with the evidence of all shards that know the game
};
struct MergedArchive {
  Config config;                     // that of the lowest seed
  std::vector<std::uint64_t> seeds;  // ascending
  std::vector<MergedMember> occupants;
  int games = 0;   // different ones in all shards
  int shared = 0;  // of these, known to two shards or more
};

// Evidence of the same game is added up (shards of different seeds never play the same matches);
// each game then goes to the niche that all its evidence says, and a niche's occupant is the
// fittest of those with the most matches, counted up to enough_matches: so that none takes a
// place by luck with less evidence. Nothing depends on the order of the shards. Throws InputError
// for fewer than two, for configurations that differ in more than name and seed, and for a seed
// that comes twice.
MergedArchive merge_shards(std::vector<ArchiveShard> shards);

// Measures the occupants afresh, each by the matches that its own run would report: the same bytes
// as there for those that played there alone. False when stopped.
bool measure_merged(const MergedArchive& merged, int threads, const metrics::PlayControl& control,
                    std::vector<ArchiveEntry>& entries);

// Writes config.json, then archive.json, in which an id is that of its run after the run's seed
// ("s2-g3-17"), and "shards" lists the seeds. The directory is what `evorisk gallery` reads.
void write_merged(const std::filesystem::path& directory, const MergedArchive& merged,
                  std::span<const ArchiveEntry> entries);

}  // namespace evorisk::ga
