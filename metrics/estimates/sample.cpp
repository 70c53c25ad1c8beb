#include "metrics/estimates/sample.hpp"

#include <cmath>
#include <numeric>

namespace evorisk::metrics {
namespace {

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

double deviation(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double centre = mean(values);
  double squares = 0;
  for (const double v : values) squares += (v - centre) * (v - centre);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

Estimate mean_of(std::span<const double> values) {
  if (values.empty()) return {};
  return {mean(values), deviation(values) / std::sqrt(static_cast<double>(values.size()))};
}

}  // namespace evorisk::metrics
