// Sea routes: the borders that the cells do not show.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/index.hpp"
#include "maps/layout/land.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// Looks for straight ways by sea from coast to coast that are short and keep away from others.
class Routes {
 public:
  Routes(Land& land, const Map& map)
      : land_(land),
        cells_(land.cells),
        spacing_(std::sqrt(land.width * land.height / map.territory_count())),
        near_(std::max(1, static_cast<int>(0.12 * spacing_ / cells_.step))),
        coasts_(at(map.territory_count())) {
    for (int r = 0; r < cells_.rows; ++r) {
      for (int c = 0; c < cells_.columns; ++c) {
        const int t = cells_.at(c, r);
        if (t == sea) continue;
        for (const auto& [dc, dr] : sides) {
          const int u = owner(c + dc, r + dr);
          if (u == t) continue;
          coasts_[at(t)].push_back(cells_.centre(c, r));
          break;
        }
      }
    }
    // Some dozens of places on each coast are as good as all.
    for (std::size_t t = 0; t < coasts_.size(); ++t) {
      std::vector<Point>& coast = coasts_[t];
      if (coast.empty()) coast.push_back(land.seats[t]);
      const std::size_t stride = 1 + coast.size() / 40;
      std::size_t kept = 0;
      for (std::size_t i = 0; i < coast.size(); i += stride) coast[kept++] = coast[i];
      coast.resize(kept);
    }
  }

  // A route for each of these borders. Those chosen first know nothing of the others, so each is
  // chosen anew when all are known.
  void add(const std::vector<Border>& borders) {
    ways_.resize(borders.size());
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < borders.size(); ++i) ways_[i] = choose(borders, i);
    }
    for (std::size_t i = 0; i < borders.size(); ++i) {
      const Border border = borders[i];
      land_.routes.push_back({border.a, border.b, drawn(border, ways_[i].from, ways_[i].to),
                              over_land(border, ways_[i])});
    }
  }

 private:
  static constexpr std::array<std::pair<int, int>, 4> sides = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

  struct Way {
    Point from;
    Point to;
    double length = -1;  // less than 0 before it is chosen
  };

  Way choose(const std::vector<Border>& borders, std::size_t chosen) {
    const Border border = borders[chosen];
    std::vector<Way> ways;
    for (const Point p : coasts_[at(border.a)]) {
      for (const Point q : coasts_[at(border.b)]) ways.push_back({p, q, distance(p, q)});
    }
    std::sort(ways.begin(), ways.end(),
              [](const Way& a, const Way& b) { return a.length < b.length; });
    Way best = ways.front();
    double least = 1e18;
    for (const Way& way : ways) {
      if (way.length >= least) break;
      const double cost = way.length + detour_by_land(border, way) + detour_by_sea(chosen, way);
      if (cost >= least) continue;
      least = cost;
      best = way;
    }
    return best;
  }

  int owner(int c, int r) const { return cells_.holds(c, r) ? cells_.at(c, r) : sea; }
  int owner(Point p) const {
    const auto [c, r] = cells_.cell_at(p);
    return cells_.at(c, r);
  }

  // What speaks against a way, in millimetres that it might be longer: others' land on it or beside
  // it ...
  double detour_by_land(Border border, const Way& way) const {
    const int parts = std::max(2, static_cast<int>(way.length / cells_.step));
    double sum = 0;
    for (int i = 0; i <= parts; ++i) {
      const Point p = way.from + static_cast<double>(i) / parts * (way.to - way.from);
      const int here = owner(p);
      if (here != sea) {
        if (here != border.a && here != border.b) sum += 25 * way.length / parts;
      } else if (third_is_near(border, p)) {
        sum += 1.5 * way.length / parts;
      }
    }
    return sum;
  }

  // ... and other routes that it crosses, as it is drawn, or comes near to.
  double detour_by_sea(std::size_t chosen, const Way& way) const {
    const double room = 0.15 * spacing_;
    const auto [from, to] = lengthened(way);
    double sum = 0;
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      if (i == chosen || ways_[i].length < 0) continue;
      const auto [first, last] = lengthened(ways_[i]);
      if (boxes_apart(from, to, first, last) > room) continue;
      if (segments_cross(from, to, first, last)) {
        sum += 2 * spacing_;
      } else {
        sum += 3 * std::max(0.0, room - gap_between_segments(from, to, first, last));
      }
    }
    return sum;
  }

  // A little into both areas, so that it can be seen where it lands.
  std::pair<Point, Point> lengthened(const Way& way) const {
    const double part = std::min(3.0, 0.12 * spacing_) / std::max(1e-9, way.length);
    return {way.from - part * (way.to - way.from), way.to + part * (way.to - way.from)};
  }

  // Whether it passes over others' land.
  bool over_land(Border border, const Way& way) const {
    const int parts = std::max(2, static_cast<int>(way.length / cells_.step));
    for (int i = 0; i <= parts; ++i) {
      const int here = owner(way.from + static_cast<double>(i) / parts * (way.to - way.from));
      if (here != sea && here != border.a && here != border.b) return true;
    }
    return false;
  }

  bool third_is_near(Border border, Point p) const {
    const auto [c, r] = cells_.cell_at(p);
    for (int dr = -near_; dr <= near_; dr += near_) {
      for (int dc = -near_; dc <= near_; dc += near_) {
        const int t = owner(c + dc, r + dr);
        if (t != sea && t != border.a && t != border.b) return true;
      }
    }
    return false;
  }

  // Its points, a little into both areas, so that it can be seen where it lands.
  std::vector<Point> drawn(Border border, Point from, Point to) const {
    const double inside = std::min(3.0, 0.12 * spacing_);
    const double whole = std::max(1e-9, distance(from, to));
    const Point along = (1 / whole) * (to - from);
    const auto reach_in = [&](Point coast, Point inward, int t) {
      Point end = coast;
      for (double d = 0.5; d <= inside; d += 0.5) {
        const Point p = coast + d * inward;
        if (owner(p) != t) break;
        end = p;
      }
      return end;
    };
    const Point first = reach_in(from, -1.0 * along, border.a);
    const Point last = reach_in(to, along, border.b);
    const int parts = std::max(2, static_cast<int>(distance(first, last) / 0.8));
    std::vector<Point> points;
    for (int i = 0; i <= parts; ++i)
      points.push_back(first + static_cast<double>(i) / parts * (last - first));
    return points;
  }

  Land& land_;
  const LandRaster& cells_;
  double spacing_;
  int near_;
  std::vector<std::vector<Point>> coasts_;
  std::vector<Way> ways_;
};

}  // namespace

void add_routes(Land& land, const Map& map) {
  const LandRaster& cells = land.cells;
  std::map<std::pair<int, int>, int> sides;  // of cells, common to two territories
  for (int r = 0; r < cells.rows; ++r) {
    for (int c = 0; c < cells.columns; ++c) {
      const int t = cells.at(c, r);
      const auto count = [&](int u) {
        if (t != u && t != sea && u != sea) ++sides[std::minmax(t, u)];
      };
      if (c + 1 < cells.columns) count(cells.at(c + 1, r));
      if (r + 1 < cells.rows) count(cells.at(c, r + 1));
    }
  }
  std::vector<Border> by_sea;
  for (const Border border : map.borders()) {
    // Steps are longer than the smooth line.
    const double common = 0.8 * cells.step * sides[std::minmax(border.a, border.b)];
    if (common < least_common_line) by_sea.push_back(border);
  }
  if (!by_sea.empty()) Routes(land, map).add(by_sea);
}

}  // namespace evorisk::maps
