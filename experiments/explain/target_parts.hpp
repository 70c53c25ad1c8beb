// How near a variant comes to a target, and which of its parts keeps it away.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "maps/planar/edit_distance.hpp"
#include "metrics/engine.hpp"
#include "metrics/estimates/compare.hpp"
#include "metrics/objective/objective.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::experiments {

// A distance from the target in its three parts, each as the objective weighs it, and their sum.
struct WeightedDistance {
  metrics::Estimate criteria;
  double rules = 0;
  double map = 0;
  metrics::TargetDistance unweighted;
  double total() const { return criteria.mean + rules + map; }
};

// One part of a variant: the map, all rules, or one rule.
struct PartSwap {
  std::string part;       // "map", "rules", or a rule key
  std::string from = {};  // the variant's value of a rule, as JSON text
  std::string to = {};    // the target's
  // With the target's part in the variant: where it then is, and the change of the criteria's
  // distance (of paired matches).
  WeightedDistance with = {};
  metrics::Difference criteria = {};
  // With the variant's part in the target: how far that alone moves the target away from itself.
  WeightedDistance target_with = {};
  std::string impossible = {};  // why rules and map do not fit then; nothing was measured
};

struct TargetParts {
  WeightedDistance best;
  maps::MapEdits edits;         // that make the variant's map the target's
  bool exact = false;           // whether no cheaper path exists
  std::vector<PartSwap> swaps;  // those that close most of the distance first
  std::int64_t matches = 0;     // of each
};

// `objective` has a target. Every part in which the two differ is swapped by itself, both ways.
// Matches as compare_paired(): the variant's with key, the target's with the next individual's.
// Nothing when stopped.
std::optional<TargetParts> target_parts(const risk::Variant& variant,
                                        const metrics::Objective& objective,
                                        metrics::Engine& engine, const StreamKey& key,
                                        std::int64_t matches,
                                        const metrics::PlayControl& control = {});

}  // namespace evorisk::experiments
