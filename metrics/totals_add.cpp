// Adding to totals: one match at a time, and the same sums for many at once.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "metrics/totals.hpp"

namespace evorisk::metrics {
namespace {

constexpr double scale = 0x1.0p30;
constexpr double largest_value = 4096;

}  // namespace

// Matches side by side, for loops that compilers turn into vector instructions. A fast engine plays
// a small match in 20 ns; adding it must not cost more.
struct CriteriaTotals::Batch {
  static constexpr std::size_t lanes = 8;
  static constexpr std::size_t rows = 8;  // of products of at most 2^60, in 64 bits
  static constexpr std::size_t size = lanes * rows;
  using Column = std::array<std::uint32_t, size>;

  explicit Batch(std::span<const MatchSummary, size> played) : matches(played) {
    std::array<std::array<double, size>, value_count> column;
    std::int32_t longest = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const MatchSummary& match = matches[i];
      column[0][i] = match.duration;
      column[1][i] = match.branching_factor;
      column[2][i] = match.drama;
      column[3][i] = match.killer_moves;
      column[4][i] = match.lead_change;
      turns[i] = match.turns;
      longest = std::max(longest, match.turns);
    }
    double largest = 0;
    for (std::size_t v = 0; v < value_count; ++v) {
      for (std::size_t i = 0; i < size; ++i) {
        const double value = std::max(0.0, column[v][i]);
        largest = std::max(largest, value);
        values[v][i] = static_cast<std::uint32_t>(
            static_cast<std::int32_t>(std::min(value, 1.0) * scale + 0.5));
      }
    }
    ordinary = largest <= 1 && longest < (1 << 24);
  }

  static Int128 product(const Column& a, const Column& b) {
    std::array<std::uint64_t, lanes> lane{};
    for (std::size_t row = 0; row < size; row += lanes) {
      for (std::size_t i = 0; i < lanes; ++i) {
        lane[i] += std::uint64_t{a[row + i]} * b[row + i];
      }
    }
    Int128 total = 0;
    for (const std::uint64_t part : lane) total += part;
    return total;
  }

  std::span<const MatchSummary, size> matches;
  bool ordinary = true;  // every value is at most 1, and no match is millions of turns long
  std::array<Column, value_count> values;
  std::array<std::int32_t, size> turns;
};

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
  if (counts_further()) throw std::logic_error("these totals want both summaries of a match");
  while (matches.size() >= Batch::size) {
    if (const Batch batch(matches.first<Batch::size>()); batch.ordinary) {
      add(batch);
    } else {
      for (const MatchSummary& match : matches.first(Batch::size)) add_seven(match);
    }
    matches = matches.subspan(Batch::size);
  }
  for (const MatchSummary& match : matches) add_seven(match);
}

void CriteriaTotals::add(const Batch& batch) {
  matches_ += Batch::size;
  std::int64_t turns_sum = 0;
  std::int64_t turns_square = 0;
  std::int32_t fewest = std::numeric_limits<std::int32_t>::max();
  for (const std::int32_t turns : batch.turns) {
    turns_sum += turns;
    turns_square += std::int64_t{turns} * turns;
    fewest = std::min(fewest, turns);
    most_turns_ = std::max(most_turns_, turns);
  }
  fewest_turns_ = matches_ == Batch::size ? fewest : std::min(fewest_turns_, fewest);
  turns_sum_ += turns_sum;
  turns_square_ += turns_square;

  // By winner; nobody stands before seat 0.
  std::array<std::array<std::int64_t, value_count>, max_seats + 1> won_sum{};
  for (std::size_t i = 0; i < Batch::size; ++i) {
    const auto row = static_cast<std::size_t>(batch.matches[i].winner + 1);
    for (std::size_t a = 0; a < value_count; ++a) won_sum[row][a] += batch.values[a][i];
    if (row > 0) ++wins_[row - 1];
    ++ends_[static_cast<std::size_t>(batch.matches[i].end)];
  }
  for (std::size_t a = 0; a < value_count; ++a) {
    sum_[a] += won_sum[0][a];
    for (std::size_t s = 0; s < max_seats; ++s) {
      sum_[a] += won_sum[s + 1][a];
      won_sum_[s][a] += won_sum[s + 1][a];
    }
  }
  std::size_t next = 0;
  for (std::size_t a = 0; a < value_count; ++a) {
    for (std::size_t b = a; b < value_count; ++b) {
      product_[next++] += Batch::product(batch.values[a], batch.values[b]);
    }
  }
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
  const auto add_each = [](auto& to, const auto& from) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
  };
  add_each(wins_, other.wins_);
  add_each(ends_, other.ends_);
  add_each(sum_, other.sum_);
  add_each(product_, other.product_);
  for (std::size_t s = 0; s < max_seats; ++s) add_each(won_sum_[s], other.won_sum_[s]);
  add_each(further_sum_, other.further_sum_);
  add_each(further_product_, other.further_product_);
}

}  // namespace evorisk::metrics
