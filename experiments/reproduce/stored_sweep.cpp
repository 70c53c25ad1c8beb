#include "experiments/reproduce/stored_sweep.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json.hpp"
#include "experiments/sweep/schema.hpp"
#include "experiments/sweep/sqlite.hpp"
#include "maps/formats/registry.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::experiments::reproduce {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> sweep_facts(SQLite::Database& database) {
  std::map<std::string, std::string> facts;
  SQLite::Statement query(database, "SELECT key, value FROM sweep");
  while (query.executeStep())
    facts[query.getColumn(0).getString()] = query.getColumn(1).getString();
  return facts;
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
      "least_fitness, least_generation, whole_last_generation FROM runs "
      "WHERE status = 'done' ORDER BY run");
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
  }
  return runs;
}

void read_bests(SQLite::Database& database, std::map<int, RunSummary>& runs) {
  SQLite::Statement query(
      database,
      "SELECT run, genes, territories, map FROM individuals WHERE sample = 'last' AND "
      "rank = 0");
  while (query.executeStep()) {
    const auto found = runs.find(query.getColumn(0).getInt());
    if (found == runs.end()) continue;
    RunSummary& run = found->second;
    const auto genes = parse_json(query.getColumn(1).getString(), "genes");
    if (!genes.contains("allocation") || !genes.contains("defence_dice") ||
        !genes.contains("conquest_move") || !genes.contains("reinforcement_divisor")) {
      throw InputError("{}: its runs do not evolve the thesis' four rules", database.getFilename());
    }
    run.genes = {genes["allocation"] == "pick", genes["defence_dice"],
                 genes["conquest_move"] == "max", genes["reinforcement_divisor"]};
    run.territories = query.getColumn(2).getInt();
    const std::string map = query.getColumn(3).getString();
    if (!map.empty()) {
      const auto json = parse_json(map, "map");
      run.map = maps::resolve_map(JsonView(json, "map"), ".");
    }
  }
  SQLite::Statement criteria(
      database,
      "SELECT c.run, c.criterion, c.mean FROM criteria c JOIN individuals i USING (run, "
      "sample, place) WHERE c.sample = 'last' AND i.rank = 0");
  while (criteria.executeStep()) {
    const auto found = runs.find(criteria.getColumn(0).getInt());
    if (found == runs.end()) continue;
    for (const metrics::CriterionInfo& info : metrics::criteria()) {
      if (info.name == criteria.getColumn(1).getString()) {
        found->second.criteria[static_cast<std::size_t>(info.id)] =
            criteria.getColumn(2).getDouble();
      }
    }
  }
}

StoredSweep read_sweep(SQLite::Database& database) {
  const auto facts = sweep_facts(database);
  const auto format = facts.find("format");
  if (format == facts.end() || format->second != std::to_string(collection_format)) {
    throw InputError("{}: this program reads collected sweeps of format {}, found {}",
                     database.getFilename(), collection_format,
                     format == facts.end() ? "none" : format->second);
  }
  std::map<int, RunSummary> runs = read_runs(database);
  if (runs.empty()) throw InputError("{}: holds no finished run", database.getFilename());
  read_bests(database, runs);
  StoredSweep sweep;
  const auto name = facts.find("name");
  sweep.name = name == facts.end() ? "sweep" : name->second;
  for (auto& [number, run] : runs) sweep.runs.push_back(std::move(run));
  return sweep;
}

}  // namespace

StoredSweep read_stored_sweep(const fs::path& place) {
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
