// Cells that change hands one at a time, so that no territory falls in two, none come to touch that
// must not, and no common line becomes short. What evens areas out and what tidies them use it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "maps/layout/land/land.hpp"

namespace evorisk::maps {

class CellExchange {
 public:
  // All must outlive it.
  CellExchange(LandRaster& cells, const Map& map, const std::vector<int>& land_of, double spacing)
      : cells_(cells),
        across_(spacing / cells.step),
        size_(at(map.territory_count()), 0),
        borders_(size_.size()),
        land_of_(land_of),
        line_between_(size_.size() * size_.size(), -1) {
    place_.reserve(cells.owner.size());
    for (int r = 0; r < cells.rows; ++r) {
      for (int c = 0; c < cells.columns; ++c) place_.emplace_back(c, r);
    }
    for (const Border& border : map.borders()) {
      if (land_of[at(border.a)] != land_of[at(border.b)]) continue;
      const auto line = static_cast<int>(lines_.size());
      lines_.push_back(0);
      borders_[at(border.a)].push_back({border.b, line});
      borders_[at(border.b)].push_back({border.a, line});
      line_between_[at(border.a) * size_.size() + at(border.b)] = line;
      line_between_[at(border.b) * size_.size() + at(border.a)] = line;
    }
    several_lands_ = std::any_of(land_of.begin(), land_of.end(),
                                 [&](int land) { return land != land_of.front(); });
    wanted_line_ = std::max(4, static_cast<int>(0.36 * across_));
    for (int r = 0; r < cells.rows; ++r) {
      for (int c = 0; c < cells.columns; ++c) {
        const int t = cells.at(c, r);
        if (t != sea) ++size_[at(t)];
        if (c + 1 < cells.columns) count_side(t, cells.at(c + 1, r), 1);
        if (r + 1 < cells.rows) count_side(t, cells.at(c, r + 1), 1);
      }
    }
  }

 protected:
  static constexpr int margin = 3;  // cells at the edge of the raster that stay as they are

  // Calls visit(cell) for every cell that may change hands.
  template <class Visit>
  void for_each_inner(const Visit& visit) const {
    for (int r = margin; r + margin < cells_.rows; ++r) {
      for (int c = margin; c + margin < cells_.columns; ++c) visit(cells_.index(c, r));
    }
  }

  bool inner(std::size_t i) const {
    const auto [c, r] = place_[i];
    return c >= margin && r >= margin && c + margin < cells_.columns && r + margin < cells_.rows;
  }

  // The cells around i: sides at even places, corners between them.
  std::array<std::size_t, 8> ring(std::size_t i) const {
    const auto w = at(cells_.columns);
    return {i + 1, i + w + 1, i + w, i + w - 1, i - 1, i - w - 1, i - w, i - w + 1};
  }

  int line_of(int t, int u) const { return line_between_[at(t) * size_.size() + at(u)]; }
  bool may_touch(int t, int u) const { return line_of(t, u) >= 0; }

  void count_side(int t, int u, int by) {
    if (t == u || t == sea || u == sea) return;
    if (const int line = line_of(t, u); line >= 0) lines_[at(line)] += by;
  }

  bool short_line(int t, int u) const {
    const int line = line_of(t, u);
    return line >= 0 && lines_[at(line)] < wanted_line_;
  }

  // Cells of `to` among the 25 around i, less those of `from`.
  int balance(std::size_t i, int from, int to) const {
    int sum = 0;
    for (int dr = -2; dr <= 2; ++dr) {
      const std::size_t row = i + at(cells_.columns) * static_cast<std::size_t>(dr);
      for (std::size_t j = row - 2; j <= row + 2; ++j) {
        sum += cells_.owner[j] == to ? 1 : 0;
        sum -= cells_.owner[j] == from ? 1 : 0;
      }
    }
    return sum;
  }

  // Whether the cells of one owner around i hang together without it.
  bool one_part(const std::array<std::size_t, 8>& around, int owner) const {
    int parts = 0;
    for (std::size_t k = 0; k < 8; k += 2) {
      if (cells_.owner[around[k]] != owner) continue;
      // A side begins a part unless the corner and the side before it are of the same owner.
      const bool joined =
          cells_.owner[around[(k + 7) % 8]] == owner && cells_.owner[around[(k + 6) % 8]] == owner;
      parts += joined ? 0 : 1;
    }
    return parts <= 1;  // none where all around is of the owner
  }

  // Whether `to` may take i from `from`, but for one_part().
  bool allowed(std::size_t i, const std::array<std::size_t, 8>& around, int from, int to) const {
    // Lines do not become short.
    int same = 0;
    for (std::size_t k = 0; k < 8; k += 2) {
      const int other = cells_.owner[around[k]];
      same += (other == from ? 1 : 0) - (other == to ? 1 : 0);
      if (other == sea || other == from || other == to || from == sea) continue;
      if (to != sea && !may_touch(to, other)) return false;
      if (const int line = line_of(from, other); line >= 0 && lines_[at(line)] <= wanted_line_)
        return false;
    }
    if (from != sea && to != sea && same < 0) {
      const int line = line_of(from, to);
      if (line >= 0 && lines_[at(line)] + same < wanted_line_) return false;
    }
    if (from == sea && !on_board(i)) return false;
    if (from != sea && size_[at(from)] < 9) return false;
    return to == sea || apart(i, from, to);
  }

  void give(std::size_t i, const std::array<std::size_t, 8>& around, int from, int to) {
    for (std::size_t k = 0; k < 8; k += 2) {
      const int other = cells_.owner[around[k]];
      count_side(from, other, -1);
      count_side(to, other, 1);
    }
    if (from != sea) --size_[at(from)];
    if (to != sea) ++size_[at(to)];
    cells_.owner[i] = to;
  }

  LandRaster& cells_;
  double across_;                                          // a spacing, in cells
  std::vector<std::pair<int, int>> place_;                 // column and row of each cell
  std::vector<int> size_;                                  // of territories, in cells
  std::vector<int> lines_;                                 // sides of cells in common
  std::vector<std::vector<std::pair<int, int>>> borders_;  // neighbours and their lines

 private:
  // Whether a cell is as far inside the board as land may be.
  bool on_board(std::size_t i) const {
    const auto [c, r] = place_[i];
    const Point p = cells_.centre(c, r);
    return inside_board(p, cells_.columns * cells_.step, cells_.rows * cells_.step) >
           0.1 * across_ * cells_.step;
  }

  // Whether `to` at i keeps its distance from those that it must not touch.
  bool apart(std::size_t i, int from, int to) const {
    const auto [c, r] = place_[i];
    const int strait = static_cast<int>(strait_width * across_);
    const int reach = from == sea ? (several_lands_ ? std::max(strait, 4) : 4) : 3;
    for (int dr = -reach; dr <= reach; ++dr) {
      for (int dc = -reach; dc <= reach; ++dc) {
        if (!cells_.holds(c + dc, r + dr)) continue;
        const int u = cells_.at(c + dc, r + dr);
        if (u == sea || u == to || may_touch(to, u)) continue;
        const bool overseas = land_of_[at(u)] != land_of_[at(to)];
        if (overseas || std::max(std::abs(dr), std::abs(dc)) <= 4) return false;
      }
    }
    return true;
  }

  const std::vector<int>& land_of_;
  std::vector<int> line_between_;  // by pair; -1: no neighbours
  int wanted_line_ = 5;
  bool several_lands_ = false;
};

}  // namespace evorisk::maps
