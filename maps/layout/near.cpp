#include "maps/layout/near.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/index.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

constexpr std::size_t small_product = 30000;  // pairs up to which every one is looked at
constexpr std::size_t small_count = 300;      // points up to which every pair repels by itself

Point repel(Point from, Point to) {
  Point along = to - from;
  const double square = std::max(dot(along, along), 1e-6);
  return (1 / square) * along;
}

}  // namespace

void NearPairs::look_at(Point from, Point to, Point p, int border, int territory, double reach) {
  NearPair pair;
  pair.parameter = nearest_on_segment(from, to, p);
  const Point apart = p - (from + pair.parameter * (to - from));
  const double square = dot(apart, apart);
  if (square >= reach * reach) return;
  pair.territory = territory;
  pair.border = border;
  pair.gap = std::sqrt(square);
  pair.away = pair.gap > 0 ? (1 / pair.gap) * apart : Point{1, 0};
  pairs_.push_back(pair);
}

void NearPairs::find(std::span<const Border> borders, const std::vector<Point>& positions,
                     double reach) {
  pairs_.clear();
  const auto count = static_cast<int>(positions.size());
  const auto [low, high] = bounds(positions);
  // All of a small drawing is one cell.
  const double extent = std::max(high.x - low.x, high.y - low.y);
  const bool small = positions.size() * borders.size() <= small_product;
  const double side = small ? 2 * extent + 1 : std::max(reach, extent / (2 * std::sqrt(count)));
  const auto cell = [side](double from, double to) {
    return static_cast<int>(std::floor((to - from) / side));
  };
  const int columns = cell(low.x, high.x) + 1;
  const int rows = cell(low.y, high.y) + 1;
  // Counting sort of the territories into cells.
  cell_of_.resize(positions.size());
  cell_start_.assign(static_cast<std::size_t>(columns * rows) + 1, 0);
  for (std::size_t v = 0; v < positions.size(); ++v) {
    cell_of_[v] = cell(low.y, positions[v].y) * columns + cell(low.x, positions[v].x);
    ++cell_start_[static_cast<std::size_t>(cell_of_[v]) + 1];
  }
  std::partial_sum(cell_start_.begin(), cell_start_.end(), cell_start_.begin());
  cell_members_.resize(positions.size());
  for (std::size_t v = positions.size(); v-- > 0;) {
    // Filling from the back leaves the start of cell c at c + 1.
    const auto c = static_cast<std::size_t>(cell_of_[v]) + 1;
    cell_members_[at(--cell_start_[c])] = static_cast<int>(v);
  }
  const auto first_of = [&](int c) { return cell_start_[static_cast<std::size_t>(c) + 1]; };
  const auto last_of = [&](int c) {
    return c + 1 < columns * rows ? cell_start_[static_cast<std::size_t>(c) + 2] : count;
  };

  // Row by row, the columns that the part of the border near that row spans.
  for (int b = 0; b < static_cast<int>(borders.size()); ++b) {
    const Border border = borders[at(b)];
    Point from = positions[at(border.a)];
    Point to = positions[at(border.b)];
    const Point low_reach{std::min(from.x, to.x) - reach, std::min(from.y, to.y) - reach};
    const Point high_reach{std::max(from.x, to.x) + reach, std::max(from.y, to.y) + reach};
    if (from.y > to.y) std::swap(from, to);
    const int first_row = std::max(0, cell(low.y, from.y - reach));
    const int last_row = std::min(rows - 1, cell(low.y, to.y + reach));
    for (int row = first_row; row <= last_row; ++row) {
      const double top = low.y + row * side - reach;
      const double bottom = low.y + (row + 1) * side + reach;
      double left = std::min(from.x, to.x);
      double right = std::max(from.x, to.x);
      const double rise = to.y - from.y;
      if (rise > side) {
        const double at_top =
            from.x + (to.x - from.x) * std::clamp((top - from.y) / rise, 0.0, 1.0);
        const double at_bottom =
            from.x + (to.x - from.x) * std::clamp((bottom - from.y) / rise, 0.0, 1.0);
        left = std::min(at_top, at_bottom);
        right = std::max(at_top, at_bottom);
      }
      const int first_column = std::max(0, cell(low.x, left - reach));
      const int last_column = std::min(columns - 1, cell(low.x, right + reach));
      for (int i = first_of(row * columns + first_column);
           first_column <= last_column && i < last_of(row * columns + last_column); ++i) {
        const int v = cell_members_[at(i)];
        const Point p = positions[at(v)];
        if (p.x < low_reach.x || p.x > high_reach.x || p.y < low_reach.y || p.y > high_reach.y ||
            v == border.a || v == border.b)
          continue;
        look_at(positions[at(border.a)], positions[at(border.b)], p, b, v, reach);
      }
    }
  }
}

void Repulsion::split(const std::vector<Point>& positions, int first, int last, Point corner,
                      double size, int depth) {
  const std::size_t index = cells_.size();
  cells_.emplace_back();
  Cell cell;
  cell.size = size;
  cell.count = last - first;
  cell.first = first;
  for (int i = first; i < last; ++i) {
    cell.centre += positions[at(order_[static_cast<std::size_t>(i)])];
  }
  cell.centre = (1.0 / cell.count) * cell.centre;
  constexpr int leaf_size = 8;
  constexpr int deepest = 24;
  if (cell.count > leaf_size && depth < deepest) {
    cell.leaf = false;
    const double half = size / 2;
    const Point middle = corner + Point{half, half};
    const auto begin = order_.begin();
    const auto by = [&](int from, int to, auto&& goes_first) {
      return static_cast<int>(
          std::stable_partition(begin + from, begin + to,
                                [&](int v) { return goes_first(positions[at(v)]); }) -
          begin);
    };
    const int south = by(first, last, [&](Point p) { return p.y < middle.y; });
    const int north_east = by(first, south, [&](Point p) { return p.x < middle.x; });
    const int south_east = by(south, last, [&](Point p) { return p.x < middle.x; });
    const std::array<int, 5> bounds = {first, north_east, south, south_east, last};
    for (std::size_t quarter = 0; quarter < 4; ++quarter) {
      if (bounds[quarter] == bounds[quarter + 1]) continue;
      const Point offset = {quarter % 2 == 1 ? half : 0, quarter >= 2 ? half : 0};
      split(positions, bounds[quarter], bounds[quarter + 1], corner + offset, half, depth + 1);
    }
  }
  cell.next = static_cast<int>(cells_.size());
  cells_[index] = cell;
}

void Repulsion::add(const std::vector<Point>& positions, std::vector<Point>& forces) {
  const std::size_t count = positions.size();
  if (count <= small_count) {
    for (std::size_t v = 0; v < count; ++v) {
      for (std::size_t u = v + 1; u < count; ++u) {
        const Point push = repel(positions[u], positions[v]);
        forces[v] += push;
        forces[u] -= push;
      }
    }
    return;
  }
  const auto [low, high] = bounds(positions);
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0);
  cells_.clear();
  split(positions, 0, static_cast<int>(count), low, std::max(high.x - low.x, high.y - low.y), 0);

  constexpr double opening = 0.9;  // a cell looked at from this many of its sizes away is a point
  for (std::size_t v = 0; v < count; ++v) {
    const Point p = positions[v];
    Point force;
    for (std::size_t c = 0; c < cells_.size();) {
      const Cell& cell = cells_[c];
      const Point along = p - cell.centre;
      if (dot(along, along) * opening * opening > cell.size * cell.size) {
        force += static_cast<double>(cell.count) * repel(cell.centre, p);
        c = static_cast<std::size_t>(cell.next);
      } else if (cell.leaf) {
        for (int i = cell.first; i < cell.first + cell.count; ++i) {
          const auto u = static_cast<std::size_t>(order_[at(i)]);
          if (u != v) force += repel(positions[u], p);
        }
        c = static_cast<std::size_t>(cell.next);
      } else {
        ++c;
      }
    }
    forces[v] += force;
  }
}

}  // namespace evorisk::maps
