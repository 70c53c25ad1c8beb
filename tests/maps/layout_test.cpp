#include "maps/layout/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "maps/io.hpp"
#include "maps/planar/planarity.hpp"
#include "tests/maps/map_families.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::maps {
namespace {

using test::Borders;

// An exact test of its own: positions as integers of 1e-9, the crossing point by Cramer's rule.
__extension__ typedef __int128 Wide;

struct Exact {
  Wide x, y;
};

Exact exact(Point p) {
  return {std::llround(p.x * 1e9), std::llround(p.y * 1e9)};
}

Exact operator-(Exact a, Exact b) {
  return {a.x - b.x, a.y - b.y};
}
Wide determinant(Exact a, Exact b) {
  return a.x * b.y - a.y * b.x;
}
Wide product(Exact a, Exact b) {
  return a.x * b.x + a.y * b.y;
}

bool lies_on(Exact p, Exact a, Exact b) {
  return determinant(b - a, p - a) == 0 && product(p - a, p - b) <= 0;
}

// Whether the segments share a point that is no end of either.
bool cross_inside(Exact a, Exact b, Exact c, Exact d) {
  const Exact along = b - a;
  const Exact other = d - c;
  Wide denominator = determinant(along, other);
  if (denominator == 0) return false;  // parallel: touching is found by lies_on
  Wide t = determinant(c - a, other);
  Wide u = determinant(c - a, along);
  if (denominator < 0) {
    denominator = -denominator;
    t = -t;
    u = -u;
  }
  return t > 0 && t < denominator && u > 0 && u < denominator;
}

struct Flaws {
  int crossings = 0;   // pairs of borders that cross
  int collisions = 0;  // territories on another one or on a foreign border
  int outside = 0;     // positions outside the unit square
  bool none() const { return crossings == 0 && collisions == 0 && outside == 0; }
};

Flaws flaws_of(const Map& map, const std::vector<Point>& positions) {
  Flaws flaws;
  std::vector<Exact> points;
  for (const Point p : positions) {
    points.push_back(exact(p));
    flaws.outside += !(p.x >= 0 && p.x <= 1 && p.y >= 0 && p.y <= 1);
  }
  const auto at = [&](int v) { return points[static_cast<std::size_t>(v)]; };
  for (std::size_t i = 0; i < map.borders().size(); ++i) {
    const Border first = map.borders()[i];
    for (std::size_t j = i + 1; j < map.borders().size(); ++j) {
      const Border second = map.borders()[j];
      flaws.crossings += cross_inside(at(first.a), at(first.b), at(second.a), at(second.b));
    }
    for (int v = 0; v < map.territory_count(); ++v) {
      if (v == first.a || v == first.b) continue;
      flaws.collisions += lies_on(at(v), at(first.a), at(first.b));
    }
    flaws.collisions += at(first.a).x == at(first.b).x && at(first.a).y == at(first.b).y;
  }
  return flaws;
}

double gap(Point p, Point a, Point b) {
  const double x = b.x - a.x;
  const double y = b.y - a.y;
  const double t = std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y), 0.0, 1.0);
  return std::hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

// The least distance of a territory from another one or from a foreign border, in units of
// 1 / sqrt(territories).
double room(const Map& map, const std::vector<Point>& positions) {
  double least = 1;
  for (const Border& border : map.borders()) {
    const Point a = positions[static_cast<std::size_t>(border.a)];
    const Point b = positions[static_cast<std::size_t>(border.b)];
    for (int v = 0; v < map.territory_count(); ++v) {
      if (v == border.a || v == border.b) continue;
      least = std::min(least, gap(positions[static_cast<std::size_t>(v)], a, b));
    }
    least = std::min(least, std::hypot(a.x - b.x, a.y - b.y));
  }
  return least * std::sqrt(map.territory_count());
}

Random stream(std::uint64_t seed) {
  return Random({.seed = seed, .purpose = Purpose::test});
}

testing::AssertionResult drawn_well(const Map& map, const std::vector<Point>& positions,
                                    double least_room) {
  const Flaws flaws = flaws_of(map, positions);
  if (!flaws.none()) {
    return testing::AssertionFailure() << flaws.crossings << " crossings, " << flaws.collisions
                                       << " collisions, " << flaws.outside << " outside";
  }
  const double least = room(map, positions);
  if (least < least_room) return testing::AssertionFailure() << "room " << least;
  return testing::AssertionSuccess();
}

TEST(Layout, ShapesAreDrawnWithoutCrossingsAndWithRoom) {
  struct Shape {
    std::string name;
    int territories;
    Borders borders;
    double least_room;
  };
  Random random = stream(1);
  const std::vector<Shape> shapes = {
      {"two", 2, test::path(2), 0.5},
      {"path of 3", 3, test::path(3), 0.5},
      {"triangle", 3, test::complete(3), 0.5},
      {"K4", 4, test::complete(4), 0.3},
      {"path of 60", 60, test::path(60), 0.2},
      {"cycle of 60", 60, test::cycle(60), 0.2},
      {"cycle of 300", 300, test::cycle(300), 0.1},
      {"star of 60", 60, test::star(60), 0.1},
      {"wheel of 30", 30, test::wheel(30), 0.1},
      {"two hubs of 30", 30, test::two_hubs(30), 0.02},
      {"nested triangles of 30", 30, test::nested_triangles(30), 0.05},
      {"nested triangles of 150", 150, test::nested_triangles(150), 0.01},
      {"nested triangles of 300", 300, test::nested_triangles(300), 0.0},
      {"tree of 200", 200, test::random_tree(200, random), 0.02},
      {"stacked triangulation of 200", 200, test::random_triangulation(200, 0, random), 0.0},
      {"triangulation of 500", 500, test::random_triangulation(500, 2500, random), 0.0},
  };
  for (const Shape& shape : shapes) {
    if (evorisk::test::sanitized && shape.territories > 200) continue;
    const Map map = test::make_map(shape.territories, shape.borders, 1, random);
    const auto positions = layout(map);
    EXPECT_TRUE(drawn_well(map, positions, shape.least_room)) << shape.name;
  }
}

TEST(Layout, RandomPlanarMapsNeverCross) {
  Random random = stream(2);
  double total = 0;
  constexpr int maps = evorisk::test::cases(600);
  for (int i = 0; i < maps; ++i) {
    const Map map = test::random_map(i % 40 == 0 ? 120 : 24, random);
    const auto positions = layout(map);
    ASSERT_TRUE(drawn_well(map, positions, 0.002)) << "map " << i;
    total += room(map, positions);
  }
  EXPECT_GT(total / maps, 0.3);  // measured: 0.37
}

TEST(Layout, ThousandsOfTerritories) {
  Random random = stream(3);
  constexpr int count = evorisk::test::sanitized ? 400 : 2000;
  const auto borders = test::random_planar(count, 3 * count / 2, random);
  const Map map = test::make_map(count, borders, 30, random);
  const auto positions = layout(map);
  EXPECT_TRUE(drawn_well(map, positions, 0.0));
}

TEST(Layout, FillsTheFrame) {
  for (const char* name : {"thesis-2", "thesis-4", "thesis-5"}) {
    const auto positions = layout(*library_map(name));
    const auto [left, right] = std::minmax_element(positions.begin(), positions.end(),
                                                   [](Point a, Point b) { return a.x < b.x; });
    const auto [top, bottom] = std::minmax_element(positions.begin(), positions.end(),
                                                   [](Point a, Point b) { return a.y < b.y; });
    const double ratio = (right->x - left->x) / (bottom->y - top->y);
    EXPECT_NEAR(ratio, 4.0 / 3, 0.35) << name;
    EXPECT_GT(std::max(right->x - left->x, (bottom->y - top->y) * 4 / 3), 0.99) << name;
  }
}

TEST(Layout, ContinentsStayTogether) {
  // The mean distance of a territory from its continent's centre, against that of all territories
  // from the centre of the map.
  for (const char* name : {"thesis-2", "thesis-4", "thesis-5"}) {
    const MapPtr map = library_map(name);
    const auto positions = layout(*map);
    const auto spread = [&](std::span<const int> members) {
      Point centre;
      for (const int t : members) {
        centre.x += positions[static_cast<std::size_t>(t)].x / static_cast<double>(members.size());
        centre.y += positions[static_cast<std::size_t>(t)].y / static_cast<double>(members.size());
      }
      double sum = 0;
      for (const int t : members) {
        const Point p = positions[static_cast<std::size_t>(t)];
        sum += std::hypot(p.x - centre.x, p.y - centre.y);
      }
      return sum;
    };
    std::vector<int> all(static_cast<std::size_t>(map->territory_count()));
    std::iota(all.begin(), all.end(), 0);
    double together = 0;
    for (const Continent& continent : map->continents()) together += spread(continent.territories);
    EXPECT_LT(together, 0.4 * spread(all)) << name;
  }
}

TEST(Layout, GoodPositionsAreUsedAsTheyAre) {
  Random random = stream(4);
  for (int i = 0; i < evorisk::test::cases(100); ++i) {
    const Map map = test::random_map(40, random);
    const auto positions = layout(map);
    if (room(map, positions) < 0.2) continue;
    MapData data = map.data();
    for (std::size_t t = 0; t < positions.size(); ++t) data.territories[t].position = positions[t];
    EXPECT_EQ(layout(Map(data)), positions);
    EXPECT_EQ(layout(map, {positions.begin(), positions.end()}), positions);
  }
}

TEST(Layout, VariationsAreOtherDrawingsWithoutCrossings) {
  Random random = stream(11);
  int alike = 0;
  constexpr int maps = evorisk::test::cases(40);
  for (int i = 0; i < maps; ++i) {
    const Map map = test::random_map(24, random);
    const auto first = layout_afresh(map, 1);
    const auto second = layout_afresh(map, 2);
    EXPECT_TRUE(drawn_well(map, first, 0.002)) << i;
    EXPECT_TRUE(drawn_well(map, second, 0.002)) << i;
    EXPECT_EQ(layout_afresh(map, 1), first);
    alike += first == second ? 1 : 0;
    // Whatever places it has.
    MapData data = map.data();
    for (Territory& territory : data.territories) territory.position = Point{0.5, 0.5};
    EXPECT_EQ(layout_afresh(Map(data), 1), first);
  }
  EXPECT_LT(2 * alike, maps);
}

TEST(Layout, BadPositionsAreMended) {
  // A square whose corners are given in crossing order, and one with two corners in one place.
  MapData data;
  data.territories = {
      {"", Point{0.2, 0.2}}, {"", Point{0.8, 0.8}}, {"", Point{0.8, 0.2}}, {"", Point{0.2, 0.8}}};
  data.borders = {{0, 1}, {1, 2}, {2, 3}, {0, 3}};
  data.continents = {{"", 1, {0, 1, 2, 3}}};
  EXPECT_TRUE(drawn_well(Map(data), layout(Map(data)), 0.2));
  data.territories[1].position = Point{0.2, 0.2};
  EXPECT_TRUE(drawn_well(Map(data), layout(Map(data)), 0.3));
  for (Territory& territory : data.territories) territory.position = Point{0.5, 0.5};
  EXPECT_TRUE(drawn_well(Map(data), layout(Map(data)), 0.3));
}

TEST(Layout, MapsThatAreNotPlanarCrossLittle) {
  EXPECT_EQ(flaws_of(*library_map("thesis-3"), layout(*library_map("thesis-3"))).crossings, 1);
  Random random = stream(5);
  const Map k5 = test::make_map(5, test::complete(5), 1, random);
  EXPECT_LE(flaws_of(k5, layout(k5)).crossings, 2);
  const Map k8 = test::make_map(8, test::complete(8), 2, random);
  const Flaws flaws = flaws_of(k8, layout(k8));
  EXPECT_LE(flaws.crossings, 36);  // the least possible is 18
  EXPECT_EQ(flaws.collisions, 0);
  for (int i = 0; i < evorisk::test::cases(60); ++i) {
    const int n = 6 + static_cast<int>(random.below(20));
    Borders borders = test::random_planar(n, 2 * n, random);
    for (int extra = 0; extra < 3; ++extra) {
      const int a = static_cast<int>(random.below(static_cast<std::uint32_t>(n - 1)));
      const Border border{
          a, a + 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(n - 1 - a)))};
      if (std::find(borders.begin(), borders.end(), border) == borders.end()) {
        borders.push_back(border);
      }
    }
    const Map map = test::make_map(n, borders, 2, random);
    EXPECT_EQ(flaws_of(map, layout(map)).collisions, 0) << i;
    EXPECT_LE(flaws_of(map, layout(map)).crossings, 3 * n) << i;
  }
}

// How far, on average, the territories of `before` move when a map like it is drawn near it.
double movement(const std::vector<Point>& before, const std::vector<Point>& after) {
  double sum = 0;
  for (std::size_t t = 0; t < before.size(); ++t) {
    sum += std::hypot(after[t].x - before[t].x, after[t].y - before[t].y);
  }
  return sum / static_cast<double>(before.size());
}

TEST(Layout, OneMutationMovesLittle) {
  Random random = stream(6);
  std::vector<double> added;
  std::vector<double> removed;
  std::vector<double> grown;
  for (int i = 0; i < evorisk::test::cases(60, 3); ++i) {
    const int n = 12 + static_cast<int>(random.below(40));
    const Map map = test::make_map(n, test::random_planar(n, 8 * n / 5, random), 4, random);
    const std::vector<Point> before = layout(map);
    std::vector<std::optional<Point>> hint(before.begin(), before.end());
    const auto somewhere = [&] {
      return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
    };

    MapData data = map.data();
    do {
      const int a = somewhere();
      const int b = somewhere();
      if (a == b || map.adjacent(a, b)) continue;
      data.borders.push_back({std::min(a, b), std::max(a, b)});
      if (!is_planar(n, data.borders)) data.borders.pop_back();
    } while (data.borders.size() == map.borders().size());
    std::vector<Point> after = layout(Map(data), hint);
    EXPECT_TRUE(drawn_well(Map(data), after, 0.0));
    added.push_back(movement(before, after));

    do {
      data = map.data();
      data.borders.erase(data.borders.begin() + somewhere());
    } while (components(n, data.borders).size() > 1);
    after = layout(Map(data), hint);
    EXPECT_TRUE(drawn_well(Map(data), after, 0.0));
    removed.push_back(movement(before, after));

    data = map.data();
    const int home = somewhere();
    data.territories.emplace_back();
    data.borders.push_back({home, n});
    data.borders.push_back({map.neighbours(home)[0], n});
    data.continents[static_cast<std::size_t>(map.continent_of(home))].territories.push_back(n);
    hint.emplace_back();
    after = layout(Map(data), hint);
    EXPECT_TRUE(drawn_well(Map(data), after, 0.0));
    grown.push_back(movement(before, after));
  }
  const auto quantile = [](std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size()))];
  };
  // In units of the width of the drawing.
  EXPECT_LT(quantile(added, 0.5), 0.03);
  EXPECT_LT(quantile(added, 0.8), 0.15);
  EXPECT_LT(quantile(removed, 0.5), 0.01);
  EXPECT_LT(quantile(removed, 0.95), 0.04);
  EXPECT_LT(quantile(grown, 0.5), 0.03);
  EXPECT_LT(quantile(grown, 0.9), 0.08);
}

TEST(Layout, IsTheSameEverywhere) {
  // Positions as drawn when this was written; every operation on the way is correctly
  // rounded, so they hold on any machine.
  const std::vector<Point> expected = {
      {0.8514, 0.6558}, {0.9164, 0.4588}, {0.7646, 0.4748}, {0.8016, 0.2831}, {0.6406, 0.3497},
      {1.0000, 0.6353}, {0.4850, 0.6003}, {0.3437, 0.7169}, {0.3546, 0.4938}, {0.0964, 0.6750},
      {0.0000, 0.4667}, {0.1470, 0.3226}, {0.1512, 0.5049}};
  EXPECT_EQ(layout(*library_map("thesis-9")), expected);
}

}  // namespace
}  // namespace evorisk::maps
