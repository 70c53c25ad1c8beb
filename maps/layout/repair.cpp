#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "base/index.hpp"
#include "maps/layout/steps.hpp"
#include "maps/layout/vector.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::maps {
namespace {

// Positions are held at half scale, so that the fine grid has room around the unit square.
constexpr Point middle{0.5, 0.5};
Point inward(Point p) {
  return middle + 0.5 * (p - middle);
}
Point outward(Point p) {
  return middle + 2.0 * (p - middle);
}

class Repairer {
 public:
  Repairer(std::span<const Border> borders, const std::vector<std::optional<Point>>& known)
      : borders_(borders),
        own_(known.size()),
        placed_(known.size(), false),
        points_(known.size()),
        grid_(known.size()) {
    for (std::size_t b = 0; b < borders.size(); ++b) {
      own_[at(borders[b].a)].push_back(b);
      own_[at(borders[b].b)].push_back(b);
    }
    std::vector<Point> given;
    for (std::size_t v = 0; v < known.size(); ++v) {
      if (!known[v]) continue;
      given.push_back(inward(*known[v]));
      put(v, given.back());
    }
    spacing_ = 1 / unit_spacing(given).factor;
  }

  Repaired run() {
    place_missing();
    Repaired result;
    result.crossing = untangle();
    for (const Point p : points_) result.positions.push_back(outward(p));
    return result;
  }

 private:
  struct Move {
    std::size_t territory = 0;
    Point to;
    double cost = std::numeric_limits<double>::infinity();
    int clashes = std::numeric_limits<int>::max();
  };

  struct Other {
    Border border;
    std::int64_t left, right, top, bottom;  // on the grid
  };

  void put(std::size_t v, Point p) {
    points_[v] = p;
    grid_[v] = to_grid(p);
    placed_[v] = true;
  }

  std::size_t other_end(std::size_t border, std::size_t v) const {
    const Border& b = borders_[border];
    return at(at(b.a) == v ? b.b : b.a);
  }

  bool drawn(std::size_t border) const {
    return placed_[at(borders_[border].a)] && placed_[at(borders_[border].b)];
  }

  int placed_neighbours(std::size_t v) const {
    int count = 0;
    for (const std::size_t b : own_[v]) count += placed_[other_end(b, v)];
    return count;
  }

  Point centre_of_neighbours(std::size_t v) const {
    Point sum;
    int count = 0;
    for (const std::size_t b : own_[v]) {
      const std::size_t u = other_end(b, v);
      if (!placed_[u]) continue;
      sum += points_[u];
      ++count;
    }
    return count > 0 ? (1.0 / count) * sum : middle;
  }

  // What v's own borders may clash with, wherever v is: all borders that are drawn but its own.
  void look_around(std::size_t v) {
    others_.clear();
    for (std::size_t c = 0; c < borders_.size(); ++c) {
      const std::size_t a = at(borders_[c].a);
      const std::size_t b = at(borders_[c].b);
      if (a == v || b == v || !drawn(c)) continue;
      const auto [left, right] = std::minmax(grid_[a].x, grid_[b].x);
      const auto [top, bottom] = std::minmax(grid_[a].y, grid_[b].y);
      others_.push_back({borders_[c], left, right, top, bottom});
    }
  }

  // How many borders v's own borders clash with, where v is now, after look_around(v): those of its
  // own for both. Above `enough` it may be any number that is too small.
  int clashes_at(std::size_t v, int enough = std::numeric_limits<int>::max()) const {
    int clashes = 0;
    for (const std::size_t b : own_[v]) {
      const GridPoint end = grid_[other_end(b, v)];
      if (!placed_[other_end(b, v)]) continue;
      const auto [left, right] = std::minmax(grid_[v].x, end.x);
      const auto [top, bottom] = std::minmax(grid_[v].y, end.y);
      for (const Other& other : others_) {
        if (other.left > right || other.right < left || other.top > bottom || other.bottom < top)
          continue;
        clashes += borders_clash(grid_, borders_[b], other.border);
      }
      for (const std::size_t c : own_[v]) {
        if (c != b && placed_[other_end(c, v)])
          clashes += borders_clash(grid_, borders_[b], borders_[c]);
      }
      if (clashes > enough) return clashes;
    }
    return clashes;
  }

  // How much room v and its borders leave and have, in spacings; at most 0.6.
  double room_at(std::size_t v) const {
    double room = 0.6 * spacing_;
    for (std::size_t u = 0; u < points_.size(); ++u) {
      if (u == v || !placed_[u]) continue;
      room = std::min(room, distance(points_[u], points_[v]));
      for (const std::size_t b : own_[v]) {
        const std::size_t end = other_end(b, v);
        if (end == u || !placed_[end]) continue;
        room = std::min(room, distance_to_segment(points_[v], points_[end], points_[u]));
      }
    }
    for (std::size_t b = 0; b < borders_.size(); ++b) {
      const std::size_t from = at(borders_[b].a);
      const std::size_t to = at(borders_[b].b);
      if (from == v || to == v || !drawn(b)) continue;
      room = std::min(room, distance_to_segment(points_[from], points_[to], points_[v]));
    }
    return room / spacing_;
  }

  // The best place for v among rings of candidates around `home`, its neighbours' centre and each
  // neighbour: at most `enough` clashes; fewest first, then room to spare, near to `home`. One of
  // infinite cost if there is none. After look_around(v).
  Move best_move(std::size_t v, Point home, int enough = std::numeric_limits<int>::max()) {
    std::vector<Point> candidates = {home};
    const auto add_rings = [&](Point around, std::initializer_list<double> radii, int directions) {
      for (const double radius : radii) {
        for (int d = 0; d < directions; ++d) {
          candidates.push_back(around + radius * spacing_ * on_circle((d + 0.25) / directions));
        }
      }
    };
    add_rings(home, {0.25, 0.5, 0.8, 1.2, 1.8, 2.6}, 12);
    candidates.push_back(centre_of_neighbours(v));
    add_rings(candidates.back(), {0.3, 0.6, 1.0, 1.5}, 8);
    std::size_t looked_at = 0;
    for (const std::size_t b : own_[v]) {
      if (!placed_[other_end(b, v)] || ++looked_at > 6) continue;
      add_rings(points_[other_end(b, v)], {0.5, 0.9}, 8);
    }

    const Point before = points_[v];
    const bool was_placed = placed_[v];
    Move best;
    best.territory = v;
    best.clashes = enough;
    for (const Point candidate : candidates) {
      if (std::max(std::abs(candidate.x - 0.5), std::abs(candidate.y - 0.5)) > 0.5) continue;
      put(v, candidate);
      const int clashes = clashes_at(v, best.clashes);
      if (clashes > best.clashes) continue;
      const double away = 0.5 * distance(home, candidate) / spacing_;
      if (clashes == best.clashes && away >= best.cost) continue;
      const double lack = 0.6 - room_at(v);
      const double cost = 6 * lack * lack + away;
      if (clashes < best.clashes || cost < best.cost) {
        best.to = candidate;
        best.clashes = clashes;
        best.cost = cost;
      }
    }
    put(v, before);
    placed_[v] = was_placed;
    return best;
  }

  void place_missing() {
    for (;;) {
      // The one with most placed neighbours is next.
      std::size_t next = points_.size();
      int most = 0;
      for (std::size_t v = 0; v < points_.size(); ++v) {
        if (placed_[v] || placed_neighbours(v) <= most) continue;
        next = v;
        most = placed_neighbours(v);
      }
      if (most == 0) return;
      look_around(next);
      put(next, best_move(next, centre_of_neighbours(next)).to);
    }
  }

  // Moves one territory at a time, always the one that gains most; returns what still crosses.
  std::vector<int> untangle() {
    constexpr std::size_t hopeless = 24;
    for (;;) {
      const auto clashes = clashing_borders(grid_, borders_);
      if (clashes.empty()) return {};
      if (clashes.size() > hopeless) return fewest_to_drop(clashes);
      std::set<std::size_t> involved;
      for (const auto& [first, second] : clashes) {
        for (const int b : {first, second}) {
          involved.insert({at(borders_[at(b)].a), at(borders_[at(b)].b)});
        }
      }
      Move best;
      int best_gain = 0;
      for (const std::size_t v : involved) {
        look_around(v);
        const int now = clashes_at(v);
        const int least_gain = std::max(1, best_gain);
        if (now < least_gain) continue;
        const Move move = best_move(v, points_[v], now - least_gain);
        const int gain = now - move.clashes;
        if (move.cost < (gain > best_gain ? Move().cost : best.cost)) {
          best = move;
          best_gain = gain;
        }
      }
      if (best_gain == 0) return fewest_to_drop(clashes);
      put(best.territory, best.to);
    }
  }

  std::span<const Border> borders_;
  std::vector<std::vector<std::size_t>> own_;  // borders of each territory
  std::vector<bool> placed_;
  std::vector<Point> points_;
  std::vector<GridPoint> grid_;
  double spacing_ = 1;
  std::vector<Other> others_;  // as look_around() found them
};

}  // namespace

std::vector<int> fewest_to_drop(std::vector<std::pair<int, int>> pairs) {
  std::vector<int> dropped;
  while (!pairs.empty()) {
    std::map<int, int> share;
    for (const auto& [first, second] : pairs) {
      ++share[first];
      ++share[second];
    }
    const int worst =
        std::ranges::max_element(share, {}, &std::pair<const int, int>::second)->first;
    dropped.push_back(worst);
    std::erase_if(
        pairs, [worst](const auto& pair) { return pair.first == worst || pair.second == worst; });
  }
  return dropped;
}

Repaired repair(std::span<const Border> borders, const std::vector<std::optional<Point>>& known) {
  return Repairer(borders, known).run();
}

}  // namespace evorisk::maps
