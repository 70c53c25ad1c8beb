#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "app/report/pages.hpp"
#include "app/text/minutes.hpp"
#include "app/view/chart.hpp"
#include "app/view/draw_map.hpp"
#include "app/view/html.hpp"
#include "app/view/palette.hpp"
#include "base/counted.hpp"
#include "base/index.hpp"
#include "base/json.hpp"
#include "base/statistics.hpp"
#include "experiments/sweep/analysis.hpp"
#include "experiments/sweep/sweep.hpp"
#include "ga/genome/search_space.hpp"

namespace evorisk::app {

using experiments::AnalysedRun;
using experiments::Cell;
using experiments::Curve;
using experiments::Effect;
using experiments::Hyperparameter;
using experiments::LevelSummary;
using experiments::Sweep;
using experiments::SweepAnalysis;
using Json = nlohmann::ordered_json;

namespace {

std::string percent(int part, int whole) {
  if (whole == 0) return "none";
  const Share share = wilson_interval(part, whole);
  return fmt::format("{:.1f} % ({:.1f} to {:.1f})", 100 * share.share, 100 * share.low,
                     100 * share.high);
}

std::string heading(const SweepAnalysis& a) {
  const int runs = static_cast<int>(a.runs.size());
  std::vector<Tile> figures = {
      {fmt::format("{} / {} / {}", runs, a.failed, a.planned - a.failed - runs),
       "runs done / failed / missing"}};
  if (runs > 0 && a.measures.empty()) {
    const auto final_mean = [](const AnalysedRun& run) { return run.final.mean; };
    const AnalysedRun& by_final = *std::ranges::min_element(a.runs, {}, final_mean);
    figures.push_back({plus_minus(by_final.final), "lowest final fitness, as its search saw it"});
    figures.push_back({plus_minus(by_final.fresh), "the same run's best by fresh matches"});
  }
  if (runs > 0) {
    figures.push_back(
        {plus_minus(metrics::Estimate{100 * a.elites_lost.mean, 100 * a.elites_lost.se}, 1) + " %",
         "of generations no longer had their elite as best"});
  }
  return html_told("sweep.heading", a.name, counted(runs, "evolution"), a.planned,
                   counted(a.matches, "match", "matches")) +
         tiles(figures);
}

std::string noise_section(const SweepAnalysis& a) {
  HtmlTable table({"judged by", "runs with a better best in an earlier generation", "of", "share"});
  const auto row = [&](const char* how, int count, int of) {
    table.row().add(how, count, of, percent(count, of));
  };
  const auto runs = static_cast<int>(a.runs.size());
  row("what the search saw", a.better_before, runs);
  row("all matches of each individual's life", a.better_before_pooled, runs);
  row("fresh matches of both", a.better_before_fresh, a.compared);
  row("fresh matches, by more than 1.96 standard errors", a.better_before_fresh_clearly,
      a.compared);
  return "<h2>Was there a better one before the end?</h2>" + table.html() +
         html_told("sweep.before");
}

// What the best of the runs are like by a hyperparameter, where their fitness can't be compared.
std::string criteria_section(const SweepAnalysis& a, std::size_t h) {
  const Hyperparameter& key = a.hyperparameters[h];
  HtmlTable table({key.key});
  for (const std::string& value : key.values) table.head(value);
  const auto row = [&](const std::string& name, auto&& cell) {
    table.row().add(name);
    for (const LevelSummary& level : a.levels[h]) table.add(cell(level));
  };
  row("runs", [](const LevelSummary& level) { return std::to_string(level.runs); });
  row("failed", [](const LevelSummary& level) { return std::to_string(level.failed); });
  for (std::size_t c = 0; c < a.criteria.size(); ++c) {
    row(spaced(a.criteria[c]), [&](const LevelSummary& level) {
      const metrics::Estimate& mean = level.criteria[c];
      return std::isnan(mean.mean) ? "" : plus_minus(mean);
    });
  }
  return "<h2>By " + escape_html(spaced(key.key)) + "</h2>" + table.html("scroll");
}

// How many standard errors of a mean over runs 95 % reach; a single run has none.
double errors_of_runs(int runs) {
  return runs < 2 ? 0 : student_bound(0.05, runs - 1.0);
}

std::string hyperparameter_section(const SweepAnalysis& a, std::size_t h) {
  if (!a.measures.empty()) return criteria_section(a, h);
  const Hyperparameter& key = a.hyperparameters[h];
  const std::vector<LevelSummary>& levels = a.levels[h];
  Series mean{.label = "mean", .colour = 1, .points = true};
  Series fresh{.label = "mean, fresh matches", .colour = 3, .points = true};
  Series least{.label = "minimum", .colour = 2, .points = true};
  Series again{.label = "that run, fresh matches", .colour = 4, .dashed = true, .points = true};
  HtmlTable table(
      {key.key, "runs", "failed", "minimum", "the same run, fresh", "mean", "mean, fresh"},
      "sortable");
  for (std::size_t v = 0; v < levels.size(); ++v) {
    const LevelSummary& level = levels[v];
    if (level.runs == 0) {
      table.row().add(key.values[v], 0, level.failed, "", "", "", "");
      continue;
    }
    table.row().add(key.values[v], level.runs, level.failed, plus_minus(level.least),
                    plus_minus(level.fresh_of_least), plus_minus(level.mean, 4),
                    plus_minus(level.fresh_mean, 4));
    const double x = key.numeric ? std::stod(key.values[v]) : static_cast<double>(v);
    mean.add(x, level.mean, errors_of_runs(level.runs));
    fresh.add(x, level.fresh_mean, errors_of_runs(level.runs));
    least.add(x, level.least);
    again.add(x, level.fresh_of_least);
  }
  const std::string heading = "<h2>By " + escape_html(spaced(key.key)) + "</h2>";
  if (!key.numeric || levels.size() < 2) return heading + table.html();
  const ChartFrame frame{.title = "Minimum and mean of the fitness by " + key.key,
                         .x_label = key.key,
                         .y_label = "fitness (0 is ideal)",
                         .height = 340};
  return heading + card(line_chart(frame, {mean, fresh, least, again}) + table.html("scroll"));
}

std::string name_of(const SweepAnalysis& a, const Effect& effect) {
  std::vector<std::string> keys;
  for (const int h : effect.of) keys.push_back(a.hyperparameters[at(h)].key);
  return fmt::format("{}", fmt::join(keys, " × "));
}

// A table of means, shaded from the lowest to the highest.
std::string cell_table(const SweepAnalysis& a, const Hyperparameter& rows,
                       const Hyperparameter& columns, const Effect& effect) {
  const auto means = experiments::cells(a, effect.of[0], effect.of[1]);
  std::vector<double> all;
  for (const auto& line : means) {
    for (const Cell& cell : line) {
      if (cell.runs > 0) all.push_back(cell.mean);
    }
  }
  const auto [low, high] = std::ranges::minmax(all);  // effects are those of runs
  HtmlTable table({rows.key + " \\ " + columns.key});
  for (const std::string& title : columns.values) table.head(title);
  for (std::size_t r = 0; r < means.size(); ++r) {
    table.row().add(rows.values[r]);
    for (const Cell& cell : means[r]) {
      const double share = high > low ? (cell.mean - low) / (high - low) : 0;
      table.add(cell.runs == 0 ? ""
                               : HtmlCell(fixed(cell.mean, 3))
                                     .with("title", counted(cell.runs, "run").text())
                                     .shaded("c2", 45 * share));
    }
  }
  return table.html();
}

std::string effects_section(const SweepAnalysis& a) {
  std::string heading = "<h2>Which hyperparameters matter?</h2>";
  const auto names = [&](const std::vector<int>& list) {
    std::vector<std::string> keys;
    for (const int h : list) keys.push_back(spaced(a.hyperparameters[at(h)].key));
    return fmt::format("{}", fmt::join(keys, ", "));
  };
  if (!a.measures.empty()) return heading + html_told("sweep.measures", names(a.measures));
  if (!a.together.empty()) heading += html_told("sweep.together", names(a.together));
  if (a.effects.empty() && !a.together.empty()) return heading;
  if (a.effects.empty()) {
    return heading + "<p>There are too few finished runs for an analysis of variance.</p>";
  }
  HtmlTable table({"effect", "degrees of freedom", "share of variance", "F", "p, adjusted"},
                  "sortable");
  for (const Effect& effect : a.effects) {
    table.row(effect.p < 0.01 ? "best" : "")
        .add(name_of(a, effect), effect.degrees, fixed(effect.share, 4), fixed(effect.f, 2),
             effect.p < 1e-4 ? "< 0.0001" : fixed(effect.p, 4));
  }
  std::string html =
      heading + html_told("sweep.effects") + table.html() +
      html_told("sweep.residual", a.residual_deviation, a.residual_degrees, a.measurement_deviation,
                a.failed > 0 ? page_text("sweep.failed_left_out") : "");
  std::string_view open = " open";
  for (const Effect& effect : a.effects) {
    if (effect.of.size() != 2 || effect.p >= 0.01) continue;
    const Hyperparameter& rows = a.hyperparameters[at(effect.of[0])];
    const Hyperparameter& columns = a.hyperparameters[at(effect.of[1])];
    if (rows.values.size() * columns.values.size() > 400) continue;
    html += fmt::format("<details{}><summary>Mean final fitness: {}</summary>{}</details>",
                        std::exchange(open, ""), escape_html(name_of(a, effect)),
                        cell_table(a, rows, columns, effect));
  }
  return html;
}

std::string genes_text(const std::string& genes) {
  std::vector<std::string> texts;
  const Json values = parse_json(genes.empty() ? "{}" : genes, "genes of a run");
  for (const auto& [key, value] : values.items()) {
    texts.push_back(spaced(key) + " " + plain_text(value));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

// The board of a run's best with what a designer asks first, narrow enough for a phone.
HtmlCell board_cell(const AnalysedRun& run, const ga::Config& config, const std::string& id) {
  const Json map = run.map.starts_with('{') ? parse_json(run.map, "map of a run") : Json(run.map);
  const maps::MapPtr board = ga::map_from_reference(config.search_space, JsonView(map, "sweep"));
  const DrawOptions small{
      .names = false, .numbers = false, .style = false, .width = 130, .id_prefix = id};
  const int players =
      parse_json(run.genes, "genes of a run").value("players", config.base_rules.players);
  return HtmlCell(Html{html_told(
                      "sweep.board", Html{draw_map(*board, small)}, counted(players, "player"),
                      counted(run.territories, "territory", "territories"),
                      minutes_cell(run.turns, run.territories, config.objective.seconds))})
      .with("data-value", std::to_string(run.territories));
}

// The runs with the lowest fitness of a kind; where it is measured differently, of each measure the
// best one, in the order of the values. `id` begins the ids of its boards.
std::string best_table(const SweepAnalysis& a, const Sweep& sweep,
                       metrics::Estimate AnalysedRun::*fitness, const std::string& id) {
  constexpr std::size_t most = 15;
  const auto measure = [&](const AnalysedRun& run) {
    std::vector<int> values;
    for (const int h : a.measures) values.push_back(run.levels[at(h)]);
    return values;
  };
  std::vector<AnalysedRun> runs = a.runs;
  std::ranges::sort(runs, {}, [&](const AnalysedRun& run) {
    return std::tuple(measure(run), (run.*fitness).mean, run.run);
  });
  if (!a.measures.empty()) {
    const auto alike = [&](const AnalysedRun& x, const AnalysedRun& y) {
      return measure(x) == measure(y);
    };
    runs.erase(std::unique(runs.begin(), runs.end(), alike), runs.end());
  }
  runs.resize(std::min(most, runs.size()));
  HtmlTable table({"run"}, "sortable");
  table.head("board", "text");
  for (const char* title :
       {"final fitness", "by fresh matches", "lowest on the way", "in generation"}) {
    table.head(title);
  }
  for (const Hyperparameter& key : a.hyperparameters) table.head(key.key);
  table.head("rules");
  for (const AnalysedRun& run : runs) {
    table.row().add(
        run.run, board_cell(run, sweep.run(run.run).config, fmt::format("{}{}-", id, run.run)),
        plus_minus(run.final), plus_minus(run.fresh), fixed(run.least, 3), run.least_generation);
    for (std::size_t h = 0; h < a.hyperparameters.size(); ++h) {
      const int level = run.levels[h];
      table.add(level < 0 ? "" : a.hyperparameters[h].values[at(level)]);
    }
    table.add(genes_text(run.genes));
  }
  return table.html();
}

std::string best_section(const SweepAnalysis& a, const Sweep& sweep) {
  if (a.runs.empty()) return "";
  const std::string style = fmt::format("<style>{}</style>", map_style_sheet());
  const std::string by_fresh =
      html_told("sweep.best") + best_table(a, sweep, &AnalysedRun::fresh, "b");
  if (!a.measures.empty())
    return style + "<h2>The best run of each, by fresh matches</h2>" + by_fresh;
  return style + "<h2>The best runs by fresh matches</h2>" + by_fresh +
         "<h2>The best final fitnesses as the searches saw them</h2>" +
         best_table(a, sweep, &AnalysedRun::final, "f");
}

Series series_of(const std::string& label, const Curve& curve, int colour) {
  Series series{.label = label, .colour = colour};
  for (std::size_t g = 0; g < curve.mean.size(); ++g) {
    if (std::isnan(curve.mean[g])) continue;
    series.add(static_cast<double>(g), metrics::Estimate{curve.mean[g], curve.se[g]},
               errors_of_runs(curve.runs[g]));
  }
  return series;
}

std::string curves_section(const SweepAnalysis& a) {
  if (a.longest == 0) return "";
  const ChartFrame fitness{.title = "Fitness by generation",
                           .x_label = "generation",
                           .y_label = "fitness (0 is ideal)",
                           .height = 340};
  const ChartFrame sizes{"Map sizes by generation", "generation", "territories", 0.0};
  const std::string html =
      html_told("sweep.curves") +
      (a.measures.empty()
           ? card(line_chart(fitness, {series_of("best, as the search saw it", a.best, 1),
                                       series_of("best, all matches of its life", a.pooled, 3),
                                       series_of("best, fresh matches", a.monitor, 2),
                                       series_of("mean", a.mean, 6)}))
           : "");
  return html + card(line_chart(sizes, {series_of("of the best", a.best_territories, 1),
                                        series_of("mean", a.mean_territories, 6)}));
}

std::string failures_section(const SweepAnalysis& a) {
  if (a.failures.empty()) return "";
  HtmlTable table({"run"});
  table.head("settings", "text");
  table.head("why", "text");
  for (const SweepAnalysis::Failure& failure : a.failures) {
    table.row().add(failure.run, genes_text(failure.settings),
                    HtmlCell(failure.error).with("style", "min-width:320px"));
  }
  return fmt::format("<h2>Failed runs</h2><p>{} failed{}.</p>", counted(a.failed, "run"),
                     a.failed > static_cast<int>(a.failures.size())
                         ? fmt::format("; the first {} are", a.failures.size())
                         : "") +
         table.html();
}

}  // namespace

std::string sweep_report(const SweepAnalysis& analysis, const Sweep& sweep) {
  std::string body = heading(analysis) + effects_section(analysis);
  for (std::size_t h = 0; h < analysis.hyperparameters.size(); ++h) {
    body += hyperparameter_section(analysis, h);
  }
  body += best_section(analysis, sweep) + noise_section(analysis) + curves_section(analysis) +
          failures_section(analysis);
  return html_page("Sweep " + analysis.name, body);
}

}  // namespace evorisk::app
