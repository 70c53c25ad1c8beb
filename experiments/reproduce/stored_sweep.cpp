
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json.hpp"
#include "experiments/reproduce/laboratory.hpp"
#include "experiments/sweep/sqlite.hpp"
#include "maps/formats/registry.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::experiments::reproduce {
namespace {

namespace fs = std::filesystem;

std::string sweep_fact(SQLite::Database& database, const char* key, const char* otherwise) {
  SQLite::Statement query(database, "SELECT value FROM sweep WHERE key = ?");
  query.bind(1, key);
  return query.executeStep() ? query.getColumn(0).getString() : otherwise;
}

// "thesis-9" is 9; anything else 0.
int thesis_map_number(const std::string& name) {
  for (int i = 1; i <= 10; ++i) {
    if (name == "thesis-" + std::to_string(i)) return i;
  }
  return 0;
}

std::map<int, RunSummary> read_runs(SQLite::Database& database) {
  std::map<int, RunSummary> runs;
  SQLite::Statement query(
      database,
      "SELECT run, generations, population, tournament, mutation_rate, final_fitness, "
      "least_fitness, least_generation, whole_last_generation, genes, territories, map "
      "FROM runs LEFT JOIN (SELECT run, genes, territories, map FROM individuals "
      "WHERE sample = 'last' AND rank = 0) USING (run) WHERE status = 'done'");
  while (query.executeStep()) {
    RunSummary& run = runs[query.getColumn(0).getInt()];
    run.parameters = {query.getColumn(1).getInt(), query.getColumn(2).getInt(),
                      query.getColumn(3).getInt(), query.getColumn(4).getDouble()};
    run.final_fitness = query.getColumn(5).getDouble();
    run.least_fitness = query.getColumn(6).getDouble();
    run.least_generation = query.getColumn(7).getInt();
    run.last_generation_is = thesis_map_number(query.getColumn(8).getString());
    run.last_generation_size = run.parameters.population;
    run.bred = run.parameters.generations * run.parameters.population;
    if (query.getColumn(9).isNull()) continue;
    const auto genes = parse_json(query.getColumn(9).getString(), "genes");
    if (!genes.contains("allocation") || !genes.contains("defence_dice") ||
        !genes.contains("conquest_move") || !genes.contains("reinforcement_divisor")) {
      throw InputError("{}: its runs do not evolve the thesis' four rules", database.getFilename());
    }
    run.genes = genes_from_json(genes);
    run.territories = query.getColumn(10).getInt();
    const std::string map = query.getColumn(11).getString();
    if (map.empty()) continue;
    // A map of the library is stored by its name.
    const nlohmann::ordered_json value =
        map.front() == '{' ? parse_json(map, "map") : nlohmann::ordered_json(map);
    run.map = maps::resolve_map(JsonView(value, "map"), ".");
  }
  return runs;
}

void read_criteria(SQLite::Database& database, std::map<int, RunSummary>& runs) {
  SQLite::Statement query(
      database,
      "SELECT c.run, c.criterion, c.mean FROM criteria c JOIN individuals i USING (run, "
      "sample, place) WHERE c.sample = 'last' AND i.rank = 0");
  while (query.executeStep()) {
    const auto found = runs.find(query.getColumn(0).getInt());
    if (found == runs.end()) continue;
    for (const metrics::CriterionInfo& info : metrics::criteria()) {
      if (info.name == query.getColumn(1).getString()) {
        found->second.criteria[static_cast<std::size_t>(info.id)] = query.getColumn(2).getDouble();
      }
    }
  }
}

RunColumn read_sweep(SQLite::Database& database) {
  const std::string format = sweep_fact(database, "format", "none");
  if (format != std::to_string(collection_format)) {
    throw InputError("{}: this program reads collected sweeps of format {}, found {}",
                     database.getFilename(), collection_format, format);
  }
  std::map<int, RunSummary> runs = read_runs(database);
  if (runs.empty()) throw InputError("{}: holds no finished run", database.getFilename());
  read_criteria(database, runs);
  RunColumn sweep{sweep_fact(database, "name", "sweep"), {}};
  SQLite::Statement matches(database, "SELECT DISTINCT matches FROM runs WHERE status = 'done'");
  matches.executeStep();
  sweep.matches = matches.getColumn(0).getInt();
  if (matches.executeStep()) sweep.matches = 0;
  SQLite::Statement crossovers(
      database, "SELECT DISTINCT crossover FROM runs WHERE status = 'done' ORDER BY crossover");
  while (crossovers.executeStep()) {
    if (!sweep.crossovers.empty()) sweep.crossovers += ", ";
    sweep.crossovers += crossovers.getColumn(0).getString();
  }
  for (auto& [number, run] : runs) sweep.runs.push_back(std::move(run));
  return sweep;
}

}  // namespace

RunColumn read_stored_sweep(const fs::path& place) {
  const fs::path file = fs::is_regular_file(place) ? place : place / "sweep.sqlite";
  if (!fs::exists(file)) {
    throw InputError(
        "{}: holds no collected sweep (there is no {}); evorisk sweep "
        "collect makes one",
        place.string(), file.filename().string());
  }
  return with_database(file, SQLite::OPEN_READONLY, read_sweep);
}

}  // namespace evorisk::experiments::reproduce
