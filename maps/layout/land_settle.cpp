// Even areas: cells change hands along the lines between territories.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/index.hpp"
#include "maps/layout/land.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

class Settling {
 public:
  Settling(LandRaster& cells, const Map& map, const std::vector<int>& land_of,
           const std::vector<Point>& seats, double spacing)
      : cells_(cells),
        land_of_(land_of),
        across_(spacing / cells.step),
        columns_(cells.columns),
        size_(at(map.territory_count()), 0),
        borders_(size_.size()),
        protected_(cells.owner.size(), false),
        listed_(cells.owner.size(), 0) {
    for (const Border& border : map.borders()) {
      if (land_of[at(border.a)] != land_of[at(border.b)]) continue;
      const auto line = static_cast<int>(lines_.size());
      lines_.push_back(0);
      borders_[at(border.a)].push_back({border.b, line});
      borders_[at(border.b)].push_back({border.a, line});
    }
    several_lands_ = std::any_of(land_of.begin(), land_of.end(),
                                 [&](int land) { return land != land_of.front(); });
    wanted_line_ = std::max(4, static_cast<int>(0.25 * across_));
    thin_ = std::max(2, static_cast<int>(0.22 * across_));
    const int seat = std::max(1, static_cast<int>(0.1 * across_));
    for (const Point p : seats) {
      const auto [c, r] = cells.cell_at(p);
      for (int dr = -seat; dr <= seat; ++dr) {
        for (int dc = -seat; dc <= seat; ++dc) {
          if (cells.holds(c + dc, r + dr)) protected_[cells.index(c + dc, r + dr)] = true;
        }
      }
    }
    for (int r = 0; r < cells.rows; ++r) {
      for (int c = 0; c < cells.columns; ++c) {
        const int t = cells.at(c, r);
        if (t != sea) ++size_[at(t)];
        if (c + 1 < cells.columns) count_side(t, cells.at(c + 1, r), 1);
        if (r + 1 < cells.rows) count_side(t, cells.at(c, r + 1), 1);
      }
    }
  }

  void run() {
    const int sweeps = std::clamp(static_cast<int>(across_), 8, 48);
    for (int r = margin; r + margin < cells_.rows; ++r) {
      for (int c = margin; c + margin < cells_.columns; ++c) list(cells_.index(c, r));
    }
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      next_.clear();
      std::swap(next_, list_);
      ++round_;
      int changed = 0;
      for (const std::size_t i : next_) changed += visit(i) ? 1 : 0;
      for (const std::size_t i : next_) list(i);
      if (changed == 0) return;
    }
  }

 private:
  static constexpr int margin = 3;  // cells at the edge of the board that stay as they are

  int line_of(int t, int u) const {
    for (const auto& [other, line] : borders_[at(t)]) {
      if (other == u) return line;
    }
    return -1;
  }
  bool may_touch(int t, int u) const { return line_of(t, u) >= 0; }

  void count_side(int t, int u, int by) {
    if (t == u || t == sea || u == sea) return;
    if (const int line = line_of(t, u); line >= 0) lines_[at(line)] += by;
  }

  // The cells around i: sides at even places, corners between them.
  std::array<std::size_t, 8> ring(std::size_t i) const {
    const auto w = at(columns_);
    return {i + 1, i + w + 1, i + w, i + w - 1, i - 1, i - w - 1, i - w, i - w + 1};
  }

  bool inner(std::size_t i) const {
    const int c = static_cast<int>(i % at(columns_));
    const int r = static_cast<int>(i / at(columns_));
    return c >= margin && r >= margin && c + margin < cells_.columns && r + margin < cells_.rows;
  }

  // Whether a cell is as far inside the board as land may be.
  bool on_board(std::size_t i) const {
    const Point p =
        cells_.centre(static_cast<int>(i % at(columns_)), static_cast<int>(i / at(columns_)));
    return inside_board(p, cells_.columns * cells_.step, cells_.rows * cells_.step) >
           0.1 * across_ * cells_.step;
  }

  // Puts a cell on the list of those to be looked at, if it has a neighbour of another owner.
  void list(std::size_t i) {
    if (listed_[i] == round_ + 1) return;
    const auto around = ring(i);
    for (std::size_t k = 0; k < 8; k += 2) {
      if (cells_.owner[around[k]] == cells_.owner[i]) continue;
      listed_[i] = round_ + 1;
      list_.push_back(i);
      return;
    }
  }

  // How much more room t has than u, from -2 to 2.
  double more_room(int t, int u) const {
    const double fair = 0.6 * across_ * across_;
    if (t == sea) {
      const double own = size_[at(u)] / fair;
      return own < 0.8 ? 0.8 - own : -0.1;
    }
    if (u == sea) {
      const double own = size_[at(t)] / fair;
      return own > 1.5 ? 0.5 * (own - 1.5) : -0.1;
    }
    const double a = size_[at(t)];
    const double b = size_[at(u)];
    return 2 * (a - b) / (a + b);
  }

  bool visit(std::size_t i) {
    if (protected_[i]) return false;
    const int from = cells_.owner[i];
    const auto around = ring(i);
    int best = from;
    double most = 0.03;
    for (std::size_t k = 0; k < 8; k += 2) {
      const int to = cells_.owner[around[k]];
      if (to == from || to == best) continue;
      const double gain = gain_of(i, around, k, from, to);
      if (gain <= most || !allowed(i, around, from, to)) continue;
      most = gain;
      best = to;
    }
    if (best == from) return false;
    give(i, around, from, best);
    return true;
  }

  // Cells of one owner in a straight row from i on, at most `most`.
  int run_of(std::size_t i, std::ptrdiff_t step, int most) const {
    const int owner = cells_.owner[i];
    int count = 0;
    auto j = static_cast<std::ptrdiff_t>(i);
    while (count < most && j >= 0 && j < std::ssize(cells_.owner) &&
           cells_.owner[static_cast<std::size_t>(j)] == owner) {
      ++count;
      j += step;
    }
    return count;
  }

  double gain_of(std::size_t i, const std::array<std::size_t, 8>& around, std::size_t k, int from,
                 int to) const {
    constexpr double smooth = 0.06;
    int balance = 0;
    for (int dr = -2; dr <= 2; ++dr) {
      const std::size_t row = i + at(columns_) * static_cast<std::size_t>(dr);
      for (std::size_t j = row - 2; j <= row + 2; ++j) {
        balance += cells_.owner[j] == to ? 1 : 0;
        balance -= cells_.owner[j] == from ? 1 : 0;
      }
    }
    double gain = more_room(from, to) + smooth * balance;
    const std::ptrdiff_t inward =
        static_cast<std::ptrdiff_t>(around[k]) - static_cast<std::ptrdiff_t>(i);
    // Narrow places become wider.
    if (from != sea && to != sea && run_of(i, -inward, thin_ + 1) <= thin_) gain -= 0.8;
    // So do short lines.
    for (std::size_t m = 0; m < 8; m += 2) {
      const int other = cells_.owner[around[m]];
      if (other != sea && other != from && other != to && to != sea && short_line(to, other))
        gain += 0.5;
    }
    return gain;
  }

  bool short_line(int t, int u) const {
    const int line = line_of(t, u);
    return line >= 0 && lines_[at(line)] < wanted_line_;
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

  bool allowed(std::size_t i, const std::array<std::size_t, 8>& around, int from, int to) const {
    if (!one_part(around, from) || !one_part(around, to)) return false;
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

  // Whether `to` at i keeps its distance from those that it must not touch.
  bool apart(std::size_t i, int from, int to) const {
    const int c = static_cast<int>(i % at(columns_));
    const int r = static_cast<int>(i / at(columns_));
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

  void give(std::size_t i, const std::array<std::size_t, 8>& around, int from, int to) {
    for (std::size_t k = 0; k < 8; k += 2) {
      const int other = cells_.owner[around[k]];
      count_side(from, other, -1);
      count_side(to, other, 1);
    }
    if (from != sea) --size_[at(from)];
    if (to != sea) ++size_[at(to)];
    cells_.owner[i] = to;
    for (const std::size_t j : around) {
      if (inner(j)) list(j);
    }
  }

  LandRaster& cells_;
  const std::vector<int>& land_of_;
  double across_;  // a spacing, in cells
  int columns_;
  int wanted_line_ = 5;
  int thin_ = 4;
  bool several_lands_ = false;
  std::vector<int> size_;                                  // of territories, in cells
  std::vector<int> lines_;                                 // sides of cells in common
  std::vector<std::vector<std::pair<int, int>>> borders_;  // neighbours and their lines
  std::vector<bool> protected_;
  std::vector<std::size_t> list_;
  std::vector<std::size_t> next_;
  std::vector<int> listed_;  // the round in which a cell was put on the list last
  int round_ = 0;
};

}  // namespace

void settle_cells(LandRaster& cells, const Map& map, const std::vector<int>& land_of,
                  const std::vector<Point>& seats, double spacing) {
  Settling(cells, map, land_of, seats, spacing).run();
}

}  // namespace evorisk::maps
