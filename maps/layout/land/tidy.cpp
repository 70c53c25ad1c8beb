// Coasts and lines without hooks, and ponds that look like lakes.
#include <algorithm>
#include <array>
#include <vector>

#include "base/index.hpp"
#include "maps/layout/land/cell_exchange.hpp"
#include "maps/layout/land/land.hpp"

namespace evorisk::maps {
namespace {

class Tidying : private CellExchange {
 public:
  using CellExchange::CellExchange;

  void run() {
    cut_hooks();  // which may be ponds among neighbours, too: they are filled, not widened
    widen_ponds();
    cut_hooks();
  }

 private:
  // Tips of land and of water that are a few cells wide go, cell by cell, to the owner of most of
  // what is around them, until none is left.
  void cut_hooks() {
    constexpr int rounds = 12;
    for (int round = 0; round < rounds; ++round) {
      int changed = 0;
      for_each_inner([&](std::size_t i) { changed += cut(i) ? 1 : 0; });
      if (changed == 0) return;
    }
  }

  bool cut(std::size_t i) {
    const int from = cells_.owner[i];
    const auto around = ring(i);
    int best = from;
    int most = from == sea ? 0 : 5;  // at a straight line it is -5, at a corner 7
    for (std::size_t k = 0; k < 8; k += 2) {
      const int to = cells_.owner[around[k]];
      if (to == from || to == best) continue;
      const int sum = balance(i, from, to);
      if (sum <= most || !one_part(around, from) || !one_part(around, to)) continue;
      if (from == sea && !narrow(i)) continue;
      if (!allowed(i, around, from, to)) continue;
      most = sum;
      best = to;
    }
    if (pinched(around, from) && one_part(around, from) && allowed(i, around, from, sea))
      best = sea;
    if (best == from) return false;
    give(i, around, from, best);
    return true;
  }

  // Whether the land around meets at a corner what it must not touch, between two waters.
  bool pinched(const std::array<std::size_t, 8>& around, int from) const {
    if (from == sea) return false;
    for (std::size_t k = 0; k < 8; k += 2) {
      const int corner = cells_.owner[around[k + 1]];
      if (corner != sea && corner != from && !may_touch(from, corner) &&
          cells_.owner[around[k]] == sea && cells_.owner[around[(k + 2) % 8]] == sea)
        return true;
    }
    return false;
  }

  // Whether the water at i is the end of a slit.
  bool narrow(std::size_t i) const {
    constexpr int most = 9;  // of the 25 around it
    int count = 0;
    for (int dr = -2; dr <= 2; ++dr) {
      const std::size_t row = i + at(cells_.columns) * static_cast<std::size_t>(dr);
      count +=
          static_cast<int>(std::count(&cells_.owner[row - 2], &cells_.owner[row + 2] + 1, sea));
    }
    return count <= most;
  }

  // Small waters within the land look like errors of the drawing: they grow, ring by ring, as far
  // as their shores are wide enough.
  void widen_ponds() {
    const auto wanted = static_cast<std::size_t>(0.11 * across_ * across_);
    std::vector<char> seen(cells_.owner.size(), 0);
    for_each_inner([&](std::size_t start) {
      if (cells_.owner[start] != sea || seen[start] != 0) return;
      std::vector<std::size_t> water{start};
      seen[start] = 1;
      bool open = false;
      for (std::size_t k = 0; k < water.size(); ++k) {
        open = open || !inner(water[k]);
        if (!inner(water[k])) continue;
        const auto around = ring(water[k]);
        for (std::size_t s = 0; s < 8; s += 2) {
          if (cells_.owner[around[s]] != sea || seen[around[s]] != 0) continue;
          seen[around[s]] = 1;
          water.push_back(around[s]);
        }
      }
      if (open) return;
      for (std::size_t k = 0; k < water.size() && water.size() < wanted; ++k) {
        const auto around = ring(water[k]);
        for (std::size_t s = 0; s < 8; s += 2) {
          const std::size_t shore = around[s];
          if (cells_.owner[shore] == sea || !inner(shore) || !may_flood(shore, water[k])) continue;
          give(shore, ring(shore), cells_.owner[shore], sea);
          seen[shore] = 1;
          water.push_back(shore);
        }
      }
    });
  }

  bool may_flood(std::size_t shore, std::size_t water) const {
    const int t = cells_.owner[shore];
    const auto around = ring(shore);
    if (!one_part(around, t) || !allowed(shore, around, t, sea)) return false;
    // From the water on there is enough of the territory behind.
    const auto step = static_cast<std::ptrdiff_t>(shore) - static_cast<std::ptrdiff_t>(water);
    auto j = static_cast<std::ptrdiff_t>(shore);
    const int enough = static_cast<int>(0.4 * across_);
    for (int k = 0; k < enough; ++k, j += step) {
      if (j < 0 || j >= std::ssize(cells_.owner) || cells_.owner[static_cast<std::size_t>(j)] != t)
        return false;
    }
    return true;
  }
};

}  // namespace

void tidy_cells(LandRaster& cells, const Map& map, const std::vector<int>& land_of,
                double spacing) {
  Tidying(cells, map, land_of, spacing).run();
}

}  // namespace evorisk::maps
