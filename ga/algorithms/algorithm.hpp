// Evolutionary algorithms behind one seam: the run asks which individuals to measure, measures
// them, and tells the algorithm.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "ga/config.hpp"
#include "ga/evaluation/likes.hpp"
#include "ga/genome/genome.hpp"
#include "ga/operators/breeder.hpp"

namespace evorisk::ga {

// One algorithm at work on one configuration. Deterministic: everything it does follows from the
// configuration (its seed included), its state, and what it is told. Call ask, then tell, for
// generation 0, 1, 2, ... in turn. Knows nothing of files or matches; threads change nothing but
// its speed.
class Algorithm {
 public:
  virtual ~Algorithm() = default;

  // The individuals of this generation, each to be measured by config.matches further matches on
  // average, added to whatever evidence it brings. Throws SearchStuck. Changes nothing that state()
  // has.
  virtual std::vector<Individual> ask(int generation, BreedingTally& tally) = 0;
  // The same, measured, in the same order.
  virtual void tell(std::vector<Individual> measured) = 0;
  // Bends the order that the next ask chooses parents and elites by, where it has one.
  virtual void bend(const Bending& /*bending*/) {}
  // How many individuals the next ask has.
  virtual std::int64_t next_size() const = 0;
  // Those among which the best is: what was told last, or an archive. Never empty after a tell.
  virtual std::span<const Individual> population() const = 0;
  // What was told last; what the log has of a generation.
  virtual std::span<const Individual> measured() const { return population(); }
  // The parts of what ask() returned last that are measured each by itself, in their order, by
  // their sizes; empty: all together. A racing budget is shared out within a part.
  virtual std::vector<std::size_t> parts() const { return {}; }
  // Adds to `line` what the algorithm has to say of a generation in the log.
  virtual void add_notes(nlohmann::ordered_json& /*line*/) const {}

  // Everything that the next ask depends on; and back, as after the tell of that generation.
  virtual nlohmann::ordered_json state() const = 0;
  virtual void restore(const JsonView& state) = 0;
};

// What algorithms with a single population have in common.
class PopulationAlgorithm : public Algorithm {
 public:
  PopulationAlgorithm(const Config& config, int threads)
      : config_(config), breeder_(config, threads) {}

  void tell(std::vector<Individual> measured) override { population_ = std::move(measured); }
  void bend(const Bending& bending) override { bending(population_); }
  std::span<const Individual> population() const override { return population_; }
  nlohmann::ordered_json state() const override;
  void restore(const JsonView& state) override;

 protected:
  const Config& config_;
  const Breeder breeder_;
  std::vector<Individual> population_;  // what was told last
};

// The registry.
struct AlgorithmKind {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;
  bool ranks;  // chooses parents by ranking(), which likes bend
  // `config` must outlive the algorithm; `threads`, from 1, may breed.
  std::function<std::unique_ptr<Algorithm>(const Config& config, int threads)> make;
};
std::span<const AlgorithmKind> algorithm_kinds();
// Adds one (base/registry.hpp, OpenTable): configurations then name it. Throws InputError.
void add_algorithm(AlgorithmKind kind);
// Why likes cannot bend a search of this configuration; empty where they can.
Message no_likes_because(const Config& config);
// The configuration's, on its islands where it has several. Throws InputError for an unknown name.
std::unique_ptr<Algorithm> make_algorithm(const Config& config, int threads);
// On one island.
std::unique_ptr<Algorithm> make_algorithm_alone(const Config& config, int threads);

// Its rows.
std::unique_ptr<Algorithm> make_generational(const Config& config, int threads);
std::unique_ptr<Algorithm> make_nsga2(const Config& config, int threads);
std::unique_ptr<Algorithm> make_map_elites(const Config& config, int threads);
std::unique_ptr<Algorithm> make_climber(const Config& config, int threads);
std::unique_ptr<Algorithm> make_random_search(const Config& config, int threads);

}  // namespace evorisk::ga
