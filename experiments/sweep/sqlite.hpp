// The little of SQLite that sweeps need, with errors as SystemError that name the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace evorisk::experiments {

class Database {
 public:
  enum class Mode { create, read };
  // `create` replaces the file.
  Database(const std::filesystem::path& file, Mode mode);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void execute(const std::string& sql);

  const std::filesystem::path& file() const { return file_; }
  [[noreturn]] void fail() const;

 private:
  friend class Statement;
  std::filesystem::path file_;
  sqlite3* handle_ = nullptr;
};

// A prepared statement: bind from the left, then step.
class Statement {
 public:
  Statement(Database& database, const std::string& sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(std::int64_t value);
  Statement& bind(double value);
  Statement& bind(const std::string& value);
  // Numbers, texts and null as they are; lists and objects as JSON text.
  Statement& bind(const nlohmann::ordered_json& value);

  // The next row, if there is one. After the last, the statement is ready to be bound again.
  bool step();

  bool is_null(int column) const;
  std::int64_t integer(int column) const;
  double number(int column) const;
  std::string text(int column) const;

 private:
  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
  int bound_ = 0;
};

}  // namespace evorisk::experiments
