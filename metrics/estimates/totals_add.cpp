// Adding to totals: one match at a time, and the same sums for many at once.
#include <algorithm>
#include <cmath>
#include <numeric>
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

CriteriaTotals::Values CriteriaTotals::quantise(const MatchSummary& match,
                                                const ExtendedSummary* extended) {
  Values x{};
  auto next = x.begin() + max_seats;
  if (match.winner >= 0) x[static_cast<std::size_t>(match.winner)] = 1;
  for (const double value : {match.duration, match.branching_factor, match.drama,
                             match.killer_moves, match.lead_change}) {
    *next++ =
        static_cast<std::int64_t>(std::min(std::max(0.0, value), largest_value) * scale + 0.5);
  }
  if (extended == nullptr) return x;
  const auto fixed = [](double value) {
    return static_cast<std::int64_t>(std::llround(std::clamp(value, -1.0, 1.0) * scale));
  };
  for (const double value : {extended->decisiveness, extended->uncertainty, extended->comeback,
                             extended->leader_wins, extended->stability, extended->drawishness,
                             extended->decision_share, extended->dead_time, extended->map_use}) {
    *next++ = fixed(value);
  }
  *next++ = match.turns;
  *next++ = std::int64_t{match.turns} * match.turns;
  if (extended->other_winner >= 0) next[extended->other_winner] = 1;
  next += max_seats;
  *next++ = extended->other_winner == match.winner ? 1 : 0;
  next = std::ranges::transform(extended->ladder, next, fixed).out;
  std::ranges::transform(extended->added, next, fixed);
  return x;
}

void CriteriaTotals::add(const MatchSummary& match, const ExtendedSummary* extended) {
  if ((extended != nullptr) != counts_extended()) {
    throw std::logic_error("totals take both summaries of a match, or the first alone");
  }
  add_lengths(1, match.turns, match.turns, match.turns, Int128{match.turns} * match.turns);
  ++ends_[static_cast<std::size_t>(match.end)];
  const Values x = quantise(match, extended);
  for (int a = 0; a < full(); ++a) {
    const std::int64_t value = x[static_cast<std::size_t>(a)];
    if (value == 0) continue;
    sum_[static_cast<std::size_t>(a)] += value;
    Int128* row = &product_[product_place(0, a)];
    for (int b = 0; b <= a; ++b) row[b] += Int128{value} * x[static_cast<std::size_t>(b)];
  }
}

void CriteriaTotals::add(std::span<const MatchSummary> matches,
                         std::span<const ExtendedSummary> extended) {
  if (extended.size() != (counts_extended() ? matches.size() : 0)) {
    throw std::logic_error("totals take both summaries of a match, or the first alone");
  }
  for (std::size_t i = 0; i < extended.size(); ++i) add(matches[i], extended[i]);
  if (counts_extended()) return;
  TotalsBuffer buffer(*this);
  for (const MatchSummary& match : matches) buffer.add(match);
  buffer.flush();
}

void CriteriaTotals::add_lengths(std::int64_t matches, std::int32_t fewest, std::int32_t most,
                                 Int128 sum, Int128 squares) {
  fewest_turns_ = matches_ == 0 ? fewest : std::min(fewest_turns_, fewest);
  most_turns_ = std::max(most_turns_, most);
  matches_ += matches;
  turns_sum_ += sum;
  turns_square_ += squares;
}

void CriteriaTotals::add(const BatchSums& batches) {
  static_assert(BatchSums::values == value_count);
  const auto total = [](const BatchSums::Column& column) {
    return std::accumulate(std::begin(column), std::end(column), Int128{0});
  };
  if (batches.matches == 0) return;
  add_lengths(batches.matches, batches.fewest_turns, batches.most_turns, batches.turns,
              batches.turns_square);
  add_each(ends_, batches.ends);
  for (int s = 0; s < players_; ++s) {
    const auto seat = static_cast<std::size_t>(s);
    sum_[seat] += batches.wins[seat];
    product_[product_place(s, s)] += batches.wins[seat];
    for (int v = 0; v < value_count; ++v) {
      product_[product_place(s, max_seats + v)] += total(batches.won_sum[seat][v]);
    }
  }
  std::size_t next = 0;
  for (int a = 0; a < value_count; ++a) {
    sum_[static_cast<std::size_t>(max_seats + a)] += total(batches.sum[a]);
    for (int b = a; b < value_count; ++b, ++next) {
      product_[product_place(max_seats + a, max_seats + b)] +=
          (total(batches.product_high[next]) << 32) + total(batches.product_low[next]);
    }
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
  if (other.extended_ != extended_) {
    throw std::logic_error("totals of different criteria cannot be merged");
  }
  if (other.matches_ == 0) return;
  add_lengths(other.matches_, other.fewest_turns_, other.most_turns_, other.turns_sum_,
              other.turns_square_);
  add_each(ends_, other.ends_);
  add_each(sum_, other.sum_);
  add_each(product_, other.product_);
}

CriteriaTotals pooled(std::span<const CriteriaTotals> tables) {
  CriteriaTotals all = tables.front();
  for (const CriteriaTotals& table : tables.subspan(1)) all.merge(table);
  return all;
}

}  // namespace evorisk::metrics
