#include "maps/layout/land/bend.hpp"

#include <algorithm>
#include <cmath>

#include "maps/layout/vector.hpp"

namespace evorisk::maps {

double smooth_noise(double x, double y) {
  LatticeSquare square;
  return smooth_noise(x, y, square);
}

double smooth_noise(double x, double y, LatticeSquare& square) {
  const auto lattice = [](std::int64_t i, std::int64_t j) {
    auto bits = static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15u ^
                static_cast<std::uint64_t>(j) * 0xC2B2AE3D27D4EB4Fu;
    bits = (bits ^ (bits >> 29)) * 0xBF58476D1CE4E5B9u;
    bits ^= bits >> 32;
    return static_cast<double>(bits & 0xFFFFu) / 32767.5 - 1;
  };
  // As std::floor, which is a call without SSE4.1.
  const auto floor_of = [](double t) {
    const auto whole = static_cast<std::int64_t>(t);
    return whole - (static_cast<double>(whole) > t ? 1 : 0);
  };
  const std::int64_t a = floor_of(x);
  const std::int64_t b = floor_of(y);
  if (a != square.column || b != square.row)
    square = {a, b, {lattice(a, b), lattice(a + 1, b), lattice(a, b + 1), lattice(a + 1, b + 1)}};
  const auto& corners = square.corners;
  const auto blend = [](double t) { return t * t * (3 - 2 * t); };
  const double u = blend(x - static_cast<double>(a));
  const double v = blend(y - static_cast<double>(b));
  const double top = (1 - u) * corners[0] + u * corners[1];
  const double bottom = (1 - u) * corners[2] + u * corners[3];
  return (1 - v) * top + v * bottom;
}

Bend::Bend(double spacing, std::uint64_t seed)
    : spacing_(spacing), shift_(static_cast<double>(seed % 1000003) * 17.25) {}

Point Bend::bent(Point p) const {
  Memory memory;
  return bent(p, memory);
}

Point Bend::bent(Point p, Memory& memory) const {
  const double s = spacing_;
  std::size_t next = 0;
  const auto noise = [&](double size, double away) {
    return smooth_noise(p.x / (size * s) + shift_ + away, p.y / (size * s) + away, memory[next++]);
  };
  // Of the size of territories, of their coasts' bays, and of what a pen would add.
  const double detail = std::min(9 / s, 0.1);
  const double fine = std::min(0.03, 1.1 / s);
  const double x = 0.085 * noise(0.5, 0) + 0.03 * noise(0.17, 311) + fine * noise(detail, 571);
  const double y = 0.085 * noise(0.5, 733) + 0.03 * noise(0.17, 1291) + fine * noise(detail, 1733);
  return {p.x + x * s, p.y + y * s};
}

Point Bend::unbent(Point q) const {
  constexpr double exactly = 1e-4;
  Point best = q;
  Point p = q;
  double least = 1e18;
  // The bend may fold the plane a little, so the steps may not settle: the best of them counts.
  for (int i = 0; i < 40 && least > exactly * exactly; ++i) {
    const Point off = q - bent(p);
    if (dot(off, off) < least) {
      least = dot(off, off);
      best = p;
    }
    p += (i < 12 ? 1 : 0.5) * off;
  }
  return best;
}

}  // namespace evorisk::maps
