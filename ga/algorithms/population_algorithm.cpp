#include "ga/algorithms/population_algorithm.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "ga/evaluation/record.hpp"

namespace evorisk::ga {

nlohmann::ordered_json PopulationAlgorithm::state() const {
  return {{"population", population_to_json(population_, config_.search_space)}};
}

void PopulationAlgorithm::restore(const JsonView& state) {
  state.only({"population"});
  const JsonView individuals = state.at("population");
  population_ =
      population_from_json(individuals, config_.search_space, config_.objective, config_.judgement);
  // Of the first generation, or of a later one.
  const auto size = static_cast<std::int64_t>(population_.size());
  if (size != config_.population && size != next_size()) {
    individuals.fail("holds {} individuals, but the population has {}", size, config_.population);
  }
}

}  // namespace evorisk::ga
