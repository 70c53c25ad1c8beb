#include "app/text/findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/text/evaluation.hpp"
#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "base/statistics.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;
using Align = TextTable::Align;

// Lines of a list, as far as they are shown.
std::string shown(const std::vector<std::string>& lines, int most) {
  const std::size_t count = std::min(lines.size(), static_cast<std::size_t>(most));
  std::string text = fmt::format("{}", fmt::join(std::span(lines).first(count), ""));
  if (count < lines.size()) {
    text += fmt::format("  and {} more (--most, --json)\n", lines.size() - count);
  }
  return text;
}

// `where`: what stands before the number of a factor's children.
std::string effects_text(const Json& table, std::string_view title, std::string_view none, int most,
                         std::string_view where) {
  const std::string heading =
      fmt::format("{} ({} children, evidence as of {} independent games; 95 % intervals)\n", title,
                  table.at("children").dump(), table.at("games").dump());
  std::vector<std::pair<double, std::string>> effects;  // by size
  std::size_t tested = 0;
  for (const Json& factor : table.at("factors")) {
    std::string name = factor.at("name");
    const std::string against = factor.at("against");
    if (!against.empty()) name += " instead of " + against;
    tested += factor.at("effects").size();
    for (const auto& [criterion, effect] : factor.at("effects").items()) {
      if (!effect.at("significant").get<bool>()) continue;
      const double mean = effect.at("mean");
      effects.emplace_back(-std::abs(mean),
                           fmt::format("  {:<42} {:<18} {:+.4f}  [{:+.4f}, {:+.4f}]  {}{}\n", name,
                                       criterion, mean, effect.at("interval")[0].get<double>(),
                                       effect.at("interval")[1].get<double>(), where,
                                       counted(factor.at("count"), "child", "children")));
    }
  }
  if (tested == 0) return heading + "  too few children to say\n\n";
  std::ranges::stable_sort(effects, {}, &std::pair<double, std::string>::first);
  std::vector<std::string> lines;
  for (const auto& [size, line] : effects) lines.push_back(line);
  return heading + shown(lines, most) + (effects.empty() ? fmt::format("  {}\n", none) : "") +
         fmt::format("  {} of {} effects are beyond chance (Holm, 5 % over the table)\n\n",
                     effects.size(), tested);
}

std::string steps_text(const Json& steps, int most) {
  const Json& changes = steps.at("changes");
  std::vector<std::string> lines;
  for (const Json& change : changes) {
    const Json& fitness = change.at("fitness");
    if (!fitness.at("significant").get<bool>()) continue;
    std::vector<std::string> which;
    for (const auto& [criterion, own] : change.at("criteria").items()) {
      if (!own.at("significant").get<bool>()) continue;
      which.push_back(fmt::format("{} {:+.3f}", criterion, own.at("mean").get<double>()));
    }
    lines.push_back(
        fmt::format("  {:<42} fitness {:+.4f} ± {:.4f}  minutes {:+.1f} ± {:.1f}  {}\n",
                    change.at("text").get<std::string>(), fitness.at("mean").get<double>(),
                    rounded_up(fitness.at("se"), 4), change.at("minutes").at("mean").get<double>(),
                    rounded_up(change.at("minutes").at("se"), 1), fmt::join(which, ", ")));
  }
  const Json& minutes = steps.at("minutes");
  return fmt::format(
             "Single steps from the variant ({} of them, {} each, the same for all)\n"
             "  as it is: {:.1f} turns, {:.0f} minutes at the table ({:.0f} to {:.0f})\n",
             changes.size(), counted(steps.at("matches"), "match", "matches"),
             steps.at("turns").at("mean").get<double>(), minutes.at("mean").get<double>(),
             minutes.at("quick_table").get<double>(), minutes.at("slow_table").get<double>()) +
         shown(lines, most) +
         (steps.at("matches") < metrics::fewest_for_a_test
              ? fmt::format("  {}\n\n", too_few_to_test())
              : fmt::format("  {} of {} change the fitness by more than chance (Holm, 5 %)\n{}\n",
                            lines.size(), changes.size(),
                            lines.empty()
                                ? ""
                                : "  What is clear was favoured by chance, too: measured anew, "
                                  "its effects are smaller on average.\n"));
}

std::string trade_offs_text(const Json& trade_offs) {
  std::map<std::string, std::vector<std::string>> lines;  // by verdict
  for (const Json& trade_off : trade_offs) {
    lines[trade_off.at("verdict")].push_back(
        fmt::format("  {}\n", trade_off.at("words").get<std::string>()));
  }
  return fmt::format(
      "Which way the criteria pull (correlations with 95 % intervals)\n{}{}  pairs of which "
      "nothing is clear: {} of {}\n\n",
      fmt::join(lines["conflict"], ""), fmt::join(lines["together"], ""), lines["unclear"].size(),
      trade_offs.size());
}

std::string distance_text(const Json& distance) {
  const Json& criteria = distance.at("criteria");
  return fmt::format("{:.4f}  = criteria {:.4f} ± {:.4f} + rules {:.4f} + map {:.4f}",
                     distance.at("total").get<double>(), criteria.at("mean").get<double>(),
                     rounded_up(criteria.at("se"), 4), distance.at("rules").get<double>(),
                     distance.at("map").get<double>());
}

std::string target_text_of(const Json& target) {
  const std::string name = target.at("variant");
  const Json& edits = target.at("edits");
  std::string text = fmt::format(
      "How near to {} ({} of each)\n  now {}\n  the maps are {} edits of cost {:g} apart: {}, {}, "
      "{}, {}, bonuses {:g}\n",
      name, counted(target.at("matches"), "match", "matches"), distance_text(target.at("best")),
      edits.at("exact").get<bool>() ? "exactly" : "at most", edits.at("cost").get<double>(),
      counted(edits.at("territories"), "territory", "territories"),
      counted(edits.at("continents"), "continent"), counted(edits.at("borders"), "border"),
      counted(edits.at("memberships"), "membership"), edits.at("bonuses").get<double>());
  if (target.at("swaps").empty()) return text + "  nothing differs\n\n";
  text += fmt::format("  one part of {} at a time, those that close most first:\n", name);
  for (const Json& swap : target.at("swaps")) {
    std::string part = swap.at("part");
    if (swap.contains("from")) {
      part += fmt::format(" {} to {}", swap.at("from").dump(), swap.at("to").dump());
      std::erase(part, '"');
    }
    if (swap.contains("impossible")) {
      text += fmt::format("  {:<36} does not fit: {}\n", part,
                          swap.at("impossible").get<std::string>());
      continue;
    }
    const Json& criteria = swap.at("criteria");
    text += fmt::format(
        "  {:<36} closes {:+.4f}: criteria {:+.4f} ± {:.4f}{}, rules {:+.4f}, map {:+.4f}; the "
        "other way {} moves to {:.4f}\n",
        part, swap.at("closes").get<double>(), -criteria.at("mean").get<double>(),
        rounded_up(criteria.at("se"), 4),
        criteria.at("p").is_null()               ? " (" + too_few_to_test() + ")"
        : criteria.at("significant").get<bool>() ? ""
                                                 : " (chance)",
        target.at("best").at("rules").get<double>() - swap.at("with").at("rules").get<double>(),
        target.at("best").at("map").get<double>() - swap.at("with").at("map").get<double>(), name,
        swap.at("target_with").at("total").get<double>());
  }
  return text + "\n";
}

using namespace experiments::reproduce;

std::string figures(const Report& report, const Section& section) {
  if (section.rows.empty()) return {};
  std::vector<TextTable::Column> columns = {{""}, {"thesis", Align::right}};
  bool notes = false;
  for (const std::string& column : report.columns) {
    columns.push_back({column, Align::right});
    columns.push_back({""});
  }
  for (const Row& row : section.rows) {
    for (const Cell& cell : row.cells) notes = notes || !cell.note.empty();
  }
  if (notes) columns.push_back({""});
  TextTable table(columns);
  for (const Row& row : section.rows) {
    std::vector<std::string> cells = {row.name, thesis_value(row, "-")};
    std::string note;
    for (std::size_t c = 0; c < report.columns.size(); ++c) {
      const Cell cell = c < row.cells.size() ? row.cells[c] : Cell{};
      cells.push_back(to_text(cell, row.decimals));
      cells.emplace_back(cell.verdict == Verdict::not_judged ? "" : verdict_name(cell.verdict));
      if (cell.note.empty()) continue;
      note += note.empty() ? "" : "; ";
      if (report.columns.size() > 1) note += report.columns[c] + ": ";
      note += cell.note;
    }
    if (notes) cells.push_back(note);
    table.add(cells);
  }
  return table.text();
}

std::string effects(const Matrix& matrix) {
  std::vector<std::string> titles = {matrix.corner};
  titles.insert(titles.end(), matrix.columns.begin(), matrix.columns.end());
  TextTable table(titles, Align::right);
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    std::vector<std::string> cells = {matrix.rows[r]};
    for (const Cell& cell : matrix.cells[r]) {
      const char* mark = cell.verdict == Verdict::differ ? "*" : " ";
      // No "-0.000".
      const double mean = std::round(1000 * cell.ours.mean) / 1000 + 0.0;
      const double error = rounded_up(cell.ours.se, 3);
      cells.push_back(cell.ours.mean == 0 ? "0 "
                                          : fmt::format("{:+.3f} ± {:.3f}{}", mean, error, mark));
    }
    table.add(cells);
  }
  return matrix.title + " (* beyond chance)\n" + table.text();
}

std::string list(const Listing& listing) {
  TextTable table(listing.columns, Align::left);
  for (const auto& row : listing.rows) table.add(row);
  return (listing.title.empty() ? "" : listing.title + "\n") + table.text();
}

}  // namespace

std::string explanation_text(const Json& explanation, int most) {
  std::string text =
      fmt::format("{}, by the objective {}\n\n", explanation.at("variant").get<std::string>(),
                  explanation.at("objective").get<std::string>());
  if (explanation.contains("target")) text += target_text_of(explanation.at("target"));
  if (explanation.contains("operators")) {
    text += "Fitness is a distance: what adds to it is for the worse.\n\n";
    text += effects_text(explanation.at("operators"), "What operators did to their children",
                         "no operator changed a criterion by more than chance", most, "");
    text += effects_text(explanation.at("genes"), "What changed genes and sizes did",
                         "no gene changed a criterion by more than chance", most, "changed in ");
  }
  if (explanation.contains("steps")) text += steps_text(explanation.at("steps"), most);
  text += trade_offs_text(explanation.at("pulls"));
  text.pop_back();
  return text;
}

std::string thesis_value(const Row& row, const std::string& otherwise) {
  if (row.thesis) return fmt::format("{:.{}f}", *row.thesis, row.decimals);
  return row.thesis_text.empty() ? otherwise : row.thesis_text;
}

std::string reproduction_markdown(const Report& report) {
  std::vector<std::string> titles = {"", "thesis"};
  titles.insert(titles.end(), report.columns.begin(), report.columns.end());
  TextTable table(titles, Align::right);
  for (const Section& section : report.sections) {
    if (section.rows.empty()) continue;
    std::vector<std::string> heading(titles.size());
    heading.front() = "*" + section.title + "*";
    table.add(heading);
    for (const Row& row : section.rows) {
      std::vector<std::string> cells = {row.name, thesis_value(row, "-")};
      for (const Cell& cell : row.cells) {
        const char* mark = cell.verdict == Verdict::differ ? "**" : "";
        cells.push_back(fmt::format("{0}{1}{0}", mark, to_text(cell, row.decimals)));
      }
      cells.resize(titles.size());
      table.add(cells);
    }
  }
  return table.markdown();
}

std::string reproduction_text(const Report& report) {
  std::string text = fmt::format("{} ({} of the thesis): {}\n{}\n", report.target, report.where,
                                 report.title, report.effort);
  for (const Section& section : report.sections) {
    text += "\n" + section.title + "\n" + figures(report, section);
    for (const Listing& listing : section.listings) text += "\n" + list(listing);
    for (const Matrix& matrix : section.matrices) text += "\n" + effects(matrix);
  }
  text += "\nJudged: " + report.judged_by + "\n";
  for (std::size_t c = 0; c < report.columns.size(); ++c) {
    const Tally count = tally(report, c);
    if (count.agree + count.differ + count.undecided == 0) continue;
    text += fmt::format("{}: {} agree, {} differ, {} undecided\n", report.columns[c], count.agree,
                        count.differ, count.undecided);
  }
  return text;
}

}  // namespace evorisk::app
