#include <cmath>
#include <nlohmann/json.hpp>

#include "app/text/evaluation.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/meaning.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/objective/judgement.hpp"
#include "metrics/objective/target.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

Json estimate_json(const metrics::Estimate& estimate, std::int64_t matches) {
  Json json = {{"mean", estimate.mean}};
  // One match says nothing about its error.
  json["se"] = matches < 2 ? Json(nullptr) : Json(estimate.se);
  return json;
}

}  // namespace

Json variant_json(const Evaluation& evaluation, const metrics::Objective& objective,
                  const Wording& wording) {
  const metrics::CriteriaTotals& totals = *evaluation.totals;
  const std::int64_t matches = totals.matches();
  Json json;
  json["variant"] = evaluation.variant->name();
  json["map"] = evaluation.variant->map().name();
  json["territories"] = evaluation.variant->territories();
  json["rules"] = risk::rules_to_json(evaluation.variant->rules());
  json["agents"] = evaluation.agents;
  json["engine"] = evaluation.engine.name;
  json["engine_reason"] = evaluation.engine.reason;
  json["objective"] = metrics::objective_to_json(objective);
  json["matches"] = matches;
  Json& criteria = json["criteria"] = Json::object();
  for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
    if (!totals.measures(info.id)) continue;
    const metrics::Estimate estimate = totals.criterion(info.id);
    Json& entry = criteria[std::string(info.name)] = estimate_json(estimate, matches);
    for (const metrics::Objective::Term& term : objective.terms) {
      if (term.criterion != info.id) continue;
      entry["ideal"] = term.band_end ? Json{term.ideal, *term.band_end} : Json(term.ideal);
      entry["distance"] = metrics::loss(term, estimate);
    }
    entry["meaning"] = metrics::meaning(info.id, totals, objective).text(wording);
  }
  metrics::Likeness likeness;
  if (objective.target != nullptr) {
    const risk::Variant& variant = *evaluation.variant;
    likeness = metrics::likeness(*objective.target, variant.rules(), variant.map());
    json["target"] = {{"variant", objective.target->variant->name()},
                      {"criteria", estimate_json(metrics::fitness(totals, objective), matches)},
                      {"rules", likeness.rules},
                      {"map", likeness.map},
                      {"map_at_least", likeness.map_at_least}};
  }
  constexpr auto alone = metrics::Judgement::mean;  // of one table
  json["fitness"] =
      estimate_json(metrics::judge({&totals, 1}, objective, alone, &likeness), matches);
  const std::vector<metrics::Estimate> losses =
      metrics::judge_groups({&totals, 1}, objective, alone, &likeness);
  for (std::size_t g = 0; g < losses.size(); ++g) {
    json["groups"][objective.groups[g].name] = estimate_json(losses[g], matches);
  }
  for (const metrics::Objective::Constraint& constraint : objective.constraints) {
    const metrics::QuantityInfo& info = metrics::quantity_info(constraint.quantity);
    const metrics::Estimate value = metrics::quantity(info, evaluation.variant->map(), totals);
    Json& entry = json["constraints"][constraint.quantity] = estimate_json(value, matches);
    const double violation = metrics::violation(constraint, value.mean);
    entry["holds"] = violation == 0;
    entry["violation"] = violation;
  }
  Json& turns = json["turns"] = estimate_json(totals.turns(), matches);
  turns["deviation"] = matches < 2 ? Json(nullptr) : Json(totals.turns_deviation());
  turns["fewest"] = totals.fewest_turns();
  turns["most"] = totals.most_turns();
  Json& wins = json["seat_wins"] = Json::array();
  for (int seat = 0; seat < totals.players(); ++seat) wins.push_back(totals.wins(seat));
  Json& ends = json["ends"] = Json::object();
  for (int e = 0; e < risk::end_reason_count; ++e) {
    const auto reason = static_cast<risk::EndReason>(e);
    if (reason == risk::EndReason::mission && totals.ends(reason) == 0) continue;
    ends[risk::end_reason_name(reason)] = totals.ends(reason);
  }
  return json;
}

void add_run(Json& json, const EvaluationRun& run, std::int64_t played) {
  json["seed"] = run.seed;
  json["threads"] = run.threads;
  json["interrupted"] = run.interrupted;
  json["seconds"] = run.seconds;
  json["matches_per_second"] = run.seconds > 0 ? static_cast<double>(played) / run.seconds : 0.0;
}

namespace {

Json difference_json(const metrics::Difference& difference) {
  Json json = {{"mean", difference.mean}, {"se", difference.se}};
  json["z"] = std::isfinite(difference.z) ? Json(difference.z) : Json(nullptr);
  json["p"] = difference.p;
  json["p_adjusted"] = difference.p_adjusted;
  json["significant"] = difference.significant;
  return json;
}

}  // namespace

nlohmann::ordered_json evaluation_json(const Evaluation& evaluation,
                                       const metrics::Objective& objective,
                                       const EvaluationRun& run, const Wording& wording) {
  Json json = variant_json(evaluation, objective, wording);
  add_run(json, run, evaluation.totals->matches());
  return json;
}

nlohmann::ordered_json comparison_json(const Evaluation& first, const Evaluation& second,
                                       const metrics::Comparison& comparison,
                                       const metrics::Objective& objective,
                                       const EvaluationRun& run, const Wording& wording) {
  Json json;
  json["variants"] = {variant_json(first, objective, wording),
                      variant_json(second, objective, wording)};
  Json& differences = json["comparison"] = {{"paired", true}, {"level", comparison.level}};
  Json& criteria = differences["criteria"] = Json::object();
  for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
    if (!first.totals->measures(info.id)) continue;
    criteria[std::string(info.name)] =
        difference_json(comparison.criteria[static_cast<std::size_t>(info.id)]);
  }
  differences["fitness"] = difference_json(comparison.fitness);
  differences["turns"] = difference_json(comparison.turns);
  add_run(json, run, first.totals->matches() + second.totals->matches());
  return json;
}

}  // namespace evorisk::app
