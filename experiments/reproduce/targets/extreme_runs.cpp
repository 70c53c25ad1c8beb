// Tables 5.3 and 5.4 and figures 5.7 to 5.9: the fast and the long run, and their maps.
#include <fmt/format.h>

#include <cmath>

#include "experiments/reproduce/run_targets.hpp"
#include "experiments/reproduce/statistics.hpp"
#include "experiments/reproduce/targets.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::experiments::reproduce {
namespace {

constexpr const char* judged_as_one_more =
    "The thesis' value is that of one run. It differs when it would hardly be one more of our runs "
    "(t test for a single further value, half of its last printed digit taken off); p-values "
    "adjusted after Holm within a column, level 5 %.";

Cell one_more(double theirs, const std::vector<double>& ours, double tolerance,
              double least_deviation) {
  return judged(mean_of(ours), further_mean_p(theirs, 1, ours, tolerance, least_deviation));
}

Cell size_cell(const Thesis::ExtremeRun& theirs, const Runs& runs) {
  const auto sizes = values_of(runs, [](const RunSummary& run) { return run.territories; });
  return one_more(theirs.territories, sizes, 0, 0.5);
}

Section extreme_run(Laboratory& laboratory, const std::string& name,
                    const Thesis::ExtremeRun& theirs, int count) {
  const int decimals = thesis().extreme_decimals;
  const double half_digit = 0.5 * std::pow(10, -decimals);
  Section section{fmt::format("The {} run: {}", name, to_text(theirs.parameters))};
  const auto add_row = [&](std::string_view title, double value, int digits) -> Row& {
    section.rows.push_back(
        {.name = std::string(title), .thesis = value, .decimals = digits, .cells = {}});
    return section.rows.back();
  };
  const auto fill = [&](Row& row, auto value) {
    for (const Profile profile : laboratory.options().profiles) {
      const Runs& runs = laboratory.repeats(profile, theirs.parameters, count);
      row.cells.push_back(one_more(*row.thesis, values_of(runs, value), half_digit, half_digit));
    }
  };
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    const auto c = static_cast<std::size_t>(info.id);
    fill(add_row(info.title, theirs.criteria[c], decimals + 1),
         [c](const RunSummary& run) { return run.criteria[c]; });
  }
  fill(add_row("Fitness", theirs.fitness, decimals + 1),
       [](const RunSummary& run) { return run.final_fitness; });
  Row& size = add_row("Territories", theirs.territories, 1);
  for (const Profile profile : laboratory.options().profiles) {
    size.cells.push_back(size_cell(theirs, laboratory.repeats(profile, theirs.parameters, count)));
  }
  return section;
}

Report map_of(Laboratory& laboratory, std::string_view name, const Thesis::ExtremeRun& theirs) {
  const int count = laboratory.scaled(100, target(name).default_scale, 1);
  Report report = start_report(laboratory, count, to_text(theirs.parameters));
  report.judged_by = judged_as_one_more;
  Section section{"The map of the best individual",
                  "Pictured: that of the run whose final fitness is the median of ours."};
  Row size{.name = "territories", .thesis = theirs.territories, .decimals = 1};
  Listing sizes{"Territories of the best, run by run", {"profile", "territories"}, {}};
  for (const Profile profile : laboratory.options().profiles) {
    const Runs runs = by_final_fitness(laboratory.repeats(profile, theirs.parameters, count));
    size.cells.push_back(size_cell(theirs, runs));
    const RunSummary& median = runs[runs.size() / 2];
    if (median.map) {
      section.pictures.push_back(
          {fmt::format("Profile {}: fitness {:.3f}, {} territories", profile_name(profile),
                       median.final_fitness, median.territories),
           median.map});
    }
    std::vector<int> found;
    for (const RunSummary& run : runs) found.push_back(run.territories);
    std::sort(found.begin(), found.end());
    sizes.rows.push_back(
        {std::string(profile_name(profile)), fmt::format("{}", fmt::join(found, " "))});
  }
  section.rows = {size};
  section.listings.push_back(std::move(sizes));
  report.sections.push_back(std::move(section));
  return report;
}

}  // namespace

Report table_5_4(Laboratory& laboratory) {
  const int count = laboratory.scaled(100, target("table-5.4").default_scale, 1);
  Report report = start_report(laboratory, count, "each of the two configurations");
  report.judged_by = judged_as_one_more;
  report.sections.push_back(extreme_run(laboratory, "fast", thesis().fast, count));
  report.sections.push_back(extreme_run(laboratory, "long", thesis().slow, count));
  return report;
}

Report figure_5_8(Laboratory& laboratory) {
  return map_of(laboratory, "figure-5.8", thesis().fast);
}

Report figure_5_9(Laboratory& laboratory) {
  return map_of(laboratory, "figure-5.9", thesis().slow);
}

Report figure_5_7(Laboratory&) {
  Report report;
  report.columns = {"library"};
  report.effort = "the map thesis-9 of the library";
  report.judged_by = "The count itself.";
  const maps::MapPtr map = maps::library_map("thesis-9");
  const bool same = map->territory_count() == thesis().map_9_territories;
  Section section{"The map"};
  section.rows.push_back(
      {.name = "territories",
       .thesis = thesis().map_9_territories,
       .decimals = 0,
       .cells = {shown(map->territory_count(), "", same ? Verdict::agree : Verdict::differ)}});
  section.pictures.push_back({"thesis-9", map});
  report.sections.push_back(std::move(section));
  return report;
}

}  // namespace evorisk::experiments::reproduce
