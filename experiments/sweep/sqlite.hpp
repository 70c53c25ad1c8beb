// SQLite files, with errors as SystemError that name the file.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>

#include "base/error.hpp"

namespace evorisk::experiments {

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
