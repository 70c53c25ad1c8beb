#include "experiments/explain/target_parts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "experiments/explain/paired_comparison.hpp"
#include "maps/planar/isomorphism.hpp"

namespace evorisk::experiments {
namespace {

WeightedDistance distance_of(const risk::Variant& variant, const metrics::CriteriaTotals& totals,
                             const metrics::Objective& objective) {
  const metrics::Target& target = *objective.target;
  WeightedDistance distance;
  distance.criteria = metrics::fitness(totals, objective);
  distance.unweighted = metrics::target_distance(target, variant.rules(), variant.map());
  distance.rules = target.rules.loss(distance.unweighted.rules);
  distance.map = target.map.loss(distance.unweighted.map);
  return distance;
}

// Missions of their own belong to a map; whatever part is swapped, the map's built-in ones do.
risk::Variant swapped(const risk::Variant& variant, const risk::Variant& other,
                      const std::string& part) {
  const std::string name = variant.name() + " with " + part + " of " + other.name();
  if (part == "map") return {name, variant.rules(), other.map_ptr()};
  if (part == "rules") return {name, other.rules(), variant.map_ptr()};
  risk::Rules rules = variant.rules();
  const nlohmann::ordered_json value = risk::get_rule(other.rules(), part);
  risk::set_rule(rules, part, JsonView(value, "target"));
  return {name, rules, variant.map_ptr()};
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

  // What was swapped, both ways, where it fits.
  std::vector<std::size_t> fitting;
  std::vector<risk::Variant> here;
  std::vector<risk::Variant> there;
  for (std::size_t i = 0; i < result.swaps.size(); ++i) {
    PartSwap& swap = result.swaps[i];
    try {
      risk::Variant changed = swapped(variant, target, swap.part);
      there.push_back(swapped(target, variant, swap.part));
      here.push_back(std::move(changed));
      fitting.push_back(i);
    } catch (const InputError& error) {
      swap.impossible = error.message().text();
    }
  }
  const auto pointers = [](const std::vector<risk::Variant>& variants) {
    std::vector<const risk::Variant*> all;
    for (const risk::Variant& one : variants) all.push_back(&one);
    return all;
  };
  // Rules and map are parts by themselves.
  metrics::Objective criteria_alone = objective;
  criteria_alone.target = nullptr;
  const std::optional<PairedComparison> own =
      compare_paired(variant, pointers(here), criteria_alone, engine, key, matches, control);
  if (!own) return std::nullopt;
  StreamKey other = key;
  ++other.individual;
  const std::optional<PairedComparison> theirs = compare_paired(
      target, pointers(there), criteria_alone, engine, other, matches, {control.stop, nullptr});
  if (!theirs) return std::nullopt;

  result.best = distance_of(variant, own->base, objective);
  const maps::EditDistance edits = maps::edit_distance(variant.map(), target.map());
  result.edits = edits.edits;
  result.exact = edits.exact;
  std::vector<metrics::Difference*> tested;
  for (std::size_t i = 0; i < fitting.size(); ++i) {
    PartSwap& swap = result.swaps[fitting[i]];
    swap.with = distance_of(here[i], own->totals[i], objective);
    swap.criteria = own->others[i].fitness;
    swap.target_with = distance_of(there[i], theirs->totals[i], objective);
    tested.push_back(&swap.criteria);
  }
  metrics::adjust_together(tested);  // all parts, as all single steps
  std::ranges::stable_sort(result.swaps, {}, [](const PartSwap& swap) {
    return std::pair(!swap.impossible.empty(), swap.with.total());
  });
  return result;
}

}  // namespace evorisk::experiments
