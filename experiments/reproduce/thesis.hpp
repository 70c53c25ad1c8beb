// What chapter 5 of the thesis reports, as values: thesis.json, read once.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "experiments/original/match.hpp"

namespace evorisk::experiments::reproduce {

using original::Genes;

// The four hyperparameters of the thesis (section 5.1).
struct Hyperparameters {
  int generations = 10;
  int population = 50;
  int tournament = 22;
  double mutation_rate = 0.6;
  friend auto operator<=>(const Hyperparameters&, const Hyperparameters&) = default;
};

// Seven criteria in the order of metrics::Criterion.
using CriteriaValues = std::array<double, 7>;

struct Thesis {
  struct Grid {
    std::vector<int> generations;
    std::vector<int> populations;
    int tournament_from = 2;
    int tournament_step = 2;
    std::vector<double> mutation_rates;
    int runs = 0;     // all combinations
    int matches = 0;  // per individual and generation
  } grid;

  struct BestRun {
    Hyperparameters parameters;
    double fitness = 0;
  };
  std::vector<BestRun> best_runs;  // table 5.1, the best first

  struct EarlierBest {
    Hyperparameters parameters;
    double best = 0;
    int generation = 0;
    double final = 0;
  };
  int runs_better_before_the_end = 0;
  std::vector<EarlierBest> earlier_bests;  // table 5.2, the best first

  std::map<std::string, std::string> trends;  // hyperparameter: "none" or "falls"
  int map_9_territories = 0;                  // figure 5.7

  struct ExtremeRun {
    Hyperparameters parameters;
    CriteriaValues criteria{};
    double fitness = 0;
    int territories = 0;
  };
  ExtremeRun fast;  // tables 5.3 and 5.4
  ExtremeRun slow;
  int extreme_decimals = 2;

  struct Game {
    std::string map;  // of the library; empty for the best generated one, which is not published
    Genes genes;
    CriteriaValues criteria{};
    double fitness = 0;
  };
  Game risk;  // table 5.5
  Game war;
  Game best_generated;
  int game_batches = 0;  // of grid.matches, behind the figures of Risk and War

  int least_territories = 0;  // section 5.2, of the best individual of every run
  int most_territories = 0;
  double mean_territories = 0;
  int runs_with_at_most_10 = 0;

  int isomorphic_runs = 0;  // whose whole last generation is one initial map
  int isomorphic_individuals = 0;

  // Section 5.3: of how many runs the best individual has this value.
  struct RuleCount {
    std::string key;
    std::string value;
    int runs = 0;
  };
  std::vector<RuleCount> rule_counts;

  struct WarRow {
    int best_run = 0;  // row of table 5.1, from 1
    int with_war_rules = 0;
    int individuals = 0;
  };
  std::vector<WarRow> risk_to_war;  // table 5.6
};

const Thesis& thesis();

// "allocation" and so on: the value of a gene as files write it.
std::string gene_value(const Genes& genes, const std::string& key);

// "10 generations of 50, tournament 22, mutation 0.6"
std::string to_text(const Hyperparameters& parameters);

}  // namespace evorisk::experiments::reproduce
