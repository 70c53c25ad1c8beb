#include "maps/layout/land/corridors.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/index.hpp"

namespace evorisk::maps {

Corridors::Corridors(const LandRaster& cells, int territories)
    : cells_(cells),
      wanted_(cells.owner.size(), sea),
      cleared_(cells.owner.size(), sea),
      cells_of_(at(territories)),
      from_(cells.owner.size(), beyond) {}

void Corridors::restart() {
  std::fill(wanted_.begin(), wanted_.end(), sea);
  std::fill(cleared_.begin(), cleared_.end(), sea);
  count_ = 0;
  for (std::vector<std::size_t>& own : cells_of_) own.clear();
  for (int r = margin; r + margin < cells_.rows; ++r) {
    for (int c = margin; c + margin < cells_.columns; ++c) {
      const std::size_t i = cells_.index(c, r);
      from_[i] = free;
      if (cells_.owner[i] != sea) cells_of_[at(cells_.owner[i])].push_back(i);
    }
  }
}

// Breadth first from all cells of t.
void Corridors::add(int t, int u, int furthest) {
  const auto w = static_cast<std::ptrdiff_t>(cells_.columns);
  for (const std::size_t i : queue_) from_[i] = free;
  queue_ = cells_of_[at(t)];
  for (const std::size_t i : queue_) from_[i] = static_cast<std::ptrdiff_t>(i);
  std::size_t ring_end = queue_.size();
  int length = 0;
  for (std::size_t k = 0; k < queue_.size(); ++k) {
    if (k == ring_end) {
      ring_end = queue_.size();
      if (++length > furthest) return;
    }
    const auto i = static_cast<std::ptrdiff_t>(queue_[k]);
    for (const std::ptrdiff_t step : {std::ptrdiff_t{1}, w, std::ptrdiff_t{-1}, -w}) {
      const auto j = static_cast<std::size_t>(i + step);
      if (from_[j] != free) continue;
      if (cells_.owner[j] == u && length > 0) return mark(t, u, queue_[k], length);
      if (cells_.owner[j] != sea || wanted_[j] != sea) continue;
      from_[j] = i;
      queue_.push_back(j);
    }
  }
}

// The half of a way that is nearer to either is its own.
void Corridors::mark(int t, int u, std::size_t i, int length) {
  constexpr int beside = 1;
  constexpr int near = 5;
  ++count_;
  for (int k = 0; cells_.owner[i] == sea; i = static_cast<std::size_t>(from_[i]), ++k) {
    const int owner = 2 * k < length ? u : t;
    const auto [c, r] = cells_.place(i);
    for (int dr = -near; dr <= near; ++dr) {
      for (int dc = -near; dc <= near; ++dc) {
        if (!cells_.holds(c + dc, r + dr)) continue;
        const std::size_t j = cells_.index(c + dc, r + dr);
        cleared_[j] = owner;
        if (std::max(std::abs(dr), std::abs(dc)) <= beside && wanted_[j] == sea) wanted_[j] = owner;
      }
    }
    wanted_[i] = owner;
  }
}

}  // namespace evorisk::maps
