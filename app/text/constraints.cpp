#include "app/text/constraints.hpp"

#include <fmt/format.h>

namespace evorisk::app {

std::vector<Demand> demands(const metrics::Objective& objective, const maps::Map& map,
                            const metrics::CriteriaTotals& totals) {
  std::vector<Demand> all;
  for (const metrics::Objective::Constraint& constraint : objective.constraints) {
    const metrics::QuantityInfo& info = metrics::quantity_info(constraint.quantity);
    const metrics::Estimate value = metrics::quantity(info, map, totals);
    std::string bounds;
    if (constraint.at_least) bounds += fmt::format("at least {:g}", *constraint.at_least);
    if (constraint.at_least && constraint.at_most) bounds += ", ";
    if (constraint.at_most) bounds += fmt::format("at most {:g}", *constraint.at_most);
    all.push_back({&info, value, bounds, metrics::violation(constraint, value.mean) == 0});
  }
  return all;
}

}  // namespace evorisk::app
