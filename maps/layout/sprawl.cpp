#include "maps/layout/sprawl.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "maps/layout/board.hpp"
#include "maps/layout/land/depth.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// The areas of the convex hulls of `count` territories, in cells: Andrew's monotone chains of the
// outer corners of each row, from top to bottom.
std::vector<double> hull_areas(const LandRaster& cells, std::size_t count) {
  struct Chains {
    std::vector<Point> left;
    std::vector<Point> right;
  };
  const auto add = [](std::vector<Point>& chain, Point p, double side) {
    while (chain.size() > 1 &&
           side * cross(chain.back() - chain[chain.size() - 2], p - chain.back()) <= 0)
      chain.pop_back();
    chain.push_back(p);
  };
  std::vector<Chains> chains(count);
  std::vector<std::pair<int, int>> ends(count);  // of a row: first cell, and after the last
  for (int r = 0; r < cells.rows; ++r) {
    std::ranges::fill(ends, std::pair(cells.columns, 0));
    for (int c = 0; c < cells.columns; ++c) {
      if (cells.at(c, r) == sea) continue;
      auto& [first, last] = ends[at(cells.at(c, r))];
      first = std::min(first, c);
      last = c + 1;
    }
    for (std::size_t t = 0; t < count; ++t) {
      if (ends[t].second == 0) continue;
      for (const int y : {r, r + 1}) {
        add(chains[t].left, {static_cast<double>(ends[t].first), static_cast<double>(y)}, -1);
        add(chains[t].right, {static_cast<double>(ends[t].second), static_cast<double>(y)}, 1);
      }
    }
  }
  std::vector<double> areas;
  for (auto& [left, right] : chains) {
    right.insert(right.end(), left.rbegin(), left.rend());
    double twice = 0;
    for (std::size_t i = 0; i < right.size(); ++i)
      twice += cross(right[i], right[(i + 1) % right.size()]);
    areas.push_back(std::abs(twice) / 2);
  }
  return areas;
}

}  // namespace

std::vector<double> windings(const LandRaster& cells, int territories, double spacing) {
  constexpr double short_neck = 0.3;  // spacings
  constexpr double full = 0.78;       // share of the hull: a half moon has 0.8, a horseshoe 0.5
  constexpr double neck_weight = 2;   // half a spacing of neck counts like a horseshoe
  constexpr double hull_weight = 4;
  const auto count = at(territories);
  const double step = cells.step / spacing;
  const auto radius = static_cast<float>(neck_width / 2 / step);
  const std::vector<int> steps = steps_from_wide(cells, depths(cells), radius);
  std::vector<int> area(count, 0);
  std::vector<int> farthest(count, 0);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (cells.owner[i] == sea) continue;
    const auto t = at(cells.owner[i]);
    ++area[t];
    farthest[t] = std::max(farthest[t], steps[i]);
  }
  const std::vector<double> hulls = hull_areas(cells, count);
  std::vector<double> result;
  for (std::size_t t = 0; t < count; ++t) {
    const double neck = (farthest[t] - static_cast<double>(radius)) * step;
    const double missing = area[t] > 0 ? full - area[t] / hulls[t] : 0;
    result.push_back(neck_weight * std::max(0.0, neck - short_neck) +
                     hull_weight * std::max(0.0, missing));
  }
  return result;
}

double sprawl(const Map& map) {
  constexpr double cells_across = 14;
  const Land land = land_of_board(map, 1, cells_across);
  const double spacing = std::sqrt(land.width * land.height / map.territory_count());
  const std::vector<double> each = windings(land.cells, map.territory_count(), spacing);
  return std::accumulate(each.begin(), each.end(), 0.0) / map.territory_count();
}

}  // namespace evorisk::maps
