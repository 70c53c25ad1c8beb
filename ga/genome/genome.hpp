// What is bred: genomes (rule genes and a map), and the individuals that carry them.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "ga/genome/search_space.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/objective/panel.hpp"
#include "metrics/objective/target.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::ga {

// Rule genes and a map. Knows nothing of fitness.
struct Genome {
  std::vector<int> genes;  // per SearchSpace::genes: the index of its value
  maps::MapPtr map;
};

// Whether two genomes are the same game: same genes, borders, continents and bonuses under the same
// numbers. Names and positions do not matter; isomorphic maps with other numbers are not found.
bool same_game(const Genome& a, const Genome& b);

// A text that is the same for two genomes exactly when they are the same game.
std::string game_key(const Genome& genome);

// The rules of a genome: the configuration's base rules with every gene's value set.
risk::Rules rules_of(const std::vector<int>& genes, const Config& config);

// {"allocation": "random", ...}: the value of every gene; and back (InputError for a missing or
// unknown gene, or a value that the search space does not have).
nlohmann::ordered_json genes_to_json(const Genome& genome, const SearchSpace& space);
std::vector<int> genes_from_json(const JsonView& view, const SearchSpace& space);

// Changes the bonuses of a map as `policy` says; "evolve" changes none.
void settle_bonuses(maps::MapData& map, BonusPolicy policy);

// A member of the first population: every gene uniform over its values, the map uniform over the
// initial maps (thesis 4.3.1), or generated. Rules and map need not fit.
Genome random_genome(const SearchSpace& space, Random& random);

// Of an individual that is not playable: it ranks after all others.
inline constexpr double violation_of_unplayable = 1e9;

// "g3-17": of the individual born in generation 3 at place 17 of its population; unique in a run.
std::string id_of(int generation, int index);

// What a number of matches say: one set of sums per judge, or of the one table of agents.
using Evidence = std::vector<metrics::CriteriaTotals>;

// A genome with its history and what is known of it.
struct Individual {
  int generation = 0;                // of its birth
  int index = 0;                     // its place in the population of that generation
  std::vector<std::string> parents;  // ids; empty in the first population
  std::string crossover;             // operator of its birth; empty in the first population
  // Made at its birth, in order: names in map_mutations(), and "rule:KEY" for genes of rules.
  std::vector<std::string> mutations;
  Genome genome;

  // The matches its fitness rests on: as many under each judge as the configuration says.
  Evidence evidence;
  // How far its game is from the objective's target, where there is one; set before the first
  // match.
  std::optional<metrics::TargetDistance> target_distance;
  metrics::Estimate fitness;
  // Added to its score where parents, elites and finalists are chosen (ga/evaluation/likes.hpp);
  // no part of what is known of it, and not recorded.
  double bend = 0;
  // What the objective makes of the evidence besides, where it has constraints and groups.
  double violation = 0;                   // metrics::violation: 0 when all constraints hold
  std::vector<metrics::Estimate> losses;  // of each group
  std::vector<double> levels;             // of a lexicographic objective: the groups' in steps
  // Whose stream its matches are of, when pooled with an earlier individual of the same game.
  struct Stream {
    int generation;
    int index;
    friend bool operator==(const Stream&, const Stream&) = default;
  };
  std::optional<Stream> stream;
  // Why it is not playable (ga/evaluation/playability.hpp), and therefore was not measured; empty
  // when it is.
  std::string filtered;
  // Matches of its own stream played so far under a judge with one for each of the budget's; the
  // next fresh one has this number.
  std::int64_t matches_played = 0;

  // Matches of an individual are keyed by these two numbers, so every one of them can be replayed
  // from the seed, the id and the match's number.
  std::string id() const;
  // Whose stream its matches are of; and `of` as that stream.
  Stream matches_stream() const;
  void play_on(const Stream& of);
  // The fitness that the objective gives it for these matches.
  metrics::Estimate judged(const Evidence& tables, const Config& config) const;
  // What the objective says of its evidence: fitness, violation, losses, levels.
  void assess(const Config& config);
  // No matches yet, of one player count.
  void forget(int players, const Config& config);
};

inline bool same_individual(const Individual& a, const Individual& b) {
  return a.generation == b.generation && a.index == b.index;
}

// Whether `a` ranks before `b` when they stand in this order: the lower violation of constraints
// first, then the lower levels of a lexicographic objective, then the lower fitness; the earlier of
// the two on equality.
bool fitter(const Individual& a, const Individual& b);
// Positions of `population` from the fittest to the least fit (stable).
std::vector<int> ranking(std::span<const Individual> population);

// A population in figures. Individuals that are not playable count only where there are no others.
struct PopulationFigures {
  double mean_fitness = 0;
  double worst_fitness = 0;  // the last in rank may be fit, and break a constraint
  double mean_territories = 0;
  int fewest_territories = 0;
  int most_territories = 0;
};
PopulationFigures figures_of(std::span<const Individual> population);
// Whether one of them is the same game.
bool has_game(std::span<const Individual> individuals, const Genome& game);
// All of them, for what looks at individuals of several places.
std::vector<const Individual*> pointers_to(std::span<const Individual> individuals);

}  // namespace evorisk::ga
