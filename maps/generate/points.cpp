#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "maps/generate/styles.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// Finds the nearest of a set of points through a grid of buckets of about two points each. Not
// Boost.Geometry's R-tree, which takes seven times as long here and decides ties otherwise.
class NearestPoint {
 public:
  explicit NearestPoint(const std::vector<Point>& points) : points_(points) {
    const double side =
        std::sqrt(2 * frame_width * frame_height / static_cast<double>(points.size()));
    columns_ = std::max(1, static_cast<int>(frame_width / side));
    rows_ = std::max(1, static_cast<int>(frame_height / side));
    buckets_.resize(static_cast<std::size_t>(columns_ * rows_));
    for (std::size_t i = 0; i < points.size(); ++i) {
      buckets_[bucket(column(points[i]), row(points[i]))].push_back(i);
    }
  }

  std::size_t operator()(Point p) const {
    const int x = column(p);
    const int y = row(p);
    const double cell = std::min(frame_width / columns_, frame_height / rows_);
    std::size_t best = 0;
    double nearest = std::numeric_limits<double>::infinity();
    for (int ring = 0; ring <= std::max(columns_, rows_); ++ring) {
      // Points of this ring or beyond are at least ring - 1 cells away.
      if (nearest <= (ring - 1) * cell * (ring - 1) * cell && ring > 0) break;
      for (int r = std::max(0, y - ring); r <= std::min(rows_ - 1, y + ring); ++r) {
        const bool whole_row = r == y - ring || r == y + ring;
        for (int c = x - ring; c <= x + ring; c += whole_row || ring == 0 ? 1 : 2 * ring) {
          if (c < 0 || c >= columns_) continue;
          for (const std::size_t i : buckets_[bucket(c, r)]) {
            const double square = dot(points_[i] - p, points_[i] - p);
            if (square < nearest) {
              nearest = square;
              best = i;
            }
          }
        }
      }
    }
    return best;
  }

 private:
  int column(Point p) const {
    return std::clamp(static_cast<int>(p.x / frame_width * columns_), 0, columns_ - 1);
  }
  int row(Point p) const {
    return std::clamp(static_cast<int>(p.y / frame_height * rows_), 0, rows_ - 1);
  }
  std::size_t bucket(int c, int r) const { return static_cast<std::size_t>(r * columns_ + c); }

  const std::vector<Point>& points_;
  int columns_ = 1;
  int rows_ = 1;
  std::vector<std::vector<std::size_t>> buckets_;
};

// Moves every point to the centre of the part of the region that is nearest to it, as sampled.
void relax(std::vector<Point>& points, const Region& region) {
  const double samples = 16 * static_cast<double>(points.size()) + 400;
  const int columns = static_cast<int>(std::sqrt(samples * frame_width / frame_height));
  const int rows = static_cast<int>(std::sqrt(samples * frame_height / frame_width));
  const NearestPoint nearest(points);
  std::vector<Point> sums(points.size());
  std::vector<int> counts(points.size(), 0);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const Point sample{frame_width * (c + 0.5) / columns, frame_height * (r + 0.5) / rows};
      if (!region(sample)) continue;
      const std::size_t owner = nearest(sample);
      sums[owner] += sample;
      ++counts[owner];
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (counts[i] > 0) points[i] = (1.0 / counts[i]) * sums[i];
  }
}

// Each the farthest from the others among a few draws, so that no two begin close together.
std::vector<Point> scattered(int count, const Region& region, Random& random) {
  std::vector<Point> points;
  const auto draw = [&] {
    constexpr int most_draws = 200;  // of places outside of a region that is hard to hit
    Point p;
    for (int i = 0; i < most_draws; ++i) {
      p.x = random.unit() * frame_width;
      p.y = random.unit() * frame_height;
      if (region(p)) break;
    }
    return p;
  };
  // Beyond some hundreds the search for the farthest takes too long.
  const int candidates = count <= 400 ? 3 : 1;
  while (static_cast<int>(points.size()) < count) {
    Point best;
    double farthest = -1;
    for (int i = 0; i < candidates; ++i) {
      const Point p = draw();
      double nearest = std::numeric_limits<double>::infinity();
      if (candidates > 1) {
        for (const Point q : points) nearest = std::min(nearest, dot(p - q, p - q));
      }
      if (nearest <= farthest) continue;
      farthest = nearest;
      best = p;
    }
    points.push_back(best);
  }
  return points;
}

}  // namespace

std::vector<GridPoint> spread_points(int count, int rounds, const Region& region, Random& random) {
  std::vector<Point> points = scattered(count, region, random);
  for (int round = 0; round < rounds; ++round) relax(points, region);

  // Stretched so that the outermost touch the frame.
  const auto [low, high] = bounds(points);
  const Point size{std::max(high.x - low.x, 1e-9), std::max(high.y - low.y, 1e-9)};
  std::set<GridPoint> taken;
  std::vector<GridPoint> result;
  for (const Point p : points) {
    GridPoint place{
        static_cast<std::int64_t>((p.x - low.x) / size.x * frame_width * board_unit),
        static_cast<std::int64_t>(((p.y - low.y) / size.y * frame_height + (1 - frame_height) / 2) *
                                  board_unit)};
    place = {std::clamp<std::int64_t>(place.x, 0, board_unit),
             std::clamp<std::int64_t>(place.y, 0, board_unit)};
    while (!taken.insert(place).second) place.x = (place.x + 1) % board_unit;
    result.push_back(place);
  }
  return result;
}

}  // namespace evorisk::maps
