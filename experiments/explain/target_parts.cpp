#include "experiments/explain/target_parts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "experiments/explain/paired_comparison.hpp"
#include "maps/planar/isomorphism.hpp"

namespace evorisk::experiments {
namespace {

TargetDistance distance_of(const risk::Variant& variant, const metrics::CriteriaTotals& totals,
                           const metrics::Objective& objective) {
  const metrics::Target& target = *objective.target;
  TargetDistance distance;
  distance.criteria = metrics::fitness(totals, objective);
  distance.likeness = metrics::likeness(target, variant.rules(), variant.map());
  distance.rules = target.rules.loss(distance.likeness.rules);
  distance.map = target.map.loss(distance.likeness.map);
  return distance;
}

// `rules` with the value that `other` has of one key.
risk::Rules with_key(const risk::Rules& rules, const risk::Rules& other, std::string_view key) {
  risk::Rules changed = rules;
  const nlohmann::ordered_json value = risk::get_rule(other, key);
  risk::set_rule(changed, key, JsonView(value, "target"));
  return changed;
}

// Missions of their own belong to a map; whatever part is swapped, the map's built-in ones do.
risk::Variant swapped(const risk::Variant& variant, const risk::Variant& other,
                      const std::string& part) {
  const std::string name = variant.name() + " with " + part + " of " + other.name();
  if (part == "map") return {name, variant.rules(), other.map_ptr()};
  if (part == "rules") return {name, other.rules(), variant.map_ptr()};
  return {name, with_key(variant.rules(), other.rules(), part), variant.map_ptr()};
}

}  // namespace

std::optional<TargetParts> target_parts(const risk::Variant& variant,
                                        const metrics::Objective& objective,
                                        metrics::Engine& engine, const StreamKey& key,
                                        std::int64_t matches, const metrics::PlayControl& control) {
  const risk::Variant& target = *objective.target->variant;
  TargetParts result;
  result.matches = matches;
  if (!maps::isomorphic(variant.map(), target.map(), maps::Sameness::continents)) {
    result.swaps.push_back({.part = "map"});
  }
  std::vector<PartSwap> rules;
  for (const risk::RuleKey& rule : risk::rule_keys()) {
    const std::string from = risk::get_rule(variant.rules(), rule.name).dump();
    const std::string to = risk::get_rule(target.rules(), rule.name).dump();
    if (from != to) rules.push_back({.part = std::string(rule.name), .from = from, .to = to});
  }
  if (rules.size() > 1) result.swaps.push_back({.part = "rules"});
  result.swaps.insert(result.swaps.end(), rules.begin(), rules.end());

  // What was swapped, both ways; nothing where it does not fit.
  std::vector<std::optional<risk::Variant>> here;
  std::vector<std::optional<risk::Variant>> there;
  for (PartSwap& swap : result.swaps) {
    std::optional<risk::Variant>& changed = here.emplace_back();
    std::optional<risk::Variant>& back = there.emplace_back();
    try {
      changed.emplace(swapped(variant, target, swap.part));
      back.emplace(swapped(target, variant, swap.part));
    } catch (const InputError& error) {
      changed.reset();
      swap.impossible = error.what();
    }
  }
  const auto fitting = [](const std::vector<std::optional<risk::Variant>>& all) {
    std::vector<const risk::Variant*> some;
    for (const std::optional<risk::Variant>& one : all) {
      if (one) some.push_back(&*one);
    }
    return some;
  };
  const std::vector<const risk::Variant*> of_variant = fitting(here);
  const std::vector<const risk::Variant*> of_target = fitting(there);
  // Rules and map are parts by themselves.
  metrics::Objective criteria_alone = objective;
  criteria_alone.target = nullptr;
  const std::optional<PairedComparison> own =
      compare_paired(variant, of_variant, criteria_alone, engine, key, matches, control);
  if (!own) return std::nullopt;
  StreamKey other = key;
  ++other.individual;
  const std::optional<PairedComparison> theirs = compare_paired(
      target, of_target, criteria_alone, engine, other, matches, {control.stop, nullptr});
  if (!theirs) return std::nullopt;

  result.best = distance_of(variant, own->base, objective);
  const maps::EditDistance edits = maps::edit_distance(variant.map(), target.map());
  result.edits = edits.edits;
  result.exact = edits.exact;
  std::size_t next = 0;
  for (std::size_t i = 0; i < result.swaps.size(); ++i) {
    if (!here[i]) continue;
    PartSwap& swap = result.swaps[i];
    swap.with = distance_of(*here[i], own->totals[next], objective);
    swap.criteria = own->others[next].fitness;
    swap.target_with = distance_of(*there[i], theirs->totals[next], objective);
    ++next;
  }
  std::stable_sort(result.swaps.begin(), result.swaps.end(),
                   [](const PartSwap& a, const PartSwap& b) {
                     if (a.impossible.empty() != b.impossible.empty()) return a.impossible.empty();
                     return a.with.total() < b.with.total();
                   });
  return result;
}

}  // namespace evorisk::experiments
