#include <nlohmann/json.hpp>

#include "app/text/evaluation.hpp"
#include "base/index.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/meaning.hpp"
#include "metrics/criteria/minutes.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// A single match says nothing about its error.
// Of one match, or where all are alike, the error is not known.
Json estimate_json(const metrics::Estimate& estimate, std::int64_t matches) {
  const bool known = matches >= 2 && estimate.se > 0;
  return {{"mean", estimate.mean}, {"se", known ? Json(estimate.se) : Json()}};
}

// Of 95 %; a single match has none.
Json interval_json(const metrics::Interval& interval, std::int64_t matches) {
  return matches < 2 ? Json() : Json{interval.low, interval.high};
}

Json disagreement_json(const metrics::Disagreement& d, std::span<const Evaluation> tables) {
  const std::int64_t matches = tables.front().totals->matches();
  return {{"q", d.q},
          {"p", metrics::tested(d.p, matches)},
          {"p_adjusted", metrics::tested(d.p_adjusted, matches)},
          {"significant", d.significant},
          {"lowest", table_name(tables[d.lowest].agents)},
          {"highest", table_name(tables[d.highest].agents)}};
}

// Everything but how fast it was.
Json variant_json(const Evaluation& evaluation, const metrics::Objective& objective,
                  const Wording& wording = {}) {
  const risk::Variant& variant = *evaluation.variant;
  const metrics::CriteriaTotals& totals = *evaluation.totals;
  const std::int64_t matches = totals.matches();
  Json json = {{"variant", variant.name()},
               {"map", variant.map().name()},
               {"territories", variant.territories()},
               {"rules", risk::rules_to_json(variant.rules())},
               {"agents", evaluation.agents},
               {"engine", evaluation.engine.name},
               {"engine_reason", evaluation.engine.reason},
               {"objective", metrics::objective_to_json(objective)},
               {"matches", matches},
               {"criteria", Json::object()}};
  for (const metrics::CriterionInfo& info : totals.measured()) {
    const metrics::Estimate estimate = totals.criterion(info.id);
    Json& entry = json["criteria"][std::string(info.name)] = estimate_json(estimate, matches);
    entry["interval"] = interval_json(totals.shown_interval(info.id), matches);
    if (const auto term = term_of(objective, info.id)) {
      entry["ideal"] = term->band_end ? Json{term->ideal, *term->band_end} : Json(term->ideal);
      entry["distance"] = metrics::loss(*term, estimate);
    }
    entry["meaning"] = metrics::meaning(info.id, totals, objective).text(wording);
  }
  if (objective.target != nullptr) {
    const metrics::TargetDistance target_distance = target_distance_of(evaluation, objective);
    json["target"] = {{"variant", objective.target->variant->name()},
                      {"criteria", estimate_json(metrics::fitness(totals, objective), matches)},
                      {"rules", objective.target->rules.loss(target_distance.rules)},
                      {"map", objective.target->map.loss(target_distance.map)},
                      {"likeness",
                       {{"rules", target_distance.rules},
                        {"map", target_distance.map},
                        {"map_at_least", target_distance.map_at_least}}}};
  }
  json["fitness"] = estimate_json(fitness_of(evaluation, objective), matches);
  json["fitness"]["interval"] = interval_json(fitness_interval_of(evaluation, objective), matches);
  const std::vector<metrics::Estimate> losses = losses_of(evaluation, objective);
  for (std::size_t g = 0; g < losses.size(); ++g) {
    json["groups"][objective.groups[g].name] = estimate_json(losses[g], matches);
  }
  for (const metrics::MeasuredQuantity& measured :
       metrics::measured_quantities(objective, variant.map(), {&totals, 1})) {
    const metrics::Objective::QuantityTerm& term = *measured.term;
    Json& entry = json["quantities"][term.quantity] = estimate_json(measured.value, matches);
    entry["ideal"] = term.band_end ? Json{term.ideal, *term.band_end} : Json(term.ideal);
    entry["distance"] = measured.loss;
  }
  for (const Demand& demand : demands(objective, variant.map(), {&totals, 1})) {
    Json& entry = json["constraints"][std::string(demand.quantity->name)] =
        estimate_json(demand.value, matches);
    entry["holds"] = demand.violation == 0;
    entry["violation"] = demand.violation;
  }
  Json& turns = json["turns"] = estimate_json(totals.turns(), matches);
  turns["deviation"] = matches < 2 ? Json() : Json(totals.turns_deviation());
  turns["fewest"] = totals.fewest_turns();
  turns["most"] = totals.most_turns();
  json["minutes"] =
      metrics::minutes_to_json(totals.turns().mean, variant.territories(), objective.seconds);
  for (int seat = 0; seat < totals.players(); ++seat) {
    json["seat_wins"].push_back(totals.wins(seat));
  }
  for (int e = 0; e < risk::end_reason_count; ++e) {
    const auto reason = static_cast<risk::EndReason>(e);
    if (reason == risk::EndReason::mission && totals.ends(reason) == 0) continue;
    json["ends"][risk::end_reason_name(reason)] = totals.ends(reason);
  }
  return json;
}

// How fast it was.
void add_run(Json& json, const EvaluationRun& run, std::int64_t played) {
  json["seed"] = run.seed;
  json["threads"] = run.threads;
  json["interrupted"] = run.interrupted;
  json["seconds"] = run.seconds;
  json["matches_per_second"] = run.seconds > 0 ? static_cast<double>(played) / run.seconds : 0.0;
}

}  // namespace

Json evaluation_json(const Evaluation& evaluation, const metrics::Objective& objective,
                     const EvaluationRun& run, const Wording& wording) {
  Json json = variant_json(evaluation, objective, wording);
  add_run(json, run, evaluation.totals->matches());
  return json;
}

Json comparison_json(const Evaluation& first, const Evaluation& second,
                     const metrics::Comparison& comparison, const metrics::Objective& objective,
                     const EvaluationRun& run, const Wording& wording) {
  Json json = {
      {"variants",
       {variant_json(first, objective, wording), variant_json(second, objective, wording)}},
      {"comparison", {{"paired", true}, {"level", metrics::test_level}}}};
  const std::int64_t matches = first.totals->matches();
  Json& differences = json["comparison"];
  Json& criteria = differences["criteria"] = Json::object();
  for (const metrics::CriterionInfo& info : first.totals->measured()) {
    criteria[std::string(info.name)] =
        metrics::difference_to_json(comparison.criteria[at(static_cast<int>(info.id))], matches);
  }
  differences["fitness"] = metrics::difference_to_json(comparison.fitness, matches);
  differences["turns"] = metrics::difference_to_json(comparison.turns, matches);
  add_run(json, run, first.totals->matches() + second.totals->matches());
  return json;
}

Json verdicts_json(const Verdicts& verdicts, const metrics::Objective& objective,
                   const EvaluationRun& run) {
  Json json;
  std::int64_t played = 0;
  Json& tables = json["tables"] = Json::array();
  for (const Evaluation& table : verdicts.tables) {
    tables.push_back(variant_json(table, objective));
    played += table.totals->matches();
  }
  const metrics::Disagreements& d = verdicts.disagreements;
  Json& disagreement =
      json["disagreement"] = {{"level", metrics::test_level}, {"criteria", Json::object()}};
  for (const metrics::CriterionInfo& info : verdicts.totals.front().measured()) {
    disagreement["criteria"][std::string(info.name)] =
        disagreement_json(d.criteria[static_cast<std::size_t>(info.id)], verdicts.tables);
  }
  disagreement["fitness"] = disagreement_json(d.fitness, verdicts.tables);
  const std::int64_t matches = verdicts.totals.front().matches();
  json["fitness"] = {{"mean", estimate_json(verdicts.mean, matches)},
                     {"worst", estimate_json(verdicts.worst, matches)}};
  json["fitness"]["worst"]["agents"] = table_name(verdicts.tables[d.fitness.highest].agents);
  add_run(json, run, played);
  return json;
}

}  // namespace evorisk::app
