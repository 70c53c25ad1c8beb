// The SQLite file of a collected sweep. Errors are SystemErrors that name the file.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <string_view>

#include "base/error.hpp"

namespace evorisk::experiments {

// Raised when a table or a column changes its meaning; in the table `sweep` as "format".
inline constexpr int collection_format = 1;

// SQL that creates all tables: experiments/sweep/collection.sql, compiled in.
std::string_view collection_text();

// Returns what `use` makes of the database in the file. `flags`: SQLite::OPEN_READONLY, or
// SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE.
template <class Use>
auto with_database(const std::filesystem::path& file, int flags, const Use& use) {
  try {
    SQLite::Database database(file.string(), flags);
    return use(database);
  } catch (const SQLite::Exception& error) {
    throw SystemError("{}: {}", file.string(), error.what());
  }
}

}  // namespace evorisk::experiments
