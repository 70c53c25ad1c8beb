#include "experiments/explain/trade_offs.hpp"

#include <algorithm>
#include <cmath>

#include "base/statistics.hpp"
#include "metrics/objective/panel.hpp"
#include "risk/simulation.hpp"

namespace evorisk::experiments {
namespace {

// Of each term: how its distance changes from the parents' mean to the child, child by child.
std::vector<std::vector<double>> changes(const metrics::Objective& objective,
                                         const Archive& archive, const Families& families) {
  std::vector<std::vector<double>> result;
  for (const metrics::Objective::Term& term : objective.terms) {
    const auto found = std::ranges::find(archive.criteria, term.criterion);
    const auto column = static_cast<std::size_t>(found - archive.criteria.begin());
    std::vector<double>& of_term = result.emplace_back();
    for (const Family& family : families.all) {
      of_term.push_back(change(family, [&](const ArchiveIndividual& one) {
        return metrics::loss(term, one.criteria[column]);
      }));
    }
  }
  return result;
}

// Of the correlation: its error by leaving out one of `groups` groups of games after the other;
// `game` says whose each family counts as.
double jackknife_error(std::span<const double> a, std::span<const double> b,
                       const Families& families, int Family::*game, int groups) {
  std::vector<double> without;
  for (int g = 0; g < groups; ++g) {
    std::vector<double> x;
    std::vector<double> y;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (families.all[i].*game % groups == g) continue;
      x.push_back(a[i]);
      y.push_back(b[i]);
    }
    without.push_back(spearman(x, y));
  }
  return metrics::jackknife_error(without);
}

void correlate(std::span<const double> a, std::span<const double> b, const Families& families,
               TradeOff& pair) {
  constexpr int most_groups = 40;
  pair.children = static_cast<int>(a.size());
  pair.games = families.independent();
  if (pair.games < fewest_games) return;
  pair.correlation = spearman(a, b);
  const int groups = std::min(pair.games, most_groups);
  const double error = std::max(jackknife_error(a, b, families, &Family::first_game, groups),
                                jackknife_error(a, b, families, &Family::child_game, groups));
  const double width = error * student_bound(0.05, groups - 1);
  pair.low = std::max(-1.0, pair.correlation - width);
  pair.high = std::min(1.0, pair.correlation + width);
  pair.p = error > 0 ? student_p(pair.correlation / error, groups - 1) : 1;
}

void count_steps(std::size_t a, std::size_t b, const Sensitivity& sensitivity, TradeOff& pair) {
  const auto clear = [](const metrics::Estimate& x) { return std::abs(x.mean) > 2 * x.se; };
  for (const StepEffect& step : sensitivity.steps) {
    if (!clear(step.losses[a]) || !clear(step.losses[b])) continue;
    const bool apart = (step.losses[a].mean > 0) != (step.losses[b].mean > 0);
    ++(apart ? pair.steps_apart : pair.steps_together);
  }
  const int both = pair.steps_apart + pair.steps_together;
  if (both == 0) return;
  const Share share = wilson_interval(pair.steps_apart, both);
  pair.apart_low = share.low;
  pair.apart_high = share.high;
  pair.steps_p = sign_test_p(pair.steps_apart, both);
}

TradeOffVerdict verdict_of(const TradeOff& pair) {
  const bool judged = pair.p_adjusted < metrics::test_level;
  const int children = judged ? (pair.correlation < 0 ? 1 : -1) : 0;
  const bool uneven = pair.steps_p_adjusted < metrics::test_level;
  const int steps = uneven ? (pair.steps_apart > pair.steps_together ? 1 : -1) : 0;
  if (children + steps > 0) return TradeOffVerdict::conflict;
  return children + steps < 0 ? TradeOffVerdict::together : TradeOffVerdict::unclear;
}

}  // namespace

std::string_view trade_off_verdict_name(TradeOffVerdict verdict) {
  constexpr std::string_view names[] = {"conflict", "together", "unclear"};
  return names[static_cast<std::size_t>(verdict)];
}

std::vector<TradeOff> trade_offs(const metrics::Objective& objective, const Archive* archive,
                                 const Sensitivity* steps) {
  const Families families = archive != nullptr ? families_of(*archive) : Families();
  std::vector<std::vector<double>> of_terms;
  if (archive != nullptr) of_terms = changes(objective, *archive, families);
  std::vector<TradeOff> all;
  for (std::size_t a = 0; a < objective.terms.size(); ++a) {
    for (std::size_t b = a + 1; b < objective.terms.size(); ++b) {
      if (objective.terms[a].weight == 0 || objective.terms[b].weight == 0) continue;
      TradeOff pair{.a = objective.terms[a].criterion, .b = objective.terms[b].criterion};
      if (archive != nullptr) correlate(of_terms[a], of_terms[b], families, pair);
      if (steps != nullptr) count_steps(a, b, *steps, pair);
      all.push_back(pair);
    }
  }
  // Either test makes a verdict, so all of both are one family.
  std::vector<double> p;
  std::vector<double*> places;
  const auto add = [&](double of_test, double& adjusted) {
    p.push_back(of_test);
    places.push_back(&adjusted);
  };
  for (TradeOff& pair : all) {
    if (archive != nullptr) add(pair.p, pair.p_adjusted);
    if (steps != nullptr) add(pair.steps_p, pair.steps_p_adjusted);
  }
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < p.size(); ++i) *places[i] = adjusted[i];
  for (TradeOff& pair : all) pair.verdict = verdict_of(pair);
  return all;
}

}  // namespace evorisk::experiments
