// Positions on the board: the map's drawing, stretched over the board and evened out.
#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "maps/layout/land/bend.hpp"
#include "maps/layout/land/land.hpp"
#include "maps/layout/layout.hpp"
#include "maps/layout/steps.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// With less, another drawing of the map may be better.
constexpr double narrow = 0.3;

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
  if (map.territory_count() > 2) even_out(map, plan, width, height);
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

// Mirrors a drawing so that what is left, or up, by the map's own places is so on it: north stays
// north. Only where all territories have places.
void face_as_placed(const Map& map, std::vector<Point>& drawing) {
  std::vector<Point> places;
  for (const Territory& territory : map.data().territories) {
    if (territory.position) places.push_back(*territory.position);
  }
  if (places.size() != drawing.size()) return;
  Point mean;
  for (const Point& p : places) mean += (1.0 / static_cast<double>(places.size())) * p;
  Point alike;
  for (std::size_t t = 0; t < places.size(); ++t) {
    alike += {(places[t].x - mean.x) * drawing[t].x, (places[t].y - mean.y) * drawing[t].y};
  }
  for (Point& p : drawing) {
    if (alike.x < 0) p.x = 1 - p.x;
    if (alike.y < 0) p.y = 1 - p.y;
  }
}

}  // namespace

double inside_board(Point p, double width, double height) {
  const double u = std::abs(2 * p.x / width - 1);
  const double v = std::abs(2 * p.y / height - 1);
  const double across = u * u * u * u;
  const double down = v * v * v * v;
  return (1 - std::sqrt(std::sqrt(across + down))) * std::min(width, height) / 2;
}

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
    std::vector<Point> drawing = layout(Map(std::move(data)));
    if (afresh) face_as_placed(map, drawing);
    LandPlan plan = attempt_plan(map, drawing, width, height);
    if (afresh && plan.evenness <= best.evenness) continue;
    best = std::move(plan);
    // What has no places was drawn afresh already.
    if (best.evenness >= narrow || !has_places(map)) break;
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
  settle_point(map, plan, width, height, moved);
  for (std::size_t t = 0; t < places.size(); ++t) {
    if (!(plan.points[t] == before[t])) places[t] = placing.place_of_point(plan.points[t]);
  }
  return places;
}

}  // namespace evorisk::maps
