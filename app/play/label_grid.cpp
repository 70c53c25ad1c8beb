#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "app/play/text_map.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::app {
namespace {

using maps::Point;

// Whether two segments cross at an inner point of both.
bool segments_meet(Point a, Point b, Point c, Point d) {
  const auto turn = [](Point p, Point q, Point r) { return maps::cross(q - p, r - p); };
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

// Moves labels out of each other's way, those in conflict only, one at a time, each to the best
// place around it.
class Arranger {
 public:
  Arranger(const maps::Map& map, LabelGrid& grid) : map_(map), grid_(grid), start_(grid) {}

  bool arrange() {
    constexpr int passes = 24;
    for (int pass = 0; pass < passes; ++pass) {
      bool clean = true;
      bool moved = false;
      for (int t = 0; t < map_.territory_count(); ++t) {
        const int cost = cost_of(t);
        if (cost < least_conflict) continue;
        clean = clean && cost < hard_conflict;
        moved = improve(t, cost, pass) || moved;
      }
      if (clean) return true;
      if (!moved) return false;
    }
    return false;
  }

 private:
  // A border that crosses another is a conflict that may stay (a map need not be planar).
  static constexpr int crossing = 200;
  static constexpr int least_conflict = crossing;
  static constexpr int hard_conflict = 10'000;

  // Whether the border of a and b runs through the label of t.
  bool through(int a, int b, int t) const {
    const Point p = grid_.middle(a);
    const Point q = grid_.middle(b);
    const Point at = grid_.middle(t);
    const double half = 0.5 * grid_.label + 0.3;
    const double low = at.y - 0.55;
    const double high = at.y + 0.55;
    if (std::max(p.y, q.y) < low || std::min(p.y, q.y) > high) return false;
    if (std::max(p.x, q.x) < at.x - half || std::min(p.x, q.x) > at.x + half) return false;
    if (p.y == q.y) return true;
    // The part of the segment between the two rows.
    double from = (low - p.y) / (q.y - p.y);
    double to = (high - p.y) / (q.y - p.y);
    if (from > to) std::swap(from, to);
    from = std::max(from, 0.0);
    to = std::min(to, 1.0);
    const double x0 = p.x + from * (q.x - p.x);
    const double x1 = p.x + to * (q.x - p.x);
    return std::max(x0, x1) >= at.x - half && std::min(x0, x1) <= at.x + half;
  }

  // What speaks against where t is; counted only until it reaches the limit.
  int cost_of(int t, int limit = std::numeric_limits<int>::max()) const {
    int cost = 0;
    const LabelGrid::Cell at = grid_.cell(t);
    const LabelGrid::Cell was = start_.cell(t);
    cost += std::abs(at.column - was.column) + 3 * std::abs(at.row - was.row);
    for (int other = 0; other < map_.territory_count(); ++other) {
      if (other == t) continue;
      const LabelGrid::Cell cell = grid_.cell(other);
      const int apart = std::abs(cell.column - at.column);
      const int rows = std::abs(cell.row - at.row);
      if (rows == 0 && apart < grid_.label + 2) cost += 2 * hard_conflict;
      if (rows == 1 && apart <= grid_.label) cost += map_.adjacent(t, other) ? hard_conflict : 20;
      if (cost >= limit) return cost;
    }
    for (const maps::Border& border : map_.borders()) {
      if (border.a != t && border.b != t && through(border.a, border.b, t)) cost += hard_conflict;
      if (cost >= limit) return cost;
    }
    for (const int to : map_.neighbours(t)) {
      if (cost >= limit) return cost;
      for (int other = 0; other < map_.territory_count(); ++other) {
        if (other != t && other != to && through(t, to, other)) cost += hard_conflict;
      }
      for (const maps::Border& border : map_.borders()) {
        if (border.a == t || border.b == t || border.a == to || border.b == to) continue;
        if (segments_meet(grid_.middle(t), grid_.middle(to), grid_.middle(border.a),
                          grid_.middle(border.b)))
          cost += crossing;
      }
    }
    return cost;
  }

  bool improve(int t, int cost, int pass) {
    const int wide = 6 + pass;
    const int high = 2 + pass / 4;
    LabelGrid::Cell& cell = grid_.cells[static_cast<std::size_t>(t)];
    const LabelGrid::Cell old = cell;
    LabelGrid::Cell best = old;
    for (int dy = -high; dy <= high; ++dy) {
      for (int dx = -wide; dx <= wide; dx += pass < 4 ? 1 : 2) {
        cell = {old.column + dx, old.row + dy};
        if (cell.column < 0 || cell.column + grid_.label > grid_.columns) continue;
        if (cell.row < 0 || cell.row >= grid_.rows) continue;
        const int here = cost_of(t, cost);
        if (here >= cost) continue;
        cost = here;
        best = cell;
      }
    }
    cell = best;
    return !(best == old);
  }

  const maps::Map& map_;
  LabelGrid& grid_;
  const LabelGrid start_;
};

LabelGrid scaled(std::span<const maps::Point> positions, int label, int columns, int rows) {
  const auto [left, right] = std::ranges::minmax(positions, {}, &maps::Point::x);
  const auto [top, bottom] = std::ranges::minmax(positions, {}, &maps::Point::y);
  const auto share = [](double value, double low, double high) {
    return high > low ? (value - low) / (high - low) : 0.5;
  };
  LabelGrid grid{columns, rows, label, {}};
  for (const maps::Point& p : positions) {
    grid.cells.push_back(
        {static_cast<int>(std::lround(share(p.x, left.x, right.x) * (columns - label))),
         static_cast<int>(std::lround(share(p.y, top.y, bottom.y) * (rows - 1)))});
  }
  return grid;
}

}  // namespace

std::optional<LabelGrid> place_labels(const maps::Map& map, std::span<const maps::Point> positions,
                                      int label, int columns, int most_rows) {
  const int count = map.territory_count();
  if (count > largest_drawn_map || columns < label) return std::nullopt;
  const int fewest = std::min(most_rows, 3 + static_cast<int>(2 * std::sqrt(count)));
  for (int rows = fewest; rows <= most_rows; rows += 1 + rows / 10) {
    LabelGrid grid = scaled(positions, label, columns, rows);
    if (Arranger(map, grid).arrange()) return grid;
  }
  return std::nullopt;
}

}  // namespace evorisk::app
