// Adding to totals: one match at a time, and the same sums for many at once.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "metrics/estimates/totals.hpp"
#include "metrics/estimates/totals_batch.hpp"

namespace evorisk::metrics {
namespace {

constexpr double scale = BatchSums::scale;
constexpr double largest_value = 4096;

void add_each(auto& to, const auto& from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

}  // namespace

CriteriaTotals::Values CriteriaTotals::quantise(const MatchSummary& match) {
  const auto fixed = [](double value) {
    return static_cast<std::int64_t>(std::min(std::max(0.0, value), largest_value) * scale + 0.5);
  };
  return {fixed(match.duration), fixed(match.branching_factor), fixed(match.drama),
          fixed(match.killer_moves), fixed(match.lead_change)};
}

CriteriaTotals::FullValues CriteriaTotals::quantise(const MatchSummary& match,
                                                    const FurtherSummary& further) {
  FullValues x{};
  const auto set = [&](int at, std::int64_t value) { x[static_cast<std::size_t>(at)] = value; };
  if (match.winner >= 0) set(match.winner, 1);
  const Values values = quantise(match);
  std::copy(values.begin(), values.end(), x.begin() + max_seats);
  const auto fixed = [](double value) {
    return static_cast<std::int64_t>(std::llround(std::clamp(value, -1.0, 1.0) * scale));
  };
  const std::array<double, mean_count> means = {
      further.decisiveness,   further.uncertainty, further.comeback,
      further.leader_wins,    further.stability,   further.drawishness,
      further.decision_share, further.dead_time,   further.map_use};
  int at = width;
  for (const double value : means) set(at++, fixed(value));
  set(width + turns_at, match.turns);
  set(width + turns_at + 1, std::int64_t{match.turns} * match.turns);
  if (further.other_winner >= 0) set(width + other_at + further.other_winner, 1);
  set(width + alike_at, further.other_winner == match.winner ? 1 : 0);
  at = width + ladder_at;
  for (const double value : further.ladder) set(at++, fixed(value));
  return x;
}

void CriteriaTotals::add(const MatchSummary& match, const FurtherSummary& further) {
  if (!counts_further()) throw std::logic_error("these totals hold no further criteria");
  add_seven(match);
  const FullValues x = quantise(match, further);
  for (int a = 0; a < further_count; ++a) {
    const std::int64_t value = x[static_cast<std::size_t>(width + a)];
    if (value == 0) continue;
    further_sum_[static_cast<std::size_t>(a)] += value;
    Int128* row = &further_product_[further_row(a)];
    for (int b = 0; b <= width + a; ++b) row[b] += Int128{value} * x[static_cast<std::size_t>(b)];
  }
}

void CriteriaTotals::add(std::span<const MatchSummary> matches,
                         std::span<const FurtherSummary> further) {
  if (matches.size() != further.size()) throw std::logic_error("a match has both summaries");
  for (std::size_t i = 0; i < matches.size(); ++i) add(matches[i], further[i]);
}

void CriteriaTotals::add(const MatchSummary& match) {
  if (counts_further()) throw std::logic_error("these totals want both summaries of a match");
  add_seven(match);
}

void CriteriaTotals::add_seven(const MatchSummary& match) {
  const Values values = quantise(match);
  fewest_turns_ = matches_ == 0 ? match.turns : std::min(fewest_turns_, match.turns);
  most_turns_ = std::max(most_turns_, match.turns);
  ++matches_;
  ++ends_[static_cast<std::size_t>(match.end)];
  turns_sum_ += match.turns;
  turns_square_ += Int128{match.turns} * match.turns;
  std::size_t next = 0;
  for (std::size_t a = 0; a < value_count; ++a) {
    sum_[a] += values[a];
    for (std::size_t b = a; b < value_count; ++b) product_[next++] += Int128{values[a]} * values[b];
  }
  if (match.winner >= 0) {
    const auto seat = static_cast<std::size_t>(match.winner);
    ++wins_[seat];
    for (std::size_t a = 0; a < value_count; ++a) won_sum_[seat][a] += values[a];
  }
}

void CriteriaTotals::add(std::span<const MatchSummary> matches) {
  TotalsBuffer buffer(*this);
  for (const MatchSummary& match : matches) buffer.add(match);
  buffer.flush();
}

void CriteriaTotals::add(const BatchSums& batches) {
  static_assert(BatchSums::values == value_count);
  const auto total = [](const BatchSums::Column& column) {
    Int128 sum = 0;
    for (const std::uint64_t part : column) sum += part;
    return sum;
  };
  if (batches.matches == 0) return;
  fewest_turns_ =
      matches_ == 0 ? batches.fewest_turns : std::min(fewest_turns_, batches.fewest_turns);
  most_turns_ = std::max(most_turns_, batches.most_turns);
  matches_ += batches.matches;
  turns_sum_ += batches.turns;
  turns_square_ += batches.turns_square;
  add_each(wins_, batches.wins);
  add_each(ends_, batches.ends);
  for (std::size_t v = 0; v < value_count; ++v) sum_[v] += total(batches.sum[v]);
  for (std::size_t s = 0; s < static_cast<std::size_t>(players_); ++s) {
    for (std::size_t v = 0; v < value_count; ++v) won_sum_[s][v] += total(batches.won_sum[s][v]);
  }
  for (std::size_t i = 0; i < BatchSums::products; ++i) {
    product_[i] += (total(batches.product_high[i]) << 32) + total(batches.product_low[i]);
  }
}

void TotalsBuffer::add(MatchColumns& columns) {
  if (sum_batch(columns, totals_->players(), sums_)) return;
  for (std::size_t i = 0; i < columns.filled; ++i) totals_->add(columns.at(i));
}

void TotalsBuffer::add_columns() {
  add(columns_);
  columns_.filled = 0;
}

void TotalsBuffer::flush() {
  if (columns_.filled > 0) add_columns();
  totals_->add(sums_);
  sums_ = {};
}

void CriteriaTotals::merge(const CriteriaTotals& other) {
  if (other.players_ != players_) {
    throw std::logic_error("totals of different numbers of players cannot be merged");
  }
  if (other.further_ != further_) {
    throw std::logic_error("totals of different criteria cannot be merged");
  }
  if (other.matches_ == 0) return;
  fewest_turns_ =
      matches_ == 0 ? other.fewest_turns_ : std::min(fewest_turns_, other.fewest_turns_);
  most_turns_ = std::max(most_turns_, other.most_turns_);
  matches_ += other.matches_;
  turns_sum_ += other.turns_sum_;
  turns_square_ += other.turns_square_;
  add_each(wins_, other.wins_);
  add_each(ends_, other.ends_);
  add_each(sum_, other.sum_);
  add_each(product_, other.product_);
  for (std::size_t s = 0; s < max_seats; ++s) add_each(won_sum_[s], other.won_sum_[s]);
  add_each(further_sum_, other.further_sum_);
  add_each(further_product_, other.further_product_);
}

}  // namespace evorisk::metrics
