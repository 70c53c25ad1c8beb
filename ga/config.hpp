// The configuration of a run as data: everything its results depend on, and nothing else (threads,
// directories and displays are not in it). What each member means, and its bounds, stand in the key
// tables (ga/run/config.cpp; `evorisk list keys`). Schema: ga/schema/config.schema.json.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "maps/map.hpp"
#include "metrics/objective/objective.hpp"
#include "metrics/objective/panel.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::ga {

// One rule key that evolves, and the values it may take: at least one and none twice, each as its
// canonical JSON text ("\"random\"", "2", "[4,6]").
struct RuleGene {
  std::string key;
  std::vector<std::string> values;
};

// A map of the first population.
struct InitialMap {
  std::string library_name;  // empty for a map that was given in place or as a file
  maps::MapPtr map;
};

// Maps of the first population that the procedural generator makes (maps/generate/generator.hpp):
// each with numbers drawn uniformly from these ranges, both ends included, and one of the styles.
struct GeneratedMaps {
  std::array<int, 2> territories = {20, 20};  // 2 ... 1000
  // 0 and 0: as many as designers give such a board. Never more than territories.
  std::array<int, 2> continents = {0, 0};
  std::optional<std::array<double, 2>> density;  // 0 ... 1; not set: as the style has it
  std::vector<std::string> styles;  // maps::map_styles(), drawn uniformly; none: by their weights
};

// How continents come by their bonuses.
enum class BonusPolicy {
  evolve,   // bred like borders
  formula,  // by size and borders (maps::continent_bonus), anew after every change of a map
  mended,   // bred, but for what looks like an error (maps::mend_bonuses)
};

struct SearchSpace {
  std::vector<RuleGene> genes;
  bool map_evolves = true;
  std::vector<InitialMap> initial_maps;    // at least one, or
  std::optional<GeneratedMaps> generated;  // made maps, and none of the above
  BonusPolicy bonuses = BonusPolicy::evolve;
  double profile = 0;  // how near maps are brought to one (ga/operators/near_profile.hpp); 0: not
  // Per gene: the value that all of the first population have, or -1: drawn. Empty: all drawn.
  std::vector<int> initial_genes;
};

// Table 4.1 (allocation, defence_dice, conquest_move, reinforcement_divisor), the map, and the
// thesis' ten maps.
SearchSpace thesis_search_space();

// Of a quantity, or of "early_ends".
using PlayabilityLimit = metrics::Objective::Constraint;

struct PlayabilityStage {
  std::int64_t matches = 0;  // 0: looks at the map alone
  std::string agent;         // who plays, in every seat; empty: config.agents
  int early_turns = 2;
  int benefit_of_doubt = 1;
  std::vector<PlayabilityLimit> limits;
  double best = 1;  // share of those within the limits which pass, the fittest by the matches
  friend bool operator==(const PlayabilityStage&, const PlayabilityStage&) = default;
};

constexpr int most_bins = 1000;  // of a descriptor

// One axis of the grid: any quantity (metrics/criteria/quantity.hpp), between two bounds, in equal
// bins.
struct Descriptor {
  std::string quantity;
  double from = 0;
  double to = 1;
  int bins = 5;  // 1 ... most_bins
};

// The MAP-Elites part of a configuration.
struct MapElitesConfig {
  std::vector<Descriptor> descriptors = {{"territories", 2, 44, 6}, {"turns", 4, 40, 6}};
  double reevaluated = 0.25;  // challengers first, then occupants, those with fewest matches first
  double immigrants = 0;
  std::int64_t enough_matches = 1000;
  int depth = 3;
  double reference_fitness = 4;  // what is better counts for the QD score by how much it is
  std::int64_t fresh_matches = 1000;
};

// The member "islands" of a configuration. Source of island models: Tanese 1989; Cantu-Paz 2000.
struct IslandsConfig {
  int count = 1;
  std::string topology = "ring";
  int interval = 10;
  int migrants = 1;
  std::string policy = "best";
};

// What becomes of an elite's evidence when it enters another generation.
enum class ElitePolicy {
  accumulate,  // fresh matches are added to it: the estimate sharpens
  reevaluate,  // fresh matches replace it (the thesis): the estimate of the moment's luck is lost
};

// How many matches the search has, and how they are shared out (ga/evaluation/policy.hpp).
struct Budget {
  std::int64_t matches = 0;
  std::string policy = "equal";
  std::int64_t first = 20;
  int rounds = 10;
  int top = 1;
  bool common_numbers = false;  // the same dice, as far as candidates are the same game
  friend bool operator==(const Budget&, const Budget&) = default;
};

// What matches are evidence of.
enum class EvidencePool {
  individual,  // the one that played them (and its survival as an elite)
  genotype,    // all individuals that are the same game (same_game): pooled, never replaced
};

inline constexpr std::size_t most_judges = 64;

// How far the search bends to what a designer likes (ga/evaluation/likes.hpp).
struct LikesConfig {
  double strength = 2;
  double prior = 0.5;
};

// How the reported best is chosen and measured when the last generation is done.
struct FinalEvaluation {
  // The reported fitness is free of the luck of both choices. A report should rest on at least
  // 10,000.
  std::int64_t matches = 10000;
  int candidates = 5;
};

// Defaults: the first row of the thesis' table 5.1, with this project's operator and elite policy.
struct Config {
  std::string name = "evolution";  // letters, digits, '.', '_' and '-'
  std::uint64_t seed = 1;          // up to 2^63 - 1
  std::string algorithm = "generational";
  int patience = 0;  // generations of algorithm "climber"; 0: no restarts
  int generations = 10;
  int population = 50;
  int tournament = 22;  // 2 ... population
  double mutation_rate = 0.6;
  int mutation_tries = 1;
  std::string crossover = "planar";
  double crossover_rate = 1;
  std::vector<std::string> map_mutations = {"add_border", "remove_border", "move_territory",
                                            "swap_bonuses", "change_bonus"};
  std::string split_continents = "auto";  // keep, mend or auto: whole_continents()
  int elites = 1;                         // 0 ... population - 1
  ElitePolicy elite_policy = ElitePolicy::accumulate;
  bool whole_log = false;      // generations.jsonl is not thinned (ga/run/history.hpp)
  std::int64_t matches = 100;  // J: of every individual in every generation; on average if raced
  Budget budget;
  EvidencePool evidence_pool = EvidencePool::individual;
  int evidence_kept = 2000;
  std::string ranking = "mean";  // the order by fitness (ga/operators/selection.hpp)
  double ranking_errors = 1;     // of ranking "bound": standard errors added to the mean
  std::int64_t monitor_matches = 1000;
  FinalEvaluation final;
  metrics::Objective objective = metrics::thesis_objective();
  SearchSpace search_space = thesis_search_space();
  std::vector<std::string> keep;    // what stays as it is (ga/operators/keep.hpp)
  risk::Rules base_rules;           // of every key that does not evolve
  std::vector<std::string> agents;  // one per seat, or one for all; empty: `cautious` everywhere
  std::string engine = "auto";
  std::vector<std::string> judges;  // at least two, or none: then the one table is of `agents`
  metrics::PanelAggregation aggregation = metrics::PanelAggregation::worst;

  std::vector<PlayabilityStage> playability;
  MapElitesConfig map_elites;  // of algorithm "map_elites"
  IslandsConfig islands;
  LikesConfig likes;

  // The criteria beyond the thesis that matches of the search are measured by: those of the
  // objective, and the descriptors' where there is an archive.
  metrics::CriteriaSet extended_criteria() const;
  // Whether children's continents are mended when they are in pieces. With split_continents "auto":
  // where maps are mutated by others than the thesis' five.
  bool whole_continents() const;
  // How many tables of agents play each variant.
  std::int64_t tables() const { return judges.empty() ? 1 : std::ssize(judges); }
};

}  // namespace evorisk::ga
