// Positions on the board: the map's drawing, stretched over the board and evened out.
#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "maps/layout/bend.hpp"
#include "maps/layout/land.hpp"
#include "maps/layout/layout.hpp"
#include "maps/layout/steps.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// Drawings with less room somewhere, in spacings, have slivers.
constexpr double even = 0.25;
// With less, another drawing of the map may be better.
constexpr double narrow = 0.2;

// Moves territories towards the middle of what is nearest to them (Lloyd's relaxation), as far as
// no border comes nearer than `clearance` to another or to a territory, or nearer than it is.
class Relaxation {
 public:
  Relaxation(const Map& map, LandPlan& plan, double width, double height)
      : map_(map),
        plan_(plan),
        width_(width),
        height_(height),
        land_of_(lands_of(map)),
        linked_(at(map.territory_count())) {
    for (std::size_t b = 0; b < map.borders().size(); ++b) {
      if (!plan.clean[b]) continue;
      borders_.push_back(map.borders()[b]);
      linked_[at(borders_.back().a)].push_back(borders_.back().b);
      linked_[at(borders_.back().b)].push_back(borders_.back().a);
    }
  }

  void run() {
    const int rounds = std::clamp(20000 / map_.territory_count(), 10, 40);
    for (int round = 0; round < rounds; ++round) {
      double furthest = 0;
      const std::vector<Point> middles = middles_of_cells();
      for (int t = 0; t < map_.territory_count(); ++t) {
        const Point from = place(t);
        const Point to = middles[at(t)];
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
    int first = 0;
    for (const auto& [least, last] :
         {std::pair{0.9 * even, 4}, {0.5 * even, 10}, {0.2 * even, 60}}) {
      for (int r = first; r <= last; ++r) {
        for (int i = 0; i < (r == 0 ? 1 : directions); ++i) {
          place(t) =
              wanted + r * ring * plan_.spacing * on_circle(static_cast<double>(i) / directions);
          if (inside_board(place(t), width_, height_) < 0.1 * plan_.spacing) continue;
          if (room(t, even * plan_.spacing) < 0) continue;
          give_way(t, even * plan_.spacing);
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
    for (int t = 0; t < map_.territory_count(); ++t) least = room(t, least);
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

  // The middle of what is nearest to each territory; not of what is sea between lands.
  std::vector<Point> middles_of_cells() {
    constexpr int columns = 44;
    const int rows = std::max(8, static_cast<int>(columns * height_ / width_));
    std::vector<Point> sums(plan_.points.size());
    std::vector<int> counts(plan_.points.size(), 0);
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        const Point p{(c + 0.5) * width_ / columns, (r + 0.5) * height_ / rows};
        if (inside_board(p, width_, height_) < 0.1 * plan_.spacing) continue;
        std::size_t nearest = 0;
        double least = 1e18;
        double overseas = 1e18;  // to the nearest of another land
        for (std::size_t t = 0; t < plan_.points.size(); ++t) {
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
    }
    for (std::size_t t = 0; t < sums.size(); ++t) {
      sums[t] =
          counts[t] == 0 ? plan_.points[t] : Point{sums[t].x / counts[t], sums[t].y / counts[t]};
    }
    return sums;
  }

  // The least distance of t and its borders to what is not theirs, at most `least`; -1 if a border
  // crosses another. Below `enough` it may be any number that is too small. `but` does not count.
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
    for (int u = 0; u < map_.territory_count(); ++u) {
      const Point p = place(u);
      if (u == t || u == but || boxes_apart(box.low, box.high, p, p) >= least) continue;
      look(here, here, p, p);
      for (const int other : linked_[at(t)]) {
        if (other != u && other != but) look(here, place(other), p, p);
      }
    }
    for (const Border& second : borders_) {
      if (least < enough) return least;
      const Point c = place(second.a);
      const Point d = place(second.b);
      if (boxes_apart(box.low, box.high, c, d) >= least) continue;
      if (second.a == t || second.b == t || second.a == but || second.b == but) continue;
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
  double longest(const Border& border) const {
    return (map_.continent_of(border.a) != map_.continent_of(border.b) ? 1.55 : 2.0) *
           plan_.spacing;
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
  std::vector<int> land_of_;
  std::vector<Border> borders_;           // the clean ones
  std::vector<std::vector<int>> linked_;  // by territory, the other ends of its own
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

// By border: whether it crosses no other such one in a drawing in the unit square. Those of the
// territory `but` cross none.
std::vector<bool> clean_borders(const Map& map, const std::vector<Point>& drawing, int but = -1) {
  std::vector<bool> clean(map.borders().size(), true);
  auto pairs = clashing_borders(to_grid(drawing), map.borders());
  std::erase_if(pairs, [&](const auto& pair) {
    const Border& a = map.borders()[at(pair.first)];
    const Border& b = map.borders()[at(pair.second)];
    return but >= 0 && (a.a == but || a.b == but || b.a == but || b.b == but);
  });
  for (const int b : fewest_to_drop(std::move(pairs))) clean[at(b)] = false;
  return clean;
}

LandPlan attempt_plan(const Map& map, const std::vector<Point>& drawing, double width,
                      double height) {
  LandPlan plan;
  plan.points = drawing;
  plan.clean = clean_borders(map, drawing);
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
    if (plan.evenness < even) {
      relaxation.widen();
      plan.evenness = relaxation.evenness();
    }
  }
  return plan;
}

// The places of a placed map on a drawing, in millimetres, and the same in the unit square.
class Placing {
 public:
  Placing(const Map& map, double width, double height, std::uint64_t seed)
      : width_(width),
        height_(height),
        spacing_(std::sqrt(width * height / map.territory_count())),
        bend_(spacing_, seed) {}

  double spacing() const { return spacing_; }
  Point seat(Point place) const { return {place.x * width_, place.y * height_}; }
  Point point(Point place) const { return bend_.bent(seat(place)); }
  Point place_of_point(Point point) const {
    const Point seat = bend_.unbent(point);
    return {std::clamp(seat.x / width_, 0.0, 1.0), std::clamp(seat.y / height_, 0.0, 1.0)};
  }
  // The unit square holds the board and what the bend makes stick out of it.
  Point enter(Point point) const {
    return {(point.x + spacing_) / side(), (point.y + spacing_) / side()};
  }
  Point leave(Point p) const { return {p.x * side() - spacing_, p.y * side() - spacing_}; }

 private:
  double side() const { return std::max(width_, height_) + 2 * spacing_; }

  double width_;
  double height_;
  double spacing_;
  Bend bend_;
};

LandPlan placed_plan(const Map& map, double width, double height, std::uint64_t seed) {
  const Placing placing(map, width, height, seed);
  std::vector<std::optional<Point>> places;
  for (const Territory& territory : map.data().territories) {
    places.push_back(territory.position);
    if (places.back()) places.back() = placing.enter(placing.point(*places.back()));
  }
  std::vector<Point> drawing = layout(map, places);
  bool kept = false;
  for (std::size_t t = 0; t < places.size(); ++t) kept = kept || drawing[t] == places[t];
  if (!kept) return attempt_plan(map, drawing, width, height);
  LandPlan plan;
  plan.spacing = placing.spacing();
  for (std::size_t t = 0; t < places.size(); ++t) {
    auto place = map.data().territories[t].position;
    // What had to move may have been put beside the board.
    if (drawing[t] != places[t]) place = placing.place_of_point(placing.leave(drawing[t]));
    plan.seats.push_back(placing.seat(*place));
    plan.points.push_back(placing.point(*place));
    drawing[t] = placing.enter(plan.points.back());
  }
  plan.clean = clean_borders(map, drawing);
  return plan;
}

bool has_places(const Map& map) {
  return std::ranges::any_of(map.data().territories,
                             [](const Territory& t) { return t.position.has_value(); });
}

}  // namespace

std::vector<int> lands_of(const Map& map) {
  std::vector<int> borders_of(at(map.continent_count()), 0);  // to other continents
  for (const Border& border : map.borders()) {
    const int a = map.continent_of(border.a);
    const int b = map.continent_of(border.b);
    if (a == b) continue;
    ++borders_of[at(a)];
    ++borders_of[at(b)];
  }
  std::vector<int> lands;
  for (int t = 0; t < map.territory_count(); ++t) {
    const int c = map.continent_of(t);
    const bool island = map.continent(c).island ||
                        (borders_of[at(c)] == 1 && map.continent(c).territories.size() > 1);
    lands.push_back(island ? 1 + c : 0);
  }
  return lands;
}

LandPlan plan_of_land(const Map& map, double width, double height, std::uint64_t seed) {
  if (map.data().placed && has_places(map)) return placed_plan(map, width, height, seed);
  LandPlan best;
  for (const bool afresh : {false, true}) {
    MapData data = map.data();
    if (afresh) {
      for (Territory& territory : data.territories) territory.position.reset();
    }
    LandPlan plan = attempt_plan(map, layout(Map(std::move(data))), width, height);
    if (afresh && plan.evenness <= best.evenness) continue;
    best = std::move(plan);
    if (best.evenness >= narrow) break;
  }
  return best;
}

std::vector<Point> settled_places(const Map& map, int moved, double width, double height,
                                  std::uint64_t seed) {
  const Placing placing(map, width, height, seed);
  std::vector<Point> places;
  LandPlan plan;
  std::vector<Point> drawing;
  for (const Territory& territory : map.data().territories) {
    places.push_back(territory.position.value_or(Point{0.5, 0.5}));
    plan.points.push_back(placing.point(places.back()));
    drawing.push_back(placing.enter(plan.points.back()));
  }
  plan.spacing = placing.spacing();
  plan.clean = clean_borders(map, drawing, moved);
  const std::vector<Point> before = plan.points;
  Relaxation(map, plan, width, height).settle(moved);
  for (std::size_t t = 0; t < places.size(); ++t) {
    if (!(plan.points[t] == before[t])) places[t] = placing.place_of_point(plan.points[t]);
  }
  return places;
}

}  // namespace evorisk::maps
