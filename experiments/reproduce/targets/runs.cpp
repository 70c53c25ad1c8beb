// Runs of configurations that the thesis names: tables 5.1, 5.3, 5.4 and 5.6, figures 5.1, 5.2 and
// 5.7 to 5.9, section 5.5.
#include <fmt/format.h>

#include <cmath>

#include "experiments/reproduce/run_targets.hpp"
#include "experiments/reproduce/statistics.hpp"
#include "maps/io.hpp"
#include "metrics/estimates/sample.hpp"

namespace evorisk::experiments::reproduce {
namespace {

// The ten best runs of a stored sweep beside the thesis' ten.
void ten_best_of_sweep(Laboratory& laboratory, Report& report) {
  const RunColumn sweep = begin_sample(report, laboratory, 0).front();
  report.judged_by =
      "Fisher's exact test of how many runs end as low as the thesis' tenth; the ranks are shown "
      "only.";
  const Runs runs = by_final_fitness(sweep.runs);
  const auto& best = thesis().best_runs;
  Section& section = report.sections.emplace_back();
  section.title = "The ten lowest final fitnesses";
  Line theirs{.label = "thesis", .dashed = true, .points = true};
  Line ours{.label = sweep.name, .points = true};
  for (std::size_t i = 0; i < std::min(best.size(), runs.size()); ++i) {
    section.rows.push_back({.name = fmt::format("{}: {}", i + 1, to_text(best[i].parameters)),
                            .thesis = best[i].fitness,
                            .decimals = 5,
                            .cells = {shown(runs[i].final_fitness, to_text(runs[i].parameters))}});
    theirs.add(static_cast<double>(i + 1), best[i].fitness);
    ours.add(static_cast<double>(i + 1), runs[i].final_fitness);
  }
  section.charts.push_back({section.title, "rank", "fitness", {theirs, ours}});
  section.rows.push_back(share_as_low_row({sweep}));
}

// The course of the best fitness along those runs of one configuration that it is known of.
void add_course(Chart& chart, const std::string& column, Runs runs) {
  std::erase_if(runs, [](const RunSummary& run) { return run.best_by_generation.empty(); });
  if (runs.empty()) return;
  Line mean{.label = column + ": mean"};
  Line one{.label = column + ": one run", .dashed = true};
  for (std::size_t g = 0; g < runs[0].best_by_generation.size(); ++g) {
    const auto at =
        values_of(runs, [g](const RunSummary& run) { return run.best_by_generation[g]; });
    mean.add(static_cast<double>(g), metrics::mean_of(at).mean, metrics::deviation(at));
    one.add(static_cast<double>(g), at[0]);
  }
  chart.lines.push_back(std::move(mean));
  chart.lines.push_back(std::move(one));
}

// The thesis' value as one more run of ours.
Cell one_more(double theirs, const std::vector<double>& ours, double tolerance,
              double least_deviation) {
  return judged(metrics::mean_of(ours), further_mean_p(theirs, 1, ours, tolerance, least_deviation),
                further_mean_reach(1, ours, least_deviation));
}

Cell size_cell(const Thesis::ExtremeRun& theirs, const Runs& runs) {
  const auto sizes = values_of(runs, [](const RunSummary& run) { return run.territories; });
  return one_more(theirs.territories, sizes, 0, 0.5);
}

Section extreme_run(Laboratory& laboratory, const std::string& name,
                    const Thesis::ExtremeRun& theirs, int count) {
  const int decimals = static_cast<int>(thesis_figure("/extreme_runs/decimals"));
  const double half_digit = 0.5 * std::pow(10, -decimals);
  Section section{fmt::format("The {} run: {}", name, to_text(theirs.parameters))};
  section.rows = figure_rows(theirs.criteria, theirs.fitness, decimals + 1);
  Row size{.name = "Territories", .thesis = theirs.territories, .decimals = 1};
  for (const Profile profile : laboratory.options().profiles) {
    const Runs runs = laboratory.repeats(profile, {Study::repeat, theirs.parameters}, count);
    for (std::size_t f = 0; f < section.rows.size(); ++f) {
      const auto values = values_of(runs, [f](const RunSummary& run) {
        return f < run.criteria.size() ? run.criteria[f] : run.final_fitness;
      });
      Row& row = section.rows[f];
      row.cells.push_back(one_more(*row.thesis, values, half_digit, half_digit));
    }
    size.cells.push_back(size_cell(theirs, runs));
  }
  section.rows.push_back(std::move(size));
  return section;
}

// The thesis' share as one more run of ours. Shares near 0 spread less: asin(sqrt) evens it out.
Cell share_cell(double theirs, const Runs& ours) {
  const auto shares = values_of(ours, [](const RunSummary& run) {
    return static_cast<double>(run.with_wanted_genes) / run.bred;
  });
  std::vector<double> spread = shares;
  for (double& share : spread) share = std::asin(std::sqrt(share));
  return judged(metrics::mean_of(shares), further_mean_p(std::asin(std::sqrt(theirs)), 1, spread),
                further_mean_reach(1, shares));
}

}  // namespace

void ten_best(Laboratory& laboratory, const Target& target, int count, Report& report) {
  if (!laboratory.options().sweep.empty()) {
    ten_best_of_sweep(laboratory, report);
    return;
  }
  const bool grid_too = laboratory.options().stored_only && laboratory.stores_grid();
  begin_report(report, laboratory, count, target.of + (grid_too ? ", and of the grid" : ""));
  Section& section = report.sections.emplace_back(target.section);
  std::vector<Line> lines = {{.label = "thesis: one run", .dashed = true, .points = true}};
  for (const std::string& column : report.columns) {
    lines.push_back({.label = column + ": mean ± deviation", .points = true});
  }
  double number = 0;
  for (const Thesis::BestRun& best : thesis().best_runs) {
    lines[0].add(++number, best.fitness);
    Row row{.name = fmt::format("{:.0f}: {}", number, to_text(best.parameters)),
            .thesis = best.fitness};
    for (std::size_t c = 0; c < report.columns.size(); ++c) {
      const Runs runs = laboratory.repeats(laboratory.options().profiles[c],
                                           {Study::repeat, best.parameters}, count);
      row.cells.push_back(against_luckiest(best.fitness, runs));
      lines[c + 1].add(number, row.cells.back().ours.mean, metrics::deviation(final_fitness(runs)));
    }
    section.rows.push_back(std::move(row));
  }
  if (grid_too) {
    // A profile without runs of the grid has none there.
    std::vector<RunColumn> grid;
    for (const std::string& name : report.columns) grid.push_back({name, {}});
    for (RunColumn& stored : laboratory.sample(0))
      std::ranges::find(grid, stored.name, &RunColumn::name)->runs = std::move(stored.runs);
    section.rows.push_back(share_as_low_row(grid));
    report.judged_by += " The share of runs of the grid by Fisher's exact test.";
  }
  section.charts.push_back(
      {"Fitness of the ten best runs", "run of table 5.1", "final fitness", std::move(lines)});
}

void course_of_best(Laboratory& laboratory, const Target& target, int count, Report& report) {
  begin_report(report, laboratory, count, target.of);
  for (std::size_t i = 0; i < 2; ++i) {
    const Thesis::BestRun& best = thesis().best_runs[i];
    Section& section = report.sections.emplace_back(target.section);
    section.title = fmt::format("Configuration {}: {}", i + 1, to_text(best.parameters));
    Row final{.name = "final fitness", .thesis = best.fitness};
    Row earlier{.name = "share of runs better before their end", .decimals = 2};
    Chart chart{fmt::format("Configuration {}", i + 1), "generation", "best fitness", {}};
    for (const Profile profile : laboratory.options().profiles) {
      const Runs runs = laboratory.repeats(profile, {Study::repeat, best.parameters}, count);
      final.cells.push_back(against_luckiest(best.fitness, runs));
      earlier.cells.push_back(
          {.ours = share_of(count_of(runs, better_before_the_end), std::ssize(runs))});
      add_course(chart, std::string(profile_name(profile)), runs);
    }
    chart.lines.push_back({.label = "thesis: at the end",
                           .x = {static_cast<double>(best.parameters.generations)},
                           .y = {best.fitness},
                           .points = true});
    section.rows = {final, earlier};
    section.charts.push_back(std::move(chart));
  }
}

void extreme_runs(Laboratory& laboratory, const Target& target, int count, Report& report) {
  begin_report(report, laboratory, count, target.of);
  report.sections.push_back(extreme_run(laboratory, "fast", thesis().fast, count));
  report.sections.push_back(extreme_run(laboratory, "long", thesis().slow, count));
}

void map_of_best(Laboratory& laboratory, const Target& target, int count, Report& report) {
  const Thesis::ExtremeRun& theirs = target.parameter == "fast" ? thesis().fast : thesis().slow;
  begin_report(report, laboratory, count, to_text(theirs.parameters));
  Section& section = report.sections.emplace_back(target.section);
  Row size{.name = "territories", .thesis = theirs.territories, .decimals = 1};
  Listing sizes{"Territories of the best, run by run", {"profile", "territories"}, {}};
  for (const Profile profile : laboratory.options().profiles) {
    const std::string name(profile_name(profile));
    const Runs runs =
        by_final_fitness(laboratory.repeats(profile, {Study::repeat, theirs.parameters}, count));
    size.cells.push_back(size_cell(theirs, runs));
    const RunSummary& median = runs[runs.size() / 2];
    if (median.map) {
      section.pictures.push_back({fmt::format("Profile {}: fitness {:.3f}, {} territories", name,
                                              median.final_fitness, median.territories),
                                  median.map});
    }
    auto found = values_of(runs, [](const RunSummary& run) { return run.territories; });
    std::ranges::sort(found);
    sizes.rows.push_back({name, fmt::format("{:g}", fmt::join(found, " "))});
  }
  section.rows = {size};
  section.listings.push_back(std::move(sizes));
}

void initial_map(Laboratory&, const Target& target, int, Report& report) {
  report.columns = {"library"};
  report.effort = "the map thesis-9 of the library";
  const maps::MapPtr map = maps::library_map("thesis-9");
  const double theirs = thesis_figure("/initial_map_9/territories");
  const Verdict verdict = map->territory_count() == theirs ? Verdict::agree : Verdict::differ;
  Section& section = report.sections.emplace_back(target.section);
  section.rows.push_back({.name = "territories",
                          .thesis = theirs,
                          .decimals = 0,
                          .cells = {shown(map->territory_count(), "", verdict)}});
  section.pictures.push_back({"thesis-9", map});
}

void war_by_configuration(Laboratory& laboratory, const Target& target, int count, Report& report) {
  begin_report(report, laboratory, count, target.of);
  Section& section = report.sections.emplace_back(target.section);
  for (const Thesis::WarRow& row : thesis().risk_to_war) {
    const Thesis::BestRun& best = thesis().best_runs[static_cast<std::size_t>(row.best_run - 1)];
    const double theirs = static_cast<double>(row.with_war_rules) / row.individuals;
    Row figure{.name = fmt::format("{}: {}", row.best_run, to_text(best.parameters)),
               .thesis = theirs,
               .decimals = 4};
    for (const Profile profile : laboratory.options().profiles) {
      figure.cells.push_back(
          share_cell(theirs, laboratory.repeats(profile, {Study::war, best.parameters}, count)));
    }
    section.rows.push_back(std::move(figure));
  }
}

void war_in_all(Laboratory& laboratory, const Target& target, int count, Report& report) {
  begin_report(report, laboratory, count, target.of);
  int rules = 0;
  int individuals = 0;
  for (const Thesis::WarRow& row : thesis().risk_to_war) {
    rules += row.with_war_rules;
    individuals += row.individuals;
  }
  const double theirs = static_cast<double>(rules) / individuals;
  Row war_rules{
      .name = "share of individuals with the rules of War", .thesis = theirs, .decimals = 4};
  Row war_map{.name = "individuals with the map of War, in all", .thesis = 0, .decimals = 0};
  for (const Profile profile : laboratory.options().profiles) {
    // A study is one run of each configuration of table 5.1, added up.
    Runs studies;
    int maps_found = 0;
    for (const Thesis::BestRun& best : thesis().best_runs) {
      const Runs runs = laboratory.repeats(profile, {Study::war, best.parameters}, count);
      if (studies.empty()) studies.resize(runs.size());
      studies.resize(std::min(studies.size(), runs.size()));
      for (std::size_t i = 0; i < studies.size(); ++i) {
        studies[i].bred += runs[i].bred;
        studies[i].with_wanted_genes += runs[i].with_wanted_genes;
        maps_found += runs[i].with_wanted_map;
      }
    }
    war_rules.cells.push_back(share_cell(theirs, studies));
    war_map.cells.push_back(
        shown(maps_found, "", maps_found == 0 ? Verdict::agree : Verdict::differ));
  }
  report.sections.push_back(target.section);
  report.sections.back().rows = {war_rules, war_map};
}

}  // namespace evorisk::experiments::reproduce
