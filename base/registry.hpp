// Tables of things that have a name: rows with a member `name`, and in most of them a `summary` of
// one line.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/names.hpp"

namespace evorisk {

// The names, in the order of the table.
template <class Table>
std::vector<std::string_view> names_of(const Table& table) {
  std::vector<std::string_view> names;
  for (const auto& row : table) names.push_back(row.name);
  return names;
}

// The row of this name. `kind` is what an error calls such things. Throws InputError with the
// nearest name.
template <class Table>
const auto& find_named(const Table& table, std::string_view kind, std::string_view name) {
  for (const auto& row : table) {
    if (row.name == name) return row;
  }
  throw InputError(unknown_name(kind, name, evorisk::names_of(table)));
}

// A table that holds the program's own rows and takes further ones from programs that use the rooms
// as a library. Rows never move: a reference to one stays valid. Adding is not thread-safe; it
// comes before the searches and matches that use the row. Texts of a row must outlive the table.
template <class Row>
class OpenTable {
 public:
  // `kind` is what errors call a row, as "map format".
  template <class Rows>
  OpenTable(std::string_view kind, const Rows& own, std::size_t most_added = 256)
      : kind_(kind), own_(std::size(own)), most_added_(most_added) {
    rows_.reserve(own_ + most_added);
    rows_.insert(rows_.end(), std::begin(own), std::end(own));
  }
  OpenTable(const OpenTable&) = delete;
  OpenTable& operator=(const OpenTable&) = delete;

  std::span<const Row> rows() const { return rows_; }
  std::span<const Row> added() const { return rows().subspan(own_); }
  const Row& find(std::string_view name) const { return find_named(rows_, kind_, name); }

  // Throws InputError for a name that is empty, taken, or holds a colon, a comma, a blank or an
  // end of line, and when there are too many.
  void add(Row row) {
    const auto separates = [](unsigned char c) { return c <= ' ' || c == ':' || c == ','; };
    if (row.name.empty() || std::ranges::any_of(row.name, separates)) {
      throw InputError(
          "\"{}\" is no name for this {}: it is empty or holds a colon, a comma or a blank",
          row.name, kind_);
    }
    if (std::ranges::count(rows_, row.name, &Row::name) > 0) {
      throw InputError("this {} is there already: \"{}\"", kind_, row.name);
    }
    if (rows_.size() == own_ + most_added_) {
      throw InputError("no more than {} can be added of this: {}", most_added_, kind_);
    }
    rows_.push_back(std::move(row));
  }

 private:
  std::string_view kind_;
  std::size_t own_;
  std::size_t most_added_;
  std::vector<Row> rows_;
};

}  // namespace evorisk
