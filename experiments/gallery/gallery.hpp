// A gallery of finished runs: many good, different variants, each measured anew.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/gallery/choice.hpp"
#include "experiments/gallery/exhibit.hpp"

namespace evorisk::experiments {

struct GalleryOptions {
  std::string title;
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

// Leaves out candidates that a screening finds unfair beyond one standard error; chooses, measures
// the chosen, and chooses again without those that turn out unfair. Fewer than `count` exhibits
// when fewer are fair and different. Nothing when stopped. Throws InputError for a directory
// without a finished run.
std::optional<Collection> make_gallery(const GalleryOptions& options);

}  // namespace evorisk::experiments
