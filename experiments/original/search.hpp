// The genetic algorithm as the thesis' program ran it, and its operators on maps and genes, written
// out plainly.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/random.hpp"
#include "experiments/original/match.hpp"
#include "maps/map.hpp"

namespace evorisk::experiments::original {

struct Individual {
  Genes genes;
  maps::MapData map;  // may be neither planar nor connected, see breed()
  Criteria criteria{};
  double fitness = 0;  // of one batch of matches, drawn anew every generation
};

// Planar and connected: what the program asks of a child when it asks.
bool acceptable(const maps::MapData& map);

// Two children of two parents, unchecked. Both take their first part from `a` and their second from
// `b`, drawn independently; the rule genes are split two and two.
std::vector<Individual> crossover(const Individual& a, const Individual& b, Random& random);

// Crossover, mutation and the checks between, with the program's fault: it removes from the list it
// walks, so that after a rejected first child the second is not looked at. 0 to 2 children.
std::vector<Individual> breed(const Individual& a, const Individual& b, double rate,
                              Random& random);

struct SearchOptions {
  int generations = 10;
  int population = 50;
  int tournament = 22;
  double mutation_rate = 0.6;  // as configured; the program mutates with 1 - rate
  int matches = 100;           // per individual and generation
  std::uint64_t seed = 1;
  // What the first population is copies of (Risk to War, thesis 5.5).
  std::optional<Individual> first = {};
};

// Runs the search; generation 0 is the first population (by default the thesis' maps 1 to 10,
// uniformly, unchecked, with uniform genes). `done` is called with every evaluated generation, in
// order: N individuals, or N + 1. Differences from ga/: mutation with 1 - rate, bonuses that only
// rise, tournaments with replacement, half of the cut borders lost, children that slip through
// unchecked, an elite whose fitness is forgotten. One behaviour is not modelled: from 11 continents
// on, the program's agent takes continent 10 for 1 when it picks, and may break off.
void search(const SearchOptions& options,
            const std::function<void(int generation, const std::vector<Individual>&)>& done);

}  // namespace evorisk::experiments::original
