// What happened while a generation was bred.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <vector>

#include "base/json.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/operators/mutation.hpp"

namespace evorisk::ga {

// How a generation came about; one per generation, in the log.
struct BreedingTally {
  struct Mutation {
    std::int64_t drawn = 0;  // times the rate said yes
    std::int64_t made = 0;
    std::int64_t refused = 0;     // every draw would have broken an invariant
    std::int64_t impossible = 0;  // the genome offers no such change

    void count(Mutated outcome) {
      ++drawn;
      ++(outcome == Mutated::made ? made : outcome == Mutated::refused ? refused : impossible);
    }
  };
  std::int64_t selections = 0;  // pairs of parents
  CrossoverTally crossover;
  // Children discarded because their map has fewer territories than their rules have players.
  std::int64_t too_small = 0;
  // Children discarded because their rules contradict each other or do not fit their map.
  std::int64_t broken_rules = 0;
  // Children discarded because they lack something that is kept (ga/operators/keep.hpp).
  std::int64_t not_kept = 0;
  // Per map mutation in the registry's order, then "rule": the genes of rules, all together.
  std::vector<Mutation> mutations = std::vector<Mutation>(map_mutations().size() + 1);

  nlohmann::ordered_json to_json() const;
  // Throws InputError.
  static BreedingTally from_json(const JsonView& view);
  void add(const BreedingTally& other);
};

// The search cannot go on: no parents that can be found have a valid child.
class SearchStuck : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace evorisk::ga
