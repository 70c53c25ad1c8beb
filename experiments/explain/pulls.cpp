#include "experiments/explain/pulls.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "experiments/explain/families.hpp"
#include "experiments/reproduce/statistics.hpp"
#include "metrics/compare.hpp"
#include "risk/simulation.hpp"

namespace evorisk::experiments {
namespace {

std::vector<double> mean_ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t x, std::size_t y) { return values[x] < values[y]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      ranks[order[i]] = static_cast<double>(begin + end - 1) / 2;
    }
    begin = end;
  }
  return ranks;
}

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
  double mean = 0;
  for (int g = 0; g < groups; ++g) {
    std::vector<double> x;
    std::vector<double> y;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (families.all[i].*game % groups == g) continue;
      x.push_back(a[i]);
      y.push_back(b[i]);
    }
    without.push_back(spearman(x, y));
    mean += without.back() / groups;
  }
  double squares = 0;
  for (const double value : without) squares += (value - mean) * (value - mean);
  return std::sqrt(squares * (groups - 1) / groups);
}

void correlate(std::span<const double> a, std::span<const double> b, const Families& families,
               Pull& pull) {
  constexpr int most_groups = 40;
  pull.children = static_cast<int>(a.size());
  pull.games = families.independent();
  if (pull.games < fewest_games) return;
  pull.correlation = spearman(a, b);
  const int groups = std::min(pull.games, most_groups);
  const double error = std::max(jackknife_error(a, b, families, &Family::first_game, groups),
                                jackknife_error(a, b, families, &Family::child_game, groups));
  const double width = error * reproduce::student_bound(0.05, groups - 1);
  pull.low = std::max(-1.0, pull.correlation - width);
  pull.high = std::min(1.0, pull.correlation + width);
  pull.p = error > 0 ? reproduce::student_p(pull.correlation / error, groups - 1) : 1;
}

// Of a fair coin's `n` throws: the chance of a split as uneven as `k` to n - k, or more so.
double sign_test(int k, int n) {
  double p = 0;
  for (int i = std::max(k, n - k); i <= n; ++i) {
    p += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) -
                  n * std::log(2));
  }
  return std::min(1.0, 2 * p);
}

void count_steps(std::size_t a, std::size_t b, const Sensitivity& sensitivity, Pull& pull) {
  const auto clear = [](const metrics::Estimate& x) { return std::abs(x.mean) > 2 * x.se; };
  for (const StepEffect& step : sensitivity.steps) {
    if (!clear(step.losses[a]) || !clear(step.losses[b])) continue;
    const bool apart = (step.losses[a].mean > 0) != (step.losses[b].mean > 0);
    ++(apart ? pull.steps_apart : pull.steps_together);
  }
  const int both = pull.steps_apart + pull.steps_together;
  if (both == 0) return;
  const risk::Share share = risk::wilson_interval(pull.steps_apart, both);
  pull.apart_low = share.low;
  pull.apart_high = share.high;
  pull.steps_p = sign_test(pull.steps_apart, both);
}

PullVerdict verdict_of(const Pull& pull) {
  constexpr double level = 0.05;
  const bool judged = pull.p_adjusted < level;
  const int children = judged ? (pull.correlation < 0 ? 1 : -1) : 0;
  const bool uneven = pull.steps_p_adjusted < level;
  const int steps = uneven ? (pull.steps_apart > pull.steps_together ? 1 : -1) : 0;
  if (children + steps > 0) return PullVerdict::conflict;
  return children + steps < 0 ? PullVerdict::together : PullVerdict::unclear;
}

}  // namespace

std::string_view pull_verdict_name(PullVerdict verdict) {
  switch (verdict) {
    case PullVerdict::conflict:
      return "conflict";
    case PullVerdict::together:
      return "together";
    case PullVerdict::unclear:
      break;
  }
  return "unclear";
}

double spearman(std::span<const double> a, std::span<const double> b) {
  const std::vector<double> x = mean_ranks(a);
  const std::vector<double> y = mean_ranks(b);
  const double middle = (static_cast<double>(a.size()) - 1) / 2;
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - middle) * (y[i] - middle);
    xx += (x[i] - middle) * (x[i] - middle);
    yy += (y[i] - middle) * (y[i] - middle);
  }
  return xx == 0 || yy == 0 ? 0 : xy / std::sqrt(xx * yy);
}

std::vector<Pull> pulls(const metrics::Objective& objective, const Archive* archive,
                        const Sensitivity* steps) {
  const Families families = archive != nullptr ? families_of(*archive) : Families();
  std::vector<std::vector<double>> of_terms;
  if (archive != nullptr) of_terms = changes(objective, *archive, families);
  std::vector<Pull> all;
  std::vector<double> p;
  std::vector<double> steps_p;
  for (std::size_t a = 0; a < objective.terms.size(); ++a) {
    for (std::size_t b = a + 1; b < objective.terms.size(); ++b) {
      if (objective.terms[a].weight == 0 || objective.terms[b].weight == 0) continue;
      Pull pull{.a = objective.terms[a].criterion, .b = objective.terms[b].criterion};
      if (archive != nullptr) correlate(of_terms[a], of_terms[b], families, pull);
      if (steps != nullptr) count_steps(a, b, *steps, pull);
      p.push_back(pull.p);
      steps_p.push_back(pull.steps_p);
      all.push_back(pull);
    }
  }
  const std::vector<double> adjusted = metrics::holm(p);
  const std::vector<double> steps_adjusted = metrics::holm(steps_p);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].p_adjusted = adjusted[i];
    all[i].steps_p_adjusted = steps_adjusted[i];
    all[i].verdict = verdict_of(all[i]);
  }
  return all;
}

}  // namespace evorisk::experiments
