#include "ga/evaluation/record.hpp"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/names.hpp"
#include "base/registry.hpp"
#include "ga/genome/search_space.hpp"
#include "ga/operators/mutation.hpp"
#include "metrics/criteria/criteria.hpp"
#include "risk/match.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

// The members of a table's evidence.
void add_matches(const metrics::CriteriaTotals& totals, const metrics::Estimate& fitness,
                 Json& object) {
  object["matches"] = totals.matches();
  object["fitness"] = estimate_to_json(fitness);
  Json criteria = Json::object();
  for (const metrics::CriterionInfo& info : totals.measured()) {
    criteria[std::string(info.name)] = estimate_to_json(totals.criterion(info.id));
  }
  object["criteria"] = std::move(criteria);
  object["turns"] = estimate_to_json(totals.turns());
  Json& seat_wins = object["seat_wins"] = Json::array();
  for (int seat = 0; seat < totals.players(); ++seat) seat_wins.push_back(totals.wins(seat));
  Json ends = Json::object();
  for (int i = 0; i < risk::end_reason_count; ++i) {
    const auto reason = static_cast<risk::EndReason>(i);
    // Written only where there are missions, so that all other files stay as they were.
    if (reason == risk::EndReason::mission && totals.ends(reason) == 0) continue;
    ends[std::string(risk::end_reason_name(reason))] = totals.ends(reason);
  }
  object["ends"] = std::move(ends);
}

std::string mutation_from_json(const JsonView& view) {
  const std::string name = view.text();
  const bool known =
      std::ranges::any_of(map_mutations(), [&](const auto& m) { return m.name == name; }) ||
      std::ranges::any_of(risk::rule_keys(), [&](const risk::RuleKey& key) {
        return name == "rule:" + std::string(key.name);
      });
  if (!known) view.fail(unknown_name("mutation", name, names_of(map_mutations())));
  return name;
}

}  // namespace

Json estimate_to_json(const metrics::Estimate& estimate) {
  return {{"mean", estimate.mean}, {"se", estimate.se}};
}

Json target_distance_to_json(const metrics::TargetDistance& target_distance) {
  return {{"rules", target_distance.rules},
          {"map", target_distance.map},
          {"map_at_least", target_distance.map_at_least}};
}

Json evidence_to_json(std::span<const metrics::CriteriaTotals> tables) {
  Json json = Json::array();
  for (const metrics::CriteriaTotals& table : tables) json.push_back(table.to_json());
  return json;
}

Evidence evidence_from_json(const JsonView& view) {
  Evidence tables;
  for (const JsonView& table : view.items()) {
    tables.push_back(metrics::CriteriaTotals::from_json(table));
  }
  return tables;
}

Individual::Stream stream_from_json(const JsonView& view) {
  const std::vector<JsonView> pair = view.items();
  if (pair.size() != 2) view.fail("must be a generation and an index");
  return {pair[0].natural(), pair[1].natural()};
}

void merge(Evidence& evidence, const Evidence& extended) {
  for (std::size_t j = 0; j < evidence.size(); ++j) evidence[j].merge(extended[j]);
}

void add_evidence(const Evidence& tables, const Individual& individual, const Config& config,
                  Json& object) {
  add_matches(metrics::pooled(tables), individual.judged(tables, config), object);
  if (tables.size() == 1) return;
  Json& judges = object["judges"] = Json::array();
  for (std::size_t j = 0; j < tables.size(); ++j) {
    Json& judge = judges.emplace_back(Json{{"agent", config.judges[j]}});
    add_matches(tables[j], individual.judged({tables[j]}, config), judge);
  }
}

metrics::MatchLength length_in(const Json& evidence) {
  const auto turns = [](const Json& own) { return own.at("turns").at("mean").get<double>(); };
  if (!evidence.contains("judges")) return turns(evidence);
  metrics::MatchLength length = turns(evidence.at("judges").at(0));
  for (const Json& judge : evidence.at("judges")) {
    length.fewest = std::min(length.fewest, turns(judge));
    length.most = std::max(length.most, turns(judge));
  }
  return length;
}

void add_identity(const Individual& individual, const SearchSpace& space, Json& object) {
  const maps::Map& map = *individual.genome.map;
  object["id"] = individual.id();
  object["born"] = individual.generation;
  object["parents"] = individual.parents;
  object["crossover"] = individual.crossover;
  object["mutations"] = individual.mutations;
  object["genes"] = genes_to_json(individual.genome, space);
  object["territories"] = map.territory_count();
  object["borders"] = map.border_count();
  object["continents"] = map.continent_count();
}

void add_assessment(const Individual& individual, const metrics::Objective& objective,
                    Json& object) {
  if (!objective.constraints.empty()) object["violation"] = individual.violation;
  if (individual.target_distance)
    object["likeness"] = target_distance_to_json(*individual.target_distance);
  if (objective.groups.empty()) return;
  Json losses = Json::object();
  for (std::size_t g = 0; g < objective.groups.size(); ++g) {
    losses[objective.groups[g].name] = estimate_to_json(individual.losses[g]);
  }
  object["losses"] = std::move(losses);
}

Json individual_to_json(const Individual& individual, const SearchSpace& space) {
  Json json = {{"generation", individual.generation},
               {"index", individual.index},
               {"parents", individual.parents},
               {"crossover", individual.crossover},
               {"mutations", individual.mutations},
               {"genes", genes_to_json(individual.genome, space)},
               {"map", map_reference(space, individual.genome.map)}};
  if (individual.stream) {
    json["stream"] = {individual.stream->generation, individual.stream->index};
  }
  if (!individual.filtered.empty()) json["filtered"] = individual.filtered;
  if (individual.target_distance)
    json["likeness"] = target_distance_to_json(*individual.target_distance);
  json["matches_played"] = individual.matches_played;
  const std::span<const metrics::CriteriaTotals> tables = individual.evidence;
  json["evidence"] = tables.front().to_json();
  if (tables.size() > 1) json["others"] = evidence_to_json(tables.subspan(1));
  return json;
}

Individual individual_from_json(const JsonView& view, const Config& config) {
  view.only({"generation", "index", "parents", "crossover", "mutations", "genes", "map", "stream",
             "filtered", "likeness", "matches_played", "evidence", "others"});
  Individual individual;
  individual.generation = view.at("generation").natural();
  individual.index = view.at("index").natural();
  individual.parents = view.at("parents").texts();
  individual.crossover = view.at("crossover").text();
  for (const JsonView& name : view.at("mutations").items()) {
    individual.mutations.push_back(mutation_from_json(name));
  }
  individual.genome.genes = genes_from_json(view.at("genes"), config.search_space);
  individual.genome.map = map_from_reference(config.search_space, view.at("map"));
  if (const auto stream = view.find("stream")) individual.stream = stream_from_json(*stream);
  if (const auto why = view.find("filtered")) individual.filtered = why->text();
  if (const auto target_distance = view.find("likeness")) {
    individual.target_distance = {target_distance->at("rules").number(0, 1),
                                  target_distance->at("map").number(0, 1),
                                  target_distance->at("map_at_least").number(0, 1)};
  }
  individual.matches_played = view.at("matches_played").count();
  if (const auto others = view.find("others")) individual.evidence = evidence_from_json(*others);
  individual.evidence.insert(individual.evidence.begin(),
                             metrics::CriteriaTotals::from_json(view.at("evidence")));
  individual.assess(config);
  return individual;
}

Json population_to_json(std::span<const Individual> population, const SearchSpace& space) {
  Json json = Json::array();
  for (const Individual& individual : population) {
    json.push_back(individual_to_json(individual, space));
  }
  return json;
}

std::vector<Individual> population_from_json(const JsonView& view, const Config& config) {
  std::vector<Individual> population;
  for (const JsonView& item : view.items()) {
    population.push_back(individual_from_json(item, config));
  }
  return population;
}

}  // namespace evorisk::ga
