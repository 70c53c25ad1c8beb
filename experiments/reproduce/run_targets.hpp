// What the targets share, and their functions.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "experiments/reproduce/targets.hpp"

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
  std::ranges::stable_sort(runs, {}, &RunSummary::final_fitness);
  return runs;
}

inline bool better_before_the_end(const RunSummary& run) {
  return run.least_fitness < run.final_fitness;
}

template <class Condition>
std::int64_t count_of(const Runs& runs, Condition condition) {
  return std::count_if(runs.begin(), runs.end(), condition);
}

// A row for each of the seven criteria and one for the fitness, still without cells.
std::vector<Row> figure_rows(const CriteriaValues& criteria, double fitness, int decimals);

// The report gets a column per profile, and says that `runs` runs of `of` were played.
void begin_report(Report& report, const Laboratory& laboratory, int runs, const std::string& of);
// The same on a sample of `count` runs of the grid, or on the stored sweep: its one column.
std::vector<RunColumn> begin_sample(Report& report, Laboratory& laboratory, int count);

// A final fitness of table 5.1 against runs of its configuration: the luckiest of all runs of the
// thesis, so it differs only when even the luckiest of so many would hardly reach it.
Cell against_luckiest(double theirs, const Runs& ours);

// k of n runs against `theirs` of the thesis' 3,250, by Fisher's exact test; nothing of no run.
Cell share_of_runs(std::int64_t k, std::int64_t n, std::int64_t theirs);

// How many runs have a property: the thesis' count and ours, as shares.
template <class Condition>
Row share_row(const std::string& name, std::int64_t theirs, const std::vector<RunColumn>& columns,
              Condition condition) {
  Row row{.name = name, .thesis = static_cast<double>(theirs) / thesis().runs, .decimals = 4};
  for (const RunColumn& column : columns) {
    row.cells.push_back(
        share_of_runs(count_of(column.runs, condition), std::ssize(column.runs), theirs));
  }
  return row;
}

// How many runs of the grid end as low as the thesis' tenth of 3,250.
Row share_as_low_row(const std::vector<RunColumn>& columns);

// A published mean over batches of `matches` matches against those of ours.
Cell against_batches(double theirs, const std::vector<double>& ours, int matches);

// Target::run of every row of targets.json, which have these names in it.
void ten_best(Laboratory& laboratory, const Target& target, int count, Report& report);
void course_of_best(Laboratory& laboratory, const Target& target, int count, Report& report);
void before_the_end(Laboratory& laboratory, const Target& target, int count, Report& report);
void by_parameter(Laboratory& laboratory, const Target& target, int count, Report& report);
void isomorphism(Laboratory& laboratory, const Target& target, int count, Report& report);
void initial_map(Laboratory& laboratory, const Target& target, int count, Report& report);
void territories(Laboratory& laboratory, const Target& target, int count, Report& report);
void map_of_best(Laboratory& laboratory, const Target& target, int count, Report& report);
void extreme_runs(Laboratory& laboratory, const Target& target, int count, Report& report);
void rule_counts(Laboratory& laboratory, const Target& target, int count, Report& report);
void published_games(Laboratory& laboratory, const Target& target, int count, Report& report);
void war_by_configuration(Laboratory& laboratory, const Target& target, int count, Report& report);
void war_in_all(Laboratory& laboratory, const Target& target, int count, Report& report);
void differences(Laboratory& laboratory, const Target& target, int count, Report& report);
void check_program(Laboratory& laboratory, const Target& target, int count, Report& report);

}  // namespace evorisk::experiments::reproduce
