// Positions on the board: the map's drawing, stretched over the board and evened out.
#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "maps/layout/land.hpp"
#include "maps/layout/layout.hpp"
#include "maps/layout/steps.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

bool segments_cross(Point a, Point b, Point c, Point d) {
  const auto left = [](Point p, Point q, Point r) { return cross(q - p, r - p) > 0; };
  return left(a, b, c) != left(a, b, d) && left(c, d, a) != left(c, d, b);
}

// Drawings with less room somewhere, in spacings, have slivers.
constexpr double even = 0.25;

// Moves territories towards the middle of what is nearest to them (Lloyd's relaxation), as far as
// no border comes nearer than `clearance` to another or to a territory, or nearer than it is.
class Relaxation {
 public:
  Relaxation(const Map& map, LandPlan& plan, double width, double height)
      : map_(map), plan_(plan), width_(width), height_(height) {
    for (std::size_t b = 0; b < map.borders().size(); ++b) {
      if (plan.clean[b]) borders_.push_back(map.borders()[b]);
    }
  }

  void run() {
    const int rounds = std::clamp(20000 / map_.territory_count(), 10, 60);
    for (int round = 0; round < rounds; ++round) {
      double furthest = 0;
      const std::vector<Point> middles = middles_of_cells();
      for (int t = 0; t < map_.territory_count(); ++t) {
        const Point from = place(t);
        const Point to = middles[at(t)];
        const double enough = room(t, 0.3 * plan_.spacing);
        for (const double part : {0.6, 0.3, 0.12}) {
          place(t) = from + part * (to - from);
          if (!turned_over(t, from) && room(t, enough, enough) >= enough) break;
          place(t) = from;
        }
        furthest = std::max(furthest, distance(from, place(t)));
      }
      if (furthest < 0.01 * plan_.spacing) return;
    }
  }

  // Moves territories out of narrow places: each with little room to where it has the most of some
  // places around it, in ever shorter steps. Whether borders may become routes by that.
  void widen(bool routes) {
    constexpr int rounds = 14;
    constexpr int directions = 8;
    const double wanted = 0.4 * plan_.spacing;
    double reach = 0.4 * plan_.spacing;
    for (int round = 0; round < rounds; ++round, reach *= 0.8) {
      bool moved = false;
      for (int t = 0; t < map_.territory_count(); ++t) {
        const Point from = place(t);
        Point best = from;
        double most = room(t, wanted);
        if (most >= wanted) continue;
        for (int i = 0; i < directions; ++i) {
          const Point to = from + reach * on_circle(static_cast<double>(i) / directions);
          if (inside_board(to, width_, height_) < 0.2 * plan_.spacing) continue;
          place(t) = to;
          const double now = room(t, wanted, most);
          if (now <= most || (!routes && stretched(t, from)) || turned_over(t, from)) continue;
          most = now;
          best = to;
        }
        place(t) = best;
        moved = moved || !(best == from);
      }
      if (!moved && reach < 0.1 * plan_.spacing) return;
    }
  }

  // The least room of any territory, in spacings.
  double evenness() {
    double least = 1e18;
    for (int t = 0; t < map_.territory_count(); ++t) least = room(t, least);
    return least / plan_.spacing;
  }

 private:
  Point& place(int t) { return plan_.points[at(t)]; }

  std::vector<Point> middles_of_cells() {
    constexpr int columns = 56;
    const int rows = std::max(8, static_cast<int>(columns * height_ / width_));
    std::vector<Point> sums(plan_.points.size());
    std::vector<int> counts(plan_.points.size(), 0);
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        const Point p{(c + 0.5) * width_ / columns, (r + 0.5) * height_ / rows};
        if (inside_board(p, width_, height_) < 0.1 * plan_.spacing) continue;
        std::size_t nearest = 0;
        double least = 1e18;
        for (std::size_t t = 0; t < plan_.points.size(); ++t) {
          const Point away = plan_.points[t] - p;
          if (dot(away, away) >= least) continue;
          least = dot(away, away);
          nearest = t;
        }
        sums[nearest] += p;
        ++counts[nearest];
      }
    }
    for (std::size_t t = 0; t < sums.size(); ++t) {
      sums[t] =
          counts[t] == 0 ? plan_.points[t] : Point{sums[t].x / counts[t], sums[t].y / counts[t]};
    }
    return sums;
  }

  // The least distance of t and its borders to what is not theirs, at most `least`; -1 if a border
  // crosses another. Below `enough` it may be any number that is too small.
  double room(int t, double least, double enough = 0) {
    const Point here = place(t);
    const auto look = [&](Point a, Point b, Point c, Point d) {
      if (boxes_apart(a, b, c, d) < least)
        least = std::min(least, gap_between_segments(a, b, c, d));
    };
    for (int u = 0; u < map_.territory_count(); ++u) {
      if (u != t) look(here, here, place(u), place(u));
    }
    for (const Border& border : borders_) {
      if (least < enough) return least;
      if (border.a != t && border.b != t) {
        look(here, here, place(border.a), place(border.b));
        continue;
      }
      const int other = border.a == t ? border.b : border.a;
      const Point there = place(other);
      for (int u = 0; u < map_.territory_count(); ++u) {
        if (u != t && u != other) look(here, there, place(u), place(u));
      }
      for (const Border& second : borders_) {
        if (second.a == t || second.b == t || second.a == other || second.b == other) continue;
        const Point c = place(second.a);
        const Point d = place(second.b);
        if (boxes_apart(here, there, c, d) < least && segments_cross(here, there, c, d)) return -1;
        look(here, there, c, d);
      }
    }
    return least;
  }

  double longest(const Border& border) const {
    return longest_by_land(map_, border) * plan_.spacing;
  }

  // Whether the move of t from `from` makes a border so long, or longer, that it becomes a route.
  bool stretched(int t, Point from) {
    for (const Border& border : borders_) {
      if (border.a != t && border.b != t) continue;
      const Point there = place(border.a == t ? border.b : border.a);
      const double now = distance(place(t), there);
      if (now > 0.95 * longest(border) && now > distance(from, there)) return true;
    }
    return false;
  }

  // Whether a straight move of t from `from` passes through a border or sweeps over a territory:
  // the drawing would be another one.
  bool turned_over(int t, Point from) {
    for (const Border& border : borders_) {
      if (border.a != t && border.b != t) {
        if (segments_cross(from, place(t), place(border.a), place(border.b))) return true;
        continue;
      }
      const int other = border.a == t ? border.b : border.a;
      for (int u = 0; u < map_.territory_count(); ++u) {
        if (u != t && u != other && in_triangle(from, place(t), place(other), place(u)))
          return true;
      }
    }
    return false;
  }

  static bool in_triangle(Point a, Point b, Point c, Point p) {
    const double first = cross(b - a, p - a);
    const double second = cross(c - b, p - b);
    const double third = cross(a - c, p - c);
    return (first >= 0 && second >= 0 && third >= 0) || (first <= 0 && second <= 0 && third <= 0);
  }

  const Map& map_;
  LandPlan& plan_;
  double width_;
  double height_;
  std::vector<Border> borders_;
};

}  // namespace

double inside_board(Point p, double width, double height) {
  const double u = std::abs(2 * p.x / width - 1);
  const double v = std::abs(2 * p.y / height - 1);
  const double across = u * u * u * u;
  const double down = v * v * v * v;
  return (1 - std::sqrt(std::sqrt(across + down))) * std::min(width, height) / 2;
}

namespace {

LandPlan attempt_plan(const Map& map, const std::vector<Point>& drawing, double width,
                      double height) {
  LandPlan plan;
  plan.points = drawing;
  plan.clean.assign(map.borders().size(), true);
  for (const int b : fewest_to_drop(clashing_borders(to_grid(drawing), map.borders()))) {
    plan.clean[at(b)] = false;
  }
  plan.spacing = std::sqrt(width * height / map.territory_count());
  const auto [low, high] = bounds(plan.points);
  // Stretched so that the outermost territories have half a share of room to the edge.
  const double wide = std::max(1e-9, high.x - low.x);
  const double tall = std::max(1e-9, high.y - low.y);
  const double margin = std::min({0.5 * plan.spacing, 0.3 * width, 0.3 * height});
  double across = (width - 2 * margin) / wide;
  double down = (height - 2 * margin) / tall;
  // No drawing is stretched beyond recognition.
  constexpr double most = 1.6;
  across = std::min(across, most * down);
  down = std::min(down, most * across);
  for (Point& p : plan.points) {
    p = {width / 2 + (p.x - (low.x + high.x) / 2) * across,
         height / 2 + (p.y - (low.y + high.y) / 2) * down};
  }
  if (map.territory_count() > 2) {
    Relaxation relaxation(map, plan, width, height);
    relaxation.run();
    plan.evenness = relaxation.evenness();
  }
  return plan;
}

}  // namespace

std::vector<LandPlan> plans_of_land(const Map& map, double width, double height) {
  std::vector<LandPlan> plans = {attempt_plan(map, layout(map), width, height)};
  if (plans.front().evenness >= even) return plans;
  MapData data = map.data();
  for (Territory& territory : data.territories) territory.position.reset();
  plans.push_back(attempt_plan(map, layout(Map(std::move(data))), width, height));
  for (std::size_t i = 0; i < 2; ++i) {
    for (const bool routes : {false, true}) {
      plans.push_back(plans[i]);
      Relaxation(map, plans.back(), width, height).widen(routes);
    }
  }
  return plans;
}

}  // namespace evorisk::maps
