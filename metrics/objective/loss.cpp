#include "metrics/objective/loss.hpp"

#include <algorithm>
#include <cmath>

#include "metrics/criteria/criteria.hpp"

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

}  // namespace

std::span<const ChoiceInfo> losses() {
  return loss_table;
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

bool undecided(const Objective::Term& term, const Estimate& x) {
  return term.loss == Loss::absolute && x.mean == term.ideal &&
         term.band_end.value_or(term.ideal) == term.ideal;
}

double excess_of(const Objective::Term& term, const Estimate& x) {
  const double slope = term.loss == Loss::squared || term.ideal_se > 0 ? slope_of(term, x) : 0;
  const double of_ideal = undecided(term, x) ? term.ideal_se * term.ideal_se
                                             : slope * slope * term.ideal_se * term.ideal_se;
  if (term.loss != Loss::squared) return of_ideal;
  const double v = x.se * x.se;
  return std::max(-2 * v * v, 2 * v * v - slope * slope * v) + of_ideal;
}

namespace {

// Whether the true distance from the ideal has one sign only: the ideal is an end of the range.
bool ideal_at_end(const Objective::Term& term) {
  return term.ideal <= 0 || term.ideal >= criterion_info(term.criterion).highest;
}

// How far a value from 0 to 1 may be from the ideal; from a measured one, of which that is not
// known, by all of the range.
double furthest(const Objective::Term& term) {
  if (term.ideal_se > 0) return 1;
  const double distance = std::max(term.ideal, 1 - term.band_end.value_or(term.ideal));
  return term.loss == Loss::squared ? distance * distance : distance;
}

Interval open_loss_interval(const CriteriaTotals& totals, const Objective::Term& term,
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
  return distance_interval(lost, one.half_length(), above ? down : up, above ? up : down,
                           Distance::largest, 2, coverage);
}

}  // namespace

Interval loss_interval(const CriteriaTotals& totals, const Objective::Term& term,
                       Coverage coverage) {
  Interval own = open_loss_interval(totals, term, coverage);
  // Its interval has no upper end, and the share has one.
  if (term.criterion == Criterion::luck_share)
    own.high = std::min(own.high, std::max(own.middle, furthest(term)));
  return own;
}

}  // namespace evorisk::metrics
