// What one run of the study found: a line of its journal.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/search_study/design.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::experiments {

struct StudyRecord {
  // The best of a size class, as the search names it.
  struct Best {
    std::string id;  // of the run
    int territories = 0;
    int continents = 0;
    std::int64_t matches = 0;   // that the search had seen of it
    double believed = 0;        // fitness by what the search ranks by
    metrics::Estimate fitness;  // by fresh matches
    double turns = 0;           // the same
    bool playable = false;      // the same
  };

  StudyRun run;
  std::uint64_t seed = 0;
  std::int64_t spent = 0;  // matches of the search
  int generations = 0;     // the first population included
  bool stuck = false;      // no parents had a valid child left: ended before its budget
  std::vector<std::optional<Best>> classes;
  std::optional<std::size_t> overall;  // the class of the best of all, as the search believes
  int niches = 0;                      // that the search believes to hold something
  int playable_niches = 0;             // that hold something playable, by fresh matches
  int playable_classes = 0;
  std::int64_t changes = 0;  // of the best: another game took its place
  int changes_measured = 0;
  int changes_for_worse = 0;  // of these, by fresh matches: the elite was lost to noise
  metrics::Estimate change;   // mean true fitness of the new best less that of the old one

  const Best* best() const { return overall ? &*classes[*overall] : nullptr; }
  // Of the best: how much worse it is than the search thinks.
  std::optional<double> gap() const;
  // Estimated elites lost in the run: changes times the share for the worse.
  std::optional<double> elites_lost() const;
};

}  // namespace evorisk::experiments
