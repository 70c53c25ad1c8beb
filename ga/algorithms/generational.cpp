#include "ga/algorithms/generational.hpp"

#include <utility>

#include "ga/algorithms/population_algorithm.hpp"
#include "ga/operators/selection.hpp"

namespace evorisk::ga {

namespace {

class Generational final : public PopulationAlgorithm {
 public:
  using PopulationAlgorithm::PopulationAlgorithm;

  std::int64_t next_size() const override { return config_.population; }

  std::vector<Individual> ask(int generation, BreedingTally& tally) override {
    if (generation == 0) return breeder_.first_population();
    const std::vector<int> order = ranking(population_, config_);
    std::vector<int> ranks(order.size());
    for (std::size_t r = 0; r < order.size(); ++r) {
      ranks[static_cast<std::size_t>(order[r])] = static_cast<int>(r);
    }
    std::vector<Individual> next;
    next.reserve(static_cast<std::size_t>(config_.population));
    for (int e = 0; e < config_.elites; ++e) {
      next.push_back(population_[static_cast<std::size_t>(order[static_cast<std::size_t>(e)])]);
      if (config_.elite_policy == ElitePolicy::reevaluate) {
        next.back().forget(next.back().evidence.players(), config_.further(), config_.tables());
      }
    }
    const bool drawn = config_.ranking == "drawn";
    const auto pairing = [&](Random& random) {
      if (drawn) return drawn_tournament(population_, config_.tournament, random);
      return tournament(ranks, config_.tournament, random);
    };
    breeder_.breed(generation, population_, pairing, static_cast<std::size_t>(config_.population),
                   next, tally);
    return next;
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_generational(const Config& config, int threads) {
  return std::make_unique<Generational>(config, threads);
}

}  // namespace evorisk::ga
