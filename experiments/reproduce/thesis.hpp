// What chapter 5 of the thesis reports, as values: thesis.json, read once.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/json.hpp"
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
  int runs = 0;     // of the grid: all combinations
  int matches = 0;  // per individual and generation

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
  std::vector<EarlierBest> earlier_bests;  // table 5.2, the best first

  struct ExtremeRun {
    Hyperparameters parameters;
    CriteriaValues criteria{};
    double fitness = 0;
    int territories = 0;
  };
  ExtremeRun fast;  // tables 5.3 and 5.4
  ExtremeRun slow;

  struct Game {
    std::string map;  // of the library; empty for the best generated one, which is not published
    Genes genes;
    CriteriaValues criteria{};
    double fitness = 0;
  };
  Game risk;  // table 5.5
  Game war;
  Game best_generated;

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

  // Chapter 6: what the thesis leaves to others, what this program has of it, and where.
  struct Wish {
    std::string wish;
    std::string here;
    std::string where;
  };
  std::vector<Wish> wishes;
};

const Thesis& thesis();
// A single figure by its place in thesis.json: "/territories/mean".
double thesis_figure(const std::string& place);
// How the thesis reads the mean fitness by a hyperparameter: "none" or "falls".
std::string thesis_trend(const std::string& hyperparameter);

// All combinations of section 5.1, in ascending order of population, tournament, generations and
// mutation rate.
std::vector<Hyperparameters> thesis_grid();
// `count` different points of the grid (at most all): the grid in the order above is cut into
// `count` stretches of equal length (to within one point), and one point is drawn from each. So
// populations and tournaments are represented in proportion, the other two by chance.
std::vector<Hyperparameters> stratified_sample(int count, std::uint64_t seed);

// Of an object with the four rules.
Genes genes_from_json(const nlohmann::ordered_json& json);
// The same, strictly: values of table 4.1. Throws InputError.
Genes genes_from_view(const JsonView& view);

// "allocation" and so on: the value of a gene as files write it.
std::string gene_value(const Genes& genes, const std::string& key);

// "10 generations of 50, tournament 22, mutation 0.6"
std::string to_text(const Hyperparameters& parameters);

}  // namespace evorisk::experiments::reproduce
