#include "ga/evaluator.hpp"

#include <deque>
#include <utility>
#include <vector>

#include "metrics/measure.hpp"

namespace evorisk::ga {
namespace {

StreamKey match_key(const Config& config, const Individual& individual, Sample sample,
                    std::int64_t match) {
  return {config.seed, Purpose::match, static_cast<std::uint32_t>(individual.generation),
          static_cast<std::uint32_t>(individual.index),
          (static_cast<std::uint64_t>(sample) << 40) + static_cast<std::uint64_t>(match)};
}

}  // namespace

risk::Variant variant_of(const Individual& individual, const Config& config) {
  return {individual.id(), rules_of(individual.genome, config.search_space, config.base_rules),
          individual.genome.map};
}

bool Evaluator::measure(std::span<Individual> individuals, const metrics::PlayControl& control) {
  std::deque<risk::Variant> variants;
  std::vector<metrics::CriteriaTotals> evidence;
  evidence.reserve(individuals.size());
  std::vector<metrics::Measurement> measurements;
  for (const Individual& individual : individuals) {
    variants.push_back(variant_of(individual, config_));
    evidence.push_back(individual.evidence);
    measurements.push_back(
        {&variants.back(),
         match_key(config_, individual, Sample::search, individual.matches_played), config_.matches,
         &evidence.back()});
  }
  if (!metrics::measure(engine_, measurements, control)) return false;
  for (std::size_t i = 0; i < individuals.size(); ++i) {
    individuals[i].evidence = evidence[i];
    individuals[i].matches_played += config_.matches;
    individuals[i].fitness = metrics::fitness(evidence[i], config_.objective);
  }
  return true;
}

bool Evaluator::measure_again(std::span<const Individual* const> individuals, Sample sample,
                              std::int64_t matches, std::span<metrics::CriteriaTotals> totals,
                              const metrics::PlayControl& control) {
  std::deque<risk::Variant> variants;
  std::vector<metrics::Measurement> measurements;
  for (std::size_t i = 0; i < individuals.size(); ++i) {
    variants.push_back(variant_of(*individuals[i], config_));
    totals[i] = metrics::CriteriaTotals(variants.back().players());
    measurements.push_back(
        {&variants.back(), match_key(config_, *individuals[i], sample, 0), matches, &totals[i]});
  }
  return metrics::measure(engine_, measurements, control);
}

std::unique_ptr<metrics::Engine> engine_of(const Config& config, int threads) {
  metrics::EngineOptions options;
  options.agents = config.agents;
  options.parameters = config.objective.parameters;
  options.engine = config.engine;
  options.threads = threads;
  return metrics::make_engine(options);
}

}  // namespace evorisk::ga
