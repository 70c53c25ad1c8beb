// Adding to totals: one match at a time, and the same sums for many at once.
#include <algorithm>
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

void CriteriaTotals::add(const MatchSummary& match) {
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
  while (matches.size() >= Batch::size) {
    if (const Batch batch(matches.first<Batch::size>()); batch.ordinary) {
      add(batch);
    } else {
      for (const MatchSummary& match : matches.first(Batch::size)) add(match);
    }
    matches = matches.subspan(Batch::size);
  }
  for (const MatchSummary& match : matches) add(match);
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
}

}  // namespace evorisk::metrics
