#include "experiments/sweep/sqlite.hpp"

#include <sqlite3.h>

#include <nlohmann/json.hpp>

#include "maps/base/error.hpp"

namespace evorisk::experiments {

Database::Database(const std::filesystem::path& file, Mode mode) : file_(file) {
  const int flags =
      mode == Mode::create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  if (mode == Mode::create) {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  }
  if (sqlite3_open_v2(file.c_str(), &handle_, flags, nullptr) != SQLITE_OK) {
    const std::string reason = handle_ ? sqlite3_errmsg(handle_) : "out of memory";
    sqlite3_close(handle_);
    throw SystemError("cannot open {}: {}", file.string(), reason);
  }
}

Database::~Database() {
  sqlite3_close(handle_);
}

void Database::fail() const {
  throw SystemError("{}: {}", file_.string(), sqlite3_errmsg(handle_));
}

void Database::execute(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

Statement::Statement(Database& database, const std::string& sql) : database_(database) {
  if (sqlite3_prepare_v2(database.handle_, sql.c_str(), -1, &handle_, nullptr) != SQLITE_OK) {
    database.fail();
  }
}

Statement::~Statement() {
  sqlite3_finalize(handle_);
}

Statement& Statement::bind(std::int64_t value) {
  if (sqlite3_bind_int64(handle_, ++bound_, value) != SQLITE_OK) database_.fail();
  return *this;
}

Statement& Statement::bind(double value) {
  if (sqlite3_bind_double(handle_, ++bound_, value) != SQLITE_OK) database_.fail();
  return *this;
}

Statement& Statement::bind(const std::string& value) {
  if (sqlite3_bind_text(handle_, ++bound_, value.c_str(), static_cast<int>(value.size()),
                        SQLITE_TRANSIENT) != SQLITE_OK) {
    database_.fail();
  }
  return *this;
}

Statement& Statement::bind(const nlohmann::ordered_json& value) {
  if (value.is_null()) {
    if (sqlite3_bind_null(handle_, ++bound_) != SQLITE_OK) database_.fail();
    return *this;
  }
  if (value.is_number_integer()) return bind(value.get<std::int64_t>());
  if (value.is_number()) return bind(value.get<double>());
  return bind(value.is_string() ? value.get<std::string>() : value.dump());
}

bool Statement::step() {
  const int result = sqlite3_step(handle_);
  if (result == SQLITE_ROW) return true;
  if (result != SQLITE_DONE) database_.fail();
  sqlite3_reset(handle_);
  sqlite3_clear_bindings(handle_);
  bound_ = 0;
  return false;
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(handle_, column);
}

double Statement::number(int column) const {
  return sqlite3_column_double(handle_, column);
}

std::string Statement::text(int column) const {
  const unsigned char* text = sqlite3_column_text(handle_, column);
  return text ? reinterpret_cast<const char*>(text) : "";
}

}  // namespace evorisk::experiments
