#include "ga/evaluation/preference.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace evorisk::ga {
namespace {

constexpr int most_newton_steps = 100;
constexpr double newton_tolerance = 1e-10;

double logistic(double logit) {
  return 1 / (1 + std::exp(-logit));
}

Eigen::Map<const Eigen::VectorXd> vector_of(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace

Preference::Preference(std::size_t quantities, std::span<const Comparison> comparisons,
                       double prior) {
  const auto fits = [&](const Comparison& one) { return one.difference.size() == quantities; };
  if (quantities == 0 || !(prior > 0) || !std::ranges::all_of(comparisons, fits)) {
    throw std::invalid_argument("Preference: differences that do not fit");
  }
  const auto n = static_cast<Eigen::Index>(quantities);
  const double precision = 1 / (prior * prior);
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(n);
  // Newton's method on a concave function; a step is halved while it does not climb.
  const auto height = [&](const Eigen::VectorXd& at) {
    double sum = -precision * at.squaredNorm() / 2;
    for (const Comparison& one : comparisons) {
      const double logit = at.dot(vector_of(one.difference)) * (one.preferred ? 1 : -1);
      sum -= logit > 0 ? std::log1p(std::exp(-logit)) : std::log1p(std::exp(logit)) - logit;
    }
    return sum;
  };
  Eigen::LLT<Eigen::MatrixXd> curvature;
  for (int step = 0; step < most_newton_steps; ++step) {
    Eigen::VectorXd slope = -precision * weights;
    Eigen::MatrixXd second = precision * Eigen::MatrixXd::Identity(n, n);
    for (const Comparison& one : comparisons) {
      const auto d = vector_of(one.difference);
      const double p = logistic(weights.dot(d));
      slope += ((one.preferred ? 1 : 0) - p) * d;
      second += p * (1 - p) * d * d.transpose();
    }
    curvature.compute(second);
    Eigen::VectorXd move = curvature.solve(slope);
    if (move.cwiseAbs().maxCoeff() < newton_tolerance) break;
    const double before = height(weights);
    while (height(weights + move) < before && move.cwiseAbs().maxCoeff() > newton_tolerance) {
      move /= 2;
    }
    weights += move;
  }
  const Eigen::MatrixXd covariance = curvature.solve(Eigen::MatrixXd::Identity(n, n));
  weights_.assign(weights.begin(), weights.end());
  for (Eigen::Index i = 0; i < n; ++i) {
    covariance_.emplace_back(covariance.col(i).begin(), covariance.col(i).end());
  }
}

double Preference::probability(std::span<const double> difference) const {
  if (difference.size() != weights_.size()) {
    throw std::invalid_argument("Preference: a difference that does not fit");
  }
  const auto d = vector_of(difference);
  double variance = 0;
  for (std::size_t i = 0; i < difference.size(); ++i) {
    variance += difference[i] * vector_of(covariance_[i]).dot(d);
  }
  return logistic(vector_of(weights_).dot(d) / std::sqrt(1 + std::numbers::pi / 8 * variance));
}

std::vector<double> Preference::errors() const {
  std::vector<double> result;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    result.push_back(std::sqrt(covariance_[i][i]));
  }
  return result;
}

}  // namespace evorisk::ga
