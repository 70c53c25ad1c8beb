// What the targets about runs share.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "experiments/reproduce/finding.hpp"
#include "experiments/reproduce/laboratory.hpp"

namespace evorisk::experiments::reproduce {

using Runs = std::vector<RunSummary>;

template <class Value>
std::vector<double> values_of(const Runs& runs, Value value) {
  std::vector<double> values;
  for (const RunSummary& run : runs) values.push_back(static_cast<double>(value(run)));
  return values;
}

inline std::vector<double> final_fitness(const Runs& runs) {
  return values_of(runs, [](const RunSummary& run) { return run.final_fitness; });
}

inline Runs by_final_fitness(Runs runs) {
  std::stable_sort(runs.begin(), runs.end(), [](const RunSummary& a, const RunSummary& b) {
    return a.final_fitness < b.final_fitness;
  });
  return runs;
}

// A report with a column per profile, on `runs` runs of `of`.
Report start_report(const Laboratory& laboratory, int runs, const std::string& of);
// A report on a sample of the grid: a column per profile, or one for the stored sweep.
Report start_report(const Laboratory& laboratory, const std::vector<RunColumn>& columns);

// A final fitness of table 5.1 against runs of its configuration: the luckiest of all runs of the
// thesis, so it differs only when even the luckiest of so many would hardly reach it.
Cell against_luckiest(double theirs, const Runs& ours);
extern const char* const judged_as_luckiest;

}  // namespace evorisk::experiments::reproduce
