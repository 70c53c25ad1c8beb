#include "maps/layout/land/depth.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/index.hpp"

namespace evorisk::maps {

// Two sweeps with steps of 1 and sqrt(2).
std::vector<float> depths(const LandRaster& cells) {
  constexpr std::array<std::pair<int, int>, 4> before = {{{-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
  std::vector<float> away(cells.owner.size(), 0);
  // From the neighbours on one side of a cell: those before it, or with `way` -1 those after it.
  const auto reach = [&](int c, int r, int way) {
    const std::size_t i = cells.index(c, r);
    const bool inner = c > 0 && r > 0 && c + 1 < cells.columns && r + 1 < cells.rows;
    float least = away[i];
    for (const auto& [dc, dr] : before) {
      const float step = dc != 0 && dr != 0 ? 1.41421356F : 1;
      const std::size_t j = i + static_cast<std::size_t>(way * (dr * cells.columns + dc));
      const bool own =
          (inner || cells.holds(c + way * dc, r + way * dr)) && cells.owner[j] == cells.owner[i];
      least = std::min(least, own ? away[j] + step : 0.5F * step);
    }
    away[i] = least;
  };
  for (int r = 0; r < cells.rows; ++r) {
    for (int c = 0; c < cells.columns; ++c) {
      if (cells.at(c, r) == sea) continue;
      away[cells.index(c, r)] = 1e9F;
      reach(c, r, 1);
    }
  }
  for (int r = cells.rows - 1; r >= 0; --r) {
    for (int c = cells.columns - 1; c >= 0; --c) {
      if (cells.at(c, r) != sea) reach(c, r, -1);
    }
  }
  return away;
}

std::vector<std::size_t> innermost_cells(const LandRaster& cells, const std::vector<float>& depths,
                                         int count) {
  std::vector<std::size_t> best(at(count), 0);
  for (std::size_t i = 1; i < depths.size(); ++i) {
    if (cells.owner[i] == sea) continue;
    std::size_t& most = best[at(cells.owner[i])];
    if (most == 0 || depths[i] > depths[most]) most = i;
  }
  return best;
}

std::vector<int> steps_from_wide(const LandRaster& cells, const std::vector<float>& depths,
                                 float radius) {
  constexpr int unknown = -1;
  std::vector<float> deepest;  // of each territory
  for (std::size_t i = 0; i < depths.size(); ++i) {
    if (cells.owner[i] == sea) continue;
    deepest.resize(std::max(deepest.size(), at(cells.owner[i]) + 1), 0);
    float& own = deepest[at(cells.owner[i])];
    own = std::max(own, depths[i]);
  }
  std::vector<int> steps(depths.size(), 0);
  std::vector<std::pair<int, int>> last;
  for (int r = 0; r < cells.rows; ++r) {
    for (int c = 0; c < cells.columns; ++c) {
      const std::size_t i = cells.index(c, r);
      if (cells.owner[i] == sea) continue;
      if (depths[i] < std::min(radius, deepest[at(cells.owner[i])])) {
        steps[i] = unknown;
      } else {
        last.emplace_back(c, r);
      }
    }
  }
  std::vector<std::pair<int, int>> next;
  for (int step = 1; !last.empty(); ++step, std::swap(last, next)) {
    next.clear();
    for (const auto& [c, r] : last) {
      for (const auto& [dc, dr] :
           {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}) {
        if (dc * dr != 0 && step % 2 != 0) break;
        if (cells.owner_or_sea(c + dc, r + dr) != cells.at(c, r)) continue;
        const std::size_t j = cells.index(c + dc, r + dr);
        if (steps[j] != unknown) continue;
        steps[j] = step;
        next.emplace_back(c + dc, r + dr);
      }
    }
  }
  return steps;
}

}  // namespace evorisk::maps
