// The genetic algorithm as the thesis' program ran it, written out plainly.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "experiments/original/criteria.hpp"
#include "maps/map.hpp"

namespace evorisk::experiments::original {

struct Individual {
  Genes genes;
  maps::MapData map;  // may be neither planar nor connected, see breed()
  Criteria criteria{};
  double fitness = 0;  // of one batch of `matches`, drawn anew every generation
};

struct SearchOptions {
  int generations = 10;
  int population = 50;
  int tournament = 22;
  double mutation_rate = 0.6;  // as configured; the program mutates with 1 - rate
  int matches = 100;           // per individual and generation
  std::uint64_t seed = 1;
  std::vector<Individual> first_kinds;  // drawn from uniformly with new genes; empty: see search()
  bool fixed_first_genes = false;       // keep the genes of `first_kinds` (Risk to War, thesis 5.5)
};

struct Generation {
  std::vector<Individual> individuals;  // N, or N + 1
  int crossovers = 0;                   // pairs of children made to fill it
  int rejected = 0;                     // children that did not enter
};

// Runs the search; generation 0 is the first population (by default the thesis' maps 1 to 10,
// uniformly, unchecked, with uniform genes). `done` is called with every evaluated generation, in
// order. Differences from ga/: mutation with 1 - rate, bonuses that only rise, tournaments with
// replacement, half of the cut borders lost, children that slip through unchecked, an elite whose
// fitness is forgotten. One behaviour is not modelled: from 11 continents on, the program's agent
// takes continent 10 for 1 when it picks, and may break off.
void search(const SearchOptions& options,
            const std::function<void(int generation, const Generation&)>& done);

}  // namespace evorisk::experiments::original
