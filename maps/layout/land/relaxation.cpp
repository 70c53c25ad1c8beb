// Moves the places of a drawing of territories until all have about as much room.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "maps/layout/land/land.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

class Relaxation {
 public:
  // Drawings with less room somewhere, in spacings, have slivers.
  static constexpr double even = 0.25;

  Relaxation(const Map& map, LandPlan& plan, double width, double height)
      : map_(map),
        plan_(plan),
        width_(width),
        height_(height),
        land_of_(lands_of(map)),
        all_(numbers<int>(at(map.territory_count()))) {
    for (std::size_t b = 0; b < map.borders().size(); ++b) {
      if (plan.clean[b]) borders_.push_back(map.borders()[b]);
    }
    linked_ = neighbour_lists(all_.size(), borders_);
    constexpr int columns = 44;
    constexpr int side = 4;  // of a block
    const int rows = std::max(8, static_cast<int>(columns * height / width));
    around_ = (side - 1) / 2.0 * length({width / columns, height / rows});
    for (int r = side / 2; r < rows + side / 2; r += side) {
      for (int c = side / 2; c < columns + side / 2; c += side)
        blocks_.push_back({c * width / columns, r * height / rows});
    }
    candidates_.resize(blocks_.size());
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        const Point p{(c + 0.5) * width / columns, (r + 0.5) * height / rows};
        if (inside_board(p, width, height) >= 0.1 * plan.spacing)
          inside_.emplace_back(p, at(r / side * (columns / side) + c / side));
      }
    }
  }

  // Moves territories towards the middle of what is nearest to them (Lloyd's relaxation), as far as
  // no border comes nearer than 0.3 spacings to another or to a territory, or nearer than it is.
  void run() {
    const int rounds = std::clamp(20000 / map_.territory_count(), 10, 40);
    for (int round = 0; round < rounds; ++round) {
      double furthest = 0;
      const std::vector<Point> middles = middles_of_cells();
      for (int t = 0; t < map_.territory_count(); ++t) {
        const Point from = place(t);
        const Point to = middles[at(t)];
        look_around(t, distance(from, to), 0.3 * plan_.spacing);
        const double enough = room(t, 0.3 * plan_.spacing);
        for (const double part : {0.6, 0.3, 0.12}) {
          place(t) = from + part * (to - from);
          if (!stretched(t, from) && !turned_over(t, from) && room(t, enough, enough) >= enough)
            break;
          place(t) = from;
        }
        furthest = std::max(furthest, distance(from, place(t)));
      }
      if (furthest < 0.015 * plan_.spacing) return;
    }
  }

  // Moves territories out of narrow places: each with little room to where it has the most of some
  // places around it, in ever shorter steps.
  void widen() {
    constexpr int rounds = 14;
    constexpr int directions = 8;
    const double wanted = 0.4 * plan_.spacing;
    double reach = 0.4 * plan_.spacing;
    for (int round = 0; round < rounds; ++round, reach *= 0.8) {
      bool moved = false;
      for (int t = 0; t < map_.territory_count(); ++t) {
        const Point from = place(t);
        Point best = from;
        look_around(t, reach, wanted);
        double most = room(t, wanted);
        if (most >= wanted) continue;
        for (int i = 0; i < directions; ++i) {
          const Point to = from + reach * on_circle(static_cast<double>(i) / directions);
          if (inside_board(to, width_, height_) < 0.2 * plan_.spacing) continue;
          place(t) = to;
          const double now = room(t, wanted, most);
          if (now <= most || stretched(t, from) || turned_over(t, from)) continue;
          most = now;
          best = to;
        }
        place(t) = best;
        moved = moved || !(best == from);
      }
      if (!moved && reach < 0.1 * plan_.spacing) return;
    }
  }

  // Puts t as near to where it is as no border crosses another and there is room, the more of it
  // the nearer; those that it leaves too little room give way.
  void settle(int t) {
    constexpr double ring = 0.1;  // spacings
    constexpr int directions = 16;
    const Point wanted = place(t);
    const std::vector<Point> before = plan_.points;
    for (const auto& [least, last] :
         {std::pair{0.9 * even, 4}, {0.5 * even, 10}, {0.2 * even, 60}}) {
      for (int r = 0; r <= last; ++r) {
        for (int i = 0; i < (r == 0 ? 1 : directions); ++i) {
          place(t) =
              wanted + r * ring * plan_.spacing * on_circle(static_cast<double>(i) / directions);
          if (inside_board(place(t), width_, height_) < 0.1 * plan_.spacing) continue;
          look_around(t, 0, even * plan_.spacing);
          if (room(t, even * plan_.spacing) < 0) continue;
          give_way(t, even * plan_.spacing);
          look_around(t, 0, even * plan_.spacing);
          if (room(t, even * plan_.spacing) >= least * plan_.spacing) return;
          plan_.points = before;
        }
      }
    }
    place(t) = wanted;
  }

  // The least room of any territory, in spacings.
  double evenness() {
    double least = 1e18;
    for (int t = 0; t < map_.territory_count(); ++t) {
      look_around(t, 0, least);
      least = room(t, least);
    }
    return least / plan_.spacing;
  }

 private:
  Point& place(int t) { return plan_.points[at(t)]; }

  // Moves those out of the way that t leaves less room than `enough`, as little as will do.
  void give_way(int t, double enough) {
    constexpr double pace = 0.08;  // spacings
    constexpr int paces = 6;
    constexpr int directions = 12;
    for (int u = 0; u < map_.territory_count(); ++u) {
      const Point from = place(u);
      if (u == t || distance(from, place(t)) > 2.5 * plan_.spacing) continue;
      look_around(u, paces * pace * plan_.spacing, enough);
      double most = room(u, enough);
      const double wanted = room(u, enough, 0, t);
      Point best = from;
      for (int i = 0; i < paces * directions && most < wanted; ++i) {
        const double away = pace * (1 + i / directions) * plan_.spacing;
        place(u) = from + away * on_circle(static_cast<double>(i % directions) / directions);
        if (inside_board(place(u), width_, height_) < 0.1 * plan_.spacing) continue;
        const double now = room(u, enough, most);
        if (now <= most || turned_over(u, from)) continue;
        most = now;
        best = place(u);
      }
      place(u) = best;
    }
  }

  // Lists what may come nearer than `reach` to t or its borders while t is at most `away` from
  // where it is, for room() and turned_over().
  void look_around(int t, double away, double reach) {
    const Point here = place(t);
    Box box{here, here};
    for (const int other : linked_[at(t)]) {
      const Point there = place(other);
      box.low = {std::min(box.low.x, there.x), std::min(box.low.y, there.y)};
      box.high = {std::max(box.high.x, there.x), std::max(box.high.y, there.y)};
    }
    const Point margin{away + 1.001 * reach, away + 1.001 * reach};
    box = {box.low - margin, box.high + margin};
    near_.clear();
    for (int u = 0; u < map_.territory_count(); ++u) {
      const Point p = place(u);
      if (u != t && p.x >= box.low.x && p.x <= box.high.x && p.y >= box.low.y && p.y <= box.high.y)
        near_.push_back(u);
    }
    near_borders_.clear();
    for (const Border& border : borders_) {
      const Point a = place(border.a);
      const Point b = place(border.b);
      if (border.a != t && border.b != t && std::max(a.x, b.x) >= box.low.x &&
          std::min(a.x, b.x) <= box.high.x && std::max(a.y, b.y) >= box.low.y &&
          std::min(a.y, b.y) <= box.high.y)
        near_borders_.push_back(border);
    }
  }

  // Sets what may be nearest to a place of each block, or not a strait farther than the nearest.
  void find_candidates() {
    std::vector<double> squares(plan_.points.size());
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      double least = 1e18;
      for (std::size_t t = 0; t < squares.size(); ++t) {
        const Point away = plan_.points[t] - blocks_[b];
        squares[t] = dot(away, away);
        least = std::min(least, squares[t]);
      }
      const double furthest =
          std::sqrt(least) + 2 * around_ + (strait_width + 0.001) * plan_.spacing;
      candidates_[b].clear();
      for (std::size_t t = 0; t < squares.size(); ++t) {
        if (squares[t] <= furthest * furthest) candidates_[b].push_back(t);
      }
    }
  }

  // The middle of what is nearest to each territory; not of what is sea between lands.
  std::vector<Point> middles_of_cells() {
    std::vector<Point> sums(plan_.points.size());
    std::vector<int> counts(plan_.points.size(), 0);
    find_candidates();
    for (const auto& [p, block] : inside_) {
      std::size_t nearest = 0;
      double least = 1e18;
      double overseas = 1e18;  // to the nearest of another land
      for (const std::size_t t : candidates_[block]) {
        const Point away = plan_.points[t] - p;
        const double square = dot(away, away);
        if (square >= overseas) continue;
        if (square >= least) {
          if (land_of_[t] != land_of_[nearest]) overseas = square;
          continue;
        }
        if (land_of_[t] != land_of_[nearest]) overseas = least;
        least = square;
        nearest = t;
      }
      if (std::sqrt(overseas) - std::sqrt(least) < strait_width * plan_.spacing) continue;
      sums[nearest] += p;
      ++counts[nearest];
    }
    for (std::size_t t = 0; t < sums.size(); ++t) {
      sums[t] =
          counts[t] == 0 ? plan_.points[t] : Point{sums[t].x / counts[t], sums[t].y / counts[t]};
    }
    return sums;
  }

  // The least distance of t and its borders to what is not theirs, at most `least`; -1 if a border
  // crosses another. Below `enough` it may be any number that is too small. `but` does not count.
  // After look_around().
  double room(int t, double least, double enough = 0, int but = -1) {
    const Point here = place(t);
    const auto look = [&](Point a, Point b, Point c, Point d) {
      if (boxes_apart(a, b, c, d) < least)
        least = std::min(least, gap_between_segments(a, b, c, d));
    };
    // What is far from all of its borders is far from each.
    Box box{here, here};
    for (const int other : linked_[at(t)]) {
      if (other == but) continue;
      const Point there = place(other);
      box.low = {std::min(box.low.x, there.x), std::min(box.low.y, there.y)};
      box.high = {std::max(box.high.x, there.x), std::max(box.high.y, there.y)};
    }
    for (const int u : near_) {
      if (least < enough) return least;
      const Point p = place(u);
      if (u == but || boxes_apart(box.low, box.high, p, p) >= least) continue;
      least = std::min(least, distance(here, p));
      for (const int other : linked_[at(t)]) {
        if (other != u && other != but && boxes_apart(here, place(other), p, p) < least)
          least = std::min(least, distance_to_segment(here, place(other), p));
      }
    }
    for (const Border& second : near_borders_) {
      if (least < enough) return least;
      const Point c = place(second.a);
      const Point d = place(second.b);
      if (boxes_apart(box.low, box.high, c, d) >= least) continue;
      if (second.a == but || second.b == but) continue;
      look(here, here, c, d);
      for (const int other : linked_[at(t)]) {
        if (other == second.a || other == second.b || other == but) continue;
        const Point there = place(other);
        if (boxes_apart(here, there, c, d) < least && segments_cross(here, there, c, d)) return -1;
        look(here, there, c, d);
      }
    }
    return least;
  }

  // Longer borders are not wanted, least of all between continents.
  double longest(int t, int u) const {
    return (map_.continent_of(t) != map_.continent_of(u) ? 1.55 : 2.0) * plan_.spacing;
  }

  // Whether the move of t from `from` makes a border so long, or longer, that it becomes a route.
  bool stretched(int t, Point from) {
    for (const int other : linked_[at(t)]) {
      const double now = distance(place(t), place(other));
      if (now > 0.95 * longest(t, other) && now > distance(from, place(other))) return true;
    }
    return false;
  }

  // Whether a straight move of t from `from` passes through a border or sweeps over a territory:
  // the drawing would be another one. After look_around().
  bool turned_over(int t, Point from) {
    const Point to = place(t);
    for (const Border& border : near_borders_) {
      const Point a = place(border.a);
      const Point b = place(border.b);
      if (boxes_apart(from, to, a, b) <= 0 && segments_cross(from, to, a, b)) return true;
    }
    for (const int other : linked_[at(t)]) {
      const Point there = place(other);
      // A move along its border sweeps over all of that line, however far.
      const bool along = cross(to - from, there - from) == 0;
      for (const int u : along ? all_ : near_) {
        if (u != t && u != other && in_triangle(from, to, there, place(u))) return true;
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
  std::vector<int> land_of_;
  std::vector<Border> borders_;           // the clean ones
  std::vector<std::vector<int>> linked_;  // by territory, the other ends of its own
  std::vector<int> all_;                  // territories
  // Places all over the board, with the blocks of a grid that they are in.
  std::vector<std::pair<Point, std::size_t>> inside_;
  std::vector<Point> blocks_;  // their middles
  double around_ = 0;          // how far a place of a block is from that at most
  std::vector<std::vector<std::size_t>> candidates_;  // by block
  std::vector<int> near_;                             // territories that look_around() found
  std::vector<Border> near_borders_;                  // the same
};

}  // namespace

void even_out(const Map& map, LandPlan& plan, double width, double height) {
  Relaxation relaxation(map, plan, width, height);
  relaxation.run();
  plan.evenness = relaxation.evenness();
  if (plan.evenness >= Relaxation::even) return;
  relaxation.widen();
  plan.evenness = relaxation.evenness();
}

void settle_point(const Map& map, LandPlan& plan, double width, double height, int moved) {
  Relaxation(map, plan, width, height).settle(moved);
}

}  // namespace evorisk::maps
