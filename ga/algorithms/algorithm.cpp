#include "ga/algorithms/algorithm.hpp"

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/registry.hpp"
#include "ga/algorithms/islands.hpp"
#include "ga/evaluation/record.hpp"

namespace evorisk::ga {

namespace {

const AlgorithmKind own_kinds[] = {
    {"generational",
     "Tournament selection, crossover, mutation and elitism; each generation replaces "
     "the one before",
     "thesis 4.3", true, make_generational},
    {"nsga2",
     "NSGA-II: the groups of the objective as several aims; Pareto ranks, crowding, "
     "parents and children compete",
     "Deb, Pratap, Agarwal and Meyarivan 2002", false, make_nsga2},
    {"map_elites",
     "Keeps the best variant of every niche of a grid of descriptors, and breeds from "
     "all of them",
     "Mouret and Clune 2015; noise: Justesen, Risi and Mouret 2019", false, make_map_elites},
    {"climber",
     "Hill climber: children of the fittest alone, which plays on beside them; with "
     "patience it starts anew when none of them is better",
     "(1+lambda): Beyer and Schwefel 2002; restarts: Hoos and Stützle 2004", true, make_climber},
    {"random_search",
     "Breeds nothing: every generation draws new individuals, beside the fittest, "
     "which play on",
     "the baseline of Bergstra and Bengio 2012", false, make_random_search},
};

OpenTable<AlgorithmKind>& kinds() {
  static OpenTable<AlgorithmKind> table("algorithm", own_kinds);
  return table;
}

}  // namespace

nlohmann::ordered_json PopulationAlgorithm::state() const {
  return {{"population", population_to_json(population_, config_.search_space)}};
}

void PopulationAlgorithm::restore(const JsonView& state) {
  state.only({"population"});
  const JsonView individuals = state.at("population");
  population_ = population_from_json(individuals, config_);
  // Of the first generation, or of a later one.
  const auto size = static_cast<std::int64_t>(population_.size());
  if (size != config_.population && size != next_size()) {
    individuals.fail("holds {} individuals, but the population has {}", size, config_.population);
  }
}

std::span<const AlgorithmKind> algorithm_kinds() {
  return kinds().rows();
}

void add_algorithm(AlgorithmKind kind) {
  if (!kind.make) throw InputError("algorithm \"{}\" has no function that makes it", kind.name);
  kinds().add(std::move(kind));
}

Message no_likes_because(const Config& config) {
  if (config.likes.strength == 0) return "likes.strength is 0: likes are switched off";
  const AlgorithmKind& kind = kinds().find(config.algorithm);
  if (!kind.ranks) {
    return Message(
        "algorithm \"{}\" chooses no parents by one order, which likes could bend; "
        "\"generational\" "
        "and \"climber\" do",
        config.algorithm);
  }
  if (config.objective.combination == metrics::Combination::lexicographic) {
    return "an objective that takes its aims in order leaves no room for likes";
  }
  return {};
}

std::unique_ptr<Algorithm> make_algorithm(const Config& config, int threads) {
  if (config.islands.count > 1) return make_islands(config, threads);
  return make_algorithm_alone(config, threads);
}

std::unique_ptr<Algorithm> make_algorithm_alone(const Config& config, int threads) {
  auto algorithm = kinds().find(config.algorithm).make(config, threads);
  if (!algorithm) throw InputError("algorithm \"{}\": its function made none", config.algorithm);
  return algorithm;
}

}  // namespace evorisk::ga
