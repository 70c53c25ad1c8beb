// What algorithms with a single population have in common.
#pragma once

#include <span>
#include <vector>

#include "ga/algorithms/algorithm.hpp"
#include "ga/operators/breeder.hpp"

namespace evorisk::ga {

class PopulationAlgorithm : public Algorithm {
 public:
  PopulationAlgorithm(const Config& config, int threads)
      : config_(config), breeder_(config, threads) {}

  void tell(std::vector<Individual> measured) override { population_ = std::move(measured); }
  std::span<const Individual> population() const override { return population_; }
  nlohmann::ordered_json state() const override;
  void restore(const JsonView& state) override;

 protected:
  const Config& config_;
  const Breeder breeder_;
  std::vector<Individual> population_;  // what was told last
};

}  // namespace evorisk::ga
