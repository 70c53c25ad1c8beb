#include "experiments/sweep/collect.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/sweep/schema.hpp"
#include "experiments/sweep/sqlite.hpp"
#include "ga/run/config_file.hpp"
#include "risk/record/record.hpp"

namespace evorisk::experiments {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr int run_columns = 15;              // before the summary
constexpr std::size_t summary_columns = 16;  // of `runs`, as records hold them
constexpr int generation_columns = 24;
constexpr int individual_columns = 18;  // without its criteria

// Inserts rows into a table.
class Insertion {
 public:
  Insertion(SQLite::Database& database, const std::string& table, int columns)
      : statement_(database, sql(table, columns)) {}

  // The next value of the row: numbers, texts and null as they are, lists and objects as JSON text.
  Insertion& add(const Json& value) {
    ++column_;
    if (value.is_null()) {
      statement_.bind(column_);
    } else if (value.is_number_integer()) {
      statement_.bind(column_, value.get<std::int64_t>());
    } else if (value.is_number()) {
      statement_.bind(column_, value.get<double>());
    } else {
      statement_.bind(column_, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return *this;
  }

  Insertion& add_all(const Json& values) {
    for (const Json& value : values) add(value);
    return *this;
  }

  // Inserts the row, and begins the next.
  void insert() {
    statement_.exec();
    statement_.reset();
    column_ = 0;
  }

 private:
  static std::string sql(const std::string& table, int columns) {
    std::string text = "INSERT INTO " + table + " VALUES (?";
    for (int i = 1; i < columns; ++i) text += ",?";
    return text + ")";
  }

  SQLite::Statement statement_;
  int column_ = 0;
};

class Collector {
 public:
  Collector(const SweepDirectory& directory, SQLite::Database& database)
      : directory_(directory),
        runs_(database, "runs", run_columns + static_cast<int>(summary_columns)),
        generations_(database, "generations", 1 + generation_columns),
        individuals_(database, "individuals", 1 + individual_columns),
        criteria_(database, "criteria", 6),
        initial_maps_(database, "initial_maps", 4) {}

  SweepDirectory::State add(int number) {
    const SweepRun run = directory_.sweep().run(number);
    const SweepDirectory::State state = directory_.state(number);
    if (state == SweepDirectory::State::done) {
      const fs::path file = directory_.record_file(number);
      const Json record = read_record(file, run);
      add_run(run, "done", nullptr, record["summary"]);
      add_rows(number, record);
    } else if (state == SweepDirectory::State::failed) {
      const Json record = read_record(directory_.failure_file(number), run);
      add_run(run, "failed", record["error"], nullptr);
    } else {
      add_run(run, "missing", nullptr, nullptr);
    }
    return state;
  }

 private:
  static Json read_record(const fs::path& file, const SweepRun& run) {
    try {
      Json record = Json::parse(read_file(file));
      if (record.at("format") == 1 && record.at("run") == run.run &&
          record.at("seed") == run.seed) {
        return record;
      }
    } catch (const nlohmann::json::exception&) {
      // Refused below.
    }
    throw InputError(
        "{}: is no record of run {} of this sweep; remove the file and run the sweep again",
        file.string(), run.run);
  }

  void add_run(const SweepRun& run, const std::string& status, const Json& error,
               const Json& summary) {
    const ga::Config& c = run.config;
    Json settings = Json::object();
    for (const std::string& key : directory_.sweep().hyperparameters()) {
      for (const SweepSetting& setting : run.settings) {
        if (setting.key == key) settings[key] = Json::parse(setting.value);
      }
    }
    const Json config = ga::config_to_json(c);
    runs_.add(run.run)
        .add(run.point)
        .add(run.repetition)
        .add(run.seed)
        .add(status)
        .add(error)
        .add(settings)
        .add(c.generations)
        .add(c.population)
        .add(c.tournament)
        .add(c.mutation_rate)
        .add(c.crossover)
        .add(c.elites)
        .add(config["elite_policy"])
        .add(c.matches);
    for (std::size_t i = 0; i < summary_columns; ++i) {
      runs_.add(summary.is_null() ? summary : summary.at(i));
    }
    runs_.insert();
  }

  void add_rows(int run, const Json& record) {
    for (const Json& row : record["generations"]) generations_.add(run).add_all(row).insert();
    for (const Json& row : record["individuals"]) {
      individuals_.add(run);
      for (std::size_t i = 0; i + 1 < row.size(); ++i) individuals_.add(row[i]);
      individuals_.insert();
      for (const Json& criterion : row.back()) {
        criteria_.add(run).add(row[0]).add(row[1]).add_all(criterion).insert();
      }
    }
    for (const Json& row : record["initial_maps"]) initial_maps_.add(run).add_all(row).insert();
  }

  const SweepDirectory& directory_;
  Insertion runs_;
  Insertion generations_;
  Insertion individuals_;
  Insertion criteria_;
  Insertion initial_maps_;
};

void add_sweep(SQLite::Database& database, const Sweep& sweep, const Collected& counts) {
  Insertion facts(database, "sweep", 2);
  const auto add = [&](const std::string& key, const std::string& value) {
    facts.add(key).add(value).insert();
  };
  add("format", std::to_string(collection_format));
  add("name", sweep.name());
  add("seed", std::to_string(sweep.seed()));
  add("repetitions", std::to_string(sweep.repetitions()));
  add("points", std::to_string(sweep.points()));
  add("runs", std::to_string(sweep.runs()));
  add("done", std::to_string(counts.done));
  add("failed", std::to_string(counts.failed));
  add("simulation_version", std::to_string(risk::simulation_version));
  add("document", sweep.to_json().dump());
  Insertion hyperparameters(database, "hyperparameters", 2);
  for (std::size_t i = 0; i < sweep.hyperparameters().size(); ++i) {
    hyperparameters.add(i).add(sweep.hyperparameters()[i]).insert();
  }
}

Collected collect(const SweepDirectory& directory, SQLite::Database& database) {
  // The file gets its name when it is complete, so it needs neither journal nor flushes.
  database.exec("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA page_size=4096;");
  SQLite::Transaction transaction(database);
  database.exec(collection_schema);
  Collected counts;
  Collector collector(directory, database);
  for (int run = 0; run < directory.sweep().runs(); ++run) {
    switch (collector.add(run)) {
      case SweepDirectory::State::done:
        ++counts.done;
        break;
      case SweepDirectory::State::failed:
        ++counts.failed;
        break;
      case SweepDirectory::State::missing:
        ++counts.missing;
        break;
    }
  }
  add_sweep(database, directory.sweep(), counts);
  transaction.commit();
  return counts;
}

}  // namespace

Collected collect_sweep(const SweepDirectory& directory, const fs::path& file) {
  fs::path temporary = file;
  temporary += fmt::format(".{}.tmp", ::getpid());
  try {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    const Collected counts =
        with_database(temporary, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                      [&](SQLite::Database& database) { return collect(directory, database); });
    std::error_code error;
    fs::rename(temporary, file, error);
    if (error) throw SystemError("cannot write {}: {}", file.string(), error.message());
    return counts;
  } catch (...) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw;
  }
}

}  // namespace evorisk::experiments
