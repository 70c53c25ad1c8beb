#include "metrics/objective/objective.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "maps/planar/edit_distance.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::metrics {
namespace {

constexpr ChoiceInfo loss_table[] = {
    {"absolute",
     "the distance from the ideal, or from the nearer end of the band; reads too high near it",
     "thesis eq. 4.12"},
    {"squared", "the squared distance from the ideal less the criterion's variance: free of bias",
     "E[(x - i)^2] = (E[x] - i)^2 + Var[x]"},
    {"one_sided",
     "the signed distance from an ideal at the end of the scale: free of bias where the criterion "
     "is, as unbiased_advantage",
     "own"},
};

constexpr ChoiceInfo combination_table[] = {
    {"weighted", "the sum of weight times loss over all criteria", "thesis eq. 4.12"},
    {"lexicographic",
     "the groups in their order, each in steps of its tolerance; then the weighted sum",
     "Marler and Arora 2004, 4.3"},
};

// The slope of a term's loss, without its weight, at an estimate that is not exactly its ideal.
double slope_of(const Objective::Term& term, const Estimate& x) {
  switch (term.loss) {
    case Loss::squared:
      return 2 * (x.mean - term.ideal);
    case Loss::one_sided:
      return term.ideal == 0 ? 1 : -1;
    case Loss::absolute:
      break;
  }
  const double end = term.band_end.value_or(term.ideal);
  if (x.mean < term.ideal) return -1;
  if (x.mean > end) return 1;
  const double below = x.mean - term.ideal;
  const double above = end - x.mean;
  if (x.se == 0) return 0;
  const double beyond = std::erfc(std::min(below, above) / x.se / std::sqrt(2.0));
  return below < above ? -beyond : beyond;
}

// Where the slope's sign is not known.
bool undecided(const Objective::Term& term, const Estimate& x) {
  return term.loss == Loss::absolute && x.mean == term.ideal &&
         term.band_end.value_or(term.ideal) == term.ideal;
}

// What the variance of a term's loss is more, or less, than its slope says. The square of a normal
// x around its own mean has the variance 2 v^2; the slope at x is 4 v^2 too large on average. And
// what the ideal's own error adds.
double excess_of(const Objective::Term& term, const Estimate& x) {
  const double slope = term.loss == Loss::squared || term.ideal_se > 0 ? slope_of(term, x) : 0;
  const double of_ideal = undecided(term, x) ? term.ideal_se * term.ideal_se
                                             : slope * slope * term.ideal_se * term.ideal_se;
  if (term.loss != Loss::squared) return of_ideal;
  const double v = x.se * x.se;
  return std::max(-2 * v * v, 2 * v * v - slope * slope * v) + of_ideal;
}

}  // namespace

std::span<const ChoiceInfo> losses() {
  return loss_table;
}

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

double loss(const Objective::Term& term, const Estimate& x) {
  switch (term.loss) {
    case Loss::squared:
      return (x.mean - term.ideal) * (x.mean - term.ideal) - x.se * x.se;
    case Loss::one_sided:
      return term.ideal == 0 ? x.mean : term.ideal - x.mean;
    case Loss::absolute:
      break;
  }
  if (!term.band_end) return std::abs(x.mean - term.ideal);
  return std::max({0.0, term.ideal - x.mean, x.mean - *term.band_end});
}

std::array<double, criterion_count> fitness_slopes(const CriteriaTotals& totals,
                                                   const CriteriaMatrix& covariance,
                                                   const Objective& objective) {
  std::array<double, criterion_count> slope{};
  std::vector<const Objective::Term*> at_ideal;
  for (const Objective::Term& term : objective.terms) {
    const Estimate x = totals.criterion(term.criterion);
    if (undecided(term, x)) {
      at_ideal.push_back(&term);
    } else {
      slope[static_cast<std::size_t>(term.criterion)] = term.weight * slope_of(term, x);
    }
  }
  for (const Objective::Term* term : at_ideal) {
    const auto c = static_cast<std::size_t>(term->criterion);
    const double with_rest =
        std::inner_product(slope.begin(), slope.end(), covariance[c].begin(), 0.0);
    slope[c] = with_rest < 0 ? -term->weight : term->weight;
  }
  return slope;
}

CriteriaTotals::Slopes full_fitness_slopes(const CriteriaTotals& totals,
                                           const Objective& objective) {
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

// Whether the true distance from the ideal has one sign only: the ideal is an end of the range.
bool ideal_at_end(const Objective::Term& term) {
  if (term.criterion == Criterion::unbiased_advantage) return false;
  return term.ideal <= 0 || term.ideal >= criterion_info(term.criterion).highest;
}

// Of what one term loses, without its weight.
Interval loss_interval(const CriteriaTotals& totals, const Objective::Term& term,
                       Coverage coverage) {
  const double z = errors_of(coverage);
  const Estimate x = totals.criterion(term.criterion);
  const double lost = loss(term, x);
  if (term.loss == Loss::squared) {
    const double slope = slope_of(term, x);
    const double reach =
        z * std::sqrt(std::max(0.0, slope * slope * x.se * x.se + excess_of(term, x)));
    return {lost, lost - reach, lost + reach};
  }
  const auto of_criterion = [&](Coverage wanted) {
    Interval own = totals.interval(term.criterion, wanted);
    const double of_ideal = errors_of(wanted) * term.ideal_se;
    own.low = own.middle - std::hypot(own.middle - own.low, of_ideal);
    own.high = own.middle + std::hypot(own.high - own.middle, of_ideal);
    return own;
  };
  const Interval own = of_criterion(coverage);
  const double end = term.band_end.value_or(term.ideal);
  if (term.band_end) {
    const double least = std::max({0.0, term.ideal - own.high, own.low - end});
    return {lost, least, std::max({0.0, term.ideal - own.low, own.high - end})};
  }
  const bool above = x.mean >= term.ideal;
  if (term.loss == Loss::one_sided || ideal_at_end(term)) {
    return term.ideal <= 0
               ? Interval{own.middle - term.ideal, own.low - term.ideal, own.high - term.ideal}
               : Interval{term.ideal - own.middle, term.ideal - own.high, term.ideal - own.low};
  }
  const Interval one = coverage == Coverage::one_error ? own : of_criterion(Coverage::one_error);
  const double down = std::max(0.0, x.mean - own.low);
  const double up = std::max(0.0, own.high - x.mean);
  return distance_interval(lost, one.half_length(), above ? down : up, above ? up : down, 2,
                           coverage);
}

// One term of the sum, weighted, and what it has in common with others.
struct Part {
  Interval loss;
  CriteriaTotals::Slopes slopes;
  double deviation = 0;  // of the criterion, by the slopes
  double sign = 1;       // of the loss by the criterion
};

std::vector<Part> parts_of(const CriteriaTotals& totals, const Objective& objective,
                           Coverage coverage) {
  std::vector<Part> parts;
  for (const Objective::Term& term : objective.terms) {
    Part part{loss_interval(totals, term, coverage), totals.slopes(term.criterion), 0, 1};
    part.loss = {term.weight * part.loss.middle, term.weight * part.loss.low,
                 term.weight * part.loss.high};
    part.deviation = std::sqrt(std::max(0.0, totals.covariance(part.slopes, part.slopes)));
    part.sign = slope_of(term, totals.criterion(term.criterion)) < 0 ? -1 : 1;
    parts.push_back(std::move(part));
  }
  return parts;
}

double correlation(const CriteriaTotals& totals, const Part& a, const Part& b) {
  const double deviations = a.deviation * b.deviation;
  if (deviations <= 0) return 0;
  return std::clamp(a.sign * b.sign * totals.covariance(a.slopes, b.slopes) / deviations, -1.0,
                    1.0);
}

}  // namespace

Interval fitness_interval(const CriteriaTotals& totals, const Objective& objective,
                          Coverage coverage) {
  Interval result;
  double below = 0;
  double above = 0;
  double to_zero = 0;
  const std::vector<Part> parts = parts_of(totals, objective, coverage);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Interval& own = parts[i].loss;
    // Distances that may be 0 all read too high, and no chance of others makes up for that. Their
    // sign is not known: what they have in common with others may be the opposite.
    const bool may_be_zero = own.low == 0;
    result.middle += own.middle;
    if (may_be_zero) {
      to_zero += own.middle;
    } else {
      below += (own.middle - own.low) * (own.middle - own.low);
    }
    above += (own.high - own.middle) * (own.high - own.middle);
    for (std::size_t j = 0; j < i; ++j) {
      const Interval& other = parts[j].loss;
      const bool unsure = may_be_zero || other.low == 0;
      const double common = correlation(totals, parts[i], parts[j]);
      if (!unsure) below += 2 * common * (own.middle - own.low) * (other.middle - other.low);
      above += 2 * (unsure ? std::max(0.0, common) : common) * (own.high - own.middle) *
               (other.high - other.middle);
    }
  }
  result.low = result.middle - to_zero - std::sqrt(std::max(0.0, below));
  result.high = result.middle + std::sqrt(std::max(0.0, above));
  for (const Objective::QuantityTerm& term : objective.quantities) {
    const QuantityInfo& info = quantity_info(term.quantity);
    if (info.of_map) continue;
    Estimate of_term;
    add_loss(term, info.of_matches(totals), of_term);
    result.middle += of_term.mean;
    result.low += of_term.mean - errors_of(coverage) * of_term.se;
    result.high += of_term.mean + errors_of(coverage) * of_term.se;
  }
  return result;
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
  CriteriaSet of_terms;
  for (const Objective::Term& term : objective.terms) of_terms.add(term.criterion);
  if (!of_terms.empty()) {
    const CriteriaTotals::Slopes slopes = full_fitness_slopes(totals, objective);
    double variance = totals.covariance(slopes, slopes);
    for (const Objective::Term& term : objective.terms) {
      const double slope = slope_of(term, totals.criterion(term.criterion));
      variance +=
          term.weight * term.weight * slope * slope * totals.excess_variance(term.criterion);
    }
    result.se = totals.matches() < 2 ? 0 : std::sqrt(std::max(0.0, variance + excess));
    return result;
  }
  const CriteriaMatrix covariance = totals.covariance();
  const auto slope = fitness_slopes(totals, covariance, objective);
  double variance = 0;
  for (std::size_t a = 0; a < criterion_count; ++a) {
    for (std::size_t b = 0; b < criterion_count; ++b) {
      variance += slope[a] * slope[b] * covariance[a][b];
    }
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
         a.variant->name() == b.variant->name() && a.matches == b.matches && a.rules == b.rules &&
         a.map == b.map;
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
