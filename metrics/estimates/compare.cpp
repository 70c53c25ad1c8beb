#include "metrics/estimates/compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/statistics.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/objective/loss.hpp"

namespace evorisk::metrics {
namespace {

// Two estimates whose difference has this variance.
Difference difference(const Estimate& first, const Estimate& second, double variance,
                      bool testable) {
  Difference d;
  d.mean = second.mean - first.mean;
  d.se = std::sqrt(std::max(0.0, variance));
  if (d.mean != 0) {
    d.z = d.se > 0 ? d.mean / d.se : std::copysign(std::numeric_limits<double>::infinity(), d.mean);
  }
  if (testable) d.p = normal_p(d.z);
  return d;
}

}  // namespace

PairedTotals::PairedTotals(int first_players, int second_players, CriteriaSet extended)
    : first_(first_players, extended),
      second_(second_players, extended),
      rows_(first_.sum_.size()),
      product_(rows_ * rows_) {}

void PairedTotals::add(std::span<const MatchSummary> first, std::span<const MatchSummary> second,
                       std::span<const ExtendedSummary> first_extended,
                       std::span<const ExtendedSummary> second_extended) {
  if (first.size() != second.size()) throw std::logic_error("pairs need two matches each");
  first_.add(first, first_extended);
  second_.add(second, second_extended);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const bool both = first_.counts_extended();
    const auto x = CriteriaTotals::quantise(first[i], both ? &first_extended[i] : nullptr);
    const auto y = CriteriaTotals::quantise(second[i], both ? &second_extended[i] : nullptr);
    for (std::size_t a = 0; a < rows_; ++a) {
      if (x[a] == 0) continue;
      for (std::size_t b = 0; b < rows_; ++b) product_[a * rows_ + b] += Int128{x[a]} * y[b];
    }
    turns_product_ += Int128{first[i].turns} * second[i].turns;
  }
}

double PairedTotals::sum_of_co_moments(const CriteriaTotals::Slopes& first,
                                       const CriteriaTotals::Slopes& second) const {
  double sum = 0;
  for (std::size_t a = 0; a < first.size(); ++a) {
    if (first[a] == 0) continue;
    for (std::size_t b = 0; b < second.size(); ++b) {
      if (second[b] == 0) continue;
      const auto i = static_cast<int>(a);
      const auto j = static_cast<int>(b);
      sum += first[a] * second[b] *
             (co_moment(first_.matches(), first_.component_sum(i), second_.component_sum(j),
                        product_[a * rows_ + b]) *
              CriteriaTotals::component_unit(i) * CriteriaTotals::component_unit(j));
    }
  }
  return sum;
}

double PairedTotals::turns_correlation() const {
  const double spread = first_.turns_deviation() * second_.turns_deviation();
  if (spread == 0) return 0;
  return co_moment(first_.matches(), first_.turns_sum_, second_.turns_sum_, turns_product_) /
         static_cast<double>(first_.matches() - 1) / spread;
}

// Of the difference of the two fitnesses, whose slopes have this covariance. Near a fair game or an
// ideal a loss goes with squares, and its error is less or more than the slopes say. Squares have
// the correlation of the slopes squared; so that correction is put in by what the two do not share,
// and takes no more than if the losses went with the slopes. The error of an ideal counts where it
// moves the two apart.
double PairedTotals::variance_apart(const Objective& objective, double covariance) const {
  Objective exact = objective;
  for (Objective::Term& term : exact.terms) term.ideal_se = 0;
  Objective criteria = exact;
  criteria.quantities.clear();
  double by_slopes = 0;
  double by_errors = 0;
  double product = 1;
  double variance = 0;
  for (const CriteriaTotals* totals : {&first_, &second_}) {
    const CriteriaTotals::Slopes slopes = fitness_slopes(*totals, objective);
    const double alone = totals->covariance(slopes, slopes);
    const double se = fitness(*totals, criteria).se;
    const double of_quantities = fitness(*totals, exact).se - se;
    by_slopes += alone;
    by_errors += se * se;
    product *= alone;
    variance += of_quantities * of_quantities;
  }
  const double shared = product > 0 ? std::max(0.0, covariance / std::sqrt(product)) : 0;
  variance += std::max(by_slopes - 2 * covariance + (1 - shared * shared) * (by_errors - by_slopes),
                       (1 - shared) * by_errors);
  for (const Objective::Term& term : objective.terms) {
    const double apart = slope_of(term, second_.criterion(term.criterion)) -
                         slope_of(term, first_.criterion(term.criterion));
    variance += std::pow(term.weight * term.ideal_se * apart, 2);
  }
  return variance;
}

Comparison PairedTotals::compare(const Objective& objective, double apart) const {
  const bool testable = first_.matches() >= fewest_for_a_test;
  const auto n = static_cast<double>(first_.matches());
  const auto covariance = [&](const auto& a, const auto& b) {
    return n < 2 ? 0 : sum_of_co_moments(a, b) / (n * (n - 1));
  };
  Comparison result;
  std::vector<Difference*> tested;
  for (const CriterionInfo& info : first_.measured()) {
    const auto c = static_cast<std::size_t>(info.id);
    const CriteriaTotals::Slopes a = first_.slopes(info.id);
    const CriteriaTotals::Slopes b = second_.slopes(info.id);
    const auto excess = [&](const CriteriaTotals& totals) {
      return std::max(totals.excess_variance(info.id), totals.unseen_variance(info.id));
    };
    const double apart_each =
        first_.covariance(a, a) + excess(first_) + second_.covariance(b, b) + excess(second_);
    result.criteria[c] = difference(first_.criterion(info.id), second_.criterion(info.id),
                                    apart_each - 2 * covariance(a, b), testable);
    tested.push_back(&result.criteria[c]);
  }
  const CriteriaTotals::Slopes a = fitness_slopes(first_, objective);
  const CriteriaTotals::Slopes b = fitness_slopes(second_, objective);
  const Estimate first_fitness = fitness(first_, objective);
  Estimate second_fitness = fitness(second_, objective);
  second_fitness.mean += apart;
  const double fitness_variance = n < 2 ? 0 : variance_apart(objective, covariance(a, b));
  result.fitness = difference(first_fitness, second_fitness, fitness_variance, testable);
  tested.push_back(&result.fitness);
  adjust_together(tested);
  const auto square = [](double x) { return x * x; };
  const double turns_covariance = turns_correlation() * first_.turns().se * second_.turns().se;
  result.turns = difference(
      first_.turns(), second_.turns(),
      square(first_.turns().se) + square(second_.turns().se) - 2 * turns_covariance, testable);
  result.turns.p_adjusted = result.turns.p;
  result.turns.significant = result.turns.p < test_level;
  return result;
}

nlohmann::ordered_json tested(double p, std::int64_t matches) {
  return matches < fewest_for_a_test ? nlohmann::ordered_json() : nlohmann::ordered_json(p);
}

nlohmann::ordered_json difference_to_json(const Difference& d, std::int64_t matches) {
  using Json = nlohmann::ordered_json;
  return {{"mean", d.mean},
          {"se", matches < 2 ? Json() : Json(d.se)},
          {"z", matches < 2 ? Json() : Json(d.z)},
          {"p", tested(d.p, matches)},
          {"p_adjusted", tested(d.p_adjusted, matches)},
          {"significant", d.significant}};
}

}  // namespace evorisk::metrics
