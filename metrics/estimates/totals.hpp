// The criteria as estimates: exact streaming sums over match summaries, means with standard errors.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "base/json.hpp"
#include "metrics/criteria/extended.hpp"
#include "metrics/criteria/summary.hpp"
#include "metrics/estimates/exact.hpp"
#include "metrics/estimates/interval.hpp"

namespace evorisk::metrics {

struct CriterionInfo;  // metrics/criteria/criteria.hpp

struct BatchSums;

struct Estimate {
  double mean = 0;
  double se = 0;  // standard error; 0 when it cannot be estimated (fewer than 2 matches)
  friend bool operator==(const Estimate&, const Estimate&) = default;
};

// Sums over matches, in constant memory, for up to 2^40 matches. Each per-match value is rounded
// once to a multiple of 2^-30 (at most 2^12; an error of at most 4.7e-10 of a value, far below any
// standard error) and summed as an integer, as are the products: totals of the same matches are
// the same bytes in whatever order and groups they were added, so threads, blocks, processes and
// evidence accumulated over generations all merge exactly.
class CriteriaTotals {
 public:
  // 2 ... max_seats players; throws std::logic_error. `extended`: the criteria beyond the seven
  // that are measured, too.
  explicit CriteriaTotals(int players = 2, CriteriaSet extended = {});

  // Totals that counts_extended() take both summaries of a match, others the first alone; throws
  // std::logic_error.
  void add(const MatchSummary& match) { add(match, nullptr); }
  void add(const MatchSummary& match, const ExtendedSummary& extended) { add(match, &extended); }
  void add(std::span<const MatchSummary> matches, std::span<const ExtendedSummary> extended = {});
  void add(const BatchSums& batches);
  // Throws std::logic_error when the numbers of players or the extended criteria differ.
  void merge(const CriteriaTotals& other);

  int players() const { return players_; }
  const CriteriaSet& extended_criteria() const { return extended_; }
  bool measures(Criterion c) const {
    return static_cast<int>(c) < criterion_count || extended_.has(c);
  }
  // Those criteria, in the order of all_criteria().
  std::vector<std::reference_wrapper<const CriterionInfo>> measured() const;
  // Whether an ExtendedSummary of each match is wanted: not when the winners tell all.
  bool counts_extended() const { return full() > width; }
  std::int64_t matches() const { return matches_; }
  std::int64_t wins(int seat) const { return static_cast<std::int64_t>(component_sum(seat)); }
  std::int64_t finished() const;  // W: matches with a winner
  std::int64_t ends(risk::EndReason reason) const {
    return ends_[static_cast<std::size_t>(reason)];
  }

  // Length in player turns; all 0 without matches.
  Estimate turns() const;
  double turns_deviation() const;  // sample standard deviation of one match's length
  int fewest_turns() const { return fewest_turns_; }
  int most_turns() const { return most_turns_; }

  // The criterion and its standard error: sample deviation / sqrt(matches); for advantage the
  // delta method. Where all values of a mean from 0 to 1 are equal (all matches have ended) it is
  // half the length of interval() for one error, because the deviation says nothing then. Advantage
  // is an absolute value: its error is that of the signed imbalance, also at perfect balance, where
  // the slope is undefined; near 0 the error is the root mean square distance from the truth, bias
  // included. interval() says more.
  // Without matches: 0, but advantage 1 (as always without a winner).
  //
  // Of an extended criterion (std::logic_error when it is not measured): means as above, functions
  // of means by the delta method, and
  // - unbiased_advantage: (sum of w_s (w_s - 1) / (W (W - 1)) - 1/P) / (1 - 1/P), exactly unbiased
  //   for any W >= 2, and below 0 as often as above in a fair game; its error is Simpson's (1949),
  //   right in a fair game, too;
  // - luck_share: the pairs of matches that differ in nothing but the dice and end differently, as
  //   a share of all pairs that would: (1 - agreement) / (1 - S), S the unbiased estimate of the
  //   chance that independent matches end alike ("no winner" is an end of its own); 0 when all
  //   matches end alike;
  // - snowball: (q - 1/P) / (1 - 1/P), q the mean of leader_wins over the decided matches; 0
  //   without any;
  // - depth: the logarithm of the odds by which a player with half the errors wins, in units of
  //   those of a fair share: the slope of a logistic regression over the steps of ladder().
  Estimate criterion(Criterion c) const;
  // What covers the true value of the criterion. Of completeness, comeback, drawishness and
  // snowball: share_interval(). Of other means from 0 to 1, and without an upper end of duration,
  // duration_spread and luck_share: mean_interval(), of duration_spread with fewer degrees of
  // freedom the longer the tail of the lengths, of luck_share as if one pair more ended alike, or
  // less; where all is luck, it may lie above 1.
  // Of advantage and seat_balance: what distance_interval() leaves of the interval of the share of
  // the seat that stands out; its middle is without the bias of a largest absolute value (0.08 in a
  // fair game of 100 matches). Of unbiased_advantage: the square of the interval of its root, a
  // distance, too; it may lie above an estimate below 0. Of depth: Student's. All of the range
  // without matches.
  Interval interval(Criterion c, Coverage coverage) const;
  // As shown: interval() of two errors, in the range of c, widened to an estimate beside it.
  Interval shown_interval(Criterion c) const;
  int extreme_seat() const;  // whose share of the wins is the furthest from an equal one
  int weakest_seat() const;  // the first of those with the fewest wins
  // The share won in one duel of ladder(), in the unit of ExtendedSummary::ladder.
  Estimate duel(int duel) const;

  // What the criteria of a linear combination have in common, by the delta method. The slopes are
  // by the means of the per-match vector: winners by seat, the values of MatchSummary, the values
  // of ExtendedSummary, each in their order.
  using Slopes = std::vector<double>;
  Slopes slopes(Criterion c) const;
  double covariance(const Slopes& a, const Slopes& b) const;
  // What a criterion's variance is more, or less, than by the delta method: not 0 for
  // unbiased_advantage, and for what the winners decide where all of them were of one seat.
  double excess_variance(Criterion c) const;
  // Where no two matches differ: what those may do to the mean that were not seen, by their number;
  // else 0. criterion() has it as its error.
  double unseen_variance(Criterion c) const;

  // Lossless, for checkpoints.
  nlohmann::ordered_json to_json() const;
  static CriteriaTotals from_json(const JsonView& view);

  friend bool operator==(const CriteriaTotals&, const CriteriaTotals&) = default;

 private:
  friend class PairedTotals;

  // The per-match vector behind every estimate: first the indicators "won by seat s", then the
  // values of MatchSummary in its order, as multiples of 2^-30.
  static constexpr int value_count = 5;
  static constexpr int width = max_seats + value_count;

  // Continued by the extended values: the means in the order of ExtendedSummary, length and its
  // square, the indicators "won by seat s under other dice" and "ended alike", the ladder.
  static constexpr int mean_count = 9;
  static constexpr int turns_at = mean_count;
  static constexpr int other_at = turns_at + 2;
  static constexpr int alike_at = other_at + max_seats;
  static constexpr int ladder_at = alike_at + 1;
  static constexpr int extended_count = ladder_at + ladder_duels;
  static constexpr int full_width = width + extended_count;
  // Continued by the values of added criteria, where one of them is measured.
  static constexpr int whole_width = full_width + most_added_criteria;
  using Values = std::array<std::int64_t, whole_width>;

  // `extended`: null for totals without extended values.
  static Values quantise(const MatchSummary& match, const ExtendedSummary* extended);
  int full() const { return static_cast<int>(sum_.size()); }
  // Where the products of two components stand.
  static std::size_t product_place(int a, int b);
  Estimate seen_criterion(Criterion c) const;  // without what is left open where all are alike
  Estimate thesis_criterion(Criterion c) const;
  Estimate extended_criterion(Criterion c) const;
  double extended_mean(Criterion c, Slopes& slopes) const;
  double luck_share(Slopes& slopes) const;
  double squares_excess() const;
  double depth(Slopes& slopes) const;
  void add(const MatchSummary& match, const ExtendedSummary* extended);
  void add_lengths(std::int64_t matches, std::int32_t fewest, std::int32_t most, Int128 sum,
                   Int128 squares);
  Int128 component_sum(int component) const { return sum_[static_cast<std::size_t>(component)]; }
  static double component_unit(int component);
  double component_mean(int component) const;
  double component_covariance(int a, int b) const;  // of the means
  void set_advantage_slopes(Slopes& slopes) const;
  double freedom_of_deviation() const;
  Interval imbalance_interval(int seat, double whole, Distance kind, Coverage coverage) const;
  Interval squares_interval(Coverage coverage) const;

  int players_ = 2;
  CriteriaSet extended_;
  std::int64_t matches_ = 0;
  std::array<std::int64_t, risk::end_reason_count> ends_{};
  std::int32_t fewest_turns_ = 0;
  std::int32_t most_turns_ = 0;
  Int128 turns_sum_ = 0;
  Int128 turns_square_ = 0;
  std::vector<Int128> sum_;      // of the components: width, full_width or whole_width
  std::vector<Int128> product_;  // row by row: a component with each as far as itself
};

// All matches of several tables as one set of sums: at least one, of one number of players and the
// same criteria.
CriteriaTotals pooled(std::span<const CriteriaTotals> tables);

}  // namespace evorisk::metrics
