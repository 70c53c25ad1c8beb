// The results of one run of the study: a line of the journal.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/search_study/design.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::experiments {

struct StudyRecord {
  // The best of a size class, in the search's judgement.
  struct Best {
    std::string id;  // its id in the run
    int territories = 0;
    int continents = 0;
    std::int64_t matches = 0;   // that the search had played with it
    double believed = 0;        // fitness by which the search ranks it
    metrics::Estimate fitness;  // by fresh matches
    double turns = 0;           // the same
    bool playable = false;      // the same
  };

  StudyRun run;
  std::uint64_t seed = 0;
  std::int64_t spent = 0;  // matches that the search played
  int generations = 0;     // the first population included
  bool stuck = false;      // ended before its budget: no parents had a valid child
  std::vector<std::optional<Best>> classes;
  std::optional<std::size_t> overall;  // class of the best of all, in the search's judgement
  int niches = 0;                      // occupied niches, in the search's judgement
  int playable_niches = 0;             // niches with a playable variant, by fresh matches
  int playable_classes = 0;
  std::int64_t changes = 0;  // how often another individual became the best
  int changes_measured = 0;
  int changes_for_worse = 0;  // of those measured: the new best is worse by fresh matches
  metrics::Estimate change;   // mean true fitness of the new best less that of the old one

  const Best* best() const { return overall ? &*classes[*overall] : nullptr; }
  // Of the best: how much worse it is than the search believes.
  std::optional<double> gap() const;
  // The estimated number of changes for the worse: changes times their measured share.
  std::optional<double> elites_lost() const;
};

}  // namespace evorisk::experiments
