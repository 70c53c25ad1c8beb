// The maps that come with the program, and the published schema of map files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "maps/facts.hpp"
#include "maps/io.hpp"
#include "maps/planar/isomorphism.hpp"
#include "tests/maps/random_maps.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/schema.hpp"

namespace evorisk::maps {
namespace {

using json = nlohmann::ordered_json;
using testing::ElementsAre;

const std::string root = EVORISK_SOURCE_DIR;

std::vector<int> bonuses(const Map& map) {
  std::vector<int> list;
  for (const Continent& continent : map.continents()) list.push_back(continent.bonus);
  return list;
}

std::vector<std::size_t> sizes(const Map& map) {
  std::vector<std::size_t> list;
  for (const Continent& continent : map.continents()) list.push_back(continent.territories.size());
  return list;
}

int numbered(const Map& map, std::string_view name) {
  for (int t = 0; t < map.territory_count(); ++t) {
    if (map.territory(t).name == name) return t;
  }
  ADD_FAILURE() << "no territory " << name;
  return 0;
}

bool joined(const Map& map, std::string_view a, std::string_view b) {
  return map.adjacent(numbered(map, a), numbered(map, b));
}

TEST(Library, NamesInOrder) {
  const auto names = library_names();
  ASSERT_GE(names.size(), 13u);
  std::vector<std::string> first(names.begin(), names.begin() + 13);
  EXPECT_THAT(first, ElementsAre("thesis-1", "thesis-2", "thesis-3", "thesis-4", "thesis-5",
                                 "thesis-6", "thesis-7", "thesis-8", "thesis-9", "thesis-10",
                                 "thesis-war", "risk", "war"));
}

TEST(Library, EveryMapIsDocumentedWholeAndShared) {
  for (const std::string_view name : library_names()) {
    SCOPED_TRACE(name);
    const MapPtr map = library_map(name);
    EXPECT_EQ(broken_invariant(map->data()), std::nullopt);
    EXPECT_THAT(library_about(name), testing::EndsWith("."));
    EXPECT_GT(library_about(name).size(), 20u);
    EXPECT_FALSE(map->name().empty());
    EXPECT_EQ(library_map(name), map) << "parsed twice";
    for (const ContinentFacts& continent : map_facts(map->data()).continents) {
      EXPECT_EQ(continent.parts, 1) << "a continent in pieces";
    }
  }
}

TEST(Library, ClassicRisk) {
  const Map& map = *library_map("risk");
  EXPECT_EQ(map.territory_count(), 42);
  EXPECT_EQ(map.border_count(), 83);
  EXPECT_THAT(sizes(map), ElementsAre(9, 4, 6, 7, 12, 4));
  EXPECT_THAT(bonuses(map), ElementsAre(5, 2, 3, 5, 7, 2));
  EXPECT_EQ(map.continent(4).name, "Asia");
  EXPECT_TRUE(joined(map, "Alaska", "Kamchatka"));
  EXPECT_TRUE(joined(map, "Brazil", "North Africa"));
  EXPECT_TRUE(joined(map, "Middle East", "East Africa"));
  EXPECT_TRUE(joined(map, "Siam", "Indonesia"));
  EXPECT_FALSE(joined(map, "Middle East", "Madagascar"));
  EXPECT_FALSE(joined(map, "Afghanistan", "Siberia"));
}

TEST(Library, War) {
  const Map& map = *library_map("war");
  EXPECT_EQ(map.territory_count(), 42);
  EXPECT_EQ(map.border_count(), 79);
  EXPECT_THAT(sizes(map), ElementsAre(9, 4, 6, 7, 12, 4));
  EXPECT_THAT(bonuses(map), ElementsAre(5, 2, 3, 5, 7, 2));
  EXPECT_TRUE(joined(map, "Alasca", "Vladivostok"));
  EXPECT_TRUE(joined(map, "Brasil", "Argélia"));
  EXPECT_FALSE(joined(map, "Oriente Médio", "Sudão"));
}

TEST(Library, MapsOfTheThesis) {
  const struct {
    const char* name;
    int territories, borders;
    std::vector<int> bonuses;
  } expected[] = {
      {"thesis-1", 42, 81, {5, 2, 3, 5, 7, 2}},
      {"thesis-2", 42, 82, {7, 2, 5, 3, 2, 5}},
      {"thesis-3", 42, 73, {3, 7, 5, 2, 5, 2}},
      {"thesis-4", 42, 76, {6, 5, 3, 5, 3, 2}},
      {"thesis-5", 42, 84, {2, 7, 5, 3, 2, 5}},
      {"thesis-6", 17, 25, {2, 3, 3, 1}},
      {"thesis-7", 18, 29, {2, 1, 2, 3}},
      {"thesis-8", 10, 15, {1, 1, 2}},
      {"thesis-9", 13, 19, {3, 1, 2}},
      {"thesis-10", 12, 19, {3, 2}},
      {"thesis-war", 42, 79, {5, 2, 3, 5, 7, 2}},
  };
  for (const auto& map : expected) {
    SCOPED_TRACE(map.name);
    EXPECT_EQ(library_map(map.name)->territory_count(), map.territories);
    EXPECT_EQ(library_map(map.name)->border_count(), map.borders);
    EXPECT_EQ(bonuses(*library_map(map.name)), map.bonuses);
  }
}

TEST(Library, TheMirrorIsSymmetric) {
  MapData data = library_map("mirror-12")->data();
  for (Border& border : data.borders) border = {11 - border.a, 11 - border.b};
  std::reverse(data.continents.begin(), data.continents.end());
  for (Continent& continent : data.continents) {
    for (int& t : continent.territories) t = 11 - t;
  }
  const Map mirrored(data);
  const Map& map = *library_map("mirror-12");
  EXPECT_THAT(mirrored.borders(), testing::ElementsAreArray(map.borders()));
  for (int c = 0; c < 4; ++c) {
    EXPECT_EQ(mirrored.continent(c).territories, map.continent(c).territories);
    EXPECT_EQ(mirrored.continent(c).bonus, map.continent(c).bonus);
  }
}

TEST(Library, AnUnknownNameIsRefusedWithTheNearest) {
  EXPECT_THAT([] { library_map("thesis-11"); },
              testing::ThrowsMessage<InputError>(testing::StartsWith(
                  "unknown map \"thesis-11\"; did you mean \"thesis-1\"? Valid: thesis-1, ")));
  EXPECT_THAT([] { library_map("nowhere at all"); },
              testing::ThrowsMessage<InputError>(
                  testing::StartsWith("unknown map \"nowhere at all\"; valid: thesis-1, ")));
}

class Schema : public testing::Test {
 protected:
  static bool valid(const json& document) {
    static const evorisk::test::JsonSchema schema("maps/schema/map.schema.json");
    return schema.accepts(document.dump());
  }
};

TEST_F(Schema, HoldsForEveryLibraryFile) {
  for (const std::string_view name : library_names()) {
    const std::string file = root + "/maps/library/" + std::string(name) + ".json";
    EXPECT_TRUE(valid(parse_json(read_file(file)))) << file;
  }
}

TEST_F(Schema, HoldsForEveryMapTheProgramWrites) {
  Random random = test::test_stream(30);
  for (int round = 0; round < evorisk::test::cases(300); ++round) {
    MapData data = test::random_map(random, test::random_shape(random, 20));
    test::decorate(data, random, false);
    EXPECT_TRUE(valid(parse_json(map_text(Map(data)))));
  }
}

// What the schema refuses the reader refuses too.
TEST_F(Schema, FailsForBrokenFiles) {
  const json good = parse_json(map_text(*library_map("cycle-4")));
  ASSERT_TRUE(valid(good));
  const char* patches[] = {
      R"([{"op": "remove", "path": "/format"}])",
      R"([{"op": "replace", "path": "/format", "value": 2}])",
      R"([{"op": "replace", "path": "/format", "value": "1"}])",
      R"([{"op": "add", "path": "/colour", "value": "red"}])",
      R"([{"op": "replace", "path": "/name", "value": 7}])",
      R"([{"op": "replace", "path": "/name", "value": "a\tb"}])",
      R"([{"op": "replace", "path": "/territories", "value": 4}])",
      R"([{"op": "replace", "path": "/territories", "value": [{}]}])",
      R"([{"op": "replace", "path": "/territories/0", "value": "North"}])",
      R"([{"op": "add", "path": "/territories/0/owner", "value": 1}])",
      R"([{"op": "remove", "path": "/territories/0/y"}])",
      R"([{"op": "replace", "path": "/territories/0/x", "value": 1.5}])",
      R"([{"op": "replace", "path": "/territories/0/x", "value": "0.5"}])",
      R"([{"op": "replace", "path": "/borders/0", "value": [0]}])",
      R"([{"op": "replace", "path": "/borders/0", "value": [0, 1, 2]}])",
      R"([{"op": "replace", "path": "/borders/0", "value": [0, 0]}])",
      R"([{"op": "replace", "path": "/borders/0", "value": [0, -1]}])",
      R"([{"op": "replace", "path": "/borders/0", "value": [0, 1.5]}])",
      R"([{"op": "replace", "path": "/borders/0", "value": {"a": 0, "b": 1}}])",
      R"([{"op": "remove", "path": "/continents"}])",
      R"([{"op": "remove", "path": "/continents/0/bonus"}])",
      R"([{"op": "replace", "path": "/continents/0/bonus", "value": 0}])",
      R"([{"op": "replace", "path": "/continents/0/bonus", "value": 1001}])",
      R"([{"op": "replace", "path": "/continents/0/bonus", "value": 2.5}])",
      R"([{"op": "replace", "path": "/continents/0/territories", "value": []}])",
      R"([{"op": "add", "path": "/continents/0/color", "value": "red"}])",
  };
  for (const char* patch : patches) {
    SCOPED_TRACE(patch);
    const json broken = good.patch(parse_json(patch));
    EXPECT_FALSE(valid(broken));
    EXPECT_THROW(map_from_json(JsonView(broken, "patched")), InputError);
  }
}

}  // namespace
}  // namespace evorisk::maps
