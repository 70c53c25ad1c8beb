#include "maps/layout/noise.hpp"

#include <cmath>
#include <cstdint>

namespace evorisk::maps {

double smooth_noise(double x, double y) {
  const auto lattice = [](std::int64_t i, std::int64_t j) {
    auto bits = static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15u ^
                static_cast<std::uint64_t>(j) * 0xC2B2AE3D27D4EB4Fu;
    bits = (bits ^ (bits >> 29)) * 0xBF58476D1CE4E5B9u;
    bits ^= bits >> 32;
    return static_cast<double>(bits & 0xFFFFu) / 32767.5 - 1;
  };
  const double i = std::floor(x);
  const double j = std::floor(y);
  const auto blend = [](double t) { return t * t * (3 - 2 * t); };
  const double u = blend(x - i);
  const double v = blend(y - j);
  const auto a = static_cast<std::int64_t>(i);
  const auto b = static_cast<std::int64_t>(j);
  const double top = (1 - u) * lattice(a, b) + u * lattice(a + 1, b);
  const double bottom = (1 - u) * lattice(a, b + 1) + u * lattice(a + 1, b + 1);
  return (1 - v) * top + v * bottom;
}

}  // namespace evorisk::maps
