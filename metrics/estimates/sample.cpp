#include "metrics/estimates/sample.hpp"

#include <cmath>
#include <numeric>
#include <vector>

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

Estimate ratio_of(std::span<const double> sums, std::span<const double> counts) {
  const double count = std::accumulate(counts.begin(), counts.end(), 0.0);
  const double ratio = std::accumulate(sums.begin(), sums.end(), 0.0) / count;
  std::vector<double> apart;
  for (std::size_t i = 0; i < sums.size(); ++i) apart.push_back(sums[i] - ratio * counts[i]);
  return {ratio, mean_of(apart).se * static_cast<double>(sums.size()) / count};
}

}  // namespace evorisk::metrics
