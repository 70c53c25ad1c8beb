// Ten values sorted by comparisons that do not depend on them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace evorisk::metrics::bulk {

// Whichever of two places holds the larger value, it goes to the one that is named second.
struct Comparator {
  std::uint8_t low;
  std::uint8_t high;
};

// 29 comparisons, which is the least for ten values (Knuth, The Art of Computer Programming 3,
// 5.3.4).
inline constexpr std::array<Comparator, 29> sorting_network = {
    {{0, 8}, {1, 9}, {2, 7}, {3, 5}, {4, 6}, {0, 2}, {1, 4}, {5, 8}, {7, 9}, {0, 3},
     {2, 4}, {5, 7}, {6, 9}, {0, 1}, {3, 6}, {8, 9}, {1, 5}, {2, 3}, {4, 8}, {6, 7},
     {1, 2}, {3, 5}, {4, 6}, {7, 8}, {2, 3}, {4, 5}, {6, 7}, {3, 4}, {5, 6}}};

// A network that sorts all zeros and ones sorts everything (Knuth's theorem Z).
constexpr bool sorts_everything() {
  for (unsigned ones = 0; ones < 1u << 10; ++ones) {
    unsigned x = ones;
    for (const Comparator& c : sorting_network) {
      const unsigned both = x >> c.low & ~(x >> c.high) & 1u;
      x ^= both << c.low | both << c.high;
    }
    if ((x & ~(x >> 1) & 0x1FFu) != 0) return false;  // a one below a zero
  }
  return true;
}
static_assert(sorts_everything());

}  // namespace evorisk::metrics::bulk
