// How individuals come into being: the first population, and children of pairs of parents. Shared
// by all algorithms, which differ in what may be a parent and what stays. Source: thesis 4.3.1 to
// 4.3.3.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ga/config.hpp"
#include "ga/genome/genome.hpp"
#include "ga/operators/breeding_tally.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/operators/keep.hpp"
#include "maps/likeness/profile.hpp"

namespace evorisk::ga {

// A child's genome before its name is known: the map is still editable.
struct Offspring {
  std::vector<int> genes;
  maps::MapPtr parent_map;             // the map itself, when maps do not evolve
  maps::MapData map;                   // else
  std::vector<std::string> mutations;  // as Individual's
  const maps::MapData& map_data() const { return parent_map ? parent_map->data() : map; }
};

// Mutates in place: each map mutation and each rule gene with probability config.mutation_rate,
// independently. Appends what was made to `mutations`. A mutation that changes a kept part is
// undone.
void mutate(Offspring& child, const Config& config, const KeptParts& kept, Random& random,
            BreedingTally& tally);

// Knows nothing of fitness. Randomness: pair p of generation g uses the streams (seed, selection |
// crossover | mutation, g, p), child c of it the substream c. So pairs can be crossed by several
// threads at a time, and be taken in their order afterwards.
class Breeder {
 public:
  // Draws the places, among the parents, of a first and a second one. May be called by several
  // threads at a time.
  using Pairing = std::function<std::pair<int, int>(Random& random)>;

  // `config` must outlive the breeder; `threads`, from 1, change nothing but the speed.
  Breeder(const Config& config, int threads);

  // config.population random individuals, without evidence.
  std::vector<Individual> first_population() const;
  // Adds random individuals, as those of the first population, until `next` has `wanted`.
  void draw(int generation, std::size_t wanted, std::vector<Individual>& next) const;

  // Adds children until `next` has `wanted` individuals: two per pair, crossed over and mutated,
  // without evidence, each named by its generation and its place in `next`. The first child of a
  // pair has the first parent's genes where the second has the second's. A child that is discarded
  // has no successor of the same parents: new ones are drawn. Throws SearchStuck.
  void breed(int generation, std::span<const Individual> parents, const Pairing& pairing,
             std::size_t wanted, std::vector<Individual>& next, BreedingTally& tally) const;

 private:
  struct OffspringPair;

  Individual drawn(int generation, int index) const;
  OffspringPair make(int generation, std::uint32_t pair, std::span<const Individual> parents,
                     const Pairing& pairing) const;
  void take(int generation, OffspringPair& pair, std::size_t wanted, std::vector<Individual>& next,
            BreedingTally& tally) const;
  std::optional<Offspring> cross(const Genome& first, const Genome& second,
                                 const std::vector<bool>& mask, Random& random,
                                 BreedingTally& tally) const;

  const Config& config_;
  const KeptParts kept_;
  const std::optional<maps::Profile> profile_;
  const SearchSpace first_maps_;
  const CrossoverOperator& crossover_;
  const int threads_;
};

}  // namespace evorisk::ga
