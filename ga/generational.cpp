#include "ga/generational.hpp"

#include <fmt/format.h>

#include <utility>

#include "ga/breeder.hpp"
#include "ga/operator_rates.hpp"
#include "ga/selection.hpp"

namespace evorisk::ga {

namespace {

class Generational final : public Algorithm {
 public:
  Generational(const Config& config, int threads)
      : config_(config), breeder_(config, threads), rates_(config), rates_before_(config) {}

  std::vector<Individual> ask(int generation, BreedingTally& tally,
                              const std::function<void()>& meanwhile) override {
    generation_ = generation;
    if (generation > 0) return bred(generation, tally, meanwhile);
    if (meanwhile) meanwhile();
    return breeder_.first_population();
  }

  void tell(std::vector<Individual> measured) override {
    rates_before_ = rates_;
    rates_.learn(generation_, population_, measured);
    outgoing_ = std::exchange(before_, std::exchange(population_, std::move(measured)));
  }

  void take_back() override {
    rates_ = rates_before_;
    population_ = std::move(before_);
  }

  void write_notes(JsonWriter& writer) const override { rates_.write_notes(writer); }

  std::span<const Individual> population() const override { return population_; }

  void write_state(JsonWriter& writer) const override {
    writer.begin_object().key("population");
    write_population(population_, config_.search_space, writer);
    rates_.write_state(writer);
    writer.end_object();
  }

  void restore(const JsonView& state) override {
    state.only({"population", "operators"});
    rates_.restore(state);
    const JsonView individuals = state.at("population");
    population_ = population_from_json(individuals, config_.search_space, config_.objective,
                                       config_.judgement);
    if (static_cast<int>(population_.size()) != config_.population) {
      individuals.fail(fmt::format("holds {} individuals, but the population has {}",
                                   population_.size(), config_.population));
    }
  }

 private:
  std::vector<Individual> bred(int generation, BreedingTally& tally,
                               const std::function<void()>& meanwhile) {
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
                   next, tally, rates_.rates(), [&] {
                     if (meanwhile) meanwhile();
                     outgoing_.clear();
                   });
    return next;
  }

  const Config& config_;
  const Breeder breeder_;
  OperatorRates rates_;
  OperatorRates rates_before_;  // the last tell, as the population
  int generation_ = 0;          // asked for last
  std::vector<Individual> population_;
  std::vector<Individual> before_;
  std::vector<Individual> outgoing_;  // nobody asks for them: given back while others breed
};

}  // namespace

std::unique_ptr<Algorithm> make_generational(const Config& config, int threads) {
  return std::make_unique<Generational>(config, threads);
}

}  // namespace evorisk::ga
