// Vector arithmetic on points.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "maps/map.hpp"

namespace evorisk::maps {

// The frame that maps are laid out in.
inline constexpr double frame_width = 1.0;
inline constexpr double frame_height = 0.75;

inline Point operator+(Point a, Point b) {
  return {a.x + b.x, a.y + b.y};
}
inline Point operator-(Point a, Point b) {
  return {a.x - b.x, a.y - b.y};
}
inline Point operator*(double s, Point a) {
  return {s * a.x, s * a.y};
}
inline Point& operator+=(Point& a, Point b) {
  return a = a + b;
}
inline Point& operator-=(Point& a, Point b) {
  return a = a - b;
}

// The smallest upright rectangle that holds all of some points, by its corners.
struct Box {
  Point low;
  Point high;
};
inline Box bounds(std::span<const Point> points) {
  Box box{points.front(), points.front()};
  for (const Point p : points) {
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
  }
  return box;
}

inline double dot(Point a, Point b) {
  return a.x * b.x + a.y * b.y;
}
inline double cross(Point a, Point b) {
  return a.x * b.y - a.y * b.x;
}
inline double length(Point a) {
  return std::sqrt(dot(a, a));
}
inline double distance(Point a, Point b) {
  return length(b - a);
}

// The parameter in 0 ... 1 of the point of segment ab nearest to p (0 for a segment of no length).
inline double nearest_on_segment(Point a, Point b, Point p) {
  const Point along = b - a;
  const double square = dot(along, along);
  return square > 0 ? std::clamp(dot(p - a, along) / square, 0.0, 1.0) : 0.0;
}

// How far p is from the nearest point of the segment ab; its square.
inline double square_to_segment(Point a, Point b, Point p) {
  const Point apart = a + nearest_on_segment(a, b, p) * (b - a) - p;
  return dot(apart, apart);
}
inline double distance_to_segment(Point a, Point b, Point p) {
  return std::sqrt(square_to_segment(a, b, p));
}

// How far the ends of two segments that do not cross are from the other one at least.
inline double gap_between_segments(Point a, Point b, Point c, Point d) {
  return std::sqrt(std::min(std::min(square_to_segment(a, b, c), square_to_segment(a, b, d)),
                            std::min(square_to_segment(c, d, a), square_to_segment(c, d, b))));
}

// No more than the distance of two segments: how far their bounding boxes are apart, along one axis
// (negative where they overlap).
inline double boxes_apart(Point a, Point b, Point c, Point d) {
  return std::max({std::min(a.x, b.x) - std::max(c.x, d.x), std::min(c.x, d.x) - std::max(a.x, b.x),
                   std::min(a.y, b.y) - std::max(c.y, d.y),
                   std::min(c.y, d.y) - std::max(a.y, b.y)});
}

// Whether two segments have a point in common (where an end lies on the other one: perhaps).
inline bool segments_cross(Point a, Point b, Point c, Point d) {
  const auto left = [](Point p, Point q, Point r) { return cross(q - p, r - p) > 0; };
  return left(a, b, c) != left(a, b, d) && left(c, d, a) != left(c, d, b);
}

// Where on the unit circle the fraction `turn` (0 ... 1) of a full turn from (1, 0) leads. Uses
// only correctly rounded operations, so that it is the same on every machine (the library's sine
// is not).
inline Point on_circle(double turn) {
  const double eighths = turn * 8;
  const int octant = std::min(7, static_cast<int>(eighths));
  const double rest = octant % 2 == 0 ? eighths - octant : octant + 1 - eighths;
  const double angle = rest * 0.78539816339744830962;  // 0 ... pi / 4
  const double s = angle * angle;
  const double cosine =
      1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90 * (1 - s / 132)))));
  const double sine =
      angle * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))));
  const bool steep = (octant + 1) / 2 % 2 == 1;
  const double x = steep ? sine : cosine;
  const double y = steep ? cosine : sine;
  return {octant >= 2 && octant < 6 ? -x : x, octant < 4 ? y : -y};
}

}  // namespace evorisk::maps
