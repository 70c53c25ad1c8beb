#include "app/report/reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/text/reproduction_text.hpp"
#include "app/view/chart.hpp"
#include "app/view/draw_map.hpp"
#include "app/view/html.hpp"
#include "maps/map.hpp"

namespace evorisk::app {

namespace {

using namespace experiments::reproduce;

std::string summary(const Report& report, std::size_t column) {
  const Tally count = tally(report, column);
  std::string text = fmt::format("{} agree, {} differ", count.agree, count.differ);
  if (count.undecided > 0) text += fmt::format(", {} undecided", count.undecided);
  return text;
}

bool judged(const Report& report, std::size_t column) {
  const Tally count = tally(report, column);
  return count.agree + count.differ + count.undecided > 0;
}

std::string verdict_cell(const Cell& cell) {
  switch (cell.verdict) {
    case Verdict::agree:
      return "<td class=\"verdict good\">agrees</td>";
    case Verdict::differ:
      return "<td class=\"verdict bad\">differs</td>";
    case Verdict::undecided:
      return "<td class=\"verdict\">undecided</td>";
    case Verdict::not_judged:
      break;
  }
  return "<td class=\"verdict\">–</td>";
}

std::string figures_table(const Report& report, const Section& section) {
  if (section.rows.empty()) return {};
  std::string html = "<div class=\"card scroll\"><table><thead><tr><th></th><th>thesis</th>";
  for (const std::string& column : report.columns) {
    html += "<th>" + escape_html(column) + "</th><th class=\"verdict\"></th>";
  }
  html += "</tr></thead><tbody>";
  for (const Row& row : section.rows) {
    html += "<tr><td>" + escape_html(row.name) + "</td><td>" + escape_html(thesis_value(row, "–")) +
            "</td>";
    for (const Cell& cell : row.cells) {
      html += "<td>" + escape_html(to_text(cell, row.decimals));
      if (!cell.note.empty()) html += "<br><small>" + escape_html(cell.note) + "</small>";
      html += "</td>" + verdict_cell(cell);
    }
    html += "</tr>";
  }
  return html + "</tbody></table></div>";
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
      rows.push_back({label, cell.ours.mean, cell.ours.se, *row.thesis,
                      std::string(verdict_name(cell.verdict))});
      highest = std::max({highest, *row.thesis, cell.ours.mean + 2 * cell.ours.se});
    }
  }
  std::string html;
  for (std::size_t c = 0; c < report.columns.size(); ++c) {
    if (columns[c].size() < 3) continue;
    const std::string title =
        fmt::format("{}, profile {}, against the thesis", section.title, report.columns[c]);
    html += "<div class=\"card\"><p class=\"lead\">" + escape_html(report.columns[c]) +
            ": dots with 95 % intervals; ticks are the thesis' values.</p>" +
            interval_chart(title, columns[c], 0, highest > 0 ? highest : 1) + "</div>";
  }
  return html;
}

std::string effects_table(const Matrix& matrix) {
  std::string html =
      "<h3>" + escape_html(matrix.title) +
      "</h3><p class=\"lead\">Bold: beyond chance.</p><div class=\"card scroll\"><table "
      "class=\"sortable tight\"><thead><tr><th>" +
      escape_html(matrix.corner) + "</th>";
  for (const std::string& column : matrix.columns) html += "<th>" + escape_html(column) + "</th>";
  html += "</tr></thead><tbody>";
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    html += "<tr><td>" + escape_html(matrix.rows[r]) + "</td>";
    for (const Cell& cell : matrix.cells[r]) {
      const bool significant = cell.verdict == Verdict::differ;
      html += fmt::format("<td class=\"{}\" data-value=\"{}\" title=\"p {:.2g}\">{}</td>",
                          significant ? "effect" : "quiet", cell.ours.mean, cell.p,
                          cell.ours.mean == 0 ? "0"
                                              : fmt::format("{:+.3f}<br><small>± {:.3f}</small>",
                                                            cell.ours.mean, cell.ours.se));
    }
    html += "</tr>";
  }
  return html + "</tbody></table></div>";
}

std::string listing_table(const Listing& listing) {
  std::string html;
  if (!listing.title.empty()) html += "<h3>" + escape_html(listing.title) + "</h3>";
  html += "<div class=\"card scroll\"><table class=\"sortable\"><thead><tr>";
  for (const std::string& column : listing.columns) {
    html += "<th class=\"text\">" + escape_html(column) + "</th>";
  }
  html += "</tr></thead><tbody>";
  for (const auto& row : listing.rows) {
    html += "<tr>";
    for (const std::string& cell : row) html += "<td class=\"text\">" + escape_html(cell) + "</td>";
    html += "</tr>";
  }
  return html + "</tbody></table></div>";
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
  const ChartFrame frame{chart.title, chart.x_label, chart.y_label, std::nullopt, std::nullopt};
  return "<div class=\"card\">" + line_chart(frame, series) + "</div>";
}

std::string drawn_maps(const std::vector<Picture>& pictures, int& number) {
  if (pictures.empty()) return {};
  std::string html = "<div class=\"columns\">";
  for (const Picture& picture : pictures) {
    DrawOptions options;
    options.style = number == 0;  // one style sheet for all pictures of the page
    options.id_prefix = fmt::format("map{}-", number++);
    html += "<div class=\"card\">" + draw_map(*picture.map, options) + "<p class=\"lead\">" +
            escape_html(picture.caption) + "</p></div>";
  }
  return html + "</div>";
}

}  // namespace

std::string reproduction_page(const Report& report, const std::string& command) {
  std::string html = fmt::format(
      "<h1>{}</h1><p class=\"lead\">The thesis' {} beside ours, from {}.</p><div class=\"tiles\">",
      escape_html(report.title), escape_html(report.where), escape_html(report.effort));
  for (std::size_t c = 0; c < report.columns.size(); ++c) {
    if (!judged(report, c)) continue;
    html += "<div class=\"tile\"><b>" + escape_html(summary(report, c)) + "</b><span>" +
            escape_html(report.columns[c]) + "</span></div>";
  }
  html += "</div>";
  int pictures = 0;
  for (const Section& section : report.sections) {
    html += "<h2>" + escape_html(section.title) + "</h2>";
    if (!section.text.empty()) html += "<p>" + escape_html(section.text) + "</p>";
    html += figures_table(report, section);
    if (section.charts.empty()) html += interval_charts(report, section);
    for (const Chart& chart : section.charts) html += drawn_chart(report, chart);
    html += drawn_maps(section.pictures, pictures);
    for (const Listing& listing : section.listings) html += listing_table(listing);
    for (const Matrix& matrix : section.matrices) html += effects_table(matrix);
  }
  html += "<h2>How it is judged</h2><p>" + escape_html(report.judged_by) +
          " Errors are standard errors.</p><h2>Again</h2><pre>" + escape_html(command) + "</pre>";
  return html_page(report.target + ": " + report.title, html);
}

}  // namespace evorisk::app
