// Even areas: cells change hands along the lines between territories.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "base/index.hpp"
#include "maps/layout/land/corridors.hpp"
#include "maps/layout/land/depth.hpp"
#include "maps/layout/land/land.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

class Settling {
 public:
  Settling(LandRaster& cells, const Map& map, const std::vector<int>& land_of, double spacing)
      : cells_(cells),
        land_of_(land_of),
        across_(spacing / cells.step),
        fair_(0.6 * across_ * across_),
        columns_(cells.columns),
        size_(at(map.territory_count()), 0),
        borders_(size_.size()),
        line_between_(size_.size() * size_.size(), -1),
        flow_(size_.size(), 0),
        pressure_(size_.size() + 1, 0),
        middles_(size_.size(), 0),
        corridors_(cells, map.territory_count()),
        listed_(cells.owner.size(), 0) {
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
    wanted_line_ = std::max(4, static_cast<int>(0.25 * across_));
    thin_ = std::max(2, static_cast<int>(0.22 * across_));
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
    constexpr int between = 8;         // sweeps, before middles and corridors are looked for anew
    constexpr int with_corridors = 6;  // times
    constexpr int between_whole = 4;   // sweeps over what has changed alone
    const int sweeps = std::clamp(static_cast<int>(3 * across_), 8, 150);
    bool whole = true;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      if (whole) list_all();
      next_.clear();
      std::swap(next_, list_);
      ++round_;
      measure_pressures();
      if (sweep % between == 0) {
        find_middles();
        if (sweep < with_corridors * between) plan_corridors();
      }
      int changed = 0;
      for (const std::size_t i : next_) changed += visit(i) ? 1 : 0;
      if (whole && changed == 0 && (sweep >= with_corridors * between || corridors_.empty()))
        return;
      whole = changed == 0 || (sweep + 1) % between_whole == 0;
    }
  }

 private:
  static constexpr int margin = Corridors::margin;  // cells at the edge that stay as they are

  void list_all() {
    for (int r = margin; r + margin < cells_.rows; ++r) {
      for (int c = margin; c + margin < cells_.columns; ++c) list(cells_.index(c, r));
    }
  }

  // Large territories press, small ones give way: by their own sizes, and by a flow from far away,
  // as if each had to pass on to its neighbours what is more than fair (Poisson's equation on the
  // borders, by some steps of Gauss and Seidel each sweep).
  void measure_pressures() {
    constexpr int steps = 8;
    constexpr double leak = 0.3;  // of the flow, in borders, so that it does not go too far
    constexpr double from_far = 0.5;
    for (int step = 0; step < steps; ++step) {
      for (std::size_t t = 0; t < size_.size(); ++t) {
        double sum = std::min(size_[t] / fair_, 3.0) - 1;
        double weight = leak;
        for (const auto& [other, line] : borders_[t]) {
          if (lines_[at(line)] == 0) continue;
          sum += flow_[at(other)];
          weight += 1;
        }
        flow_[t] = sum / weight;
      }
    }
    for (std::size_t t = 0; t < size_.size(); ++t)
      pressure_[t + 1] = std::log(std::max(size_[t], 1) / fair_) + from_far * flow_[t];
  }

  // Each territory's innermost cell: as before unless another is clearly deeper.
  void find_middles() {
    const std::vector<float> depth = depths(cells_);
    const std::vector<std::size_t> best =
        innermost_cells(cells_, depth, static_cast<int>(size_.size()));
    for (std::size_t t = 0; t < best.size(); ++t) {
      const std::size_t old = middles_[t];
      if (old == 0 || cells_.owner[old] != static_cast<int>(t) || depth[best[t]] > depth[old] + 1)
        middles_[t] = best[t];
    }
  }

  // Whether a cell is of the ellipse about t's middle where its name and troops are to be.
  bool central(std::size_t i, int t) const {
    const double wide = 0.3 * across_;
    const double tall = 0.25 * across_;
    const auto [c, r] = place_[i];
    const auto [middle_c, middle_r] = place_[middles_[at(t)]];
    const double dc = c - middle_c;
    const double dr = r - middle_r;
    if (std::abs(dc) >= wide || std::abs(dr) >= tall) return false;
    return dc * dc / (wide * wide) + dr * dr / (tall * tall) < 1;
  }

  void plan_corridors() {
    constexpr double furthest = 2.4;  // spacings
    corridors_.restart();
    for (std::size_t t = 0; t < borders_.size(); ++t) {
      for (const auto& [other, line] : borders_[t]) {
        if (static_cast<int>(t) < other && lines_[at(line)] == 0)
          corridors_.add(static_cast<int>(t), other, static_cast<int>(furthest * across_));
      }
    }
  }

  int line_of(int t, int u) const { return line_between_[at(t) * size_.size() + at(u)]; }
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
    const auto [c, r] = place_[i];
    return c >= margin && r >= margin && c + margin < cells_.columns && r + margin < cells_.rows;
  }

  // Whether a cell is as far inside the board as land may be.
  bool on_board(std::size_t i) const {
    const auto [c, r] = place_[i];
    const Point p = cells_.centre(c, r);
    return inside_board(p, cells_.columns * cells_.step, cells_.rows * cells_.step) >
           0.1 * across_ * cells_.step;
  }

  // Puts a cell on the list of those to be looked at, if it has a neighbour of another owner.
  void list(std::size_t i) {
    const int* const owner = &cells_.owner[i];
    if (owner[1] == *owner && owner[-1] == *owner && owner[columns_] == *owner &&
        owner[-columns_] == *owner)
      return;
    if (listed_[i] == round_ + 1) return;
    listed_[i] = round_ + 1;
    list_.push_back(i);
  }

  // The mean pressure on other shores of the water at i, beside t; nothing in open water.
  std::optional<double> across_water(std::size_t i, int t) const {
    constexpr int reach = 6;
    const auto [c, r] = place_[i];
    constexpr int step = reach / 2;
    const int left = c < reach ? c % step : c - reach;
    const int right = std::min(c + reach, columns_ - 1);
    const int bottom = std::min(r + reach, cells_.rows - 1);
    double sum = 0;
    int count = 0;
    for (int row = r < reach ? r % step : r - reach; row <= bottom; row += step) {
      const int* const owners = &cells_.owner[cells_.index(0, row)];
      for (int column = left; column <= right; column += step) {
        const int u = owners[column];
        sum += u == t ? 0 : pressure_[at(u + 1)];
        count += u == t || u == sea ? 0 : 1;
      }
    }
    if (count == 0) return std::nullopt;
    return sum / count;
  }

  // How much more room t has than u at the cell i, from -2 to 2. Water yields to what presses from
  // its other shore, so that straits move.
  double more_room(std::size_t i, int t, int u) const {
    if (t != sea && u != sea)
      return std::clamp(pressure_[at(t + 1)] - pressure_[at(u + 1)], -2.0, 2.0);
    const int land = t == sea ? u : t;
    const double sign = t == sea ? 1 : -1;
    if (const auto there = across_water(i, land))
      return sign * std::clamp(1.5 * (*there - pressure_[at(land + 1)]), -1.0, 1.0);
    const double own = size_[at(land)] / fair_;
    if (own < 0.8) return sign * (0.8 - own);
    if (own > 1.5) return -sign * 0.5 * (own - 1.5);
    return -0.1;
  }

  // The most that more_room() may be at any cell.
  double most_room(int t, int u) const {
    if (t != sea && u != sea) return 2;
    const double own = size_[at(t == sea ? u : t)] / fair_;
    return t == sea ? 1 : std::max(1.0, 0.5 * (own - 1.5));
  }

  bool visit(std::size_t i) {
    const int from = cells_.owner[i];
    const auto around = ring(i);
    // Most cells hold their own together, and most others would not fit where they want to go.
    const bool parts = !one_part(around, from);
    if (parts && from != sea) return false;
    int best = from;
    double most = 0.03;
    int looked_at = from;
    bool may_go = false;
    bool known = false;  // the room; else the most that it may be
    double room = 0;
    double smooth = 0;
    for (std::size_t k = 0; k < 8; k += 2) {
      const int to = cells_.owner[around[k]];
      if (to == from || to == best) continue;
      if (to != looked_at) {
        looked_at = to;
        // A corridor may part the sea.
        may_go = (!parts || corridors_.wanted(i) == to) && one_part(around, to);
        if (may_go) {
          smooth = smoothing(i, from, to);
          known = false;
          room = most_room(from, to) + smooth;
        }
      }
      if (!may_go) continue;
      const double gain = gain_of(i, around, k, from, to);
      if (room + gain <= most) continue;
      if (!known) room = more_room(i, from, to) + smooth;
      known = true;
      if (room + gain <= most || !allowed(i, around, from, to)) continue;
      most = room + gain;
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
    double gain = 0;
    const std::ptrdiff_t inward =
        static_cast<std::ptrdiff_t>(around[k]) - static_cast<std::ptrdiff_t>(i);
    // Narrow places become wider, and about its middle a territory holds its own.
    if (from != sea && run_of(i, -inward, thin_ + 1) <= thin_) gain -= 0.8;
    if (to != sea && central(i, to)) gain += 0.5;
    if (from != sea && central(i, from)) gain -= 0.5;
    if (!corridors_.empty()) gain += gain_of_corridors(i, from, to);
    // Short lines become longer.
    for (std::size_t m = 0; m < 8; m += 2) {
      const int other = cells_.owner[around[m]];
      if (other != sea && other != from && other != to && to != sea && short_line(to, other))
        gain += 0.5;
    }
    return gain;
  }

  // Lines become smooth: a cell goes to whom most around it is of.
  double smoothing(std::size_t i, int from, int to) const {
    constexpr double weight = 0.1;
    int balance = 0;
    for (int dr = -2; dr <= 2; ++dr) {
      const std::size_t row = i + at(columns_) * static_cast<std::size_t>(dr);
      for (std::size_t j = row - 2; j <= row + 2; ++j) {
        balance += cells_.owner[j] == to ? 1 : 0;
        balance -= cells_.owner[j] == from ? 1 : 0;
      }
    }
    return weight * balance;
  }

  double gain_of_corridors(std::size_t i, int from, int to) const {
    double gain = 0;
    if (const int wanted = corridors_.wanted(i); wanted != sea)
      gain += 1.5 * ((wanted == to ? 1 : 0) - (wanted == from ? 1 : 0));
    const int owner = corridors_.cleared(i);
    const auto must_go = [&](int t) { return t != sea && t != owner && !may_touch(t, owner); };
    if (owner != sea && to == sea && must_go(from)) gain += 1;
    if (owner != sea && from == sea && must_go(to)) gain -= 1;
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
  double fair_;    // size of a territory, in cells
  int columns_;
  int wanted_line_ = 5;
  int thin_ = 4;
  bool several_lands_ = false;
  std::vector<std::pair<int, int>> place_;                 // column and row of each cell
  std::vector<int> size_;                                  // of territories, in cells
  std::vector<int> lines_;                                 // sides of cells in common
  std::vector<std::vector<std::pair<int, int>>> borders_;  // neighbours and their lines
  std::vector<int> line_between_;                          // by pair; -1: no neighbours
  std::vector<double> flow_;      // of each territory, as measure_pressures() has it
  std::vector<double> pressure_;  // the same; the sea's 0 comes first
  std::vector<std::size_t> middles_;
  Corridors corridors_;
  std::vector<std::size_t> list_;
  std::vector<std::size_t> next_;
  std::vector<int> listed_;  // the round in which a cell was put on the list last
  int round_ = 0;
};

}  // namespace

void settle_cells(LandRaster& cells, const Map& map, const std::vector<int>& land_of,
                  double spacing) {
  Settling(cells, map, land_of, spacing).run();
}

}  // namespace evorisk::maps
