// Targets as JSON.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/registry.hpp"
#include "metrics/objective/objective_keys.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::metrics {
namespace {

using Json = nlohmann::ordered_json;
using Directory = const std::string&;

template <class Part>
Key<Part> weight_key() {
  return number_key<Part>("weight", &Part::weight, 0, largest_weight, "How much it counts.");
}

template <class Part>
Key<Part> tolerance_key() {
  return number_key<Part>("tolerance", &Part::tolerance, 0, 1,
                          "Distances up to here are as good as none.");
}

void read_rule_weights(const JsonView& view, Target::Rules& rules, Directory) {
  view.only(names_of(risk::rule_keys()));
  double sum = 0;
  for (const auto& [key, weight] : view.members()) {
    rules.keys.push_back({key, weight.number(0, largest_weight)});
    sum += rules.keys.back().weight;
  }
  if (sum == 0) view.fail("names no rule with a weight above 0; leave it out, and all count");
}

Json rule_weights_to_json(const Target::Rules& rules) {
  Json json = Json::object();
  for (const risk::RuleWeight& key : rules.keys) json[key.key] = key.weight;
  return json;
}

const KeyTable<Target::Part>& part_keys() {
  static const KeyTable<Target::Part> keys = {weight_key<Target::Part>(),
                                              tolerance_key<Target::Part>()};
  return keys;
}

const KeyTable<Target::Rules>& rules_keys() {
  static const KeyTable<Target::Rules> keys = {
      weight_key<Target::Rules>(),
      tolerance_key<Target::Rules>(),
      sparse(custom_key<Target::Rules>(
          "keys",
          {{"type", "object"},
           {"minProperties", 1},
           {"additionalProperties",
            {{"type", "number"}, {"minimum", 0}, {"maximum", largest_weight}}}},
          read_rule_weights, rule_weights_to_json,
          "The rules that count, with their weights; none: all, with weight 1.")),
  };
  return keys;
}

risk::Variant read_target_variant(const JsonView& view, Directory base_directory) {
  if (!view.is_string()) return risk::variant_from_json(view, base_directory);
  const std::string name = view.text();
  const std::filesystem::path path = std::filesystem::path(base_directory) / name;
  try {
    return risk::load_variant(names_file(path) ? path.string() : name);
  } catch (const InputError& error) {
    view.fail(error.message());
  }
}

Json target_variant_to_json(const Target& target) {
  if (target.variant == nullptr) return {};
  Json variant = risk::variant_to_json(*target.variant);
  variant.erase("bred_for");  // another search's
  return variant;
}

// A part of the distance, which may be written as its weight alone.
template <class Part>
Key<Target> distance_key(std::string_view name, Part Target::*place, const KeyTable<Part>& keys,
                         std::string_view meaning) {
  return custom_key<Target>(
      name, keys.short_schema(Target().*place, "weight"),
      [=](const JsonView& view, Target& target, Directory) {
        keys.read_short(view, target.*place, "weight");
      },
      [=](const Target& target) { return keys.write(target.*place); }, meaning);
}

const KeyTable<Target>& target_keys() {
  static const KeyTable<Target> keys = {
      required(custom_key<Target>(
          "variant", {{"type", {"string", "object"}}},
          [](const JsonView& view, Target& target, Directory directory) {
            target.variant =
                std::make_shared<const risk::Variant>(read_target_variant(view, directory));
          },
          target_variant_to_json,
          "A library map's name (with its usual rules), a path of a variant file, or a variant in "
          "place.")),
      integer_key("matches", &Target::matches, 0, std::int64_t{1} << 40,
                  "Matches by which the ideals were measured; 0: not known."),
      sparse(custom_key<Target>(
          "seed", {{"type", "integer"}, {"minimum", 0}},
          [](const JsonView& view, Target& target, Directory) {
            target.seed = static_cast<std::uint64_t>(view.count());
          },
          [](const Target& target) { return target.seed ? Json(*target.seed) : Json(); },
          "Seed of these matches; missing: not known.")),
      distance_key("rules", &Target::rules, rules_keys(), "A weight, or an object."),
      distance_key("map", &Target::map, part_keys(), "A weight, or an object."),
  };
  return keys;
}

}  // namespace

Key<Objective> target_key() {
  return sparse(custom_key<Objective>(
      "target", target_keys().schema({}),
      [](const JsonView& view, Objective& objective, Directory directory) {
        auto target = std::make_shared<Target>();
        target_keys().read(view, *target, directory);
        objective.target = std::move(target);
      },
      [](const Objective& objective) {
        return objective.target == nullptr ? Json() : target_keys().write(*objective.target);
      },
      "To be like a given variant. How near the criteria are is said by their ideals (evorisk "
      "target writes an objective with what it measured); this adds the distances of the rules (0 "
      "to 1: the weighted mean over keys) and of the map (0 to less than 1: the graph edit "
      "distance "
      "as a share of the largest there could be). Groups name them \"rules\" and \"map\", as if "
      "they were criteria."));
}

}  // namespace evorisk::metrics
