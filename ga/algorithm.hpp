// Evolutionary algorithms behind one seam: the run asks whom to measure, measures, and tells.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ga/config.hpp"
#include "ga/crossover.hpp"
#include "ga/genome.hpp"
#include "ga/mutation.hpp"

namespace evorisk::ga {

// How a generation came about; one per generation, in the log.
struct BreedingTally {
  struct Mutation {
    std::int64_t drawn = 0;  // times the rate said yes
    std::int64_t made = 0;
    std::int64_t refused = 0;     // every draw would have broken an invariant
    std::int64_t impossible = 0;  // the genome offers no such change
  };
  std::int64_t selections = 0;  // pairs of parents
  CrossoverTally crossover;
  // Children discarded because their map has fewer territories than their rules have players.
  std::int64_t too_small = 0;
  // Children discarded because their rules contradict each other or do not fit their map.
  std::int64_t broken_rules = 0;
  // Per map mutation in the registry's order, then "rule": the genes of rules, all together.
  std::array<Mutation, map_mutation_count + 1> mutations{};

  // Reads what write() wrote. Throws InputError.
  static BreedingTally read(const JsonView& view);
  void write(JsonWriter& writer) const;
  void add(const BreedingTally& other);
};

// One algorithm at work on one configuration. Deterministic: everything it does follows from the
// configuration (its seed included), its state, and what it is told. Call ask, then tell, for
// generation 0, 1, 2, ... in turn. Knows nothing of files or matches; threads change nothing but
// its speed.
class Algorithm {
 public:
  virtual ~Algorithm() = default;

  // The individuals of this generation, each to be measured by config.matches further matches on
  // average, added to whatever evidence it brings. Throws SearchStuck. `meanwhile`, if any, is
  // called once by one of the threads, before anything is changed of what population(), measured()
  // and write_notes() say; what it throws comes out.
  virtual std::vector<Individual> ask(int generation, BreedingTally& tally,
                                      const std::function<void()>& meanwhile = {}) = 0;
  // The same, measured, in the same order.
  virtual void tell(std::vector<Individual> measured) = 0;
  // Takes the last tell back: write_state() has what it had before. Only where config has a
  // monitor, whose matches are what may be stopped after a tell; nothing but write_state() follows.
  virtual void take_back() = 0;
  // How many individuals the next ask has.
  virtual std::int64_t next_size() const { return static_cast<std::int64_t>(population().size()); }
  // Those among whom the best is: what was told last, or an archive. Never empty after a tell.
  virtual std::span<const Individual> population() const = 0;
  // What was told last; what the log has of a generation.
  virtual std::span<const Individual> measured() const { return population(); }
  // The parts of what ask() returned last that are measured each by itself, in their order, by
  // their sizes; empty: all together. A racing budget is shared out within a part.
  virtual std::vector<std::size_t> parts() const { return {}; }
  // Members that the algorithm adds to its generation's line of the log, into the open object.
  virtual void write_notes(JsonWriter&) const {}

  // Everything that the next ask depends on; and back, as after the tell of that generation.
  virtual void write_state(JsonWriter& writer) const = 0;
  virtual void restore(const JsonView& state) = 0;
};

// The search cannot go on: no parents that can be found have a valid child.
class SearchStuck : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The registry.
struct AlgorithmKind {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;
  // `config` must outlive the algorithm; `threads`, from 1, may breed.
  std::unique_ptr<Algorithm> (*make)(const Config& config, int threads);
};
std::span<const AlgorithmKind> algorithm_kinds();
std::vector<std::string_view> algorithm_names();
// The configuration's, on its islands where it has several. Throws InputError for an unknown name.
std::unique_ptr<Algorithm> make_algorithm(const Config& config, int threads,
                                          Exchange* exchange = nullptr);
// On one island.
std::unique_ptr<Algorithm> make_algorithm_alone(const Config& config, int threads);

}  // namespace evorisk::ga
