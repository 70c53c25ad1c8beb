// What a collected sweep says about its hyperparameters: per value the least and the mean of the
// fitness, and which of them matter (analysis of variance).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "metrics/estimates/totals.hpp"

namespace evorisk::experiments {

// One finished run of a collected sweep.
struct AnalysedRun {
  int run = 0;
  std::vector<int> levels;  // per hyperparameter: the index of its value; -1 where it is not set
  metrics::Estimate final;  // as the search saw it
  metrics::Estimate fresh;  // of the reported best
  // Of the reported best.
  std::string genes;  // JSON
  std::string map;    // a library map's name, or the map's JSON
  int territories = 0;
  double turns = 0;
  double least = 0;  // the lowest fitness of any generation, as the search saw it
  int least_generation = 0;
  double final_pooled = 0;
  double least_pooled = 0;
  std::vector<double> criteria;  // of the reported best by the fresh matches; NaN: not measured
};

struct Hyperparameter {
  std::string key;
  std::vector<std::string> values;  // as people write them; numbers in ascending order
  bool numeric = false;
};

// All runs with one value of a hyperparameter.
struct LevelSummary {
  int runs = 0;
  int failed = 0;
  // Over the runs; 0 runs: all 0. The error of a least is that of its run's own measurement: the
  // least of many noisy values is too low, the fresh one of the same run is not.
  metrics::Estimate mean;
  metrics::Estimate least;
  metrics::Estimate fresh_of_least;
  metrics::Estimate fresh_mean;
  std::vector<metrics::Estimate> criteria;  // over the runs that measure it; NaN: none does
};

// How much of the final fitness' variance goes with a hyperparameter, or with two together beyond
// each by itself.
struct Effect {
  std::vector<int> of;  // one hyperparameter, or two
  int degrees = 0;      // of freedom
  double share = 0;     // partial omega squared: about 0 when nothing does, at most 1
  double f = 0;
  double p = 1;  // adjusted by Holm over all effects of the table
};

// A mean and its standard error by generation, over all runs that went so far.
struct Curve {
  std::vector<double> mean;  // NaN where no run has the value
  std::vector<double> se;    // 0 of a single run
  std::vector<int> runs;     // that have the value
};

struct SweepAnalysis {
  std::string name;
  int planned = 0;
  int failed = 0;
  std::int64_t matches = 0;
  std::vector<Hyperparameter> hyperparameters;
  // The hyperparameters by which fitness is measured differently, by index: of the objective, of
  // the agents and of the judges. With any, fitness is compared among runs of one measure alone.
  std::vector<int> measures;
  std::vector<std::string> criteria;              // names, of the criteria that any run measures
  std::vector<AnalysedRun> runs;                  // finished, by number
  std::vector<std::vector<LevelSummary>> levels;  // per hyperparameter and value
  // Main effects, then interactions of two; each measured beyond all main effects and all other
  // interactions of the table. Empty when there are too few runs. Interactions are left out when
  // there are too few runs for them. Empty where fitness is measured differently.
  std::vector<Effect> effects;
  // Hyperparameters that go with others, by index: no effect is theirs alone.
  std::vector<int> together = {};
  double residual_deviation = 0;  // what the effects leave: seeds, higher interactions
  int residual_degrees = 0;
  double measurement_deviation = 0;  // root mean square of the final fitness' standard errors
  // Runs in which an earlier generation's fittest was better than the last one's.
  int better_before = 0;         // as the search saw it
  int better_before_pooled = 0;  // by all matches of each individual's life
  // By fresh matches of both: runs with a candidate from before that beats the last generation's
  // best; and by more than 1.96 standard errors. Of `compared` runs. Without bias where there were
  // two candidates.
  int compared = 0;
  int better_before_fresh = 0;
  int better_before_fresh_clearly = 0;
  // Share of generations whose elite was no longer the best; runs are the sample.
  metrics::Estimate elites_lost = {};
  int longest = 0;  // generations of the longest run
  Curve best, pooled, monitor, mean, best_territories, mean_territories;
  struct Failure {
    int run = 0;
    std::string settings;  // JSON
    std::string error;
  };
  std::vector<Failure> failures;  // the first 20
};

// Reads a file of collect_sweep. Throws InputError when it is none, SystemError.
SweepAnalysis analyse_sweep(const std::filesystem::path& file);

// Mean final fitness and number of runs by the values of two hyperparameters.
struct Cell {
  double mean = 0;
  int runs = 0;
};
std::vector<std::vector<Cell>> cells(const SweepAnalysis& analysis, int rows, int columns);

// Exposed for tests: fills `effects`, `residual_deviation` and `residual_degrees` from
// `hyperparameters` and `runs`.
void analyse_variance(SweepAnalysis& analysis);

}  // namespace evorisk::experiments
