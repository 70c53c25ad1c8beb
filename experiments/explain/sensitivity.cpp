#include "experiments/explain/sensitivity.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/explain/beside.hpp"
#include "metrics/criteria.hpp"

namespace evorisk::experiments {
namespace {

// How the distance from a term's ideal changes; its error that of the change of the criterion.
metrics::Estimate loss_change(const metrics::Objective::Term& term,
                              const metrics::CriteriaTotals& before,
                              const metrics::CriteriaTotals& after,
                              const metrics::Difference& difference) {
  const metrics::Estimate from = before.criterion(term.criterion);
  const metrics::Estimate to = after.criterion(term.criterion);
  return {metrics::loss(term, to) - metrics::loss(term, from), difference.se};
}

}  // namespace

std::optional<Sensitivity> sensitivity(const risk::Variant& variant,
                                       const metrics::Objective& objective, metrics::Engine& engine,
                                       const StreamKey& key, std::int64_t matches,
                                       const metrics::PlayControl& control) {
  std::vector<SingleStep> steps = single_steps(variant);
  std::vector<const risk::Variant*> others;
  for (const SingleStep& step : steps) others.push_back(&step.variant);
  std::optional<Beside> played = beside(variant, others, objective, engine, key, matches, control);
  if (!played) return std::nullopt;
  Sensitivity result{played->base, {}, matches};
  std::vector<double> p;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    StepEffect effect{std::move(steps[i].what), played->others[i], {}, false};
    for (const metrics::Objective::Term& term : objective.terms) {
      effect.losses.push_back(
          loss_change(term, played->base, played->totals[i],
                      effect.comparison.criteria[static_cast<std::size_t>(term.criterion)]));
    }
    p.push_back(effect.comparison.fitness.p);
    result.steps.push_back(std::move(effect));
  }
  // Of many changes some seem to matter by chance: judged as one family.
  const std::vector<double> adjusted = metrics::holm(p);
  constexpr double level = 0.05;
  for (std::size_t i = 0; i < adjusted.size(); ++i) result.steps[i].clear = adjusted[i] < level;
  std::stable_sort(
      result.steps.begin(), result.steps.end(), [](const StepEffect& a, const StepEffect& b) {
        return std::abs(a.comparison.fitness.mean) > std::abs(b.comparison.fitness.mean);
      });
  return result;
}

}  // namespace evorisk::experiments
