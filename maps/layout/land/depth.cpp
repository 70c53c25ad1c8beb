#include "maps/layout/land/depth.hpp"

#include <algorithm>
#include <array>

#include "base/index.hpp"

namespace evorisk::maps {

// Two sweeps with steps of 1 and sqrt(2).
std::vector<float> depths(const LandRaster& cells) {
  constexpr std::array<std::pair<int, int>, 4> before = {{{-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
  std::vector<float> away(cells.owner.size(), 0);
  const auto reach = [&](int c, int r, int dc, int dr) {
    const float step = dc != 0 && dr != 0 ? 1.41421356F : 1;
    const bool own = cells.holds(c + dc, r + dr) && cells.at(c + dc, r + dr) == cells.at(c, r);
    float& here = away[cells.index(c, r)];
    here = std::min(here, own ? away[cells.index(c + dc, r + dr)] + step : 0.5F * step);
  };
  for (int r = 0; r < cells.rows; ++r) {
    for (int c = 0; c < cells.columns; ++c) {
      if (cells.at(c, r) == sea) continue;
      away[cells.index(c, r)] = 1e9F;
      for (const auto& [dc, dr] : before) reach(c, r, dc, dr);
    }
  }
  for (int r = cells.rows - 1; r >= 0; --r) {
    for (int c = cells.columns - 1; c >= 0; --c) {
      if (cells.at(c, r) == sea) continue;
      for (const auto& [dc, dr] : before) reach(c, r, -dc, -dr);
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

}  // namespace evorisk::maps
