// The thesis' genetic algorithm. Source: thesis 4.3; spec of the search.
#pragma once

#include <memory>

#include "ga/algorithm.hpp"

namespace evorisk::ga {

// Generation 0: `population` random individuals. Each later one: the `elites` fittest, then
// children of tournament winners, two per pair, crossed over and mutated, until there are exactly
// `population` individuals; a child that is discarded (crossover `reject`) has no successor of the
// same parents: new ones are selected. The first child of a pair has the winner as first parent,
// the second the runner-up, with complementary rule genes. Randomness: pair p of generation g uses
// the streams (seed, selection | crossover | mutation, g, p), child c of it the substream c. So pairs can be crossed by several
// threads at a time, and be taken in their order afterwards.
std::unique_ptr<Algorithm> make_generational(const Config& config, int threads);

// A child's genome before its name is known: the map is still editable.
struct Offspring {
  std::vector<int> genes;
  maps::MapPtr parent_map;  // the map itself, when maps do not evolve
  maps::MapData map;        // else
  std::vector<std::string> mutations;
};

// Mutates in place: each map mutation and each rule gene with probability config.mutation_rate,
// independently. Appends what was made to `mutations`.
void mutate(Offspring& child, const Config& config, Random& random, BreedingTally& tally);

}  // namespace evorisk::ga
