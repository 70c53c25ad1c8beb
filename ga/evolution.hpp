// One evolution in memory, generation by generation: what a run in a directory (ga/run.hpp) and a
// run of a sweep have in common. Knows nothing of files.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ga/algorithm.hpp"
#include "ga/budget/evidence_store.hpp"
#include "ga/config.hpp"
#include "ga/evaluator.hpp"
#include "ga/exchange.hpp"
#include "ga/final.hpp"

namespace evorisk::ga {

// The most matches that a run can play: filter, search, monitor, final evaluation and archive of
// all islands under all judges.
std::int64_t most_played(const Config& config);

// What a caller does beside a generation; what these throw comes out.
struct Company {
  // Called once while the evolution still says of the last generation what it said before, beside
  // the breeding of the next one.
  std::function<void()> meanwhile = {};
  // Whether the monitor's matches may wait, so that they are played in the next generation's
  // pool, where they keep no thread waiting; without it they may not. Asked where they are no
  // more than the generation's and another one follows.
  std::function<bool()> monitor_may_wait = {};
  // Called when matches that waited are played: monitor() is of the last generation now, and so
  // is everything else, still.
  std::function<void()> monitored = {};
};

class Evolution {
 public:
  // The best of a generation, measured by fresh matches for the record alone.
  struct Monitor {
    std::string id;  // empty without a monitor
    metrics::Estimate fitness;
    std::string record = "null";  // as the log holds it (ga/record.hpp), JSON
  };

  // All must outlive the evolution; the engine is engine_of(config, threads). With an exchange,
  // this is one of several processes with the same configuration.
  Evolution(const Config& config, metrics::Engine& engine, Exchange* exchange = nullptr);

  // Whether there is no further generation: that of config.generations was the last, or the next
  // would exceed config.budget.matches.
  bool done() const;
  // Breeds and plays the next generation; only when not done(). False when stopped, and where it
  // throws SearchStuck: then, after settle_monitor(), write_state() has what it had before (or
  // would have had), and that is all to be asked of the object.
  bool advance(const metrics::PlayControl& control, const Company& company = {});
  // Whether monitor() is of the last generation: its matches do not wait. If they do, it is of the
  // generation before, and write_state() and finish() are not to be called.
  bool monitored() const { return !waiting_; }
  // Plays the monitor's matches if they wait. Nothing stops them: they are few (Company).
  void settle_monitor();

  // After the last generation: the final evaluation. Nothing when stopped.
  std::optional<FinalResult> finish(const metrics::PlayControl& control);

  int generation() const { return generation_; }  // the last one finished; -1 at first
  std::span<const Individual> population() const { return algorithm_->population(); }
  // The individuals of the last generation, and what the algorithm has to say of it (JSON members).
  std::span<const Individual> measured() const { return algorithm_->measured(); }
  std::string notes() const;
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
  // "state" of the object that is open, "spent" under a budget, "evidence" where it is pooled per
  // genotype; and back. restore() looks at no other member. Throws
  // InputError.
  void write_state(JsonWriter& writer) const;
  void restore(const JsonView& view);

 private:
  // Whether there is no further generation after this one, with so many matches spent.
  bool is_last(int generation, std::int64_t spent) const;
  bool measure_monitor(const Individual& best, const metrics::PlayControl& control);
  void set_monitor(const Individual& best, const Evidence& evidence);
  // Screens and measures `individuals`, part by part, each in the process whose it is; what is
  // `beside` as Evaluator::measure() has it. `played`: by all processes, but for `beside`. False
  // when one of them was stopped.
  bool measure_parts(std::vector<Individual>& individuals, const metrics::PlayControl& control,
                     std::int64_t& played, FreshSample* beside);
  bool measure_part(std::span<Individual> part, PlayabilityTally& tally,
                    const metrics::PlayControl& control, std::int64_t& played, FreshSample* beside);

  const Config& config_;
  Exchange* exchange_;  // null: one process
  Evaluator evaluator_;
  EvidenceStore store_;  // empty unless evidence is pooled per genotype
  std::unique_ptr<Algorithm> algorithm_;
  PlayabilityFilter filter_;
  PlayabilityTally playability_;  // of the last generation
  int generation_ = -1;
  BreedingTally tally_;
  Monitor monitor_;
  std::optional<Individual> waiting_;  // the best of the last generation, not yet monitored
  std::vector<Individual> candidates_;
  std::int64_t matches_ = 0;
  std::int64_t spent_ = 0;
  std::int64_t spent_last_ = 0;
  double breeding_seconds_ = 0;
  double playing_seconds_ = 0;
};

// Keeps in `candidates` the `most` fittest different games among those there and `population`, the
// fittest first; who is there already is brought up to date.
void update_candidates(std::vector<Individual>& candidates, std::span<const Individual> population,
                       int most, const Config& config);

}  // namespace evorisk::ga
