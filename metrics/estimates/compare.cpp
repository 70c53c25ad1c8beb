#include "metrics/estimates/compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/statistics.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::metrics {
namespace {

Difference difference(const Estimate& first, const Estimate& second, double covariance,
                      bool testable) {
  Difference d;
  d.mean = second.mean - first.mean;
  d.se = std::sqrt(std::max(0.0, first.se * first.se + second.se * second.se - 2 * covariance));
  if (d.mean != 0) {
    d.z = d.se > 0 ? d.mean / d.se : std::copysign(std::numeric_limits<double>::infinity(), d.mean);
  }
  if (testable) d.p = normal_p(d.z);
  return d;
}

// `cross(a, b)`: the covariance of linear combinations of the two sides' vectors, 0 for
// independent matches. `matrix`: the same for the seven criteria of both.
template <class Cross>
Comparison compare_with(const CriteriaTotals& first, const CriteriaTotals& second,
                        const CriteriaMatrix& matrix, const Cross& cross, double turns_covariance,
                        const Objective& objective, double apart, double level) {
  const bool testable = std::min(first.matches(), second.matches()) >= fewest_for_a_test;
  Comparison result;
  result.level = level;
  std::vector<double> p;
  std::vector<Difference*> tested;
  const auto test = [&](Difference& place, const Difference& d) {
    place = d;
    p.push_back(d.p);
    tested.push_back(&place);
  };
  for (const CriterionInfo& info : all_criteria()) {
    if (!first.measures(info.id)) continue;
    const auto c = static_cast<std::size_t>(info.id);
    const double covariance =
        c < criterion_count ? matrix[c][c] : cross(first.slopes(info.id), second.slopes(info.id));
    test(result.criteria[c],
         difference(first.criterion(info.id), second.criterion(info.id), covariance, testable));
  }
  double fitness_covariance = 0;
  if (objective.further().empty()) {
    const auto first_slopes = fitness_slopes(first, objective);
    const auto second_slopes = fitness_slopes(second, objective);
    for (std::size_t a = 0; a < criterion_count; ++a) {
      for (std::size_t b = 0; b < criterion_count; ++b) {
        fitness_covariance += first_slopes[a] * second_slopes[b] * matrix[a][b];
      }
    }
  } else {
    fitness_covariance =
        cross(full_fitness_slopes(first, objective), full_fitness_slopes(second, objective));
  }
  Estimate second_fitness = fitness(second, objective);
  second_fitness.mean += apart;
  test(result.fitness,
       difference(fitness(first, objective), second_fitness, fitness_covariance, testable));

  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    tested[i]->p_adjusted = adjusted[i];
    tested[i]->significant = adjusted[i] < level;
  }
  result.turns = difference(first.turns(), second.turns(), turns_covariance, testable);
  result.turns.p_adjusted = result.turns.p;
  result.turns.significant = result.turns.p < level;
  return result;
}

}  // namespace

Comparison compare(const CriteriaTotals& first, const CriteriaTotals& second,
                   const Objective& objective, double apart, double level) {
  const auto independent = [](const CriteriaTotals::Slopes&, const CriteriaTotals::Slopes&) {
    return 0.0;
  };
  return compare_with(first, second, CriteriaMatrix{}, independent, 0, objective, apart, level);
}

PairedTotals::PairedTotals(int first_players, int second_players, CriteriaSet further)
    : first_(first_players, further),
      second_(second_players, further),
      rows_(first_.counts_further() ? CriteriaTotals::full_width : CriteriaTotals::width),
      product_(rows_ * rows_) {}

void PairedTotals::add(std::span<const MatchSummary> first, std::span<const MatchSummary> second,
                       std::span<const FurtherSummary> first_further,
                       std::span<const FurtherSummary> second_further) {
  if (first.size() != second.size()) throw std::logic_error("pairs need two matches each");
  first_.add(first, first_further);
  second_.add(second, second_further);
  for (std::size_t i = 0; i < first.size(); ++i) {
    add_products(first[i], second[i], first_further[i], second_further[i]);
  }
}

void PairedTotals::add(const MatchSummary& first, const MatchSummary& second) {
  first_.add(first);
  second_.add(second);
  add_products(first, second, {}, {});
}

void PairedTotals::add_products(const MatchSummary& first, const MatchSummary& second,
                                const FurtherSummary& first_further,
                                const FurtherSummary& second_further) {
  const auto x = CriteriaTotals::quantise(first, first_further);
  const auto y = CriteriaTotals::quantise(second, second_further);
  for (std::size_t a = 0; a < rows_; ++a) {
    if (x[a] == 0) continue;
    for (std::size_t b = 0; b < rows_; ++b) product_[a * rows_ + b] += Int128{x[a]} * y[b];
  }
  turns_product_ += Int128{first.turns} * second.turns;
}

void PairedTotals::add(std::span<const MatchSummary> first, std::span<const MatchSummary> second) {
  if (first.size() != second.size()) throw std::logic_error("pairs need two matches each");
  for (std::size_t i = 0; i < first.size(); ++i) add(first[i], second[i]);
}

// Of component a of the first's vector and b of the second's.
double PairedTotals::component_co_moment(std::size_t a, std::size_t b) const {
  const auto i = static_cast<int>(a);
  const auto j = static_cast<int>(b);
  return co_moment(first_.matches(), first_.component_sum(i), second_.component_sum(j),
                   product_[a * rows_ + b]) *
         CriteriaTotals::component_unit(i) * CriteriaTotals::component_unit(j);
}

double PairedTotals::covariance(const CriteriaTotals::Slopes& first,
                                const CriteriaTotals::Slopes& second) const {
  if (first_.matches() < 2) return 0;
  const auto n = static_cast<double>(first_.matches());
  double sum = 0;
  for (std::size_t a = 0; a < first.size(); ++a) {
    if (first[a] == 0) continue;
    for (std::size_t b = 0; b < second.size(); ++b) {
      if (second[b] == 0) continue;
      sum += first[a] * second[b] * component_co_moment(a, b);
    }
  }
  return sum / (n * (n - 1));
}

CriteriaMatrix PairedTotals::covariance() const {
  CriteriaMatrix result{};
  if (first_.matches() < 2) return result;
  const auto n = static_cast<double>(first_.matches());
  const auto g = first_.seven_slopes();
  const auto h = second_.seven_slopes();
  for (std::size_t a = 0; a < CriteriaTotals::width; ++a) {
    for (std::size_t b = 0; b < CriteriaTotals::width; ++b) {
      const double sigma = component_co_moment(a, b) / (n * (n - 1));
      if (sigma == 0) continue;
      for (std::size_t i = 0; i < criterion_count; ++i) {
        for (std::size_t j = 0; j < criterion_count; ++j) {
          result[i][j] += g[i][a] * h[j][b] * sigma;
        }
      }
    }
  }
  return result;
}

double PairedTotals::turns_correlation() const {
  const double spread = first_.turns_deviation() * second_.turns_deviation();
  if (spread == 0) return 0;
  return co_moment(first_.matches(), first_.turns_sum_, second_.turns_sum_, turns_product_) /
         static_cast<double>(first_.matches() - 1) / spread;
}

Comparison PairedTotals::compare(const Objective& objective, double apart, double level) const {
  const double turns_covariance = turns_correlation() * first_.turns().se * second_.turns().se;
  const auto cross = [this](const CriteriaTotals::Slopes& a, const CriteriaTotals::Slopes& b) {
    return covariance(a, b);
  };
  Comparison result =
      compare_with(first_, second_, covariance(), cross, turns_covariance, objective, apart, level);
  result.paired = true;
  return result;
}

}  // namespace evorisk::metrics
