#include <algorithm>
#include <cmath>

#include "metrics/criteria/quantity.hpp"
#include "metrics/objective/loss.hpp"

namespace evorisk::metrics {
namespace {

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
  double above_zero = 0;  // the part of `above` by them
  const std::vector<Part> parts = parts_of(totals, objective, coverage);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Interval& own = parts[i].loss;
    // Distances that may be 0 all read too high, and no chance of others makes up for that. Their
    // sign is not known: what they have in common with others may be the opposite.
    const bool may_be_zero = own.low == 0;
    result.middle += own.middle;
    if (may_be_zero) {
      to_zero += own.middle;
      above_zero += (own.high - own.middle) * (own.high - own.middle);
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
  // A distance that is truly 0 is inside its own interval as often as is said, so where nearly all
  // of the error is such distances', that of the others may not add misses: it counts twice.
  const double share = above > 0 ? std::min(1.0, above_zero / above) : 0;
  const double widened = 1 + share * share;
  result.low = result.middle - to_zero - widened * std::sqrt(std::max(0.0, below));
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
  result.low = std::max(0.0, result.low);  // no distance is below 0
  return holding(fitness(totals, objective).mean, result);
}

}  // namespace evorisk::metrics
