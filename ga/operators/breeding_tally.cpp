#include "ga/operators/breeding_tally.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

template <class Tally>
struct Count {
  const char* name;
  std::int64_t Tally::*count;
};
constexpr Count<CrossoverTally> crossover_counts[] = {
    {"children", &CrossoverTally::children},
    {"not_planar", &CrossoverTally::not_planar},
    {"not_connected", &CrossoverTally::not_connected},
    {"joins_drawn", &CrossoverTally::joins_drawn},
    {"joins_made", &CrossoverTally::joins_made},
    {"joins_added", &CrossoverTally::joins_added},
    {"borders_lost", &CrossoverTally::borders_lost}};
constexpr Count<BreedingTally::Mutation> mutation_counts[] = {
    {"drawn", &BreedingTally::Mutation::drawn},
    {"made", &BreedingTally::Mutation::made},
    {"refused", &BreedingTally::Mutation::refused},
    {"impossible", &BreedingTally::Mutation::impossible}};

std::string_view mutation_name(std::size_t i) {
  return i < map_mutations().size() ? map_mutations()[i].name : "rule";
}

// Beyond the thesis' five: told of only where a run uses it.
bool optional_mutation(std::size_t i) {
  return i >= thesis_mutations().size() && i < map_mutations().size();
}

}  // namespace

Json BreedingTally::to_json() const {
  Json json = {{"selections", selections}};
  Json of_crossover = Json::object();
  for (const auto& c : crossover_counts) of_crossover[c.name] = crossover.*c.count;
  json["crossover"] = std::move(of_crossover);
  json["too_small"] = too_small;
  if (broken_rules > 0) json["broken_rules"] = broken_rules;
  if (not_kept > 0) json["not_kept"] = not_kept;
  Json of_mutations = Json::object();
  for (std::size_t i = 0; i < mutations.size(); ++i) {
    if (optional_mutation(i) && mutations[i].drawn == 0) continue;
    Json& counts = of_mutations[std::string(mutation_name(i))];
    for (const auto& c : mutation_counts) counts[c.name] = mutations[i].*c.count;
  }
  json["mutations"] = std::move(of_mutations);
  return json;
}

BreedingTally BreedingTally::from_json(const JsonView& view) {
  BreedingTally tally;
  tally.selections = view.at("selections").count();
  const JsonView of_crossover = view.at("crossover");
  for (const auto& c : crossover_counts) {
    tally.crossover.*c.count = of_crossover.at(c.name).count();
  }
  tally.too_small = view.at("too_small").count();
  if (const auto broken = view.find("broken_rules")) tally.broken_rules = broken->count();
  if (const auto lost = view.find("not_kept")) tally.not_kept = lost->count();
  const JsonView of_mutations = view.at("mutations");
  for (std::size_t i = 0; i < tally.mutations.size(); ++i) {
    if (optional_mutation(i) && !of_mutations.find(mutation_name(i))) continue;
    const JsonView of_mutation = of_mutations.at(mutation_name(i));
    for (const auto& c : mutation_counts) {
      tally.mutations[i].*c.count = of_mutation.at(c.name).count();
    }
  }
  return tally;
}

void BreedingTally::add(const BreedingTally& other) {
  selections += other.selections;
  for (const auto& c : crossover_counts) crossover.*c.count += other.crossover.*c.count;
  too_small += other.too_small;
  broken_rules += other.broken_rules;
  not_kept += other.not_kept;
  for (std::size_t i = 0; i < mutations.size(); ++i) {
    for (const auto& c : mutation_counts) {
      mutations[i].*c.count += other.mutations[i].*c.count;
    }
  }
}

}  // namespace evorisk::ga
