// Table 5.5: Risk, War, and the best generated game.
#include <fmt/format.h>

#include "experiments/reproduce/run_targets.hpp"

namespace evorisk::experiments::reproduce {
namespace {

Section published_game(Laboratory& laboratory, const std::string& title, const Thesis::Game& game,
                       int count) {
  Section section{title};
  section.rows = figure_rows(game.criteria, game.fitness, 4);
  for (const Profile profile : laboratory.options().profiles) {
    const std::vector<Batch> batches = laboratory.batches(profile, game, count);
    for (std::size_t r = 0; r < section.rows.size(); ++r) {
      std::vector<double> values;
      for (const Batch& b : batches) {
        values.push_back(r < b.criteria.size() ? b.criteria[r] : b.fitness);
      }
      Row& row = section.rows[r];
      row.cells.push_back(against_batches(*row.thesis, values, laboratory.options().matches));
    }
  }
  return section;
}

Section best_game(Laboratory& laboratory, const std::string& text, int count) {
  const Thesis::Game& best = thesis().best_generated;
  Section section{"Best generated game", text};
  section.rows = figure_rows(best.criteria, best.fitness, 4);
  for (const Profile profile : laboratory.options().profiles) {
    const Runs runs = by_final_fitness(
        laboratory.repeats(profile, {Study::repeat, thesis().best_runs[0].parameters}, count));
    const RunSummary& luckiest = runs.front();
    for (std::size_t c = 0; c < luckiest.criteria.size(); ++c) {
      section.rows[c].cells.push_back(shown(luckiest.criteria[c]));
    }
    Cell cell = against_luckiest(best.fitness, runs);
    cell.ours = {luckiest.final_fitness, 0};
    cell.note = fmt::format("{} territories", luckiest.territories);
    section.rows.back().cells.push_back(cell);
  }
  return section;
}

}  // namespace

void published_games(Laboratory& laboratory, const Target& target, int count, Report& report) {
  const int batches = laboratory.scaled(1000, target.default_scale, 2);
  begin_report(report, laboratory, count, target.of);
  report.effort = fmt::format("{} batches of {} matches of Risk and of War; {}", batches,
                              laboratory.options().matches, report.effort);
  report.sections.push_back(published_game(laboratory, "Risk", thesis().risk, batches));
  report.sections.push_back(published_game(laboratory, "War", thesis().war, batches));
  report.sections.push_back(best_game(laboratory, target.section.text, count));
}

}  // namespace evorisk::experiments::reproduce
