#include "experiments/reproduce/stored_sweep.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "experiments/sweep/schema.hpp"
#include "experiments/sweep/sqlite.hpp"
#include "maps/base/error.hpp"
#include "maps/base/json.hpp"
#include "maps/formats/registry.hpp"
#include "metrics/criteria.hpp"

namespace evorisk::experiments::reproduce {
namespace {

namespace fs = std::filesystem;

int integer(const Statement& row, int column) {
  return static_cast<int>(row.integer(column));
}

[[noreturn]] void refuse(const Database& database, const std::string& problem) {
  throw InputError("{}: {}", database.file().string(), problem);
}

std::map<std::string, std::string> sweep_facts(Database& database) {
  std::map<std::string, std::string> facts;
  Statement query(database, "SELECT key, value FROM sweep");
  while (query.step()) facts[query.text(0)] = query.text(1);
  return facts;
}

// "thesis-9" is 9; anything else 0.
int thesis_map_number(const std::string& name) {
  for (int i = 1; i <= 10; ++i) {
    if (name == "thesis-" + std::to_string(i)) return i;
  }
  return 0;
}

std::map<int, RunSummary> read_runs(Database& database) {
  std::map<int, RunSummary> runs;
  Statement query(database,
                  "SELECT run, generations, population, tournament, mutation_rate, final_fitness, "
                  "least_fitness, least_generation, whole_last_generation FROM runs "
                  "WHERE status = 'done' ORDER BY run");
  while (query.step()) {
    RunSummary& run = runs[integer(query, 0)];
    run.parameters = {integer(query, 1), integer(query, 2), integer(query, 3), query.number(4)};
    run.final_fitness = query.number(5);
    run.least_fitness = query.number(6);
    run.least_generation = integer(query, 7);
    run.last_generation_is = thesis_map_number(query.text(8));
    run.last_generation_size = run.parameters.population;
    run.bred = run.parameters.generations * run.parameters.population;
  }
  return runs;
}

void read_bests(Database& database, std::map<int, RunSummary>& runs) {
  Statement query(database,
                  "SELECT run, genes, territories, map FROM individuals WHERE sample = 'last' AND "
                  "rank = 0");
  while (query.step()) {
    const auto found = runs.find(integer(query, 0));
    if (found == runs.end()) continue;
    RunSummary& run = found->second;
    const auto genes = parse_json(query.text(1), "genes");
    if (!genes.contains("allocation") || !genes.contains("defence_dice") ||
        !genes.contains("conquest_move") || !genes.contains("reinforcement_divisor")) {
      refuse(database, "its runs do not evolve the thesis' four rules");
    }
    run.genes = {genes["allocation"] == "pick", genes["defence_dice"],
                 genes["conquest_move"] == "max", genes["reinforcement_divisor"]};
    run.territories = integer(query, 2);
    const std::string map = query.text(3);
    if (!map.empty()) {
      const auto json = parse_json(map, "map");
      run.map = maps::resolve_map(JsonView(json, "map"), ".");
    }
  }
  Statement criteria(
      database,
      "SELECT c.run, c.criterion, c.mean FROM criteria c JOIN individuals i USING (run, "
      "sample, place) WHERE c.sample = 'last' AND i.rank = 0");
  while (criteria.step()) {
    const auto found = runs.find(integer(criteria, 0));
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
  const fs::path file = fs::is_regular_file(place) ? place : place / "sweep.sqlite";
  if (!fs::exists(file)) {
    throw InputError(
        "{}: holds no collected sweep (there is no {}); evorisk sweep "
        "collect makes one",
        place.string(), file.filename().string());
  }
  Database database(file, Database::Mode::read);
  const auto facts = sweep_facts(database);
  const auto format = facts.find("format");
  if (format == facts.end() || format->second != std::to_string(collection_format)) {
    refuse(database,
           fmt::format("this program reads collected sweeps of format {}, found {}",
                       collection_format, format == facts.end() ? "none" : format->second));
  }
  std::map<int, RunSummary> runs = read_runs(database);
  if (runs.empty()) refuse(database, "holds no finished run");
  read_bests(database, runs);
  StoredSweep sweep;
  const auto name = facts.find("name");
  sweep.name = name == facts.end() ? "sweep" : name->second;
  for (auto& [number, run] : runs) sweep.runs.push_back(std::move(run));
  return sweep;
}

}  // namespace evorisk::experiments::reproduce
