// The configuration of a run as data: everything its results depend on, and nothing else (threads,
// directories and displays are not in it). Schema: ga/schema/config.schema.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "maps/map.hpp"
#include "metrics/objective/judgement.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::ga {

// One rule key that evolves. Any key of risk::rule_keys() may.
struct RuleGene {
  std::string key;
  // The values it may take, at least one and none twice, each as its canonical JSON text
  // ("\"random\"", "2", "[4,6]").
  std::vector<std::string> values;
  friend bool operator==(const RuleGene&, const RuleGene&) = default;
};

// A map of the first population.
struct InitialMap {
  std::string library_name;  // empty for a map that was given in place or as a file
  maps::MapPtr map;
};

// Maps of the first population that the procedural generator makes (maps/generate/generator.hpp):
// each with numbers drawn uniformly from these ranges, both ends included.
struct GeneratedMaps {
  int fewest_territories = 20;  // 2 ... 1000
  int most_territories = 20;
  // 0 and 0: from one continent per 9 territories to one per 4. Never more than territories.
  int fewest_continents = 0;
  int most_continents = 0;
  double lowest_density = 0.35;  // 0 ... 1, see maps::GeneratorOptions
  double highest_density = 0.6;
  friend bool operator==(const GeneratedMaps&, const GeneratedMaps&) = default;
};

// How continents come by their bonuses.
enum class BonusPolicy {
  evolve,   // bred like borders
  formula,  // by size and borders (maps::continent_bonus), anew after every change of a map
};

struct SearchSpace {
  std::vector<RuleGene> genes;
  // False: crossover and mutation leave maps alone, and an individual keeps its first parent's.
  bool map_evolves = true;
  std::vector<InitialMap> initial_maps;    // at least one, or
  std::optional<GeneratedMaps> generated;  // made maps, and none of the above
  BonusPolicy bonuses = BonusPolicy::evolve;
  // Per gene: the value that all of the first population have, or -1: drawn. Empty: all drawn.
  std::vector<int> initial_genes;
};

// Table 4.1 (allocation, defence_dice, conquest_move, reinforcement_divisor), the map, and the
// thesis' ten maps.
SearchSpace thesis_search_space();

// A quantity (metrics/criteria/quantity.hpp, or "early_ends") that must lie between two bounds, one
// of which may be missing.
struct PlayabilityLimit {
  std::string quantity;
  std::optional<double> at_least;
  std::optional<double> at_most;
  friend bool operator==(const PlayabilityLimit&, const PlayabilityLimit&) = default;
};

struct PlayabilityStage {
  std::int64_t matches = 0;  // 0: looks at the map alone
  std::string agent;         // who plays, in every seat; empty: config.agents
  // A match won within so many turns of each player counts in "early_ends", the share of matches
  // decided in the first turns.
  int early_turns = 2;
  // Standard errors by which a value must lie beyond its limit to be held against a variant.
  double benefit_of_doubt = 1;
  std::vector<PlayabilityLimit> limits;
  friend bool operator==(const PlayabilityStage&, const PlayabilityStage&) = default;
};

// One axis of the grid: any quantity (metrics/criteria/quantity.hpp), between two bounds, in equal
// bins.
struct Descriptor {
  std::string quantity;
  double from = 0;
  double to = 1;
  int bins = 5;  // 1 ... 1000
  friend bool operator==(const Descriptor&, const Descriptor&) = default;
};

// The MAP-Elites part of a configuration.
struct MapElitesConfig {
  std::vector<Descriptor> descriptors = {{"territories", 2, 44, 6}, {"turns", 4, 40, 6}};
  // Share of each generation's places that goes to individuals of the archive, which then play
  // further matches: to challengers first, then to occupants, those with the fewest matches first.
  double reevaluated = 0.25;
  // Share that is drawn anew, as the first population is.
  double immigrants = 0;
  // Matches from which an individual's evidence is enough to be compared with any other's.
  std::int64_t enough_matches = 1000;
  int depth = 3;  // individuals that a niche remembers, its occupant included
  // The fitness whose quality is 0: what is better counts for the QD score by how much it is.
  double reference_fitness = 4;
  // Matches that measure every occupant afresh when the search is done.
  std::int64_t fresh_matches = 1000;
  friend bool operator==(const MapElitesConfig&, const MapElitesConfig&) = default;
};

// The member "islands" of a configuration. Source of island models: Tanese 1989; Cantu-Paz 2000.
struct IslandsConfig {
  int count = 1;  // 1: one population, and nothing below counts
  std::string topology = "ring";
  int interval = 10;  // generations from one migration to the next
  int migrants = 1;   // that each island sends to each of those it sends to
  std::string policy = "best";
  friend bool operator==(const IslandsConfig&, const IslandsConfig&) = default;
};

// What becomes of an elite's evidence when it enters another generation.
enum class ElitePolicy {
  accumulate,  // fresh matches are added to it: the estimate sharpens
  reevaluate,  // fresh matches replace it (the thesis): the estimate of the moment's luck is lost
};

// How many matches the search has, and how they are shared out (ga/evaluation/policy.hpp).
struct Budget {
  // Of the search in all: no generation begins that would exceed it. The monitor and the final
  // evaluation are not of the search. 0: generations alone are counted.
  std::int64_t matches = 0;
  std::string policy = "equal";
  std::int64_t first = 20;  // ocba: matches that every candidate has before they are compared
  int rounds = 10;          // ocba: steps in which the rest is shared out
  int top = 1;              // ocba: how many of the best are told apart from the rest
  // All candidates of a generation play matches of the same numbers: the same dice, as far as they
  // are the same game (common random numbers).
  bool common_numbers = false;
  friend bool operator==(const Budget&, const Budget&) = default;
};

// What matches are evidence of.
enum class EvidencePool {
  individual,  // the one that played them (and its survival as an elite)
  genotype,    // all individuals that are the same game (same_game): pooled, never replaced
};

inline constexpr std::size_t most_judges = 64;

// How the reported best is chosen and measured when the last generation is done.
struct FinalEvaluation {
  // Fresh matches of every candidate, by which the best is chosen; then as many fresh ones again of
  // the chosen, which are what is reported. The reported fitness is thus free of the luck of both
  // choices. A report should rest on at least 10,000.
  std::int64_t matches = 10000;
  // The best of the last generation and the fittest of the whole run besides.
  int candidates = 5;
};

// Defaults: the first row of the thesis' table 5.1, with this project's operator and elite policy.
struct Config {
  std::string name = "evolution";  // letters, digits, '.', '_' and '-'
  std::uint64_t seed = 1;          // up to 2^63 - 1
  std::string algorithm = "generational";
  int generations = 10;  // bred after the first population (generation 0)
  int population = 50;   // individuals of a generation (of each island), elites included
  int tournament = 22;   // contestants, 2 ... population
  double mutation_rate = 0.6;
  // Draws that a map mutation has until one breaks no invariant. 1: the thesis' single draw.
  int mutation_tries = 1;
  std::string crossover = "planar";
  // Probability that a child's map is crossed over at all; if not, it is the first parent's.
  double crossover_rate = 1;
  // By name; always applied in the registry's order.
  std::vector<std::string> map_mutations = {"add_border", "remove_border", "move_territory",
                                            "swap_bonuses", "change_bonus"};
  int elites = 1;  // individuals that enter the next generation, 0 ... population - 1
  ElitePolicy elite_policy = ElitePolicy::accumulate;
  std::int64_t matches = 100;  // J: of every individual in every generation; on average if raced
  Budget budget;
  EvidencePool evidence_pool = EvidencePool::individual;
  // Genotypes whose evidence is remembered; beyond, the one that was not seen for longest goes.
  int evidence_kept = 2000;
  std::string ranking = "mean";  // the order by fitness (ga/operators/selection.hpp)
  double ranking_errors = 1;     // of ranking "bound": standard errors added to the mean
  // Fresh matches that measure each new best of a generation for the record alone: the search does
  // not see them. 0: none.
  std::int64_t monitor_matches = 1000;
  FinalEvaluation final;
  metrics::Objective objective = metrics::thesis_objective();
  SearchSpace search_space = thesis_search_space();
  risk::Rules base_rules;           // of every key that does not evolve
  std::vector<std::string> agents;  // one per seat, or one for all; empty: `cautious` everywhere
  std::string engine = "auto";
  // Self-play agents that judge every variant: each sits in all seats of `matches` matches of its
  // own, and the fitness is what `judgement` makes of theirs. At least two, or none: then the one
  // table is that of `agents`.
  std::vector<std::string> judges;
  metrics::Judgement judgement = metrics::Judgement::worst;

  // What a variant must pass before it is measured; none: everything is measured.
  std::vector<PlayabilityStage> playability;
  MapElitesConfig map_elites;  // of algorithm "map_elites"
  IslandsConfig islands;

  // The criteria beyond the thesis that matches of the search are measured by: those of the
  // objective, and the descriptors' where there is an archive.
  metrics::CriteriaSet further() const;
  // How many tables of agents play each variant.
  std::size_t tables() const { return judges.empty() ? 1 : judges.size(); }
};

}  // namespace evorisk::ga
