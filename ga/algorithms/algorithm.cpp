#include "ga/algorithms/algorithm.hpp"

#include <array>

#include "base/registry.hpp"
#include "ga/algorithms/generational.hpp"
#include "ga/algorithms/islands.hpp"
#include "ga/algorithms/map_elites.hpp"
#include "ga/algorithms/nsga2.hpp"

namespace evorisk::ga {

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

std::unique_ptr<Algorithm> make_algorithm(const Config& config, int threads,
                                          Communicator* communicator) {
  if (config.islands.count > 1) return make_islands(config, threads, communicator);
  return make_algorithm_alone(config, threads);
}

std::unique_ptr<Algorithm> make_algorithm_alone(const Config& config, int threads) {
  return find_named(kinds, "algorithm", config.algorithm).make(config, threads);
}

}  // namespace evorisk::ga
