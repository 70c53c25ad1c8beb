#include "experiments/reproduce/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/statistics.hpp"
#include "metrics/estimates/sample.hpp"

namespace evorisk::experiments::reproduce {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double log_choose(std::int64_t n, std::int64_t k) {
  const auto f = [](std::int64_t m) { return std::lgamma(static_cast<double>(m) + 1); };
  return f(n) - f(k) - f(n - k);
}

double further_mean_error(int further, std::span<const double> sample, double least_deviation) {
  return std::max(metrics::deviation(sample), least_deviation) *
         std::sqrt(1.0 / further + 1 / static_cast<double>(sample.size()));
}

}  // namespace

metrics::Estimate share_of(std::int64_t k, std::int64_t n) {
  const double all = static_cast<double>(n);
  const double smooth = (static_cast<double>(k) + 1) / (all + 2);
  return {static_cast<double>(k) / all, std::sqrt(smooth * (1 - smooth) / all)};
}

double further_mean_p(double value, int further, std::span<const double> sample, double tolerance,
                      double least_deviation) {
  if (sample.size() < fewest_values) return unknown;
  const double distance =
      std::max(0.0, std::abs(value - metrics::mean_of(sample).mean) - tolerance);
  if (distance == 0) return 1;
  return student_p(distance / further_mean_error(further, sample, least_deviation),
                   static_cast<double>(sample.size() - 1));
}

double further_mean_reach(int further, std::span<const double> sample, double least_deviation) {
  if (sample.size() < fewest_values) return 0;
  return student_bound(0.05, static_cast<double>(sample.size() - 1)) *
         further_mean_error(further, sample, least_deviation);
}

double least_of_p(double value, int draws, std::span<const double> sample) {
  if (sample.size() < fewest_values) return unknown;
  const double n = static_cast<double>(sample.size());
  const double distance = value - metrics::mean_of(sample).mean;
  const double t = distance / (metrics::deviation(sample) * std::sqrt(1 + 1 / n));
  if (std::isnan(t)) return 1;
  const double below = t < 0 ? student_p(t, n - 1) / 2 : 1 - student_p(t, n - 1) / 2;
  return -std::expm1(draws * std::log1p(-below));
}

double fisher_p(std::int64_t k1, std::int64_t n1, std::int64_t k2, std::int64_t n2) {
  const std::int64_t k = k1 + k2;
  const auto log_probability = [&](std::int64_t i) {
    return log_choose(n1, i) + log_choose(n2, k - i) - log_choose(n1 + n2, k);
  };
  const double here = log_probability(k1);
  double p = 0;
  for (std::int64_t i = std::max<std::int64_t>(0, k - n2); i <= std::min(k, n1); ++i) {
    const double l = log_probability(i);
    if (l <= here + 1e-7) p += std::exp(l);
  }
  return std::min(1.0, p);
}

double share_p(std::int64_t k1, std::int64_t n1, std::int64_t k2, std::int64_t n2) {
  return std::cmp_less(n1, fewest_values) ? unknown : fisher_p(k1, n1, k2, n2);
}

double equal_means_p(const Groups& groups) {
  const auto squares = [](std::span<const double> values) {
    const double mean = metrics::mean_of(values).mean;
    double sum = 0;
    for (const double value : values) sum += (value - mean) * (value - mean);
    return sum;
  };
  std::vector<double> all;
  double within = 0;
  for (const auto& [at, values] : groups) {
    all.insert(all.end(), values.begin(), values.end());
    within += squares(values);
  }
  const auto between_degrees = static_cast<double>(groups.size()) - 1;
  const auto within_degrees = static_cast<double>(all.size()) - between_degrees - 1;
  if (between_degrees < 1 || within_degrees < 1) return unknown;
  // What rounding alone leaves of equal values is nothing.
  double least = 0;
  for (const double value : all) least += 1e-12 * value * value;
  const double between = squares(all) - within;
  if (between <= least) return 1;
  if (within <= least) return 0;
  return f_p(between / between_degrees / (within / within_degrees), between_degrees,
             within_degrees);
}

metrics::Estimate slope_of(std::span<const double> x, std::span<const double> y) {
  if (x.empty()) return {};
  const double mx = metrics::mean_of(x).mean;
  const double my = metrics::mean_of(y).mean;
  double xx = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    xy += (x[i] - mx) * (y[i] - my);
  }
  if (xx == 0) return {};
  const double slope = xy / xx;
  if (x.size() < 3) return {slope, 0};
  double rest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double r = y[i] - my - slope * (x[i] - mx);
    rest += r * r;
  }
  return {slope, std::sqrt(rest / static_cast<double>(x.size() - 2) / xx)};
}

}  // namespace evorisk::experiments::reproduce
