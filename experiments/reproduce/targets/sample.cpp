// Table 5.2, figures 5.3 to 5.6 and the statistics of sections 5.2 and 5.3: what needs runs from
// all over the grid.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "base/statistics.hpp"
#include "experiments/reproduce/run_targets.hpp"
#include "experiments/reproduce/statistics.hpp"
#include "experiments/reproduce/targets.hpp"

namespace evorisk::experiments::reproduce {
namespace {

constexpr const char* judged_by_fisher =
    "Counts of runs by Fisher's exact test against the thesis' 3,250; p-values adjusted after Holm "
    "within a column, level 5 %.";

const std::vector<RunColumn>& sample_of(Laboratory& laboratory, std::string_view name) {
  return laboratory.sample(laboratory.scaled(thesis().grid.runs, target(name).default_scale, 4));
}

template <class Condition>
std::int64_t count_of(const Runs& runs, Condition condition) {
  return std::count_if(runs.begin(), runs.end(), condition);
}

// How many runs have a property: the thesis' count and ours, as shares.
template <class Condition>
Row share_row(const std::string& name, std::int64_t theirs, const std::vector<RunColumn>& columns,
              Condition condition) {
  const std::int64_t all = thesis().grid.runs;
  Row row{.name = name, .thesis = share_of(theirs, all).mean, .decimals = 4};
  for (const RunColumn& column : columns) {
    const auto n = static_cast<std::int64_t>(column.runs.size());
    const std::int64_t k = count_of(column.runs, condition);
    const double p = column.runs.size() < fewest_values ? std::numeric_limits<double>::quiet_NaN()
                                                        : fisher_p(k, n, theirs, all);
    row.cells.push_back(judged(share_of(k, n), p, fmt::format("{} of {}", k, n)));
  }
  return row;
}

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

// Whether the change of a mean along n runs is what the thesis reads: "falls" or "none".
Verdict trend_verdict(const std::string& theirs, const metrics::Estimate& change, std::size_t n) {
  if (n < fewest_values || change.se == 0) return Verdict::undecided;
  const bool clear = student_p(change.mean / change.se, static_cast<double>(n - 2)) < level;
  if (theirs == "none") return clear ? Verdict::differ : Verdict::agree;
  if (!clear) return Verdict::undecided;
  return change.mean < 0 ? Verdict::agree : Verdict::differ;
}

// Minimum and mean of the final fitness by the values of one hyperparameter.
Report by_parameter(Laboratory& laboratory, std::string_view name, const std::string& key,
                    const std::string& label) {
  const std::vector<RunColumn>& columns = sample_of(laboratory, name);
  Report report = start_report(laboratory, columns);
  report.judged_by =
      "The thesis prints no values, only how its text reads the curve of the means. Ours: the "
      "change of the mean over the whole range, by the least-squares line through all runs. "
      "\"Falls\" agrees when the line falls beyond chance (t test, level 5 %) and differs when it "
      "rises beyond chance; \"none\" agrees when neither; else undecided.";
  Section section{fmt::format("Final fitness by {}", label)};
  Chart chart{fmt::format("Final fitness by {}", label), label, "final fitness", {}};
  Row trend{.name = "change of the mean over the range",
            .thesis_text = thesis().trends.at(key),
            .decimals = 3};
  for (const RunColumn& column : columns) {
    std::map<double, std::vector<double>> by_value;
    std::vector<double> x;
    std::vector<double> y;
    for (const RunSummary& run : column.runs) {
      x.push_back(parameter(run.parameters, key));
      y.push_back(run.final_fitness);
      by_value[x.back()].push_back(y.back());
    }
    Line mean{.label = column.name + ": mean", .points = true};
    Line least{.label = column.name + ": minimum", .dashed = true, .points = true};
    Listing listing{
        fmt::format("{}: runs by {}", column.name, label), {label, "runs", "minimum", "mean"}, {}};
    for (const auto& [value, fitness] : by_value) {
      const metrics::Estimate m = mean_of(fitness);
      const double lowest = *std::min_element(fitness.begin(), fitness.end());
      mean.x.push_back(value);
      mean.y.push_back(m.mean);
      mean.low.push_back(m.mean - 1.96 * m.se);
      mean.high.push_back(m.mean + 1.96 * m.se);
      least.x.push_back(value);
      least.y.push_back(lowest);
      Cell cell;
      cell.ours = m;
      listing.rows.push_back({fmt::format("{:g}", value), fmt::format("{}", fitness.size()),
                              fmt::format("{:.3f}", lowest), to_text(cell, 3)});
    }
    chart.lines.push_back(std::move(mean));
    chart.lines.push_back(std::move(least));
    section.listings.push_back(std::move(listing));

    const metrics::Estimate slope = slope_of(x, y);
    const double range = by_value.rbegin()->first - by_value.begin()->first;
    Cell cell;
    cell.ours = {slope.mean * range, slope.se * range};
    cell.verdict = trend_verdict(trend.thesis_text, cell.ours, x.size());
    trend.cells.push_back(cell);
  }
  section.rows = {trend};
  section.charts.push_back(std::move(chart));
  report.sections.push_back(std::move(section));
  return report;
}

}  // namespace

Report table_5_2(Laboratory& laboratory) {
  const std::vector<RunColumn>& columns = sample_of(laboratory, "table-5.2");
  Report report = start_report(laboratory, columns);
  report.judged_by = judged_by_fisher;
  Section section{"Fitness before the end",
                  "As the search saw it: the lowest best of all generations against the best of "
                  "the last."};
  const double lowest_end = thesis().best_runs[0].fitness;
  section.rows = {
      share_row("share of runs better before their end", thesis().runs_better_before_the_end,
                columns,
                [](const RunSummary& run) { return run.least_fitness < run.final_fitness; }),
      share_row(fmt::format("share of runs ever below {}", lowest_end),
                static_cast<std::int64_t>(thesis().earlier_bests.size()), columns,
                [=](const RunSummary& run) {
                  return run.least_fitness < lowest_end && run.least_fitness < run.final_fitness;
                }),
      shown_row("lowest fitness of any generation", thesis().earlier_bests[0].best, 5, columns,
                [](const Runs& runs) {
                  return std::min_element(runs.begin(), runs.end(),
                                          [](const RunSummary& a, const RunSummary& b) {
                                            return a.least_fitness < b.least_fitness;
                                          })
                      ->least_fitness;
                })};
  Listing theirs{
      "Thesis: the lowest before the end", {"best", "generation", "final", "configuration"}, {}};
  for (const Thesis::EarlierBest& row : thesis().earlier_bests) {
    theirs.rows.push_back({fmt::format("{:.5f}", row.best), std::to_string(row.generation),
                           fmt::format("{:.5f}", row.final), to_text(row.parameters)});
  }
  for (const RunColumn& column : columns) {
    Runs runs = column.runs;
    std::stable_sort(runs.begin(), runs.end(), [](const RunSummary& a, const RunSummary& b) {
      return a.least_fitness < b.least_fitness;
    });
    Listing ours{fmt::format("{}: the lowest before the end", column.name), theirs.columns, {}};
    for (const RunSummary& run : runs) {
      if (run.least_fitness >= run.final_fitness || ours.rows.size() == theirs.rows.size())
        continue;
      ours.rows.push_back({fmt::format("{:.5f}", run.least_fitness),
                           std::to_string(run.least_generation),
                           fmt::format("{:.5f}", run.final_fitness), to_text(run.parameters)});
    }
    section.listings.push_back(std::move(ours));
  }
  section.listings.push_back(std::move(theirs));
  report.sections.push_back(std::move(section));
  return report;
}

Report figure_5_3(Laboratory& laboratory) {
  return by_parameter(laboratory, "figure-5.3", "generations", "generations");
}
Report figure_5_4(Laboratory& laboratory) {
  return by_parameter(laboratory, "figure-5.4", "population", "population");
}
Report figure_5_5(Laboratory& laboratory) {
  return by_parameter(laboratory, "figure-5.5", "tournament", "tournament size");
}
Report figure_5_6(Laboratory& laboratory) {
  return by_parameter(laboratory, "figure-5.6", "mutation_rate", "mutation rate");
}

Report isomorphism(Laboratory& laboratory) {
  const std::vector<RunColumn>& columns = sample_of(laboratory, "isomorphism");
  Report report = start_report(laboratory, columns);
  report.judged_by = judged_by_fisher;
  Section section{"Runs whose whole last generation is one initial map",
                  "Isomorphic border graphs, as in the thesis (there: map 9, in two runs of 10 "
                  "generations with mutation rate 0.1)."};
  section.rows = {share_row("share of runs", thesis().isomorphic_runs, columns,
                            [](const RunSummary& run) { return run.last_generation_is > 0; }),
                  shown_row("individuals of those runs' last generations",
                            thesis().isomorphic_individuals, 0, columns, [](const Runs& runs) {
                              double individuals = 0;
                              for (const RunSummary& run : runs) {
                                if (run.last_generation_is > 0)
                                  individuals += run.last_generation_size;
                              }
                              return individuals;
                            })};
  Listing listing{"Such runs of ours", {"column", "map", "configuration"}, {}};
  for (const RunColumn& column : columns) {
    for (const RunSummary& run : column.runs) {
      if (run.last_generation_is == 0) continue;
      listing.rows.push_back(
          {column.name, fmt::format("thesis-{}", run.last_generation_is), to_text(run.parameters)});
    }
  }
  if (!listing.rows.empty()) section.listings.push_back(std::move(listing));
  report.sections.push_back(std::move(section));
  return report;
}

Report territories(Laboratory& laboratory) {
  const std::vector<RunColumn>& columns = sample_of(laboratory, "territories");
  Report report = start_report(laboratory, columns);
  report.judged_by =
      std::string(judged_by_fisher) +
      " The mean by a t test (the thesis' is of 3,250 runs, its deviation taken to be ours).";
  const auto size = [](const RunSummary& run) { return run.territories; };
  Section section{"Territories of the best individual of every run"};
  Row mean{.name = "mean", .thesis = thesis().mean_territories, .decimals = 2};
  for (const RunColumn& column : columns) {
    const auto sizes = values_of(column.runs, size);
    mean.cells.push_back(judged(
        mean_of(sizes), further_mean_p(*mean.thesis, thesis().grid.runs, sizes, 0.005, 0.1)));
  }
  section.rows = {mean,
                  share_row("share of runs with at most 10", thesis().runs_with_at_most_10, columns,
                            [](const RunSummary& run) { return run.territories <= 10; }),
                  shown_row("fewest", thesis().least_territories, 0, columns,
                            [&](const Runs& runs) {
                              const auto sizes = values_of(runs, size);
                              return *std::min_element(sizes.begin(), sizes.end());
                            }),
                  shown_row("most", thesis().most_territories, 0, columns, [&](const Runs& runs) {
                    const auto sizes = values_of(runs, size);
                    return *std::max_element(sizes.begin(), sizes.end());
                  })};
  Chart chart{"Share of runs by territories of the best", "territories", "share of runs", {}};
  for (const RunColumn& column : columns) {
    std::map<int, double> shares;
    for (const RunSummary& run : column.runs) {
      shares[run.territories] += 1 / static_cast<double>(column.runs.size());
    }
    Line line{.label = column.name, .points = true};
    for (const auto& [n, share] : shares) {
      line.x.push_back(n);
      line.y.push_back(share);
    }
    chart.lines.push_back(std::move(line));
  }
  section.charts.push_back(std::move(chart));
  report.sections.push_back(std::move(section));
  return report;
}

Report rule_counts(Laboratory& laboratory) {
  const std::vector<RunColumn>& columns = sample_of(laboratory, "rules");
  Report report = start_report(laboratory, columns);
  report.judged_by = std::string(judged_by_fisher) +
                     " Of a rule with two values the first is tested; the second follows.";
  Section section{"Rules of the best individual of every run", "Shares of the runs."};
  std::map<std::string, int> values_of_key;
  for (const Thesis::RuleCount& count : thesis().rule_counts) ++values_of_key[count.key];
  std::set<std::string> tested;
  for (const Thesis::RuleCount& count : thesis().rule_counts) {
    Row row = share_row(
        fmt::format("{} {}", count.key, count.value), count.runs, columns,
        [&](const RunSummary& run) { return gene_value(run.genes, count.key) == count.value; });
    if (values_of_key[count.key] == 2 && !tested.insert(count.key).second) {
      for (Cell& cell : row.cells) {
        cell.p = std::numeric_limits<double>::quiet_NaN();
        cell.verdict = Verdict::not_judged;
      }
    }
    section.rows.push_back(std::move(row));
  }
  report.sections.push_back(std::move(section));
  return report;
}

}  // namespace evorisk::experiments::reproduce
