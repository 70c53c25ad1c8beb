// The extended criteria as functions of the sums: values and slopes.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string>

#include "metrics/criteria/criteria.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::metrics {
namespace {

// The extended values whose means are criteria, in their order; snowball divides the one it has by
// the share of decided matches.
constexpr Criterion plain_means[] = {
    Criterion::decisiveness,   Criterion::uncertainty, Criterion::comeback,
    Criterion::snowball,       Criterion::stability,   Criterion::drawishness,
    Criterion::decision_share, Criterion::dead_time,   Criterion::map_use};

}  // namespace

double CriteriaTotals::extended_mean(Criterion c, Slopes& slopes) const {
  const auto slope = [&](int component) -> double& {
    return slopes[static_cast<std::size_t>(component)];
  };
  const double fair = 1.0 / players_;
  const auto w = static_cast<double>(finished());
  const double decided = matches_ > 0 ? w / static_cast<double>(matches_) : 0;
  const auto share = [&](int seat) { return static_cast<double>(wins(seat)) / w; };
  const auto mean = std::ranges::find(plain_means, c);
  if (mean != std::end(plain_means) && c != Criterion::snowball) {
    const auto component = width + static_cast<int>(mean - std::begin(plain_means));
    slope(component) = 1;
    return component_mean(component);
  }
  if (static_cast<int>(c) >= all_criterion_count) {
    const int component = full_width + static_cast<int>(c) - all_criterion_count;
    slope(component) = 1;
    return component_mean(component);
  }
  switch (c) {
    case Criterion::unbiased_advantage: {
      if (w < 2) return 0;
      double pairs = 0;
      double squares = 0;
      for (int s = 0; s < players_; ++s) {
        pairs += static_cast<double>(wins(s)) * static_cast<double>(wins(s) - 1);
        squares += share(s) * share(s);
      }
      for (int s = 0; s < players_; ++s) {
        slope(s) = 2 * (share(s) - squares) / decided / (1 - fair);
      }
      return (pairs / (w * (w - 1)) - fair) / (1 - fair);
    }
    case Criterion::seat_balance: {
      if (w == 0) return 0;
      const int weakest = weakest_seat();
      for (int s = 0; s < players_; ++s) {
        slope(s) = players_ * ((s == weakest ? 1 : 0) - share(weakest)) / decided;
      }
      return players_ * share(weakest);
    }
    case Criterion::snowball: {
      if (w == 0) return 0;
      const double q = component_mean(width + 3) / decided;
      slope(width + 3) = 1 / decided / (1 - fair);
      for (int s = 0; s < players_; ++s) slope(s) = -q / decided / (1 - fair);
      return (q - fair) / (1 - fair);
    }
    case Criterion::duration_spread: {
      const double length = component_mean(width + turns_at);
      const double deviation = turns_deviation();
      if (deviation == 0) return 0;
      const double spread = deviation / length;
      // spread^2 = correction * (m2 / m1^2 - 1).
      const auto n = static_cast<double>(matches_);
      const double correction = n / (n - 1);
      const double squares = component_mean(width + turns_at + 1);
      slope(width + turns_at + 1) = correction / (length * length) / (2 * spread);
      slope(width + turns_at) = -correction * squares / (length * length * length) / spread;
      return spread;
    }
    case Criterion::luck_share:
      return luck_share(slopes);
    case Criterion::depth:
      return depth(slopes);
    default:
      throw std::logic_error("this criterion is one of the seven");
  }
}

// Logistic regression of "the better player wins" on one and the same step of skill, from the odds
// of a fair share on (with two players Bradley and Terry 1952, with more Luce 1959). All steps have
// as many matches, so the likelihood is largest where the model's chance is the mean share won: the
// slope has a closed form. One more match, shared, keeps it finite. As the error is that of the
// mean over matches, each of which has a duel of every step, it is the sandwich estimator with
// matches as clusters, right also where the steps differ.
double CriteriaTotals::depth(Slopes& slopes) const {
  const auto n = static_cast<double>(matches_);
  const double fair = 1.0 / players_;
  const double by_mean = (1 - fair) * n / (n + 1) / ladder_steps;
  double won = fair;
  for (int d = 0; d < ladder_steps; ++d) won += by_mean * component_mean(width + ladder_at + d);
  for (int d = 0; d < ladder_steps; ++d) {
    slopes[static_cast<std::size_t>(width + ladder_at + d)] = by_mean / (won * (1 - won));
  }
  return std::log(won / (1 - won) * (players_ - 1));
}

// With y the end of a match (a seat, or no winner) and y' that of its second playing: the variance
// of the vector of indicators of y, sum over ends of p (1 - p), is the chance that two independent
// matches end differently; its part within pairs is the chance that y and y' differ (the law of
// total variance). Both are estimated without bias, the first from all pairs of different deals:
// S = [n sum of m_c^2 - mean of the pairs' sum of squares] / (n - 1), m_c the share of end c in
// both playings, the pairs' sum of squares being 1 when they end alike and 1/2 when not.
double CriteriaTotals::luck_share(Slopes& slopes) const {
  if (matches_ < 2) return 0;
  const auto n = static_cast<double>(matches_);
  const double alike = component_mean(width + alike_at);
  std::array<double, max_seats> share{};
  double undecided = 1;
  double squares = 0;
  for (int s = 0; s < players_; ++s) {
    double& m = share[static_cast<std::size_t>(s)];
    m = (component_mean(s) + component_mean(width + other_at + s)) / 2;
    undecided -= m;
    squares += m * m;
  }
  undecided = std::max(0.0, undecided);
  squares += undecided * undecided;
  const double together = (n * squares - (1 + alike) / 2) / (n - 1);
  const double whole = 1 - together;
  if (!(whole > 0) || alike == 1) return 0;
  const double within = 1 - alike;
  const double by_together = within / (whole * whole);
  slopes[static_cast<std::size_t>(width + alike_at)] = -1 / whole - by_together / (2 * (n - 1));
  for (int s = 0; s < players_; ++s) {
    const double slope =
        by_together * n / (n - 1) * (share[static_cast<std::size_t>(s)] - undecided);
    slopes[static_cast<std::size_t>(s)] = slope;
    slopes[static_cast<std::size_t>(width + other_at + s)] = slope;
  }
  return within / whole;
}

// Simpson (1949), "Measurement of diversity": the variance of sum of w (w - 1) / (W (W - 1)) is
// [4 (W - 2) (t3 - t2^2) + 2 (t2 - t2^2)] / (W (W - 1)), tk the sum of the k-th powers of the true
// shares. In a fair game the first term, the delta method's, is 0 but not with the shares seen for
// the true ones: t3 - t2^2 is taken without bias.
double CriteriaTotals::squares_excess() const {
  const std::int64_t decided = finished();
  if (decided < 2) return 0;
  const auto w = static_cast<double>(decided);
  const auto falling = [](double x, int k) {
    double product = 1;
    for (int i = 0; i < k; ++i) product *= x - i;
    return product;
  };
  double two = 0;
  double three = 0;
  double pairs = 0;    // of pairs of winners, each of one seat
  double squared = 0;  // the sum over seats of the squares of their own
  double same = 0;
  double triples = 0;
  for (int s = 0; s < players_; ++s) {
    const auto won = static_cast<double>(wins(s));
    two += won / w * won / w;
    three += won / w * won / w * won / w;
    pairs += falling(won, 2);
    squared += falling(won, 2) * falling(won, 2);
    triples += falling(won, 3);
    same += falling(won, 4);
  }
  const double first =
      decided < 4 ? three - two * two
                  : triples / falling(w, 3) - (same + pairs * pairs - squared) / falling(w, 4);
  const double exact = (4 * (w - 2) * std::max(0.0, first) + 2 * (two - two * two)) / (w * (w - 1));
  const double k = 1 / (1 - 1.0 / players_);
  const Slopes own = slopes(Criterion::unbiased_advantage);
  return exact * k * k - covariance(own, own);
}

Estimate CriteriaTotals::extended_criterion(Criterion c) const {
  if (!measures(c)) {
    throw std::logic_error("not measured: " + std::string(criterion_info(c).name));
  }
  Slopes slopes(static_cast<std::size_t>(full()));
  const double mean = matches_ > 0 ? extended_mean(c, slopes) : 0;
  if (matches_ < 2) return {mean, 0};
  const double excess = c == Criterion::unbiased_advantage ? squares_excess() : 0;
  return {mean, std::sqrt(std::max(0.0, covariance(slopes, slopes) + excess))};
}

Estimate CriteriaTotals::duel(int duel) const {
  const int component = width + ladder_at + duel;
  return {component_mean(component), std::sqrt(component_covariance(component, component))};
}

}  // namespace evorisk::metrics
