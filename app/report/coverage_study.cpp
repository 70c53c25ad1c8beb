#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "app/report/studies.hpp"
#include "app/text/text_table.hpp"

namespace evorisk::app {
namespace {

using experiments::FigureCoverage;
using experiments::VariantCoverage;

constexpr double said[2] = {0.6827, 0.9545};
// From this share of equal evaluations on a figure is counted apart.
constexpr double few_values = 0.25;

// One figure of one evaluation.
struct CoveredFigure {
  const VariantCoverage* of;
  const FigureCoverage* figure;
};
using Covered = std::vector<CoveredFigure>;

double mean_covered(const Covered& cells, const auto& value) {
  double sum = 0;
  for (const CoveredFigure& cell : cells) sum += value(*cell.figure);
  return sum / static_cast<double>(cells.size());
}

// Of the evaluations with so many matches, or of all.
struct Figures {
  std::vector<std::string> names;  // fitness last, whichever criteria the first variant measures
  std::map<std::string, Covered> by_name;
  std::size_t evaluations = 0;
};

Figures figures_of(const std::vector<VariantCoverage>& study, std::optional<std::int64_t> matches) {
  Figures result;
  for (const VariantCoverage& one : study) {
    if (matches && one.matches != *matches) continue;
    ++result.evaluations;
    for (const FigureCoverage& figure : one.figures) {
      if (!result.by_name.contains(figure.name)) result.names.push_back(figure.name);
      result.by_name[figure.name].push_back({&one, &figure});
    }
  }
  std::stable_partition(result.names.begin(), result.names.end(),
                        [](const std::string& name) { return name != "fitness"; });
  return result;
}

// "68.4 (61 to 75 Tingari)": the mean and the range in per cent, and which of its ends is further
// from what is said.
std::string range_text(const Covered& cells, double wanted, const auto& value) {
  const auto by_value = [&](const CoveredFigure& cell) { return value(*cell.figure); };
  const auto [low, high] = std::ranges::minmax_element(cells, {}, by_value);
  const bool low_is_worse = wanted - by_value(*low) > by_value(*high) - wanted;
  const auto named = [](const CoveredFigure& cell, bool worse) {
    return worse ? " " + cell.of->variant : std::string();
  };
  return fmt::format("{:.1f} ({:.0f}{} to {:.0f}{})", 100 * mean_covered(cells, value),
                     100 * by_value(*low), named(*low, low_is_worse), 100 * by_value(*high),
                     named(*high, !low_is_worse));
}

std::string coverage_table(const TextTable& table, bool markdown) {
  return (markdown ? "\n" : "") + (markdown ? table.markdown() : table.text());
}

// How often each figure is covered, where it can be told.
std::string figures_text(const Figures& all, bool markdown) {
  TextTable table({"% that cover the truth", "variants", "interval of 68.3 %", "of 95.4 %",
                   "± error", "± 2 errors", "bias", "of the middle"},
                  TextTable::Align::right);
  std::string constants;
  for (const std::string& name : all.names) {
    Covered rows[2];  // fine, few_values
    int same = 0;
    for (const CoveredFigure& cell : all.by_name.at(name)) {
      if (cell.figure->constant()) {
        ++same;
      } else {
        rows[cell.figure->step < few_values ? 0 : 1].push_back(cell);
      }
    }
    if (same > 0) constants += fmt::format("{}{} of {}", constants.empty() ? "" : ", ", name, same);
    for (int r = 0; r < 2; ++r) {
      const Covered& cells = rows[r];
      if (cells.empty()) continue;
      const auto range = [&](int c, const auto& of) { return range_text(cells, said[c], of); };
      table.add({name + (r == 0 ? "" : ", few values"), std::to_string(cells.size()),
                 range(0, [](const FigureCoverage& f) { return f.intervals[0]; }),
                 range(1, [](const FigureCoverage& f) { return f.intervals[1]; }),
                 range(0, [](const FigureCoverage& f) { return f.errors[0]; }),
                 range(1, [](const FigureCoverage& f) { return f.errors[1]; }),
                 fmt::format("{:+.4f}",
                             mean_covered(cells, [](const FigureCoverage& f) { return f.bias; })),
                 fmt::format("{:+.4f}", mean_covered(cells, [](const FigureCoverage& f) {
                               return f.middle_bias;
                             }))});
    }
  }
  std::string text = coverage_table(table, markdown);
  if (!constants.empty()) {
    text += (markdown ? "\n" : "") +
            ("The same in all evaluations, so always covered: " + constants + ".\n");
  }
  return text;
}

// The same by kind of board: players and agents. Mean coverage of both intervals, without constants
// and few values.
std::string kinds_text(const Figures& all, const std::vector<std::string>& tables, bool markdown) {
  std::map<std::pair<int, std::size_t>, std::map<std::string, Covered>> kinds;
  for (const auto& [name, cells] : all.by_name) {
    for (const CoveredFigure& cell : cells) {
      Covered& own = kinds[{cell.of->players, cell.of->table}][name];
      if (!cell.figure->constant() && cell.figure->step < few_values) own.push_back(cell);
    }
  }
  std::vector<std::string> titles = {"players, agents"};
  titles.insert(titles.end(), all.names.begin(), all.names.end());
  TextTable table(titles, TextTable::Align::right);
  for (const auto& [kind, figures] : kinds) {
    std::vector<std::string> row = {fmt::format("{}, {}", kind.first, tables[kind.second])};
    for (const std::string& name : all.names) {
      const auto cells = figures.find(name);
      if (cells == figures.end() || cells->second.empty()) {
        row.emplace_back("–");
        continue;
      }
      const auto share = [&](int c) {
        return 100 *
               mean_covered(cells->second, [c](const FigureCoverage& f) { return f.intervals[c]; });
      };
      row.push_back(fmt::format("{:.1f}, {:.1f}", share(0), share(1)));
    }
    table.add(row);
  }
  return coverage_table(table, markdown);
}

}  // namespace

std::string coverage_study_text(const std::vector<VariantCoverage>& study,
                                const std::vector<std::string>& tables, int repetitions,
                                bool markdown) {
  std::vector<std::int64_t> sizes;
  for (const VariantCoverage& one : study) {
    if (std::ranges::count(sizes, one.matches) == 0) sizes.push_back(one.matches);
  }
  std::string text;
  for (const std::int64_t matches : sizes) {
    const Figures own = figures_of(study, matches);
    if (!text.empty()) text += "\n";
    text += fmt::format("{} matches, {} times for each of {} variants and tables of agents\n",
                        matches, repetitions, own.evaluations);
    text += figures_text(own, markdown);
    text += std::string("\nIntervals of 68.3 and 95.4 % by kind of board\n");
    text += kinds_text(own, tables, markdown);
  }
  if (sizes.size() > 1) {
    text += "\nThe same in the mean of all numbers of matches\n";
    text += kinds_text(figures_of(study, {}), tables, markdown);
  }
  text += "\nAgents: ";
  for (const std::string& name : tables) text += (&name == &tables.front() ? "" : "; ") + name;
  return text + "\n";
}

nlohmann::ordered_json coverage_study_json(const std::vector<VariantCoverage>& study,
                                           const std::vector<std::string>& tables) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const VariantCoverage& one : study) {
    nlohmann::ordered_json entry = {{"variant", one.variant},
                                    {"players", one.players},
                                    {"agents", tables[one.table]},
                                    {"matches", one.matches}};
    for (const FigureCoverage& figure : one.figures) {
      entry["figures"][figure.name] = {
          {"truth", figure.truth},   {"intervals", figure.intervals},
          {"errors", figure.errors}, {"step", figure.step},
          {"bias", figure.bias},     {"middle_bias", figure.middle_bias}};
    }
    json.push_back(std::move(entry));
  }
  return json;
}

}  // namespace evorisk::app
