#include "experiments/reproduce/stored_sweep.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "maps/base/error.hpp"
#include "maps/base/json.hpp"
#include "maps/io.hpp"
#include "metrics/criteria.hpp"

namespace evorisk::experiments::reproduce {
namespace {

namespace fs = std::filesystem;

constexpr int format_read = 1;  // of the collected file

// A collected file, open for reading. Its failures name the file.
class Database {
 public:
  explicit Database(const fs::path& file) : file_(file.string()) {
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(file_.c_str(), &opened, SQLITE_OPEN_READONLY, nullptr);
    handle_.reset(opened);
    if (code != SQLITE_OK) fail();
  }

  [[noreturn]] void fail() const {
    throw InputError(fmt::format("{}: no collected sweep that can be read: {}", file_,
                                 sqlite3_errmsg(handle_.get())));
  }
  [[noreturn]] void fail(const std::string& problem) const {
    throw InputError(file_ + ": " + problem);
  }

  sqlite3* handle() const { return handle_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
  };
  std::string file_;
  std::unique_ptr<sqlite3, Close> handle_;
};

// The rows of a query, one after the other; columns from 0.
class Query {
 public:
  Query(const Database& database, const std::string& sql) : database_(database) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
      database.fail();
    }
    statement_.reset(statement);
  }

  bool next() {
    const int code = sqlite3_step(statement_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail();
    return code == SQLITE_ROW;
  }
  int integer(int column) const { return sqlite3_column_int(statement_.get(), column); }
  double number(int column) const { return sqlite3_column_double(statement_.get(), column); }
  std::string text(int column) const {
    const unsigned char* bytes = sqlite3_column_text(statement_.get(), column);
    return bytes ? reinterpret_cast<const char*>(bytes) : "";
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  const Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

std::map<std::string, std::string> sweep_facts(const Database& database) {
  std::map<std::string, std::string> facts;
  Query query(database, "SELECT key, value FROM sweep");
  while (query.next()) facts[query.text(0)] = query.text(1);
  return facts;
}

// "thesis-9" is 9; anything else 0.
int thesis_map_number(const std::string& name) {
  for (int i = 1; i <= 10; ++i) {
    if (name == "thesis-" + std::to_string(i)) return i;
  }
  return 0;
}

std::map<int, RunSummary> read_runs(const Database& database) {
  std::map<int, RunSummary> runs;
  Query query(database,
              "SELECT run, generations, population, tournament, mutation_rate, final_fitness, "
              "least_fitness, least_generation, whole_last_generation FROM runs "
              "WHERE status = 'done' ORDER BY run");
  while (query.next()) {
    RunSummary& run = runs[query.integer(0)];
    run.parameters = {query.integer(1), query.integer(2), query.integer(3), query.number(4)};
    run.final_fitness = query.number(5);
    run.least_fitness = query.number(6);
    run.least_generation = query.integer(7);
    run.last_generation_is = thesis_map_number(query.text(8));
    run.last_generation_size = run.parameters.population;
    run.bred = run.parameters.generations * run.parameters.population;
  }
  return runs;
}

void read_bests(const Database& database, std::map<int, RunSummary>& runs) {
  Query query(database,
              "SELECT run, genes, territories, map FROM individuals WHERE sample = 'last' AND "
              "rank = 0");
  while (query.next()) {
    const auto found = runs.find(query.integer(0));
    if (found == runs.end()) continue;
    RunSummary& run = found->second;
    const auto genes = parse_json(query.text(1), "genes");
    if (!genes.contains("allocation") || !genes.contains("defence_dice") ||
        !genes.contains("conquest_move") || !genes.contains("reinforcement_divisor")) {
      database.fail("its runs do not evolve the thesis' four rules");
    }
    run.genes = {genes["allocation"] == "pick", genes["defence_dice"],
                 genes["conquest_move"] == "max", genes["reinforcement_divisor"]};
    run.territories = query.integer(2);
    const std::string map = query.text(3);
    if (!map.empty()) {
      const auto json = parse_json(map, "map");
      run.map = maps::resolve_map(JsonView(json, "map"), ".");
    }
  }
  Query criteria(database,
                 "SELECT c.run, c.criterion, c.mean FROM criteria c JOIN individuals i USING (run, "
                 "sample, place) WHERE c.sample = 'last' AND i.rank = 0");
  while (criteria.next()) {
    const auto found = runs.find(criteria.integer(0));
    if (found == runs.end()) continue;
    for (const metrics::CriterionInfo& info : metrics::criteria()) {
      if (info.name == criteria.text(1)) {
        found->second.criteria[static_cast<std::size_t>(info.id)] = criteria.number(2);
      }
    }
  }
}

}  // namespace

StoredSweep read_stored_sweep(const fs::path& place) {
  const fs::path file = fs::is_directory(place) ? place / "sweep.sqlite" : place;
  if (!fs::exists(file)) {
    throw InputError(
        fmt::format("{}: holds no collected sweep (there is no {}); evorisk sweep "
                    "collect makes one",
                    place.string(), file.filename().string()));
  }
  const Database database(file);
  const auto facts = sweep_facts(database);
  const auto format = facts.find("format");
  if (format == facts.end() || format->second != std::to_string(format_read)) {
    database.fail(fmt::format("this program reads collected sweeps of format {}, found {}",
                              format_read, format == facts.end() ? "none" : format->second));
  }
  std::map<int, RunSummary> runs = read_runs(database);
  if (runs.empty()) database.fail("holds no finished run");
  read_bests(database, runs);
  StoredSweep sweep;
  const auto name = facts.find("name");
  sweep.name = name == facts.end() ? "sweep" : name->second;
  for (auto& [number, run] : runs) sweep.runs.push_back(std::move(run));
  return sweep;
}

}  // namespace evorisk::experiments::reproduce
