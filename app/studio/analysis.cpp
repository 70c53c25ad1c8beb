// Criteria of a variant, of a changed one beside it, and of every single-step change.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/studio/context.hpp"
#include "app/text/evaluation.hpp"
#include "base/error.hpp"
#include "base/statistics.hpp"
#include "base/stopwatch.hpp"
#include "experiments/explain/sensitivity.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/engine.hpp"
#include "metrics/estimates/compare.hpp"
#include "metrics/measure.hpp"
#include "metrics/objective/target.hpp"
#include "risk/simulation.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t most_matches = 200'000;

// What the matches of a call are: how many, of what seed, played by whom, to measure what.
struct Play {
  metrics::Objective objective;
  metrics::EngineOptions options;
  StreamKey key;
  std::int64_t matches = 0;
  metrics::PlayControl control;

  Play(StudioContext& context, const Call& call, const risk::Variant& variant,
       std::int64_t otherwise)
      : objective(metrics::own_objective(variant).value_or(metrics::thesis_objective())) {
    if (const auto given = call.body.find("objective"))
      objective = metrics::objective_in_place(*given);
    matches = call.number("matches", 1, most_matches, otherwise);
    key = {.seed = call.natural("seed", 1), .purpose = Purpose::match};
    options.parameters = objective.parameters;
    options.threads = context.threads;
    control.stop = &context.stop;
    options.extended = objective.extended_criteria();
  }

  EvaluationRun run(const Stopwatch& watch) const {
    return {.seed = key.seed, .threads = options.threads, .seconds = watch.seconds()};
  }

  Evaluation evaluation(const risk::Variant& variant, const metrics::CriteriaTotals& totals) const {
    return {.variant = &variant,
            .totals = &totals,
            .agents = metrics::seat_agents(variant, options),
            .engine = metrics::choose_engine(variant, options)};
  }
};

Json evaluate(StudioContext& context, const Call& call) {
  const risk::Variant variant = context.variant(call);
  const Play play(context, call, variant, 10'000);
  const std::lock_guard lock(context.computing);
  const Stopwatch watch;
  const auto engine = metrics::make_engine(play.options);
  metrics::CriteriaTotals totals(variant.players(), play.options.extended);
  const metrics::Measurement measurement{&variant, play.key, play.matches, &totals};
  if (!metrics::measure(*engine, {&measurement, 1}, play.control))
    throw SystemError("the studio is ending");
  return evaluation_json(play.evaluation(variant, totals), play.objective, play.run(watch),
                         call.wording);
}

Json what_if(StudioContext& context, const Call& call) {
  const risk::Variant first = context.variant(call);
  const risk::Variant second = context.variant(call, "changed");
  const Play play(context, call, first, 10'000);
  const std::lock_guard lock(context.computing);
  const Stopwatch watch;
  const auto engine = metrics::make_engine(play.options);
  metrics::PairedTotals totals(first.players(), second.players(), play.options.extended);
  const double apart =
      metrics::target_loss(play.objective, second) - metrics::target_loss(play.objective, first);
  if (!metrics::measure_pairs(*engine, first, second, play.key, play.matches, totals, play.control))
    throw SystemError("the studio is ending");
  return comparison_json(
      play.evaluation(first, totals.first()), play.evaluation(second, totals.second()),
      totals.compare(play.objective, apart), play.objective, play.run(watch), call.wording);
}

// The same matches (the same keys) under the variant and under each change of it.
Json sensitivity(StudioContext& context, const Call& call) {
  const risk::Variant variant = context.variant(call);
  Play play(context, call, variant, 2000);
  // The slow engine would make a page wait for minutes.
  const bool slow = metrics::choose_engine(variant, play.options).name == "plain";
  play.matches = std::min<std::int64_t>(play.matches, slow ? 300 : 5000);
  const std::lock_guard lock(context.computing);
  const Stopwatch watch;
  const auto engine = metrics::make_engine(play.options);
  const std::optional<experiments::Sensitivity> found = experiments::sensitivity(
      variant, play.objective, *engine, play.key, play.matches, play.control);
  if (!found) throw SystemError("the studio is ending");
  Json list = Json::array();
  for (const experiments::StepEffect& step : found->steps) {
    Json entry = step.what;
    entry["fitness"] = metrics::difference_to_json(step.comparison.fitness, play.matches);
    for (const metrics::CriterionInfo& info : found->base.measured()) {
      entry["criteria"][std::string(info.name)] = metrics::difference_to_json(
          step.comparison.criteria[static_cast<std::size_t>(info.id)], play.matches);
    }
    list.push_back(std::move(entry));
  }
  return {{"changes", std::move(list)},
          {"objective", play.objective.name},
          {"matches", play.matches},
          {"seconds", watch.seconds()}};
}

// How often an agent wins when the others are cautious: in every seat in turn.
Json duels(StudioContext& context, const Call& call) {
  const risk::Variant variant = context.variant(call);
  const int seats = variant.players();
  const std::int64_t matches = call.number("matches", 1, 20'000, 300);
  const std::lock_guard lock(context.computing);
  Json list = Json::array();
  for (const JsonView& item : call.body.at("agents").items()) {
    const std::string agent = item.text();
    refuse_outside_agent(agent);
    std::int64_t wins = 0;
    std::int64_t played = 0;
    for (int seat = 0; seat < seats; ++seat) {
      std::vector<std::string> table(static_cast<std::size_t>(seats), "cautious");
      table[static_cast<std::size_t>(seat)] = agent;
      const auto counts = risk::simulate(
          variant, table,
          {.seed = 1, .purpose = Purpose::match, .individual = static_cast<std::uint32_t>(seat)},
          std::max<std::int64_t>(1, matches / seats), context.threads, {}, &context.stop);
      wins += counts.wins[static_cast<std::size_t>(seat)];
      played += counts.matches;
    }
    const Share share = wilson_interval(wins, std::max<std::int64_t>(1, played));
    list.push_back({{"agent", agent},
                    {"matches", played},
                    {"win_share", share.share},
                    {"interval", {share.low, share.high}}});
  }
  return {{"agents", std::move(list)}};
}

}  // namespace

void add_analysis(StudioContext& context, Routes& routes) {
  routes.post("/api/evaluate", [&context](const Call& c) { return evaluate(context, c); });
  routes.post("/api/whatif", [&context](const Call& c) { return what_if(context, c); });
  routes.post("/api/sensitivity", [&context](const Call& c) { return sensitivity(context, c); });
  routes.post("/api/duels", [&context](const Call& c) { return duels(context, c); });
}

}  // namespace evorisk::app
