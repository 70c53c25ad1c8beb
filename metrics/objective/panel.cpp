#include "metrics/objective/panel.hpp"

#include <algorithm>
#include <cmath>

#include "base/statistics.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/estimates/compare.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::metrics {
namespace {

Disagreement disagreement(std::span<const Estimate> estimates,
                          std::span<const CriteriaTotals> tables) {
  Disagreement result;
  double weights = 0;
  double sum = 0;
  bool testable = true;
  std::vector<double> weight;
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    const double least = 1 / static_cast<double>(std::max<std::int64_t>(1, tables[i].matches()));
    const double error = std::max(estimates[i].se, least);
    weight.push_back(1 / (error * error));
    weights += weight.back();
    sum += weight.back() * estimates[i].mean;
    testable = testable && tables[i].matches() >= fewest_for_a_test;
    if (estimates[i].mean < estimates[result.lowest].mean) result.lowest = i;
    if (estimates[i].mean > estimates[result.highest].mean) result.highest = i;
  }
  // Equal values differ by nothing, whatever rounding makes of their mean.
  if (result.lowest == result.highest) return result;
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    const double distance = estimates[i].mean - sum / weights;
    result.q += weight[i] * distance * distance;
  }
  if (testable) result.p = chi_square_p(result.q, static_cast<int>(estimates.size()) - 1);
  return result;
}

// One estimate of one table, or of several.
Estimate together(std::span<const Estimate> tables, PanelAggregation aggregation) {
  Estimate worst;
  double sum = 0;
  double variance = 0;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (i == 0 || tables[i].mean > worst.mean) worst = tables[i];
    sum += tables[i].mean;
    variance += tables[i].se * tables[i].se;
  }
  if (tables.size() == 1 || aggregation == PanelAggregation::worst) return worst;
  const auto count = static_cast<double>(tables.size());
  return {sum / count, std::sqrt(variance) / count};
}

bool of_panel(const Objective::QuantityTerm& term) {
  return quantity_info(term.quantity).of_panel;
}

// The fitness of the matches: what the panel as a whole has counts once.
Estimate of_matches(std::span<const CriteriaTotals> tables, const Objective& objective,
                    PanelAggregation aggregation) {
  std::vector<Estimate> own;
  if (tables.size() == 1 || std::ranges::none_of(objective.quantities, of_panel)) {
    for (const CriteriaTotals& table : tables) own.push_back(fitness(table, objective));
    return together(own, aggregation);
  }
  Objective of_each = objective;
  std::erase_if(of_each.quantities, of_panel);
  for (const CriteriaTotals& table : tables) own.push_back(fitness(table, of_each));
  Estimate all = together(own, aggregation);
  for (const Objective::QuantityTerm& term : objective.quantities) {
    if (!of_panel(term)) continue;
    const QuantityInfo& info = quantity_info(term.quantity);
    std::vector<Estimate> values;
    for (const CriteriaTotals& table : tables) values.push_back(info.of_matches(table));
    add_loss(term, together(values, PanelAggregation::worst), all);
  }
  return all;
}

double tau(std::span<const double> a, std::span<const double> b, std::size_t without) {
  const auto sign = [](double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; };
  int agreeing = 0;
  int of_a = 0;
  int of_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = i + 1; j < a.size(); ++j) {
      if (i == without || j == without) continue;
      const int x = sign(a[i] - a[j]);
      const int y = sign(b[i] - b[j]);
      agreeing += x * y;
      of_a += x * x;
      of_b += y * y;
    }
  }
  if (of_a == 0 || of_b == 0) return 0;
  return agreeing / std::sqrt(static_cast<double>(of_a) * of_b);
}

}  // namespace

Estimate judge(std::span<const CriteriaTotals> tables, const Objective& objective,
               PanelAggregation aggregation, const TargetDistance* target_distance,
               const maps::Map* map) {
  Estimate all = of_matches(tables, objective, aggregation);
  if (objective.target != nullptr && target_distance != nullptr) {
    all.mean += objective.target->loss(*target_distance);
  }
  if (map != nullptr) all.mean += map_loss(objective, *map);
  return all;
}

std::vector<Estimate> judge_groups(std::span<const CriteriaTotals> tables,
                                   const Objective& objective, PanelAggregation aggregation,
                                   const TargetDistance* target_distance, const maps::Map* map) {
  std::vector<Estimate> result;
  for (const Objective::Group& group : objective.groups) {
    result.push_back(of_matches(tables, part_of(objective, group), aggregation));
  }
  for (std::size_t g = 0; g < result.size(); ++g) {
    const Objective::Group& group = objective.groups[g];
    if (map != nullptr) result[g].mean += map_loss(part_of(objective, group), *map);
    if (objective.target == nullptr || target_distance == nullptr) continue;
    if (group.rules) result[g].mean += objective.target->rules.loss(target_distance->rules);
    if (group.map) result[g].mean += objective.target->map.loss(target_distance->map);
  }
  return result;
}

Disagreements disagreements(std::span<const CriteriaTotals> tables, const Objective& objective) {
  Disagreements result;
  std::vector<Disagreement*> tested;
  const auto test = [&](Disagreement& place, const auto& value) {
    std::vector<Estimate> estimates;
    for (const CriteriaTotals& table : tables) estimates.push_back(value(table));
    place = disagreement(estimates, tables);
    tested.push_back(&place);
  };
  for (const CriterionInfo& info : tables.front().measured()) {
    test(result.criteria[static_cast<std::size_t>(info.id)],
         [&](const CriteriaTotals& table) { return table.criterion(info.id); });
  }
  test(result.fitness, [&](const CriteriaTotals& table) { return fitness(table, objective); });
  adjust_together(tested);
  return result;
}

double jackknife_error(std::span<const double> without) {
  const auto n = static_cast<double>(without.size());
  double mean = 0;
  for (const double value : without) mean += value / n;
  double squares = 0;
  for (const double value : without) squares += (value - mean) * (value - mean);
  return std::sqrt(squares * (n - 1) / n);
}

Estimate rank_correlation(std::span<const double> a, std::span<const double> b) {
  const std::size_t n = a.size();
  Estimate result{tau(a, b, n), 0};
  if (n < 4) return result;
  std::vector<double> without;
  for (std::size_t i = 0; i < n; ++i) without.push_back(tau(a, b, i));
  result.se = jackknife_error(without);
  // Equal or opposite ranks have no error of their own, nor have those of which any n - 1 agree
  // alike: that of ranks by chance is the most it can be.
  if (std::abs(result.mean) == 1 || result.se == 0) {
    const auto count = static_cast<double>(n);
    result.se = std::sqrt(2 * (2 * count + 5) / (9 * count * (count - 1)));
  }
  return result;
}

}  // namespace evorisk::metrics
