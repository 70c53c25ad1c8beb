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

// --- the children of a run beside their parents, and which of them err together ---

// A child whose parents are all in the archive. Numbers are from 0 over all families.
struct Family {
  const ArchiveIndividual* child;
  std::vector<const ArchiveIndividual*> parents;
  std::vector<int> games;  // by number, the child's and its parents': each once, ascending
  int game;                // the child's, by number
  int child_game;          // the same, by number among those of children
  int first_game;          // the first parent's, by number among those of first parents
};

// Two families err together when a game of one is a game of the other: the figures of a game rest
// on the same matches whenever evidence is pooled, and an individual's are its own both as a child
// and as a parent.
struct Families {
  std::vector<Family> all;
  // Of how many games the children are, and the first parents.
  int child_games = 0;
  int first_games = 0;
  // The smaller of the two: there is no more to learn from than that.
  int independent() const { return child_games < first_games ? child_games : first_games; }
};

// Migrants are copies, not children. The families point into `archive`.
Families families_of(const Archive& archive);

// `value` of the child less the mean of its parents'.
template <class Value>
double change(const Family& family, const Value& value) {
  double before = 0;
  for (const ArchiveIndividual* parent : family.parents) before += value(*parent);
  return value(*family.child) - before / static_cast<double>(family.parents.size());
}

// With fewer independent games nothing is judged.
inline constexpr int fewest_games = 8;

}  // namespace evorisk::experiments
