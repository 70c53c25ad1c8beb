// The criteria as estimates: streaming sums over match summaries, means with standard errors.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "maps/base/json.hpp"
#include "metrics/summary.hpp"

namespace evorisk::metrics {

struct Estimate {
  double mean = 0;
  double se = 0;  // standard error; 0 when it cannot be estimated (fewer than 2 matches)
  friend bool operator==(const Estimate&, const Estimate&) = default;
};

// What is known of a criterion; reports and documentation take it from here.
struct CriterionInfo {
  Criterion id;
  std::string_view name;     // "branching_factor", as in files
  std::string_view title;    // for people
  double ideal;              // of the thesis
  std::string_view meaning;  // one line
  std::string_view source;   // thesis section
};
std::span<const CriterionInfo> criteria();

// Sums over matches, in constant memory. Matches are added one after another in their order, so the
// same matches give the same bytes. Copies and merges (accumulated evidence) are exact sums of the
// parts in the order of merging.
class CriteriaTotals {
 public:
  explicit CriteriaTotals(int players = 2);

  void add(const MatchSummary& match);
  void add(std::span<const MatchSummary> matches);
  void merge(const CriteriaTotals& later);

  int players() const { return players_; }
  std::int64_t matches() const { return matches_; }
  std::int64_t wins(int seat) const;
  std::int64_t ends(risk::EndReason reason) const;
  Estimate turns() const;
  Estimate criterion(Criterion c) const;

  // Lossless, for checkpoints (doubles as shortest round-trip decimals).
  nlohmann::ordered_json to_json() const;
  static CriteriaTotals from_json(const JsonView& view);

  // The covariance of the seven criterion estimates (delta method), in the order of Criterion.
  Eigen::Matrix<double, criterion_count, criterion_count> covariance() const;

  friend bool operator==(const CriteriaTotals&, const CriteriaTotals&) = default;

 private:
  // Per-match vector: won by seat 0 ... P-1, turns, duration, branching, drama, killer, lead
  // change.
  static constexpr int max_players = 6;
  static constexpr int width = max_players + 6;
  int players_ = 2;
  std::int64_t matches_ = 0;
  std::array<std::int64_t, risk::end_reason_count> ends_{};
  std::array<double, width> sum_{};
  std::array<double, width*(width + 1) / 2> product_{};
};

// What is aimed at: which criteria, their ideals and weights. Data, as {"criteria": {"drama":
// {"ideal": 0.5, "weight": 1}, ...}}; the thesis' objective has all seven with weight 1.
struct Objective {
  struct Term {
    Criterion criterion;
    double ideal = 0;
    double weight = 1;
    friend bool operator==(const Term&, const Term&) = default;
  };
  std::string name = "thesis";
  std::vector<Term> terms;
  friend bool operator==(const Objective&, const Objective&) = default;
};
Objective thesis_objective();
Objective objective_from_json(const JsonView& view);
nlohmann::ordered_json objective_to_json(const Objective& objective);

// Sum over the terms of weight * |criterion - ideal| (eq. 4.12), minimised; its standard error by
// the delta method.
Estimate fitness(const CriteriaTotals& totals, const Objective& objective);

}  // namespace evorisk::metrics
