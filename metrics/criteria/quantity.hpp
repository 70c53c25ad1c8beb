// Numbers that can be said of a variant: of its map, of its matches. What constraints bound, and
// whatever else wants to name such a number in a file.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "maps/map.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/objective/objective.hpp"
#include "metrics/objective/panel.hpp"

namespace evorisk::metrics {

struct CriterionInfo;  // metrics/criteria/criteria.hpp

// The registry: what is counted on the map, what is counted over matches, and after them every
// criterion, under its own name.
struct QuantityInfo {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;
  bool of_map;     // known without a match, free of error
  double highest;  // the lowest is 0
  // Null for a criterion, and where of_matches is not.
  Estimate (*value)(const maps::Map& map, const CriteriaTotals& totals);
  bool drawn = false;  // of the map's drawing: takes tens of milliseconds the first time
  // What the graph alone says of it: no more than its value. Null where that is 0.
  double (*at_least)(const maps::Map& map) = nullptr;
  // In place of `value` where it is of the matches alone.
  Estimate (*of_matches)(const CriteriaTotals& totals) = nullptr;
  // Of several judges: the largest of theirs, for all of them. Else each judge's is its own.
  bool of_panel = false;
  // Null for a criterion, whose interval is CriteriaTotals::interval(), and where of_map.
  Interval (*interval)(const CriteriaTotals& totals, Coverage coverage) = nullptr;
};
std::span<const QuantityInfo> quantities();
// For add_criterion_info(): adds a criterion to the registry; throws InputError where the name is
// taken.
void add_quantity(const CriterionInfo& info);
// Throws InputError with the nearest name.
const QuantityInfo& quantity_info(std::string_view name);

// `totals` must measure it where it is an extended criterion; `seconds` are for the minutes.
Estimate quantity(const QuantityInfo& info, const maps::Map& map, const CriteriaTotals& totals,
                  const TableSeconds& seconds);
// What covers the true value: of turns and minutes a mean_interval(), of best_seat the
// share_interval() of the decided matches, longer below with more seats; of the map, and without
// `coverage`, the value alone.
Interval quantity_interval(const QuantityInfo& info, const maps::Map& map,
                           const CriteriaTotals& totals, const TableSeconds& seconds,
                           std::optional<Coverage> coverage);
// Of a panel, by the matches of each judge: the largest for one that is `of_panel`, with its error
// (the largest of several noisy values reads too high by up to about that); else of all matches
// together.
Estimate quantity(const QuantityInfo& info, const maps::Map& map,
                  std::span<const CriteriaTotals> tables, const TableSeconds& seconds);
// Of one that is `of_map`.
double map_quantity(const QuantityInfo& info, const maps::Map& map);

// What a term loses, without its weight: as loss() of a criterion's term.
double loss(const Objective::QuantityTerm& term, double value);
// What the terms of the map's quantities add to the fitness, free of error.
double map_loss(const Objective& objective, const maps::Map& map);
// The value of one of the objective's quantities, for a view of it.
struct MeasuredQuantity {
  const Objective::QuantityTerm* term;
  Estimate value;
  double loss;
};
std::vector<MeasuredQuantity> measured_quantities(const Objective& objective, const maps::Map& map,
                                                  std::span<const CriteriaTotals> tables);

// What a good drawing keeps, as bounds of the quantities that are `drawn`.
std::span<const Objective::Constraint> demands_of_drawing();

// How far a variant is from what the objective's constraints ask: 0 where all hold, else the sum of
// the distances from the bounds, each as a share of its bound (as it is where the bound is 0). Of
// several tables of agents the mean, or the worst for each constraint. Noisy where a constraint is
// of matches. Source of constraints as distances: Deb 2000.
double violation(const maps::Map& map, std::span<const CriteriaTotals> tables,
                 const Objective& objective, PanelAggregation aggregation);
// The same for one constraint and one value, or the end of its interval that is nearer to the
// bound: 0 where the interval reaches it.
double violation(const Objective::Constraint& constraint, double value);
double violation(const Objective::Constraint& constraint, const Interval& value);
// Of those of the map alone: without error, and known before any match.
double map_violation(std::span<const Objective::Constraint> constraints, const maps::Map& map);

}  // namespace evorisk::metrics
