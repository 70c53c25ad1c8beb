// Table 5.5: Risk, War, and the best generated game.
#include <fmt/format.h>

#include <cmath>

#include "experiments/reproduce/run_targets.hpp"
#include "experiments/reproduce/statistics.hpp"
#include "experiments/reproduce/targets.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::experiments::reproduce {
namespace {

constexpr std::size_t fitness_row = 7;

// A section with a row per criterion and one for the fitness, still without cells.
Section game_section(const std::string& title, const Thesis::Game& game) {
  Section section{title};
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    section.rows.push_back({.name = std::string(info.title),
                            .thesis = game.criteria[static_cast<std::size_t>(info.id)],
                            .decimals = 4});
  }
  section.rows.push_back({.name = "Fitness", .thesis = game.fitness, .decimals = 4});
  return section;
}

Section published_game(Laboratory& laboratory, const std::string& title, const Thesis::Game& game,
                       int count) {
  Section section = game_section(title, game);
  const int theirs = thesis().game_batches;
  // What never varied here may still have been one match in all: its deviation is at least that of
  // one event in both samples.
  const double least_deviation = 1 / (laboratory.options().matches * std::sqrt(count + theirs));
  for (const Profile profile : laboratory.options().profiles) {
    const std::vector<Batch> batches = laboratory.batches(profile, game, count);
    for (std::size_t r = 0; r < section.rows.size(); ++r) {
      std::vector<double> values;
      for (const Batch& b : batches) values.push_back(r < fitness_row ? b.criteria[r] : b.fitness);
      section.rows[r].cells.push_back(
          judged(mean_of(values),
                 further_mean_p(*section.rows[r].thesis, theirs, values, 5e-6, least_deviation)));
    }
  }
  return section;
}

Section best_game(Laboratory& laboratory, int count) {
  const Thesis::Game& best = thesis().best_generated;
  Section section = game_section("Best generated game", best);
  section.text =
      "Its map is not published. Ours: the best individual of the luckiest of our runs of the same "
      "configuration, as the search saw it.";
  for (const Profile profile : laboratory.options().profiles) {
    const Runs runs =
        by_final_fitness(laboratory.repeats(profile, thesis().best_runs[0].parameters, count));
    for (std::size_t c = 0; c < fitness_row; ++c) {
      section.rows[c].cells.push_back(shown(runs[0].criteria[c]));
    }
    Cell cell = against_luckiest(best.fitness, runs);
    cell.ours = {runs[0].final_fitness, 0};
    cell.note = fmt::format("{} territories", runs[0].territories);
    section.rows[fitness_row].cells.push_back(cell);
  }
  return section;
}

}  // namespace

Report table_5_5(Laboratory& laboratory) {
  const double scale = target("table-5.5").default_scale;
  const int batches = laboratory.scaled(1000, scale, 2);
  const int runs = laboratory.scaled(100, scale, 1);
  Report report = start_report(laboratory, runs, "the best configuration");
  report.effort = fmt::format("{} batches of {} matches of Risk and of War; {}", batches,
                              laboratory.options().matches, report.effort);
  report.judged_by = fmt::format(
      "Risk, War: means over batches; the thesis' values are means of {0} batches of {1} matches. "
      "They differ when they would hardly be the mean of {0} more of our batches (t test). The "
      "best game's fitness is judged as the luckiest of 3,250 runs. p-values adjusted after Holm "
      "within a column, level 5 %.",
      thesis().game_batches, thesis().grid.matches);
  report.sections.push_back(published_game(laboratory, "Risk", thesis().risk, batches));
  report.sections.push_back(published_game(laboratory, "War", thesis().war, batches));
  report.sections.push_back(best_game(laboratory, runs));
  return report;
}

}  // namespace evorisk::experiments::reproduce
