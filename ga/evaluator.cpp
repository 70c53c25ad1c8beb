#include "ga/evaluator.hpp"

#include <deque>
#include <utility>
#include <vector>

#include "metrics/measure.hpp"

namespace evorisk::ga {
namespace {

StreamKey match_key(const Config& config, const Individual& individual, Sample sample,
                    std::size_t judge, std::int64_t match) {
  const std::uint64_t row = static_cast<std::uint64_t>(sample) + 4 * judge;
  return {config.seed, Purpose::match, static_cast<std::uint32_t>(individual.generation),
          static_cast<std::uint32_t>(individual.index),
          (row << 40) + static_cast<std::uint64_t>(match)};
}

}  // namespace

risk::Variant variant_of(const Individual& individual, const Config& config) {
  return {individual.id(), rules_of(individual.genome, config.search_space, config.base_rules),
          individual.genome.map};
}

Evaluator::Evaluator(const Config& config, metrics::Engine& engine)
    : config_(config), engine_(engine) {
  for (const std::string& judge : config.judges) judges_.push_back({judge});
}

bool Evaluator::measure(std::span<Individual> individuals, const metrics::PlayControl& control) {
  std::deque<risk::Variant> variants;
  std::vector<Evidence> evidence;
  evidence.reserve(individuals.size());
  std::vector<metrics::Measurement> measurements;
  for (const Individual& individual : individuals) {
    variants.push_back(variant_of(individual, config_));
    evidence.push_back(individual.tables());
    for (std::size_t j = 0; j < config_.tables(); ++j) {
      measurements.push_back(
          {&variants.back(),
           match_key(config_, individual, Sample::search, j, individual.matches_played),
           config_.matches, &evidence.back()[j], judges_.empty() ? nullptr : &judges_[j]});
    }
  }
  if (!metrics::measure(engine_, measurements, control)) return false;
  for (std::size_t i = 0; i < individuals.size(); ++i) {
    Individual& individual = individuals[i];
    individual.matches_played += config_.matches;
    individual.fitness = metrics::judge(evidence[i], config_.objective, config_.judgement);
    individual.evidence = evidence[i].front();
    individual.others.assign(evidence[i].begin() + 1, evidence[i].end());
  }
  return true;
}

bool Evaluator::measure_again(std::span<const Individual* const> individuals, Sample sample,
                              std::int64_t matches, std::span<Evidence> evidence,
                              const metrics::PlayControl& control) {
  std::deque<risk::Variant> variants;
  std::vector<metrics::Measurement> measurements;
  for (std::size_t i = 0; i < individuals.size(); ++i) {
    variants.push_back(variant_of(*individuals[i], config_));
    evidence[i].assign(config_.tables(), metrics::CriteriaTotals(variants.back().players(),
                                                                 config_.objective.further()));
    for (std::size_t j = 0; j < config_.tables(); ++j) {
      measurements.push_back({&variants.back(), match_key(config_, *individuals[i], sample, j, 0),
                              matches, &evidence[i][j], judges_.empty() ? nullptr : &judges_[j]});
    }
  }
  return metrics::measure(engine_, measurements, control);
}

std::unique_ptr<metrics::Engine> engine_of(const Config& config, int threads) {
  metrics::EngineOptions options;
  options.agents = config.agents;
  options.parameters = config.objective.parameters;
  options.engine = config.engine;
  options.threads = threads;
  options.further = config.objective.further();
  return metrics::make_engine(options);
}

}  // namespace evorisk::ga
