// The land of printed boards: what touches, what must not, and where names stand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/print/canvas.hpp"
#include "maps/generate/generator.hpp"
#include "maps/generate/naming.hpp"
#include "maps/io.hpp"
#include "maps/layout/land/labels.hpp"
#include "maps/layout/land/land.hpp"
#include "maps/layout/vector.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::maps {
namespace {

Map random_map(int number) {
  Random random(
      {.seed = 4711, .purpose = Purpose::test, .match = static_cast<std::uint64_t>(number)});
  const int territories = 2 + static_cast<int>(random.below(59));
  const int continents =
      1 + static_cast<int>(random.below(static_cast<std::uint32_t>(std::max(1, territories / 3))));
  const double density = random.unit();
  return generate_map({territories, continents, density}, random);
}

// A board with about the same room for each territory as printed ones have, at half the scale.
Land small_land(const Map& map, std::uint64_t seed) {
  const double side = std::sqrt(map.territory_count() * 450.0);
  return make_land(map, std::max(70.0, 1.16 * side), std::max(60.0, side / 1.16), seed);
}

bool inside(const std::vector<std::vector<Point>>& area, Point p) {
  bool result = false;
  for (const auto& outline : area) {
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Point a = outline[i];
      const Point b = outline[(i + 1) % outline.size()];
      if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y))
        result = !result;
    }
  }
  return result;
}

// Whether a place is in the area of a territory, as exactly as its outline follows the cells.
bool near_land(const Land& land, int territory, Point p) {
  const double step = land.cells.step;
  for (const double dx : {0.0, -step, step}) {
    for (const double dy : {0.0, -step, step}) {
      if (inside(land.areas[static_cast<std::size_t>(territory)], {p.x + dx, p.y + dy}))
        return true;
    }
  }
  return false;
}

// Sides of outlines as they are in two areas: the length they have in common.
std::map<std::pair<int, int>, double> common_lines(const Land& land) {
  using Side = std::pair<std::pair<double, double>, std::pair<double, double>>;
  std::map<Side, int> first;
  std::map<std::pair<int, int>, double> lengths;
  for (std::size_t t = 0; t < land.areas.size(); ++t) {
    for (const auto& outline : land.areas[t]) {
      for (std::size_t i = 0; i < outline.size(); ++i) {
        const Point a = outline[i];
        const Point b = outline[(i + 1) % outline.size()];
        std::pair from{a.x, a.y};
        std::pair to{b.x, b.y};
        if (to < from) std::swap(from, to);
        const auto [found, is_new] = first.try_emplace({from, to}, static_cast<int>(t));
        if (!is_new) lengths[{found->second, static_cast<int>(t)}] += distance(a, b);
      }
    }
  }
  return lengths;
}

// Everything that must hold of a map's land.
void check(const Map& map, const Land& land) {
  const int count = map.territory_count();
  const auto common = common_lines(land);
  std::set<std::pair<int, int>> routes;
  for (const BoardRoute& route : land.routes) {
    EXPECT_TRUE(map.adjacent(route.a, route.b));
    ASSERT_GE(route.points.size(), 2u);
    // From land to land: a route that ends in the sea leads nowhere.
    for (const auto& [t, end] :
         {std::pair{route.a, route.points.front()}, {route.b, route.points.back()}}) {
      EXPECT_TRUE(near_land(land, t, end))
          << route.a << "-" << route.b << " at " << end.x << ", " << end.y;
    }
    routes.insert({route.a, route.b});
  }
  // Every border is a line to be seen, or a route.
  for (const Border& border : map.borders()) {
    const auto found = common.find({border.a, border.b});
    const double length = found == common.end() ? 0 : found->second;
    EXPECT_TRUE(length > 0.5 * least_common_line || routes.contains({border.a, border.b}))
        << border.a << "-" << border.b << " have " << length << " mm in common";
  }
  // No line between others, not even a point: their outlines keep their distance.
  for (const auto& [pair, length] : common) {
    EXPECT_TRUE(map.adjacent(pair.first, pair.second)) << pair.first << "-" << pair.second;
  }
  for (int t = 0; t < count; ++t) {
    const auto& area = land.areas[static_cast<std::size_t>(t)];
    ASSERT_FALSE(area.empty()) << "territory " << t << " has no land";
    EXPECT_TRUE(inside(area, land.seats[static_cast<std::size_t>(t)])) << t;
  }
  const double apart = 0.6 * land.cells.step;
  std::map<std::pair<int, int>, std::vector<std::pair<int, Point>>> near;
  const auto square = [&](Point p) {
    return std::pair{static_cast<int>(p.x / apart), static_cast<int>(p.y / apart)};
  };
  for (int t = 0; t < count; ++t) {
    for (const auto& outline : land.areas[static_cast<std::size_t>(t)]) {
      for (const Point p : outline) near[square(p)].push_back({t, p});
    }
  }
  for (const auto& [place, points] : near) {
    for (int dx = 0; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        const auto other = near.find({place.first + dx, place.second + dy});
        if (other == near.end()) continue;
        for (const auto& [t, p] : points) {
          for (const auto& [u, q] : other->second) {
            if (t != u && !map.adjacent(t, u)) {
              EXPECT_GT(distance(p, q), apart) << t << " and " << u;
            }
          }
        }
      }
    }
  }
  // No place is in two areas, and the raster that labels are placed on tells the same.
  int disagree = 0;
  int places = 0;
  for (double y = 0.77; y < land.height; y += 5.3) {
    for (double x = 0.33; x < land.width; x += 4.9) {
      int holders = 0;
      int holder = sea;
      for (int t = 0; t < count; ++t) {
        if (distance({x, y}, land.seats[static_cast<std::size_t>(t)]) < 80 &&
            inside(land.areas[static_cast<std::size_t>(t)], {x, y})) {
          ++holders;
          holder = t;
        }
      }
      EXPECT_LE(holders, 1) << "at " << x << ", " << y;
      const int cell =
          land.cells.at(std::min(static_cast<int>(x / land.cells.step), land.cells.columns - 1),
                        std::min(static_cast<int>(y / land.cells.step), land.cells.rows - 1));
      ++places;
      if (cell != holder) ++disagree;
    }
  }
  EXPECT_LT(disagree, 0.1 * places + 3);
}

TEST(Land, EveryBorderIsALineOrARouteAndNothingElseTouches) {
  for (int number = 0; number < (test::sanitized ? 4 : 40); ++number) {
    SCOPED_TRACE(number);
    const Map map = random_map(number);
    check(map, small_land(map, static_cast<std::uint64_t>(number)));
    if (HasFailure()) return;
  }
}

TEST(Land, HoldsForTheLibraryWithMapsThatAreNotPlanar) {
  int over_land = 0;
  for (const std::string_view name : library_names()) {
    if (name == "grid-10x10") continue;  // a hundred territories
    if (test::sanitized && name != "thesis-3" && name != "thesis-9") continue;
    SCOPED_TRACE(name);
    const MapPtr map = library_map(name);
    const Land land = small_land(*map, 1);
    check(*map, land);
    for (const BoardRoute& route : land.routes) over_land += route.over_land ? 1 : 0;
  }
  EXPECT_GT(over_land, 0);  // thesis-3 is not planar
}

TEST(Land, IsAFunctionOfMapSizeAndSeed) {
  const Map map = random_map(test::sanitized ? 4 : 7);
  const Land land = small_land(map, 5);
  EXPECT_EQ(land.areas, small_land(map, 5).areas);
  EXPECT_NE(land.areas, small_land(map, 6).areas);
}

bool overlap(const Rectangle& a, const Rectangle& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

TEST(Labels, AreDisjointAndInsideOfTheirAreas) {
  app::kit::Canvas meter(app::kit::Canvas::Format::pdf, 10, 10, "");
  const auto text_width = [&](std::string_view text, double size) {
    return meter.measure(text, app::kit::Face::bold, size).width;
  };
  int labels = 0;
  int outside = 0;
  for (int number = 0; number < test::cases(12); ++number) {
    SCOPED_TRACE(number);
    const Map map = with_names(random_map(1000 + number), 3);
    // The room of a printed board: 55 mm square for each, sea included.
    const double side = std::sqrt(map.territory_count() * 3000.0);
    const Land land = make_land(map, std::max(190.0, 1.16 * side), std::max(150.0, side / 1.16), 3);
    const auto placed = place_labels(map, land, {text_width}).areas;
    ASSERT_EQ(placed.size(), static_cast<std::size_t>(map.territory_count()));
    std::vector<Rectangle> boxes;
    for (std::size_t t = 0; t < placed.size(); ++t) {
      const AreaLabel& label = placed[t];
      // The box holds the text as it is drawn.
      std::string name;
      double y = label.box.y + 0.79 * label.size;
      for (const std::string& line : label.lines) {
        const auto size = meter.measure(line, app::kit::Face::bold, label.size);
        EXPECT_LE(size.width, label.box.width + 1e-6);
        EXPECT_GE(y - size.ascent, label.box.y - 0.02 * label.size);
        EXPECT_LE(y + size.descent, label.box.y + label.box.height + 0.02 * label.size);
        y += line_height * label.size;
        name += name.empty() ? line : " " + line;
      }
      EXPECT_EQ(name, map.territory(static_cast<int>(t)).name);
      const Disc& spot = label.spot;
      const Rectangle around{spot.centre.x - spot.radius, spot.centre.y - spot.radius,
                             2 * spot.radius, 2 * spot.radius};
      boxes.push_back(label.box);
      boxes.push_back(around);
      ++labels;
      EXPECT_TRUE(inside(land.areas[t], spot.centre));
      if (!label.inside) {
        ++outside;
        continue;
      }
      for (const double across : {0.0, 0.5, 1.0}) {
        for (const double down : {0.0, 1.0}) {
          EXPECT_TRUE(inside(land.areas[t], {label.box.x + across * label.box.width,
                                             label.box.y + down * label.box.height}))
              << map.territory(static_cast<int>(t)).name;
        }
      }
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (std::size_t j = i + 1; j < boxes.size(); ++j) {
        EXPECT_FALSE(overlap(boxes[i], boxes[j])) << i / 2 << " and " << j / 2;
      }
    }
  }
  EXPECT_LE(outside, labels / 200) << outside << " of " << labels;
}

TEST(Labels, StandInTheSeaWhereTheLandIsTooSmall) {
  app::kit::Canvas meter(app::kit::Canvas::Format::pdf, 10, 10, "");
  const auto text_width = [&](std::string_view text, double size) {
    return meter.measure(text, app::kit::Face::bold, size).width;
  };
  const Map map = with_names(random_map(3), 1);
  const Land land = make_land(map, 90, 70, 1);
  const auto placed = place_labels(map, land, {text_width}).areas;
  EXPECT_TRUE(std::any_of(placed.begin(), placed.end(), [](const auto& l) { return !l.inside; }));
}

TEST(Labels, LeaveNamesOutAndPlaceBadgesWhenAskedTo) {
  const MapPtr map = library_map("risk");
  const Land land = make_land(*map, 380, 285, 1, 2);
  const auto width = [](std::string_view text, double size) { return text_width(text, size); };
  const BoardLabels named = place_labels(*map, land, {width, true, true});
  EXPECT_EQ(named.areas[0].lines, std::vector<std::string>{"Alaska"});
  ASSERT_EQ(named.badges.size(), 6u);
  std::vector<Rectangle> boxes;
  for (const Badge& badge : named.badges) boxes.push_back(badge.box);
  for (const AreaLabel& label : named.areas) {
    boxes.push_back(label.box);
    boxes.push_back({label.spot.centre.x - label.spot.radius,
                     label.spot.centre.y - label.spot.radius, 2 * label.spot.radius,
                     2 * label.spot.radius});
  }
  for (std::size_t c = 0; c < 6; ++c) {
    EXPECT_GT(boxes[c].x, 0);
    EXPECT_LT(boxes[c].x + boxes[c].width, land.width);
    for (std::size_t i = c + 1; i < boxes.size(); ++i) {
      EXPECT_FALSE(overlap(boxes[c], boxes[i])) << c << " and " << i;
    }
  }
  const BoardLabels bare = place_labels(*map, land, {width, false});
  EXPECT_TRUE(bare.badges.empty());
  for (const AreaLabel& label : bare.areas) {
    EXPECT_TRUE(label.lines.empty());
    EXPECT_GE(label.spot.radius, 3);
  }
}

// The distance from a box to the nearest land of the continent, or of the others.
double distance_to_land(const Land& land, const Map& map, const Rectangle& box, int c, bool own) {
  double nearest = 1e9;
  for (int row = 0; row < land.cells.rows; ++row) {
    for (int column = 0; column < land.cells.columns; ++column) {
      const int t = land.cells.at(column, row);
      if (t < 0 || (map.continent_of(t) == c) != own) continue;
      const double x = (column + 0.5) * land.cells.step;
      const double y = (row + 0.5) * land.cells.step;
      nearest = std::min(nearest, std::hypot(std::max({0.0, box.x - x, x - box.x - box.width}),
                                             std::max({0.0, box.y - y, y - box.y - box.height})));
    }
  }
  return nearest;
}

// Whether water below a box, up to 14 mm across, is all that parts two territories.
bool hides_strait(const Land& land, const Rectangle& box) {
  const LandRaster& cells = land.cells;
  const int reach = static_cast<int>(14 / cells.step);
  const auto ends_in_land = [&](int column, int row, int right, int down, int& territory) {
    for (int i = 1; i <= reach; ++i) {
      if (!cells.holds(column + i * right, row + i * down)) return reach + 1;
      territory = cells.at(column + i * right, row + i * down);
      if (territory != sea) return i;
    }
    return reach + 1;
  };
  for (int row = 0; row < cells.rows; ++row) {
    for (int column = 0; column < cells.columns; ++column) {
      const Point p = cells.centre(column, row);
      if (cells.at(column, row) != sea || p.x < box.x || p.x > box.x + box.width || p.y < box.y ||
          p.y > box.y + box.height)
        continue;
      for (const auto& [right, down] : {std::pair{1, 0}, {0, 1}}) {
        int a = sea;
        int b = sea;
        const int across = ends_in_land(column, row, right, down, a) +
                           ends_in_land(column, row, -right, -down, b) - 1;
        if (across <= reach && a != b) return true;
      }
    }
  }
  return false;
}

TEST(Labels, BadgesLeaveWaterBetweenTerritoriesToBeSeen) {
  const auto width = [](std::string_view text, double size) { return text_width(text, size); };
  int badges = 0;
  int hidden = 0;
  for (int number = 0; number < (test::sanitized ? 8 : 40); ++number) {
    const Map map = with_names(random_map(number), 1);
    if (map.continent_count() > 10) continue;
    const Land land = make_land(map, 380, 285, 1, 2);
    const BoardLabels placed = place_labels(map, land, {width, true, true});
    for (const Badge& badge : placed.badges) {
      ++badges;
      hidden += hides_strait(land, badge.box) ? 1 : 0;
    }
  }
  // One of 141; of badges that keep off the land of others alone 70 do.
  EXPECT_LE(40 * hidden, badges);
}

// Whether a line between two territories runs below a box.
bool hides_border(const Land& land, const Rectangle& box) {
  const LandRaster& cells = land.cells;
  for (int row = 0; row < cells.rows; ++row) {
    for (int column = 0; column < cells.columns; ++column) {
      const Point p = cells.centre(column, row);
      const int t = cells.at(column, row);
      if (t == sea || p.x < box.x || p.x > box.x + box.width || p.y < box.y ||
          p.y > box.y + box.height)
        continue;
      for (const int u : {cells.owner_or_sea(column + 1, row), cells.owner_or_sea(column, row + 1)})
        if (u != sea && u != t) return true;
    }
  }
  return false;
}

TEST(Labels, BadgesHideNoBordersAndSayWhatTheContinentIsWorth) {
  const auto width = [](std::string_view text, double size) { return text_width(text, size); };
  int badges = 0;
  int hidden = 0;
  int named = 0;
  for (int number = 0; number < (test::sanitized ? 8 : 40); ++number) {
    const Map map = with_names(random_map(number), 1);
    if (map.continent_count() > 10) continue;
    const Land land = make_land(map, 380, 285, 1, 2);
    const BoardLabels placed = place_labels(map, land, {width, true, true});
    for (std::size_t c = 0; c < placed.badges.size(); ++c) {
      const Badge& badge = placed.badges[c];
      ++badges;
      hidden += hides_border(land, badge.box) ? 1 : 0;
      const Continent& own = map.continent(static_cast<int>(c));
      const std::string bonus = "+" + std::to_string(own.bonus);
      std::string text = badge.lines.front();
      if (badge.lines.size() == 2) text += " " + badge.lines.back();
      EXPECT_THAT(text, testing::AnyOf(own.name + " " + bonus, bonus));
      named += text == bonus ? 0 : 1;
    }
  }
  // Four of 141, of boards without room for even a bonus.
  EXPECT_LE(30 * hidden, badges);
  EXPECT_GE(4 * named, 3 * badges);
}

TEST(Labels, BadgesLieNearTheirOwnLand) {
  const auto width = [](std::string_view text, double size) { return text_width(text, size); };
  for (int number = 0; number < (test::sanitized ? 8 : 40); ++number) {
    SCOPED_TRACE(number);
    const Map map = with_names(random_map(number), 1);
    if (map.continent_count() > 10) continue;  // there may be no room near each
    const Land land = make_land(map, 380, 285, 1, 2);
    const auto count = static_cast<std::size_t>(map.continent_count());
    const BoardLabels placed = place_labels(map, land, {width, true, true});
    for (std::size_t c = 0; c < count; ++c) {
      const auto to_land = [&](bool own) {
        return distance_to_land(land, map, placed.badges[c].box, static_cast<int>(c), own);
      };
      // The margins that are looked at double, along both axes.
      EXPECT_LE(to_land(true), std::max(4.0, 2 * std::sqrt(2.0) * to_land(false)) + 1) << c;
    }
  }
}

}  // namespace
}  // namespace evorisk::maps
