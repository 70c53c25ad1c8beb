#include "experiments/sweep/collect.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/names.hpp"
#include "base/seal.hpp"
#include "experiments/sweep/sqlite.hpp"
#include "ga/run/config_file.hpp"
#include "risk/record/record.hpp"

namespace evorisk::experiments {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

// Inserts rows into a table.
class Insertion {
 public:
  Insertion(SQLite::Database& database, const std::string& table)
      : statement_(database, sql(database, table)) {}

  // An array: numbers, texts and null as they are, lists and objects as JSON text. Columns beyond
  // the end are NULL. `rest`, if given, is an array that goes on with it.
  void insert(Json row, const std::optional<JsonView>& rest = {}) {
    if (rest) {
      for (const JsonView& value : rest->items()) row.push_back(value.raw());
    }
    int column = 0;
    for (const Json& value : row) bind(++column, value);
    statement_.exec();
    statement_.reset();
    statement_.clearBindings();
  }

 private:
  static std::string sql(SQLite::Database& database, const std::string& table) {
    const SQLite::Statement all(database, "SELECT * FROM " + table);
    std::string text = "INSERT INTO " + table + " VALUES (?";
    for (int i = 1; i < all.getColumnCount(); ++i) text += ",?";
    return text + ")";
  }

  void bind(int column, const Json& value) {
    if (value.is_null()) {
      statement_.bind(column);
    } else if (value.is_number_integer()) {
      statement_.bind(column, value.get<std::int64_t>());
    } else if (value.is_number()) {
      statement_.bind(column, value.get<double>());
    } else {
      statement_.bind(column, value.is_string() ? value.get<std::string>() : value.dump());
    }
  }

  SQLite::Statement statement_;
};

// Of a run that is done, or has failed. Throws InputError with the command that does it again.
Json read_record(const SweepDirectory& directory, const SweepRun& run) {
  const bool failed = directory.state(run.run) == SweepDirectory::State::failed;
  try {
    return read_run_file(failed ? directory.failure_file(run.run) : directory.record_file(run.run),
                         run);
  } catch (const InputError& error) {
    const std::string place = shell_word(directory.path().string());
    if (failed)
      throw InputError("{}; evorisk sweep run {} --retry-failed tries it again", error.message(),
                       place);
    throw InputError("{}; evorisk sweep run {} does it again", error.message(), place);
  }
}

// Puts a record into tables. Throws InputError for one that does not fit into them.
void as_tables(const std::string& source, const std::function<void()>& insert) {
  try {
    insert();
  } catch (const InputError& error) {
    throw InputError("{}; remove the file and run the sweep again", error.message());
  } catch (const SQLite::Exception& error) {
    const int code = error.getErrorCode();
    if (code != SQLITE_CONSTRAINT && code != SQLITE_RANGE) throw;
    throw InputError("{}: is no record of a run; remove the file and run the sweep again", source);
  }
}

// The columns of `runs` that are there whether a run is done or not.
Json run_row(const Sweep& sweep, const SweepRun& run, const char* status, const Json& error) {
  const ga::Config& c = run.config;
  Json settings = Json::object();
  for (const std::string& key : sweep.hyperparameters()) {
    for (const SweepSetting& setting : run.settings) {
      if (setting.key == key) settings[key] = parse_json(setting.value);
    }
  }
  const Json elite_policy = ga::config_to_json(c)["elite_policy"];
  return {run.run,         run.point,   run.repetition, run.seed,     status,
          error,           settings,    c.generations,  c.population, c.tournament,
          c.mutation_rate, c.crossover, c.elites,       elite_policy, c.matches};
}

Collected add_runs(SQLite::Database& database, const SweepDirectory& directory) {
  using State = SweepDirectory::State;
  Insertion runs(database, "runs");
  Insertion generations(database, "generations");
  Insertion individuals(database, "individuals");
  Insertion criteria(database, "criteria");
  Insertion initial_maps(database, "initial_maps");
  const Sweep& sweep = directory.sweep();
  Collected counts;
  for (int number = 0; number < sweep.runs(); ++number) {
    const SweepRun run = sweep.run(number);
    const State state = directory.state(number);
    if (state == State::missing) {
      ++counts.missing;
      runs.insert(run_row(sweep, run, "missing", nullptr));
      continue;
    }
    if (state == State::failed) {
      ++counts.failed;
      const Json record = read_record(directory, run);
      runs.insert(run_row(sweep, run, "failed", JsonView(record, "").at("error").raw()));
      continue;
    }
    ++counts.done;
    const Json record = read_record(directory, run);
    const std::string source = directory.record_file(number).string();
    const JsonView view(record, source);
    as_tables(source, [&] {
      runs.insert(run_row(sweep, run, "done", nullptr), view.at("summary"));
      for (const JsonView& row : view.at("generations").items()) generations.insert({number}, row);
      for (const JsonView& row : view.at("individuals").items()) {
        Json individual = row.raw();
        if (row.items().size() < 3) row.fail("is too short");
        const Json of = {number, individual[0], individual[1]};
        individual.erase(individual.size() - 1);
        individuals.insert({number}, JsonView(individual, source, row.path()));
        for (const JsonView& criterion : row.items().back().items()) criteria.insert(of, criterion);
      }
      for (const JsonView& row : view.at("initial_maps").items())
        initial_maps.insert({number}, row);
    });
  }
  return counts;
}

void add_sweep(SQLite::Database& database, const Sweep& sweep, const Collected& counts) {
  Insertion facts(database, "sweep");
  facts.insert({"format", collection_format});
  facts.insert({"name", sweep.name()});
  facts.insert({"seed", sweep.seed()});
  facts.insert({"repetitions", sweep.repetitions()});
  facts.insert({"points", sweep.points()});
  facts.insert({"runs", sweep.runs()});
  facts.insert({"done", counts.done});
  facts.insert({"failed", counts.failed});
  facts.insert({"simulation_version", risk::simulation_version});
  facts.insert({"document", sweep.to_json().dump()});
  Insertion hyperparameters(database, "hyperparameters");
  for (int i = 0; const std::string& key : sweep.hyperparameters()) {
    hyperparameters.insert({i++, key});
  }
}

Collected collect(const SweepDirectory& directory, SQLite::Database& database) {
  // The file gets its name when it is complete, so it needs neither journal nor flushes.
  database.exec("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA page_size=4096;");
  SQLite::Transaction transaction(database);
  database.exec(std::string(collection_text()));
  const Collected counts = add_runs(database, directory);
  add_sweep(database, directory.sweep(), counts);
  transaction.commit();
  return counts;
}

}  // namespace

Collected collect_sweep(const SweepDirectory& directory, const fs::path& file) {
  fs::path temporary = file;
  temporary += fmt::format(".{}.tmp", ::getpid());
  // SQLite would not say why it cannot write there.
  const int made = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (made < 0) refuse_file("write", file, errno);
  ::close(made);
  std::error_code ignored;
  try {
    const Collected counts =
        with_database(temporary, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                      [&](SQLite::Database& database) { return collect(directory, database); });
    std::error_code error;
    fs::rename(temporary, file, error);
    if (error) throw SystemError("cannot write {}: {}", file.string(), error.message());
    return counts;
  } catch (...) {
    fs::remove(temporary, ignored);
    throw;
  }
}

}  // namespace evorisk::experiments
