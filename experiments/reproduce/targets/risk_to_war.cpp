// Table 5.6 and section 5.5: can the search find War when it starts from Risk?
#include <fmt/format.h>

#include "experiments/reproduce/run_targets.hpp"
#include "experiments/reproduce/statistics.hpp"
#include "experiments/reproduce/targets.hpp"

namespace evorisk::experiments::reproduce {
namespace {

constexpr const char* about =
    "The first population holds only Risk (map thesis-1, pick, 2 defence dice, max, divisor 3). "
    "Counted: individuals bred with the four rules of War (random, 3 dice, min, divisor 2), and "
    "those with its map (isomorphic border graph).";

double share(const RunSummary& run) {
  return static_cast<double>(run.with_wanted_genes) / run.bred;
}

// One run of each configuration of table 5.1, added up: `index`-th runs.
RunSummary study(Laboratory& laboratory, Profile profile, int count, std::size_t index) {
  RunSummary sum;
  for (const Thesis::BestRun& best : thesis().best_runs) {
    const RunSummary& run = laboratory.repeats(profile, best.parameters, count, true)[index];
    sum.bred += run.bred;
    sum.with_wanted_genes += run.with_wanted_genes;
    sum.with_wanted_map += run.with_wanted_map;
  }
  return sum;
}

// The thesis' share as one more run of ours. Shares near 0 spread less: asin(sqrt) evens it out.
double one_more_p(double theirs, const Runs& ours) {
  return further_mean_p(spread_evenly(theirs), 1, values_of(ours, [](const RunSummary& run) {
                          return spread_evenly(share(run));
                        }));
}

}  // namespace

Report table_5_6(Laboratory& laboratory) {
  const int count = laboratory.scaled(100, target("table-5.6").default_scale, 1);
  Report report = start_report(laboratory, count, "each of the ten configurations");
  report.judged_by =
      "A share differs when it would hardly be that of one more of our runs (t test for a single "
      "further value, of asin(sqrt(share))); p-values adjusted after Holm within a column, level 5 "
      "%.";
  Section section{"Share of individuals with the rules of War", about};
  for (const Thesis::WarRow& row : thesis().risk_to_war) {
    const Thesis::BestRun& best = thesis().best_runs[static_cast<std::size_t>(row.best_run - 1)];
    const double theirs = static_cast<double>(row.with_war_rules) / row.individuals;
    Row figure{.name = fmt::format("{}: {}", row.best_run, to_text(best.parameters)),
               .thesis = theirs,
               .decimals = 4};
    for (const Profile profile : laboratory.options().profiles) {
      const Runs& runs = laboratory.repeats(profile, best.parameters, count, true);
      figure.cells.push_back(judged(mean_of(values_of(runs, share)), one_more_p(theirs, runs)));
    }
    section.rows.push_back(std::move(figure));
  }
  report.sections.push_back(std::move(section));
  return report;
}

Report risk_to_war(Laboratory& laboratory) {
  const int count = laboratory.scaled(100, target("risk-to-war").default_scale, 1);
  Report report = start_report(laboratory, count, "each of the ten configurations");
  report.judged_by =
      "Shares as one more study of ten runs (t test for a single further value, of "
      "asin(sqrt(share))); the War map agrees when it was not found here either. p-values adjusted "
      "after Holm within a column, level 5 %.";
  int rules = 0;
  int individuals = 0;
  for (const Thesis::WarRow& row : thesis().risk_to_war) {
    rules += row.with_war_rules;
    individuals += row.individuals;
  }
  const double theirs = static_cast<double>(rules) / individuals;
  Section section{"All ten configurations together", about};
  Row war_rules{
      .name = "share of individuals with the rules of War", .thesis = theirs, .decimals = 4};
  Row war_map{.name = "individuals with the map of War, in all", .thesis = 0, .decimals = 0};
  for (const Profile profile : laboratory.options().profiles) {
    Runs studies;
    int maps_found = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      studies.push_back(study(laboratory, profile, count, i));
      maps_found += studies.back().with_wanted_map;
    }
    war_rules.cells.push_back(
        judged(mean_of(values_of(studies, share)), one_more_p(theirs, studies)));
    war_map.cells.push_back(
        shown(maps_found, "", maps_found == 0 ? Verdict::agree : Verdict::differ));
  }
  section.rows = {war_rules, war_map};
  report.sections.push_back(std::move(section));
  return report;
}

}  // namespace evorisk::experiments::reproduce
