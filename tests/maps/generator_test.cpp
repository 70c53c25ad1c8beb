#include "maps/generate/generator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "maps/facts.hpp"
#include "maps/generate/styles.hpp"
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

// What holds of a map in any style.
void expect_whole(const Map& map) {
  ASSERT_TRUE(is_planar(map));
  std::vector<GridPoint> points;
  for (const Territory& territory : map.data().territories) {
    ASSERT_TRUE(territory.position);
    EXPECT_TRUE(territory.name.empty());
    points.push_back(to_grid(*territory.position));
  }
  ASSERT_TRUE(crossing_free(points, map.borders()));
  int bonuses = 0;
  for (const Continent& continent : map.continents()) {
    ASSERT_TRUE(contiguous(map, continent));
    bonuses += continent.bonus;
  }
  // At most 1.05 a territory, and what rounding up to 1 adds.
  EXPECT_LE(bonuses, 1.05 * map.territory_count() + map.continent_count());
}

TEST(Generator, EveryMapOfEveryStyleIsAsAskedFor) {
  Random random = test_stream(1);
  for (int i = 0; i < evorisk::test::cases(540); ++i) {
    for (const MapStyle& style : map_styles()) {
      if (i % 9 != &style - map_styles().data()) continue;
      GeneratorOptions options;
      options.style = style.name;
      options.territories = 2 + below(random, i % 50 == 0 ? 300 : 60);
      options.continents =
          1 + below(random, i % 3 == 0 ? options.territories : std::min(8, options.territories));
      options.continents = std::min(options.continents, options.territories);
      if (i % 4 == 0) options.continents = 0;
      // Densities beyond what straight lines between the points allow need a layout: fewer of them.
      if (i % 2 == 0) options.density = i % 50 == 0 ? 1.0 : i % 29 == 0 ? 0.0 : 0.8 * random.unit();
      if (options.density == 1.0) options.territories = std::min(options.territories, 40);
      options.continents = std::min(options.continents, options.territories);
      SCOPED_TRACE(testing::Message()
                   << i << ": " << style.name << ", " << options.territories << " territories, "
                   << options.continents << " continents, " << options.density.value_or(-1));
      const Map map = generate_map(options, random);  // connected and whole, or it throws
      EXPECT_EQ(map.territory_count(), options.territories);
      if (options.continents > 0) {
        EXPECT_EQ(map.continent_count(), options.continents);
      }
      if (options.density && !style.mirrored) {
        ASSERT_EQ(map.border_count(), generated_borders(options.territories, *options.density));
      }
      expect_whole(map);
    }
  }
}

TEST(Generator, MirroredMapsAreTheirOwnImage) {
  Random random = test_stream(7);
  for (int i = 0; i < evorisk::test::cases(200); ++i) {
    const int territories = 8 + below(random, 34);
    const Map map =
        generate_map({.territories = territories, .density = {}, .style = "mirrored"}, random);
    const auto place = [&](int t) { return to_grid(*map.territory(t).position); };
    // The image of a territory lies as far to the right of the middle as it does to the left.
    std::map<GridPoint, int> at_place;
    for (int t = 0; t < territories; ++t) at_place[place(t)] = t;
    const auto image = [&](int t) {
      const GridPoint p = place(t);
      const auto found = at_place.find({grid_unit - p.x, p.y});
      return found == at_place.end() ? -1 : found->second;
    };
    for (int t = 0; t < territories; ++t) ASSERT_GE(image(t), 0) << i;
    for (const Border& border : map.borders()) {
      ASSERT_TRUE(map.adjacent(image(border.a), image(border.b)));
    }
  }
}

TEST(Generator, BoardsSpreadAsDesignersDo) {
  Random random = test_stream(8);
  int with_cuts = 0;
  int small = 0;
  int large = 0;
  std::set<int> counts;
  std::set<std::size_t> degrees;
  const int maps = evorisk::test::cases(200, 12);
  for (int i = 0; i < maps; ++i) {
    const Map map = generate_map({.territories = 30, .density = {}}, random);
    counts.insert(map.continent_count());
    std::size_t highest = 0;
    for (int t = 0; t < 30; ++t) highest = std::max(highest, map.neighbours(t).size());
    degrees.insert(highest);
    with_cuts += map_facts(map.data()).cut_territories.empty() ? 0 : 1;
    std::size_t largest = 0;
    for (const Continent& c : map.continents()) largest = std::max(largest, c.territories.size());
    small += largest <= 6 ? 1 : 0;
    large += largest >= 10 ? 1 : 0;
  }
  // Of 24 designers' boards of 12 to 41 territories: 4 to 13 continents, degrees of 4 to 11, two
  // thirds with cut territories, the largest continent 15 to 45 % of all but for one.
  EXPECT_GE(counts.size(), 5u);
  EXPECT_GE(degrees.size(), 5u);
  EXPECT_GT(with_cuts, maps / 3);
  EXPECT_LT(with_cuts, maps * 5 / 6);
  EXPECT_GT(small, maps / 20);
  EXPECT_GT(large, maps / 20);
}

TEST(Generator, RegrownContinentsAreWhole) {
  Random random = test_stream(9);
  for (int i = 0; i < evorisk::test::cases(200); ++i) {
    MapData data =
        generate_map({.territories = 9 + below(random, 40), .density = {}}, random).data();
    const MapData before = data;
    if (i % 10 == 0) data.territories[0].position.reset();  // then positions are laid out
    regrow_continents(data, random);
    EXPECT_EQ(data.borders, before.borders);
    const Map map(std::move(data));
    for (const Continent& continent : map.continents()) ASSERT_TRUE(contiguous(map, continent));
    EXPECT_GE(map.continent_count(), 3);
  }
}

TEST(Generator, UnknownStylesAreRefused) {
  Random random = test_stream(10);
  try {
    generate_map({.density = {}, .style = "archipelagos"}, random);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean \"archipelago\"?"), std::string::npos);
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
  options.style = "classic";
  EXPECT_EQ(generate_map(options, random).data().continents[0].bonus, 1000);
}

TEST(Generator, RefusesWhatCannotBe) {
  Random random = test_stream(4);
  for (const GeneratorOptions& bad :
       {GeneratorOptions{1, 1, 0.5}, GeneratorOptions{-3, 1, 0.5}, GeneratorOptions{10, -1, 0.5},
        GeneratorOptions{10, 11, 0.5}, GeneratorOptions{10, 2, -0.1}, GeneratorOptions{10, 2, 1.1},
        GeneratorOptions{2'000'000, 2, 0.5}}) {
    EXPECT_THROW(generate_map(bad, random), InputError);
  }
}

TEST(Generator, IsTheSameEverywhere) {
  for (const MapStyle& style : map_styles()) {
    const GeneratorOptions options{
        .territories = 12, .density = {}, .style = std::string(style.name)};
    Random first({.seed = 1, .purpose = Purpose::map_generation});
    Random second({.seed = 1, .purpose = Purpose::map_generation});
    EXPECT_EQ(generate_map(options, first), generate_map(options, second)) << style.name;
  }
  Random random({.seed = 1, .purpose = Purpose::map_generation});
  const MapData data =
      generate_map({.territories = 12, .density = {}, .style = "archipelago"}, random).data();
  EXPECT_EQ(data.borders, (std::vector<Border>{{0, 1},
                                               {0, 8},
                                               {1, 2},
                                               {2, 4},
                                               {3, 4},
                                               {3, 5},
                                               {3, 7},
                                               {3, 11},
                                               {4, 5},
                                               {4, 7},
                                               {5, 7},
                                               {6, 7},
                                               {6, 11},
                                               {8, 9},
                                               {8, 10},
                                               {9, 10},
                                               {9, 11},
                                               {10, 11}}));
  EXPECT_EQ(data.continents, (std::vector<Continent>{{"", 3, {0, 1, 2}, true},
                                                     {"", 4, {3, 4, 5, 6, 7}, true},
                                                     {"", 4, {8, 9, 10, 11}, true}}));
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
    const auto points = spread_points(
        count, 3, [](Point) { return true; }, random);
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

// A path of eleven territories: continents of six with one gate, three with two, two with one.
std::vector<int> mended(const std::vector<int>& bonuses) {
  MapData data;
  for (int t = 0; t < 11; ++t) {
    data.territories.emplace_back();
    if (t > 0) data.borders.push_back({t - 1, t});
  }
  data.continents = {
      {"", bonuses[0], {0, 1, 2, 3, 4, 5}}, {"", bonuses[1], {6, 7, 8}}, {"", bonuses[2], {9, 10}}};
  mend_bonuses(data);
  std::vector<int> result;
  for (const Continent& one : data.continents) result.push_back(one.bonus);
  return result;
}

TEST(MendedBonuses, PayMoreForWhatIsHarderToOwnAndAlikeForTerritories) {
  // The first is larger than the third, with as many gates: they exchange.
  EXPECT_EQ(mended({1, 2, 5}), (std::vector{5, 2, 1}));
  // One is larger, the other has more gates: neither must be worth more. But 1 is too little for
  // six, and 9 too much for three.
  EXPECT_EQ(mended({1, 9, 1}), (std::vector{4, 4, 1}));
  EXPECT_EQ(mended({4, 3, 2}), (std::vector{4, 3, 2}));
  EXPECT_EQ(mended({1000, 1000, 1000}), (std::vector{8, 4, 2}));
  EXPECT_EQ(mended({1, 1, 1}), (std::vector{2, 1, 1}));
}

TEST(MendedBonuses, ChangeNothingElse) {
  Random random = test_stream(7);
  for (int i = 0; i < evorisk::test::cases(60, 3); ++i) {
    MapData data = generate_map({.territories = 6 + i, .density = {}}, random).data();
    for (Continent& one : data.continents) one.bonus = 1 + random.index(20);
    const MapData given = data;
    mend_bonuses(data);
    const Map map(data);
    for (const Continent& one : map.continents()) {
      const auto size = static_cast<double>(one.territories.size());
      EXPECT_GE(one.bonus, std::max(1.0, std::round(0.3 * size)));
      EXPECT_LE(one.bonus, std::max(1.0, 4.0 / 3 * size));
      for (const Continent& other : map.continents()) {
        const bool harder = one.territories.size() >= other.territories.size() &&
                            gates(map, one) >= gates(map, other);
        const bool alike = one.territories.size() == other.territories.size() &&
                           gates(map, one) == gates(map, other);
        if (harder && !alike) {
          EXPECT_GE(one.bonus, other.bonus);
        }
      }
    }
    for (std::size_t c = 0; c < data.continents.size(); ++c)
      data.continents[c].bonus = given.continents[c].bonus;
    EXPECT_EQ(data, given);
  }
}

}  // namespace
}  // namespace evorisk::maps
