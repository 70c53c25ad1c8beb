// A table of plain text for the terminal.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace evorisk::app {

// Columns are as wide as their widest cell (counted in characters of UTF-8), two spaces apart.
class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  explicit TextTable(const std::vector<Column>& columns);
  // With columns of the same alignment after the first one, which is flush left.
  TextTable(const std::vector<std::string>& titles, Align others);

  // Requires one cell per column.
  void add(std::vector<std::string> cells);

  // As Markdown, with columns flush right where they are here.
  std::string markdown() const;

  // The title line and the rows, each ending in a newline and without spaces at its end.
  std::string text() const;

 private:
  std::vector<Align> aligns_;                          // of the columns
  std::vector<std::vector<std::string>> rows_ = {{}};  // the titles first
};

// A column of a table of JSON objects. `key` names a member, also a nested one ("fitness/mean").
// Numbers are flush right, fractional ones times `scale` in `format`. true is "yes", false `no`,
// null "-".
struct JsonColumn {
  std::string title;
  std::string key;
  std::string format = "{}";
  std::string no = "no";
  double scale = 1;
};
std::string table_text(const nlohmann::ordered_json& rows, const std::vector<JsonColumn>& columns);

}  // namespace evorisk::app
