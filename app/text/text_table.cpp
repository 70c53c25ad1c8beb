#include "app/text/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/utf8.hpp"

namespace evorisk::app {

using Json = nlohmann::ordered_json;

TextTable::TextTable(const std::vector<Column>& columns) {
  for (const Column& column : columns) {
    aligns_.push_back(column.align);
    rows_.front().push_back(column.title);
  }
}

TextTable::TextTable(const std::vector<std::string>& titles, Align others)
    : aligns_(titles.size(), others), rows_({titles}) {
  aligns_.front() = Align::left;
}

void TextTable::add(std::vector<std::string> cells) {
  if (cells.size() != aligns_.size()) throw std::logic_error("a row needs one cell per column");
  rows_.push_back(std::move(cells));
}

std::string TextTable::markdown() const {
  std::string text;
  for (const auto& row : rows_) {
    for (const std::string& cell : row) text += cell.empty() ? "| " : fmt::format("| {} ", cell);
    text += "|\n";
    if (&row != &rows_.front()) continue;
    for (const Align align : aligns_) text += align == Align::right ? "|---:" : "|---";
    text += "|\n";
  }
  return text;
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths(aligns_.size());
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], letters(row[i]));
  }
  std::string text;
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - letters(row[i]), ' ');
      if (i > 0) text += "  ";
      text += aligns_[i] == Align::left ? row[i] + padding : padding + row[i];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

std::string table_text(const Json& rows, const std::vector<JsonColumn>& columns) {
  const auto value_of = [](const Json& row, const JsonColumn& column) -> const Json& {
    return row.at(Json::json_pointer("/" + column.key));
  };
  std::vector<TextTable::Column> titles;
  for (const JsonColumn& column : columns) {
    const bool left = rows.empty() || value_of(rows[0], column).is_string() ||
                      value_of(rows[0], column).is_boolean();
    titles.push_back({column.title, left ? TextTable::Align::left : TextTable::Align::right});
  }
  TextTable table(std::move(titles));
  for (const Json& row : rows) {
    std::vector<std::string> cells;
    for (const JsonColumn& column : columns) {
      const Json& value = value_of(row, column);
      if (value.is_string()) {
        cells.push_back(value.get<std::string>());
      } else if (value.is_boolean()) {
        cells.push_back(value.get<bool>() ? "yes" : column.no);
      } else if (value.is_number_float()) {
        cells.push_back(
            fmt::format(fmt::runtime(column.format), column.scale * value.get<double>()));
      } else {
        cells.push_back(value.is_null() ? "-" : value.dump());
      }
    }
    table.add(std::move(cells));
  }
  return table.text();
}

}  // namespace evorisk::app
