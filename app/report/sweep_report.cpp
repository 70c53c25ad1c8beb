#include "app/report/sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/view/chart.hpp"
#include "app/view/html.hpp"
#include "base/counted.hpp"

namespace evorisk::app {

using experiments::AnalysedRun;
using experiments::Cell;
using experiments::Curve;
using experiments::Effect;
using experiments::Hyperparameter;
using experiments::LevelSummary;
using experiments::SweepAnalysis;
using Json = nlohmann::ordered_json;

namespace {

// The error is rounded up: a small one is never shown as none. Of a single run there is none.
std::string percent(int part, int whole) {
  if (whole == 0) return "none";
  return fmt::format("{:.1f} %", 100.0 * part / whole);
}

std::string heading(const SweepAnalysis& a) {
  const auto missing = a.planned - a.failed - static_cast<int>(a.runs.size());
  std::string html = fmt::format(
      "<h1>{}</h1><p class=\"lead\">{} of {} planned, {}. Fitness is the "
      "distance to the ideal game: 0 is best. Errors are standard errors.</p><div "
      "class=\"tiles\">",
      escape_html(a.name), counted(std::ssize(a.runs), "evolution"), a.planned,
      counted(a.matches, "match", "matches"));
  html += tile(fmt::format("{} / {} / {}", a.runs.size(), a.failed, missing),
               "runs done / failed / missing");
  if (!a.runs.empty()) {
    const auto by_final =
        std::min_element(a.runs.begin(), a.runs.end(),
                         [](const auto& x, const auto& y) { return x.final.mean < y.final.mean; });
    const auto by_fresh =
        std::min_element(a.runs.begin(), a.runs.end(),
                         [](const auto& x, const auto& y) { return x.fresh.mean < y.fresh.mean; });
    html += tile(plus_minus(by_final->final), "lowest final fitness, as its search saw it");
    html += tile(plus_minus(by_final->fresh), "the same run's best by fresh matches");
    html += tile(plus_minus(by_fresh->fresh), "lowest fitness by fresh matches");
    html += tile(fmt::format("{:.1f} %", 100 * a.elites_lost),
                 "of generations no longer had their elite as best");
  }
  return html + "</div>";
}

std::string noise_section(const SweepAnalysis& a) {
  const auto runs = static_cast<int>(a.runs.size());
  std::string html =
      "<h2>Was there a better one before the end?</h2><div class=\"card scroll\"><table><thead>"
      "<tr><th>judged by</th><th>runs with a better best in an earlier generation</th><th>of</th>"
      "<th>share</th></tr></thead><tbody>";
  const auto row = [&](const char* how, int count, int of) {
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", how, count, of,
                        percent(count, of));
  };
  row("what the search saw", a.better_before, runs);
  row("all matches of each individual's life", a.better_before_pooled, runs);
  row("fresh matches of both", a.better_before_fresh, a.compared);
  row("fresh matches, by more than 1.96 standard errors", a.better_before_fresh_clearly,
      a.compared);
  return html +
         "</tbody></table></div><p class=\"lead\">The first two compare the lowest of many noisy "
         "values with one: chance alone makes most runs \"better before\". The last two measure "
         "the fittest of the whole run and of the last generation anew.</p>";
}

std::string hyperparameter_section(const SweepAnalysis& a, std::size_t h) {
  const Hyperparameter& key = a.hyperparameters[h];
  const std::vector<LevelSummary>& levels = a.levels[h];
  Series mean{"mean", {}, {}, {}, {}, 1, false, true};
  Series fresh{"mean, fresh matches", {}, {}, {}, {}, 3, false, true};
  Series least{"minimum", {}, {}, {}, {}, 2, false, true};
  Series again{"that run, fresh matches", {}, {}, {}, {}, 4, true, true};
  std::string table =
      "<div class=\"scroll\"><table class=\"sortable\"><thead><tr><th>" + escape_html(key.key) +
      "</th><th>runs</th><th>failed</th><th>minimum</th><th>the same run, fresh</th><th>mean</th>"
      "<th>mean, fresh</th><th>minimum, fresh</th></tr></thead><tbody>";
  for (std::size_t v = 0; v < levels.size(); ++v) {
    const LevelSummary& level = levels[v];
    if (level.runs == 0) {
      table += fmt::format(
          "<tr><td>{}</td><td>0</td><td>{}</td><td></td><td></td><td></td>"
          "<td></td><td></td></tr>",
          escape_html(key.values[v]), level.failed);
      continue;
    }
    table += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
        "<td>{}</td></tr>",
        escape_html(key.values[v]), level.runs, level.failed, plus_minus(level.least),
        plus_minus(level.fresh_of_least), plus_minus(level.mean, 4),
        plus_minus(level.fresh_mean, 4), plus_minus(level.fresh_least));
    const double x = key.numeric ? std::stod(key.values[v]) : static_cast<double>(v);
    const auto add = [&](Series& series, const metrics::Estimate& e) {
      series.x.push_back(x);
      series.y.push_back(e.mean);
      series.low.push_back(e.mean - 1.96 * e.se);
      series.high.push_back(e.mean + 1.96 * e.se);
    };
    add(mean, level.mean);
    add(fresh, level.fresh_mean);
    add(least, level.least);
    add(again, level.fresh_of_least);
  }
  table += "</tbody></table></div>";
  std::string html = "<h2>By " + spaced(key.key) + "</h2><div class=\"card\">";
  if (key.numeric && levels.size() > 1) {
    ChartFrame frame{"Minimum and mean of the fitness by " + key.key, key.key,
                     "fitness (0 is ideal)", std::nullopt, std::nullopt};
    frame.height = 340;
    const std::vector<Series> series = {mean, fresh, least, again};
    html += line_chart(frame, series);
  }
  return html + table + "</div>";
}

std::string name_of(const SweepAnalysis& a, const Effect& effect) {
  std::string name;
  for (const int h : effect.of) {
    name += (name.empty() ? "" : " × ") + a.hyperparameters[static_cast<std::size_t>(h)].key;
  }
  return name;
}

// A table of means, shaded from the lowest to the highest.
std::string cell_table(const SweepAnalysis& a, int row_key, int column_key) {
  const auto table = experiments::cells(a, row_key, column_key);
  const Hyperparameter& rows = a.hyperparameters[static_cast<std::size_t>(row_key)];
  const Hyperparameter& columns = a.hyperparameters[static_cast<std::size_t>(column_key)];
  double low = 1e300;
  double high = -1e300;
  for (const auto& line : table) {
    for (const Cell& cell : line) {
      if (cell.runs == 0) continue;
      low = std::min(low, cell.mean);
      high = std::max(high, cell.mean);
    }
  }
  std::string html =
      "<table><thead><tr><th>" + escape_html(rows.key + " \\ " + columns.key) + "</th>";
  for (const std::string& value : columns.values) html += "<th>" + escape_html(value) + "</th>";
  html += "</tr></thead><tbody>";
  for (std::size_t r = 0; r < table.size(); ++r) {
    html += "<tr><td>" + escape_html(rows.values[r]) + "</td>";
    for (const Cell& cell : table[r]) {
      if (cell.runs == 0) {
        html += "<td></td>";
        continue;
      }
      const double share = high > low ? (cell.mean - low) / (high - low) : 0;
      html += fmt::format(
          "<td title=\"{}\" style=\"background:color-mix(in srgb, var(--c2) {:.0f}%, "
          "transparent)\">{:.3f}</td>",
          counted(cell.runs, "run"), 45 * share, cell.mean);
    }
    html += "</tr>";
  }
  return html + "</tbody></table>";
}

std::string effects_section(const SweepAnalysis& a) {
  std::string html = "<h2>Which hyperparameters matter?</h2>";
  if (a.effects.empty()) {
    return html + "<p>There are too few finished runs for an analysis of variance.</p>";
  }
  html +=
      "<p>Analysis of variance of the final fitness as the search saw it: what each hyperparameter "
      "explains beyond the others, and two together beyond each by itself. The share is partial "
      "omega squared, an estimate that is about 0 where nothing is explained; p is adjusted for "
      "the number of rows (Holm).</p><div class=\"card scroll\"><table class=\"sortable\"><thead>"
      "<tr><th>effect</th><th>degrees of freedom</th><th>share of variance</th><th>F</th>"
      "<th>p, adjusted</th></tr></thead><tbody>";
  for (const Effect& effect : a.effects) {
    html +=
        fmt::format("<tr{}><td>{}</td><td>{}</td><td>{:.4f}</td><td>{:.2f}</td><td>{}</td></tr>",
                    effect.p < 0.01 ? " class=\"best\"" : "", escape_html(name_of(a, effect)),
                    effect.degrees, effect.share, effect.f,
                    effect.p < 1e-4 ? std::string("&lt; 0.0001") : fmt::format("{:.4f}", effect.p));
  }
  html += fmt::format(
      "</tbody></table></div><p class=\"lead\">Between runs with the same settings remains a "
      "deviation of {:.3f} (seeds and higher interactions; {} degrees of freedom). The fitness "
      "values themselves carry a measurement error of {:.3f}. {}</p>",
      a.residual_deviation, a.residual_degrees, a.measurement_deviation,
      a.failed > 0 ? "Failed runs are left out, and they did not fail at random." : "");
  bool open = true;
  for (const Effect& effect : a.effects) {
    if (effect.of.size() != 2 || effect.p >= 0.01) continue;
    const auto rows = a.hyperparameters[static_cast<std::size_t>(effect.of[0])].values.size();
    const auto columns = a.hyperparameters[static_cast<std::size_t>(effect.of[1])].values.size();
    if (rows * columns > 400) continue;
    html += fmt::format(
        "<details{}><summary>Mean final fitness: {}</summary><div class=\"card "
        "scroll\">{}</div></details>",
        open ? " open" : "", escape_html(name_of(a, effect)),
        cell_table(a, effect.of[0], effect.of[1]));
    open = false;
  }
  return html;
}

std::string genes_text(const std::string& genes) {
  std::string text;
  const Json values = Json::parse(genes.empty() ? "{}" : genes);
  for (const auto& [key, value] : values.items()) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", spaced(key),
                        value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

template <class Less>
std::string best_table(const SweepAnalysis& a, Less less) {
  std::vector<const AnalysedRun*> order;
  for (const AnalysedRun& run : a.runs) order.push_back(&run);
  const std::size_t count = std::min<std::size_t>(15, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](const AnalysedRun* x, const AnalysedRun* y) { return less(*x, *y); });
  std::string html =
      "<div class=\"card scroll\"><table class=\"sortable\"><thead><tr><th>run</th><th>final "
      "fitness</th><th>by fresh matches</th><th>lowest on the way</th><th>in generation</th>";
  for (const Hyperparameter& key : a.hyperparameters)
    html += "<th>" + escape_html(key.key) + "</th>";
  html += "<th>territories</th><th>rules</th></tr></thead><tbody>";
  for (std::size_t i = 0; i < count; ++i) {
    const AnalysedRun& run = *order[i];
    html +=
        fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{:.3f}</td><td>{}</td>", run.run,
                    plus_minus(run.final), plus_minus(run.fresh), run.least, run.least_generation);
    for (std::size_t h = 0; h < a.hyperparameters.size(); ++h) {
      const int level = run.levels[h];
      html +=
          "<td>" +
          (level < 0 ? std::string()
                     : escape_html(a.hyperparameters[h].values[static_cast<std::size_t>(level)])) +
          "</td>";
    }
    html += fmt::format("<td>{}</td><td>{}</td></tr>", run.territories,
                        escape_html(genes_text(run.genes)));
  }
  return html + "</tbody></table></div>";
}

std::string best_section(const SweepAnalysis& a) {
  if (a.runs.empty()) return "";
  return "<h2>The best runs by fresh matches</h2>" +
         best_table(a, [](const AnalysedRun& x,
                          const AnalysedRun& y) { return x.fresh.mean < y.fresh.mean; }) +
         "<h2>The best final fitnesses as the searches saw them</h2>" +
         best_table(a, [](const AnalysedRun& x, const AnalysedRun& y) {
           return x.final.mean < y.final.mean;
         });
}

Series series_of(const std::string& label, const Curve& curve, int colour) {
  Series series{label, {}, {}, {}, {}, colour, false, false};
  for (std::size_t g = 0; g < curve.mean.size(); ++g) {
    if (std::isnan(curve.mean[g])) continue;
    series.x.push_back(static_cast<double>(g));
    series.y.push_back(curve.mean[g]);
    series.low.push_back(curve.mean[g] - 1.96 * curve.se[g]);
    series.high.push_back(curve.mean[g] + 1.96 * curve.se[g]);
  }
  return series;
}

std::string curves_section(const SweepAnalysis& a) {
  if (a.longest == 0) return "";
  ChartFrame fitness{"Fitness by generation", "generation", "fitness (0 is ideal)", std::nullopt,
                     std::nullopt};
  fitness.height = 340;
  const std::vector<Series> fits = {series_of("best, as the search saw it", a.best, 1),
                                    series_of("best, all matches of its life", a.pooled, 3),
                                    series_of("best, fresh matches", a.monitor, 2),
                                    series_of("mean", a.mean, 6)};
  ChartFrame sizes{"Map sizes by generation", "generation", "territories", 0.0, std::nullopt};
  const std::vector<Series> territories = {series_of("of the best", a.best_territories, 1),
                                           series_of("mean", a.mean_territories, 6)};
  return "<h2>Over the generations</h2><p>Means over all runs that went so far, with their 95 % "
         "bands.</p><div class=\"card\">" +
         line_chart(fitness, fits) + "</div><div class=\"card\">" + line_chart(sizes, territories) +
         "</div>";
}

std::string failures_section(const SweepAnalysis& a) {
  if (a.failures.empty()) return "";
  std::string html = fmt::format(
      "<h2>Failed runs</h2><p>{} failed{}.</p><div class=\"card scroll\"><table><thead><tr>"
      "<th>run</th><th class=\"text\">settings</th><th class=\"text\">why</th></tr></thead><tbody>",
      counted(a.failed, "run"),
      a.failed > static_cast<int>(a.failures.size())
          ? fmt::format("; the first {} are", a.failures.size())
          : "");
  for (const SweepAnalysis::Failure& failure : a.failures) {
    html += fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"text\" style=\"min-width:320px\">{}</td></tr>",
        failure.run, escape_html(genes_text(failure.settings)), escape_html(failure.error));
  }
  return html + "</tbody></table></div>";
}

}  // namespace

std::string sweep_report(const SweepAnalysis& analysis) {
  std::string body = heading(analysis) + effects_section(analysis);
  for (std::size_t h = 0; h < analysis.hyperparameters.size(); ++h) {
    body += hyperparameter_section(analysis, h);
  }
  body += best_section(analysis) + noise_section(analysis) + curves_section(analysis) +
          failures_section(analysis);
  return html_page("Sweep " + analysis.name, body);
}

}  // namespace evorisk::app
