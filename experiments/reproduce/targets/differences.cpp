// Which deviation of the thesis' program made its numbers: every behaviour of the model switched
// alone, from the text and back from the program.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/statistics.hpp"
#include "experiments/original/match.hpp"
#include "experiments/reproduce/data.hpp"
#include "experiments/reproduce/run_targets.hpp"
#include "experiments/reproduce/statistics.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/estimates/sample.hpp"

namespace evorisk::experiments::reproduce {
namespace {

using original::Behaviour;
using original::Behaviours;

constexpr std::size_t figures = 8;  // the criteria, and the fitness
constexpr auto behaviours = original::behaviour_count;
// The last six switch how a criterion is computed, not how a match is played.
constexpr auto first_of_criteria = static_cast<std::size_t>(Behaviour::advantage_over_all);

using Figures = std::array<double, figures>;

// Programs of one game: 0 the text, 1 the program, 2 + b the text with behaviour b, 2 + 16 + b the
// program without it.
constexpr std::size_t text_program = 0;
constexpr std::size_t whole_program = 1;
constexpr std::size_t text_with = 2;
constexpr std::size_t program_without = text_with + behaviours;
constexpr std::size_t programs = program_without + behaviours;

struct Played {
  std::string name;
  Thesis::Game game;
  bool published = false;
  std::vector<std::array<Figures, programs>> batches;
};

Figures measure(const std::vector<original::Trace>& traces, const Behaviours& set) {
  const CriteriaValues criteria = original::measure(traces, set);
  Figures values{};
  std::copy(criteria.begin(), criteria.end(), values.begin());
  values[figures - 1] = original::fitness(criteria);
  return values;
}

// One batch under every program. All programs see the same streams, and those that play alike are
// measured on the same matches, so that differences are of the behaviours alone.
void play(const original::Board& board, const original::Genes& genes, int matches,
          std::uint64_t seed, std::uint32_t batch, std::array<Figures, programs>& out) {
  const auto traces_of = [&](const Behaviours& set) {
    std::vector<original::Trace> traces;
    for (int m = 0; m < matches; ++m) {
      Random random({seed, Purpose::match, 1, batch, static_cast<std::uint64_t>(m), 0});
      traces.push_back(original::play(board, genes, set, random));
    }
    return traces;
  };
  const auto play_base = [&](const Behaviours& set, Figures& own, Figures* switched_figures) {
    const auto traces = traces_of(set);
    own = measure(traces, set);
    for (std::size_t b = 0; b < behaviours; ++b) {
      Behaviours switched = set;
      switched.flip(b);
      switched_figures[b] = measure(b < first_of_criteria ? traces_of(switched) : traces, switched);
    }
  };
  play_base(original::as_text(), out[text_program], &out[text_with]);
  play_base(original::as_program(), out[whole_program], &out[program_without]);
}

std::vector<Played> games() {
  Thesis::Game small = thesis().best_generated;
  small.map = "thesis-9";
  return {{"Risk", thesis().risk, true, {}},
          {"War", thesis().war, true, {}},
          {"Small: map 9 with the rules of the best game", small, false, {}}};
}

// A figure of program `a` minus that of program `b`, batch by batch.
Cell difference(const Played& played, std::size_t a, std::size_t b, std::size_t figure) {
  std::vector<double> values;
  for (const auto& batch : played.batches) values.push_back(batch[a][figure] - batch[b][figure]);
  const metrics::Estimate mean = metrics::mean_of(values);
  if (mean.mean == 0) return {.ours = mean, .p = 1};
  // So few batches may agree by chance.
  if (values.size() < fewest_values) return {.ours = mean, .p = 1};
  if (mean.se == 0) return {.ours = mean, .p = 0};  // the same in every batch
  return {.ours = mean,
          .p = student_p(mean.mean / mean.se, static_cast<double>(values.size() - 1))};
}

// Of each behaviour: name, text, program.
const std::vector<std::vector<std::string>>& behaviour_texts() {
  static const auto texts = [] {
    std::vector<std::vector<std::string>> all;
    const auto document = parse_json(behaviours_text(), "behaviours.json");
    for (const auto& row : document.at("behaviours")) {
      all.push_back({row.at("name"), row.at("text"), row.at("program")});
    }
    return all;
  }();
  return texts;
}

const std::string& behaviour_name(std::size_t b) {
  return behaviour_texts()[b].front();
}

// What a behaviour adds: to the text alone, and to the program that has all others.
Matrix effects(const Played& played, bool to_text_alone) {
  Matrix matrix{to_text_alone ? "The text with one behaviour, minus the text"
                              : "The program, minus the program without one behaviour",
                "behaviour",
                {},
                {},
                {}};
  for (const Row& row : figure_rows({}, 0, 0)) matrix.columns.push_back(row.name);
  for (std::size_t b = 0; b < behaviours; ++b) {
    matrix.rows.push_back(behaviour_name(b));
    std::vector<Cell> row;
    for (std::size_t f = 0; f < figures; ++f) {
      row.push_back(to_text_alone ? difference(played, text_with + b, text_program, f)
                                  : difference(played, whole_program, program_without + b, f));
    }
    matrix.cells.push_back(std::move(row));
  }
  return matrix;
}

// Holm over all effects of all games: a false alarm anywhere has a probability of at most `level`.
std::size_t find_significant(std::vector<Section>& sections) {
  std::vector<Cell*> cells;
  for (Section& section : sections) {
    for (Matrix& matrix : section.matrices) {
      for (auto& row : matrix.cells) {
        for (Cell& cell : row) cells.push_back(&cell);
      }
    }
  }
  const std::vector<double> adjusted = judge(cells);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i]->p = adjusted[i];
  return cells.size();
}

void add_published(Section& section, const Played& played, int matches) {
  section.rows = figure_rows(played.game.criteria, played.game.fitness, 4);
  for (std::size_t f = 0; f < figures; ++f) {
    Row& row = section.rows[f];
    for (const std::size_t which : {text_program, whole_program}) {
      std::vector<double> values;
      for (const auto& b : played.batches) values.push_back(b[which][f]);
      row.cells.push_back(against_batches(*row.thesis, values, matches));
    }
  }
}

// Behaviours without which a published figure would not be what it is, the strongest first.
Listing makers(const Section& section) {
  constexpr double least_share = 0.1;
  Listing listing{
      "What made the published figures: program minus program without it, and as a "
      "share of the way from the text to the program",
      {"figure", "thesis", "text", "program", "made by"},
      {}};
  const Matrix& without = section.matrices[1];
  for (std::size_t f = 0; f < figures; ++f) {
    const Row& row = section.rows[f];
    const double gap = row.cells[1].ours.mean - row.cells[0].ours.mean;
    std::vector<std::pair<double, std::size_t>> found;
    for (std::size_t b = 0; b < behaviours; ++b) {
      const Cell& cell = without.cells[b][f];
      const double size = std::abs(cell.ours.mean);
      if (cell.verdict == Verdict::differ && size >= least_share * std::abs(gap)) {
        found.emplace_back(size, b);
      }
    }
    std::ranges::stable_sort(found, std::greater(), &std::pair<double, std::size_t>::first);
    std::string text;
    for (const auto& [size, b] : found) {
      const double effect = without.cells[b][f].ours.mean;
      text += fmt::format("{}{} {:+.3f}", text.empty() ? "" : ", ", behaviour_name(b), effect);
      if (std::abs(gap) > 0.01) text += fmt::format(" ({:.0f} %)", 100 * effect / gap);
    }
    listing.rows.push_back({row.name, fmt::format("{:.4f}", *row.thesis), to_text(row.cells[0], 4),
                            to_text(row.cells[1], 4), text.empty() ? "nothing alone" : text});
  }
  return listing;
}

}  // namespace

void differences(Laboratory& laboratory, const Target&, int count, Report& report) {
  const int matches = laboratory.options().matches;
  std::vector<Played> all = games();
  for (Played& played : all) {
    const original::Board board(maps::library_map(played.game.map)->data(),
                                original::one_way_borders(played.game.map));
    played.batches.resize(static_cast<std::size_t>(count));
    laboratory.parallel(played.name, count, [&](std::int64_t b) {
      play(board, played.game.genes, matches, laboratory.options().seed,
           static_cast<std::uint32_t>(b), played.batches[static_cast<std::size_t>(b)]);
    });
  }

  report.columns = {"text", "original"};
  report.effort =
      fmt::format("{} batches of {} matches of each of {} programs on {} games, seed {}", count,
                  matches, programs, all.size(), laboratory.options().seed);
  for (const Played& played : all) {
    Section section{played.name};
    if (played.published) add_published(section, played, matches);
    section.matrices = {effects(played, true), effects(played, false)};
    report.sections.push_back(std::move(section));
  }
  const std::size_t comparisons = find_significant(report.sections);
  report.judged_by = fmt::format(fmt::runtime(report.judged_by), comparisons, matches);
  for (std::size_t g = 0; g < all.size(); ++g) {
    if (all[g].published) report.sections[g].listings.push_back(makers(report.sections[g]));
  }
  report.sections.push_back(
      {.title = "The behaviours",
       .listings = {{"", {"behaviour", "the text", "its program"}, behaviour_texts()}}});
}

}  // namespace evorisk::experiments::reproduce
