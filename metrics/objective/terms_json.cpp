// Terms of objectives as JSON: criteria and quantities with their ideals.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/registry.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/objective/objective_keys.hpp"

namespace evorisk::metrics {
namespace {

using Json = nlohmann::ordered_json;

KeyTable<Objective::Term> term_keys(const CriterionInfo& info) {
  using Term = Objective::Term;
  return {
      band_key("ideal", &Term::ideal, &Term::band_end, 0, info.highest,
               "A number, or a band [low, high]: all of it is as good."),
      sparse(number_key("ideal_se", &Term::ideal_se, 0, info.highest,
                        "Of an ideal that was measured: its standard error, which counts in that "
                        "of the fitness.")),
      number_key("weight", &Term::weight, 0, largest_weight, "How much it counts."),
      sparse(choice_key("loss", &Term::loss, names_of(losses()),
                        "absolute: the distance from the ideal; squared: its square, less the "
                        "criterion's variance; one_sided: the signed distance from an ideal at an "
                        "end of the scale.")),
  };
}

Objective::Term read_term(const CriterionInfo& info, const JsonView& view) {
  Objective::Term term{info.id, info.ideal, 1};
  term_keys(info).read_short(view, term, "ideal");
  if (term.band_end && term.ideal_se > 0) {
    view.at("ideal_se").fail("a band of ideals has no error of its own");
  }
  if (term.loss != Loss::absolute && term.band_end) {
    view.at("loss").fail("a band of ideals is only for loss \"absolute\"");
  }
  if (term.loss == Loss::one_sided && term.ideal != 0 && term.ideal != info.highest) {
    view.at("loss").fail("\"one_sided\" needs an ideal at an end of the scale, 0 or {}",
                         Json(info.highest).dump());
  }
  return term;
}

void read_terms(const JsonView& view, Objective& objective) {
  view.only(names_of(all_criteria()));
  for (const CriterionInfo& info : all_criteria()) {
    if (const auto term = view.find(info.name)) objective.terms.push_back(read_term(info, *term));
  }
  if (objective.terms.empty()) view.fail("names no criterion; at least one must count");
}

Json terms_to_json(const Objective& objective) {
  Json json = Json::object();
  for (const Objective::Term& term : objective.terms) {
    const CriterionInfo& info = criterion_info(term.criterion);
    json[std::string(info.name)] = term_keys(info).write(term);
  }
  return json;
}

// Where term_definitions() describes the terms of a criterion.
std::string definition_of(const CriterionInfo& info) {
  return fmt::format("term_to_{}", info.highest);
}

Json terms_schema() {
  Json properties = Json::object();
  for (const CriterionInfo& info : all_criteria()) {
    properties[info.name] = {
        {"description", info.meaning},
        {"allOf", Json::array({{{"$ref", "#/definitions/" + definition_of(info)}}})},
        {"properties", {{"ideal", {{"default", info.ideal}}}}}};
  }
  return {{"type", "object"},
          {"minProperties", 1},
          {"additionalProperties", false},
          {"properties", std::move(properties)}};
}

KeyTable<Objective::QuantityTerm> quantity_keys(double highest) {
  using Term = Objective::QuantityTerm;
  constexpr std::array<std::string_view, 2> names = {"absolute", "squared"};
  return {
      required(band_key("ideal", &Term::ideal, &Term::band_end, 0, highest,
                        "A number, or a band [low, high].")),
      number_key("weight", &Term::weight, 0, largest_weight, "How much it counts."),
      sparse(choice_key("loss", &Term::loss, names,
                        "absolute: the distance from the ideal; squared: its square, of quantities "
                        "of the map only.")),
  };
}

void read_quantities(const JsonView& view, Objective& objective) {
  view.only(names_of(quantities()));
  for (const QuantityInfo& info : quantities()) {
    const auto member = view.find(info.name);
    if (!member) continue;
    if (!info.of_map && info.of_matches == nullptr) {
      member->fail(info.value == nullptr ? "is a criterion; name it among the criteria"
                                         : "can only be a constraint");
    }
    Objective::QuantityTerm term{std::string(info.name)};
    quantity_keys(info.highest).read_short(*member, term, "ideal");
    if (term.loss == Loss::squared && !info.of_map) {
      member->at("loss").fail("\"squared\" is only for quantities of the map");
    }
    objective.quantities.push_back(std::move(term));
  }
}

Json quantities_to_json(const Objective& objective) {
  Json json = Json::object();
  for (const Objective::QuantityTerm& term : objective.quantities) {
    json[term.quantity] = quantity_keys(largest_quantity).write(term);
  }
  return json;
}

}  // namespace

Json term_definitions() {
  Json definitions = Json::object();
  for (const CriterionInfo& info : all_criteria()) {
    Json& term = definitions[definition_of(info)];
    term = term_keys(info).short_schema({info.id, info.ideal, 1}, "ideal");
    term["anyOf"][1]["properties"]["ideal"].erase("default");  // each criterion has its own
  }
  return definitions;
}

Key<Objective> criteria_key() {
  return required(custom_key<Objective>(
      "criteria", terms_schema(),
      [](const JsonView& view, Objective& objective, const std::string&) {
        read_terms(view, objective);
      },
      terms_to_json,
      "The criteria that count: the thesis' seven (those up to lead_change) and extended ones "
      "(docs/criteria.md). Each is an object, or its ideal. At least one weight must be above 0."));
}

Key<Objective> quantities_key() {
  return sparse(custom_key<Objective>(
      "quantities",
      {{"type", "object"},
       {"additionalProperties", quantity_keys(largest_quantity).short_schema({}, "ideal")}},
      [](const JsonView& view, Objective& objective, const std::string&) {
        read_quantities(view, objective);
      },
      quantities_to_json,
      "Quantities that are no criteria (evorisk list quantities) and count like them: an ideal or "
      "a band, or an object. Those of the map have no error."));
}

}  // namespace evorisk::metrics
