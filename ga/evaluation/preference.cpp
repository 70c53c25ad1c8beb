#include "ga/evaluation/preference.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "base/index.hpp"

namespace evorisk::ga {
namespace {

using Matrix = std::vector<std::vector<double>>;

double logistic(double logit) {
  return 1 / (1 + std::exp(-logit));
}

double product(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Of a symmetric, positive definite matrix (Gauss-Jordan; no pivots are needed).
Matrix inverse(Matrix m) {
  const std::size_t n = m.size();
  Matrix result(n, std::vector<double>(n, 0));
  for (std::size_t i = 0; i < n; ++i) result[i][i] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const double pivot = m[i][i];
    for (std::size_t k = 0; k < n; ++k) {
      m[i][k] /= pivot;
      result[i][k] /= pivot;
    }
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      const double factor = m[j][i];
      for (std::size_t k = 0; k < n; ++k) {
        m[j][k] -= factor * m[i][k];
        result[j][k] -= factor * result[i][k];
      }
    }
  }
  return result;
}

}  // namespace

bool Leaning::is_sure() const {
  return std::abs(mean) > 1.64 * se;
}

Preference::Preference(std::vector<std::string> names,
                       std::span<const std::vector<double>> scale_from,
                       std::span<const Judged> judged)
    : names_(std::move(names)) {
  const std::size_t count = names_.size();
  const auto whole = [&](const std::vector<double>& row) { return row.size() == count; };
  if (scale_from.size() < 2 || !std::ranges::all_of(scale_from, whole) ||
      !std::ranges::all_of(judged, whole, &Judged::values))
    throw std::invalid_argument("Preference: rows that do not fit");
  const auto rows = static_cast<double>(scale_from.size());
  for (std::size_t i = 0; i < count; ++i) {
    double mean = 0;
    for (const std::vector<double>& row : scale_from) mean += row[i] / rows;
    double variance = 0;
    for (const std::vector<double>& row : scale_from)
      variance += (row[i] - mean) * (row[i] - mean) / (rows - 1);
    means_.push_back(mean);
    deviations_.push_back(std::sqrt(variance));
  }

  std::vector<std::vector<double>> inputs;
  for (const Judged& one : judged) inputs.push_back(standardised(one.values));
  std::vector<double> precision(count + 1, 1.0);
  precision.back() = 0.25;
  weights_.assign(count + 1, 0);
  // Newton's method on a concave function; a step is halved while it does not climb.
  const auto height = [&](std::span<const double> weights) {
    double sum = 0;
    for (std::size_t i = 0; i <= count; ++i) sum -= precision[i] * weights[i] * weights[i] / 2;
    for (std::size_t r = 0; r < inputs.size(); ++r) {
      const double logit = product(weights, inputs[r]) * (judged[r].liked ? 1 : -1);
      sum -= logit > 0 ? std::log1p(std::exp(-logit)) : std::log1p(std::exp(logit)) - logit;
    }
    return sum;
  };
  for (int round = 0; round < 50; ++round) {
    std::vector<double> slope(count + 1);
    Matrix curvature(count + 1, std::vector<double>(count + 1, 0));
    for (std::size_t i = 0; i <= count; ++i) {
      slope[i] = -precision[i] * weights_[i];
      curvature[i][i] = precision[i];
    }
    for (std::size_t r = 0; r < inputs.size(); ++r) {
      const double p = logistic(product(weights_, inputs[r]));
      for (std::size_t i = 0; i <= count; ++i) {
        slope[i] += ((judged[r].liked ? 1 : 0) - p) * inputs[r][i];
        for (std::size_t k = 0; k <= count; ++k)
          curvature[i][k] += p * (1 - p) * inputs[r][i] * inputs[r][k];
      }
    }
    covariance_ = inverse(std::move(curvature));
    const double before = height(weights_);
    double furthest = 0;
    for (double part = 1; part > 1e-6; part /= 2) {
      std::vector<double> next = weights_;
      furthest = 0;
      for (std::size_t i = 0; i <= count; ++i) {
        const double move = part * product(covariance_[i], slope);
        next[i] += move;
        furthest = std::max(furthest, std::abs(move));
      }
      if (height(next) < before) continue;
      weights_ = std::move(next);
      break;
    }
    if (furthest < 1e-9) break;
  }
}

std::vector<double> Preference::standardised(std::span<const double> values) const {
  std::vector<double> result;
  for (std::size_t i = 0; i < names_.size(); ++i)
    result.push_back(deviations_[i] > 0 ? (values[i] - means_[i]) / deviations_[i] : 0);
  result.push_back(1);
  return result;
}

double Preference::liked(std::span<const double> values) const {
  if (values.size() != names_.size())
    throw std::invalid_argument("Preference: a row that does not fit");
  const std::vector<double> z = standardised(values);
  double variance = 0;
  for (std::size_t i = 0; i < z.size(); ++i) variance += z[i] * product(covariance_[i], z);
  return logistic(product(weights_, z) / std::sqrt(1 + std::numbers::pi / 8 * variance));
}

std::vector<Leaning> Preference::leanings() const {
  std::vector<Leaning> result;
  for (std::size_t i = 0; i < names_.size(); ++i)
    result.push_back({names_[i], weights_[i], std::sqrt(covariance_[i][i])});
  std::ranges::stable_sort(result, [](const Leaning& a, const Leaning& b) {
    return std::abs(a.mean) * b.se > std::abs(b.mean) * a.se;
  });
  return result;
}

}  // namespace evorisk::ga
