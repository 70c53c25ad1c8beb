// The features of a board by which boards that people designed can be told from others: how many
// borders and continents it has, how they lie, what they are worth.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "maps/map.hpp"

namespace evorisk::maps {

// In the order of boards.json.
enum class Feature : std::size_t {
  n,                      // territories
  mean_degree,            // borders of a territory
  degree_sd,              // their standard deviation over the territories
  max_degree,             // most borders of a territory
  deg1_share,             // share of the territories with one border
  continents,             // their number
  largest_share,          // share of all territories in the largest continent
  smallest_share,         // the same of the smallest
  mean_continent_size,    // n / continents
  size_gini,              // Gini coefficient of the continents' sizes
  pieces_mean,            // connected parts of a continent
  split_share,            // share of the continents with more than one part
  cross_share,            // share of the borders that lie between continents
  door_share,             // share of the territories with a border to another continent
  entries_per_continent,  // 2 * borders between continents / continents
  doors_per_continent,    // territories of a continent with a border to another
  bonus_per_territory,    // sum of the bonuses / n
  corr_bonus_size,        // correlation over continents; NaN where one of them is constant
  corr_bonus_doors,
  diameter,            // the longest of the shortest ways, in borders
  mean_path,           // their mean over pairs of territories
  path_over_sqrt_n,    // mean_path / sqrt(n)
  clustering,          // mean of the local clustering coefficients (0 below two borders)
  articulation_share,  // share of the territories whose loss would split the map
  bridge_share,        // share of the borders whose loss would split the map
  planar,              // 1 or 0
  lambda2,             // algebraic connectivity: second smallest eigenvalue of the Laplacian
  lambda2_n,           // n * lambda2
};
inline constexpr std::size_t feature_count = 28;

struct FeatureInfo {
  std::string_view name;
  // "Largest continent" and "larger", "smaller": "largest continent larger than on 95 % of boards".
  std::string_view subject;
  std::string_view above;
  std::string_view below;
};
// By Feature.
std::span<const FeatureInfo> all_features();

using Features = std::array<double, feature_count>;
inline double feature(const Features& features, Feature of) {
  return features[static_cast<std::size_t>(of)];
}

// Quick: planar, lambda2 and lambda2_n, which take most of the time, are left NaN. human_distance()
// and human_bounds_broken() do without them.
enum class Wanted { all, quick };

// Thread-safe.
Features features_of(const Map& map, Wanted wanted = Wanted::all);

// Sets lambda2 and lambda2_n. The eigenvalue needs time as n cubed. Thread-safe.
void add_connectivity(const Map& map, Features& features);

}  // namespace evorisk::maps
