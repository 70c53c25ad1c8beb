// A logarithm that is the same everywhere.
#pragma once

#include <bit>
#include <cstdint>

namespace evorisk::metrics {

// log10(x) for x >= 1, within 5e-16 of it, relatively or absolutely. Additions, multiplications and
// divisions alone, without a jump: so the same bits on every machine, which a library's are not,
// and compilers make vectors of it. Requires that floats are not contracted (-ffp-contract=off).
inline double common_logarithm(double x) {
  // x = 2^exponent * m, m from sqrt(1/2) to sqrt(2).
  constexpr auto lowest = std::bit_cast<std::uint64_t>(0.70710678118654752440);
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t exponent = (bits - lowest) >> 52;
  const auto m = std::bit_cast<double>(bits - (exponent << 52));
  // ln m = 2 (s + s^3/3 + s^5/5 + ...) = 2 (s + s z p(z)), z = s^2 at most 0.0295, where p is the
  // polynomial that misses least at most (Remez): 1.6e-16, and that times z is next to nothing. In
  // an order in which few steps wait for others.
  const double s = (m - 1) / (m + 1);
  const double z = s * s;
  const double z2 = z * z;
  const double low = (0.33333333333333348635 + z * 0.19999999999949253315) +
                     z2 * (0.14285714313185627669 + z * 0.11111105538699866797);
  const double high =
      (0.090914464435616895628 + z * 0.076658039839687677250) + z2 * 0.073088683692496456359;
  const double sum = low + (z2 * z2) * high;
  // A whole number below 2^52 is what is below the leading bit of 2^52 plus it.
  constexpr double whole = 0x1p52;
  const double e = std::bit_cast<double>(std::bit_cast<std::uint64_t>(whole) | exponent) - whole;
  constexpr double log10_of_2 = 0.30102999566398119521;
  constexpr double twice_log10_of_e = 0.86858896380650365530;
  return e * log10_of_2 + (s + s * (z * sum)) * twice_log10_of_e;
}

}  // namespace evorisk::metrics
