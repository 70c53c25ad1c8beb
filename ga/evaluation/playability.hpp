// A stepwise filter before any score: what cannot be a game worth playing costs no more matches
// than it takes to see that. After Browne 2008 (Ludi) and Todd et al. 2024 (GAVEL).
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "ga/config.hpp"
#include "metrics/engine.hpp"

namespace evorisk::ga {

struct Individual;

inline constexpr std::string_view early_ends = "early_ends";

// What is asked of a variant when a configuration says "standard": some turns, a chance for every
// seat, few unfinished matches, then turns with a choice and territories that are fought over.
std::vector<PlayabilityStage> standard_playability();

// [{"matches": 50, "limits": {"turns": [8, 60], "best_seat": {"at_most": 0.8}}},
//  {"matches": 500, "agent": "cautious", "best": 0.25}, ...], or "standard", or "none" (no stage).
// Throws InputError.
std::vector<PlayabilityStage> playability_from_json(const JsonView& view);
nlohmann::ordered_json playability_to_json(const std::vector<PlayabilityStage>& stages);
// The JSON schema of both.
nlohmann::ordered_json playability_schema();

// What the filter did in a generation.
struct PlayabilityTally {
  struct Reason {
    std::string text;  // "best_seat above 0.8"
    std::int64_t count = 0;
  };
  std::int64_t tried = 0;
  std::int64_t passed = 0;
  std::int64_t matches = 0;
  std::vector<Reason> reasons;  // in the order of stages and limits: every limit there is

  void add(const PlayabilityTally& other);
  nlohmann::ordered_json to_json() const;
  static PlayabilityTally from_json(const JsonView& view);
};

// The filter of a configuration at work. In each stage limits on the graph come first, then those
// on its drawing, which takes as long as thousands of fast matches, then those on matches. Match m
// of stage s of an individual is match m + 2^52 + s 2^40 of its stream, so none is ever seen again.
class PlayabilityFilter {
 public:
  PlayabilityFilter(const Config& config, int threads);

  // The most matches that an individual may cost.
  std::int64_t most_matches() const;
  // Looks at those that have no evidence yet, stage by stage, and says in Individual::filtered why
  // one is not playable. False when stopped.
  bool screen(std::span<Individual> individuals, const metrics::PlayControl& control,
              PlayabilityTally& tally);

 private:
  struct Stage {
    PlayabilityStage rules;
    metrics::CriteriaSet extended;
    std::unique_ptr<metrics::Engine> engine;  // null where no matches are played
  };
  void look(const Stage& stage, std::span<Individual* const> left) const;
  // Of those that pass the stage's limits, the fittest by its matches pass; `totals` are theirs.
  void choose_best(const Stage& stage, std::span<Individual* const> left,
                   std::span<const metrics::CriteriaTotals> totals) const;
  bool play(std::size_t s, std::span<Individual* const> left, const metrics::PlayControl& control,
            PlayabilityTally& tally);

  const Config& config_;
  int threads_;
  std::vector<Stage> stages_;
};

}  // namespace evorisk::ga
