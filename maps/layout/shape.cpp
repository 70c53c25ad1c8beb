#include "maps/layout/shape.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numbers>
#include <set>

#include "base/index.hpp"
#include "maps/layout/board.hpp"
#include "maps/layout/land/depth.hpp"
#include "maps/layout/sprawl.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

class ShapeMeasure {
 public:
  ShapeMeasure(const Map& map, const Land& land)
      : map_(map),
        land_(land),
        spacing_(std::sqrt(land.width * land.height / map.territory_count())) {}

  BoardShape measure(const BoardLabels& labels) {
    measure_areas();
    measure_routes();
    measure_continents();
    const auto inside = std::ranges::count(labels.areas, true, &AreaLabel::inside);
    shape_.labels_inside = static_cast<double>(inside) / map_.territory_count();
    return shape_;
  }

 private:
  // Areas in cells, and how far the innermost cell of each is from what is not its own.
  void measure_areas() {
    const LandRaster& cells = land_.cells;
    const auto count = at(map_.territory_count());
    std::vector<int> area(count, 0);
    std::vector<float> inside(count, 0);
    const std::vector<float> depth = depths(cells);
    for (std::size_t i = 0; i < depth.size(); ++i) {
      if (cells.owner[i] == sea) continue;
      const auto t = at(cells.owner[i]);
      ++area[t];
      inside[t] = std::max(inside[t], depth[i]);
    }
    // A territory without a cell counts as one of a single cell.
    const auto [least, most] = std::ranges::minmax(area);
    shape_.area_ratio = static_cast<double>(std::max(1, most)) / std::max(1, least);
    for (std::size_t t = 0; t < count; ++t) {
      const double round = std::sqrt(area[t] / std::numbers::pi);
      const double width = area[t] == 0 ? 0 : std::min(1.0, static_cast<double>(inside[t]) / round);
      shape_.least_width = std::min(shape_.least_width, width);
    }
    const double step = cells.step / spacing_;
    shape_.least_room = std::ranges::min(inside) * step;
    shape_.most_winding = std::ranges::max(windings(cells, map_.territory_count(), spacing_));
    const auto radius = static_cast<float>(neck_width / 2 / step);
    const int steps = std::ranges::max(steps_from_wide(cells, depth, radius));
    shape_.longest_neck = std::max(0.0, (steps - static_cast<double>(radius)) * step);
  }

  void measure_routes() {
    shape_.routes = static_cast<int>(land_.routes.size());
    // Others' coasts are near within a tenth of a spacing.
    const int near = std::max(1, static_cast<int>(0.1 * spacing_ / land_.cells.step));
    for (const BoardRoute& route : land_.routes) {
      double whole = 0;
      double over = 0;
      double along = 0;
      for (std::size_t i = 0; i + 1 < route.points.size(); ++i) {
        const double step = distance(route.points[i], route.points[i + 1]);
        whole += step;
        const auto [c, r] = land_.cells.cell_at(route.points[i]);
        const int here = land_.cells.at(c, r);
        if (here != sea && here != route.a && here != route.b) over += step;
        if (here == sea && land_.cells.third_is_near(route.a, route.b, c, r, near, 1))
          along += step;
      }
      shape_.longest_route = std::max(shape_.longest_route, whole / spacing_);
      if (over > 1.5 * land_.cells.step) ++shape_.routes_over_land;
      if (along > 0.5 * spacing_) ++shape_.routes_along_coasts;
    }
    for (std::size_t i = 0; i < land_.routes.size(); ++i) {
      for (std::size_t j = i + 1; j < land_.routes.size(); ++j) {
        if (cross_each_other(land_.routes[i].points, land_.routes[j].points))
          ++shape_.route_crossings;
      }
    }
  }

  static bool cross_each_other(const std::vector<Point>& a, const std::vector<Point>& b) {
    constexpr std::size_t stride = 8;  // points are near to each other, routes nearly straight
    const auto next = [](const std::vector<Point>& way, std::size_t i) {
      return way[std::min(i + stride, way.size() - 1)];
    };
    for (std::size_t i = 0; i + 1 < a.size(); i += stride) {
      const Point p = a[i], q = next(a, i);
      for (std::size_t j = 0; j + 1 < b.size(); j += stride) {
        const Point s = b[j], t = next(b, j);
        if (segments_cross(p, q, s, t)) return true;
      }
    }
    return false;
  }

  // The landmasses of continents: territories of one continent with common lines.
  void measure_continents() {
    std::set<std::pair<int, int>> by_sea;
    for (const BoardRoute& route : land_.routes) by_sea.insert(std::minmax(route.a, route.b));
    std::vector<Border> common;
    for (const Border& border : map_.borders()) {
      if (map_.continent_of(border.a) == map_.continent_of(border.b) &&
          !by_sea.contains({border.a, border.b}))
        common.push_back(border);
    }
    std::vector<std::vector<std::vector<int>>> parts(at(map_.continent_count()));
    for (std::vector<int>& part : components(map_.territory_count(), common)) {
      parts[at(map_.continent_of(part.front()))].push_back(std::move(part));
    }
    for (const auto& own : parts) {
      if (own.size() < 2) continue;
      ++shape_.split_continents;
      for (const std::vector<int>& part : own) {
        double nearest = 1e18;
        for (const std::vector<int>& other : own) {
          if (&other != &part) nearest = std::min(nearest, apart(part, other));
        }
        shape_.farthest_part = std::max(shape_.farthest_part, nearest / spacing_);
      }
    }
  }

  double apart(const std::vector<int>& part, const std::vector<int>& other) {
    double least = 1e18;
    for (const int t : part) {
      for (const int u : other) {
        for (const Point p : outline_of(t)) {
          for (const Point q : outline_of(u)) least = std::min(least, dot(q - p, q - p));
        }
      }
    }
    return std::sqrt(least);
  }

  // Some dozens of points; the seat of a territory without land.
  const std::vector<Point>& outline_of(int t) {
    outlines_.resize(at(map_.territory_count()));
    std::vector<Point>& points = outlines_[at(t)];
    if (!points.empty()) return points;
    for (const std::vector<Point>& outline : land_.areas[at(t)]) {
      const std::size_t stride = std::clamp<std::size_t>(outline.size() / 40, 1, 4);
      for (std::size_t i = 0; i < outline.size(); i += stride) points.push_back(outline[i]);
    }
    if (points.empty()) points.push_back(land_.seats[at(t)]);
    return points;
  }

  const Map& map_;
  const Land& land_;
  double spacing_;
  BoardShape shape_;
  std::vector<std::vector<Point>> outlines_;
};

// The shapes of the maps that were asked for last. Equal maps have equal shapes, so what is kept,
// and in which order threads ask, changes no result.
class ShapeCache {
 public:
  BoardShape of(const Map& map) {
    {
      const std::lock_guard lock(mutex_);
      for (const Kept& kept : kept_) {
        if (kept.map == map) return kept.shape;
      }
    }
    const Board board = make_board(map);
    const BoardShape shape = measure_shape(board.map, board.land, board.labels);
    const std::lock_guard lock(mutex_);
    if (kept_.size() < most) {
      kept_.push_back({map, shape});
    } else {
      kept_[next_] = {map, shape};
      next_ = (next_ + 1) % most;
    }
    return shape;
  }

 private:
  struct Kept {
    Map map;
    BoardShape shape;
  };

  static constexpr std::size_t most = 512;  // more than a population has
  std::mutex mutex_;
  std::vector<Kept> kept_;
  std::size_t next_ = 0;
};

}  // namespace

BoardShape measure_shape(const Map& map, const Land& land, const BoardLabels& labels) {
  return ShapeMeasure(map, land).measure(labels);
}

BoardShape board_shape(const Map& map) {
  static ShapeCache cache;
  return cache.of(map);
}

}  // namespace evorisk::maps
