#include "maps/layout/land/sea_way.hpp"

#include <algorithm>
#include <array>
#include <queue>
#include <utility>

#include "base/index.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

class SeaWay {
 public:
  SeaWay(const LandRaster& cells, int t, int u) : cells_(cells), t_(t), u_(u) {}

  // Dijkstra from all cells of the sea beside t to the first beside u.
  std::vector<Point> find(double longest) {
    constexpr float far = 1e9F;
    std::vector<float> away(cells_.owner.size(), far);
    std::vector<std::size_t> from(cells_.owner.size());
    std::vector<char> third_near(cells_.owner.size());  // 1 where none is, 2 where one is
    using Entry = std::pair<float, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    for (int r = 1; r + 1 < cells_.rows; ++r) {
      for (int c = 1; c + 1 < cells_.columns; ++c) {
        const std::size_t i = cells_.index(c, r);
        if (cells_.owner[i] != sea || !beside(c, r, t_)) continue;
        away[i] = 0;
        from[i] = i;
        queue.emplace(0.0F, i);
      }
    }
    while (!queue.empty()) {
      const auto [length, i] = queue.top();
      queue.pop();
      if (length > away[i]) continue;
      if (static_cast<double>(length) * cells_.step > longest) break;
      const auto [c, r] = cells_.place(i);
      if (beside(c, r, u_)) return corners(from, i);
      for (int dr = -1; dr <= 1; ++dr) {
        for (int dc = -1; dc <= 1; ++dc) {
          const int x = c + dc;
          const int y = r + dr;
          if (x < 1 || y < 1 || x + 1 >= cells_.columns || y + 1 >= cells_.rows) continue;
          const std::size_t j = cells_.index(x, y);
          if (cells_.owner[j] != sea) continue;
          const float step = dc != 0 && dr != 0 ? 1.41421356F : 1;
          if (length + step >= away[j]) continue;
          char& near = third_near[j];
          if (near == 0) near = cells_.third_is_near(t_, u_, x, y, 2, 2) ? 2 : 1;
          const float there = length + static_cast<float>(near) * step;
          if (there >= away[j]) continue;
          away[j] = there;
          from[j] = i;
          queue.emplace(there, j);
        }
      }
    }
    return {};
  }

 private:
  bool beside(int c, int r, int owner) const {
    return cells_.at(c + 1, r) == owner || cells_.at(c - 1, r) == owner ||
           cells_.at(c, r + 1) == owner || cells_.at(c, r - 1) == owner;
  }

  // Whether a straight line keeps off others' land.
  bool straight(Point a, Point b) const {
    const int parts = std::max(1, static_cast<int>(2 * distance(a, b) / cells_.step));
    for (int k = 0; k <= parts; ++k) {
      const int v = cells_.at(a + static_cast<double>(k) / parts * (b - a));
      if (v != sea && v != t_ && v != u_) return false;
    }
    return true;
  }

  // The cell of this owner beside the cell i.
  Point shore(std::size_t i, int owner) const {
    const auto w = at(cells_.columns);
    for (const std::size_t j : {i + 1, i - 1, i + w}) {
      if (cells_.owner[j] == owner) return cells_.centre(j);
    }
    return cells_.centre(i - w);
  }

  // The way back from i, from shore to shore, without the cells that a straight line may leave out.
  std::vector<Point> corners(const std::vector<std::size_t>& from, std::size_t i) const {
    std::vector<Point> way{shore(i, u_), cells_.centre(i)};
    while (from[i] != i) way.push_back(cells_.centre(i = from[i]));
    way.push_back(shore(i, t_));
    std::ranges::reverse(way);
    std::vector<Point> kept{way.front()};
    for (std::size_t k = 0; k + 1 < way.size();) {
      std::size_t next = way.size() - 1;
      while (next > k + 1 && !straight(way[k], way[next])) --next;
      kept.push_back(way[k = next]);
    }
    return kept;
  }

  const LandRaster& cells_;
  int t_;
  int u_;
};

}  // namespace

std::vector<Point> sea_way(const LandRaster& cells, int t, int u, double longest) {
  return SeaWay(cells, t, u).find(longest);
}

}  // namespace evorisk::maps
