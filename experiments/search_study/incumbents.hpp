// The best that a search knows of each niche while it is at work, and how often its best changes.
// Observes a search without any effect on it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "experiments/search_study/design.hpp"
#include "ga/algorithms/evolution.hpp"

namespace evorisk::experiments {

class IncumbentTracker {
 public:
  // Both must outlive it.
  IncumbentTracker(const StudyDesign& design, const ga::Config& config)
      : design_(design), config_(config) {}

  // After each generation, in turn.
  void generation(const ga::Evolution& evolution);

  // The best of each niche by what the search believes at the end. A search without an archive
  // names of each niche the fittest of its whole run, each by what was last known of it; MAP-Elites
  // the individuals of its archive.
  struct Incumbent {
    ga::Individual individual;
    double believed = 0;
  };
  // By niche.
  std::map<int, Incumbent> incumbents(const ga::Evolution& evolution) const;

  // A change of the best: of the fittest of what the search holds, by its own ranking, from one
  // generation to the next. The same game under another id is no change.
  struct Change {
    ga::Individual before;
    ga::Individual after;
  };
  std::int64_t changes() const { return changes_; }
  // Some of them, evenly over the run: at most design.fresh().changes.
  std::vector<Change> some_changes() const;

 private:
  struct Chosen {
    const ga::Individual* individual;
    double believed;
  };
  std::map<int, Chosen> best_of_niches(std::span<const ga::Individual* const> pool) const;

  const StudyDesign& design_;
  const ga::Config& config_;
  std::map<int, Incumbent> kept_;
  std::vector<ga::Individual> best_;  // of the last generation; empty before the first
  std::int64_t changes_ = 0;
  std::vector<Change> sample_;  // every stride_-th, fewer than twice as many as are wanted
  std::int64_t stride_ = 1;
};

}  // namespace evorisk::experiments
