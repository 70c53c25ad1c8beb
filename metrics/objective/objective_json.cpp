// Objectives as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "base/registry.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::metrics {
namespace {

using Json = nlohmann::ordered_json;

constexpr double largest_weight = 1000;
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

// A member that may be missing.
std::optional<double> number_of(const JsonView& view, std::string_view key, double lowest,
                                double highest) {
  const auto member = view.find(key);
  return member ? std::optional(member->number(lowest, highest)) : std::nullopt;
}

// A number, or [low, high].
std::pair<double, std::optional<double>> read_band(const JsonView& view, double lowest,
                                                   double highest) {
  if (!view.is_array()) return {view.number(lowest, highest), std::nullopt};
  const std::vector<JsonView> ends = view.items();
  if (ends.size() != 2) view.fail("must be a number, or a band of two: [low, high]");
  const double low = ends[0].number(lowest, highest);
  const double high = ends[1].number(lowest, highest);
  if (low > high) view.fail("is a band whose first end is above its second");
  return {low, high};
}

Json band_to_json(double low, const std::optional<double>& high) {
  return high ? Json{low, *high} : Json(low);
}

Objective::Term read_term(const CriterionInfo& info, const JsonView& view) {
  Objective::Term term{info.id, info.ideal, 1};
  const auto read_ideal = [&](const JsonView& ideal) {
    std::tie(term.ideal, term.band_end) = read_band(ideal, 0, info.highest);
  };
  if (!view.is_object()) {
    read_ideal(view);
    return term;
  }
  view.only({"ideal", "ideal_se", "weight", "loss"});
  if (const auto ideal = view.find("ideal")) read_ideal(*ideal);
  if (const auto error = view.find("ideal_se")) {
    term.ideal_se = error->number(0, info.highest);
    if (term.band_end && term.ideal_se > 0) error->fail("a band of ideals has no error of its own");
  }
  term.weight = number_of(view, "weight", 0, largest_weight).value_or(term.weight);
  if (const auto loss = view.find("loss")) {
    term.loss = static_cast<Loss>(loss->one_of(names_of(losses())));
    if (term.loss != Loss::absolute && term.band_end) {
      loss->fail("a band of ideals is only for loss \"absolute\"");
    }
    if (term.loss == Loss::one_sided && term.ideal != 0 && term.ideal != info.highest) {
      loss->fail("\"one_sided\" needs an ideal at an end of the scale, 0 or {}",
                 Json(info.highest).dump());
    }
  }
  return term;
}

Json term_to_json(const Objective::Term& term) {
  Json json = {{"ideal", band_to_json(term.ideal, term.band_end)}};
  if (term.ideal_se > 0) json["ideal_se"] = term.ideal_se;
  json["weight"] = term.weight;
  if (term.loss != Loss::absolute) {
    json["loss"] = losses()[static_cast<std::size_t>(term.loss)].name;
  }
  return json;
}

Objective::QuantityTerm read_quantity_term(const QuantityInfo& info, const JsonView& view) {
  if (!info.of_map && info.of_matches == nullptr) {
    view.fail("is a criterion; name it among the criteria");
  }
  Objective::QuantityTerm term{std::string(info.name)};
  const auto read_ideal = [&](const JsonView& ideal) {
    std::tie(term.ideal, term.band_end) = read_band(ideal, 0, info.highest);
  };
  if (!view.is_object()) {
    read_ideal(view);
    return term;
  }
  view.only({"ideal", "weight", "loss"});
  read_ideal(view.at("ideal"));
  term.weight = number_of(view, "weight", 0, largest_weight).value_or(term.weight);
  if (const auto loss = view.find("loss")) {
    constexpr std::string_view names[] = {"absolute", "squared"};
    term.loss = static_cast<Loss>(loss->one_of(names));
    if (term.loss == Loss::squared && !info.of_map) {
      loss->fail("\"squared\" is only for quantities of the map");
    }
  }
  return term;
}

Json quantity_term_to_json(const Objective::QuantityTerm& term) {
  Json json = {{"ideal", band_to_json(term.ideal, term.band_end)}, {"weight", term.weight}};
  if (term.loss != Loss::absolute) {
    json["loss"] = losses()[static_cast<std::size_t>(term.loss)].name;
  }
  return json;
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
  constexpr double most = 1e6;
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
  group.tolerance = number_of(view, "tolerance", 0, most).value_or(0);
  if (const auto value = view.find("reference")) {
    group.reference = value->number(0, most);
    if (group.reference == 0) value->fail("must be above 0: hypervolume counts from it downwards");
  }
  return group;
}

void read_groups(const JsonView& view, Objective& objective) {
  std::vector<Aim> aims = aims_of(objective);
  for (const auto& [name, group] : view.members()) {
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

// A weight, or {"weight", "tolerance"} and, of the rules, "keys".
Target::Part read_part(const JsonView& view, std::vector<risk::RuleWeight>* keys) {
  Target::Part part;
  if (!view.is_object()) {
    part.weight = view.number(0, largest_weight);
    return part;
  }
  const std::array<std::string_view, 3> members = {"weight", "tolerance", "keys"};
  view.only(std::span(members).first(keys != nullptr ? 3 : 2));
  part.weight = number_of(view, "weight", 0, largest_weight).value_or(1);
  part.tolerance = number_of(view, "tolerance", 0, 1).value_or(0);
  const auto named = view.find("keys");
  if (keys == nullptr || !named) return part;
  named->only(names_of(risk::rule_keys()));
  double sum = 0;
  for (const auto& [key, weight] : named->members()) {
    keys->push_back({key, weight.number(0, largest_weight)});
    sum += keys->back().weight;
  }
  if (sum == 0) named->fail("names no rule with a weight above 0; leave it out, and all count");
  return part;
}

risk::Variant read_target_variant(const JsonView& view, const std::string& base_directory) {
  if (!view.is_string()) return risk::variant_from_json(view, base_directory);
  const std::string name = view.text();
  const std::filesystem::path path = std::filesystem::path(base_directory) / name;
  try {
    return risk::load_variant(std::filesystem::is_regular_file(path) ? path.string() : name);
  } catch (const InputError& error) {
    view.fail(error.message());
  }
}

std::shared_ptr<const Target> read_target(const JsonView& view, const std::string& base_directory) {
  view.only({"variant", "matches", "rules", "map"});
  auto target = std::make_shared<Target>();
  target->variant = std::make_shared<const risk::Variant>(
      read_target_variant(view.at("variant"), base_directory));
  constexpr std::int64_t most = std::int64_t{1} << 40;
  if (const auto matches = view.find("matches")) target->matches = matches->integer(0, most);
  target->rules.weight = target->map.weight = 1;
  if (const auto part = view.find("rules")) target->rules = read_part(*part, &target->keys);
  if (const auto part = view.find("map")) target->map = read_part(*part, nullptr);
  return target;
}

Json target_to_json(const Target& target) {
  Json variant = risk::variant_to_json(*target.variant);
  variant.erase("bred_for");  // another search's
  Json json = {{"variant", std::move(variant)}, {"matches", target.matches}};
  json["rules"] = {{"weight", target.rules.weight}, {"tolerance", target.rules.tolerance}};
  for (const risk::RuleWeight& key : target.keys) json["rules"]["keys"][key.key] = key.weight;
  json["map"] = {{"weight", target.map.weight}, {"tolerance", target.map.tolerance}};
  return json;
}

Objective::Constraint read_constraint(const QuantityInfo& info, const JsonView& view) {
  Objective::Constraint constraint{std::string(info.name), {}, {}};
  if (!view.is_object()) {
    const auto [low, high] = read_band(view, 0, info.highest);
    constraint.at_least = low;
    constraint.at_most = high.value_or(low);
    return constraint;
  }
  view.only({"at_least", "at_most"});
  constraint.at_least = number_of(view, "at_least", 0, info.highest);
  constraint.at_most = number_of(view, "at_most", 0, info.highest);
  if (!constraint.at_least && !constraint.at_most) {
    view.fail("bounds nothing; name at_least or at_most, or give [low, high]");
  }
  if (constraint.at_least && constraint.at_most && *constraint.at_least > *constraint.at_most) {
    view.fail("at_least is above at_most: nothing can meet both");
  }
  return constraint;
}

Json constraint_to_json(const Objective::Constraint& constraint) {
  if (constraint.at_least && constraint.at_most) {
    return {*constraint.at_least, *constraint.at_most};
  }
  Json json = Json::object();
  if (constraint.at_least) json["at_least"] = *constraint.at_least;
  if (constraint.at_most) json["at_most"] = *constraint.at_most;
  return json;
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

CriteriaParameters parameters_from_json(const JsonView& view) {
  view.only({"territory_weight", "troop_weight", "ideal_turns"});
  CriteriaParameters parameters;
  if (const auto weight = view.find("territory_weight")) {
    parameters.territory_weight = read_weight(*weight);
  }
  if (const auto weight = view.find("troop_weight")) {
    parameters.troop_weight = read_weight(*weight);
  }
  if (parameters.territory_weight == 0 && parameters.troop_weight == 0) {
    view.fail("territory_weight and troop_weight are both 0: every position would be equal");
  }
  if (const auto turns = view.find("ideal_turns")) {
    std::tie(parameters.ideal_turns, parameters.ideal_turns_end) =
        read_band(*turns, 1, longest_ideal);
  }
  return parameters;
}

Json parameters_to_json(const CriteriaParameters& parameters) {
  return {{"territory_weight", parameters.territory_weight},
          {"troop_weight", parameters.troop_weight},
          {"ideal_turns", band_to_json(parameters.ideal_turns, parameters.ideal_turns_end)}};
}

Objective objective_from_json(const JsonView& view, const std::string& base_directory) {
  view.only({"format", "name", "criteria", "quantities", "parameters", "groups", "combination",
             "constraints", "target", "seconds"});
  if (view.find("format")) view.format(1);
  Objective objective;
  objective.name = "unnamed";
  if (const auto name = view.find("name")) objective.name = name->text();

  const JsonView terms = view.at("criteria");
  terms.only(names_of(all_criteria()));
  double total_weight = 0;
  for (const CriterionInfo& info : all_criteria()) {
    if (const auto term = terms.find(info.name)) {
      objective.terms.push_back(read_term(info, *term));
      total_weight += objective.terms.back().weight;
    }
  }
  if (objective.terms.empty()) terms.fail("names no criterion; at least one must count");
  if (const auto counted = view.find("quantities")) {
    counted->only(names_of(quantities()));
    for (const QuantityInfo& info : quantities()) {
      if (const auto term = counted->find(info.name)) {
        objective.quantities.push_back(read_quantity_term(info, *term));
        total_weight += objective.quantities.back().weight;
      }
    }
  }
  if (const auto target = view.find("target")) {
    objective.target = read_target(*target, base_directory);
    total_weight += objective.target->rules.weight + objective.target->map.weight;
  }
  if (total_weight == 0) terms.fail("has only weights of 0; at least one criterion must count");
  if (const auto parameters = view.find("parameters")) {
    objective.parameters = parameters_from_json(*parameters);
  }
  if (const auto seconds = view.find("seconds")) {
    table_seconds_keys().read(*seconds, objective.seconds);
  }
  if (const auto groups = view.find("groups")) read_groups(*groups, objective);
  if (const auto combination = view.find("combination")) {
    objective.combination = static_cast<Combination>(combination->one_of(names_of(combinations())));
    if (objective.combination == Combination::lexicographic && objective.groups.empty()) {
      combination->fail("\"lexicographic\" compares groups one after another; there are none");
    }
  }
  if (const auto constraints = view.find("constraints")) {
    constraints->only(names_of(quantities()));
    for (const auto& [name, constraint] : constraints->members()) {
      objective.constraints.push_back(read_constraint(quantity_info(name), constraint));
    }
  }
  return objective;
}

Json objective_to_json(const Objective& objective) {
  Json json = {{"format", 1}, {"name", objective.name}};
  Json& terms = json["criteria"] = Json::object();
  for (const Objective::Term& term : objective.terms) {
    terms[std::string(criterion_info(term.criterion).name)] = term_to_json(term);
  }
  for (const Objective::QuantityTerm& term : objective.quantities) {
    json["quantities"][term.quantity] = quantity_term_to_json(term);
  }
  json["parameters"] = parameters_to_json(objective.parameters);
  // What an objective does without is left out, so that the files of before stay what they were.
  for (const Objective::Group& group : objective.groups) {
    Json& entry = json["groups"][group.name];
    for (const Criterion c : group.criteria) entry["criteria"].push_back(criterion_info(c).name);
    for (const std::string& name : group.quantities) entry["criteria"].push_back(name);
    if (group.rules) entry["criteria"].push_back(target_parts.front());
    if (group.map) entry["criteria"].push_back(target_parts.back());
    entry["tolerance"] = group.tolerance;
    entry["reference"] = group.reference;
  }
  if (objective.combination != Combination::weighted) {
    json["combination"] = combinations()[static_cast<std::size_t>(objective.combination)].name;
  }
  for (const Objective::Constraint& constraint : objective.constraints) {
    json["constraints"][constraint.quantity] = constraint_to_json(constraint);
  }
  if (objective.target != nullptr) json["target"] = target_to_json(*objective.target);
  if (objective.seconds != TableSeconds()) {
    json["seconds"] = table_seconds_keys().write(objective.seconds);
  }
  return json;
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
  const Json json = parse_json(variant.bred_for(), variant.name());
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
