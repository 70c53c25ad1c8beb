#include "base/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/index.hpp"

namespace evorisk {

namespace {

// Places of the values in ascending order; of equal values the first comes first.
std::vector<std::size_t> ascending(std::span<const double> values) {
  return ordered_numbers<std::size_t>(
      values.size(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
}

}  // namespace

double rounded_up(double error, int decimals) {
  const double unit = std::pow(10, decimals);
  return std::max(0.0, std::ceil(error * unit - 1e-9)) / unit;  // of 0 it would be -0
}

double normal_p(double z) {
  return std::erfc(std::abs(z) / std::sqrt(2.0));
}

double normal_quantile(double p) {
  return boost::math::quantile(boost::math::complement(boost::math::normal(), p));
}

Share wilson_interval(std::int64_t count, std::int64_t n) {
  return wilson_interval_of(static_cast<double>(count) / static_cast<double>(n),
                            static_cast<double>(n));
}

Share wilson_interval_of(double share, double n, double z) {
  const double centre = share + z * z / (2 * n);
  const double half = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  const double scale = 1 + z * z / n;
  return {share, share <= 0 ? 0 : std::max(0.0, (centre - half) / scale),
          share >= 1 ? 1 : std::min(1.0, (centre + half) / scale)};
}

double chi_square_p(double x, int degrees) {
  return x > 0 ? boost::math::gamma_q(degrees / 2.0, x / 2) : 1;
}

double student_p(double t, double degrees) {
  return boost::math::ibeta(degrees / 2, 0.5, degrees / (degrees + t * t));
}

double student_bound(double p, double degrees) {
  return boost::math::quantile(boost::math::complement(boost::math::students_t(degrees), p / 2));
}

double f_p(double f, double first_degrees, double second_degrees) {
  return boost::math::ibeta(second_degrees / 2, first_degrees / 2,
                            second_degrees / (second_degrees + first_degrees * f));
}

double sign_test_p(int k, int n) {
  const boost::math::binomial throws(n, 0.5);
  return std::min(1.0,
                  2 * boost::math::cdf(boost::math::complement(throws, std::max(k, n - k) - 1)));
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<double> adjusted(p.size());
  auto left = static_cast<double>(p.size());
  double largest = 0;
  for (const std::size_t i : ascending(p)) {
    largest = std::max(largest, std::min(1.0, left-- * p[i]));
    adjusted[i] = largest;
  }
  return adjusted;
}

std::vector<double> mean_ranks(std::span<const double> values) {
  const std::vector<std::size_t> order = ascending(values);
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      ranks[order[i]] = static_cast<double>(begin + end - 1) / 2;
    }
    begin = end;
  }
  return ranks;
}

double correlation(std::span<const double> x, std::span<const double> y) {
  const auto count = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / count;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / count;
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  constexpr double rounding = 1e-9;
  if (xx < rounding || yy < rounding) return std::numeric_limits<double>::quiet_NaN();
  return std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0);
}

double spearman(std::span<const double> a, std::span<const double> b) {
  const double r = correlation(mean_ranks(a), mean_ranks(b));
  return std::isnan(r) ? 0 : r;
}

}  // namespace evorisk
