// The criteria as estimates: exact streaming sums over match summaries, means with standard errors.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>

#include "maps/base/json.hpp"
#include "maps/base/json_writer.hpp"
#include "metrics/exact.hpp"
#include "metrics/summary.hpp"

namespace evorisk::metrics {

struct Estimate {
  double mean = 0;
  double se = 0;  // standard error; 0 when it cannot be estimated (fewer than 2 matches)
  friend bool operator==(const Estimate&, const Estimate&) = default;
};

// Rows and columns in the order of Criterion.
using CriteriaMatrix = std::array<std::array<double, criterion_count>, criterion_count>;

// Sums over matches, in constant memory, for up to 2^40 matches. Each per-match value is rounded
// once to a multiple of 2^-30 (at most 2^12; an error of at most 4.7e-10 of a value, far below any
// standard error) and summed as an integer, as are the products: totals of the same matches are
// the same bytes in whatever order and groups they were added, so threads, blocks, processes and
// evidence accumulated over generations all merge exactly.
class CriteriaTotals {
 public:
  explicit CriteriaTotals(int players = 2);  // 2 ... max_seats; throws std::logic_error

  void add(const MatchSummary& match);
  void add(std::span<const MatchSummary> matches);
  // Throws std::logic_error when the numbers of players differ.
  void merge(const CriteriaTotals& other);

  int players() const { return players_; }
  std::int64_t matches() const { return matches_; }
  std::int64_t wins(int seat) const { return wins_[static_cast<std::size_t>(seat)]; }
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
  // delta method. Advantage is an absolute value: its error is that of the signed imbalance, also
  // at perfect balance, where the slope is undefined. | |x| - |y| | <= |x - y|, so an interval
  // around the reported value covers the true one at least as often as that of the signed
  // imbalance; near 0 the error is the root mean square distance from the truth, bias included.
  // Without matches: 0, but advantage 1 (as always when nobody won).
  Estimate criterion(Criterion c) const;

  // The covariance of the seven criterion estimates (delta method).
  CriteriaMatrix covariance() const;

  // Lossless, for checkpoints.
  nlohmann::ordered_json to_json() const;
  void write(JsonWriter& writer) const;  // the same
  static CriteriaTotals from_json(const JsonView& view);

  friend bool operator==(const CriteriaTotals&, const CriteriaTotals&) = default;

 private:
  friend class PairedTotals;

  // The per-match vector behind every estimate: first the indicators "won by seat s", then the
  // values of MatchSummary in its order.
  static constexpr int value_count = 5;
  static constexpr int width = max_seats + value_count;
  using Values = std::array<std::int64_t, value_count>;  // multiples of 2^-30
  using Gradient = std::array<std::array<double, width>, criterion_count>;

  struct Batch;

  static Values quantise(const MatchSummary& match);
  void add(const Batch& batch);
  Int128 component_sum(int component) const;
  static double component_unit(int component);
  double component_mean(int component) const;
  double component_covariance(int a, int b) const;  // of the means
  Gradient gradient() const;  // of the criteria by the means of the components

  int players_ = 2;
  std::int64_t matches_ = 0;
  std::array<std::int64_t, max_seats> wins_{};
  std::array<std::int64_t, risk::end_reason_count> ends_{};
  std::int32_t fewest_turns_ = 0;
  std::int32_t most_turns_ = 0;
  Int128 turns_sum_ = 0;
  Int128 turns_square_ = 0;
  std::array<Int128, value_count> sum_{};
  std::array<Int128, value_count*(value_count + 1) / 2> product_{};   // row by row, a <= b
  std::array<std::array<Int128, value_count>, max_seats> won_sum_{};  // over matches seat s won
};

}  // namespace evorisk::metrics
