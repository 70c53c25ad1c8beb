// The thesis' genetic algorithm. Source: thesis 4.3.

#include "base/index.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/operators/selection.hpp"

namespace evorisk::ga {

namespace {

// Generation 0: `population` random individuals. Each later one: the `elites` fittest, then
// children of tournament winners (the winner the first parent, the runner-up the second), until
// there are exactly `population` individuals.
class Generational final : public PopulationAlgorithm {
 public:
  using PopulationAlgorithm::PopulationAlgorithm;

  std::int64_t next_size() const override { return config_.population; }

  std::vector<Individual> ask(int generation, BreedingTally& tally) override {
    if (generation == 0) return breeder_.first_population();
    const std::vector<int> order = ranking(population_, config_);
    std::vector<int> ranks(order.size());
    for (std::size_t r = 0; r < order.size(); ++r) ranks[at(order[r])] = static_cast<int>(r);
    std::vector<Individual> next;
    for (int e = 0; e < config_.elites; ++e) {
      Individual& elite = next.emplace_back(population_[at(order[at(e)])]);
      if (config_.elite_policy == ElitePolicy::reevaluate) {
        elite.forget(elite.evidence.front().players(), config_);
      }
    }
    const auto pairing = [&](Random& random) {
      return config_.ranking == "drawn" ? drawn_tournament(population_, config_.tournament, random)
                                        : tournament(ranks, config_.tournament, random);
    };
    breeder_.breed(generation, population_, pairing, at(config_.population), next, tally);
    return next;
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_generational(const Config& config, int threads) {
  return std::make_unique<Generational>(config, threads);
}

}  // namespace evorisk::ga
