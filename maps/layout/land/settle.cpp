// Even areas: cells change hands along the lines between territories.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "base/index.hpp"
#include "maps/layout/land/cell_exchange.hpp"
#include "maps/layout/land/corridors.hpp"
#include "maps/layout/land/depth.hpp"
#include "maps/layout/land/land.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

class Settling : private CellExchange {
 public:
  Settling(LandRaster& cells, const Map& map, const std::vector<int>& land_of, double spacing)
      : CellExchange(cells, map, land_of, spacing),
        fair_(0.6 * across_ * across_),
        columns_(cells.columns),
        thin_(std::max(2, static_cast<int>(0.38 * across_))),
        flow_(size_.size(), 0),
        pressure_(size_.size() + 1, 0),
        middles_(size_.size(), 0),
        corridors_(cells, map.territory_count()),
        listed_(cells.owner.size(), 0) {}

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
  void list_all() {
    for_each_inner([&](std::size_t i) { list(i); });
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
    hand_over(i, around, from, best);
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

  // Lines become smooth: a cell goes to whom most around it is of.
  double smoothing(std::size_t i, int from, int to) const {
    constexpr double weight = 0.1;
    return weight * balance(i, from, to);
  }

  void hand_over(std::size_t i, const std::array<std::size_t, 8>& around, int from, int to) {
    give(i, around, from, to);
    for (const std::size_t j : around) {
      if (inner(j)) list(j);
    }
  }

  double fair_;  // size of a territory, in cells
  int columns_;
  int thin_;
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
