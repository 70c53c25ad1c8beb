#include "experiments/explain/sensitivity.hpp"

#include <algorithm>
#include <cmath>

#include "base/statistics.hpp"
#include "experiments/explain/paired_comparison.hpp"
#include "metrics/criteria/criteria.hpp"

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

// Of many changes some seem to matter by chance: they are judged as one family.
void judge_together(const std::vector<metrics::Difference*>& differences) {
  constexpr double level = 0.05;
  std::vector<double> p;
  for (const metrics::Difference* difference : differences) p.push_back(difference->p);
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < adjusted.size(); ++i) {
    differences[i]->p_adjusted = adjusted[i];
    differences[i]->significant = adjusted[i] < level;
  }
}

}  // namespace

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
      effect.losses.push_back(
          loss_change(term, played->base, played->totals[i],
                      effect.comparison.criteria[static_cast<std::size_t>(term.criterion)]));
    }
    result.steps.push_back(std::move(effect));
  }
  std::vector<metrics::Difference*> of_fitness;
  std::vector<metrics::Difference*> of_criteria;
  for (StepEffect& effect : result.steps) {
    of_fitness.push_back(&effect.comparison.fitness);
    for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
      if (!played->base.measures(info.id)) continue;
      of_criteria.push_back(&effect.comparison.criteria[static_cast<std::size_t>(info.id)]);
    }
  }
  judge_together(of_fitness);
  judge_together(of_criteria);
  std::stable_sort(
      result.steps.begin(), result.steps.end(), [](const StepEffect& a, const StepEffect& b) {
        return std::abs(a.comparison.fitness.mean) > std::abs(b.comparison.fitness.mean);
      });
  return result;
}

}  // namespace evorisk::experiments
