// An aim besides the criteria: to be like a given variant, by its rules and by its map.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "maps/map.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/rules/rule_distance.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::metrics {

// How far a variant is from a target, without a match played.
struct TargetDistance {
  double rules = 0;         // risk::rule_distance, 0 ... 1
  double map = 0;           // maps::EditDistance::share(), 0 ... 1
  double map_at_least = 0;  // the same of its lower bound; equal to map where that is exact
  friend bool operator==(const TargetDistance&, const TargetDistance&) = default;
};

// The target. How near a variant's criteria are to its criteria is said by the objective's terms:
// their ideals are then what was measured of the target.
struct Target {
  struct Part {
    double weight = 1;
    double tolerance = 0;  // distances up to here are as good as none
    double loss(double distance) const {
      return distance > tolerance ? weight * (distance - tolerance) : 0;
    }
    friend bool operator==(const Part&, const Part&) = default;
  };

  struct Rules : Part {
    std::vector<risk::RuleWeight> keys;  // the rules that count; empty: all, with weight 1
    friend bool operator==(const Rules&, const Rules&) = default;
  };

  std::shared_ptr<const risk::Variant> variant;  // never null in an objective
  std::int64_t matches = 0;                      // behind the ideals of the terms; 0: not known
  std::optional<std::uint64_t> seed;             // of these matches; empty: not known
  Rules rules;
  Part map;

  double loss(const TargetDistance& target_distance) const {
    return rules.loss(target_distance.rules) + map.loss(target_distance.map);
  }
  // The same target: rules, map, and how they count.
  friend bool operator==(const Target& a, const Target& b);
};

TargetDistance target_distance(const Target& target, const risk::Rules& rules,
                               const maps::Map& map);

// What the objective's target adds to a variant's fitness for its rules and its map; 0 without one.
double target_loss(const Objective& objective, const risk::Variant& variant);

}  // namespace evorisk::metrics
