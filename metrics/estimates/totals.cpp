#include "metrics/estimates/totals.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "base/statistics.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::metrics {
namespace {

constexpr double unit = 0x1.0p-30;
constexpr double no_error = 1e-7;  // what rounding makes of 0

// Whether it is the winners' seats that decide.
bool is_of_winners(Criterion c) {
  return c == Criterion::advantage || c == Criterion::unbiased_advantage ||
         c == Criterion::seat_balance || c == Criterion::snowball;
}

// Which value of MatchSummary each criterion is the mean of; -1: none of them.
constexpr int value_of[criterion_count] = {-1, 0, -1, 1, 2, 3, 4};

}  // namespace

CriteriaTotals::CriteriaTotals(int players, CriteriaSet extended)
    : players_(players), extended_(extended) {
  if (players < 2 || players > max_seats) {
    throw std::logic_error("criteria are defined for 2 to 6 players");
  }
  const bool more = needs(extended, Effort::course) || needs(extended, Effort::dice) ||
                    needs(extended, Effort::ladder);
  const int components = extended.has_added() ? whole_width : more ? full_width : width;
  sum_.resize(static_cast<std::size_t>(components));
  product_.resize(product_place(0, components));
}

std::vector<std::reference_wrapper<const CriterionInfo>> CriteriaTotals::measured() const {
  std::vector<std::reference_wrapper<const CriterionInfo>> all;
  std::ranges::copy_if(all_criteria(), std::back_inserter(all),
                       [&](const CriterionInfo& info) { return measures(info.id); });
  return all;
}

std::int64_t CriteriaTotals::finished() const {
  return static_cast<std::int64_t>(
      std::accumulate(sum_.begin(), sum_.begin() + max_seats, Int128{0}));
}

Estimate CriteriaTotals::turns() const {
  if (matches_ == 0) return {};
  const double mean = static_cast<double>(turns_sum_) / static_cast<double>(matches_);
  return {mean, turns_deviation() / std::sqrt(static_cast<double>(matches_))};
}

double CriteriaTotals::turns_deviation() const {
  if (matches_ < 2) return 0;
  return std::sqrt(co_moment(matches_, turns_sum_, turns_sum_, turns_square_) /
                   static_cast<double>(matches_ - 1));
}

double CriteriaTotals::component_unit(int component) {
  const bool counted =
      component < max_seats || (component >= width + turns_at && component < width + ladder_at);
  return counted ? 1 : unit;
}

double CriteriaTotals::component_mean(int component) const {
  if (matches_ == 0) return 0;
  return static_cast<double>(component_sum(component)) * component_unit(component) /
         static_cast<double>(matches_);
}

std::size_t CriteriaTotals::product_place(int a, int b) {
  const auto [low, high] = std::minmax(a, b);
  return static_cast<std::size_t>(high * (high + 1) / 2 + low);
}

double CriteriaTotals::component_covariance(int a, int b) const {
  if (matches_ < 2) return 0;
  if (a > b) std::swap(a, b);
  const auto n = static_cast<double>(matches_);
  return co_moment(matches_, component_sum(a), component_sum(b), product_[product_place(a, b)]) *
         component_unit(a) * component_unit(b) / (n * (n - 1));
}

CriteriaTotals::Slopes CriteriaTotals::slopes(Criterion c) const {
  Slopes result(static_cast<std::size_t>(full()));
  if (static_cast<int>(c) >= criterion_count) {
    extended_mean(c, result);
  } else if (const int value = value_of[static_cast<std::size_t>(c)]; value >= 0) {
    result[static_cast<std::size_t>(max_seats + value)] = 1;
  } else if (c == Criterion::completeness) {
    std::fill_n(result.begin(), players_, 1.0);
  } else {
    set_advantage_slopes(result);
  }
  return result;
}

int CriteriaTotals::extreme_seat() const {
  const auto imbalance = [&](int s) { return std::abs(players_ * wins(s) - finished()); };
  int extreme = 0;
  for (int s = 1; s < players_; ++s) {
    if (imbalance(s) > imbalance(extreme)) extreme = s;
  }
  return extreme;
}

// Advantage of P seats is max_s |w_s / W - 1/P| / (1 - 1/P) (for P = 2 the spec's first formula,
// too). The seat that attains the maximum (the lowest on equality) gives the slope; at 0, where the
// sign of the imbalance is undefined, the positive branch.
void CriteriaTotals::set_advantage_slopes(Slopes& slopes) const {
  const std::int64_t w = finished();
  if (w == 0) return;
  const int extreme = extreme_seat();
  // A = sign * (p_s / p - 1/P) / (1 - 1/P), where p_s, p are shares of all matches.
  const double sign = players_ * wins(extreme) < w ? -1 : 1;
  const double p = static_cast<double>(w) / static_cast<double>(matches_);
  const double share = static_cast<double>(wins(extreme)) / static_cast<double>(w);
  const double slope = sign / (p * (1 - 1.0 / players_));
  for (int s = 0; s < players_; ++s) {
    slopes[static_cast<std::size_t>(s)] = slope * ((s == extreme ? 1 : 0) - share);
  }
}

// What the error of a deviation is worth, in degrees of freedom: it rests on fourth powers, which
// the longest of the matches decide. By Satterthwaite (1946) these are 2 / (the relative variance
// of the squared error), about n / kurtosis^2 from normal to exponential values. Kurtosis: Joanes
// and Gill (1998), G2.
double CriteriaTotals::freedom_of_deviation() const {
  const auto n = static_cast<double>(matches_);
  const auto moment = [&](int a, int b) {  // of a match, around the means
    return (n - 1) * component_covariance(width + turns_at + a, width + turns_at + b);
  };
  const double length = component_mean(width + turns_at);
  const double variance = moment(0, 0);
  constexpr double least = 3;
  if (matches_ <= 4 || !(variance > 0)) return least;
  // Of (x - m)^2 = x^2 - 2 m x + m^2.
  const double of_squares =
      moment(1, 1) - 4 * length * moment(0, 1) + 4 * length * length * variance;
  const double excess = of_squares / (variance * variance) - 2;
  const double kurtosis = 3 + (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * excess + 6);
  return std::clamp(n / (kurtosis * kurtosis), least, n - 1);
}

int CriteriaTotals::weakest_seat() const {
  return static_cast<int>(std::min_element(sum_.begin(), sum_.begin() + players_) - sum_.begin());
}

// Of how far the seat's share of the decided matches is from an equal one, by comparison with
// `whole`. The number of decided matches is taken as given: it says nothing about the shares.
Interval CriteriaTotals::imbalance_interval(int seat, double whole, Distance kind,
                                            Coverage coverage) const {
  const auto w = static_cast<double>(finished());
  const double share = static_cast<double>(wins(seat)) / w;
  const double fair = 1.0 / players_;
  // As the criteria themselves, to the last bit.
  const double distance =
      static_cast<double>(std::abs(players_ * wins(seat) - finished())) / (players_ * whole * w);
  const Interval own = share_interval(share, std::sqrt(share * (1 - share) / w), w, coverage);
  double below = (share - own.low) / whole;
  double above = (own.high - share) / whole;
  if (share < fair) std::swap(below, above);
  // One error, by the signed root of the likelihood ratio (McCullagh and Nelder 1989): a small
  // share's lower tail is shorter than a normal one, the upper longer.
  const auto part = [](double x, double of) { return x > 0 ? x * std::log(x / of) : 0; };
  const double ratio = 2 * w * (part(share, fair) + part(1 - share, 1 - fair));
  const double unit =
      ratio > 0 ? distance / std::sqrt(ratio) : std::sqrt(fair * (1 - fair) / w) / whole;
  Interval result = distance_interval(distance, unit, below, above, kind, players_, coverage);
  result.high = std::min(1.0, result.high);
  return result;
}

// Of the sum of the squares of all seats' distances from an equal share, (1 - 1/P) of which is 1.
Interval CriteriaTotals::squares_interval(Coverage coverage) const {
  const double fair = 1.0 / players_;
  const auto squared = [](const Interval& x) {
    return Interval{x.middle * x.middle, x.low * x.low, x.high * x.high};
  };
  if (players_ == 2) {
    return squared(imbalance_interval(extreme_seat(), fair, Distance::largest, coverage));
  }
  const auto w = static_cast<double>(finished());
  double squares = 0;
  double mean = 0;  // of a match: how far its winner's share is from an equal one
  double variance = 0;
  for (int s = 0; s < players_; ++s) {
    const double share = static_cast<double>(wins(s)) / w;
    const double off = share - fair;
    squares += off * off;
    mean += share * off;
    variance += share * off * off;
  }
  // Of the root, where all shares are nearly equal, and by the delta method further off.
  const double unit = std::sqrt(fair / (w * (1 - fair)));
  const double error =
      squares > 0 ? std::sqrt(std::max(0.0, variance - mean * mean) / squares / (w * (1 - fair)))
                  : unit;
  const double reach = errors_of(coverage) * error;
  Interval root = distance_interval(std::sqrt(squares / (1 - fair)), unit, reach, reach,
                                    Distance::all, players_, coverage);
  root.high = std::min(1.0, root.high);
  return squared(root);
}

Interval CriteriaTotals::interval(Criterion c, Coverage coverage) const {
  const Estimate own = seen_criterion(c);
  const double fair = 1.0 / players_;
  const bool of_winners = is_of_winners(c);
  if (matches_ < 2 || (of_winners && finished() < 2)) {
    const double lowest = c == Criterion::snowball ? -fair / (1 - fair) : 0;
    return {own.mean, std::min(lowest, own.mean), std::max(1.0, own.mean)};
  }
  const auto n = static_cast<double>(of_winners ? finished() : matches_);
  const Slopes slope = slopes(c);
  const double seen_error = std::sqrt(std::max(0.0, covariance(slope, slope)));
  const double error = seen_error > no_error ? seen_error : 0;
  switch (c) {
    case Criterion::advantage:
      return imbalance_interval(extreme_seat(), 1 - fair, Distance::largest, coverage);
    case Criterion::unbiased_advantage:
      return squares_interval(coverage);
    case Criterion::seat_balance: {
      const Interval lacks = imbalance_interval(weakest_seat(), fair, Distance::lowest, coverage);
      return {1 - lacks.middle, 1 - lacks.high, 1 - lacks.low};
    }
    case Criterion::snowball: {
      const auto share = [&](double x) { return fair + (1 - fair) * x; };
      const auto scaled = [&](double x) { return (x - fair) / (1 - fair); };
      const Interval led = share_interval(share(own.mean), (1 - fair) * error, n, coverage);
      return {own.mean, scaled(led.low), scaled(led.high)};
    }
    case Criterion::completeness:
    case Criterion::comeback:
    case Criterion::drawishness:
      return share_interval(own.mean, error, n, coverage);
    case Criterion::duration_spread: {
      // As many as may be unseen, a whole ideal away from all others.
      const double unseen = share_interval(0, 0, n, coverage).high;
      if (!(error > 0)) return {own.mean, own.mean, own.mean + std::sqrt(unseen * (1 - unseen))};
      return mean_interval(own.mean, error, 1 + freedom_of_deviation(),
                           std::numeric_limits<double>::infinity(), coverage);
    }
    case Criterion::luck_share: {
      // Where all end alike, nothing is known but how few others there can be.
      if (!(error > 0)) return {own.mean, 0, std::max(1.0, own.mean)};
      // Where one end is rare, no pair may have been seen that ends so twice: one is left open.
      const double unseen = slope[static_cast<std::size_t>(width + alike_at)] / n;
      return mean_interval(own.mean, std::hypot(error, unseen), n,
                           std::numeric_limits<double>::infinity(), coverage);
    }
    case Criterion::duration: {
      if (!(error > 0)) {
        // As many as may be unseen, at the ideal or a whole ideal away from it.
        const double furthest = std::max(1.0, own.mean);
        const Interval part = share_interval(own.mean / furthest, 0, n, coverage);
        return {own.mean, furthest * part.low, furthest * part.high};
      }
      return mean_interval(own.mean, error, n, std::numeric_limits<double>::infinity(), coverage);
    }
    case Criterion::depth: {
      const double reach = student_bound(normal_p(errors_of(coverage)), n - 1) *
                           std::sqrt(error * error + unseen_variance(c));
      return {own.mean, own.mean - reach, own.mean + reach};
    }
    default:
      return mean_interval(own.mean, error, n, 1, coverage);
  }
}

Interval CriteriaTotals::shown_interval(Criterion c) const {
  Interval own = interval(c, Coverage::two_errors);
  if (c == Criterion::luck_share) own.high = std::min(1.0, own.high);  // as no true one is above
  return holding(criterion(c).mean, own);
}

Estimate CriteriaTotals::seen_criterion(Criterion c) const {
  return static_cast<int>(c) >= criterion_count ? extended_criterion(c) : thesis_criterion(c);
}

double CriteriaTotals::unseen_variance(Criterion c) const {
  if (matches_ < 2 || seen_criterion(c).se > no_error) return 0;
  double error = 0;
  if (c == Criterion::depth) {
    const double odds = std::exp(seen_criterion(c).mean) / (players_ - 1);
    const double won = odds / (1 + odds);
    const auto n = static_cast<double>(matches_);
    error = share_interval(won, 0, n, Coverage::one_error).half_length() / (won * (1 - won));
  } else {
    error = interval(c, Coverage::one_error).half_length();
  }
  return error * error;
}

Estimate CriteriaTotals::criterion(Criterion c) const {
  Estimate result = seen_criterion(c);
  if (const double unseen = unseen_variance(c); unseen > 0) result.se = std::sqrt(unseen);
  return result;
}

double CriteriaTotals::excess_variance(Criterion c) const {
  if (const double unseen = is_of_winners(c) ? unseen_variance(c) : 0; unseen > 0) return unseen;
  return c == Criterion::unbiased_advantage ? squares_excess() : 0;
}

Estimate CriteriaTotals::thesis_criterion(Criterion c) const {
  const auto n = static_cast<double>(matches_);
  if (c == Criterion::advantage) {
    const std::int64_t w = finished();
    if (w == 0) return {1, 0};
    const int seat = extreme_seat();
    const double mean = static_cast<double>(std::abs(players_ * wins(seat) - w)) /
                        static_cast<double>((players_ - 1) * w);
    const Slopes own = slopes(c);
    return {mean, std::sqrt(std::max(0.0, covariance(own, own)))};
  }
  if (matches_ == 0) return {};
  Estimate result;
  if (c == Criterion::completeness) {
    const std::int64_t w = finished();
    result.mean = static_cast<double>(w) / n;
    if (matches_ > 1) result.se = std::sqrt(co_moment(matches_, w, w, w) / (n * (n - 1)));
  } else {
    const int component = max_seats + value_of[static_cast<std::size_t>(c)];
    result = {component_mean(component), std::sqrt(component_covariance(component, component))};
  }
  return result;
}

double CriteriaTotals::covariance(const Slopes& a, const Slopes& b) const {
  if (a.empty() || b.empty()) return 0;  // of an objective without terms
  double sum = 0;
  for (int i = 0; i < full(); ++i) {
    const double x = a[static_cast<std::size_t>(i)];
    if (x == 0) continue;
    for (int j = 0; j < full(); ++j) {
      const double y = b[static_cast<std::size_t>(j)];
      if (y != 0) sum += x * y * component_covariance(i, j);
    }
  }
  return sum;
}

}  // namespace evorisk::metrics
