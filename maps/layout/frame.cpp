#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"
#include "maps/layout/near.hpp"
#include "maps/layout/steps.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

constexpr double pi = 3.14159265358979323846;

Point mean(const std::vector<Point>& positions) {
  Point sum;
  for (const Point p : positions) sum += p;
  return (1.0 / static_cast<double>(positions.size())) * sum;
}

std::vector<GridPoint> on_grid(const std::vector<Point>& positions, std::int64_t step) {
  std::vector<GridPoint> points;
  points.reserve(positions.size());
  for (const Point p : positions) {
    const GridPoint fine = to_grid(p);
    points.push_back({(fine.x + step / 2) / step * step, (fine.y + step / 2) / step * step});
  }
  return points;
}

}  // namespace

Point UnitSpacing::enter(Point p) const {
  return factor * (p - centre);
}
Point UnitSpacing::leave(Point p) const {
  return centre + (1 / factor) * p;
}

UnitSpacing unit_spacing(const std::vector<Point>& positions) {
  UnitSpacing result;
  result.centre = mean(positions);
  double square = 0;
  for (const Point p : positions) square += dot(p - result.centre, p - result.centre);
  const auto count = static_cast<double>(positions.size());
  // A uniform disc of area n has a mean square radius of n / (2 pi).
  if (square > 1e-18) result.factor = std::sqrt(count * count / (2 * pi) / square);
  return result;
}

void level(std::vector<Point>& positions) {
  const Point centre = mean(positions);
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (Point& p : positions) {
    p -= centre;
    xx += p.x * p.x;
    xy += p.x * p.y;
    yy += p.y * p.y;
  }
  const double half = (xx - yy) / 2;
  const double root = std::sqrt(half * half + xy * xy);
  Point axis = half >= 0 ? Point{half + root, xy} : Point{xy, root - half};
  const double size = length(axis);
  if (!(size > 0)) return;
  axis = (1 / size) * axis;
  if (axis.x < 0) axis = -1.0 * axis;
  for (Point& p : positions) p = {dot(axis, p), cross(axis, p)};
}

void fit_frame(std::vector<Point>& positions) {
  constexpr double most_stretch = 1.25;
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  const Box box = bounds(positions);
  const Point size = box.high - box.low;
  Point scale = {size.x > 0 ? frame_width / size.x : unbounded,
                 size.y > 0 ? frame_height / size.y : unbounded};
  const double least = std::min(scale.x, scale.y);
  scale = {std::min(scale.x, most_stretch * least), std::min(scale.y, most_stretch * least)};
  const Point middle = 0.5 * (box.low + box.high);
  for (Point& p : positions) {
    p = {0.5 + scale.x * (p.x - middle.x), 0.5 + scale.y * (p.y - middle.y)};
  }
}

void fit_square(std::vector<Point>& positions) {
  const Box box = bounds(positions);
  const double reach = std::max(std::max(0.5 - box.low.x, box.high.x - 0.5),
                                std::max(0.5 - box.low.y, box.high.y - 0.5));
  if (reach <= 0.5) return;
  const Point middle{0.5, 0.5};
  for (Point& p : positions) p = middle + (0.5 / reach) * (p - middle);
}

void align(std::vector<Point>& positions, const std::vector<std::optional<Point>>& anchors) {
  std::vector<Point> here;
  std::vector<Point> there;
  for (std::size_t v = 0; v < positions.size(); ++v) {
    if (!anchors[v]) continue;
    here.push_back(positions[v]);
    there.push_back(*anchors[v]);
  }
  if (here.empty()) return;
  const Point from = mean(here);
  const Point to = mean(there);
  // As complex numbers: the best turn and scaling of h to t is the sum of conj(h) t over the sum of
  // |h|^2, and for the mirror image that of h t.
  Point straight;
  Point mirrored;
  double square = 0;
  for (std::size_t i = 0; i < here.size(); ++i) {
    const Point h = here[i] - from;
    const Point t = there[i] - to;
    straight += Point{dot(h, t), cross(h, t)};
    mirrored += Point{h.x * t.x - h.y * t.y, h.x * t.y + h.y * t.x};
    square += dot(h, h);
  }
  const bool mirror = dot(mirrored, mirrored) > dot(straight, straight);
  const Point turn = mirror ? mirrored : straight;
  const double size = length(turn);
  if (!(size > 0) || !(square > 0)) {
    for (Point& p : positions) p += to - from;
    return;
  }
  // Keep the drawing's own scale: anchors that do not fit would shrink it.
  const Point axis = (1 / size) * turn;
  for (Point& p : positions) {
    Point h = p - from;
    if (mirror) h.y = -h.y;
    p = to + Point{axis.x * h.x - axis.y * h.y, axis.x * h.y + axis.y * h.x};
  }
}

std::optional<std::vector<Point>> rounded(const std::vector<Point>& positions,
                                          std::span<const Border> borders) {
  for (const std::int64_t step : {grid_unit / 10'000, grid_unit / 1'000'000, std::int64_t{1}}) {
    const std::vector<GridPoint> grid = on_grid(positions, step);
    if (!crossing_free(grid, borders)) continue;
    std::vector<Point> points;
    points.reserve(grid.size());
    for (const GridPoint p : grid) points.push_back(to_point(p));
    return points;
  }
  return std::nullopt;
}

bool is_clean(const std::vector<Point>& positions, std::span<const Border> borders) {
  for (const Point p : positions) {
    if (!(p.x >= 0 && p.x <= 1 && p.y >= 0 && p.y <= 1)) return false;
  }
  return crossing_free(to_grid(positions), borders);
}

double clearance(const std::vector<Point>& positions, std::span<const Border> borders) {
  const UnitSpacing spacing = unit_spacing(positions);
  std::vector<Point> unit;
  unit.reserve(positions.size());
  for (const Point p : positions) unit.push_back(spacing.enter(p));
  double least = 1;
  for (const Border& border : borders) {
    least = std::min(least, distance(unit[at(border.a)], unit[at(border.b)]));
  }
  NearPairs near;
  near.find(borders, unit, least);
  for (const NearPair& pair : near.pairs()) least = std::min(least, pair.gap);
  return least;
}

}  // namespace evorisk::maps
