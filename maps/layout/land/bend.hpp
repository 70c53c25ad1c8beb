// The noise by which lines look drawn by nature.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "maps/map.hpp"

namespace evorisk::maps {

// Between -1 and 1: fixed random values on the integer lattice, blended. Different parts of the
// plane, far apart, serve as different noises.
double smooth_noise(double x, double y);

// The square of the lattice that noise was last asked for in, with the values at its corners.
struct LatticeSquare {
  std::int64_t column = std::numeric_limits<std::int64_t>::min();
  std::int64_t row = 0;
  std::array<double, 4> corners{};
};
// The same; in the square that is known already it takes a fraction of the time.
double smooth_noise(double x, double y, LatticeSquare& square);

// A board is its drawing bent a little, by at most 0.145 spacings in x and in y. Lengths are in
// millimetres; `spacing` is the side of a territory's share, `seed` chooses the noise.
class Bend {
 public:
  Bend(double spacing, std::uint64_t seed);

  // Where the place p of the board lies on the drawing, and the place that lies there, to
  // 0.0001 mm (where the bend folds the plane, less exactly).
  Point bent(Point p) const;
  // The same; fast for one place after another of a row.
  using Memory = std::array<LatticeSquare, 6>;
  Point bent(Point p, Memory& memory) const;
  Point unbent(Point q) const;

  // Noise of the same seed, for other uses.
  double wave(double x, double y) const { return smooth_noise(x + shift_, y); }

 private:
  double spacing_;
  double shift_;
};

}  // namespace evorisk::maps
