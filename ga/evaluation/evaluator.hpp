// From individuals to evidence: their matches, played as one pool.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/communicator.hpp"
#include "ga/config.hpp"
#include "ga/evaluation/policy.hpp"
#include "ga/genome/genome.hpp"
#include "metrics/engine.hpp"

namespace evorisk::ga {

// What matches of an individual are for. Match m of a sample is match number
// m + 2^40 * (the sample's value) of the individual's stream (seed, match, generation, index), so
// no match is ever in two samples. Judges after the first play on beyond all samples: judge j plays
// match m + 2^40 * (the sample's value + 4 j). Two samples may be of another stream: those of the
// search are of an earlier individual's where evidence is pooled with it (Individual::stream); and
// with common random numbers all candidates of a generation play the stream (generation, all ones)
// from match 0 on, and all finalists that of generation 2^32 - 1.
enum class Sample : std::uint64_t {
  search = 0,   // what selection sees
  monitor = 1,  // the record of each generation's best
  choice = 2,   // choosing among the final candidates
  report = 3,   // what is reported of the chosen
};

risk::Variant variant_of(const Individual& individual, const Config& config);
// The distance to the objective's target, where there is one and it is not known.
void measure_target_distance(Individual& individual, const Config& config);

class Evaluator {
 public:
  // All must outlive the evaluator. The engine's options are those of the configuration. With a
  // communicator, measure_again() shares its work among the processes.
  Evaluator(const Config& config, metrics::Engine& engine, Communicator* communicator = nullptr);

  // Adds fresh matches of each judge to the evidence of each playable one and assesses it:
  // config.matches on average, shared out by the budget's policy. Where evidence is pooled per
  // genotype, those that are the same game play once, with the matches of all of them. False when
  // stopped: then the individuals are unchanged.
  bool measure(std::span<Individual> individuals, int generation,
               const metrics::PlayControl& control);

  // Fresh evidence of each from `matches` matches of a sample under each judge, its first ones;
  // into `evidence`, one per individual. False when stopped.
  bool measure_again(std::span<const Individual* const> individuals, Sample sample,
                     std::int64_t matches, std::span<Evidence> evidence,
                     const metrics::PlayControl& control);

 private:
  struct Candidate;
  Arm arm_of(const Candidate& candidate) const;
  // The agents of a table; null without judges.
  const std::vector<std::string>* agents_of(std::size_t judge) const {
    return judges_.empty() ? nullptr : &judges_[judge];
  }
  bool share(bool done, std::span<Evidence> evidence) const;

  const Config& config_;
  metrics::Engine& engine_;
  Communicator* communicator_;
  std::vector<std::vector<std::string>> judges_;  // as MatchJob::agents; empty without judges
};

// The extended criteria among the quantities that `rows` name.
template <class Row>
metrics::CriteriaSet extended_of(const std::vector<Row>& rows) {
  metrics::CriteriaSet set;
  for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
    if (std::ranges::count(rows, info.name, &Row::quantity) > 0) set.add(info.id);
  }
  return set;
}

// The engine that a configuration asks for.
metrics::EngineOptions engine_options(const Config& config, int threads);
std::unique_ptr<metrics::Engine> engine_of(const Config& config, int threads);

}  // namespace evorisk::ga
