// Table 5.2, figures 5.3 to 5.6 and the statistics of sections 5.2 and 5.3: what needs runs from
// all over the grid.
#include "metrics/estimates/sample.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/statistics.hpp"
#include "experiments/reproduce/run_targets.hpp"
#include "experiments/reproduce/statistics.hpp"

namespace evorisk::experiments::reproduce {
namespace {

// A figure that is only shown.
template <class Value>
Row shown_row(const std::string& name, double theirs, int decimals,
              const std::vector<RunColumn>& columns, Value value) {
  Row row{.name = name, .thesis = theirs, .decimals = decimals};
  for (const RunColumn& column : columns) row.cells.push_back(shown(value(column.runs)));
  return row;
}

double parameter(const Hyperparameters& p, std::string_view key) {
  if (key == "generations") return p.generations;
  if (key == "population") return p.population;
  if (key == "tournament") return p.tournament;
  return p.mutation_rate;
}

// Whether the means by a hyperparameter, which change so along the line through all runs, are what
// the thesis reads: "falls" or "none".
Verdict trend_verdict(const std::string& theirs, const metrics::Estimate& change,
                      const Groups& by_value, std::size_t runs) {
  if (runs < fewest_values || change.se == 0) return Verdict::undecided;
  if (theirs == "none") {
    const double p = equal_means_p(by_value);
    if (std::isnan(p)) return Verdict::undecided;
    return p < level ? Verdict::differ : Verdict::agree;
  }
  const double t = change.mean / change.se;
  if (student_p(t, static_cast<double>(runs - 2)) >= level) return Verdict::undecided;
  return change.mean < 0 ? Verdict::agree : Verdict::differ;
}

}  // namespace

// Minimum and mean of the final fitness by the values of one hyperparameter.
void by_parameter(Laboratory& laboratory, const Target& target, int count, Report& report) {
  const std::vector<RunColumn> columns = begin_sample(report, laboratory, count);
  const std::string& label = target.label;
  Section section{fmt::format("Final fitness by {}", label)};
  Chart chart{section.title, label, "final fitness", {}};
  Row trend{.name = "change of the mean over the range",
            .thesis_text = thesis_trend(target.parameter),
            .decimals = 3};
  for (const RunColumn& column : columns) {
    Groups by_value;
    std::vector<double> x;
    for (const RunSummary& run : column.runs) {
      x.push_back(parameter(run.parameters, target.parameter));
      by_value[x.back()].push_back(run.final_fitness);
    }
    Line mean{.label = column.name + ": mean", .points = true};
    Line least{.label = column.name + ": minimum", .dashed = true, .points = true};
    Listing listing{
        fmt::format("{}: runs by {}", column.name, label), {label, "runs", "minimum", "mean"}, {}};
    for (const auto& [value, fitness] : by_value) {
      const Cell cell{.ours = metrics::mean_of(fitness)};
      const double lowest = std::ranges::min(fitness);
      mean.add(value, cell.ours.mean, z95 * cell.ours.se);
      least.add(value, lowest);
      listing.rows.push_back({fmt::format("{:g}", value), fmt::format("{}", fitness.size()),
                              fmt::format("{:.3f}", lowest), to_text(cell, 3)});
    }
    chart.lines.push_back(std::move(mean));
    chart.lines.push_back(std::move(least));
    section.listings.push_back(std::move(listing));

    const metrics::Estimate slope = slope_of(x, final_fitness(column.runs));
    const double range = by_value.rbegin()->first - by_value.begin()->first;
    Cell cell{.ours = {slope.mean * range, slope.se * range}};
    cell.verdict = trend_verdict(trend.thesis_text, cell.ours, by_value, x.size());
    trend.cells.push_back(cell);
  }
  section.rows = {trend};
  section.charts.push_back(std::move(chart));
  report.sections.push_back(std::move(section));
}

void before_the_end(Laboratory& laboratory, const Target& target, int count, Report& report) {
  const std::vector<RunColumn> columns = begin_sample(report, laboratory, count);
  Section& section = report.sections.emplace_back(target.section);
  const double lowest_end = thesis().best_runs[0].fitness;
  section.rows = {
      share_row("share of runs better before their end",
                static_cast<std::int64_t>(thesis_figure("/better_before_the_end/runs")), columns,
                better_before_the_end),
      share_row(fmt::format("share of runs ever below {}", lowest_end),
                std::ssize(thesis().earlier_bests), columns,
                [=](const RunSummary& run) {
                  return run.least_fitness < lowest_end && better_before_the_end(run);
                }),
      shown_row("lowest fitness of any generation", thesis().earlier_bests[0].best, 5, columns,
                [](const Runs& runs) {
                  return std::ranges::min(runs, {}, &RunSummary::least_fitness).least_fitness;
                })};
  const auto list = [](double best, int generation, double final, const Hyperparameters& run) {
    return std::vector{fmt::format("{:.5f}", best), std::to_string(generation),
                       fmt::format("{:.5f}", final), to_text(run)};
  };
  Listing theirs{
      "Thesis: the lowest before the end", {"best", "generation", "final", "configuration"}, {}};
  for (const Thesis::EarlierBest& row : thesis().earlier_bests) {
    theirs.rows.push_back(list(row.best, row.generation, row.final, row.parameters));
  }
  for (const RunColumn& column : columns) {
    Runs runs = column.runs;
    std::ranges::stable_sort(runs, {}, &RunSummary::least_fitness);
    Listing ours{fmt::format("{}: the lowest before the end", column.name), theirs.columns, {}};
    for (const RunSummary& run : runs) {
      if (!better_before_the_end(run) || ours.rows.size() == theirs.rows.size()) continue;
      ours.rows.push_back(
          list(run.least_fitness, run.least_generation, run.final_fitness, run.parameters));
    }
    section.listings.push_back(std::move(ours));
  }
  section.listings.push_back(std::move(theirs));
}

void isomorphism(Laboratory& laboratory, const Target& target, int count, Report& report) {
  const std::vector<RunColumn> columns = begin_sample(report, laboratory, count);
  Section& section = report.sections.emplace_back(target.section);
  const auto one_map = [](const RunSummary& run) { return run.last_generation_is > 0; };
  const auto individuals = [&](const Runs& runs) {
    double sum = 0;
    for (const RunSummary& run : runs) sum += one_map(run) ? run.last_generation_size : 0;
    return sum;
  };
  const auto theirs = [](const std::string& name) { return thesis_figure("/isomorphism/" + name); };
  section.rows = {
      share_row("share of runs",
                static_cast<std::int64_t>(theirs("runs_whose_last_generation_is_one_initial_map")),
                columns, one_map),
      shown_row("individuals of those runs' last generations", theirs("individuals_in_them"), 0,
                columns, individuals)};
  Listing listing{"Such runs of ours", {"column", "map", "configuration"}, {}};
  for (const RunColumn& column : columns) {
    for (const RunSummary& run : column.runs) {
      if (!one_map(run)) continue;
      listing.rows.push_back(
          {column.name, fmt::format("thesis-{}", run.last_generation_is), to_text(run.parameters)});
    }
  }
  if (!listing.rows.empty()) section.listings.push_back(std::move(listing));
}

void territories(Laboratory& laboratory, const Target& target, int count, Report& report) {
  const std::vector<RunColumn> columns = begin_sample(report, laboratory, count);
  const auto theirs = [](const std::string& name) { return thesis_figure("/territories/" + name); };
  const auto sizes_of = [](const Runs& runs) {
    return values_of(runs, [](const RunSummary& run) { return run.territories; });
  };
  Section& section = report.sections.emplace_back(target.section);
  Row mean{.name = "mean", .thesis = theirs("mean"), .decimals = 2};
  Chart chart{"Share of runs by territories of the best", "territories", "share of runs", {}};
  for (const RunColumn& column : columns) {
    const auto sizes = sizes_of(column.runs);
    mean.cells.push_back(judged(metrics::mean_of(sizes),
                                further_mean_p(*mean.thesis, thesis().runs, sizes, 0.005, 0.1)));
    std::map<double, double> shares;
    for (const double size : sizes) shares[size] += 1 / static_cast<double>(sizes.size());
    Line line{.label = column.name, .points = true};
    for (const auto& [size, share] : shares) line.add(size, share);
    chart.lines.push_back(std::move(line));
  }
  section.rows = {mean,
                  share_row("share of runs with at most 10",
                            static_cast<std::int64_t>(theirs("runs_with_at_most_10")), columns,
                            [](const RunSummary& run) { return run.territories <= 10; }),
                  shown_row("fewest", theirs("least"), 0, columns,
                            [&](const Runs& runs) { return std::ranges::min(sizes_of(runs)); }),
                  shown_row("most", theirs("most"), 0, columns,
                            [&](const Runs& runs) { return std::ranges::max(sizes_of(runs)); })};
  section.charts.push_back(std::move(chart));
}

void rule_counts(Laboratory& laboratory, const Target& target, int count, Report& report) {
  const std::vector<RunColumn> columns = begin_sample(report, laboratory, count);
  Section& section = report.sections.emplace_back(target.section);
  const std::vector<Thesis::RuleCount>& counts = thesis().rule_counts;
  std::set<std::string> tested;
  for (const Thesis::RuleCount& rule : counts) {
    Row row = share_row(
        fmt::format("{} {}", rule.key, rule.value), rule.runs, columns,
        [&](const RunSummary& run) { return gene_value(run.genes, rule.key) == rule.value; });
    const bool two_values = std::ranges::count(counts, rule.key, &Thesis::RuleCount::key) == 2;
    if (two_values && !tested.insert(rule.key).second) {
      for (Cell& cell : row.cells) cell = {.ours = cell.ours, .note = cell.note};
    }
    section.rows.push_back(std::move(row));
  }
}

}  // namespace evorisk::experiments::reproduce
