// Boards that people designed: where a board lies among those of like size.
//
// Source: 84 boards, of 16 to 255 territories, that people made for programs that play Risk
// (boards.json). Many features depend on the size, so a board is compared with the 40 boards whose
// sizes are nearest by ratio (a fixed number, because few boards are very small or large). Each has
// the tricube weight of its distance in ln(n), so the nearest count most (Cleveland 1979). For
// small and large boards all of the 40 lie on one side.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "maps/likeness/features.hpp"

namespace evorisk::maps {

// Rows of boards.json.
std::span<const Features> human_boards();

// Where the value of one feature lies among the boards of like size that have it.
struct FeaturePlace {
  double value = 0;
  double below = 0;  // share of these boards with a smaller value, by weight
  double above = 0;  // with a larger value
  double error = 0;  // of these shares: of a binomial (Agresti and Coull) of `boards`
  double low = 0;    // the range from the 10 % to the 90 % quantile
  double high = 0;
};

struct HumanLikeness {
  double boards = 0;  // effective number of boards of like size: (sum w)^2 / sum w^2
  int smallest = 0;   // sizes of the smallest and largest board with a weight
  int largest = 0;
  std::vector<FeaturePlace> places;  // by Feature; all NaN but for `value` where that is undefined
  double distance = 0;               // human_distance()
};
HumanLikeness human_likeness(const Features& features);

// Larger, or smaller, than on this share of the boards counts as unusual.
inline constexpr double unusual_share = 0.95;
// 1 unusually large, -1 unusually small, 0 neither. Never for n, which chooses the boards.
int unusual(const FeaturePlace& place, Feature feature);
// How many unusual features one of the 84 boards has on average, each judged by the others.
double usual_number_of_unusual();

// How far a board is from those of like size that people designed: the mean, over 22 features, of
// ln(1 + d / s). d is the distance of the feature from the usual range (10 to 90 % of these
// boards), s half the width of that range, at least half of the feature's standard deviation over
// all boards. So typical variety costs nothing: 0 means that every feature is in its range. The
// unit is the mean of the 84 boards, each judged by the others. An undefined correlation counts as
// 1, because fewer than a tenth of the boards have one. Left out: n, planar, what follows from
// another feature and n (mean_continent_size, path_over_sqrt_n), and lambda2, which is slow and
// goes with mean_path.
double human_distance(const Features& features);

// Bounds that few boards of people break: their 5 and 95 % quantiles, rounded outwards.
struct HumanBound {
  std::string_view name;  // "continents at least 4"
  Feature feature;
  double lowest;
  double highest;
  bool broken(const Features& features) const;
};
std::span<const HumanBound> human_bounds();
int human_bounds_broken(const Features& features);

// The embedded text of boards.json.
std::string_view boards_text();

}  // namespace evorisk::maps
