#include "metrics/objective/objective.hpp"

#include <algorithm>
#include <cmath>

#include "maps/planar/edit_distance.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/objective/loss.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::metrics {
namespace {

constexpr ChoiceInfo combination_table[] = {
    {"weighted", "the sum of weight times loss over all criteria", "thesis eq. 4.12"},
    {"lexicographic",
     "the groups in their order, each in steps of its tolerance; then the weighted sum",
     "Marler and Arora 2004, 4.3"},
};

}  // namespace

std::span<const ChoiceInfo> combinations() {
  return combination_table;
}

CriteriaSet Objective::extended_criteria() const {
  CriteriaSet set;
  for (const Term& term : terms) set.add(term.criterion);
  for (const Constraint& constraint : constraints) {
    for (const CriterionInfo& info : all_criteria()) {
      if (info.name == constraint.quantity) set.add(info.id);
    }
  }
  return set;
}

bool operator==(const Objective& a, const Objective& b) {
  if ((a.target == nullptr) != (b.target == nullptr)) return false;
  if (a.target != nullptr && !(*a.target == *b.target)) return false;
  return a.name == b.name && a.terms == b.terms && a.quantities == b.quantities &&
         a.parameters == b.parameters && a.groups == b.groups && a.combination == b.combination &&
         a.constraints == b.constraints && a.seconds == b.seconds;
}

Objective thesis_objective() {
  Objective objective;
  for (const CriterionInfo& info : criteria()) objective.terms.push_back({info.id, info.ideal, 1});
  return objective;
}

CriteriaTotals::Slopes fitness_slopes(const CriteriaTotals& totals, const Objective& objective) {
  CriteriaTotals::Slopes sum;
  const auto add = [&](const CriteriaTotals::Slopes& slopes, double factor) {
    sum.resize(slopes.size());
    for (std::size_t i = 0; i < slopes.size(); ++i) sum[i] += factor * slopes[i];
  };
  std::vector<const Objective::Term*> at_ideal;
  for (const Objective::Term& term : objective.terms) {
    const Estimate x = totals.criterion(term.criterion);
    if (undecided(term, x)) {
      at_ideal.push_back(&term);
      add(totals.slopes(term.criterion), 0);
    } else {
      add(totals.slopes(term.criterion), term.weight * slope_of(term, x));
    }
  }
  for (const Objective::Term* term : at_ideal) {
    const CriteriaTotals::Slopes own = totals.slopes(term->criterion);
    add(own, totals.covariance(own, sum) < 0 ? -term->weight : term->weight);
  }
  return sum;
}

namespace {

Estimate criteria_loss(const CriteriaTotals& totals, const Objective& objective) {
  Estimate result;
  double excess = 0;
  for (const Objective::Term& term : objective.terms) {
    const Estimate x = totals.criterion(term.criterion);
    result.mean += term.weight * loss(term, x);
    excess += term.weight * term.weight * excess_of(term, x);
  }
  if (objective.terms.empty() || totals.matches() < 2) return result;
  const CriteriaTotals::Slopes slopes = fitness_slopes(totals, objective);
  double variance = totals.covariance(slopes, slopes);
  // Where no criterion varies, all that is left is what may be unseen.
  const bool alike = std::ranges::all_of(objective.terms, [&](const Objective::Term& term) {
    return totals.unseen_variance(term.criterion) > 0;
  });
  for (const Objective::Term& term : objective.terms) {
    const double slope = slope_of(term, totals.criterion(term.criterion));
    variance +=
        term.weight * term.weight * slope * slope *
        (alike ? totals.unseen_variance(term.criterion) : totals.excess_variance(term.criterion));
  }
  result.se = std::sqrt(std::max(0.0, variance + excess));
  return result;
}

}  // namespace

Estimate fitness(const CriteriaTotals& totals, const Objective& objective) {
  Estimate result = criteria_loss(totals, objective);
  for (const Objective::QuantityTerm& term : objective.quantities) {
    const QuantityInfo& info = quantity_info(term.quantity);
    if (!info.of_map) add_loss(term, info.of_matches(totals), result);
  }
  return result;
}

void add_loss(const Objective::QuantityTerm& term, const Estimate& x, Estimate& fitness) {
  const Objective::Term as_criterion{{}, term.ideal, term.weight, term.band_end};
  fitness.mean += term.weight * loss(term, x.mean);
  const double slope = undecided(as_criterion, x) ? 1 : std::abs(slope_of(as_criterion, x));
  fitness.se += term.weight * slope * x.se;
}

Objective part_of(const Objective& objective, const Objective::Group& group) {
  Objective part;
  part.terms = objective.terms;
  std::erase_if(part.terms, [&](const Objective::Term& term) {
    return std::ranges::count(group.criteria, term.criterion) == 0;
  });
  part.quantities = objective.quantities;
  std::erase_if(part.quantities, [&](const Objective::QuantityTerm& term) {
    return std::ranges::count(group.quantities, term.quantity) == 0;
  });
  return part;
}

bool operator==(const Target& a, const Target& b) {
  return a.variant->rules() == b.variant->rules() && a.variant->map() == b.variant->map() &&
         a.variant->name() == b.variant->name() && a.matches == b.matches && a.seed == b.seed &&
         a.rules == b.rules && a.map == b.map;
}

TargetDistance target_distance(const Target& target, const risk::Rules& rules,
                               const maps::Map& map) {
  const maps::EditDistance distance = maps::edit_distance(map, target.variant->map());
  return {risk::rule_distance(rules, target.variant->rules(), target.rules.keys), distance.share(),
          distance.lower / distance.largest};
}

double target_loss(const Objective& objective, const risk::Variant& variant) {
  const double of_map = map_loss(objective, variant.map());
  if (objective.target == nullptr) return of_map;
  return of_map +
         objective.target->loss(target_distance(*objective.target, variant.rules(), variant.map()));
}

}  // namespace evorisk::metrics
