#include "metrics/estimates/interval.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/statistics.hpp"
#include "metrics/estimates/distance_table.hpp"

namespace evorisk::metrics {

Interval share_interval(double mean, double se, double n, Coverage coverage) {
  const double z = errors_of(coverage);
  if (!(se > 0)) {
    // Others than what was seen, at the ends of the range, may be as many as this.
    const double unseen = z * z / (n + z * z);
    return {mean, mean - mean * unseen, mean + (1 - mean) * unseen};
  }
  const Share share = wilson_interval_of(mean, std::max(n, mean * (1 - mean) / (se * se)), z);
  // Rounding must not leave the mean out.
  return {mean, std::min(share.low, mean), std::max(share.high, mean)};
}

namespace {

// The true distance for which the column of the table is t; 0 below all of it, t + beyond above.
double truth_at(double t, int shares, std::size_t column, double beyond) {
  const auto& table = distance_table[shares - 2];
  if (t <= table[0][column]) return 0;
  for (std::size_t i = 1; i < distance_points; ++i) {
    const double here = table[i][column];
    if (t > here) continue;
    const double before = table[i - 1][column];
    return distance_step * (static_cast<double>(i) - (here - t) / (here - before));
  }
  return t + beyond;
}

}  // namespace

Interval distance_interval(double t, int shares, Coverage coverage) {
  const double z = errors_of(coverage);
  const std::size_t from = coverage == Coverage::one_error ? 1 : 3;
  return {truth_at(t, shares, 0, 0), truth_at(t, shares, from + 1, -z),
          truth_at(t, shares, from, z)};
}

Interval distance_interval(double distance, double unit, double below, double above, int shares,
                           Coverage coverage) {
  if (!(unit > 0)) return {distance, std::max(0.0, distance - below), distance + above};
  const double t = distance / unit;
  const Interval seen = distance_interval(t, shares, coverage);
  const auto limit = [&](double from_t) {
    const double reach = from_t < 0 ? below : above;
    return std::max(0.0, distance + from_t * reach / errors_of(coverage));
  };
  return {std::max(0.0, distance + (seen.middle - t) * unit),
          seen.low > 0 ? limit(seen.low - t) : 0, limit(seen.high - t)};
}

}  // namespace evorisk::metrics
