// The steps of generate_map between points and bonuses, on a drawing that is crossing-free before
// and after each.
#pragma once

#include <vector>

#include "base/random.hpp"
#include "maps/generate/styles.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::maps {

// A drawing with straight borders in the making.
struct Draft {
  std::vector<GridPoint> points;
  std::vector<Border> borders;  // a < b, ascending
  std::vector<int> hull;        // the outer face, while it is that of a triangulation
  std::vector<int> continent;   // of each territory; empty before continents are grown
};

double grid_distance(GridPoint a, GridPoint b);

// `count` times, or as often as it can be: a territory takes in a neighbour off the outer face and
// gets all of its borders.
void take_in_neighbours(Draft& draft, int count, Random& random);

// Borders around the outside, each over one territory of the outer face, until there are `wanted`
// or the outer face is a triangle. They are not straight where the points are.
void close_outside(Draft& draft, std::size_t wanted);

// Leaves out borders much longer than most, such as lie along the edge of a triangulation, as far
// as the map stays connected and `wanted` remain.
void drop_long(Draft& draft, std::size_t wanted);

// Grows contiguous continents of varied sizes from seeds far apart: in turn the one furthest below
// its share takes the free neighbouring territory nearest to its seed, distances across the
// direction that it is stretched in counting more.
void grow_continents(Draft& draft, int continents, double stretch, Random& random);

// Keeps `wanted` borders: a tree within each continent and one over the continents first; then a
// second border for dead ends, but for a share of them; then the rest by length.
struct Thinning {
  double across = 1;      // factor on borders between continents
  double closed = 0;      // share of the pairs of continents that are left with hardly one
  double dead_ends = 0;   // share of the territories that may stay dead ends
  int most_borders = 10;  // of a territory, as far as `wanted` allows
  double walls = 0;       // how much territories differ in how open they are
};
void thin_out(Draft& draft, std::size_t wanted, const Thinning& thinning, Random& random);

// Draws each continent together towards its middle by this share, if no borders come to cross.
void draw_together(Draft& draft, double share);

// The draft beside its own mirror image, joined to it along the axis by visible, straight borders;
// with `middle`, a territory on the axis between the two. An odd number of continents has one at
// the axis that is its own image.
Draft mirrored(const Draft& half, bool middle, int continents, Random& random);

}  // namespace evorisk::maps
