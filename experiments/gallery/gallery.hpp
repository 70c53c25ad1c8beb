// A gallery: many good, different variants from finished runs, each measured anew.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/gallery/choice.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::experiments {

struct GalleryOptions {
  std::vector<std::string> runs;    // directories of finished runs
  std::vector<std::string> agents;  // each plays in all seats of matches of its own
  int count = 30;                   // variants to show
  std::int64_t matches = 2000;      // fresh matches of each chosen variant under each agent
  std::int64_t screen = 300;        // matches of each candidate under each agent
  double fairness = 0.1;  // the largest advantage of a seat, under any agent, that is fair
  double quality = 1;     // what quality counts beside novelty
  std::uint64_t seed = 1;
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;
  // Called with the name of the stage and its matches, played and in all.
  std::function<void(const std::string&, std::int64_t, std::int64_t)> on_progress;
};

// A variant of the gallery and what is known of it.
struct Exhibit {
  std::string file;            // of the variant, relative to the gallery
  GalleryCandidate candidate;  // the variant as its run left it
  // The same rules and borders, with a name, with names for all territories and continents, and
  // with positions for drawing.
  risk::Variant variant;
  double novelty = 0;  // distance from the nearest exhibit chosen before it
  // Of `variant` under the first agent: the match whose length and lead changes are nearest to the
  // mean of 200.
  StreamKey typical;
  std::vector<metrics::CriteriaTotals> tables;  // fresh matches, by agent
};

struct Gallery {
  std::vector<std::string> agents;  // of the tables
  metrics::Objective
      objective;          // the seven criteria of the thesis, with the first run's parameters
  double fairness = 0.1;  // as in the options
  int candidates = 0;     // that were looked at
  int unfair = 0;         // of them, left out because some agent finds them unfair
  std::vector<Exhibit> exhibits;  // fewer than `count` when fewer are fair and different
};

// Leaves out candidates that a screening finds unfair beyond one standard error; chooses, measures
// the chosen, and chooses again without those that turn out unfair. Nothing when stopped. Throws
// InputError for a directory without a finished run.
std::optional<Gallery> make_gallery(const GalleryOptions& options);

}  // namespace evorisk::experiments
