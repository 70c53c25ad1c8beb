#include "app/text/reproduction_text.hpp"

#include <fmt/format.h>

#include "app/text/text_table.hpp"

namespace evorisk::app {

namespace {

using namespace experiments::reproduce;

using Align = TextTable::Align;

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
  std::vector<TextTable::Column> columns = {{matrix.corner}};
  for (const std::string& column : matrix.columns) columns.push_back({column, Align::right});
  TextTable table(columns);
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    std::vector<std::string> cells = {matrix.rows[r]};
    for (const Cell& cell : matrix.cells[r]) {
      const char* mark = cell.verdict == Verdict::differ ? "*" : " ";
      cells.push_back(cell.ours.mean == 0
                          ? "0 "
                          : fmt::format("{:+.3f} ± {:.3f}{}", cell.ours.mean, cell.ours.se, mark));
    }
    table.add(cells);
  }
  return matrix.title + " (* beyond chance)\n" + table.text();
}

std::string list(const Listing& listing) {
  std::vector<TextTable::Column> columns;
  for (const std::string& column : listing.columns) columns.push_back({column});
  TextTable table(columns);
  for (const auto& row : listing.rows) table.add(row);
  return (listing.title.empty() ? "" : listing.title + "\n") + table.text();
}

}  // namespace

std::string thesis_value(const Row& row, const std::string& otherwise) {
  if (row.thesis) return fmt::format("{:.{}f}", *row.thesis, row.decimals);
  return row.thesis_text.empty() ? otherwise : row.thesis_text;
}

std::string reproduction_markdown(const Report& report) {
  std::string text = "| | thesis |";
  std::string line = "|---|---:|";
  for (const std::string& column : report.columns) {
    text += " " + column + " |";
    line += "---:|";
  }
  text += "\n" + line + "\n";
  for (const Section& section : report.sections) {
    if (section.rows.empty()) continue;
    text += "| *" + section.title + "* | |";
    for (std::size_t c = 0; c < report.columns.size(); ++c) text += " |";
    text += "\n";
    for (const Row& row : section.rows) {
      text += "| " + row.name + " | " + thesis_value(row, "-") + " |";
      for (const Cell& cell : row.cells) {
        const char* mark = cell.verdict == Verdict::differ ? "**" : "";
        text += fmt::format(" {0}{1}{0} |", mark, to_text(cell, row.decimals));
      }
      text += "\n";
    }
  }
  return text;
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
