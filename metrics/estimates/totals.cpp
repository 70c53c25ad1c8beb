#include "metrics/estimates/totals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "metrics/criteria/criteria.hpp"

namespace evorisk::metrics {
namespace {

constexpr double unit = 0x1.0p-30;

// Where the product of values a <= b stands in a triangle of `n` rows.
constexpr std::size_t product_index(std::size_t a, std::size_t b, std::size_t n) {
  return a * n - a * (a + 1) / 2 + b;
}

// Which value of MatchSummary a criterion is the mean of; -1: none of them.
int value_of(Criterion criterion) {
  switch (criterion) {
    case Criterion::completeness:
    case Criterion::advantage:
      return -1;
    case Criterion::duration:
      return 0;
    case Criterion::branching_factor:
      return 1;
    case Criterion::drama:
      return 2;
    case Criterion::killer_moves:
      return 3;
    case Criterion::lead_change:
      return 4;
    default:
      return -1;
  }
}

}  // namespace

CriteriaTotals::CriteriaTotals(int players, CriteriaSet further)
    : players_(players), further_(further) {
  if (players < 2 || players > max_seats) {
    throw std::logic_error("criteria are defined for 2 to 6 players");
  }
  if (further.empty()) return;
  if (needs(further, Effort::course) || needs(further, Effort::dice) ||
      needs(further, Effort::ladder)) {
    further_sum_.resize(further_count);
    further_product_.resize(further_row(further_count));
  }
}

std::int64_t CriteriaTotals::finished() const {
  std::int64_t w = 0;
  for (const std::int64_t wins : wins_) w += wins;
  return w;
}

Estimate CriteriaTotals::turns() const {
  if (matches_ == 0) return {};
  const double mean = static_cast<double>(turns_sum_) / static_cast<double>(matches_);
  return {mean, turns_deviation() / std::sqrt(static_cast<double>(matches_))};
}

double CriteriaTotals::turns_deviation() const {
  if (matches_ < 2) return 0;
  return std::sqrt(co_moment(matches_, turns_sum_, turns_sum_, turns_square_) /
                   static_cast<double>(matches_ - 1));
}

Int128 CriteriaTotals::component_sum(int component) const {
  if (component >= width) return further_sum_[static_cast<std::size_t>(component - width)];
  return component < max_seats ? wins_[static_cast<std::size_t>(component)]
                               : sum_[static_cast<std::size_t>(component - max_seats)];
}

double CriteriaTotals::component_unit(int component) {
  const bool counted =
      component < max_seats || (component >= width + turns_at && component < width + ladder_at);
  return counted ? 1 : unit;
}

double CriteriaTotals::component_mean(int component) const {
  if (matches_ == 0) return 0;
  return static_cast<double>(component_sum(component)) * component_unit(component) /
         static_cast<double>(matches_);
}

Int128 CriteriaTotals::component_product(int a, int b) const {
  if (a > b) std::swap(a, b);
  const auto row = static_cast<std::size_t>(a < max_seats ? a : a - max_seats);
  const auto column = static_cast<std::size_t>(b < max_seats ? b : b - max_seats);
  if (b >= width) return further_product_[further_row(b - width) + static_cast<std::size_t>(a)];
  if (b < max_seats) return a == b ? wins_[row] : 0;
  if (a < max_seats) return won_sum_[row][column];
  return product_[product_index(row, column, value_count)];
}

double CriteriaTotals::component_covariance(int a, int b) const {
  if (matches_ < 2) return 0;
  if (a > b) std::swap(a, b);
  const auto n = static_cast<double>(matches_);
  return co_moment(matches_, component_sum(a), component_sum(b), component_product(a, b)) *
         component_unit(a) * component_unit(b) / (n * (n - 1));
}

CriteriaTotals::SevenSlopes CriteriaTotals::seven_slopes() const {
  SevenSlopes all;
  for (std::size_t c = 0; c < criterion_count; ++c) all[c] = slopes(static_cast<Criterion>(c));
  return all;
}

// Advantage of P seats is max_s |w_s / W - 1/P| / (1 - 1/P) (for P = 2 the spec's first formula,
// too). The seat that attains the maximum (the lowest on equality) gives the slope; at 0, where the
// sign of the imbalance is undefined, the positive branch.
void CriteriaTotals::advantage_slopes(Slopes& slopes) const {
  const auto seats = static_cast<std::size_t>(players_);
  const std::int64_t w = finished();
  if (w == 0) return;
  std::size_t extreme = 0;
  const auto imbalance = [&](std::size_t s) { return players_ * wins_[s] - w; };
  for (std::size_t s = 1; s < seats; ++s) {
    if (std::abs(imbalance(s)) > std::abs(imbalance(extreme))) extreme = s;
  }
  // A = sign * (p_s / p - 1/P) / (1 - 1/P), where p_s, p are shares of all matches.
  const double sign = imbalance(extreme) < 0 ? -1 : 1;
  const double p = static_cast<double>(w) / static_cast<double>(matches_);
  const double share = static_cast<double>(wins_[extreme]) / static_cast<double>(w);
  const double slope = sign / (p * (1 - 1.0 / players_));
  for (std::size_t s = 0; s < seats; ++s) slopes[s] = slope * ((s == extreme ? 1 : 0) - share);
}

CriteriaTotals::Slopes CriteriaTotals::slopes(Criterion c) const {
  Slopes result(static_cast<std::size_t>(full()));
  if (static_cast<int>(c) >= criterion_count) {
    further_mean(c, result);
  } else if (const int value = value_of(c); value >= 0) {
    result[static_cast<std::size_t>(max_seats + value)] = 1;
  } else if (c == Criterion::completeness) {
    std::fill_n(result.begin(), players_, 1);
  } else {
    advantage_slopes(result);
  }
  return result;
}

double CriteriaTotals::covariance(const Slopes& a, const Slopes& b) const {
  double sum = 0;
  for (int i = 0; i < full(); ++i) {
    const double x = a[static_cast<std::size_t>(i)];
    if (x == 0) continue;
    for (int j = 0; j < full(); ++j) {
      const double y = b[static_cast<std::size_t>(j)];
      if (y != 0) sum += x * y * component_covariance(i, j);
    }
  }
  return sum;
}

Estimate CriteriaTotals::criterion(Criterion c) const {
  if (static_cast<int>(c) >= criterion_count) return further_criterion(c);
  const int value = value_of(c);
  if (value >= 0) {
    const int component = max_seats + value;
    return {component_mean(component), std::sqrt(component_covariance(component, component))};
  }
  const std::int64_t w = finished();
  if (c == Criterion::completeness) {
    if (matches_ == 0) return {};
    const auto n = static_cast<double>(matches_);
    const double p = static_cast<double>(w) / n;
    return {p, matches_ < 2 ? 0 : std::sqrt(co_moment(matches_, w, w, w) / (n * (n - 1)))};
  }
  if (w == 0) return {1, 0};
  std::int64_t largest = 0;
  for (int s = 0; s < players_; ++s) {
    largest = std::max(largest, std::abs(players_ * wins(s) - w));
  }
  const double mean = static_cast<double>(largest) / static_cast<double>((players_ - 1) * w);
  const Slopes row = slopes(c);
  return {mean, std::sqrt(std::max(0.0, covariance(row, row)))};
}

CriteriaMatrix CriteriaTotals::covariance() const {
  CriteriaMatrix result{};
  const SevenSlopes all = seven_slopes();
  for (std::size_t i = 0; i < criterion_count; ++i) {
    for (std::size_t j = i; j < criterion_count; ++j) {
      result[i][j] = result[j][i] = covariance(all[i], all[j]);
    }
  }
  return result;
}

nlohmann::ordered_json CriteriaTotals::to_json() const {
  using Json = nlohmann::ordered_json;
  const auto seats = static_cast<std::size_t>(players_);
  Json json = {{"players", players_}, {"matches", matches_}};
  json["wins"] = std::span(wins_).first(seats);
  Json sums_by_winner = Json::array();
  for (std::size_t s = 0; s < seats; ++s) sums_by_winner.push_back(decimals_to_json(won_sum_[s]));
  json["sums_by_winner"] = std::move(sums_by_winner);
  // The last reason only where it occurs: matches without missions are written as ever.
  constexpr auto mission = static_cast<std::size_t>(risk::EndReason::mission);
  Json& ends = json["ends"] = Json::array();
  for (std::size_t e = 0; e < ends_.size(); ++e) {
    if (e != mission || ends_[e] > 0) ends.push_back(ends_[e]);
  }
  json["turns"] = {{"fewest", fewest_turns_},
                   {"most", most_turns_},
                   {"sum", fmt::format("{}", turns_sum_)},
                   {"squares", fmt::format("{}", turns_square_)}};
  json["sums"] = decimals_to_json(sum_);
  json["products"] = decimals_to_json(product_);
  if (!further_.empty()) json["further"] = further_to_json();
  return json;
}

CriteriaTotals CriteriaTotals::from_json(const JsonView& view) {
  view.only({"players", "matches", "wins", "sums_by_winner", "ends", "turns", "sums", "products",
             "further"});
  CriteriaTotals t(static_cast<int>(view.at("players").integer(2, max_seats)));
  if (const auto further = view.find("further")) t.read_further(*further);
  t.matches_ = view.at("matches").integer(0, std::int64_t{1} << 40);

  const auto list = [](const JsonView& array, std::size_t size) {
    auto items = array.items();
    if (items.size() != size) {
      array.fail("has {} elements instead of {}", items.size(), size);
    }
    return items;
  };

  const auto seats = static_cast<std::size_t>(t.players_);
  const auto wins = list(view.at("wins"), seats);
  const auto won_sums = list(view.at("sums_by_winner"), seats);
  for (std::size_t s = 0; s < seats; ++s) {
    t.wins_[s] = wins[s].integer(0, t.matches_);
    decimals_from_json(won_sums[s], t.won_sum_[s]);
  }
  const std::size_t reasons =
      view.at("ends").items().size() == t.ends_.size() - 1 ? t.ends_.size() - 1 : t.ends_.size();
  const auto ends = list(view.at("ends"), reasons);
  std::int64_t ended = 0;
  for (std::size_t e = 0; e < reasons; ++e) {
    t.ends_[e] = ends[e].integer(0, t.matches_);
    ended += t.ends_[e];
  }
  if (ended != t.matches_) view.at("ends").fail("does not add up to the number of matches");
  if (t.finished() > t.matches_) view.at("wins").fail("adds up to more than the matches");

  const JsonView turns = view.at("turns");
  turns.only({"fewest", "most", "sum", "squares"});
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  t.fewest_turns_ = static_cast<std::int32_t>(turns.at("fewest").integer(0, most));
  t.most_turns_ = static_cast<std::int32_t>(turns.at("most").integer(t.fewest_turns_, most));
  t.turns_sum_ = int128_from_json(turns.at("sum"));
  t.turns_square_ = int128_from_json(turns.at("squares"));
  decimals_from_json(view.at("sums"), t.sum_);
  decimals_from_json(view.at("products"), t.product_);
  return t;
}

}  // namespace evorisk::metrics
