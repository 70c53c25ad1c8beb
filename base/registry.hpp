// Tables of things that have a name: rows with a member `name`, and in most of them a `summary` of
// one line.
#pragma once

#include <string_view>
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

}  // namespace evorisk
