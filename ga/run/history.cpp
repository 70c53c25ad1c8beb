#include "ga/run/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/json.hpp"
#include "base/parallel.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/algorithms/pareto.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/genome/search_space.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

Json front_to_json(std::span<const Individual> population, const Config& config) {
  const std::vector<Losses> points = losses_of(population);
  std::vector<Losses> front;
  Json members = Json::array();
  for (const int i : front_of(population)) {
    front.push_back(points[at(i)]);
    members.push_back(population[at(i)].id());
  }
  const std::size_t size = front.size();
  return {{"size", size},
          {"hypervolume", hypervolume(std::move(front), reference_of(config.objective))},
          {"members", std::move(members)}};
}

// The line without "breeding" and "individuals".
Json summary_of(const Evolution& evolution, const Config& config) {
  const std::span<const Individual> population = evolution.population();
  const Individual& best = evolution.best();
  // Those that are not playable rank last, and count only where there are no others.
  const bool any_playable = std::any_of(population.begin(), population.end(),
                                        [](const Individual& i) { return i.filtered.empty(); });
  // By fitness: the last in rank may be fit, and break a constraint.
  double worst = -std::numeric_limits<double>::infinity();
  double fitness_sum = 0;
  double territory_sum = 0;
  double count = 0;
  int least = best.genome.map->territory_count();
  int most = least;
  for (const Individual& individual : population) {
    if (any_playable && !individual.filtered.empty()) continue;
    const int territories = individual.genome.map->territory_count();
    ++count;
    fitness_sum += individual.fitness.mean;
    worst = std::max(worst, individual.fitness.mean);
    territory_sum += territories;
    least = std::min(least, territories);
    most = std::max(most, territories);
  }
  Json summary = {
      {"generation", evolution.generation()},
      {"best", best.id()},
      {"fitness", {{"best", best.fitness.mean}, {"mean", fitness_sum / count}, {"worst", worst}}},
      {"monitor", parse_json(evolution.monitor().record)},
      {"territories", {{"least", least}, {"mean", territory_sum / count}, {"most", most}}}};
  if (!(config.budget == Budget())) {
    summary["spent"] = {{"generation", evolution.spent_last()}, {"search", evolution.spent()}};
  }
  if (!config.objective.groups.empty()) summary["front"] = front_to_json(population, config);
  evolution.add_notes(summary);
  return summary;
}

Json logged(const Individual& individual, int generation, const Config& config) {
  Json json;
  add_identity(individual, config.search_space, json);
  if (!individual.filtered.empty()) json["filtered"] = individual.filtered;
  if (individual.generation == generation) {
    json["map"] = map_reference(config.search_space, individual.genome.map);
  }
  if (individual.stream) {
    json["stream"] = id_of(individual.stream->generation, individual.stream->index);
  }
  add_evidence(individual.evidence, individual, config, json);
  add_assessment(individual, config.objective, json);
  return json;
}

// What "ancestry" says of an individual, as the log has it in the generation of its birth.
std::string birth_of(const Json& individual) {
  Json birth = Json::object();
  for (const auto& [key, value] : individual.items()) {
    if (key == "map") break;  // the identity (and why it was filtered) ends here
    birth[key] = value;
  }
  birth["fitness"] = individual.at("fitness");
  birth["matches"] = individual.at("matches");
  return birth.dump();
}

}  // namespace

std::string History::add(const Evolution& evolution, const Config& config, int threads) {
  const std::span<const Individual> measured = evolution.measured();
  std::vector<std::string> texts(measured.size());
  std::vector<std::string> births(measured.size());
  parallel_for_dynamic(std::ssize(measured), threads, [&](std::int64_t i) {
    const Individual& one = measured[at(i)];
    const Json individual = logged(one, evolution.generation(), config);
    texts[at(i)] = individual.dump();
    if (one.generation == evolution.generation()) births[at(i)] = birth_of(individual);
  });
  std::erase(births, "");
  std::ranges::move(births, std::back_inserter(births_));
  breeding_.add(evolution.tally());
  const std::string& summary = generations_.emplace_back(summary_of(evolution, config).dump());
  return fmt::format("{},\"breeding\":{},\"individuals\":[{}]}}\n",
                     std::string_view(summary).substr(0, summary.size() - 1),
                     evolution.tally().to_json().dump(), fmt::join(texts, ","));
}

void read_log(const std::filesystem::path& log, const std::function<void(const Json&)>& take) {
  std::ifstream in(log);
  for (std::string line; std::getline(in, line) && !in.eof();) take(parse_json(line, log.string()));
  if (!in.eof()) throw SystemError("cannot read {}", log.string());
}

void History::read(const std::filesystem::path& log) {
  read_log(log, [&](const Json& generation) {
    breeding_.add(BreedingTally::from_json(JsonView(generation, log.string()).at("breeding")));
    for (const Json& individual : generation.at("individuals")) {
      if (individual.at("born") == generation.at("generation")) {
        births_.push_back(birth_of(individual));
      }
    }
    Json summary = generation;
    summary.erase("breeding");
    summary.erase("individuals");
    generations_.push_back(summary.dump());
  });
}

// Parents are born before their children: one pass from the end finds all ancestors.
void History::write(const std::string& id, Json& object) const {
  object["breeding"] = breeding_.to_json();
  Json& generations = object["generations"] = Json::array();
  for (const std::string& generation : generations_) generations.push_back(parse_json(generation));
  std::set<std::string> wanted = {id};
  std::vector<Json> ancestry;
  for (auto text = births_.rbegin(); text != births_.rend(); ++text) {
    Json birth = parse_json(*text);
    if (!wanted.contains(birth.at("id"))) continue;
    for (const Json& parent : birth.at("parents")) wanted.insert(parent);
    ancestry.push_back(std::move(birth));
  }
  std::reverse(ancestry.begin(), ancestry.end());
  object["ancestry"] = std::move(ancestry);
}

}  // namespace evorisk::ga
