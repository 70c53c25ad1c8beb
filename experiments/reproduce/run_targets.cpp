#include "experiments/reproduce/run_targets.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/counted.hpp"
#include "base/statistics.hpp"
#include "experiments/reproduce/statistics.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/estimates/sample.hpp"

namespace evorisk::experiments::reproduce {

std::vector<Row> figure_rows(const CriteriaValues& values, double fitness, int decimals) {
  std::vector<Row> rows;
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    rows.push_back({.name = std::string(info.title),
                    .thesis = values[static_cast<std::size_t>(info.id)],
                    .decimals = decimals});
  }
  rows.push_back({.name = "Fitness", .thesis = fitness, .decimals = decimals});
  return rows;
}

void begin_report(Report& report, const Laboratory& laboratory, int runs, const std::string& of) {
  const LaboratoryOptions& options = laboratory.options();
  for (const Profile profile : options.profiles) report.columns.emplace_back(profile_name(profile));
  report.effort = fmt::format("{} of {}, {} per individual and generation, seed {}",
                              options.stored_only ? "stored runs" : counted(runs, "run").text(), of,
                              counted(options.matches, "match", "matches"), options.seed);
  if (options.most_generations > 0) {
    report.effort += fmt::format("; {} at most", counted(options.most_generations, "generation"));
  }
}

std::vector<RunColumn> begin_sample(Report& report, Laboratory& laboratory, int count) {
  std::vector<RunColumn> columns = laboratory.sample(count);
  const auto runs = std::ssize(columns.front().runs);
  if (laboratory.options().sweep.empty()) {
    begin_report(report, laboratory, static_cast<int>(runs),
                 laboratory.options().stored_only ? "the thesis' grid of 3,250"
                                                  : "a stratified sample of the 3,250");
    report.columns.clear();
  } else {
    const RunColumn& sweep = columns.front();
    report.effort =
        fmt::format("{} of the stored sweep {}, {} per individual and generation, crossover {}",
                    counted(runs, "run"), sweep.name,
                    sweep.matches > 0 ? counted(sweep.matches, "match", "matches").text()
                                      : "unequal numbers of matches",
                    sweep.crossovers);
  }
  for (const RunColumn& column : columns) report.columns.push_back(column.name);
  return columns;
}

Cell against_luckiest(double theirs, const Runs& ours) {
  const std::vector<double> values = final_fitness(ours);
  return judged(metrics::mean_of(values), least_of_p(theirs, thesis().runs, values), 0,
                fmt::format("lowest {:.3f}", std::ranges::min(values)));
}

Cell share_of_runs(std::int64_t k, std::int64_t n, std::int64_t theirs) {
  if (n == 0) return shown(std::numeric_limits<double>::quiet_NaN());
  const std::int64_t all = thesis().runs;
  const double both = static_cast<double>(k + theirs) / static_cast<double>(n + all);
  const double chance =
      z95 *
      std::sqrt(both * (1 - both) * (1 / static_cast<double>(n) + 1 / static_cast<double>(all)));
  return judged(share_of(k, n), share_p(k, n, theirs, all), chance, fmt::format("{} of {}", k, n));
}

Row share_as_low_row(const std::vector<RunColumn>& columns) {
  const double tenth = thesis().best_runs.back().fitness;
  Row row = share_row(fmt::format("share of runs of the grid at {} or below", tenth),
                      std::ssize(thesis().best_runs), columns,
                      [=](const RunSummary& run) { return run.final_fitness <= tenth; });
  row.decimals = 5;
  return row;
}

Cell against_batches(double theirs, const std::vector<double>& ours, int matches) {
  const int batches = static_cast<int>(thesis_figure("/games/batches"));
  // What never varied here may still have been one match in all: its deviation is at least that of
  // one event in both samples.
  const double least_deviation =
      1 / (matches * std::sqrt(static_cast<double>(ours.size()) + batches));
  return judged(metrics::mean_of(ours),
                further_mean_p(theirs, batches, ours, 5e-6, least_deviation),
                further_mean_reach(batches, ours, least_deviation));
}

}  // namespace evorisk::experiments::reproduce
