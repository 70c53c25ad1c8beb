#include "ga/evaluation/evaluator.hpp"

#include <deque>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "ga/evaluation/policy.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/measure.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;
namespace {

// The place, in the streams of a generation, of the matches that all its candidates share.
constexpr std::uint32_t all_alike = std::numeric_limits<std::uint32_t>::max();

StreamKey key_of(const Config& config, std::uint32_t generation, std::uint32_t individual,
                 Sample sample, std::size_t judge, std::int64_t match) {
  const std::uint64_t row = static_cast<std::uint64_t>(sample) + 4 * judge;
  return {config.seed, Purpose::match, generation, individual,
          (row << 40) + static_cast<std::uint64_t>(match)};
}

}  // namespace

// A candidate, or several that are the same game, while a generation is measured.
struct Evaluator::Candidate {
  std::vector<std::size_t> individuals;
  Evidence evidence;
  std::int64_t played = 0;  // now
};

risk::Variant variant_of(const Individual& individual, const Config& config) {
  return {individual.id(), rules_of(individual.genome, config.search_space, config.base_rules),
          individual.genome.map};
}

Evaluator::Evaluator(const Config& config, metrics::Engine& engine, Communicator* communicator)
    : config_(config), engine_(engine), communicator_(communicator) {
  for (const std::string& judge : config.judges) judges_.push_back({judge});
}

void Evaluator::measure_target_distance(std::span<Individual> individuals) const {
  if (config_.objective.target == nullptr) return;
  parallel_for_dynamic(std::ssize(individuals), engine_.threads(), [&](std::int64_t i) {
    Individual& individual = individuals[static_cast<std::size_t>(i)];
    if (individual.likeness) return;
    individual.likeness =
        metrics::likeness(*config_.objective.target,
                          rules_of(individual.genome, config_.search_space, config_.base_rules),
                          *individual.genome.map);
  });
}

bool Evaluator::measure(std::span<Individual> individuals, int generation,
                        const metrics::PlayControl& control) {
  if (individuals.empty()) return true;
  measure_target_distance(individuals);
  std::vector<Candidate> candidates;
  candidates.reserve(individuals.size());
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < individuals.size(); ++i) {
    std::size_t place = candidates.size();
    if (config_.evidence_pool == EvidencePool::genotype) {
      place = known.emplace(game_key(individuals[i].genome), place).first->second;
    }
    if (place == candidates.size()) candidates.emplace_back();
    candidates[place].individuals.push_back(i);
  }
  std::vector<std::int64_t> equal;
  for (const Candidate& candidate : candidates) {
    equal.push_back(config_.matches * static_cast<std::int64_t>(candidate.individuals.size()));
  }
  std::vector<std::optional<risk::Variant>> variants(candidates.size());
  parallel_for_dynamic(std::ssize(variants), engine_.threads(), [&](std::int64_t i) {
    const auto c = static_cast<std::size_t>(i);
    const Individual& first = individuals[candidates[c].individuals.front()];
    variants[c].emplace(variant_of(first, config_));
    candidates[c].evidence = first.tables();
  });
  const std::unique_ptr<BudgetPolicy> policy =
      budget_policy(config_.budget.policy).make(config_.budget, std::move(equal));

  std::int64_t done = 0;
  std::vector<Arm> arms(candidates.size());
  std::vector<bool> outdated(candidates.size(), true);  // what the arm says
  while (true) {
    for (std::size_t c = 0; c < candidates.size() && policy->looks(); ++c) {
      if (!outdated[c]) continue;
      arms[c] = arm_of(candidates[c], individuals[candidates[c].individuals.front()]);
      outdated[c] = false;
    }
    const std::vector<std::int64_t> plan = policy->next(arms);
    if (plan.empty()) break;
    std::vector<metrics::Measurement> measurements;
    std::int64_t planned = 0;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      if (plan[c] == 0) continue;
      Candidate& candidate = candidates[c];
      const Individual& first = individuals[candidate.individuals.front()];
      const Individual::Stream stream =
          first.stream.value_or(Individual::Stream{first.generation, first.index});
      for (std::size_t j = 0; j < config_.tables(); ++j) {
        const StreamKey key = config_.budget.common_numbers
                                  ? key_of(config_, static_cast<std::uint32_t>(generation),
                                           all_alike, Sample::search, j, candidate.played)
                                  : key_of(config_, static_cast<std::uint32_t>(stream.generation),
                                           static_cast<std::uint32_t>(stream.index), Sample::search,
                                           j, first.matches_played + candidate.played);
        measurements.push_back({&*variants[c], key, plan[c], &candidate.evidence[j],
                                judges_.empty() ? nullptr : &judges_[j]});
      }
      candidate.played += plan[c];
      planned += plan[c];
      outdated[c] = true;
    }
    metrics::PlayControl inner{control.stop, nullptr};
    if (control.progress) {
      inner.progress = [&](std::int64_t played) { control.progress(done + played); };
    }
    if (!metrics::measure_in_one(engine_, measurements, inner)) return false;
    done += planned * static_cast<std::int64_t>(config_.tables());
  }
  parallel_for_dynamic(std::ssize(candidates), engine_.threads(), [&](std::int64_t c) {
    const Candidate& candidate = candidates[static_cast<std::size_t>(c)];
    const Individual& first = individuals[candidate.individuals.front()];
    const Individual::Stream stream =
        first.stream.value_or(Individual::Stream{first.generation, first.index});
    const std::int64_t played = first.matches_played + candidate.played;
    for (const std::size_t i : candidate.individuals) {
      Individual& individual = individuals[i];
      if (candidate.individuals.size() > 1) {
        individual.stream.reset();
        if (!(stream == Individual::Stream{individual.generation, individual.index})) {
          individual.stream = stream;
        }
      }
      individual.matches_played = played;
      individual.evidence = candidate.evidence.front();
      individual.others.assign(candidate.evidence.begin() + 1, candidate.evidence.end());
      individual.assess(config_.objective, config_.judgement);
    }
  });
  return true;
}

Arm Evaluator::arm_of(const Candidate& candidate, const Individual& first) const {
  const metrics::Estimate fitness =
      metrics::judge(candidate.evidence, config_.objective, config_.judgement,
                     first.likeness ? &*first.likeness : nullptr);
  return {fitness.mean, fitness.se, candidate.evidence.front().matches(),
          metrics::violation(*first.genome.map, candidate.evidence, config_.objective,
                             config_.judgement)};
}

bool Evaluator::measure_again(std::span<const Individual* const> individuals, Sample sample,
                              std::int64_t matches, std::span<Evidence> evidence,
                              const metrics::PlayControl& control) {
  std::deque<risk::Variant> variants;
  std::vector<metrics::Measurement> measurements;
  for (std::size_t i = 0; i < individuals.size(); ++i) {
    const Individual& individual = *individuals[i];
    variants.push_back(variant_of(individual, config_));
    evidence[i].assign(config_.tables(),
                       metrics::CriteriaTotals(variants.back().players(), config_.further()));
    if (!is_mine(communicator_, i)) continue;
    const bool common = config_.budget.common_numbers && sample == Sample::choice;
    const auto generation = static_cast<std::uint32_t>(individual.generation);
    const auto index = static_cast<std::uint32_t>(individual.index);
    for (std::size_t j = 0; j < config_.tables(); ++j) {
      measurements.push_back({&variants.back(),
                              key_of(config_, common ? all_alike : generation,
                                     common ? all_alike : index, sample, j, 0),
                              matches, &evidence[i][j], judges_.empty() ? nullptr : &judges_[j]});
    }
  }
  const bool done = metrics::measure_in_one(engine_, measurements, control);
  return share(done, evidence);
}

// Each process tells the others what it measured. False when one of them was stopped.
bool Evaluator::share(bool done, std::span<Evidence> evidence) const {
  if (!is_shared(communicator_)) return done;
  Json all = Json::array();
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    if (!is_mine(communicator_, i)) continue;
    Json& tables = all.emplace_back(Json::array());
    for (const metrics::CriteriaTotals& table : evidence[i]) tables.push_back(table.to_json());
  }
  const Json own = {{"done", done ? 1 : 0}, {"evidence", std::move(all)}};
  const std::vector<std::string> texts = communicator_->gather(own.dump());
  for (std::size_t rank = 0; rank < texts.size(); ++rank) {
    const std::string source = "process " + std::to_string(rank);
    const nlohmann::ordered_json document = parse_json(texts[rank], source);
    const JsonView view(document, source);
    done = done && view.at("done").integer(0, 1) == 1;
    std::size_t i = rank;
    for (const JsonView& item : view.at("evidence").items()) {
      std::size_t j = 0;
      for (const JsonView& table : item.items()) {
        evidence[i][j++] = metrics::CriteriaTotals::from_json(table);
      }
      i += texts.size();
    }
  }
  return done;
}

std::unique_ptr<metrics::Engine> engine_of(const Config& config, int threads) {
  metrics::EngineOptions options;
  options.agents = config.agents;
  options.parameters = config.objective.parameters;
  options.engine = config.engine;
  options.threads = threads;
  options.further = config.further();
  return metrics::make_engine(options);
}

}  // namespace evorisk::ga
