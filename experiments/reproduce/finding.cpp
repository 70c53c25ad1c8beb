#include "experiments/reproduce/finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/statistics.hpp"
#include "maps/io.hpp"

namespace evorisk::experiments::reproduce {

using Json = nlohmann::ordered_json;

namespace {

Json number_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json to_json(const Matrix& matrix) {
  Json rows = Json::array();
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    Json row = {{"name", matrix.rows[r]}};
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
      const Cell& cell = matrix.cells[r][c];
      row[matrix.columns[c]] = {{"effect", cell.ours.mean},
                                {"se", cell.ours.se},
                                {"p", number_or_null(cell.p)},
                                {"significant", cell.verdict == Verdict::differ}};
    }
    rows.push_back(row);
  }
  return {{"title", matrix.title}, {"rows", rows}};
}

Json to_json(const Row& row, const Report& report) {
  const Json words = row.thesis_text.empty() ? Json(nullptr) : Json(row.thesis_text);
  Json json = {{"name", row.name}, {"thesis", row.thesis ? Json(*row.thesis) : words}};
  for (std::size_t c = 0; c < row.cells.size(); ++c) {
    const Cell& cell = row.cells[c];
    Json ours = {{"mean", number_or_null(cell.ours.mean)},
                 {"se", cell.ours.se > 0 ? number_or_null(cell.ours.se) : Json(nullptr)},
                 {"p", number_or_null(cell.p)},
                 {"verdict", verdict_name(cell.verdict)}};
    if (!cell.note.empty()) ours["note"] = cell.note;
    json["ours"][report.columns[c]] = ours;
  }
  return json;
}

Json to_json(const Section& section, const Report& report) {
  Json json = {{"title", section.title}};
  if (!section.text.empty()) json["text"] = section.text;
  for (const Row& row : section.rows) json["figures"].push_back(to_json(row, report));
  for (const Chart& chart : section.charts) {
    Json lines = Json::array();
    for (const Line& line : chart.lines) {
      Json entry = {{"label", line.label}, {"x", line.x}, {"y", line.y}};
      if (!line.low.empty()) {
        entry["low"] = line.low;
        entry["high"] = line.high;
      }
      lines.push_back(entry);
    }
    json["charts"].push_back(
        {{"title", chart.title}, {"x", chart.x_label}, {"y", chart.y_label}, {"lines", lines}});
  }
  for (const Matrix& matrix : section.matrices) json["effects"].push_back(to_json(matrix));
  for (const Listing& listing : section.listings) {
    json["listings"].push_back(
        {{"title", listing.title}, {"columns", listing.columns}, {"rows", listing.rows}});
  }
  for (const Picture& picture : section.pictures) {
    json["maps"].push_back(
        {{"caption", picture.caption}, {"map", maps::map_to_json(*picture.map)}});
  }
  return json;
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  constexpr std::string_view names[] = {"agree", "differ", "undecided", "not judged"};
  return names[static_cast<std::size_t>(verdict)];
}

Cell judged(const metrics::Estimate& ours, double p, double chance, std::string note) {
  return {ours, p, std::isnan(p) ? Verdict::undecided : Verdict::not_judged, std::move(note),
          chance};
}

Cell shown(double ours, std::string note, Verdict verdict) {
  return {{ours, 0}, std::numeric_limits<double>::quiet_NaN(), verdict, std::move(note)};
}

std::vector<double> judge(const std::vector<Cell*>& cells) {
  std::vector<double> p;
  for (const Cell* cell : cells) p.push_back(cell->p);
  std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i]->verdict = adjusted[i] < level ? Verdict::differ : Verdict::agree;
  }
  return adjusted;
}

namespace {

// The cells of one column.
template <class AnyReport>
auto cells_of(AnyReport& report, std::size_t column) {
  std::vector<decltype(&report.sections[0].rows[0].cells[0])> cells;
  for (auto& section : report.sections) {
    for (auto& row : section.rows) {
      if (column < row.cells.size()) cells.push_back(&row.cells[column]);
    }
  }
  return cells;
}

}  // namespace

void judge(std::span<Report> reports) {
  std::map<std::string, std::vector<Cell*>> by_column;
  for (Report& report : reports) {
    for (std::size_t column = 0; column < report.columns.size(); ++column) {
      for (Cell* cell : cells_of(report, column)) {
        if (!std::isnan(cell->p)) by_column[report.columns[column]].push_back(cell);
      }
    }
  }
  for (const auto& [name, cells] : by_column) judge(cells);
}

void judge(Report& report) {
  judge({&report, 1});
}

Tally tally(const Report& report, std::size_t column) {
  Tally count;
  for (const Cell* cell : cells_of(report, column)) {
    count.agree += cell->verdict == Verdict::agree;
    count.differ += cell->verdict == Verdict::differ;
    count.undecided += cell->verdict == Verdict::undecided;
  }
  return count;
}

std::string to_text(const Cell& cell, int decimals) {
  if (!std::isfinite(cell.ours.mean)) return "-";
  std::string text = fmt::format("{:.{}f}", cell.ours.mean, decimals);
  if (cell.ours.se > 0)
    text += fmt::format(" ± {:.{}f}", rounded_up(cell.ours.se, decimals), decimals);
  return text;
}

Json to_json(const Report& report) {
  Json json = {{"format", 1},
               {"target", report.target},
               {"title", report.title},
               {"thesis", report.where},
               {"effort", report.effort},
               {"judged_by", report.judged_by},
               {"why", report.why}};
  for (std::size_t c = 0; c < report.columns.size(); ++c) {
    const Tally count = tally(report, c);
    json["columns"].push_back({{"name", report.columns[c]},
                               {"agree", count.agree},
                               {"differ", count.differ},
                               {"undecided", count.undecided}});
  }
  json["sections"] = Json::array();
  for (const Section& section : report.sections) {
    json["sections"].push_back(to_json(section, report));
  }
  return json;
}

}  // namespace evorisk::experiments::reproduce
