// Numbers that can be said of a variant: of its map, of its matches. What constraints bound, and
// whatever else wants to name such a number in a file.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "maps/map.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/objective/objective.hpp"
#include "metrics/objective/panel.hpp"

namespace evorisk::metrics {

// The registry: what is counted on the map, what is counted over matches, and after them every
// criterion, under its own name.
struct QuantityInfo {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;
  bool of_map;     // known without a match, free of error
  double highest;  // the lowest is 0
  // Null for a criterion.
  Estimate (*value)(const maps::Map& map, const CriteriaTotals& totals);
};
std::span<const QuantityInfo> quantities();
// Throws InputError with the nearest name.
const QuantityInfo& quantity_info(std::string_view name);

// `totals` must measure it where it is an extended criterion.
Estimate quantity(const QuantityInfo& info, const maps::Map& map, const CriteriaTotals& totals);

// How far a variant is from what the objective's constraints ask: 0 where all hold, else the sum of
// the distances from the bounds, each as a share of its bound (as it is where the bound is 0). Of
// several tables of agents the mean, or the worst for each constraint. Noisy where a constraint is
// of matches. Source of constraints as distances: Deb 2000.
double violation(const maps::Map& map, std::span<const CriteriaTotals> tables,
                 const Objective& objective, PanelAggregation aggregation);
// The same for one constraint and one value.
double violation(const Objective::Constraint& constraint, double value);

}  // namespace evorisk::metrics
