// How generated boards differ from each other: where their land lies, and how it is parted.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "maps/map.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::maps {

// Where territories may lie: a subset of the frame (vector.hpp).
using Region = std::function<bool(Point)>;

using Span = std::array<double, 2>;  // from, to; numbers are drawn uniformly between
inline double drawn(Span span, Random& random) {
  return span[0] + (span[1] - span[0]) * random.unit();
}

struct MapStyle {
  std::string_view name;
  std::string_view summary;   // one line
  double weight;              // how often it is drawn, against the others'
  Region (*region)(Random&);  // of one map
  Span rounds;                // of Lloyd's relaxation: the more, the more even the territories
  Span degree;                // mean number of borders of a territory
  Span large;                 // territories that take in a neighbour, as a share of all
  double walls;               // how much they differ in how open they are
  int most_borders;           // of a territory, as far as the degree allows
  Span across;                // how much longer borders between continents count
  Span closed;                // share of pairs of continents left with hardly a border
  Span stretch;               // how long continents are, against their width
  Span dead_ends;             // share of territories that may be left with one border
  double islands;             // 0 ... 1: how far each continent is drawn together
  bool mirrored;              // one half is the image of the other
  bool formula;               // bonuses are continent_bonus() of size and gates
};

// The registry. Numbers are chosen so that each style alone makes boards within the range of those
// that people designed, and all together spread as those do.
std::span<const MapStyle> map_styles();
// Throws InputError with the nearest name.
const MapStyle& map_style(std::string_view name);
// By the weights.
const MapStyle& draw_style(Random& random);

// Steps per unit of the coarse grid on which generated maps lie.
inline constexpr std::int64_t board_unit = 10'000;

// Distinct points (coarse grid) spread over a region of the 4 : 3 frame in the middle of the unit
// square: `rounds` rounds of Lloyd's relaxation (1982) of uniform ones.
std::vector<GridPoint> spread_points(int count, int rounds, const Region& region, Random& random);

}  // namespace evorisk::maps
