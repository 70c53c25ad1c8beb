// What the log of a run holds of every individual, as numbers to count with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "ga/config.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::experiments {

struct ArchiveIndividual {
  std::string id;
  // Whose matches its figures rest on: its own id, or where evidence is pooled that of the first
  // individual of its game. Those of one game have their errors in common.
  std::string game;
  std::vector<std::string> parents;    // ids; empty in the first population
  std::string crossover;               // operator of its birth
  std::vector<std::string> mutations;  // made at its birth; rule genes as "rule:KEY"
  std::vector<std::string> genes;      // values, as JSON text, in the order of Archive::genes
  double territories = 0;
  double borders = 0;
  double continents = 0;
  std::int64_t matches = 0;
  std::vector<metrics::Estimate> criteria;  // in the order of Archive::criteria
  double fitness = 0;
};

// Every individual that was measured, once: with the line of the log that has most of its matches.
struct Archive {
  std::vector<metrics::Criterion> criteria;  // those measured
  std::vector<std::string> genes;            // rule keys that evolve
  std::vector<ArchiveIndividual> individuals;
};

// Throws InputError when the directory holds no run, or a log that is not one.
Archive read_archive(const std::filesystem::path& directory, const ga::Config& config);

}  // namespace evorisk::experiments
