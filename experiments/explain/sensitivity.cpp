#include "experiments/explain/sensitivity.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/explain/paired_comparison.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/objective/loss.hpp"

namespace evorisk::experiments {
std::optional<Sensitivity> sensitivity(const risk::Variant& variant,
                                       const metrics::Objective& objective, metrics::Engine& engine,
                                       const StreamKey& key, std::int64_t matches,
                                       const metrics::PlayControl& control) {
  std::vector<SingleStep> steps = single_steps(variant);
  std::vector<const risk::Variant*> others;
  for (const SingleStep& step : steps) others.push_back(&step.variant);
  std::optional<PairedComparison> played =
      compare_paired(variant, others, objective, engine, key, matches, control);
  if (!played) return std::nullopt;
  Sensitivity result{played->base, {}, matches};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    StepEffect effect{std::move(steps[i].what), played->others[i], {}};
    for (const metrics::Objective::Term& term : objective.terms) {
      // How the distance from the ideal changes. Its error is that of the change of the criterion,
      // times the mean slope of the loss between the two values.
      const auto c = static_cast<std::size_t>(term.criterion);
      const metrics::Estimate before = played->base.criterion(term.criterion);
      const metrics::Estimate after = played->totals[i].criterion(term.criterion);
      const double scale =
          term.loss == metrics::Loss::squared
              ? std::abs(metrics::slope_of(term, before) + metrics::slope_of(term, after)) / 2
              : 1;
      effect.losses.push_back({metrics::loss(term, after) - metrics::loss(term, before),
                               effect.comparison.criteria[c].se * scale});
    }
    result.steps.push_back(std::move(effect));
  }
  std::vector<metrics::Difference*> of_fitness;
  std::vector<metrics::Difference*> of_criteria;
  for (StepEffect& effect : result.steps) {
    of_fitness.push_back(&effect.comparison.fitness);
    for (const metrics::CriterionInfo& info : played->base.measured()) {
      of_criteria.push_back(&effect.comparison.criteria[static_cast<std::size_t>(info.id)]);
    }
  }
  // Of many changes some seem to matter by chance.
  metrics::adjust_together(of_fitness);
  metrics::adjust_together(of_criteria);
  std::stable_sort(
      result.steps.begin(), result.steps.end(), [](const StepEffect& a, const StepEffect& b) {
        return std::abs(a.comparison.fitness.mean) > std::abs(b.comparison.fitness.mean);
      });
  return result;
}

}  // namespace evorisk::experiments
