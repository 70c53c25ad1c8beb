#include "app/drawing/coast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include "app/drawing/map_geometry.hpp"
#include "app/drawing/noise.hpp"

namespace evorisk::app {
namespace {

using maps::Point;

constexpr double far = 1e6;

// Twice the signed area.
double area(const Outline& outline) {
  double sum = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Point a = outline[i];
    const Point b = outline[(i + 1) % outline.size()];
    sum += a.x * b.y - a.y * b.x;
  }
  return sum;
}

bool contains(const Outline& outline, Point p) {
  bool inside = false;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Point a = outline[i];
    const Point b = outline[(i + 1) % outline.size()];
    if ((a.y > p.y) == (b.y > p.y)) continue;
    if (p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
  }
  return inside;
}

// Leaves out corners that lie within `tolerance` of the line between their neighbours kept
// (Douglas and Peucker 1973).
void simplify(const Outline& outline, std::size_t first, std::size_t last, double tolerance,
              std::vector<bool>& keep) {
  std::size_t worst = first;
  double most = tolerance;
  for (std::size_t i = first + 1; i < last; ++i) {
    const double off =
        distance_to_segment(outline[first], outline[last % outline.size()], outline[i]);
    if (off > most) {
      most = off;
      worst = i;
    }
  }
  if (worst == first) return;
  keep[worst] = true;
  simplify(outline, first, worst, tolerance, keep);
  simplify(outline, worst, last, tolerance, keep);
}

Outline simplified(const Outline& outline, double tolerance) {
  if (outline.size() < 8) return outline;
  std::vector<bool> keep(outline.size(), false);
  const std::size_t half = outline.size() / 2;
  keep[0] = keep[half] = true;
  simplify(outline, 0, half, tolerance, keep);
  simplify(outline, half, outline.size(), tolerance, keep);
  Outline result;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    if (keep[i]) result.push_back(outline[i]);
  }
  return result;
}

// At every point of a raster the nearest continent and the distances to it and to the next one.
class Raster {
 public:
  Raster(const maps::Map& map, const std::vector<Point>& points, const CoastOptions& options)
      : map_(map), points_(points), options_(options) {
    step_ = std::clamp(options.reach / 5, 2.5, 7.0);
    margin_ = options.reach * 1.5 + step_;
    columns_ = static_cast<int>((options.width + 2 * margin_) / step_) + 3;
    rows_ = static_cast<int>((options.height + 2 * margin_) / step_) + 3;
    places_.resize(static_cast<std::size_t>(columns_ * rows_));
    for (int t = 0; t < map.territory_count(); ++t) {
      spread(map.continent_of(t), at(t), at(t));
      for (const int u : map.neighbours(t)) {
        if (u > t && map.continent_of(u) == map.continent_of(t)) {
          spread(map.continent_of(t), at(t), at(u));
        }
      }
    }
  }

  // The outlines of one continent's land.
  std::vector<Outline> outlines(int continent) const {
    std::vector<Outline> result;
    for (Outline& outline : contours(continent)) {
      // Lakes turn the other way than islands.
      const double size = area(outline) / 2;
      const bool lake = size < 0;
      if (lake && fill_in(outline, continent, -size)) continue;
      if (!lake && std::none_of(map_.continent(continent).territories.begin(),
                                map_.continent(continent).territories.end(),
                                [&](int t) { return contains(outline, at(t)); })) {
        continue;  // a splinter
      }
      result.push_back(simplified(outline, 0.16 * step_));
    }
    return result;
  }

 private:
  struct Place {
    int first = -1;
    int second = -1;
    double to_first = far;
    double to_second = far;
  };

  Point at(int t) const { return points_[static_cast<std::size_t>(t)]; }
  Point centre(int c, int r) const { return {c * step_ - margin_, r * step_ - margin_}; }
  int column(double x) const {
    return std::clamp(static_cast<int>((x + margin_) / step_), 1, columns_ - 2);
  }
  int row(double y) const {
    return std::clamp(static_cast<int>((y + margin_) / step_), 1, rows_ - 2);
  }
  const Place& place(int c, int r) const {
    return places_[static_cast<std::size_t>(r * columns_ + c)];
  }

  // Tells the neighbourhood of a segment about the continent.
  void spread(int continent, Point a, Point b) {
    const double reach = 1.4 * options_.reach + options_.channel;
    for (int r = row(std::min(a.y, b.y) - reach); r <= row(std::max(a.y, b.y) + reach); ++r) {
      for (int c = column(std::min(a.x, b.x) - reach); c <= column(std::max(a.x, b.x) + reach);
           ++c) {
        const double d = distance_to_segment(a, b, centre(c, r));
        Place& place = places_[static_cast<std::size_t>(r * columns_ + c)];
        if (d > reach) continue;
        if (place.first == continent || d < place.to_first) {
          if (place.first != continent) {
            place.second = place.first;
            place.to_second = place.to_first;
          }
          place.first = continent;
          place.to_first = std::min(place.to_first, d);
        } else if (place.second == continent || d < place.to_second) {
          place.second = continent;
          place.to_second = std::min(place.to_second, d);
        }
      }
    }
  }

  // Positive on the continent's land, zero at its coast.
  double height(int continent, int c, int r) const {
    const Place& here = place(c, r);
    if (c < 1 || r < 1 || c > columns_ - 2 || r > rows_ - 2) return -options_.reach;
    const Point p = centre(c, r);
    const double wave =
        smooth_noise(p.x / (1.5 * options_.reach), p.y / (1.5 * options_.reach)) +
        0.5 * smooth_noise(p.x / (0.6 * options_.reach) + 31, p.y / (0.6 * options_.reach));
    if (here.first == continent) {
      const double shore = options_.reach * (1 + 0.2 * wave) - here.to_first;
      const double strait = (here.to_second - here.to_first - options_.channel) / 2;
      return std::min(shore, strait);
    }
    if (here.second == continent) {
      return std::min((here.to_first - here.to_second - options_.channel) / 2,
                      options_.reach - here.to_second);
    }
    return -options_.reach / 2;
  }

  bool fill_in(const Outline& lake, int continent, double size) const {
    if (size > 5 * options_.reach * options_.reach) return false;
    for (int t = 0; t < map_.territory_count(); ++t) {
      if (map_.continent_of(t) != continent && contains(lake, at(t))) return false;
    }
    return true;
  }

  // Marching squares. A crossing point lies on the side between two raster points, and is named by
  // the lower of them and whether the side goes right or down.
  std::vector<Outline> contours(int continent) const {
    int left = columns_, right = 0, top = rows_, bottom = 0;
    const double reach = 1.5 * options_.reach + 2 * step_;
    for (const int t : map_.continent(continent).territories) {
      left = std::min(left, column(at(t).x - reach) - 1);
      right = std::max(right, column(at(t).x + reach) + 1);
      top = std::min(top, row(at(t).y - reach) - 1);
      bottom = std::max(bottom, row(at(t).y + reach) + 1);
    }
    const int span = right - left + 1;
    std::vector<double> heights;
    heights.reserve(static_cast<std::size_t>(span * (bottom - top + 1)));
    for (int r = top; r <= bottom; ++r) {
      for (int c = left; c <= right; ++c) {
        const bool edge = r == top || r == bottom || c == left || c == right;
        heights.push_back(edge ? -options_.reach : height(continent, c, r));
      }
    }
    const auto height_at = [&](int c, int r) {
      return heights[static_cast<std::size_t>((r - top) * span + c - left)];
    };
    using Side = std::array<int, 3>;  // column, row, 0 right or 1 down
    std::map<Side, Side> next;
    for (int r = top; r < bottom; ++r) {
      for (int c = left; c < right; ++c) {
        const bool corner[4] = {height_at(c, r) > 0, height_at(c + 1, r) > 0,
                                height_at(c + 1, r + 1) > 0, height_at(c, r + 1) > 0};
        const Side side[4] = {{c, r, 0}, {c + 1, r, 1}, {c, r + 1, 0}, {c, r, 1}};
        // Around the square: each run of land corners is cut off from where it ends to where it
        // starts.
        for (int k = 0; k < 4; ++k) {
          if (!corner[k] || corner[(k + 1) % 4]) continue;
          int start = k;
          while (corner[(start + 3) % 4]) start = (start + 3) % 4;
          next[side[k]] = side[(start + 3) % 4];
        }
      }
    }
    const auto crossing = [&](const Side& side) {
      const auto [c, r, down] = side;
      const double here = height_at(c, r);
      const double there = down ? height_at(c, r + 1) : height_at(c + 1, r);
      const double t = here / (here - there);
      const Point p = centre(c, r);
      return down ? Point{p.x, p.y + t * step_} : Point{p.x + t * step_, p.y};
    };
    std::vector<Outline> result;
    while (!next.empty()) {
      Outline outline;
      auto at_side = next.begin();
      while (at_side != next.end()) {
        outline.push_back(crossing(at_side->first));
        const Side following = at_side->second;
        next.erase(at_side);
        at_side = next.find(following);
      }
      result.push_back(std::move(outline));
    }
    return result;
  }

  const maps::Map& map_;
  const std::vector<Point>& points_;
  const CoastOptions& options_;
  double step_ = 5;
  double margin_ = 40;
  int columns_ = 0;
  int rows_ = 0;
  std::vector<Place> places_;
};

}  // namespace

std::vector<std::vector<Outline>> coasts(const maps::Map& map, const std::vector<Point>& points,
                                         const CoastOptions& options) {
  const Raster raster(map, points, options);
  std::vector<std::vector<Outline>> result;
  for (int c = 0; c < map.continent_count(); ++c) {
    result.push_back(raster.outlines(c));
  }
  return result;
}

std::string smooth_path(const std::vector<Outline>& outlines) {
  std::string path;
  for (const Outline& outline : outlines) {
    if (outline.size() < 3) continue;
    const auto whole = [](double value) { return static_cast<int>(std::floor(value + 0.5)); };
    const auto middle = [&](std::size_t i) {
      const Point a = outline[i % outline.size()];
      const Point b = outline[(i + 1) % outline.size()];
      return std::pair{whole((a.x + b.x) / 2), whole((a.y + b.y) / 2)};
    };
    auto [x, y] = middle(0);
    fmt::format_to(std::back_inserter(path), "M{} {}q", x, y);
    for (std::size_t i = 1; i <= outline.size(); ++i) {
      const Point corner = outline[i % outline.size()];
      const auto [to_x, to_y] = middle(i);
      for (const int number : {whole(corner.x) - x, whole(corner.y) - y, to_x - x, to_y - y}) {
        if (number >= 0 && path.back() != 'q') path += ' ';
        fmt::format_to(std::back_inserter(path), "{}", number);
      }
      x = to_x;
      y = to_y;
    }
    path += 'z';
  }
  return path;
}

}  // namespace evorisk::app
