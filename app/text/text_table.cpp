#include "app/text/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

std::size_t width_of(const std::string& cell) {
  return static_cast<std::size_t>(std::count_if(cell.begin(), cell.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;  // not inside a UTF-8 sequence
  }));
}

}  // namespace

void TextTable::add(std::vector<std::string> cells) {
  if (cells.size() != columns_.size()) throw std::logic_error("a row needs one cell per column");
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) widths.push_back(width_of(column.title));
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  const auto add_line = [&](auto cell_of) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string& cell = cell_of(i);
      const std::string padding(widths[i] - width_of(cell), ' ');
      if (i > 0) line += "  ";
      line += columns_[i].align == Align::left ? cell + padding : padding + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  add_line([&](std::size_t i) -> const std::string& { return columns_[i].title; });
  for (const auto& row : rows_) {
    add_line([&](std::size_t i) -> const std::string& { return row[i]; });
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
