// What one term of an objective loses, as the fitness and its interval want to know it.
#pragma once

#include "metrics/objective/objective.hpp"

namespace evorisk::metrics {

// The slope of a term's loss, without its weight, at an estimate that is not exactly its ideal.
double slope_of(const Objective::Term& term, const Estimate& x);
// Where the slope's sign is not known.
bool undecided(const Objective::Term& term, const Estimate& x);
// What the variance of a term's loss is more, or less, than its slope says. The square of a normal
// x around its own mean has the variance 2 v^2; the slope at x is 4 v^2 too large on average. And
// what the ideal's own error adds.
double excess_of(const Objective::Term& term, const Estimate& x);
// Of what one term loses, without its weight.
Interval loss_interval(const CriteriaTotals& totals, const Objective::Term& term,
                       Coverage coverage);

}  // namespace evorisk::metrics
