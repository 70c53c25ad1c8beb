#include "app/drawing/map_geometry.hpp"

#include <algorithm>
#include <cmath>

namespace evorisk::app {
namespace {

using maps::Point;

double distance(Point a, Point b) {
  const double x = b.x - a.x;
  const double y = b.y - a.y;
  return std::sqrt(x * x + y * y);
}

}  // namespace

double distance_to_segment(Point a, Point b, Point p) {
  const double x = b.x - a.x;
  const double y = b.y - a.y;
  const double square = x * x + y * y;
  const double t =
      square > 0 ? std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / square, 0.0, 1.0) : 0.0;
  return distance(p, {a.x + t * x, a.y + t * y});
}

MapGeometry arrange(const maps::Map& map, const std::vector<Point>& positions) {
  MapGeometry result;
  result.points = positions;
  Point low = positions.front();
  Point high = low;
  for (const Point p : positions) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  constexpr double least_height = 240;
  constexpr double most_height = 960;
  const auto count = static_cast<double>(positions.size());
  const auto reach_at = [](double spacing) {
    return std::max(8.0, std::min(0.36 * spacing, 31 + 0.12 * spacing));
  };
  // Room for the land of the outermost territories.
  const double margin = 10 + 1.3 * reach_at(std::sqrt(picture_width * 720 / count));
  const double wide = std::max(1e-6, high.x - low.x);
  const double tall = std::max(1e-6, high.y - low.y);
  const double scale =
      std::min((picture_width - 2 * margin) / wide, (most_height - 2 * margin) / tall);
  result.height = std::floor(std::clamp(tall * scale + 2 * margin, least_height, most_height));
  const Point offset{(picture_width - wide * scale) / 2, (result.height - tall * scale) / 2};
  for (Point& p : result.points) {
    p = {offset.x + (p.x - low.x) * scale, offset.y + (p.y - low.y) * scale};
  }

  const double spacing = std::sqrt(picture_width * result.height / count);
  result.usual_radius = std::max(4.0, std::min(0.155 * spacing, 13 + 0.03 * spacing));
  result.reach = reach_at(spacing);
  for (std::size_t t = 0; t < result.points.size(); ++t) {
    double room = 2 * result.usual_radius;
    for (std::size_t u = 0; u < result.points.size(); ++u) {
      if (u != t) room = std::min(room, 0.47 * distance(result.points[t], result.points[u]));
    }
    for (const maps::Border& border : map.borders()) {
      const auto a = static_cast<std::size_t>(border.a);
      const auto b = static_cast<std::size_t>(border.b);
      if (a == t || b == t) continue;
      room = std::min(
          room, 0.9 * distance_to_segment(result.points[a], result.points[b], result.points[t]));
    }
    result.radius.push_back(std::clamp(room, 0.55 * result.usual_radius, result.usual_radius));
  }
  return result;
}

}  // namespace evorisk::app
