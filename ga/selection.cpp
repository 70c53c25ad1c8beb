#include "ga/selection.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>

namespace evorisk::ga {

std::pair<int, int> tournament(const std::vector<int>& ranks, int size, Random& random) {
  thread_local std::vector<int> pool;  // a generation may take a million tournaments
  pool.resize(ranks.size());
  std::iota(pool.begin(), pool.end(), 0);
  int best = -1;
  int second = -1;
  const auto rank = [&](int i) {
    return i < 0 ? std::numeric_limits<int>::max() : ranks[static_cast<std::size_t>(i)];
  };
  // The beginning of a Fisher-Yates shuffle: contestant i is drawn from those left.
  for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) {
    const std::size_t pick = i + random.below(static_cast<std::uint32_t>(pool.size() - i));
    std::swap(pool[i], pool[pick]);
    const int contestant = pool[i];
    if (rank(contestant) < rank(best)) {
      second = best;
      best = contestant;
    } else if (rank(contestant) < rank(second)) {
      second = contestant;
    }
  }
  return {best, second};
}

}  // namespace evorisk::ga
