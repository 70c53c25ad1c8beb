#include "ga/evaluation/evaluator.hpp"

#include <deque>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "base/parallel.hpp"
#include "ga/evaluation/policy.hpp"
#include "ga/evaluation/record.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/measure.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;
namespace {

// The place, in the streams of a generation, of the matches that all its candidates share; as a
// generation, that of all finalists.
constexpr int all_alike = -1;

StreamKey key_of(const Config& config, const Individual::Stream& stream, Sample sample,
                 std::size_t judge, std::int64_t match) {
  const std::uint64_t row = static_cast<std::uint64_t>(sample) + 4 * judge;
  return {config.seed, Purpose::match, static_cast<std::uint32_t>(stream.generation),
          static_cast<std::uint32_t>(stream.index),
          (row << 40) + static_cast<std::uint64_t>(match)};
}

}  // namespace

// A candidate, or several that are the same game, while a generation is measured.
struct Evaluator::Candidate {
  std::vector<Individual*> individuals;
  std::optional<risk::Variant> variant;
  Evidence evidence;
  std::int64_t played = 0;  // now
};

risk::Variant variant_of(const Individual& individual, const Config& config) {
  return {individual.id(), rules_of(individual.genome.genes, config), individual.genome.map};
}

Evaluator::Evaluator(const Config& config, metrics::Engine& engine, Communicator* communicator)
    : config_(config), engine_(engine), communicator_(communicator) {
  for (const std::string& judge : config.judges) judges_.push_back({judge});
}

void measure_target_distance(Individual& individual, const Config& config) {
  if (config.objective.target == nullptr || individual.target_distance) return;
  individual.target_distance = metrics::target_distance(
      *config.objective.target, rules_of(individual.genome.genes, config), *individual.genome.map);
}

bool Evaluator::measure(std::span<Individual> individuals, int generation,
                        const metrics::PlayControl& control) {
  parallel_for_dynamic(std::ssize(individuals), engine_.threads(), [&](std::int64_t i) {
    Individual& individual = individuals[at(i)];
    if (individual.filtered.empty()) measure_target_distance(individual, config_);
  });
  std::vector<Candidate> candidates;
  std::map<std::string, std::size_t> known;
  for (Individual& individual : individuals) {
    if (!individual.filtered.empty()) continue;
    std::size_t place = candidates.size();
    if (config_.evidence_pool == EvidencePool::genotype) {
      place = known.emplace(game_key(individual.genome), place).first->second;
    }
    if (place == candidates.size()) candidates.emplace_back();
    candidates[place].individuals.push_back(&individual);
  }
  if (candidates.empty()) return true;
  std::vector<std::int64_t> equal;
  for (const Candidate& candidate : candidates) {
    equal.push_back(config_.matches * std::ssize(candidate.individuals));
  }
  const auto for_each_candidate = [&](const std::function<void(Candidate&)>& work) {
    parallel_for_dynamic(std::ssize(candidates), engine_.threads(),
                         [&](std::int64_t c) { work(candidates[at(c)]); });
  };
  for_each_candidate([&](Candidate& candidate) {
    candidate.variant.emplace(variant_of(*candidate.individuals.front(), config_));
    candidate.evidence = candidate.individuals.front()->evidence;
  });
  const BudgetPolicy policy =
      budget_policy(config_.budget.policy).make(config_.budget, std::move(equal));

  std::int64_t done = 0;
  std::vector<Arm> arms(candidates.size());
  std::vector<std::int64_t> plan(candidates.size(), 1);  // all are looked at first
  while (true) {
    parallel_for_dynamic(std::ssize(candidates), engine_.threads(), [&](std::int64_t c) {
      if (plan[at(c)] > 0) arms[at(c)] = arm_of(candidates[at(c)]);
    });
    plan = policy(arms);
    if (plan.empty()) break;
    std::vector<metrics::Measurement> measurements;
    std::int64_t planned = 0;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      if (plan[c] == 0) continue;
      Candidate& candidate = candidates[c];
      const Individual& first = *candidate.individuals.front();
      const bool common = config_.budget.common_numbers;
      const std::int64_t match = candidate.played + (common ? 0 : first.matches_played);
      const Individual::Stream stream =
          common ? Individual::Stream{generation, all_alike} : first.matches_stream();
      for (std::size_t j = 0; j < at(config_.tables()); ++j) {
        measurements.push_back({&*candidate.variant,
                                key_of(config_, stream, Sample::search, j, match), plan[c],
                                &candidate.evidence[j], agents_of(j)});
      }
      candidate.played += plan[c];
      planned += plan[c];
    }
    if (!metrics::measure_in_one(engine_, measurements, metrics::reporting_after(control, done)))
      return false;
    done += planned * config_.tables();
  }
  for_each_candidate([&](const Candidate& candidate) {
    const Individual& first = *candidate.individuals.front();
    const Individual::Stream stream = first.matches_stream();
    const std::int64_t played = first.matches_played + candidate.played;
    for (Individual* const individual : candidate.individuals) {
      if (candidate.individuals.size() > 1) individual->play_on(stream);
      individual->matches_played = played;
      individual->evidence = candidate.evidence;
      individual->assess(config_);
    }
  });
  return true;
}

Arm Evaluator::arm_of(const Candidate& candidate) const {
  const Individual& first = *candidate.individuals.front();
  const metrics::Estimate fitness = first.judged(candidate.evidence, config_);
  return {fitness.mean, fitness.se, candidate.evidence.front().matches(),
          metrics::violation(*first.genome.map, candidate.evidence, config_.objective,
                             config_.aggregation)};
}

bool Evaluator::measure_again(std::span<const Individual* const> individuals, Sample sample,
                              std::int64_t matches, std::span<Evidence> evidence,
                              const metrics::PlayControl& control) {
  std::deque<risk::Variant> variants;
  std::vector<metrics::Measurement> measurements;
  const bool common = config_.budget.common_numbers && sample == Sample::choice;
  for (std::size_t i = 0; i < individuals.size(); ++i) {
    const Individual& individual = *individuals[i];
    variants.push_back(variant_of(individual, config_));
    evidence[i].assign(at(config_.tables()), metrics::CriteriaTotals(variants.back().players(),
                                                                     config_.extended_criteria()));
    if (!is_mine(communicator_, i)) continue;
    const Individual::Stream stream =
        common ? Individual::Stream{all_alike, all_alike}
               : Individual::Stream{individual.generation, individual.index};
    for (std::size_t j = 0; j < at(config_.tables()); ++j) {
      measurements.push_back({&variants.back(), key_of(config_, stream, sample, j, 0), matches,
                              &evidence[i][j], agents_of(j)});
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
    if (is_mine(communicator_, i)) all.push_back(evidence_to_json(evidence[i]));
  }
  const Json own = {{"done", done}, {"evidence", std::move(all)}};
  const std::vector<std::string> texts = communicator_->gather(own.dump());
  for (std::size_t rank = 0; rank < texts.size(); ++rank) {
    const std::string source = "process " + std::to_string(rank);
    const Json document = parse_json(texts[rank], source);
    const JsonView view(document, source);
    done = done && view.at("done").boolean();
    std::size_t i = rank;
    for (const JsonView& item : view.at("evidence").items()) {
      evidence[i] = evidence_from_json(item);
      i += texts.size();
    }
  }
  return done;
}

metrics::EngineOptions engine_options(const Config& config, int threads) {
  return {config.agents, config.objective.parameters, config.engine, threads,
          config.extended_criteria()};
}

std::unique_ptr<metrics::Engine> engine_of(const Config& config, int threads) {
  return metrics::make_engine(engine_options(config, threads));
}

}  // namespace evorisk::ga
