// Two variants side by side: what differs, and whether more than chance.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "base/statistics.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::metrics {

// The second minus the first, with a two-sided test of "no difference" by the normal approximation.
struct Difference {
  double mean = 0;
  double se = 0;
  double z = 0;           // mean / se; 0 when both are 0
  double p = 1;           // of this difference alone; 1 with fewer than fewest_for_a_test matches
  double p_adjusted = 1;  // after Holm (1979), over all criteria measured and the fitness
  bool significant = false;  // p_adjusted < test_level
  friend bool operator==(const Difference&, const Difference&) = default;
};

// How often a family of tests may find a difference where there is none.
inline constexpr double test_level = 0.05;

// Tests as one family: p adjusted after Holm (1979).
template <class Test>
void adjust_together(const std::vector<Test*>& tests) {
  std::vector<double> p;
  for (const Test* test : tests) p.push_back(test->p);
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    tests[i]->p_adjusted = adjusted[i];
    tests[i]->significant = adjusted[i] < test_level;
  }
}

struct Comparison {
  // In the order of Criterion; of those that are not measured, nothing.
  std::array<Difference, criterion_room> criteria;
  Difference fitness;
  // Of the length in player turns; said beside the others, not one of the tests: p_adjusted
  // is p.
  Difference turns;
};

// Below this many matches on either side the normal approximation says nothing.
inline constexpr std::int64_t fewest_for_a_test = 30;

// A p of so many matches; null of too few, which are not tested.
nlohmann::ordered_json tested(double p, std::int64_t matches);
// {"mean", "se", "z", "p", "p_adjusted", "significant"} of a difference of so many matches; null
// where these are too few. A z that is not finite is written as null.
nlohmann::ordered_json difference_to_json(const Difference& difference, std::int64_t matches);

// Matches played in pairs with common random numbers: match i of both variants has the same stream
// key. The errors of the differences are those of the pairs, right whether the common numbers make
// the two alike or not. Sums are exact, as in CriteriaTotals. The numbers of players may differ.
class PairedTotals {
 public:
  PairedTotals(int first_players, int second_players, CriteriaSet extended = {});

  // With both summaries of each match when the totals count_extended(), else with the first alone.
  void add(std::span<const MatchSummary> first, std::span<const MatchSummary> second,
           std::span<const ExtendedSummary> first_extended = {},
           std::span<const ExtendedSummary> second_extended = {});

  const CriteriaTotals& first() const { return first_; }
  const CriteriaTotals& second() const { return second_; }
  // `apart`: by how much more the second's fitness is for its rules and map, where the objective
  // has a target (the difference of their target_loss()).
  Comparison compare(const Objective& objective, double apart = 0) const;
  // The correlation of the two lengths: how much the common numbers have in common.
  double turns_correlation() const;

  friend bool operator==(const PairedTotals&, const PairedTotals&) = default;

 private:
  // The sum over the components of both vectors of their slopes and co-moments.
  double sum_of_co_moments(const CriteriaTotals::Slopes& first,
                           const CriteriaTotals::Slopes& second) const;
  double variance_apart(const Objective& objective, double covariance) const;

  CriteriaTotals first_;
  CriteriaTotals second_;
  std::size_t rows_;             // of the per-match vectors of CriteriaTotals
  std::vector<Int128> product_;  // of the first's with the second's, row by row
  Int128 turns_product_ = 0;
};

}  // namespace evorisk::metrics
