#include "experiments/playtest/taste.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.hpp"

namespace evorisk::experiments {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int criteria = metrics::criterion_count;
// Two-sided, 5 % over the seven criteria (Bonferroni).
constexpr double z_of_claims = 2.690;

// The variants' means, and the variance of each mean by the people's deviation about it.
struct Means {
  VectorXd liking;
  VectorXd variance;
  MatrixXd distance;  // a row a variant
  double deviation = 0;
};

Means means_of(const std::vector<Liked>& variants) {
  const auto count = static_cast<Eigen::Index>(variants.size());
  Means means{VectorXd(count), VectorXd(count), MatrixXd(count, criteria), 0};
  double squares = 0;
  double freedom = 0;
  for (Eigen::Index v = 0; v < count; ++v) {
    const Liked& variant = variants[static_cast<std::size_t>(v)];
    const auto answers = static_cast<double>(variant.liking.size());
    means.liking[v] = std::accumulate(variant.liking.begin(), variant.liking.end(), 0.0) / answers;
    for (const double each : variant.liking) squares += std::pow(each - means.liking[v], 2);
    freedom += answers - 1;
    means.variance[v] = 1 / answers;
    for (int c = 0; c < criteria; ++c) {
      means.distance(v, c) = variant.distance[static_cast<std::size_t>(c)];
    }
  }
  // One person a variant says nothing of the deviation; one point of five is a usual one.
  const double variance = freedom > 0 ? std::max(squares / freedom, 0.01) : 1;
  means.deviation = std::sqrt(variance);
  means.variance *= variance;
  return means;
}

// The costs under one pair of deviations, and how likely the answers are under it.
struct CostFit {
  double log_likelihood = 0;
  VectorXd costs;      // the seven, then the common one
  VectorXd variances;  // of each
};

CostFit fit_costs(const Means& means, double spread, double unexplained) {
  const auto count = means.liking.size();
  const MatrixXd& d = means.distance;
  MatrixXd fixed(count, 2);
  fixed.col(0).setOnes();
  fixed.col(1) = -d.rowwise().sum();
  MatrixXd v = spread * spread * d * d.transpose();
  v.diagonal() += means.variance;
  v.diagonal().array() += unexplained * unexplained;
  const Eigen::LLT<MatrixXd> factor(v);
  const MatrixXd solved = factor.solve(fixed);
  const MatrixXd information = fixed.transpose() * solved;
  const Eigen::LLT<MatrixXd> small(information);
  const VectorXd beta = small.solve(solved.transpose() * means.liking);
  const VectorXd rest = means.liking - fixed * beta;
  const VectorXd weighed = factor.solve(rest);

  CostFit result;
  const auto log_determinant = [](const Eigen::LLT<MatrixXd>& llt) {
    return 2 * llt.matrixL().toDenseMatrix().diagonal().array().log().sum();
  };
  result.log_likelihood =
      -0.5 * (log_determinant(factor) + log_determinant(small) + rest.dot(weighed));

  // Each cost is the common one and its own part, which is predicted by what is left of the liking.
  const double own = spread * spread;
  const VectorXd parts = -own * d.transpose() * weighed;
  const MatrixXd covariance = small.solve(MatrixXd::Identity(2, 2));
  const MatrixXd mixed = factor.solve(d);  // V^-1 D
  const MatrixXd gain = own * d.transpose();
  result.costs = VectorXd(criteria + 1);
  result.variances = VectorXd(criteria + 1);
  for (int c = 0; c < criteria; ++c) {
    result.costs[c] = beta[1] + parts[c];
    // Of the prediction with estimated fixed effects (Henderson 1975).
    const double known = own - own * own * d.col(c).dot(mixed.col(c));
    const Eigen::Vector2d slope =
        Eigen::Vector2d(0, 1) - fixed.transpose() * factor.solve(-gain.row(c).transpose());
    result.variances[c] = known + slope.dot(covariance * slope);
  }
  result.costs[criteria] = beta[1];
  result.variances[criteria] = covariance(1, 1);
  return result;
}

}  // namespace

Taste learn_taste(const std::vector<Liked>& variants) {
  Taste taste;
  taste.variants = variants.size();
  for (const Liked& variant : variants) taste.answers += variant.liking.size();
  if (taste.variants < least_variants || taste.answers < least_answers) {
    throw InputError("a taste is learned from {} answers to {} variants or more; here are {} to {}",
                     least_answers, least_variants, taste.answers, taste.variants);
  }
  const Means means = means_of(variants);
  // Equally likely beforehand in their own unit, not in their logarithm (Gelman 2006): each value
  // of the grid stands for the way to its neighbours.
  constexpr std::array spreads = {0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4};
  constexpr std::array rests = {0.0, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6};
  const auto width = [](const auto& grid, std::size_t i) {
    const std::size_t last = grid.size() - 1;
    return (grid[std::min(i + 1, last)] - grid[i == 0 ? 0 : i - 1]) / 2;
  };
  std::vector<CostFit> fits;
  std::vector<std::pair<double, double>> pairs;
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < spreads.size(); ++i) {
    for (std::size_t j = 0; j < rests.size(); ++j) {
      fits.push_back(fit_costs(means, spreads[i], rests[j]));
      fits.back().log_likelihood += std::log(width(spreads, i) * width(rests, j));
      pairs.emplace_back(spreads[i], rests[j]);
      best = std::max(best, fits.back().log_likelihood);
    }
  }
  double total = 0;
  VectorXd mean = VectorXd::Zero(criteria + 1);
  VectorXd square = VectorXd::Zero(criteria + 1);
  for (std::size_t i = 0; i < fits.size(); ++i) {
    const double weight = std::exp(fits[i].log_likelihood - best);
    total += weight;
    mean += weight * fits[i].costs;
    square += weight * (fits[i].variances + fits[i].costs.cwiseAbs2());
    taste.spread += weight * pairs[i].first;
    taste.unexplained += weight * pairs[i].second;
  }
  mean /= total;
  square /= total;
  taste.spread /= total;
  taste.unexplained /= total;
  const auto cost = [&](int c) {
    return Cost{mean[c], std::sqrt(std::max(0.0, square[c] - mean[c] * mean[c]))};
  };
  for (int c = 0; c < criteria; ++c) taste.costs[static_cast<std::size_t>(c)] = cost(c);
  taste.common = cost(criteria);
  return taste;
}

std::vector<metrics::Criterion> Taste::claimed() const {
  std::vector<metrics::Criterion> found;
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    const Cost& cost = costs[static_cast<std::size_t>(info.id)];
    if (std::abs(cost.mean) > z_of_claims * cost.se) found.push_back(info.id);
  }
  return found;
}

std::optional<double> Taste::more_needed() const {
  if (!claimed().empty()) return std::nullopt;
  double largest = 0;
  for (const Cost& cost : costs) largest = std::max(largest, std::abs(cost.mean) / cost.se);
  return std::pow(z_of_claims / std::max(largest, 0.1), 2);
}

metrics::Objective Taste::objective() const {
  metrics::Objective objective = metrics::thesis_objective();
  objective.name = "people";
  double sum = 0;
  for (const Cost& cost : costs) sum += std::max(0.0, cost.mean);
  std::vector<metrics::Objective::Term> terms;
  for (metrics::Objective::Term term : objective.terms) {
    term.weight = std::max(0.0, costs[static_cast<std::size_t>(term.criterion)].mean) *
                  metrics::criterion_count / sum;
    if (term.weight > 0) terms.push_back(term);
  }
  objective.terms = std::move(terms);
  return objective;
}

}  // namespace evorisk::experiments
