#include "experiments/sweep/collect.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <string>

#include "experiments/sweep/schema.hpp"
#include "experiments/sweep/sqlite.hpp"
#include "ga/config_file.hpp"
#include "maps/base/error.hpp"
#include "maps/base/files.hpp"
#include "risk/record.hpp"

namespace evorisk::experiments {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr int run_columns = 15;      // before the summary
constexpr int summary_columns = 16;  // of `runs`, as records hold them
constexpr int generation_columns = 24;
constexpr int individual_columns = 18;  // without its criteria

std::string insert(const std::string& table, int columns) {
  std::string sql = "INSERT INTO " + table + " VALUES (?";
  for (int i = 1; i < columns; ++i) sql += ",?";
  return sql + ")";
}

class Collector {
 public:
  Collector(const SweepDirectory& directory, Database& database)
      : directory_(directory),
        runs_(database, insert("runs", run_columns + summary_columns)),
        generations_(database, insert("generations", 1 + generation_columns)),
        individuals_(database, insert("individuals", 1 + individual_columns)),
        criteria_(database, insert("criteria", 6)),
        initial_maps_(database, insert("initial_maps", 4)) {}

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
    runs_.bind(std::int64_t{run.run})
        .bind(std::int64_t{run.point})
        .bind(std::int64_t{run.repetition})
        .bind(static_cast<std::int64_t>(run.seed))
        .bind(status)
        .bind(error)
        .bind(settings)
        .bind(std::int64_t{c.generations})
        .bind(std::int64_t{c.population})
        .bind(std::int64_t{c.tournament})
        .bind(c.mutation_rate)
        .bind(c.crossover)
        .bind(std::int64_t{c.elites})
        .bind(config["elite_policy"])
        .bind(c.matches);
    for (int i = 0; i < summary_columns; ++i) {
      runs_.bind(summary.is_null() ? summary : summary.at(static_cast<std::size_t>(i)));
    }
    runs_.step();
  }

  void add_rows(int run, const Json& record) {
    const std::int64_t number = run;
    for (const Json& row : record["generations"]) {
      generations_.bind(number);
      for (const Json& value : row) generations_.bind(value);
      generations_.step();
    }
    for (const Json& row : record["individuals"]) {
      individuals_.bind(number);
      for (std::size_t i = 0; i + 1 < row.size(); ++i) {
        individuals_.bind(row[i]);
      }
      individuals_.step();
      for (const Json& criterion : row.back()) {
        criteria_.bind(number).bind(row[0]).bind(row[1]);
        for (const Json& value : criterion) criteria_.bind(value);
        criteria_.step();
      }
    }
    for (const Json& row : record["initial_maps"]) {
      initial_maps_.bind(number);
      for (const Json& value : row) initial_maps_.bind(value);
      initial_maps_.step();
    }
  }

  const SweepDirectory& directory_;
  Statement runs_;
  Statement generations_;
  Statement individuals_;
  Statement criteria_;
  Statement initial_maps_;
};

void add_sweep(Database& database, const Sweep& sweep, const Collected& counts) {
  Statement keys(database, "INSERT INTO sweep VALUES (?,?)");
  const auto add = [&](const std::string& key, const std::string& value) {
    keys.bind(key).bind(value).step();
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
  Statement hyperparameters(database, "INSERT INTO hyperparameters VALUES (?,?)");
  for (std::size_t i = 0; i < sweep.hyperparameters().size(); ++i) {
    hyperparameters.bind(static_cast<std::int64_t>(i)).bind(sweep.hyperparameters()[i]).step();
  }
}

}  // namespace

Collected collect_sweep(const SweepDirectory& directory, const fs::path& file) {
  fs::path temporary = file;
  temporary += fmt::format(".{}.tmp", ::getpid());
  Collected counts;
  try {
    Database database(temporary, Database::Mode::create);
    // Nobody else sees the file before it is whole, so it needs neither journal nor flushes.
    database.execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA page_size=4096;");
    database.execute("BEGIN");
    database.execute(collection_schema);
    {
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
    }
    database.execute("COMMIT");
  } catch (...) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw;
  }
  std::error_code error;
  fs::rename(temporary, file, error);
  if (error) throw SystemError("cannot write {}: {}", file.string(), error.message());
  return counts;
}

}  // namespace evorisk::experiments
