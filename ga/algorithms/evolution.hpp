// One evolution in memory, generation by generation: what a run in a directory (ga/run/run.hpp) and
// a run of a sweep have in common. Knows nothing of files.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "base/communicator.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/config.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/evaluation/evidence_store.hpp"
#include "ga/evaluation/playability.hpp"

namespace evorisk::ga {

// The most matches that a run can play: filter, search, monitor, final evaluation and archive of
// all islands under all judges.
std::int64_t most_played(const Config& config);

class Evolution {
 public:
  // The best of a generation, measured by fresh matches for the record alone.
  struct Monitor {
    std::string id;  // empty without a monitor
    metrics::Estimate fitness;
    std::string record = "null";  // as the log holds it (ga/evaluation/record.hpp), JSON
  };

  // All must outlive the evolution; the engine is engine_of(config, threads). With a communicator,
  // this is one of several processes with the same configuration.
  Evolution(const Config& config, metrics::Engine& engine, Communicator* communicator = nullptr);

  // Whether there is no further generation: that of config.generations was the last, or the next
  // would exceed config.budget.matches.
  bool done() const;
  // Breeds and plays the next generation, then measures its best by the monitor; only when not
  // done(). False when stopped, and where it throws SearchStuck: then state() is what it was
  // before. The monitor's matches, which are few, are not stopped.
  bool advance(const metrics::PlayControl& control);

  // What is said before the next generation, from there on. Hearing the same again changes nothing.
  void hear(std::vector<Judgement> judgements);
  const Likes& likes() const { return likes_; }

  // Fresh evidence from matches that the search never sees, for a final evaluation: as
  // Evaluator::measure_again.
  bool measure_again(std::span<const Individual* const> individuals, Sample sample,
                     std::int64_t matches, std::span<Evidence> evidence,
                     const metrics::PlayControl& control);

  int generation() const { return generation_; }  // the last one finished; -1 at first
  std::span<const Individual> population() const { return algorithm_->population(); }
  // The individuals of the last generation, and what filter and algorithm have to say of it.
  std::span<const Individual> measured() const { return algorithm_->measured(); }
  void add_notes(nlohmann::ordered_json& line) const;
  const Individual& best() const;
  const BreedingTally& tally() const { return tally_; }  // of the last generation
  const Monitor& monitor() const { return monitor_; }
  // The fittest different games so far, for the final evaluation.
  const std::vector<Individual>& candidates() const { return candidates_; }

  std::int64_t matches() const { return matches_; }  // played by this object
  // Of the search in the whole run, and in the last generation: what the budget counts.
  std::int64_t spent() const { return spent_; }
  std::int64_t spent_last() const { return spent_last_; }
  // An upper bound of those it has still to play: the monitor may need fewer.
  std::int64_t matches_left() const;
  double breeding_seconds() const { return breeding_seconds_; }  // of the last generation
  double playing_seconds() const { return playing_seconds_; }

  // Everything the next generation depends on: members "generation", "monitor", "candidates" and
  // "state", "spent" under a budget, "evidence" where it is pooled per genotype, "likes" where
  // anything was said; and back.
  // restore() looks at no other member. Throws InputError.
  nlohmann::ordered_json state() const;
  void restore(const JsonView& view);

 private:
  void bend();  // the population and the candidates, by what is known of both
  void measure_monitor(const metrics::PlayControl& control);
  // Screens and measures `individuals`, part by part, each in the process that it belongs to.
  // `played`: by all processes. False when one of them was stopped.
  bool measure_parts(std::vector<Individual>& individuals, const metrics::PlayControl& control,
                     std::int64_t& played);
  bool measure_part(std::span<Individual> part, PlayabilityTally& tally,
                    const metrics::PlayControl& control, std::int64_t& played);

  const Config& config_;
  Communicator* communicator_;  // null: one process
  Evaluator evaluator_;
  EvidenceStore store_;  // empty unless evidence is pooled per genotype
  std::unique_ptr<Algorithm> algorithm_;
  PlayabilityFilter filter_;
  PlayabilityTally playability_;  // of the last generation
  int generation_ = -1;
  BreedingTally tally_;
  Monitor monitor_;
  std::vector<Individual> candidates_;
  Likes likes_;
  std::vector<Statement> heard_;  // before the last generation was bred
  std::int64_t matches_ = 0;
  std::int64_t spent_ = 0;
  std::int64_t spent_last_ = 0;
  double breeding_seconds_ = 0;
  double playing_seconds_ = 0;
};

// Keeps in `candidates` the `most` fittest different games among those there and `population`, the
// fittest first; one that is there already is brought up to date.
void update_candidates(std::vector<Individual>& candidates, std::span<const Individual> population,
                       int most, const Config& config);

}  // namespace evorisk::ga
