#include "metrics/objective/target.hpp"

#include "maps/planar/edit_distance.hpp"

namespace evorisk::metrics {

bool operator==(const Target& a, const Target& b) {
  return a.variant->rules() == b.variant->rules() && a.variant->map() == b.variant->map() &&
         a.variant->name() == b.variant->name() && a.matches == b.matches && a.rules == b.rules &&
         a.map == b.map && a.keys == b.keys;
}

Likeness likeness(const Target& target, const risk::Rules& rules, const maps::Map& map) {
  const maps::EditDistance distance = maps::edit_distance(map, target.variant->map());
  return {risk::rule_distance(rules, target.variant->rules(), target.keys), distance.share(),
          distance.lower / distance.largest};
}

double target_loss(const Objective& objective, const risk::Variant& variant) {
  if (objective.target == nullptr) return 0;
  return objective.target->loss(likeness(*objective.target, variant.rules(), variant.map()));
}

}  // namespace evorisk::metrics
