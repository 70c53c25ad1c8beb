#include "ga/record.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "metrics/criteria.hpp"
#include "risk/match.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

Json estimate_to_json(const metrics::Estimate& estimate) {
  return {{"mean", estimate.mean}, {"se", estimate.se}};
}

Json evidence_to_json(const metrics::CriteriaTotals& totals, const metrics::Objective& objective) {
  Json criteria = Json::object();
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    criteria[std::string(info.name)] = estimate_to_json(totals.criterion(info.id));
  }
  Json wins = Json::array();
  for (int seat = 0; seat < totals.players(); ++seat) wins.push_back(totals.wins(seat));
  Json ends = Json::object();
  for (int i = 0; i < risk::end_reason_count; ++i) {
    const auto reason = static_cast<risk::EndReason>(i);
    ends[risk::end_reason_name(reason)] = totals.ends(reason);
  }
  return {{"matches", totals.matches()},
          {"fitness", estimate_to_json(metrics::fitness(totals, objective))},
          {"criteria", criteria},
          {"turns", estimate_to_json(totals.turns())},
          {"seat_wins", wins},
          {"ends", ends}};
}

Json identity_to_json(const Individual& individual, const SearchSpace& space) {
  const maps::Map& map = *individual.genome.map;
  return {{"id", individual.id()},
          {"born", individual.generation},
          {"parents", individual.parents},
          {"crossover", individual.crossover},
          {"mutations", individual.mutations},
          {"genes", genes_to_json(individual.genome, space)},
          {"territories", map.territory_count()},
          {"borders", map.border_count()},
          {"continents", map.continent_count()}};
}

Json generation_to_json(int generation, std::span<const Individual> population,
                        const BreedingTally& tally, const Json& monitor, const Config& config) {
  const std::vector<int> order = ranking(population);
  const Individual& best = population[static_cast<std::size_t>(order.front())];
  const Individual& worst = population[static_cast<std::size_t>(order.back())];
  double fitness_sum = 0;
  double territory_sum = 0;
  int least = best.genome.map->territory_count();
  int most = least;
  Json individuals = Json::array();
  for (const Individual& individual : population) {
    const int territories = individual.genome.map->territory_count();
    fitness_sum += individual.fitness.mean;
    territory_sum += territories;
    least = std::min(least, territories);
    most = std::max(most, territories);
    Json record = identity_to_json(individual, config.search_space);
    if (individual.generation == generation) {
      record["map"] = map_reference(config.search_space, individual.genome.map);
    }
    record.update(evidence_to_json(individual.evidence, config.objective));
    individuals.push_back(std::move(record));
  }
  const auto count = static_cast<double>(population.size());
  return {
      {"generation", generation},
      {"best", best.id()},
      {"fitness",
       {{"best", best.fitness.mean}, {"mean", fitness_sum / count}, {"worst", worst.fitness.mean}}},
      {"monitor", monitor},
      {"territories", {{"least", least}, {"mean", territory_sum / count}, {"most", most}}},
      {"breeding", tally.to_json()},
      {"individuals", individuals}};
}

}  // namespace evorisk::ga
