#include "experiments/reproduce/thesis.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/counted.hpp"
#include "base/json.hpp"
#include "experiments/reproduce/data.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::experiments::reproduce {
namespace {

using Json = nlohmann::ordered_json;

Hyperparameters parameters_of(const Json& row) {
  return {row.at("generations"), row.at("population"), row.at("tournament"),
          row.at("mutation_rate")};
}

Genes genes_of(const Json& row) {
  return {row.at("allocation") == "pick", row.at("defence_dice"), row.at("conquest_move") == "max",
          row.at("reinforcement_divisor")};
}

CriteriaValues criteria_of(const Json& row) {
  CriteriaValues values{};
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    values[static_cast<std::size_t>(info.id)] = row.at("criteria").at(std::string(info.name));
  }
  return values;
}

Thesis::ExtremeRun extreme_of(const Json& row) {
  return {parameters_of(row), criteria_of(row), row.at("fitness"), row.at("territories")};
}

Thesis::Game game_of(const Json& row) {
  return {row.value("map", ""), genes_of(row), criteria_of(row), row.at("fitness")};
}

Thesis read() {
  const Json json = parse_json(thesis_text(), "thesis.json");
  Thesis t;
  const Json& grid = json.at("grid");
  t.grid.generations = grid.at("generations").get<std::vector<int>>();
  t.grid.populations = grid.at("population").get<std::vector<int>>();
  t.grid.tournament_from = grid.at("tournament").at("from");
  t.grid.tournament_step = grid.at("tournament").at("step");
  t.grid.mutation_rates = grid.at("mutation_rate").get<std::vector<double>>();
  t.grid.runs = grid.at("runs");
  t.grid.matches = grid.at("matches");
  for (const Json& row : json.at("best_runs").at("rows")) {
    t.best_runs.push_back({parameters_of(row), row.at("fitness")});
  }
  t.runs_better_before_the_end = json.at("better_before_the_end").at("runs");
  for (const Json& row : json.at("best_before_the_end").at("rows")) {
    t.earlier_bests.push_back(
        {parameters_of(row), row.at("best"), row.at("in_generation"), row.at("final")});
  }
  for (const char* key : {"generations", "population", "tournament", "mutation_rate"}) {
    t.trends[key] = json.at("trends").at(key);
  }
  t.map_9_territories = json.at("initial_map_9").at("territories");
  t.fast = extreme_of(json.at("extreme_runs").at("fast"));
  t.slow = extreme_of(json.at("extreme_runs").at("long"));
  t.extreme_decimals = json.at("extreme_runs").at("decimals");
  const Json& games = json.at("games");
  t.risk = game_of(games.at("risk"));
  t.war = game_of(games.at("war"));
  t.best_generated = game_of(games.at("best_generated"));
  t.game_batches = games.at("batches");
  const Json& territories = json.at("territories");
  t.least_territories = territories.at("least");
  t.most_territories = territories.at("most");
  t.mean_territories = territories.at("mean");
  t.runs_with_at_most_10 = territories.at("runs_with_at_most_10");
  const Json& isomorphism = json.at("isomorphism");
  t.isomorphic_runs = isomorphism.at("runs_whose_last_generation_is_one_initial_map");
  t.isomorphic_individuals = isomorphism.at("individuals_in_them");
  for (const char* key : {"allocation", "defence_dice", "conquest_move", "reinforcement_divisor"}) {
    for (const auto& [value, runs] : json.at("rules").at(key).items()) {
      t.rule_counts.push_back({key, value, runs});
    }
  }
  for (const Json& row : json.at("risk_to_war").at("rows")) {
    t.risk_to_war.push_back({row.at("best_run"), row.at("with_war_rules"), row.at("individuals")});
  }
  return t;
}

}  // namespace

const Thesis& thesis() {
  static const Thesis values = read();
  return values;
}

std::string gene_value(const Genes& genes, const std::string& key) {
  if (key == "allocation") return genes.pick ? "pick" : "random";
  if (key == "defence_dice") return std::to_string(genes.defence_dice);
  if (key == "conquest_move") return genes.move_max ? "max" : "min";
  return std::to_string(genes.divisor);
}

std::string to_text(const Hyperparameters& p) {
  return fmt::format("{} of {}, tournament {}, mutation {:g}", counted(p.generations, "generation"),
                     p.population, p.tournament, p.mutation_rate);
}

}  // namespace evorisk::experiments::reproduce
