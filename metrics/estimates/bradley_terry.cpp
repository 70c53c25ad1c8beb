#include "metrics/estimates/bradley_terry.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/statistics.hpp"

namespace evorisk::metrics {
namespace {

constexpr int most_steps = 200;
constexpr double close_enough = 1e-10;  // of a step of Newton's method, on the logistic scale

// All results of a table together.
struct Sum {
  double matches = 0;
  std::array<double, most_at_a_table> points{};
};

std::int64_t clusters_of(std::span<const RatedResult> results) {
  std::int64_t clusters = 0;
  for (std::size_t r = 0; r < results.size(); ++r) {
    if (r == 0 || results[r].cluster != results[r - 1].cluster) ++clusters;
  }
  return clusters;
}

// The seats' shares of the additional match, and of any match among equals.
double even_share(const RatedTable& table, std::size_t m) {
  int seats = 0;
  for (const int count : table.seats) seats += count;
  return static_cast<double>(table.seats[m]) / seats;
}

}  // namespace

// The likelihood of the results, whose only maximum Newton's method finds.
struct Ratings::Fit {
  std::span<const RatedTable> tables;
  std::vector<Sum> sums;
  const std::vector<double>& rating;
  std::vector<int> place;  // of each player in the matrices; -1: not rated, or the anchor
  int unknowns = 0;

  Fit(std::span<const RatedTable> all, const std::vector<double>& ratings)
      : tables(all), sums(all.size()), rating(ratings) {}

  void add(std::span<const RatedResult> results) {
    for (const RatedResult& result : results) {
      Sum& sum = sums[at(result.table)];
      for (std::size_t m = 0; m < tables[at(result.table)].players.size(); ++m) {
        sum.points[m] += static_cast<double>(result.points[m]);
      }
    }
    for (std::size_t t = 0; t < sums.size(); ++t) {
      Sum& sum = sums[t];
      for (const double points : sum.points) sum.matches += points;
      if (sum.matches == 0) continue;
      sum.matches += 1;
      for (std::size_t m = 0; m < tables[t].players.size(); ++m) {
        sum.points[m] += even_share(tables[t], m);
      }
    }
  }

  // Spreads from the anchor along tables that have results.
  std::vector<bool> connected(int players, int anchor) const {
    std::vector<bool> reached(at(players));
    reached[at(anchor)] = true;
    for (bool grew = true; grew;) {
      grew = false;
      for (std::size_t t = 0; t < tables.size(); ++t) {
        if (sums[t].matches == 0) continue;
        const auto& seated = tables[t].players;
        const auto in = [&](int p) { return reached[at(p)]; };
        if (std::ranges::none_of(seated, in) || std::ranges::all_of(seated, in)) continue;
        for (const int p : seated) reached[at(p)] = true;
        grew = true;
      }
    }
    return reached;
  }

  bool counts(std::size_t table) const {
    return sums[table].matches > 0 && reachable[at(tables[table].players.front())];
  }
  std::vector<bool> reachable;

  // The probability that each of a table's players wins.
  std::array<double, most_at_a_table> chances(std::size_t table) const {
    const RatedTable& t = tables[table];
    std::array<double, most_at_a_table> chance{};
    double highest = rating[at(t.players[0])];
    for (const int p : t.players) highest = std::max(highest, rating[at(p)]);
    double sum = 0;
    for (std::size_t m = 0; m < t.players.size(); ++m) {
      chance[m] = t.seats[m] * std::exp(rating[at(t.players[m])] - highest);
      sum += chance[m];
    }
    for (std::size_t m = 0; m < t.players.size(); ++m) chance[m] /= sum;
    return chance;
  }

  double likelihood() const {
    double sum = 0;
    for (std::size_t t = 0; t < tables.size(); ++t) {
      if (!counts(t)) continue;
      const auto chance = chances(t);
      for (std::size_t m = 0; m < tables[t].players.size(); ++m) {
        if (sums[t].points[m] > 0) sum += sums[t].points[m] * std::log(chance[m]);
      }
    }
    return sum;
  }

  // The slopes of the likelihood, and its curvature (positive).
  void slopes(Eigen::VectorXd& slope, Eigen::MatrixXd& curvature) const {
    slope.setZero(unknowns);
    curvature.setZero(unknowns, unknowns);
    for (std::size_t t = 0; t < tables.size(); ++t) {
      if (!counts(t)) continue;
      const auto chance = chances(t);
      const auto& seated = tables[t].players;
      for (std::size_t m = 0; m < seated.size(); ++m) {
        const int i = place[at(seated[m])];
        if (i < 0) continue;
        slope[i] += sums[t].points[m] - sums[t].matches * chance[m];
        for (std::size_t k = 0; k < seated.size(); ++k) {
          const int j = place[at(seated[k])];
          if (j < 0) continue;
          curvature(i, j) += sums[t].matches * chance[m] * ((m == k ? 1 : 0) - chance[k]);
        }
      }
    }
  }

  // The sum over clusters of what each adds to slope times slope.
  Eigen::MatrixXd spread(std::span<const RatedResult> results) const {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(unknowns, unknowns);
    Eigen::VectorXd score = Eigen::VectorXd::Zero(unknowns);
    std::vector<std::array<double, most_at_a_table>> chance(tables.size());
    for (std::size_t t = 0; t < tables.size(); ++t) {
      if (counts(t)) chance[t] = chances(t);
    }
    const auto add_points = [&](std::size_t t, const auto& points) {
      double matches = 0;
      for (std::size_t m = 0; m < tables[t].players.size(); ++m) matches += points[m];
      for (std::size_t m = 0; m < tables[t].players.size(); ++m) {
        const int i = place[at(tables[t].players[m])];
        if (i >= 0) score[i] += static_cast<double>(points[m]) - matches * chance[t][m];
      }
    };
    const auto close_cluster = [&](double weight) {
      for (int i = 0; i < unknowns; ++i) {
        if (score[i] != 0) sum.row(i) += weight * score[i] * score.transpose();
      }
      score.setZero();
    };
    const std::int64_t clusters = clusters_of(results);
    const double weight =
        clusters > 1 ? static_cast<double>(clusters) / static_cast<double>(clusters - 1) : 1;
    for (std::size_t r = 0; r < results.size(); ++r) {
      const auto t = at(results[r].table);
      if (counts(t)) add_points(t, results[r].points);
      if (r + 1 == results.size() || results[r + 1].cluster != results[r].cluster) {
        close_cluster(weight);
      }
    }
    for (std::size_t t = 0; t < tables.size(); ++t) {
      if (!counts(t)) continue;
      for (std::size_t m = 0; m < tables[t].players.size(); ++m) {
        std::array<double, most_at_a_table> won{};
        won[m] = 1;
        add_points(t, won);
        close_cluster(even_share(tables[t], m));
      }
    }
    return sum;
  }
};

Ratings::Ratings(int players, int anchor, std::span<const RatedTable> tables,
                 std::span<const RatedResult> results)
    : anchor_(anchor),
      clusters_(clusters_of(results)),
      rating_(at(players), 0.0),
      covariance_(at(players), std::vector<double>(at(players))) {
  if (anchor < 0 || anchor >= players) throw std::logic_error("the anchor is no player");
  Fit fit(tables, rating_);
  fit.add(results);
  rated_ = fit.reachable = fit.connected(players, anchor);
  fit.place.assign(at(players), -1);
  for (int p = 0; p < players; ++p) {
    if (p != anchor && rated_[at(p)]) fit.place[at(p)] = fit.unknowns++;
  }
  if (fit.unknowns == 0) return;

  Eigen::VectorXd slope;
  Eigen::MatrixXd curvature;
  double likelihood = fit.likelihood();
  for (int step = 0; step < most_steps; ++step) {
    fit.slopes(slope, curvature);
    const Eigen::VectorXd move = curvature.llt().solve(slope);
    const std::vector<double> before = rating_;
    double scale = 1;
    for (int halving = 0; halving < 60; ++halving, scale /= 2) {
      for (std::size_t p = 0; p < rating_.size(); ++p) {
        if (fit.place[p] >= 0) rating_[p] = before[p] + scale * move[fit.place[p]];
      }
      const double now = fit.likelihood();
      if (now >= likelihood - 1e-12 * std::abs(likelihood)) {
        likelihood = now;
        break;
      }
    }
    if (move.cwiseAbs().maxCoeff() < close_enough) break;
  }

  // Curvature^-1 times spread times curvature^-1.
  fit.slopes(slope, curvature);
  const Eigen::LLT<Eigen::MatrixXd> curve(curvature);
  const Eigen::MatrixXd half = curve.solve(fit.spread(results)).transpose();
  const Eigen::MatrixXd middle = curve.solve(half);
  for (std::size_t p = 0; p < rating_.size(); ++p) {
    for (std::size_t q = 0; q < rating_.size(); ++q) {
      const int i = fit.place[p];
      const int j = fit.place[q];
      if (i >= 0 && j >= 0) covariance_[p][q] = middle(i, j);
    }
  }
}

std::optional<double> Ratings::errors95() const {
  if (clusters_ < 2) return std::nullopt;
  return student_bound(0.05, static_cast<double>(clusters_ - 1));
}

double Ratings::error_of_difference(int a, int b) const {
  const auto entry = [&](int i, int j) { return covariance_[at(i)][at(j)]; };
  return std::sqrt(std::max(0.0, entry(a, a) + entry(b, b) - entry(a, b) - entry(b, a)));
}

}  // namespace evorisk::metrics
