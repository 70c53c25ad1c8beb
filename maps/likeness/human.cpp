#include "maps/likeness/human.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/index.hpp"
#include "base/json.hpp"

namespace evorisk::maps {
namespace {

constexpr std::size_t nearest_boards = 40;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double any = std::numeric_limits<double>::infinity();
constexpr std::size_t no_board = feature_count + 1000;

constexpr HumanBound bound_table[] = {
    {"2.4 to 5.1 neighbours on average", Feature::mean_degree, 2.4, 5.1},
    {"at most 10 neighbours", Feature::max_degree, -any, 10},
    {"at most 22 % of borders are bridges", Feature::bridge_share, -any, 0.22},
    {"at least 4 continents", Feature::continents, 4, any},
    {"3.6 to 15.3 territories per continent", Feature::mean_continent_size, 3.6, 15.3},
    {"at most 41 % of territories in a continent", Feature::largest_share, -any, 0.41},
    {"at most 20 % of continents split", Feature::split_share, -any, 0.2},
    {"10 to 53 % of borders between continents", Feature::cross_share, 0.10, 0.53},
    {"bonuses of 0.25 to 1.03 per territory", Feature::bonus_per_territory, 0.25, 1.03},
    {"mean way of 0.46 to 0.91 by the root of territories", Feature::path_over_sqrt_n, 0.46, 0.91},
};

bool counts(std::size_t feature) {
  const auto f = static_cast<Feature>(feature);
  return f != Feature::n && f != Feature::planar && f != Feature::mean_continent_size &&
         f != Feature::path_over_sqrt_n && f != Feature::lambda2 && f != Feature::lambda2_n;
}

std::vector<Features> read_boards() {
  const auto json = parse_json(boards_text());
  std::vector<Features> boards;
  for (const auto& row : json.at("boards")) {
    Features& features = boards.emplace_back();
    for (std::size_t f = 0; f < feature_count; ++f) {
      features[f] = row.at(f).is_null() ? nan : row.at(f).get<double>();
    }
  }
  return boards;
}

// The tricube weight of each board for a size, without board `left_out`.
std::vector<double> weights(double n, std::size_t left_out) {
  const auto boards = human_boards();
  std::vector<double> distance(boards.size());
  std::vector<double> sorted;
  for (std::size_t b = 0; b < boards.size(); ++b) {
    distance[b] = std::abs(std::log(feature(boards[b], Feature::n) / n));
    if (b != left_out) sorted.push_back(distance[b]);
  }
  std::nth_element(sorted.begin(), sorted.begin() + nearest_boards, sorted.end());
  // The first board beyond has weight 0.
  const double reach = sorted[nearest_boards];
  std::vector<double> weight(boards.size(), 0);
  for (std::size_t b = 0; b < boards.size(); ++b) {
    if (b == left_out || distance[b] >= reach) continue;
    const double share = distance[b] / reach;
    weight[b] = std::pow(1 - share * share * share, 3);
  }
  return weight;
}

using Weighted = std::vector<std::pair<double, double>>;  // values ascending, with their weights

double quantile(const Weighted& values, double total, double share) {
  double sum = 0;
  for (const auto& [value, weight] : values) {
    sum += weight;
    if (sum >= share * total) return value;
  }
  return values.back().first;
}

double binomial_error(double share, double count) {
  const double adjusted = (share * count + 2) / (count + 4);
  return std::sqrt(adjusted * (1 - adjusted) / (count + 4));
}

// Half of each feature's standard deviation over all boards.
const Features& smallest_scales() {
  static const Features known = [] {
    Features made{};
    for (std::size_t f = 0; f < feature_count; ++f) {
      double count = 0;
      double sum = 0;
      double squares = 0;
      for (const Features& board : human_boards()) {
        if (std::isnan(board[f])) continue;
        ++count;
        sum += board[f];
        squares += board[f] * board[f];
      }
      made[f] = 0.5 * std::sqrt(std::max(0.0, squares / count - sum * sum / count / count));
    }
    return made;
  }();
  return known;
}

// Without the unit that makes the mean of the boards 1.
double raw_distance(const std::vector<FeaturePlace>& places) {
  double sum = 0;
  int counted = 0;
  for (std::size_t f = 0; f < places.size(); ++f) {
    if (!counts(f)) continue;
    ++counted;
    const FeaturePlace& place = places[f];
    if (std::isnan(place.value)) {
      sum += 1;
      continue;
    }
    const double scale = std::max(smallest_scales()[f], (place.high - place.low) / 2);
    // The logarithm, lest one feature far out hides all others.
    sum += std::log1p(std::max({0.0, place.low - place.value, place.value - place.high}) / scale);
  }
  return sum / counted;
}

HumanLikeness likeness_without(const Features& features, std::size_t left_out) {
  const auto boards = human_boards();
  const std::vector<double> weight = weights(feature(features, Feature::n), left_out);
  HumanLikeness result;
  double sum = 0;
  double squares = 0;
  result.smallest = std::numeric_limits<int>::max();
  for (std::size_t b = 0; b < boards.size(); ++b) {
    if (weight[b] == 0) continue;
    sum += weight[b];
    squares += weight[b] * weight[b];
    const int size = static_cast<int>(feature(boards[b], Feature::n));
    result.smallest = std::min(result.smallest, size);
    result.largest = std::max(result.largest, size);
  }
  result.boards = sum * sum / squares;
  Weighted values;
  for (std::size_t f = 0; f < feature_count; ++f) {
    values.clear();
    double total = 0;
    FeaturePlace place{features[f], nan, nan, nan, nan, nan};
    double below = 0;
    double above = 0;
    for (std::size_t b = 0; b < boards.size(); ++b) {
      if (weight[b] == 0 || std::isnan(boards[b][f])) continue;
      // The table has five decimals.
      constexpr double rounding = 1e-5;
      values.emplace_back(boards[b][f], weight[b]);
      total += weight[b];
      if (boards[b][f] < place.value - rounding) below += weight[b];
      if (boards[b][f] > place.value + rounding) above += weight[b];
    }
    if (!std::isnan(place.value)) {
      std::sort(values.begin(), values.end());
      place.below = below / total;
      place.above = above / total;
      place.error = binomial_error(std::max(place.below, place.above), result.boards);
      place.low = quantile(values, total, 0.1);
      place.high = quantile(values, total, 0.9);
    }
    result.places.push_back(place);
  }
  result.distance = raw_distance(result.places);
  return result;
}

// Of the 84 boards, each judged by the others.
struct Usual {
  double distance = 0;
  double unusual = 0;
};

const Usual& usual() {
  static const Usual known = [] {
    Usual mean;
    const auto boards = human_boards();
    for (std::size_t b = 0; b < boards.size(); ++b) {
      const HumanLikeness own = likeness_without(boards[b], b);
      mean.distance += own.distance / static_cast<double>(boards.size());
      int found = 0;
      for (std::size_t f = 0; f < feature_count; ++f) {
        found += unusual(own.places[f], static_cast<Feature>(f)) != 0 ? 1 : 0;
      }
      mean.unusual += found / static_cast<double>(boards.size());
    }
    return mean;
  }();
  return known;
}

}  // namespace

std::span<const Features> human_boards() {
  static const std::vector<Features> boards = read_boards();
  return boards;
}

HumanLikeness human_likeness(const Features& features) {
  HumanLikeness result = likeness_without(features, no_board);
  result.distance /= usual().distance;
  return result;
}

int unusual(const FeaturePlace& place, Feature feature) {
  if (feature == Feature::n) return 0;
  if (place.below >= unusual_share) return 1;
  return place.above >= unusual_share ? -1 : 0;
}

double usual_number_of_unusual() {
  return usual().unusual;
}

double human_distance(const Features& features) {
  return human_likeness(features).distance;
}

bool HumanBound::broken(const Features& features) const {
  const double value = maps::feature(features, feature);
  // A share such as 41 % of 100 territories is not exactly 0.41.
  constexpr double rounding = 1e-9;
  return value < lowest - rounding || value > highest + rounding;
}

std::span<const HumanBound> human_bounds() {
  return bound_table;
}

int human_bounds_broken(const Features& features) {
  return static_cast<int>(std::ranges::count_if(
      bound_table, [&](const HumanBound& bound) { return bound.broken(features); }));
}

}  // namespace evorisk::maps
