// The configuration of a run: everything its results depend on, and nothing else (threads,
// directories and displays are not in it). Schema: ga/schema/config.schema.json.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "ga/islands.hpp"
#include "ga/niches.hpp"
#include "ga/playability.hpp"
#include "ga/search_space.hpp"
#include "maps/base/json.hpp"
#include "metrics/judgement.hpp"
#include "metrics/objective.hpp"
#include "risk/rules.hpp"

namespace evorisk::ga {

// What becomes of an elite's evidence when it enters another generation.
enum class ElitePolicy {
  accumulate,  // fresh matches are added to it: the estimate sharpens
  reevaluate,  // fresh matches replace it (the thesis): the estimate of the moment's luck is lost
};

// How many matches the search has, and who plays them (ga/budget/policy.hpp).
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

// Whether the mutations' rates follow what has paid (ga/operator_rates.hpp).
struct OperatorAdaptation {
  std::string adapt = "none";
  double floor = 0.02;     // least share of an operator, 0 ... 1 / operators
  double learning = 0.05;  // how far a child moves the quality of its mutations, above 0, to 1
  double pursuit = 0.1;    // how far a generation moves the shares, above 0, to 1: of "pursuit"
  friend bool operator==(const OperatorAdaptation&, const OperatorAdaptation&) = default;
};

// What matches are evidence of.
enum class EvidencePool {
  individual,  // the one that played them (and its survival as an elite)
  genotype,    // whoever is the same game (same_game): evidence is pooled and never replaced
};

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
  OperatorAdaptation operator_rates;
  int elites = 1;  // individuals that enter the next generation, 0 ... population - 1
  ElitePolicy elite_policy = ElitePolicy::accumulate;
  std::int64_t matches = 100;  // J: of every individual in every generation; on average if raced
  Budget budget;
  EvidencePool evidence_pool = EvidencePool::individual;
  // Genotypes whose evidence is remembered; beyond, the one that was not seen for longest goes.
  int evidence_kept = 2000;
  std::string ranking = "mean";  // who is fitter (ga/selection.hpp)
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

// {"format": 1, ...}; missing members keep their defaults. `base_directory` is where relative paths
// of maps and objectives start. Throws InputError for a member that is unknown or out of range;
// what members must be to each other is left to check().
Config config_from_json(const JsonView& view, const std::string& base_directory);
// The same onto a configuration: what is missing stays as it is there.
void read_config(const JsonView& view, const std::string& base_directory, Config& config);
// Complete, and independent of any other file: reading it gives the same configuration.
nlohmann::ordered_json config_to_json(const Config& config);

// A configuration file, then the settings in order, then check(). An empty `file` means the
// defaults. The name is the file's (without extension) when the file gives none.
Config load_config(const std::string& file, const std::vector<std::string>& settings);

// "key=value" or "key.path=value", e.g. "final.matches=20000", "search_space.rules.defence_dice=
// [2,3]", "objective.criteria.drama.weight=2"; the value is JSON, else text. "base_rules.preset"
// replaces all rules, those of earlier settings too. Throws InputError.
void apply_setting(Config& config, const std::string& setting);

// Sets the member at a dotted path ("final.matches") of a configuration's JSON, without looking at
// what it means, but that "base_rules.preset" replaces all rules; objects on the way are made.
// Throws InputError where the path leads into something else. `source` starts messages.
void set_member(nlohmann::ordered_json& document, const std::string& key,
                nlohmann::ordered_json value, const std::string& source);

// Throws InputError for members that do not fit together: tournament and population, maps and
// players, agents and seats, an engine or an agent that does not exist. `source` starts messages.
void check(const Config& config, const std::string& source);

// One line per member that differs: "population: 50 and 20". Empty for equal configurations.
std::vector<std::string> differences(const Config& a, const Config& b);

}  // namespace evorisk::ga
