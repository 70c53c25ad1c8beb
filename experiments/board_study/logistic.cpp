#include "experiments/board_study/logistic.hpp"

#include <Eigen/Cholesky>
#include <cmath>

namespace evorisk::experiments {
namespace {

constexpr auto feature_columns = static_cast<Eigen::Index>(maps::feature_count);

Eigen::VectorXd standardised(const Logistic& model, const maps::Features& board) {
  Eigen::VectorXd row(feature_columns);
  for (Eigen::Index f = 0; f < feature_columns; ++f) {
    const double value = board[static_cast<std::size_t>(f)];
    row(f) = std::isnan(value) ? 0 : (value - model.mean(f)) / model.scale(f);
  }
  return row;
}

void standardise(Logistic& model, const std::vector<maps::Features>& boards) {
  model.mean = Eigen::VectorXd::Zero(feature_columns);
  model.scale = Eigen::VectorXd::Ones(feature_columns);
  for (Eigen::Index f = 0; f < feature_columns; ++f) {
    double count = 0;
    double sum = 0;
    for (const maps::Features& board : boards) {
      const double value = board[static_cast<std::size_t>(f)];
      if (std::isnan(value)) continue;
      ++count;
      sum += value;
    }
    if (count == 0) continue;
    model.mean(f) = sum / count;
    double squares = 0;
    for (const maps::Features& board : boards) {
      const double value = board[static_cast<std::size_t>(f)];
      if (!std::isnan(value)) squares += (value - model.mean(f)) * (value - model.mean(f));
    }
    // Below this the feature is constant but for rounding.
    const double deviation = std::sqrt(squares / count);
    if (deviation > 1e-9 * (1 + std::abs(model.mean(f)))) model.scale(f) = deviation;
  }
}

}  // namespace

double Logistic::score(const maps::Features& board) const {
  return intercept + coefficients.dot(standardised(*this, board));
}

Logistic fit_logistic(const std::vector<maps::Features>& boards, const std::vector<int>& classes) {
  Logistic model;
  standardise(model, boards);
  const auto count = static_cast<Eigen::Index>(boards.size());
  Eigen::MatrixXd x(count, feature_columns + 1);  // the last column is the intercept's
  Eigen::VectorXd y(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    x.row(i).head(feature_columns) =
        standardised(model, boards[static_cast<std::size_t>(i)]).transpose();
    x(i, feature_columns) = 1;
    y(i) = classes[static_cast<std::size_t>(i)];
  }
  Eigen::VectorXd penalty = Eigen::VectorXd::Ones(feature_columns + 1);
  penalty(feature_columns) = 0;
  const auto loss = [&](const Eigen::VectorXd& beta) {
    const Eigen::ArrayXd z = (x * beta).array();
    // log(1 + exp(z)) without overflow.
    const Eigen::ArrayXd softplus = z.max(0.0) + (1 + (-z.abs()).exp()).log();
    return (softplus - y.array() * z).sum() + 0.5 * (penalty.array() * beta.array().square()).sum();
  };
  // Newton's method, with halved steps where a whole one would not descend.
  Eigen::VectorXd beta = Eigen::VectorXd::Zero(feature_columns + 1);
  double now = loss(beta);
  for (int iteration = 0; iteration < 50; ++iteration) {
    const Eigen::ArrayXd p = 1 / (1 + (-(x * beta).array()).exp());
    const Eigen::VectorXd gradient =
        x.transpose() * (p.matrix() - y) + (penalty.array() * beta.array()).matrix();
    Eigen::MatrixXd hessian = x.transpose() * (p * (1 - p)).matrix().asDiagonal() * x;
    hessian.diagonal() += penalty;
    Eigen::VectorXd step = hessian.ldlt().solve(gradient);
    double next = loss(beta - step);
    for (int halving = 0; halving < 30 && next > now; ++halving) {
      step /= 2;
      next = loss(beta - step);
    }
    if (next > now) break;
    beta -= step;
    now = next;
    if (step.cwiseAbs().maxCoeff() < 1e-9) break;
  }
  model.coefficients = beta.head(feature_columns);
  model.intercept = beta(feature_columns);
  return model;
}

}  // namespace evorisk::experiments
