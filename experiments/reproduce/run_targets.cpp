#include "experiments/reproduce/run_targets.hpp"

#include <fmt/format.h>

#include "base/counted.hpp"
#include "experiments/reproduce/statistics.hpp"

namespace evorisk::experiments::reproduce {

Report start_report(const Laboratory& laboratory, int runs, const std::string& of) {
  Report report;
  for (const Profile profile : laboratory.options().profiles) {
    report.columns.emplace_back(profile_name(profile));
  }
  report.effort = fmt::format(
      "{} of {}, {} per individual and generation, seed {}", counted(runs, "run"), of,
      counted(laboratory.options().matches, "match", "matches"), laboratory.options().seed);
  if (laboratory.options().most_generations > 0) {
    report.effort += fmt::format("; a rehearsal of {}",
                                 counted(laboratory.options().most_generations, "generation"));
  }
  return report;
}

Report start_report(const Laboratory& laboratory, const std::vector<RunColumn>& columns) {
  if (laboratory.options().sweep.empty()) {
    return start_report(laboratory, static_cast<int>(columns.front().runs.size()),
                        "a stratified sample of the 3,250");
  }
  Report report;
  report.columns = {columns.front().name};
  report.effort =
      fmt::format("{} of the stored sweep", counted(std::ssize(columns.front().runs), "run"));
  return report;
}

const char* const judged_as_luckiest =
    "A fitness of the ten best is the luckiest of 3,250 runs. It differs when even the luckiest of "
    "3,250 runs of its configuration (normal, with the mean and deviation of ours) would hardly "
    "reach it; p-values adjusted after Holm within a column, level 5 %.";

Cell against_luckiest(double theirs, const Runs& ours) {
  const std::vector<double> values = final_fitness(ours);
  return judged(mean_of(values), least_of_p(theirs, thesis().grid.runs, values),
                fmt::format("lowest {:.3f}", *std::min_element(values.begin(), values.end())));
}

}  // namespace evorisk::experiments::reproduce
