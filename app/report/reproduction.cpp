#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/report/pages.hpp"
#include "app/text/findings.hpp"
#include "app/view/chart.hpp"
#include "app/view/draw_map.hpp"
#include "app/view/html.hpp"
#include "base/statistics.hpp"
#include "experiments/reproduce/finding.hpp"
#include "experiments/reproduce/thesis.hpp"

namespace evorisk::app {

namespace {

using namespace experiments::reproduce;

HtmlCell verdict_cell(const Cell& cell) {
  constexpr const char* words[] = {"agrees", "differs", "undecided", "–"};  // as in Verdict
  constexpr const char* classes[] = {"good", "bad", "", ""};
  const auto verdict = static_cast<int>(cell.verdict);
  return HtmlCell(words[verdict]).with("class", classes[verdict]);
}

std::string figures_table(const Report& report, const Section& section) {
  if (section.rows.empty()) return {};
  HtmlTable table({});
  table.head("", "text");
  table.head("thesis");
  for (const std::string& column : report.columns) {
    table.head(column);
    table.head("", "verdict");
  }
  for (const Row& row : section.rows) {
    table.row().add(row.name, thesis_value(row, "–"));
    for (const Cell& cell : row.cells) {
      std::string figure = escape_html(to_text(cell, row.decimals));
      if (!cell.note.empty()) figure += "<br><small>" + escape_html(cell.note) + "</small>";
      table.add(Html{figure});
      table.add(verdict_cell(cell));
    }
  }
  return table.html();
}

// Ours against the thesis on one scale, a chart per column: of three or more shares and criteria.
std::string interval_charts(const Report& report, const Section& section) {
  constexpr double most = 1.2;  // a fitness would squeeze the others
  std::vector<std::vector<IntervalRow>> columns(report.columns.size());
  double highest = 0;
  for (std::size_t c = 0; c < report.columns.size(); ++c) {
    std::vector<IntervalRow>& rows = columns[c];
    for (const Row& row : section.rows) {
      if (!row.thesis || c >= row.cells.size()) continue;
      const Cell& cell = row.cells[c];
      if (*row.thesis > most || cell.ours.mean > most) continue;
      std::string label = row.name.substr(0, row.name.find(':'));
      const double reach = cell.chance > 0 ? cell.chance : z95 * cell.ours.se;
      rows.push_back({label, cell.ours.mean, cell.ours.mean - reach, cell.ours.mean + reach,
                      *row.thesis, std::string(verdict_name(cell.verdict))});
      highest = std::max({highest, *row.thesis, cell.ours.mean + reach});
    }
  }
  std::string html;
  for (std::size_t c = 0; c < report.columns.size(); ++c) {
    if (columns[c].size() < 3) continue;
    const std::string title =
        fmt::format("{}, profile {}, against the thesis", section.title, report.columns[c]);
    html += html_told("reproduction.chart", report.columns[c],
                      Html{interval_chart(title, columns[c], 0, highest > 0 ? highest : 1)});
  }
  return html;
}

std::string effects_table(const Matrix& matrix) {
  HtmlTable table({matrix.corner}, "sortable tight");
  for (const std::string& title : matrix.columns) table.head(title);
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    table.row().add(matrix.rows[r]);
    for (const Cell& cell : matrix.cells[r]) {
      const double mean = cell.ours.mean;
      const double error = std::ceil(1000 * cell.ours.se - 1e-6) / 1000;
      table.add(HtmlCell(Html{mean == 0 ? "0" : told("reproduction.effect", mean, error)})
                    .with("class", cell.verdict == Verdict::differ ? "effect" : "quiet")
                    .with("data-value", fmt::format("{}", mean))
                    .with("title", fmt::format("p {:.2g}", cell.p)));
    }
  }
  return html_told("reproduction.effects", matrix.title) + table.html();
}

std::string listing_table(const Listing& listing) {
  HtmlTable table({}, "sortable");
  for (const std::string& column : listing.columns) table.head(column, "text");
  for (const auto& row : listing.rows) {
    table.row();
    for (const std::string& cell : row) table.add(cell);
  }
  return (listing.title.empty() ? "" : "<h3>" + escape_html(listing.title) + "</h3>") +
         table.html();
}

// The thesis is always drawn in the same colour, each column in its own.
int colour_of(const Report& report, const std::string& label) {
  if (label.starts_with("thesis")) return 2;
  constexpr int line_colours[] = {1, 3, 4, 5};
  for (std::size_t c = 0; c < report.columns.size(); ++c) {
    if (label.starts_with(report.columns[c])) return line_colours[c % std::size(line_colours)];
  }
  return 6;
}

std::string drawn_chart(const Report& report, const Chart& chart) {
  std::vector<Series> series;
  for (const Line& line : chart.lines) {
    series.push_back({line.label, line.x, line.y, line.low, line.high,
                      colour_of(report, line.label), line.dashed, line.points});
  }
  return card(line_chart({chart.title, chart.x_label, chart.y_label}, series));
}

std::string drawn_maps(const std::vector<Picture>& pictures, int& number) {
  if (pictures.empty()) return {};
  std::string html = "<div class=\"columns\">";
  for (const Picture& picture : pictures) {
    // One style sheet for all pictures of the page.
    const DrawOptions options{.style = number == 0, .id_prefix = fmt::format("map{}-", number)};
    ++number;
    html += card(draw_map(*picture.map, options) + "<p class=\"lead\">" +
                 escape_html(picture.caption) + "</p>");
  }
  return html + "</div>";
}

std::string section_html(const Report& report, const Section& section, int& pictures) {
  std::string html;
  if (!section.text.empty()) html += "<p>" + escape_html(section.text) + "</p>";
  html += figures_table(report, section);
  if (section.charts.empty()) html += interval_charts(report, section);
  for (const Chart& chart : section.charts) html += drawn_chart(report, chart);
  html += drawn_maps(section.pictures, pictures);
  for (const Listing& listing : section.listings) html += listing_table(listing);
  return html;
}

// "9 agree, 1 differs", or nothing.
std::string verdicts_in_words(const Report& report, std::string_view column) {
  const auto found = std::ranges::find(report.columns, column);
  if (found == report.columns.end()) return "–";
  const Tally count = tally(report, static_cast<std::size_t>(found - report.columns.begin()));
  std::vector<std::string> words;
  if (count.agree > 0) words.push_back(fmt::format("{} agree", count.agree));
  if (count.differ > 0) words.push_back(fmt::format("{} differ", count.differ));
  if (count.undecided > 0) words.push_back(fmt::format("{} undecided", count.undecided));
  return words.empty() ? "–" : fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

std::string thesis_page(std::span<const Report> reports, const std::string& command) {
  std::map<std::string_view, Tally> columns = {{"text", {}}, {"original", {}}};
  for (const Report& report : reports) {
    for (std::size_t c = 0; c < report.columns.size(); ++c) {
      const Tally count = tally(report, c);
      columns[report.columns[c]].agree += count.agree;
      columns[report.columns[c]].differ += count.differ;
    }
  }
  std::vector<Tile> totals;
  for (const std::string_view name : {"text", "original"}) {
    totals.push_back({fmt::format("{} agree, {} differ", columns[name].agree, columns[name].differ),
                      std::string(name)});
  }
  std::string html = page_text("thesis.heading") + tiles(totals);
  HtmlTable verdicts({}, "tight");
  verdicts.head("what, and why", "text");
  verdicts.head("text");
  verdicts.head("original");
  for (const Report& report : reports) {
    verdicts.row().add(
        Html{html_told("thesis.row", report.target, report.title, report.where, report.why)});
    verdicts.add(verdicts_in_words(report, "text"), verdicts_in_words(report, "original"));
  }
  html += verdicts.html() + page_text("thesis.judged");
  int pictures = 0;
  for (const Report& report : reports) {
    html += html_told("thesis.report", report.target, report.title, report.where, report.why);
    for (const Section& section : report.sections) {
      html +=
          "<h3>" + escape_html(section.title) + "</h3>" + section_html(report, section, pictures);
    }
    html += html_told("thesis.method", report.effort, report.judged_by);
  }
  html += page_text("thesis.future");
  HtmlTable future({"the thesis' wish"}, "tight");
  future.head("here", "text");
  future.head("where", "text");
  for (const Thesis::Wish& wish : thesis().wishes)
    future.row().add(wish.wish, wish.here, wish.where);
  html += future.html() + html_told("thesis.again", command);
  return html_page(page_text("thesis.title"), html);
}

std::string reproduction_page(const Report& report, const std::string& command) {
  std::vector<Tile> verdicts;
  for (std::size_t c = 0; c < report.columns.size(); ++c) {
    const Tally count = tally(report, c);
    if (count.agree + count.differ + count.undecided == 0) continue;
    verdicts.push_back(
        {fmt::format("{} agree, {} differ", count.agree, count.differ), report.columns[c]});
    if (count.undecided > 0)
      verdicts.back().first += fmt::format(", {} undecided", count.undecided);
  }
  std::string html = html_told("reproduction.heading", report.title, report.where, report.effort) +
                     tiles(verdicts);
  int pictures = 0;
  for (const Section& section : report.sections) {
    html += "<h2>" + escape_html(section.title) + "</h2>" + section_html(report, section, pictures);
    for (const Matrix& matrix : section.matrices) html += effects_table(matrix);
  }
  html += html_told("reproduction.method", report.judged_by, command);
  return html_page(report.target + ": " + report.title, html);
}

}  // namespace evorisk::app
