#include <algorithm>
#include <map>
#include <utility>

#include "base/index.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::maps {
namespace {

// Whether d lies strictly inside the circle through the counter-clockwise triangle a, b, c.
bool in_circle(GridPoint a, GridPoint b, GridPoint c, GridPoint d) {
  const auto lift = [&](GridPoint p) {
    return (p.x - d.x) * (p.x - d.x) + (p.y - d.y) * (p.y - d.y);
  };
  const auto minor = [&](GridPoint p, GridPoint q) {
    return (p.x - d.x) * (q.y - d.y) - (q.x - d.x) * (p.y - d.y);
  };
  return lift(a) * minor(b, c) + lift(b) * minor(c, a) + lift(c) * minor(a, b) > 0;
}

class Triangulator {
 public:
  explicit Triangulator(std::span<const GridPoint> points)
      : points_(points), next_(points.size(), -1), previous_(points.size(), -1) {}

  Triangulation run() {
    std::vector<int> order = numbers<int>(points_.size());
    std::sort(order.begin(), order.end(), [&](int a, int b) { return at(a) < at(b); });
    std::size_t corner = 2;
    while (corner < order.size() && side(order[0], order[1], order[corner]) == 0) ++corner;
    Triangulation result;
    if (corner >= order.size()) {
      for (std::size_t i = 1; i < order.size(); ++i) {
        result.borders.push_back(ordered_border(order[i - 1], order[i]));
      }
      std::sort(result.borders.begin(), result.borders.end());
      result.hull = order;
      return result;
    }
    start(order, corner);
    for (std::size_t i = corner + 1; i < order.size(); ++i) extend(order[i - 1], order[i]);
    turn_edges();
    for (const auto& [edge, apex] : apex_) {
      const auto [a, b] = edge;
      if (a < b || apex_.count({b, a}) == 0) result.borders.push_back(ordered_border(a, b));
    }
    std::sort(result.borders.begin(), result.borders.end());
    const int first = order.back();
    result.hull = {first};
    for (int v = after(first); v != first; v = after(v)) result.hull.push_back(v);
    return result;
  }

 private:
  GridPoint at(int v) const { return points_[static_cast<std::size_t>(v)]; }
  std::int64_t side(int a, int b, int c) const { return signed_area(at(a), at(b), at(c)); }
  int& after(int v) { return next_[static_cast<std::size_t>(v)]; }
  int& before(int v) { return previous_[static_cast<std::size_t>(v)]; }

  void add_triangle(int a, int b, int c) {
    apex_[{a, b}] = c;
    apex_[{b, c}] = a;
    apex_[{c, a}] = b;
  }

  void link(int from, int to) {
    after(from) = to;
    before(to) = from;
  }

  // A fan from the first point off the line of the points before it.
  void start(const std::vector<int>& order, std::size_t corner) {
    const int tip = order[corner];
    const bool left = side(order[0], order[1], tip) > 0;
    for (std::size_t i = 1; i < corner; ++i) {
      const int a = left ? order[i - 1] : order[i];
      const int b = left ? order[i] : order[i - 1];
      add_triangle(a, b, tip);
      link(a, b);
    }
    link(tip, left ? order[0] : order[corner - 1]);
    link(left ? order[corner - 1] : order[0], tip);
  }

  // Joins p to every hull edge it sees; `last`, the point before it in the order, is on the hull
  // and seen.
  void extend(int last, int p) {
    int from = last;
    while (side(before(from), from, p) < 0) {
      add_triangle(from, before(from), p);
      from = before(from);
    }
    int to = last;
    while (side(to, after(to), p) < 0) {
      add_triangle(after(to), to, p);
      to = after(to);
    }
    link(from, p);
    link(p, to);
  }

  void turn_edges() {
    std::vector<std::pair<int, int>> open;
    for (const auto& [edge, apex] : apex_) {
      if (edge.first < edge.second) open.push_back(edge);
    }
    while (!open.empty()) {
      const auto [a, b] = open.back();
      open.pop_back();
      const auto left = apex_.find({a, b});
      const auto right = apex_.find({b, a});
      if (left == apex_.end() || right == apex_.end()) continue;
      const int c = left->second;
      const int d = right->second;
      if (!in_circle(at(a), at(b), at(c), at(d))) continue;
      apex_.erase(left);
      apex_.erase(right);
      add_triangle(a, d, c);
      add_triangle(d, b, c);
      open.insert(open.end(), {{a, d}, {d, b}, {b, c}, {c, a}});
    }
  }

  std::span<const GridPoint> points_;
  std::vector<int> next_;  // along the hull, counter-clockwise
  std::vector<int> previous_;
  // The third corner of the counter-clockwise triangle along each directed edge.
  std::map<std::pair<int, int>, int> apex_;
};

}  // namespace

Triangulation triangulate(std::span<const GridPoint> points) {
  return Triangulator(points).run();
}

}  // namespace evorisk::maps
