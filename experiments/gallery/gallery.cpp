#include "experiments/gallery/gallery.hpp"

#include <algorithm>
#include <memory>
#include <set>

#include "base/index.hpp"
#include "ga/run/run.hpp"
#include "metrics/objective/length.hpp"

namespace evorisk::experiments {
namespace {

class GalleryMaker {
 public:
  explicit GalleryMaker(const GalleryOptions& options) : options_(options) {
    gallery_.title = options.title;
    gallery_.agents = options.agents;
    gallery_.fairness = options.fairness;
    gallery_.seed = options.seed;
    // One objective for all, so that variants of runs with different aims can be compared.
    objective_ = ga::run_config(options.runs.front()).objective;
    objective_.terms = metrics::thesis_objective().terms;
    objective_.groups.clear();
    objective_.constraints.clear();
    metrics::EngineOptions engine;
    engine.parameters = objective_.parameters;
    engine.threads = options.threads;
    engine_ = metrics::make_engine(engine);
  }

  std::optional<Collection> make() {
    for (const std::string& run : options_.runs) {
      for (GalleryCandidate& c : gallery_candidates(run)) candidates_.push_back(std::move(c));
    }
    gallery_.candidates = static_cast<int>(candidates_.size());
    const auto all = numbers<std::size_t>(candidates_.size());
    const auto screened = measure("screening", all, MatchUse::screening, 0, options_.screen);
    if (!screened) return std::nullopt;
    std::set<std::size_t> unfair;
    for (const std::size_t i : all) {
      if (worst_advantage((*screened)[i], metrics::Coverage::one_error) > options_.fairness)
        unfair.insert(i);
    }
    leave_out(unfair);
    if (!choose_fair()) return std::nullopt;
    for (std::size_t i = 0; i < chosen_.size(); ++i) add_exhibit(i);
    return std::move(gallery_);
  }

 private:
  // Of each of the candidates; nothing when stopped.
  std::optional<std::vector<TotalsByAgent>> measure(const std::string& stage,
                                                    const std::vector<std::size_t>& which,
                                                    MatchUse use, std::uint32_t round,
                                                    std::int64_t matches) {
    std::vector<const risk::Variant*> variants;
    for (const std::size_t c : which) variants.push_back(&candidates_[c].variant);
    const std::int64_t all = std::ssize(which) * std::ssize(options_.agents) * matches;
    const metrics::PlayControl control{options_.stop, [&](std::int64_t played) {
                                         if (options_.on_progress)
                                           options_.on_progress(stage, played, all);
                                       }};
    return measure_tables(
        *engine_, {variants, options_.agents, options_.seed, use, round, 0, matches}, control);
  }

  void leave_out(const std::set<std::size_t>& unfair) {
    std::size_t i = 0;
    std::erase_if(candidates_, [&](const GalleryCandidate&) { return unfair.contains(i++); });
    gallery_.left_out += static_cast<int>(unfair.size());
  }

  // Until all that are chosen are fair by fresh matches; false when stopped.
  bool choose_fair() {
    for (std::set<std::size_t> unfair;; leave_out(unfair)) {
      chosen_ = choose(candidates_, static_cast<std::size_t>(options_.count), options_.quality);
      std::vector<std::size_t> unmeasured;
      for (const std::size_t i : chosen_) {
        if (!candidates_[i].tables) unmeasured.push_back(i);
      }
      auto tables =
          measure("measuring", unmeasured, MatchUse::reporting, measured_, options_.matches);
      if (!tables) return false;
      unfair.clear();
      for (std::size_t m = 0; m < unmeasured.size(); ++m) {
        if (worst_advantage((*tables)[m]) > options_.fairness) unfair.insert(unmeasured[m]);
        candidates_[unmeasured[m]].tables = std::move((*tables)[m]);
      }
      measured_ += static_cast<std::uint32_t>(unmeasured.size());
      if (unfair.empty()) return true;
    }
  }

  void add_exhibit(std::size_t i) {
    const GalleryCandidate& candidate = candidates_[chosen_[i]];
    risk::Variant variant = metrics::with_length(
        named_and_placed(candidate.variant, options_.seed + i, options_.title, names_),
        options_.agents, *candidate.tables);
    const StreamKey typical = typical_match(variant, options_.agents.front(), options_.seed, i);
    std::string file = exhibit_file(i, chosen_.size(), variant.name());
    gallery_.exhibits.push_back({"", std::move(file), candidate.source, "", std::move(variant),
                                 objective_, typical, *candidate.tables});
  }

  const GalleryOptions& options_;
  std::unique_ptr<metrics::Engine> engine_;
  std::vector<GalleryCandidate> candidates_;  // that are not known to be unfair
  std::vector<std::size_t> chosen_;
  std::uint32_t measured_ = 0;  // also of those left out since: each round has its own matches
  std::vector<std::string> names_;
  metrics::Objective objective_;
  Collection gallery_;
};

}  // namespace

std::optional<Collection> make_gallery(const GalleryOptions& options) {
  return GalleryMaker(options).make();
}

}  // namespace evorisk::experiments
