#include "maps/generate/generator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "maps/io.hpp"
#include "maps/planar/geometry.hpp"
#include "maps/planar/planarity.hpp"
#include "tests/maps/random_maps.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::maps {
namespace {

using test::below;
using test::test_stream;

int gates(const Map& map, const Continent& continent) {
  return static_cast<int>(
      std::count_if(continent.territories.begin(), continent.territories.end(), [&](int t) {
        const auto neighbours = map.neighbours(t);
        return std::any_of(neighbours.begin(), neighbours.end(),
                           [&](int u) { return map.continent_of(u) != map.continent_of(t); });
      }));
}

bool contiguous(const Map& map, const Continent& continent) {
  std::set<int> reached = {continent.territories.front()};
  std::vector<int> open = {continent.territories.front()};
  while (!open.empty()) {
    const int t = open.back();
    open.pop_back();
    for (const int u : map.neighbours(t)) {
      if (map.continent_of(u) == map.continent_of(t) && reached.insert(u).second) open.push_back(u);
    }
  }
  return reached.size() == continent.territories.size();
}

TEST(Generator, EveryMapIsAsAskedFor) {
  Random random = test_stream(1);
  for (int i = 0; i < evorisk::test::cases(2000); ++i) {
    GeneratorOptions options;
    options.territories = 2 + below(random, i % 50 == 0 ? 300 : 60);
    options.continents =
        1 + below(random, i % 3 == 0 ? options.territories : std::min(8, options.territories));
    // Densities beyond what straight lines between the points allow need a layout: fewer of them.
    options.density = i % 50 == 0 ? 1.0 : i % 29 == 0 ? 0.0 : 0.85 * random.unit();
    if (options.density == 1.0) options.territories = std::min(options.territories, 40);
    options.continents = std::min(options.continents, options.territories);
    SCOPED_TRACE(testing::Message() << i << ": " << options.territories << " territories, "
                                    << options.continents << " continents, " << options.density);
    const Map map = generate_map(options, random);  // connected and whole, or it throws
    EXPECT_EQ(map.territory_count(), options.territories);
    EXPECT_EQ(map.continent_count(), options.continents);
    ASSERT_EQ(map.border_count(), generated_borders(options.territories, options.density));
    ASSERT_TRUE(is_planar(map));
    for (const Continent& continent : map.continents()) {
      ASSERT_TRUE(contiguous(map, continent));
      EXPECT_EQ(continent.bonus, continent_bonus(static_cast<int>(continent.territories.size()),
                                                 gates(map, continent)));
    }
    std::vector<GridPoint> points;
    for (const Territory& territory : map.data().territories) {
      ASSERT_TRUE(territory.position);
      EXPECT_TRUE(territory.name.empty());
      points.push_back(to_grid(*territory.position));
    }
    ASSERT_TRUE(crossing_free(points, map.borders()));
  }
}

TEST(Generator, NumbersOfBorders) {
  EXPECT_EQ(generated_borders(2, 0.0), 1);
  EXPECT_EQ(generated_borders(2, 1.0), 1);
  EXPECT_EQ(generated_borders(3, 0.0), 2);
  EXPECT_EQ(generated_borders(3, 1.0), 3);
  EXPECT_EQ(generated_borders(4, 1.0), 6);
  EXPECT_EQ(generated_borders(42, 0.0), 41);
  EXPECT_EQ(generated_borders(42, 0.53), 83);
  EXPECT_EQ(generated_borders(42, 1.0), 120);
}

TEST(Generator, BonusesAreThoseOfClassicRisk) {
  const MapPtr risk = library_map("risk");
  for (const Continent& continent : risk->continents()) {
    EXPECT_EQ(
        continent_bonus(static_cast<int>(continent.territories.size()), gates(*risk, continent)),
        continent.bonus)
        << continent.name;
  }
  EXPECT_EQ(continent_bonus(1, 0), 1);
  EXPECT_EQ(continent_bonus(3, 1), 1);
  EXPECT_EQ(continent_bonus(4, 0), 2);
}

TEST(Generator, OneContinentOfThousandsHasTheHighestBonus) {
  Random random({1, Purpose::test});
  GeneratorOptions options;
  options.territories = 3000;
  options.continents = 1;
  EXPECT_EQ(generate_map(options, random).data().continents[0].bonus, 1000);
}

TEST(Generator, FewDeadEndsWhereThereAreBordersToSpare) {
  Random random = test_stream(2);
  int dead_ends = 0;
  for (int i = 0; i < 100; ++i) {
    const Map map = generate_map({.territories = 42, .continents = 6, .density = 0.5}, random);
    for (int t = 0; t < 42; ++t) dead_ends += map.neighbours(t).size() == 1;
  }
  EXPECT_LT(dead_ends, 10);  // of 4200 territories; measured: 1
}

TEST(Generator, ContinentsHaveVariedSizesAndFewGates) {
  Random random = test_stream(3);
  int between = 0;
  int borders = 0;
  std::set<std::size_t> sizes;
  for (int i = 0; i < 50; ++i) {
    const Map map = generate_map({.territories = 42, .continents = 6, .density = 0.5}, random);
    borders += map.border_count();
    for (const Border& border : map.borders()) {
      between += map.continent_of(border.a) != map.continent_of(border.b);
    }
    for (const Continent& continent : map.continents()) sizes.insert(continent.territories.size());
  }
  EXPECT_GE(sizes.size(), 8u);
  // Classic Risk: 18 of 83.
  EXPECT_GT(between, borders / 8);
  EXPECT_LT(between, borders * 2 / 5);
}

TEST(Generator, RefusesWhatCannotBe) {
  Random random = test_stream(4);
  for (const GeneratorOptions& bad :
       {GeneratorOptions{1, 1, 0.5}, GeneratorOptions{-3, 1, 0.5}, GeneratorOptions{10, 0, 0.5},
        GeneratorOptions{10, 11, 0.5}, GeneratorOptions{10, 2, -0.1}, GeneratorOptions{10, 2, 1.1},
        GeneratorOptions{2'000'000, 2, 0.5}}) {
    EXPECT_THROW(generate_map(bad, random), InputError);
  }
}

TEST(Generator, IsTheSameEverywhere) {
  Random random({.seed = 1, .purpose = Purpose::map_generation});
  const Map map = generate_map({.territories = 8, .continents = 2, .density = 0.4}, random);
  MapData expected;
  for (const Point p : std::initializer_list<Point>{{0.1461, 0.2495},
                                                    {0.0000, 0.6485},
                                                    {0.3873, 0.7276},
                                                    {0.4063, 0.1250},
                                                    {0.7114, 0.2180},
                                                    {1.0000, 0.2534},
                                                    {0.9127, 0.6586},
                                                    {0.7406, 0.8750}}) {
    expected.territories.push_back({"", p});
  }
  expected.borders = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 7}, {3, 4},
                      {3, 5}, {4, 5}, {4, 6}, {5, 6}, {6, 7}};
  expected.continents = {{"", 2, {0, 1, 2}}, {"", 2, {3, 4, 5, 6, 7}}};
  EXPECT_EQ(map.data(), expected);
}

// Twice the area of the polygon: positive when counter-clockwise.
std::int64_t area(std::span<const GridPoint> points, const std::vector<int>& polygon) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const GridPoint a = points[static_cast<std::size_t>(polygon[i])];
    const GridPoint b = points[static_cast<std::size_t>(polygon[(i + 1) % polygon.size()])];
    sum += a.x * b.y - a.y * b.x;
  }
  return sum;
}

TEST(Triangulation, IsDelaunayAndComplete) {
  Random random = test_stream(5);
  for (int i = 0; i < 600; ++i) {
    // Small coordinates make many points collinear and cocircular.
    const int range = i % 3 == 0 ? 4 : i % 3 == 1 ? 30 : 10'000;
    std::set<GridPoint> distinct;
    const int count = 2 + below(random, i % 3 == 0 ? 14 : 40);
    while (static_cast<int>(distinct.size()) < count) {
      const int x = below(random, range + 1);
      distinct.insert({x, below(random, range + 1)});
    }
    std::vector<GridPoint> points(distinct.begin(), distinct.end());
    random.shuffle(points.begin(), points.end());
    const Triangulation mesh = triangulate(points);
    ASSERT_TRUE(crossing_free(points, mesh.borders));
    bool line = true;
    for (const GridPoint p : points) line &= signed_area(points[0], points[1], p) == 0;
    if (line) {
      EXPECT_EQ(mesh.borders.size(), points.size() - 1);
      continue;
    }
    // As many borders as a triangulation of the hull's inside has, and the hull is convex.
    ASSERT_EQ(mesh.borders.size(), 3 * points.size() - 3 - mesh.hull.size());
    EXPECT_GT(area(points, mesh.hull), 0);
    const std::size_t h = mesh.hull.size();
    for (std::size_t k = 0; k < h; ++k) {
      const auto at = [&](std::size_t j) {
        return points[static_cast<std::size_t>(mesh.hull[j % h])];
      };
      EXPECT_GE(signed_area(at(k), at(k + 1), at(k + 2)), 0);
      for (const GridPoint p : points) EXPECT_GE(signed_area(at(k), at(k + 1), p), 0);
    }
    // A border ab is Delaunay if some circle through a and b is empty: no pair of points on its two
    // sides sees it under angles of more than 180 degrees together.
    if (range < 10'000) continue;
    for (const Border& border : mesh.borders) {
      const GridPoint a = points[static_cast<std::size_t>(border.a)];
      const GridPoint b = points[static_cast<std::size_t>(border.b)];
      const auto cotangent = [&](GridPoint p) {
        const double dot =
            static_cast<double>((a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y));
        return dot / static_cast<double>(std::abs(signed_area(a, b, p)));
      };
      double left = 1e18;
      double right = 1e18;
      for (const GridPoint p : points) {
        if (p == a || p == b) continue;
        const std::int64_t side = signed_area(a, b, p);
        if (side > 0) left = std::min(left, cotangent(p));
        if (side < 0) right = std::min(right, cotangent(p));
      }
      EXPECT_GT(left + right, -1e-6);
    }
  }
}

TEST(Triangulation, SpreadPointsAreEven) {
  Random random = test_stream(6);
  for (const int count : {10, 100, 2000}) {
    const auto points = spread_points(count, random);
    ASSERT_EQ(points.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(std::set<GridPoint>(points.begin(), points.end()).size(), points.size());
    // No two nearer than a third of the spacing of a square grid (uniform points come much nearer).
    const double spacing = 1e4 * std::sqrt(0.75 / count);
    double least = 1e9;
    for (std::size_t a = 0; a < points.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const auto x = static_cast<double>(points[a].x - points[b].x);
        const auto y = static_cast<double>(points[a].y - points[b].y);
        least = std::min(least, std::sqrt(x * x + y * y));
      }
    }
    EXPECT_GT(least, spacing / 3) << count;
  }
}

}  // namespace
}  // namespace evorisk::maps
