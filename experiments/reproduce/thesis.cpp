#include "experiments/reproduce/thesis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/counted.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "experiments/reproduce/data.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::experiments::reproduce {
namespace {

using Json = nlohmann::ordered_json;

const Json& document() {
  static const Json json = parse_json(thesis_text(), "thesis.json");
  return json;
}

Hyperparameters parameters_of(const Json& row) {
  return {row.at("generations"), row.at("population"), row.at("tournament"),
          row.at("mutation_rate")};
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
  return {row.value("map", ""), genes_from_json(row), criteria_of(row), row.at("fitness")};
}

Thesis read() {
  const Json& json = document();
  Thesis t;
  t.runs = json.at("grid").at("runs");
  t.matches = json.at("grid").at("matches");
  for (const Json& row : json.at("best_runs").at("rows")) {
    t.best_runs.push_back({parameters_of(row), row.at("fitness")});
  }
  for (const Json& row : json.at("best_before_the_end").at("rows")) {
    t.earlier_bests.push_back(
        {parameters_of(row), row.at("best"), row.at("in_generation"), row.at("final")});
  }
  t.fast = extreme_of(json.at("extreme_runs").at("fast"));
  t.slow = extreme_of(json.at("extreme_runs").at("long"));
  const Json& games = json.at("games");
  t.risk = game_of(games.at("risk"));
  t.war = game_of(games.at("war"));
  t.best_generated = game_of(games.at("best_generated"));
  for (const auto& [key, counts] : json.at("rules").at("counts").items()) {
    for (const auto& [value, runs] : counts.items()) t.rule_counts.push_back({key, value, runs});
  }
  for (const Json& row : json.at("risk_to_war").at("rows")) {
    t.risk_to_war.push_back({row.at("best_run"), row.at("with_war_rules"), row.at("individuals")});
  }
  for (const Json& row : json.at("wishes")) {
    t.wishes.push_back({row.at("wish"), row.at("here"), row.at("where")});
  }
  return t;
}

}  // namespace

const Thesis& thesis() {
  static const Thesis values = read();
  return values;
}

double thesis_figure(const std::string& place) {
  return document().at(Json::json_pointer(place));
}

std::string thesis_trend(const std::string& hyperparameter) {
  return document().at("trends").at(hyperparameter);
}

std::vector<Hyperparameters> thesis_grid() {
  const Json& grid = document().at("grid");
  std::vector<Hyperparameters> points;
  for (const int population : grid.at("population")) {
    for (int tournament = 2; tournament <= population / 2; tournament += 2) {
      for (const int generations : grid.at("generations")) {
        for (const double rate : grid.at("mutation_rate")) {
          points.push_back({generations, population, tournament, rate});
        }
      }
    }
  }
  return points;
}

std::vector<Hyperparameters> stratified_sample(int count, std::uint64_t seed) {
  const std::vector<Hyperparameters> grid = thesis_grid();
  const std::size_t n = std::min(grid.size(), static_cast<std::size_t>(std::max(1, count)));
  std::vector<Hyperparameters> sample;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t first = grid.size() * i / n;
    const std::size_t last = grid.size() * (i + 1) / n;
    Random random({seed, Purpose::sweep, 0, static_cast<std::uint32_t>(i), 0, 0});
    sample.push_back(grid[first + random.below(static_cast<std::uint32_t>(last - first))]);
  }
  return sample;
}

Genes genes_from_json(const Json& json) {
  return {json.at("allocation") == "pick", json.at("defence_dice"),
          json.at("conquest_move") == "max", json.at("reinforcement_divisor")};
}

Genes genes_from_view(const JsonView& view) {
  constexpr std::string_view allocation_names[] = {"random", "pick"};
  constexpr std::string_view move_names[] = {"min", "max"};
  return {view.at("allocation").one_of(allocation_names) == 1,
          static_cast<int>(view.at("defence_dice").integer(2, 3)),
          view.at("conquest_move").one_of(move_names) == 1,
          static_cast<int>(view.at("reinforcement_divisor").integer(1, 4))};
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
