// Objectives as JSON.

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/key_table.hpp"
#include "base/registry.hpp"
#include "base/utf8.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/objective/objective_keys.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::metrics {
namespace {

using Json = nlohmann::ordered_json;

constexpr double largest_group_value = 1e6;  // of a tolerance, a reference
constexpr double longest_ideal = 100000;
// What a target adds to the names of criteria, in groups.
constexpr std::array<std::string_view, 2> target_parts = {"rules", "map"};

// The number of millionths that `weight` is exactly, or -1. The division below is correctly
// rounded, so it gives the double a decimal of at most 6 places is read as.
std::int64_t millionths(double weight) {
  if (!(weight >= 0 && weight <= 1)) return -1;
  const auto count = static_cast<std::int64_t>(std::llround(weight * 1e6));
  return static_cast<double>(count) / 1e6 == weight ? count : -1;
}

double read_weight(const JsonView& view) {
  const double weight = view.number(0, 1);
  if (millionths(weight) < 0) {
    view.fail("has more than 6 decimals; positions are compared exactly, in millionths");
  }
  return weight;
}

// What groups share out: the terms of criteria and of quantities, and what a target adds to them.
struct Aim {
  std::string_view name;
  double weight;
  bool grouped = false;
};

std::vector<Aim> aims_of(const Objective& objective) {
  std::vector<Aim> aims;
  for (const Objective::Term& term : objective.terms) {
    aims.push_back({criterion_info(term.criterion).name, term.weight});
  }
  for (const Objective::QuantityTerm& term : objective.quantities) {
    aims.push_back({term.quantity, term.weight});
  }
  if (objective.target != nullptr) {
    aims.push_back({target_parts[0], objective.target->rules.weight});
    aims.push_back({target_parts[1], objective.target->map.weight});
  }
  return aims;
}

Objective::Group read_group(const std::string& name, const JsonView& view,
                            const Objective& objective, std::vector<Aim>& aims) {
  Objective::Group group;
  group.name = name;
  if (view.is_object()) view.only({"criteria", "tolerance", "reference"});
  const JsonView list = view.is_object() ? view.at("criteria") : view;
  for (const JsonView& item : list.items()) {
    const std::size_t place = item.one_of(names_of(aims));
    if (std::exchange(aims[place].grouped, true)) {
      item.fail("is in a group already; each criterion belongs to one");
    }
    group.reference += aims[place].weight;
    if (place < objective.terms.size()) {
      group.criteria.push_back(objective.terms[place].criterion);
    } else if (place < objective.terms.size() + objective.quantities.size()) {
      group.quantities.emplace_back(aims[place].name);
    } else {
      (aims[place].name == target_parts[0] ? group.rules : group.map) = true;
    }
  }
  if (group.reference == 0) list.fail("names no criterion with a weight above 0");
  std::sort(group.criteria.begin(), group.criteria.end());
  if (!view.is_object()) return group;
  if (const auto value = view.find("tolerance")) {
    group.tolerance = value->number(0, largest_group_value);
  }
  if (const auto value = view.find("reference")) {
    group.reference = value->number(0, largest_group_value);
    if (group.reference == 0) value->fail("must be above 0: hypervolume counts from it downwards");
  }
  return group;
}

void read_groups(const JsonView& view, Objective& objective) {
  std::vector<Aim> aims = aims_of(objective);
  for (const auto& [name, group] : view.members()) {
    if (has_control_character(name))
      group.fail("holds a control character (a line break, a tab, ...)");
    objective.groups.push_back(read_group(name, group, objective, aims));
  }
  if (objective.groups.size() < 2) view.fail("names one aim or none; groups are two or more");
  for (std::size_t i = 0; i < aims.size(); ++i) {
    if (aims[i].grouped) continue;
    if (i < objective.terms.size() + objective.quantities.size()) {
      view.fail("no group has {}; each criterion that counts belongs to one", aims[i].name);
    } else if (aims[i].weight > 0) {
      view.fail("no group has {}, the target's; what counts belongs to one", aims[i].name);
    }
  }
}

Json groups_to_json(const Objective& objective) {
  Json json = Json::object();
  for (const Objective::Group& group : objective.groups) {
    Json& entry = json[group.name];
    for (const Criterion c : group.criteria) entry["criteria"].push_back(criterion_info(c).name);
    for (const std::string& name : group.quantities) entry["criteria"].push_back(name);
    if (group.rules) entry["criteria"].push_back(target_parts.front());
    if (group.map) entry["criteria"].push_back(target_parts.back());
    entry["tolerance"] = group.tolerance;
    entry["reference"] = group.reference;
  }
  return json;
}

Json groups_schema() {
  const Json names = {
      {"type", "array"}, {"minItems", 1}, {"uniqueItems", true}, {"items", {{"type", "string"}}}};
  const Json tolerance = {
      {"description", "Steps in which lexicographic comparison tells losses apart; 0: exactly."},
      {"type", "number"},
      {"minimum", 0},
      {"maximum", largest_group_value},
      {"default", 0}};
  const Json reference = {{"description",
                           "The loss from which hypervolume counts. Default: the sum of the "
                           "group's weights."},
                          {"type", "number"},
                          {"exclusiveMinimum", 0},
                          {"maximum", largest_group_value}};
  const Json group = {
      {"type", "object"},
      {"required", Json::array({"criteria"})},
      {"additionalProperties", false},
      {"properties", {{"criteria", names}, {"tolerance", tolerance}, {"reference", reference}}}};
  return {{"type", "object"},
          {"minProperties", 2},
          {"additionalProperties", {{"anyOf", Json::array({names, group})}}}};
}

}  // namespace

Objective::Constraint read_constraint(std::string_view quantity, double highest,
                                      const JsonView& view) {
  Objective::Constraint constraint{std::string(quantity), {}, {}};
  if (!view.is_object()) {
    const auto [low, high] = read_band(view, 0, highest);
    constraint.at_least = low;
    constraint.at_most = high.value_or(low);
    return constraint;
  }
  view.only({"at_least", "at_most"});
  if (const auto v = view.find("at_least")) constraint.at_least = v->number(0, highest);
  if (const auto v = view.find("at_most")) constraint.at_most = v->number(0, highest);
  if (!constraint.at_least && !constraint.at_most) {
    view.fail("bounds nothing; name at_least or at_most, or give [low, high]");
  }
  if (constraint.at_least && constraint.at_most && *constraint.at_least > *constraint.at_most) {
    view.fail("at_least is above at_most: nothing can meet both");
  }
  return constraint;
}

namespace {

Json constraint_to_json(const Objective::Constraint& constraint) {
  if (constraint.at_least && constraint.at_most) {
    return {*constraint.at_least, *constraint.at_most};
  }
  Json json = Json::object();
  if (constraint.at_least) json["at_least"] = *constraint.at_least;
  if (constraint.at_most) json["at_most"] = *constraint.at_most;
  return json;
}

Json constraint_schema() {
  const Json value = {{"type", "number"}, {"minimum", 0}, {"maximum", largest_quantity}};
  const Json ends = {{"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", value}};
  const Json object = {{"type", "object"},
                       {"minProperties", 1},
                       {"additionalProperties", false},
                       {"properties", {{"at_least", value}, {"at_most", value}}}};
  return {{"anyOf", Json::array({value, ends, object})}};
}

}  // namespace

Json constraints_to_json(std::span<const Objective::Constraint> constraints) {
  Json json = Json::object();
  for (const Objective::Constraint& constraint : constraints) {
    json[constraint.quantity] = constraint_to_json(constraint);
  }
  return json;
}

Json constraints_schema() {
  return {{"type", "object"}, {"additionalProperties", constraint_schema()}};
}

namespace {

void read_constraints(const JsonView& view, Objective& objective, const std::string&) {
  view.only(names_of(quantities()));
  for (const auto& [name, constraint] : view.members()) {
    objective.constraints.push_back(read_constraint(name, quantity_info(name).highest, constraint));
  }
}

const KeyTable<CriteriaParameters>& parameters_keys() {
  using Parameters = CriteriaParameters;
  const auto weight = [](std::string_view name, double Parameters::*place,
                         std::string_view meaning) {
    return member_key<Parameters>(name, {{"type", "number"}, {"minimum", 0}, {"maximum", 1}}, place,
                                  read_weight, meaning);
  };
  static const KeyTable<Parameters> keys = {
      weight("territory_weight", &Parameters::territory_weight,
             "Weight of the share of territories in the evaluation of a position (eq. 4.1); at "
             "most 6 decimals, not 0 together with troop_weight."),
      weight("troop_weight", &Parameters::troop_weight,
             "Weight of the share of troops; at most 6 decimals."),
      band_key("ideal_turns", &Parameters::ideal_turns, &Parameters::ideal_turns_end, 1,
               longest_ideal,
               "D of the criterion duration (eq. 4.3): the length aimed at, in player turns. A "
               "band [low, high]: all lengths from low to high are as good."),
  };
  return keys;
}

// Every key of an objective; what says nothing is left out. Groups and their combination are of
// what all other keys say: they are read last (objective_from_json).
const KeyTable<Objective>& objective_keys() {
  const auto read_last = [](const JsonView&, Objective&, const std::string&) {};
  Key<Objective> combination =
      sparse(choice_key("combination", &Objective::combination, names_of(combinations()),
                        "Which variant is better: weighted, that with the lower sum; "
                        "lexicographic, that with the lower loss in the first group, in steps of "
                        "its tolerance, where they are the same in the next, and so on."));
  combination.read = read_last;
  static const KeyTable<Objective> keys = {
      format_key<Objective>(),
      member_key(
          "name", {{"type", "string"}}, &Objective::name,
          [](const JsonView& name) { return name.name(); }, "How reports call it."),
      criteria_key(),
      quantities_key(),
      part_key("parameters", &Objective::parameters, parameters_keys(),
               "How the criteria are measured."),
      sparse(custom_key<Objective>(
          "groups", groups_schema(), read_last, groups_to_json,
          "The criteria as several aims, for algorithm nsga2 and combination lexicographic: two "
          "or more groups by name, each criterion that counts in one of them. A group is a list "
          "of criteria, or an object.")),
      combination,
      sparse(custom_key<Objective>(
          "constraints", constraints_schema(), read_constraints,
          [](const Objective& objective) { return constraints_to_json(objective.constraints); },
          "Bounds on quantities (evorisk list quantities): variants within all bounds come "
          "before all others, and these in the order of how far they are out. A number "
          "(exactly), [low, high], or at_least and at_most.")),
      target_key(),
      sparse(part_key("seconds", &Objective::seconds, table_seconds_keys(),
                      "Seconds that the people at the table take for each thing they do, for the "
                      "quantity minutes (docs/designer.md).")),
  };
  return keys;
}

double sum_of_weights(const Objective& objective) {
  double sum = 0;
  for (const Aim& aim : aims_of(objective)) sum += aim.weight;
  return sum;
}

}  // namespace

EvaluationWeights evaluation_weights(const CriteriaParameters& parameters) {
  const std::int64_t territories = millionths(parameters.territory_weight);
  const std::int64_t troops = millionths(parameters.troop_weight);
  if (territories < 0 || troops < 0 || territories + troops == 0) {
    throw InputError(
        "the weights of territories and troops in the evaluation must be 0 ... 1 with at most 6 "
        "decimals, and not both 0");
  }
  const std::int64_t common = std::gcd(territories, troops);
  return {territories / common, troops / common, static_cast<double>(common) / 1e6};
}

Objective objective_from_json(const JsonView& view, const std::string& base_directory) {
  Objective objective;
  objective.name = "unnamed";
  objective_keys().read(view, objective, base_directory);
  if (sum_of_weights(objective) == 0) {
    view.at("criteria").fail("has only weights of 0; at least one criterion must count");
  }
  const CriteriaParameters& parameters = objective.parameters;
  if (parameters.territory_weight == 0 && parameters.troop_weight == 0) {
    view.at("parameters")
        .fail("territory_weight and troop_weight are both 0: every position would be equal");
  }
  if (const auto groups = view.find("groups")) read_groups(*groups, objective);
  if (const auto combination = view.find("combination")) {
    objective.combination = static_cast<Combination>(combination->one_of(names_of(combinations())));
    if (objective.combination == Combination::lexicographic && objective.groups.empty()) {
      combination->fail("\"lexicographic\" compares groups one after another; there are none");
    }
  }
  return objective;
}

Json objective_to_json(const Objective& objective) {
  return objective_keys().write(objective);
}

Json objective_schema() {
  Objective defaults;
  defaults.name = "unnamed";
  Json schema = objective_keys().schema(defaults);
  schema["required"].insert(schema["required"].begin(), "format");  // of a file of its own
  schema["definitions"] = term_definitions();
  return named_schema(
      "evorisk objective, format 1",
      "What a variant is aimed at: which criteria count, their ideals and weights, and how they "
      "are measured. The fitness is the sum over the criteria of weight * loss, minimised; the "
      "loss is |criterion - ideal| (thesis 4.3.5.8) unless told otherwise.",
      schema);
}

Objective load_objective(const std::string& name_or_file) {
  if (name_or_file == "thesis") return thesis_objective();
  const nlohmann::ordered_json document = read_json(name_or_file);
  const JsonView view(document, name_or_file);
  view.format(1);
  return objective_from_json(view, std::filesystem::path(name_or_file).parent_path().string());
}

Objective objective_in_place(const JsonView& view) {
  if (const auto target = view.find("target")) {
    const JsonView variant = target->at("variant");
    if (variant.is_string()) variant.fail("the variant must stand here, not the name of its file");
  }
  return objective_from_json(view);
}

std::optional<Objective> own_objective(const risk::Variant& variant) {
  if (variant.bred_for().empty()) return std::nullopt;
  Json json = parse_json(variant.bred_for(), variant.name());
  json.erase("measured");  // metrics::own_length
  return objective_in_place(JsonView(json, variant.name(), "bred_for"));
}

TableSeconds own_seconds(const risk::Variant& variant) {
  const std::optional<Objective> own = own_objective(variant);
  return own ? own->seconds : TableSeconds();
}

risk::Variant bred_for(const risk::Variant& variant, const Objective& objective) {
  return {variant.name(), variant.rules(), variant.map_ptr(), variant.own_deck(),
          objective_to_json(objective).dump()};
}

}  // namespace evorisk::metrics
