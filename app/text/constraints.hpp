// What an objective demands, beside what matches show of it.
#pragma once

#include <string>
#include <vector>

#include "maps/map.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::app {

// A constraint of an objective and what was measured.
struct Demand {
  const metrics::QuantityInfo* quantity;
  metrics::Estimate value;  // without an error where it is of the map
  std::string bounds;       // "at least 15, at most 20"
  bool holds;
};

// Every constraint of the objective, in its order.
std::vector<Demand> demands(const metrics::Objective& objective, const maps::Map& map,
                            const metrics::CriteriaTotals& totals);

}  // namespace evorisk::app
