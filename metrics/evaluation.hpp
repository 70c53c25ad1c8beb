// How far ahead each seat is (thesis, eq. 4.1), as plain numbers. The criteria compare it exactly,
// in integers: metrics/criteria/match_criteria.hpp.
#pragma once

#include <numeric>
#include <span>
#include <vector>

#include "metrics/criteria/summary.hpp"

namespace evorisk::metrics {

// H of each seat, from what all seats hold together: 0 ... the sum of the two weights.
inline std::vector<double> evaluation(std::span<const int> territories,
                                      std::span<const int> troops) {
  const CriteriaParameters weights;
  const double all_territories = std::accumulate(territories.begin(), territories.end(), 0.0);
  const double all_troops = std::accumulate(troops.begin(), troops.end(), 0.0);
  std::vector<double> values;
  for (std::size_t seat = 0; seat < territories.size(); ++seat) {
    values.push_back(weights.territory_weight * territories[seat] / all_territories +
                     weights.troop_weight * troops[seat] / all_troops);
  }
  return values;
}

}  // namespace evorisk::metrics
