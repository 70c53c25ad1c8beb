// Round trips through every format, and what readers and writers report.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "maps/formats/foreign.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"
#include "maps/planar/isomorphism.hpp"
#include "tests/maps/random_maps.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::maps {
namespace {

using nlohmann::ordered_json;
using test::below;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::vector<const MapFormat*> written_formats() {
  std::vector<const MapFormat*> formats;
  for (const MapFormat& format : map_formats()) {
    if (format.write != nullptr) formats.push_back(&format);
  }
  return formats;
}

// Without names and positions, in which formats differ.
MapData skeleton(MapData data) {
  data.name.clear();
  for (Territory& territory : data.territories) territory = {};
  for (Continent& continent : data.continents) {
    continent.name.clear();
    continent.island = false;
  }
  data.placed = false;
  return data;
}

TEST(Formats, AreDocumentedAndToldApart) {
  std::set<std::string_view> names;
  for (const MapFormat& format : map_formats()) {
    SCOPED_TRACE(format.name);
    EXPECT_TRUE(names.insert(format.name).second);
    EXPECT_GT(format.documentation.size(), 30u);
    EXPECT_THAT(std::string(format.extension), StartsWith("."));
    EXPECT_EQ(&map_format(format.name), &format);
  }
  EXPECT_THAT(names, ElementsAre("conquest", "domination", "evorisk", "original"));
  EXPECT_THAT([] { map_format("conqest"); },
              testing::ThrowsMessage<InputError>(
                  "unknown map format \"conqest\"; did you mean \"conquest\"? Valid: evorisk, "
                  "original, domination, conquest"));
}

TEST(Formats, WhatIsWrittenIsDetected) {
  for (const MapFormat* format : written_formats()) {
    for (const std::string_view name : library_names()) {
      const std::string text = format->write(*library_map(name)).text;
      EXPECT_EQ(&detect_map_format(text, "text"), format) << format->name << " " << name;
    }
  }
}

TEST(Formats, LibraryMapsComeBackTheSame) {
  for (const MapFormat* format : written_formats()) {
    for (const std::string_view name : library_names()) {
      SCOPED_TRACE(std::string(format->name) + " " + std::string(name));
      const Map& map = *library_map(name);
      const MapWriting written = format->write(map);
      const Map back = read_map(written.text, "text").map;
      EXPECT_EQ(back, map);
      EXPECT_TRUE(isomorphic(map, back, Sameness::continents));
    }
  }
}

// Names without the formats' own marks, positions on whole pixels: nothing may be lost.
TEST(Formats, PlainMapsComeBackIdentical) {
  Random random = test::test_stream(40);
  for (int round = 0; round < evorisk::test::cases(1000); ++round) {
    MapData data = test::random_map(random, test::random_shape(random, 30));
    test::decorate(data, random, true);
    const Map map(data);
    for (const MapFormat* format : written_formats()) {
      const MapWriting written = format->write(map);
      ASSERT_EQ(read_map(written.text, "text").map, map) << written.text;
      for (const std::string& note : written.notes) ASSERT_THAT(note, Not(HasSubstr("called")));
    }
  }
}

// A file as another program reads it: without the comment of what it does not say.
std::string without_remark(std::string text) {
  const auto at = text.find("; evorisk [");
  return at == text.npos ? text : text.erase(at, text.find('\n', at) + 1 - at);
}

// Whatever names and positions: the map comes back. Without the comment the board does, what the
// format cannot hold is noted, and writing what was read changes nothing any more.
TEST(Formats, AnyMapComesBackAsTheSameBoard) {
  Random random = test::test_stream(41);
  for (int round = 0; round < evorisk::test::cases(150, 10); ++round) {
    MapData data = test::random_map(random, test::random_shape(random, 16));
    test::decorate(data, random, false);
    const Map map(data);
    for (const MapFormat* format : written_formats()) {
      const MapWriting written = format->write(map);
      SCOPED_TRACE(written.text);
      ASSERT_EQ(read_map(written.text, "text").map, map);
      ASSERT_TRUE(format->name != "evorisk" || written.notes.empty());
      const std::string bare = without_remark(written.text);
      const Map back = read_map(bare, "text").map;
      ASSERT_EQ(skeleton(back.data()), skeleton(map.data()));
      ASSERT_EQ(without_remark(format->write(back).text), bare);
      // A changed name is never changed in silence.
      for (int t = 0; t < map.territory_count(); ++t) {
        if (back.territory(t).name == map.territory(t).name) continue;
        const std::string what =
            map.territory(t).name.empty() ? "no name" : "territory " + map.label(t);
        ASSERT_THAT(written.notes, Contains(HasSubstr(what)));
      }
      for (int c = 0; c < map.continent_count(); ++c) {
        if (back.continent(c).name == map.continent(c).name) continue;
        const std::string what =
            map.continent(c).name.empty() ? "no name" : "continent " + std::to_string(c);
        ASSERT_THAT(written.notes, Contains(HasSubstr(what)));
      }
      if (back.name() != map.name()) {
        ASSERT_THAT(written.notes, Contains(HasSubstr("map's name")));
      }
      if (back.data().placed != map.data().placed) {
        ASSERT_THAT(written.notes, Contains(HasSubstr("drawn just where")));
      }
      for (int c = 0; c < map.continent_count(); ++c) {
        if (back.continent(c).island == map.continent(c).island) continue;
        ASSERT_THAT(written.notes, Contains(HasSubstr("islands")));
      }
    }
  }
}

TEST(Formats, WhatWasChangedInAFileStaysChanged) {
  const Map map(MapData{"",
                        {{"", std::nullopt}, {"", std::nullopt}, {"C", Point{0.25, 0.1234}}},
                        {{0, 1}, {1, 2}},
                        {{"", 2, {0, 1}}, {"Isle", 5, {2}, true}}});
  for (const char* name : {"domination", "conquest"}) {
    SCOPED_TRACE(name);
    std::string text = map_format(name).write(map).text;
    EXPECT_EQ(read_map(text, "text").map, map);
    const Territory said = read_map(without_remark(text), "text").map.territory(1);
    const std::string& invented = said.name;
    // Everywhere but in the comment.
    const auto comment = text.find("; evorisk [");
    const auto end = text.find('\n', comment);
    ASSERT_FALSE(invented.empty());
    for (std::size_t at = text.size(); (at = text.rfind(invented, at)) != text.npos && at > 0;
         --at) {
      if (at < comment || at > end) text.replace(at, invented.size(), "Mine");
    }
    MapData changed = map.data();
    changed.territories[1] = {"Mine", said.position};
    EXPECT_EQ(read_map(text, "text").map.data(), changed);
  }
}

TEST(Formats, CommentsThatTheProgramCannotHaveWritten) {
  struct Wrong {
    const char* comment;
    const char* error;
  };
  const std::string text = without_remark(map_format("domination").write(*library_map("two")).text);
  for (const Wrong& wrong : std::initializer_list<Wrong>{
           {"[", "x.map: line 1: line 1, column 2: syntax error"},
           {"[1]", "x.map: line 1: [0]: expected an array, found 1"},
           {"[[\"/name\", null]]", "x.map: line 1: [0]: expected [PLACE, SAID, MEANT]"},
           {"[[\"name\", null, 1]]", "x.map: line 1: [0][0]: this is no place in a map"},
           {"[[\"/territories/7/name\", null, \"A\"]]",
            "x.map: line 1: [0][0]: this is no place in a map"},
           {"[[\"/territories/0/x\", 0.2, null]]", "x.map: line 1: territories[0].x: expected"},
           {"[[\"/name\", \"Two\", 1]]", "x.map: line 1: name: expected a text, found 1"},
           {"[[\"/borders/0/1\", 1, 0]]", "x.map: line 1: [0][0]: this is no place in a map"},
       }) {
    SCOPED_TRACE(wrong.comment);
    EXPECT_THAT([&] { read_map("; evorisk " + std::string(wrong.comment) + "\n" + text, "x.map"); },
                testing::ThrowsMessage<InputError>(StartsWith(wrong.error)));
  }
}

constexpr const char* domination_text = R"(; made by hand
; Dimensions: 200 x 100 Pixels
name Four Lands
ver 2

[files]
pic four_pic.png
crd risk.cards

[continents]
North-East 3 yellow
Far_South 2
Nowhere 9 red

[countries]
1 Alpha 1 20 10
2 Beta_Land 1 200 10
3 Gamma 2 20 100
4 Delta 2 200 100

[borders]
1 2 3
2 1 4
3 1 4 4
4 3 4
)";

TEST(Domination, ReadsAFileOfTheGame) {
  const MapReading reading = read_map(domination_text, "four.map");
  const MapData& data = reading.map.data();
  EXPECT_EQ(data.name, "Four Lands");
  EXPECT_EQ(data.territories[1], (Territory{"Beta Land", Point{1.0, 0.05}}));
  EXPECT_EQ(data.territories[2], (Territory{"Gamma", Point{0.1, 0.5}}));
  EXPECT_THAT(data.borders, ElementsAre(Border{0, 1}, Border{0, 2}, Border{1, 3}, Border{2, 3}));
  EXPECT_THAT(data.continents,
              ElementsAre(Continent{"North-East", 3, {0, 1}}, Continent{"Far South", 2, {2, 3}}));
  EXPECT_THAT(reading.notes,
              ElementsAre("not kept: ver 2, pic four_pic.png, crd risk.cards, the continents' "
                          "colours, 2 comment lines",
                          "continent 2 \"Nowhere\" holds no territory and is left out",
                          "borders listed in one direction only now count both ways: 2 Beta Land "
                          "-> 4 Delta",
                          "borders listed twice count once: 3 Gamma -> 4 Delta",
                          "territories that border on themselves do so no more: 4 Delta"));
}

TEST(Domination, WritesWhatTheGameReads) {
  const MapWriting written =
      map_format("domination")
          .write(Map(MapData{
              "Tiny",
              {{"New York", Point{0.25, 0.5}}, {"a_b", Point{0.75, 0.5}}, {"", Point{0.5, 1}}},
              {{0, 1}, {1, 2}},
              {{"", 2, {0}}, {"East", 5, {1, 2}}}}));
  EXPECT_EQ(without_remark(written.text), R"(; Dimensions: 1000 x 1000 Pixels
name Tiny

[files]
pic Tiny_pic.png
map Tiny_map.png
crd Tiny.cards

[continents]
Skovonavia 2 yellow
East 5 red

[countries]
1 New_York 1 250 500
2 a_b 2 750 500
3 Cerithis 2 500 1000

[borders]
1 2
2 1 3
3 2
)");
  EXPECT_THAT(written.notes,
              ElementsAre("1 continent has no name and gets the one that is printed",
                          "1 territory has no name and gets the one that is printed",
                          "the pictures and the card file that [files] names are not written; "
                          "\"evorisk export\" writes them",
                          "\"_\" in the name of territory 1 a_b stands for a space there"));
}

// It takes a text without a byte order mark for Latin-1, and shows comments above the borders.
TEST(Domination, WritesLettersThatTheGameReads) {
  const std::string text =
      map_format("domination")
          .write(Map(MapData{"Path of 5",
                             {{"Áé", Point{0.25, 0.333}}, {"B", Point{0.75, 0.5}}},
                             {{0, 1}},
                             {{"C", 2, {0, 1}}}}))
          .text;
  EXPECT_TRUE(text.starts_with("\xEF\xBB\xBF; Dimensions")) << text;
  EXPECT_GT(text.find("; evorisk ["), text.find("[borders]"));
  EXPECT_NE(text.find("pic Path_of_5_pic.png\n"), text.npos) << text;
  EXPECT_EQ(file_word("São João: 2º/x"), "Sao_Joao__2__x");
  EXPECT_EQ(file_word("Índia × Straße"), "India___Strase");
  EXPECT_EQ(file_word("\u65e5\u672c"), "map");  // rather than "__"
}

TEST(Domination, CountriesOfOneNameAreToldApart) {
  std::string text = domination_text;
  text.replace(text.find("Gamma"), 5, "Alpha");
  const MapReading reading = read_map(text, "four.map");
  EXPECT_EQ(reading.map.territory(2).name, "Alpha 2");
  EXPECT_THAT(reading.notes,
              Contains("country 3 is a second \"Alpha\" and is now called \"Alpha 2\""));
}

constexpr const char* conquest_text =
    "\xEF\xBB\xBF[Map]\r\nauthor=Somebody\r\nimage=Four Lands.bmp\r\nwrap=yes\r\n\r\n"
    "[Continents]\r\nNorth=3\r\nFar South = 0\r\n\r\n"
    "[Territories]\r\nAlpha,0,0,North,Beta,Gamma\r\n Beta , 400 ,0,North,alpha,Delta,\r\n\r\n"
    "Gamma,0,200,far south,Alpha,Delta\r\nDelta,400,200,Far South,Beta,Gamma";

TEST(Conquest, ReadsAFileOfTheGame) {
  const MapReading reading = read_map(conquest_text, "four.map");
  const MapData& data = reading.map.data();
  EXPECT_EQ(data.name, "Four Lands");
  EXPECT_THAT(data.territories,
              ElementsAre(Territory{"Alpha", Point{0, 0}}, Territory{"Beta", Point{1, 0}},
                          Territory{"Gamma", Point{0, 0.5}}, Territory{"Delta", Point{1, 0.5}}));
  EXPECT_THAT(data.borders, ElementsAre(Border{0, 1}, Border{0, 2}, Border{1, 3}, Border{2, 3}));
  EXPECT_THAT(data.continents,
              ElementsAre(Continent{"North", 3, {0, 1}}, Continent{"Far South", 1, {2, 3}}));
  EXPECT_THAT(reading.notes,
              ElementsAre("the bonus of Far South is 1 instead of 0: a map holds 1 to 1000",
                          "not kept: author=Somebody, image=Four Lands.bmp, wrap=yes"));
}

TEST(Conquest, FilesOfWindowsProgramsAreReadAsSuch) {
  const MapReading reading = read_map(
      "[Continents]\nEur\xF3pa=1\n[Territories]\nM\xE1laga,1,1,Eur\xF3pa,\x8Aumava\n"
      "\x8Aumava,2,1,Eur\xF3pa,M\xE1laga\n",
      "x.map");
  EXPECT_EQ(reading.map.territory(0).name, "Málaga");
  EXPECT_EQ(reading.map.territory(1).name, "Šumava");
  EXPECT_THAT(reading.notes, ElementsAre("the text is not UTF-8 and was read as Windows-1252"));
}

TEST(Conquest, WritesWhatTheGameReads) {
  const MapWriting written = map_format("conquest")
                                 .write(Map(MapData{"A/B",
                                                    {{"Bosnia, east", Point{0.25, 0.5}},
                                                     {"[x]", Point{0.75, 0.5}},
                                                     {"", Point{0.5, 0.3333}}},
                                                    {{0, 1}, {1, 2}},
                                                    {{"k=v", 2, {0}}, {"k-v", 5, {1, 2}}}}));
  EXPECT_EQ(without_remark(written.text), R"([Map]
author=evorisk
image=A_B.bmp
wrap=no
scroll=none
warn=yes

[Continents]
k-v=2
k-v 2=5

[Territories]
Bosnia; east,250,500,k-v,(x]
(x],750,500,k-v 2,Bosnia; east,Cerithis
Cerithis,500,333,k-v 2,(x]
)");
  EXPECT_THAT(written.notes, ElementsAre("1 territory has no name and gets the one that is printed",
                                         "positions are rounded to a picture of 1000 x 1000 pixels",
                                         "the map's name is only held by the picture's, \"A_B\"",
                                         "the picture that [Map] names is not written; "
                                         "\"evorisk export\" writes it",
                                         "continent 0 \"k=v\" is called \"k-v\"",
                                         "continent 1 \"k-v\" is called \"k-v 2\"",
                                         "territory 0 Bosnia, east is called \"Bosnia; east\"",
                                         "territory 1 [x] is called \"(x]\""));
}

TEST(Conquest, TheGamesOwnLimitsAreNoted) {
  MapData data;
  data.territories.resize(300);
  data.continents.resize(40);
  for (int t = 0; t < 300; ++t) {
    if (t > 0) data.borders.push_back({0, t});
    data.continents[static_cast<std::size_t>(t % 40)].territories.push_back(t);
  }
  const auto notes = map_format("conquest").write(Map(data)).notes;
  EXPECT_THAT(notes, Contains("300 territories: the game itself takes at most 255"));
  EXPECT_THAT(notes, Contains("40 continents: the game itself takes at most 32"));
  EXPECT_THAT(notes, Contains("299 neighbours of one territory: the game itself takes at most 10"));
  EXPECT_THAT(notes, Contains("300 territories had no position and were given one"));
}

// The map in one of the shapes in which the thesis' own program may have held it.
std::string original_text(const Map& map, int shape, int first) {
  ordered_json json;
  const int count = map.territory_count();
  const auto name = [&](int t) { return "T" + std::to_string(t); };
  const bool named = shape >= 4;
  const auto reference = [&](int t) {
    return named ? ordered_json(name(t)) : ordered_json(t + first);
  };
  if (shape == 0 && first == 0) {
    json["territories"] = count;
  } else {
    for (int t = 0; t < count; ++t) json["territories"].push_back(reference(t));
  }
  json["connections"] = shape == 1 || shape == 4 ? ordered_json::object() : ordered_json::array();
  for (int t = 0; t < count; ++t) {
    ordered_json list = ordered_json::array();
    for (const int n : map.neighbours(t)) {
      list.push_back(reference(n));
      if (shape == 2) json["connections"].push_back({reference(t), reference(n)});
      if (shape == 3 && t < n) json["connections"].push_back({reference(t), reference(n)});
    }
    if (shape == 0 || shape == 5) json["connections"].push_back(list);
    if (shape == 1) json["connections"][std::to_string(t + first)] = list;
    if (shape == 4) json["connections"][name(t)] = list;
    if (shape == 6) {
      ordered_json row = ordered_json::array();
      for (int u = 0; u < count; ++u) row.push_back(map.adjacent(t, u) ? 1 : 0);
      json["connections"].push_back(row);
    }
  }
  for (int c = 0; c < map.continent_count(); ++c) {
    ordered_json list = ordered_json::array();
    for (const int t : map.continent(c).territories) list.push_back(reference(t));
    if (shape % 2 == 1) {
      json["continents"]["C" + std::to_string(c)] = list;
      json["continentsValue"]["C" + std::to_string(c)] = map.continent(c).bonus;
    } else {
      json["continents"].push_back(list);
      json["continentsValue"].push_back(map.continent(c).bonus);
    }
  }
  return json.dump();
}

TEST(Original, EveryPlausibleShapeIsRead) {
  Random random = test::test_stream(42);
  for (int round = 0; round < evorisk::test::cases(600); ++round) {
    test::Shape size = test::random_shape(random, 20);
    size.territories = std::max(size.territories, 3);
    const Map map(test::random_map(random, size));
    for (int shape = 0; shape <= 6; ++shape) {
      const std::string text = original_text(map, shape, below(random, 2));
      SCOPED_TRACE(text);
      const MapReading reading = read_map(text, "text");
      ASSERT_EQ(skeleton(reading.map.data()), skeleton(map.data()));
      ASSERT_THAT(reading.notes, IsEmpty());
    }
  }
}

TEST(Original, OneWayBordersAreRestoredAndReported) {
  const MapReading reading = read_map(R"({"territories": [0, 1, 2], "name": "Old", "author": "x",
      "connections": [[1, 2], [0], [1, 0]], "continents": [[0], [1, 2]],
      "continentsValue": [0, 5]})",
                                      "old.json");
  EXPECT_EQ(reading.map.name(), "Old");
  EXPECT_THAT(reading.map.borders(), ElementsAre(Border{0, 1}, Border{0, 2}, Border{1, 2}));
  EXPECT_THAT(reading.notes,
              ElementsAre("the bonus of continent 0 is 1 instead of 0: a map holds 1 to 1000",
                          "not kept: author",
                          "borders listed in one direction only now count both ways: 2 -> 1"));
}

// The thesis' files say two borders of its eighth map in one direction only, say.
TEST(Original, DroppedDirectionsComeBack) {
  Random random = test::test_stream(43);
  for (const std::string_view name : library_names()) {
    const Map& map = *library_map(name);
    if (map.territory_count() < 5) continue;
    ordered_json json = parse_json(original_text(map, 1, 0));
    std::set<Border> dropped;
    for (int i = 0; i < 3; ++i) {
      const auto border =
          map.borders()[static_cast<std::size_t>(below(random, map.border_count()))];
      ordered_json& list = json["connections"][std::to_string(border.b)];
      for (std::size_t k = 0; k < list.size(); ++k) {
        if (list[k] == border.a) {
          list.erase(k);
          dropped.insert(border);
          break;
        }
      }
    }
    const MapReading reading = read_map(json.dump(), "text");
    EXPECT_EQ(skeleton(reading.map.data()), skeleton(map.data()));
    ASSERT_EQ(reading.notes.size(), 1u);
    for (const Border& border : dropped) {
      EXPECT_THAT(reading.notes[0],
                  HasSubstr(std::to_string(border.a) + " -> " + std::to_string(border.b)));
    }
  }
}

TEST(Files, ReadWhateverTheirNameEndsIn) {
  const std::string file = testing::TempDir() + "maps_formats_test.txt";
  write_file(file, conquest_text);
  EXPECT_EQ(resolve_map(file)->territory_count(), 4);
  const auto slash = file.rfind('/');
  EXPECT_EQ(resolve_map(file.substr(slash + 1), file.substr(0, slash))->territory_count(), 4);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace evorisk::maps
