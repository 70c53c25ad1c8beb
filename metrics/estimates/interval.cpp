#include "metrics/estimates/interval.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/statistics.hpp"
#include "metrics/estimates/distance_table.hpp"

namespace evorisk::metrics {

Interval holding(double estimate, Interval interval) {
  return {interval.middle, std::min(interval.low, estimate), std::max(interval.high, estimate)};
}

Interval share_interval(double share, double se, double n, Coverage coverage) {
  return share_interval(share, se, n, errors_of(coverage));
}

Interval share_interval(double share, double se, double n, double z) {
  if (!(se > 0)) {
    // Others than what was seen, at the ends of the range, may be as many as this.
    const double unseen = z * z / (n + z * z);
    return {share, share - share * unseen, share + (1 - share) * unseen};
  }
  const double matches = std::max(n, share * (1 - share) / (se * se));
  const Share wilson = wilson_interval_of(share, matches, z);
  // Rounding must not leave the share out.
  return {share, std::min(wilson.low, share), std::max(wilson.high, share)};
}

Interval mean_interval(double mean, double se, double n, double highest, Coverage coverage) {
  const bool open = std::isinf(highest);
  if (!(se > 0)) {
    if (open) return {mean, mean, mean};
    const Interval share = share_interval(mean / highest, 0, n, coverage);
    return {mean, highest * share.low, highest * share.high};
  }
  // Of the odds of the mean against the rest of the range, or of the mean alone.
  const double odds = open ? mean : mean / (highest - mean);
  const double slope = 1 / mean + (open ? 0 : 1 / (highest - mean));
  // Where few values lie away from the nearer end, the error rests on them alone.
  const double relative = se / (open ? mean : std::min(mean, highest - mean));
  const double freedom = std::max(1.0, (n - 1) / (1 + n * relative * relative / 4));
  const double factor =
      std::exp(student_bound(normal_p(errors_of(coverage)), freedom) * slope * se);
  const auto back = [&](double x) { return open ? x : highest * (x / (1 + x)); };
  return {mean, std::min(mean, back(odds / factor)), std::max(mean, back(odds * factor))};
}

namespace {

// The true distance for which the column of the table is t; 0 below all of it. Far from 0 all
// columns rise like the distance.
double truth_at(double t, const std::uint16_t (&column)[distance_points]) {
  const double wanted = 100 * t;
  if (wanted < column[0]) return 0;
  for (std::size_t i = 1; i < distance_points; ++i) {
    if (wanted >= column[i]) continue;
    const double part = (column[i] - wanted) / (column[i] - column[i - 1]);
    return distance_step * (static_cast<double>(i) - part);
  }
  constexpr std::size_t last = distance_points - 1;
  return distance_step * static_cast<double>(last) + t - column[last] / 100.0;
}

}  // namespace

Interval distance_interval(double t, Distance kind, int shares, Coverage coverage) {
  const auto& columns = distance_table[shares == 2 ? 0 : static_cast<int>(kind)][shares - 2];
  const std::size_t from = coverage == Coverage::one_error ? 1 : 3;
  return {truth_at(t, columns[0]), truth_at(t, columns[from + 1]), truth_at(t, columns[from])};
}

Interval distance_interval(double distance, double unit, double below, double above, Distance kind,
                           int shares, Coverage coverage) {
  if (!(unit > 0)) return {distance, std::max(0.0, distance - below), distance + above};
  const double t = distance / unit;
  const Interval seen = distance_interval(t, kind, shares, coverage);
  const auto limit = [&](double from_t) {
    const double reach = from_t < 0 ? below : above;
    return std::max(0.0, distance + from_t * reach / errors_of(coverage));
  };
  return {std::max(0.0, distance + (seen.middle - t) * unit),
          seen.low > 0 ? limit(seen.low - t) : 0, limit(seen.high - t)};
}

}  // namespace evorisk::metrics
