// The invariants of a Map, and what it computes.
#include "maps/map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "base/error.hpp"
#include "maps/facts.hpp"
#include "maps/io.hpp"
#include "tests/maps/random_maps.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::maps {
namespace {

using test::below;
using testing::ElementsAre;

// A square of named territories with one diagonal, in two continents.
MapData square() {
  return {"Square",
          {{"A", Point{0, 0}}, {"B", Point{1, 0}}, {"C", Point{1, 1}}, {"", std::nullopt}},
          {{1, 0}, {1, 2}, {3, 2}, {0, 3}, {0, 2}},
          {{"Top", 2, {1, 0}}, {"", 3, {3, 2}}}};
}

TEST(Map, IsNormalisedAndIndexed) {
  const Map map(square());
  EXPECT_EQ(map.territory_count(), 4);
  EXPECT_EQ(map.border_count(), 5);
  EXPECT_EQ(map.continent_count(), 2);
  EXPECT_THAT(map.borders(),
              ElementsAre(Border{0, 1}, Border{0, 2}, Border{0, 3}, Border{1, 2}, Border{2, 3}));
  EXPECT_THAT(map.neighbours(0), ElementsAre(1, 2, 3));
  EXPECT_THAT(map.neighbours(3), ElementsAre(0, 2));
  EXPECT_THAT(map.continent(0).territories, ElementsAre(0, 1));
  EXPECT_EQ(map.continent_of(3), 1);
  EXPECT_TRUE(map.adjacent(2, 0));
  EXPECT_FALSE(map.adjacent(1, 3));
  EXPECT_EQ(map.label(1), "1 B");
  EXPECT_EQ(map.label(3), "3");
}

TEST(Map, EachBrokenInvariantIsNamed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const struct {
    std::function<void(MapData&)> change;
    std::string sentence;
  } cases[] = {
      {[](MapData& d) { d = {}; }, "territories: a map has at least 2 territories, found 0"},
      {[](MapData& d) {
         d = {"", {{}}, {}, {{"", 1, {0}}}};
       },
       "territories: a map has at least 2 territories, found 1"},
      {[](MapData& d) { d.name = "a\nb"; },
       "name: holds a control character (a line break, a tab, ...)"},
      {[](MapData& d) { d.territories[2].name = "C\t"; },
       "territories[2].name: holds a control character (a line break, a tab, ...)"},
      {[](MapData& d) { d.territories[3].name = "A"; },
       "territories[3].name: \"A\" is already the name of territory 0"},
      {[](MapData& d) {
         d.territories[1].position = Point{1.25, 0.5};
       },
       "territories[1]: position (1.25, 0.5) is outside the unit square"},
      {[=](MapData& d) {
         d.territories[1].position = Point{0.5, nan};
       },
       "territories[1]: position (0.5, nan) is outside the unit square"},
      {[](MapData& d) {
         d.borders[3] = {0, 4};
       },
       "borders[3]: there is no territory 4 (valid: 0 to 3)"},
      {[](MapData& d) {
         d.borders[3] = {-1, 2};
       },
       "borders[3]: there is no territory -1 (valid: 0 to 3)"},
      {[](MapData& d) {
         d.borders[2] = {1, 1};
       },
       "borders[2]: joins territory 1 B to itself"},
      {[](MapData& d) {
         d.borders.push_back({0, 1});
       },
       "borders[5]: 0 A - 1 B is already borders[0]"},
      {[](MapData& d) {
         d.borders = {{0, 1}, {2, 3}};
       },
       "borders: the map falls into 2 parts; no way leads to territories 0 A, 1 B"},
      {[](MapData& d) {
         d.borders = {{0, 1}, {2, 1}};
       },
       "borders: the map falls into 2 parts; no way leads to territory 3"},
      {[](MapData& d) { d.continents[0].name = std::string("x\0y", 3); },
       "continents[0].name: holds a control character (a line break, a tab, ...)"},
      {[](MapData& d) { d.continents[1].bonus = 0; },
       "continents[1].bonus: a bonus is 1 to 1000 troops, found 0"},
      {[](MapData& d) { d.continents[1].bonus = 1001; },
       "continents[1].bonus: a bonus is 1 to 1000 troops, found 1001"},
      {[](MapData& d) {
         d.continents.push_back({"Empty", 1, {}});
       },
       "continents[2].territories: a continent holds territories"},
      {[](MapData& d) {
         d.continents[0].territories = {0, 1, 7};
       },
       "continents[0].territories[2]: there is no territory 7 (valid: 0 to 3)"},
      {[](MapData& d) {
         d.continents[1].territories = {3, 2, 1};
       },
       "continents[1].territories[2]: territory 1 B is already in continents[0]"},
      {[](MapData& d) {
         d.continents[1].territories = {3, 2, 3};
       },
       "continents[1].territories[2]: territory 3 is already in continents[1]"},
      {[](MapData& d) { d.continents[0].territories = {0}; },
       "continents: territory 1 B is in none"},
      {[](MapData& d) { d.continents.clear(); }, "continents: territory 0 A is in none"},
  };
  ASSERT_EQ(broken_invariant(square()), std::nullopt);
  for (const auto& [change, sentence] : cases) {
    SCOPED_TRACE(sentence);
    MapData data = square();
    change(data);
    EXPECT_EQ(broken_invariant(data), sentence);
    EXPECT_THAT([&] { Map{data}; }, testing::ThrowsMessage<InputError>(sentence));
  }
}

TEST(Map, AllBrokenInvariantsAreListedUpToALimit) {
  MapData data = square();
  data.borders.push_back({2, 2});
  data.borders.push_back({0, 1});
  data.continents[0].bonus = -4;
  EXPECT_THAT(broken_invariants(data),
              ElementsAre("borders[5]: joins territory 2 C to itself",
                          "borders[6]: 0 A - 1 B is already borders[0]",
                          "continents[0].bonus: a bonus is 1 to 1000 troops, found -4"));
  EXPECT_EQ(broken_invariants(data, 2).size(), 2u);
}

TEST(Map, RandomMapsAnswerAsTheirDescriptionSays) {
  Random random = test::test_stream(1);
  for (int round = 0; round < evorisk::test::cases(2000); ++round) {
    const MapData data = test::random_map(random, test::random_shape(random, 40));
    const MapData shuffled = [&] {
      MapData copy = data;
      random.shuffle(copy.borders.begin(), copy.borders.end());
      for (Border& border : copy.borders) {
        if (random.chance(0.5)) std::swap(border.a, border.b);
      }
      for (Continent& c : copy.continents)
        random.shuffle(c.territories.begin(), c.territories.end());
      return copy;
    }();
    const Map map(shuffled);
    ASSERT_EQ(map, Map(data));
    std::set<Border> borders;
    for (const Border& border : data.borders) borders.insert({border.b, border.a});
    borders.insert(data.borders.begin(), data.borders.end());
    std::size_t listed = 0;
    for (int t = 0; t < map.territory_count(); ++t) {
      ASSERT_TRUE(std::is_sorted(map.neighbours(t).begin(), map.neighbours(t).end()));
      listed += map.neighbours(t).size();
      for (int u = 0; u < map.territory_count(); ++u) {
        ASSERT_EQ(map.adjacent(t, u), borders.contains({t, u}));
      }
      ASSERT_THAT(map.continent(map.continent_of(t)).territories, testing::Contains(t));
    }
    ASSERT_EQ(listed, 2 * data.borders.size());
  }
}

// Up to 64 territories and beyond, which are looked at in different ways.
TEST(Map, FallsApartWhereItHasSeveralComponents) {
  Random random = test::test_stream(3);
  int whole = 0;
  const int rounds = evorisk::test::cases(4000);
  for (int round = 0; round < rounds; ++round) {
    const int count = round % 4 == 0 ? 62 + below(random, 6) : 2 + below(random, 80);
    MapData data;
    data.territories.resize(static_cast<std::size_t>(count));
    data.continents.emplace_back();
    std::set<Border> borders;
    const bool loses_one = random.chance(0.5);
    const int lost = 1 + below(random, count - 1);
    for (int t = 0; t < count; ++t) {
      data.continents[0].territories.push_back(t);
      if (t > 0 && !(loses_one && t == lost)) borders.insert({below(random, t), t});
    }
    for (int i = below(random, 4); i > 0; --i) {
      const int b = 1 + below(random, count - 1);
      borders.insert({below(random, b), b});
    }
    data.borders.assign(borders.begin(), borders.end());
    const std::size_t parts = components(count, data.borders).size();
    ASSERT_EQ(is_connected(count, data.borders), parts == 1) << "round " << round;
    const std::vector<Message> said = broken_invariants(data);
    if (parts == 1) {
      ++whole;
      ASSERT_THAT(said, testing::IsEmpty()) << "round " << round;
    } else {
      ASSERT_THAT(said, ElementsAre(testing::HasSubstr("falls into 2 parts"))) << round;
    }
  }
  EXPECT_TRUE(is_connected(0, {}));
  EXPECT_TRUE(is_connected(1, {}));
  EXPECT_GT(whole, rounds / 3);
  EXPECT_LT(whole, rounds);
}

TEST(Map, RandomDamageIsAlwaysRefused) {
  Random random = test::test_stream(2);
  for (int round = 0; round < evorisk::test::cases(2000); ++round) {
    MapData data = test::random_map(random, test::random_shape(random, 30));
    const int count = static_cast<int>(data.territories.size());
    const auto any = [&](auto& list) -> auto& {
      return list[static_cast<std::size_t>(below(random, static_cast<int>(list.size())))];
    };
    switch (below(random, 6)) {
      case 0:  // a territory that no border reaches
        data.territories.emplace_back();
        any(data.continents).territories.push_back(count);
        break;
      case 1:
        any(data.borders).b = count + below(random, 5);
        break;
      case 2: {
        const Border again = any(data.borders);
        data.borders.push_back({again.b, again.a});
        break;
      }
      case 3:
        any(data.continents).territories.pop_back();
        break;
      case 4:
        any(data.continents).territories.push_back(below(random, count));
        break;
      default:
        any(data.continents).bonus = -below(random, 3);
    }
    ASSERT_NE(broken_invariant(data), std::nullopt);
    ASSERT_THROW(Map{data}, InputError);
  }
}

TEST(Map, HundredsOfThousandsOfTerritories) {
  MapData data;
  const int count = 300'000;
  data.territories.resize(count);
  data.continents.resize(1);
  for (int t = 0; t < count; ++t) {
    if (t > 0) data.borders.push_back({t - 1, t});
    data.continents[0].territories.push_back(t);
  }
  const Map map(std::move(data));
  EXPECT_THAT(map.neighbours(count - 1), ElementsAre(count - 2));
}

TEST(MapFacts, OfTheSquare) {
  const MapFacts facts = map_facts(square());
  EXPECT_TRUE(facts.planar);
  EXPECT_EQ(facts.components.size(), 1u);
  EXPECT_EQ(facts.lowest_degree, 2);
  EXPECT_EQ(facts.highest_degree, 3);
  EXPECT_EQ(facts.mean_degree, 2.5);
  EXPECT_THAT(facts.territories_of_degree, ElementsAre(0, 0, 2, 2));
  EXPECT_THAT(facts.cut_territories, ElementsAre());
  EXPECT_EQ(facts.diameter, 2);
  ASSERT_EQ(facts.continents.size(), 2u);
  EXPECT_EQ(facts.continents[0].parts, 1);
  EXPECT_EQ(facts.continents[0].inner_borders, 1);
  EXPECT_EQ(facts.continents[0].outer_borders, 3);
  EXPECT_EQ(facts.continents[0].border_territories, 2);
}

TEST(MapFacts, PathAndStar) {
  const MapFacts path = map_facts(library_map("path-5")->data());
  EXPECT_THAT(path.cut_territories, ElementsAre(1, 2, 3));
  EXPECT_EQ(path.diameter, 4);
  EXPECT_EQ(path.continents[1].border_territories, 1);
  const MapFacts star = map_facts(library_map("star-6")->data());
  EXPECT_THAT(star.cut_territories, ElementsAre(0));
  EXPECT_EQ(star.continents[0].outer_borders, 0);
}

TEST(MapFacts, CutTerritoriesAreThoseWhoseLossSplitsTheMap) {
  Random random = test::test_stream(3);
  for (int round = 0; round < evorisk::test::cases(500, 40); ++round) {
    const MapData data = test::random_map(random, {2 + below(random, 20), below(random, 12), true});
    const auto cuts = map_facts(data).cut_territories;
    for (int t = 0; t < static_cast<int>(data.territories.size()); ++t) {
      std::vector<Border> rest;
      for (const Border& border : data.borders) {
        if (border.a != t && border.b != t) rest.push_back(border);
      }
      // t alone is a part of what is left.
      const auto parts = components(static_cast<int>(data.territories.size()), rest);
      ASSERT_EQ(std::find(cuts.begin(), cuts.end(), t) != cuts.end(), parts.size() > 2);
    }
  }
}

TEST(MapFacts, DiameterIsTheLongestOfAllShortestWays) {
  Random random = test::test_stream(4);
  for (int round = 0; round < evorisk::test::cases(500, 40); ++round) {
    const MapData data =
        test::random_map(random, {2 + below(random, 40), below(random, 12), round % 2 == 0});
    const auto count = static_cast<int>(data.territories.size());
    int longest = 0;
    for (int t = 0; t < count; ++t) {
      const std::vector<int> steps = distances(count, data.borders, t);
      longest = std::max(longest, *std::max_element(steps.begin(), steps.end()));
    }
    ASSERT_EQ(map_facts(data).diameter, longest) << map_text(Map(data));
  }
}

TEST(MapFacts, DisconnectedDescription) {
  MapData data = square();
  data.borders = {{0, 1}, {2, 3}};
  data.continents = {{"", 1, {0, 2}}, {"", 1, {1, 3}}};
  const MapFacts facts = map_facts(data);
  EXPECT_THAT(facts.components, ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3)));
  EXPECT_EQ(facts.diameter, -1);
  EXPECT_EQ(facts.continents[0].parts, 2);
}

}  // namespace
}  // namespace evorisk::maps
