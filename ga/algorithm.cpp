#include "ga/algorithm.hpp"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "ga/generational.hpp"
#include "ga/map_elites.hpp"
#include "ga/mutation.hpp"
#include "ga/nsga2.hpp"
#include "maps/base/error.hpp"
#include "maps/base/names.hpp"

namespace evorisk::ga {

namespace {

struct CrossoverCount {
  std::string_view name;
  std::int64_t CrossoverTally::*count;
};
constexpr CrossoverCount crossover_counts[] = {{"children", &CrossoverTally::children},
                                               {"not_planar", &CrossoverTally::not_planar},
                                               {"not_connected", &CrossoverTally::not_connected},
                                               {"joins_drawn", &CrossoverTally::joins_drawn},
                                               {"joins_made", &CrossoverTally::joins_made},
                                               {"joins_added", &CrossoverTally::joins_added},
                                               {"borders_lost", &CrossoverTally::borders_lost}};

struct MutationCount {
  std::string_view name;
  std::int64_t BreedingTally::Mutation::*count;
};
constexpr MutationCount mutation_counts[] = {{"drawn", &BreedingTally::Mutation::drawn},
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

void BreedingTally::write(JsonWriter& writer) const {
  writer.begin_object().member("selections", selections);
  writer.key("crossover").begin_object();
  for (const CrossoverCount& c : crossover_counts) writer.member(c.name, crossover.*c.count);
  writer.end_object().member("too_small", too_small);
  if (broken_rules > 0) writer.member("broken_rules", broken_rules);
  writer.key("mutations").begin_object();
  for (std::size_t i = 0; i < mutations.size(); ++i) {
    if (optional_mutation(i) && mutations[i].drawn == 0) continue;
    writer.key(mutation_name(i)).begin_object();
    for (const MutationCount& c : mutation_counts) writer.member(c.name, mutations[i].*c.count);
    writer.end_object();
  }
  writer.end_object().end_object();
}

BreedingTally BreedingTally::read(const JsonView& view) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  BreedingTally tally;
  tally.selections = view.at("selections").integer(0, most);
  const JsonView of_crossover = view.at("crossover");
  for (const CrossoverCount& c : crossover_counts) {
    tally.crossover.*c.count = of_crossover.at(c.name).integer(0, most);
  }
  tally.too_small = view.at("too_small").integer(0, most);
  if (const auto broken = view.find("broken_rules")) tally.broken_rules = broken->integer(0, most);
  const JsonView of_mutations = view.at("mutations");
  for (std::size_t i = 0; i < tally.mutations.size(); ++i) {
    if (optional_mutation(i) && !of_mutations.find(mutation_name(i))) continue;
    const JsonView of_mutation = of_mutations.at(mutation_name(i));
    for (const MutationCount& c : mutation_counts) {
      tally.mutations[i].*c.count = of_mutation.at(c.name).integer(0, most);
    }
  }
  return tally;
}

void BreedingTally::add(const BreedingTally& other) {
  selections += other.selections;
  for (const CrossoverCount& c : crossover_counts) crossover.*c.count += other.crossover.*c.count;
  too_small += other.too_small;
  broken_rules += other.broken_rules;
  for (std::size_t i = 0; i < mutations.size(); ++i) {
    for (const MutationCount& c : mutation_counts) {
      mutations[i].*c.count += other.mutations[i].*c.count;
    }
  }
}

namespace {

constexpr std::array kinds = {
    AlgorithmKind{"generational",
                  "Tournament selection, crossover, mutation and elitism; each generation replaces "
                  "the one before",
                  "thesis 4.3", make_generational},
    AlgorithmKind{"nsga2",
                  "NSGA-II: the groups of the objective as several aims; Pareto ranks, crowding, "
                  "parents and children compete",
                  "Deb, Pratap, Agarwal and Meyarivan 2002", make_nsga2},
    AlgorithmKind{"map_elites",
                  "Keeps the best variant of every niche of a grid of descriptors, and breeds from "
                  "all of them",
                  "Mouret and Clune 2015; noise: Justesen, Risi and Mouret 2019", make_map_elites},
};

}  // namespace

std::span<const AlgorithmKind> algorithm_kinds() {
  return kinds;
}

std::vector<std::string_view> algorithm_names() {
  std::vector<std::string_view> names;
  for (const AlgorithmKind& kind : kinds) names.push_back(kind.name);
  return names;
}

std::unique_ptr<Algorithm> make_algorithm(const Config& config, int threads, Exchange* exchange) {
  if (config.islands.count > 1) return make_islands(config, threads, exchange);
  return make_algorithm_alone(config, threads);
}

std::unique_ptr<Algorithm> make_algorithm_alone(const Config& config, int threads) {
  for (const AlgorithmKind& kind : kinds) {
    if (kind.name == config.algorithm) return kind.make(config, threads);
  }
  throw InputError(unknown_name("algorithm", config.algorithm, algorithm_names()));
}

}  // namespace evorisk::ga
