#include "metrics/objective.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "maps/base/error.hpp"
#include "maps/base/names.hpp"
#include "metrics/criteria.hpp"

namespace evorisk::metrics {
namespace {

constexpr double largest_weight = 1000;
constexpr double longest_ideal = 100000;

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

Objective::Term read_term(const CriterionInfo& info, const JsonView& view) {
  Objective::Term term{info.id, info.ideal, 1};
  if (!view.is_object()) {
    term.ideal = view.number(0, info.highest);
    return term;
  }
  view.only({"ideal", "weight"});
  if (const auto ideal = view.find("ideal")) term.ideal = ideal->number(0, info.highest);
  if (const auto weight = view.find("weight")) term.weight = weight->number(0, largest_weight);
  return term;
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
    parameters.ideal_turns = turns->number(1, longest_ideal);
  }
  return parameters;
}

nlohmann::ordered_json parameters_to_json(const CriteriaParameters& parameters) {
  nlohmann::ordered_json json;
  json["territory_weight"] = parameters.territory_weight;
  json["troop_weight"] = parameters.troop_weight;
  json["ideal_turns"] = parameters.ideal_turns;
  return json;
}

Objective thesis_objective() {
  Objective objective;
  for (const CriterionInfo& info : criteria()) objective.terms.push_back({info.id, info.ideal, 1});
  return objective;
}

Objective objective_from_json(const JsonView& view) {
  view.only({"format", "name", "criteria", "parameters"});
  if (view.find("format")) view.format(1);
  Objective objective;
  objective.name = "unnamed";
  if (const auto name = view.find("name")) objective.name = name->text();

  const JsonView terms = view.at("criteria");
  std::vector<std::string_view> names;
  for (const CriterionInfo& info : all_criteria()) names.push_back(info.name);
  terms.only(names);
  double total_weight = 0;
  for (const CriterionInfo& info : all_criteria()) {
    if (const auto term = terms.find(info.name)) {
      objective.terms.push_back(read_term(info, *term));
      total_weight += objective.terms.back().weight;
    }
  }
  if (objective.terms.empty()) terms.fail("names no criterion; at least one must count");
  if (total_weight == 0) terms.fail("has only weights of 0; at least one criterion must count");
  if (const auto parameters = view.find("parameters")) {
    objective.parameters = parameters_from_json(*parameters);
  }
  return objective;
}

nlohmann::ordered_json objective_to_json(const Objective& objective) {
  nlohmann::ordered_json json;
  json["format"] = 1;
  json["name"] = objective.name;
  auto& terms = json["criteria"] = nlohmann::ordered_json::object();
  for (const Objective::Term& term : objective.terms) {
    terms[std::string(criterion_info(term.criterion).name)] = {{"ideal", term.ideal},
                                                               {"weight", term.weight}};
  }
  json["parameters"] = parameters_to_json(objective.parameters);
  return json;
}

Objective load_objective(const std::string& name_or_file) {
  if (name_or_file == "thesis") return thesis_objective();
  const nlohmann::ordered_json document = read_json(name_or_file);
  const JsonView view(document, name_or_file);
  view.format(1);
  return objective_from_json(view);
}

std::array<double, criterion_count> fitness_slopes(const CriteriaTotals& totals,
                                                   const Objective& objective) {
  std::array<double, criterion_count> slope{};
  std::vector<const Objective::Term*> at_ideal;
  for (const Objective::Term& term : objective.terms) {
    const double distance = totals.criterion(term.criterion).mean - term.ideal;
    if (distance == 0) {
      at_ideal.push_back(&term);
    } else {
      slope[static_cast<std::size_t>(term.criterion)] = distance < 0 ? -term.weight : term.weight;
    }
  }
  if (at_ideal.empty()) return slope;
  const CriteriaMatrix covariance = totals.covariance();
  for (const Objective::Term* term : at_ideal) {
    const auto c = static_cast<std::size_t>(term->criterion);
    double with_rest = 0;
    for (std::size_t d = 0; d < criterion_count; ++d) with_rest += slope[d] * covariance[c][d];
    slope[c] = with_rest < 0 ? -term->weight : term->weight;
  }
  return slope;
}

CriteriaTotals::Slopes full_fitness_slopes(const CriteriaTotals& totals,
                                           const Objective& objective) {
  CriteriaTotals::Slopes sum;
  const auto add = [&](const CriteriaTotals::Slopes& slopes, double factor) {
    sum.resize(slopes.size());
    for (std::size_t i = 0; i < slopes.size(); ++i) sum[i] += factor * slopes[i];
  };
  std::vector<const Objective::Term*> at_ideal;
  for (const Objective::Term& term : objective.terms) {
    const double distance = totals.criterion(term.criterion).mean - term.ideal;
    if (distance == 0) {
      at_ideal.push_back(&term);
      add(totals.slopes(term.criterion), 0);
    } else {
      add(totals.slopes(term.criterion), distance < 0 ? -term.weight : term.weight);
    }
  }
  for (const Objective::Term* term : at_ideal) {
    const CriteriaTotals::Slopes own = totals.slopes(term->criterion);
    add(own, totals.covariance(own, sum) < 0 ? -term->weight : term->weight);
  }
  return sum;
}

Estimate fitness(const CriteriaTotals& totals, const Objective& objective) {
  Estimate result;
  for (const Objective::Term& term : objective.terms) {
    result.mean += term.weight * std::abs(totals.criterion(term.criterion).mean - term.ideal);
  }
  if (!objective.further().empty()) {
    const CriteriaTotals::Slopes slopes = full_fitness_slopes(totals, objective);
    double variance = totals.covariance(slopes, slopes);
    for (const Objective::Term& term : objective.terms) {
      variance += term.weight * term.weight * totals.excess_variance(term.criterion);
    }
    result.se = totals.matches() < 2 ? 0 : std::sqrt(std::max(0.0, variance));
    return result;
  }
  const CriteriaMatrix covariance = totals.covariance();
  const auto slope = fitness_slopes(totals, objective);
  double variance = 0;
  for (std::size_t a = 0; a < criterion_count; ++a) {
    for (std::size_t b = 0; b < criterion_count; ++b) {
      variance += slope[a] * slope[b] * covariance[a][b];
    }
  }
  result.se = std::sqrt(std::max(0.0, variance));
  return result;
}

}  // namespace evorisk::metrics
