#include "experiments/explain/explanation.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/minutes.hpp"

namespace evorisk::experiments {
namespace {

using Json = nlohmann::ordered_json;

Json effects_to_json(const EffectTable& table) {
  Json json = {{"children", table.children}, {"games", table.games}};
  Json& factors = json["factors"] = Json::array();
  for (std::size_t f = 0; f < table.factors.size(); ++f) {
    const EffectTable::Factor& factor = table.factors[f];
    Json entry = {{"name", factor.name}, {"against", factor.against}, {"count", factor.count}};
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const FactorEffect& effect = table.effects[f][c];
      entry["effects"][table.columns[c]] = {{"mean", effect.mean},
                                            {"se", effect.se},
                                            {"interval", {effect.low, effect.high}},
                                            {"p", effect.p},
                                            {"p_adjusted", effect.p_adjusted},
                                            {"significant", effect.significant}};
    }
    factors.push_back(std::move(entry));
  }
  return json;
}

// Minutes: no step adds a territory, so they change as turns do.
Json steps_to_json(const Sensitivity& sensitivity, const metrics::Objective& objective,
                   int territories) {
  const double minutes_of_turn = metrics::seconds_of_turn(territories, objective.seconds) / 60;
  const metrics::Estimate turns = sensitivity.base.turns();
  Json list = Json::array();
  for (const StepEffect& step : sensitivity.steps) {
    Json entry = {{"text", step_in_words(step.what)}, {"what", step.what}};
    entry["fitness"] = metrics::difference_to_json(step.comparison.fitness, sensitivity.matches);
    const metrics::Difference& longer = step.comparison.turns;
    entry["turns"] = {{"mean", longer.mean}, {"se", longer.se}};
    entry["minutes"] = {{"mean", longer.mean * minutes_of_turn},
                        {"se", longer.se * minutes_of_turn}};
    for (std::size_t t = 0; t < objective.terms.size(); ++t) {
      const metrics::CriterionInfo& info = metrics::criterion_info(objective.terms[t].criterion);
      Json& own = entry["criteria"][std::string(info.name)] = metrics::difference_to_json(
          step.comparison.criteria[static_cast<std::size_t>(info.id)], sensitivity.matches);
      own["distance"] = step.losses[t].mean;
    }
    list.push_back(std::move(entry));
  }
  return {{"matches", sensitivity.matches},
          {"turns", {{"mean", turns.mean}, {"se", turns.se}}},
          {"minutes", metrics::minutes_to_json(turns.mean, territories, objective.seconds)},
          {"changes", std::move(list)}};
}

Json trade_off_to_json(const TradeOff& pair) {
  return {{"a", metrics::criterion_info(pair.a).name},
          {"b", metrics::criterion_info(pair.b).name},
          {"verdict", trade_off_verdict_name(pair.verdict)},
          {"words", trade_off_in_words(pair)},
          {"children", pair.children},
          {"games", pair.games},
          {"correlation", pair.correlation},
          {"interval", {pair.low, pair.high}},
          {"p", pair.p},
          {"p_adjusted", pair.p_adjusted},
          {"steps_together", pair.steps_together},
          {"steps_apart", pair.steps_apart},
          {"apart_interval", {pair.apart_low, pair.apart_high}},
          {"steps_p", pair.steps_p},
          {"steps_p_adjusted", pair.steps_p_adjusted}};
}

Json distance_to_json(const WeightedDistance& distance) {
  return {{"total", distance.total()},
          {"criteria", {{"mean", distance.criteria.mean}, {"se", distance.criteria.se}}},
          {"rules", distance.rules},
          {"map", distance.map},
          {"likeness",
           {{"rules", distance.unweighted.rules},
            {"map", distance.unweighted.map},
            {"map_at_least", distance.unweighted.map_at_least}}}};
}

Json target_to_json(const TargetParts& parts, const metrics::Objective& objective) {
  Json json = {{"variant", objective.target->variant->name()},
               {"matches", parts.matches},
               {"best", distance_to_json(parts.best)},
               {"edits",
                {{"territories", parts.edits.territories},
                 {"continents", parts.edits.continents},
                 {"borders", parts.edits.borders},
                 {"memberships", parts.edits.memberships},
                 {"bonuses", parts.edits.bonuses},
                 {"cost", parts.edits.cost()},
                 {"exact", parts.exact}}}};
  Json& swaps = json["swaps"] = Json::array();
  for (const PartSwap& swap : parts.swaps) {
    Json entry = {{"part", swap.part}};
    if (!swap.from.empty()) {
      entry["from"] = parse_json(swap.from);
      entry["to"] = parse_json(swap.to);
    }
    if (!swap.impossible.empty()) {
      entry["impossible"] = swap.impossible;
    } else {
      entry["with"] = distance_to_json(swap.with);
      entry["closes"] = parts.best.total() - swap.with.total();
      entry["criteria"] = metrics::difference_to_json(swap.criteria, parts.matches);
      entry["target_with"] = distance_to_json(swap.target_with);
    }
    swaps.push_back(std::move(entry));
  }
  return json;
}

std::string value_in_words(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

std::string step_in_words(const Json& what) {
  const std::string kind = what.at("kind");
  if (kind == "rule") {
    return fmt::format("{} {} to {}", what.at("key").get<std::string>(),
                       value_in_words(what.at("from")), value_in_words(what.at("to")));
  }
  if (kind == "bonus") {
    return fmt::format("bonus of continent {} {} to {}", what.at("continent").get<int>(),
                       what.at("from").get<int>(), what.at("to").get<int>());
  }
  return fmt::format("border {}-{} {}", what.at("a").get<int>(), what.at("b").get<int>(),
                     what.at("added").get<bool>() ? "added" : "removed");
}

std::string trade_off_in_words(const TradeOff& pair) {
  const std::string_view a = metrics::criterion_info(pair.a).name;
  const std::string_view b = metrics::criterion_info(pair.b).name;
  constexpr std::string_view sentences[] = {
      "{} and {} pull apart: what brings one nearer its ideal mostly takes the other away from its "
      "own",
      "{} and {} pull together: what brings one nearer its ideal mostly brings the other nearer",
      "{} and {}: nothing clear"};
  const std::string text =
      fmt::format(fmt::runtime(sentences[static_cast<std::size_t>(pair.verdict)]), a, b);
  std::string evidence;
  if (pair.games >= fewest_games) {
    evidence =
        fmt::format("children {:+.2f} [{:+.2f}, {:+.2f}]", pair.correlation, pair.low, pair.high);
  }
  const int both = pair.steps_apart + pair.steps_together;
  if (both > 0) {
    evidence += fmt::format("{}{} of {} single steps apart", evidence.empty() ? "" : "; ",
                            pair.steps_apart, both);
  }
  return evidence.empty() ? text : text + " (" + evidence + ")";
}

Json explanation_to_json(const Explanation& explanation, const metrics::Objective& objective) {
  Json json = {{"format", 2},
               {"variant", explanation.variant},
               {"objective", objective.name},
               {"seed", explanation.seed}};
  if (explanation.operators) json["operators"] = effects_to_json(*explanation.operators);
  if (explanation.genes) json["genes"] = effects_to_json(*explanation.genes);
  if (explanation.steps)
    json["steps"] = steps_to_json(*explanation.steps, objective, explanation.territories);
  Json& list = json["pulls"] = Json::array();
  for (const TradeOff& pair : explanation.trade_offs) list.push_back(trade_off_to_json(pair));
  if (explanation.target) json["target"] = target_to_json(*explanation.target, objective);
  return json;
}

}  // namespace evorisk::experiments
