// Table 5.1 and figures 5.1 and 5.2: the ten best runs.
#include <fmt/format.h>

#include <cmath>

#include "experiments/reproduce/run_targets.hpp"
#include "experiments/reproduce/statistics.hpp"
#include "experiments/reproduce/targets.hpp"

namespace evorisk::experiments::reproduce {
namespace {

// The ten best runs of a stored sweep beside the thesis' ten.
Report ten_best_of(const Laboratory& laboratory, const std::vector<RunColumn>& columns) {
  const RunColumn& sweep = columns.front();
  Report report = start_report(laboratory, columns);
  report.judged_by =
      "Fisher's exact test of how many runs end as low as the thesis' tenth; the ranks are shown "
      "only.";
  const Runs runs = by_final_fitness(sweep.runs);
  const auto& best = thesis().best_runs;
  Section section{"The ten lowest final fitnesses"};
  Line theirs{.label = "thesis", .dashed = true, .points = true};
  Line ours{.label = sweep.name, .points = true};
  for (std::size_t i = 0; i < std::min(best.size(), runs.size()); ++i) {
    section.rows.push_back({.name = fmt::format("{}: {}", i + 1, to_text(best[i].parameters)),
                            .thesis = best[i].fitness,
                            .decimals = 5,
                            .cells = {shown(runs[i].final_fitness, to_text(runs[i].parameters))}});
    theirs.x.push_back(static_cast<double>(i + 1));
    theirs.y.push_back(best[i].fitness);
    ours.x.push_back(static_cast<double>(i + 1));
    ours.y.push_back(runs[i].final_fitness);
  }
  section.charts.push_back({"The ten lowest final fitnesses", "rank", "fitness", {theirs, ours}});
  const double tenth = best.back().fitness;
  const auto low = std::count_if(runs.begin(), runs.end(),
                                 [&](const RunSummary& run) { return run.final_fitness <= tenth; });
  const auto n = static_cast<std::int64_t>(runs.size());
  const auto k = static_cast<std::int64_t>(best.size());
  const Cell share = judged(share_of(low, n), fisher_p(low, n, k, thesis().grid.runs),
                            fmt::format("{} of {}", low, n));
  section.rows.push_back({.name = fmt::format("share of runs at {} or below", tenth),
                          .thesis = share_of(k, thesis().grid.runs).mean,
                          .decimals = 5,
                          .cells = {share}});
  report.sections.push_back(std::move(section));
  return report;
}

// The course of the best fitness along runs of one configuration.
void add_course(Chart& chart, const std::string& column, const Runs& runs) {
  Line mean{.label = column + ": mean"};
  Line one{.label = column + ": one run", .dashed = true};
  for (std::size_t g = 0; g < runs[0].best_by_generation.size(); ++g) {
    const auto at =
        values_of(runs, [g](const RunSummary& run) { return run.best_by_generation[g]; });
    const double centre = mean_of(at).mean;
    mean.x.push_back(static_cast<double>(g));
    mean.y.push_back(centre);
    mean.low.push_back(centre - deviation(at));
    mean.high.push_back(centre + deviation(at));
    one.x.push_back(static_cast<double>(g));
    one.y.push_back(at[0]);
  }
  chart.lines.push_back(std::move(mean));
  chart.lines.push_back(std::move(one));
}

}  // namespace

Report table_5_1(Laboratory& laboratory) {
  if (!laboratory.options().sweep.empty()) return ten_best_of(laboratory, laboratory.sample(0));
  const int count = laboratory.scaled(100, target("table-5.1").default_scale, 1);
  Report report = start_report(laboratory, count, "each of the ten configurations");
  report.judged_by = judged_as_luckiest;
  Section section{"Final fitness of the ten configurations",
                  "Ours: the mean of repeated runs, and their lowest. With --from: the ten best "
                  "runs of the sweep."};
  Line theirs{.label = "thesis: one run", .dashed = true, .points = true};
  std::vector<Line> lines;
  for (const std::string& column : report.columns) {
    lines.push_back({.label = column + ": mean ± deviation", .points = true});
  }
  double number = 0;
  for (const Thesis::BestRun& best : thesis().best_runs) {
    ++number;
    theirs.x.push_back(number);
    theirs.y.push_back(best.fitness);
    Row row{.name = fmt::format("{:.0f}: {}", number, to_text(best.parameters)),
            .thesis = best.fitness};
    for (std::size_t c = 0; c < lines.size(); ++c) {
      const Runs& runs =
          laboratory.repeats(laboratory.options().profiles[c], best.parameters, count);
      row.cells.push_back(against_luckiest(best.fitness, runs));
      const double mean = row.cells.back().ours.mean;
      const double spread = deviation(final_fitness(runs));
      lines[c].x.push_back(number);
      lines[c].y.push_back(mean);
      lines[c].low.push_back(mean - spread);
      lines[c].high.push_back(mean + spread);
    }
    section.rows.push_back(std::move(row));
  }
  lines.insert(lines.begin(), theirs);
  section.charts.push_back(
      {"Fitness of the ten best runs", "run of table 5.1", "final fitness", std::move(lines)});
  report.sections.push_back(std::move(section));
  return report;
}

Report figure_5_2(Laboratory& laboratory) {
  const int count = laboratory.scaled(100, target("figure-5.2").default_scale, 1);
  Report report = start_report(laboratory, count, "each of the two configurations");
  report.judged_by = judged_as_luckiest;
  for (std::size_t i = 0; i < 2; ++i) {
    const Thesis::BestRun& best = thesis().best_runs[i];
    Section section{fmt::format("Configuration {}: {}", i + 1, to_text(best.parameters)),
                    "The best fitness of each generation as the search saw it: the mean of our "
                    "runs, with their standard deviation, and the first of them alone."};
    Row final{.name = "final fitness", .thesis = best.fitness};
    Row earlier{.name = "share of runs better before their end", .decimals = 2};
    Chart chart{fmt::format("Configuration {}", i + 1), "generation", "best fitness", {}};
    for (const Profile profile : laboratory.options().profiles) {
      const Runs& runs = laboratory.repeats(profile, best.parameters, count);
      final.cells.push_back(against_luckiest(best.fitness, runs));
      Cell share;
      share.ours = share_of(std::count_if(runs.begin(), runs.end(),
                                          [](const RunSummary& run) {
                                            return run.least_fitness < run.final_fitness;
                                          }),
                            static_cast<std::int64_t>(runs.size()));
      earlier.cells.push_back(share);
      add_course(chart, std::string(profile_name(profile)), runs);
    }
    chart.lines.push_back({.label = "thesis: at the end",
                           .x = {static_cast<double>(best.parameters.generations)},
                           .y = {best.fitness},
                           .points = true});
    section.rows = {final, earlier};
    section.charts.push_back(std::move(chart));
    report.sections.push_back(std::move(section));
  }
  return report;
}

}  // namespace evorisk::experiments::reproduce
