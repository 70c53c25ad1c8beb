// The two ways of playing the thesis again, behind one face: matches of one game, and whole runs of
// the search.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/reproduce/thesis.hpp"
#include "maps/map.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::experiments::reproduce {

enum class Profile {
  text,      // the thesis as written: this project's engine and search, crossover `reject`, the
             // elite measured anew every generation
  original,  // what its program did: experiments/original
};
std::string_view profile_name(Profile profile);

// Thrown when the stop flag is seen.
class Stopped : public std::runtime_error {
 public:
  Stopped() : std::runtime_error("stopped") {}
};

// One batch of matches: the seven criteria and the fitness.
struct Batch {
  CriteriaValues criteria{};
  double fitness = 0;
};

// A batch of `matches` matches of a game; batch b of a seed is always the same.
Batch play_batch(Profile profile, const std::string& map, const Genes& genes, int matches,
                 std::uint64_t seed, std::uint32_t batch);

// A variant as the thesis' program would play it. Throws InputError, naming the rule, for any that
// the program does not know: it has two players, four rule genes (table 4.1) and else the preset
// `thesis`. Borders are one-way where that program's file of a library map has them so.
class OriginalGame {
 public:
  explicit OriginalGame(const risk::Variant& variant);
  // The batch `batch` of `matches` matches of a seed.
  Batch play(int matches, std::uint64_t seed, std::uint32_t batch) const;

 private:
  Genes genes_;
  original::Board board_;
};

struct SearchSpec {
  Hyperparameters parameters;
  int matches = 100;  // per individual and generation
  std::uint64_t seed = 1;
  // The first population: only this game, genes included (thesis 5.5); else maps thesis-1 to
  // thesis-10 and genes, all uniform.
  std::optional<Thesis::Game> first = {};
  // Counted on the way: individuals with these genes, and those with this map besides.
  std::optional<Thesis::Game> wanted = {};
};

// A run in short.
struct RunSummary {
  Hyperparameters parameters;
  std::vector<double> best_by_generation;  // the lowest fitness of each, as the search saw it

  // Of the fittest of the last generation.
  double final_fitness = 0;
  CriteriaValues criteria{};
  Genes genes;
  int territories = 0;
  maps::MapPtr map;  // empty where it is no whole map (or was not stored)

  int replaced = 0;  // runs that got stuck before this one took their place

  // The lowest best of all generations, and where it first was.
  double least_fitness = 0;
  int least_generation = 0;

  // The initial map (1 to 10) that every map of the last generation is isomorphic to; 0: none.
  int last_generation_is = 0;
  int last_generation_size = 0;

  // Of all individuals bred (generation 0 left out).
  int bred = 0;
  int with_wanted_genes = 0;
  int with_wanted_map = 0;
};

// Runs of the search that stand side by side: a column of a report.
struct RunColumn {
  std::string name;  // "text", "original", or the stored sweep's
  std::vector<RunSummary> runs;
  // Of a stored sweep alone: the matches per individual and generation (0: not the same in all
  // runs) and the crossovers of its runs.
  int matches = 0;
  std::string crossovers = {};
};

struct RunControl {
  const std::atomic<bool>* stop = nullptr;
  std::function<void()> generation_done;  // called from the run's thread
};

// A whole run on the calling thread. Throws Stopped, ga::SearchStuck.
RunSummary run_search(Profile profile, const SearchSpec& spec, const RunControl& control);

// An individual of a generation, as both programs know it.
struct Seen {
  double fitness = 0;
  Genes genes;
  CriteriaValues criteria{};
  int territories = 0;
  maps::MapPtr map;  // empty where it is no whole map
};

// Makes the summary of a run out of its generations, whichever program breeds them.
class RunObserver {
 public:
  explicit RunObserver(const SearchSpec& spec);

  // Called for generation 0, 1, ...
  void generation(int number, std::span<const Seen> individuals);

  const RunSummary& summary() const { return summary_; }

 private:
  const SearchSpec& spec_;
  maps::MapPtr wanted_map_;
  std::vector<maps::MapPtr> initial_maps_;
  RunSummary summary_;
};

}  // namespace evorisk::experiments::reproduce
