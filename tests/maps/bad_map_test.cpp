// Broken and hostile map files, and what is said of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"
#include "tests/maps/random_maps.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::maps {
namespace {

using test::below;
using testing::StartsWith;
using testing::ThrowsMessage;

struct Case {
  std::string text;
  std::string message;  // after "bad.map: "
};

void expect_refused(const std::vector<Case>& cases) {
  for (const auto& [text, message] : cases) {
    SCOPED_TRACE(text.substr(0, 300));
    EXPECT_THAT([&text = text] { read_map(text, "bad.map"); },
                ThrowsMessage<InputError>("bad.map: " + message));
  }
}

// An own map with one part replaced.
std::string own(const std::string& territories, const std::string& borders = "[[0, 1]]",
                const std::string& continents = R"([{"bonus": 1, "territories": [0, 1]}])") {
  return R"({"format": 1, "territories": )" + territories + R"(, "borders": )" + borders +
         R"(, "continents": )" + continents + "}";
}

TEST(BadMaps, Own) {
  const std::string two = "[{}, {}]";
  expect_refused({
      {"{}", "member \"format\" is missing"},
      {R"({"format": 2})", "format: this program reads format 1, found 2"},
      {R"({"format": "1"})", "format: this program reads format 1, found \"1\""},
      {R"({"format": 1})", "member \"territories\" is missing"},
      {R"({"format": 1, "teritories": []})",
       "unknown member \"teritories\"; did you mean \"territories\"? Valid: format, name, about, "
       "placed, territories, borders, continents"},
      {R"({"format": 1, "name": 7, "territories": []})", "name: expected a text, found 7"},
      {own("{}"), "territories: expected an array, found an object"},
      {own("[]"), "territories: a map has at least 2 territories, found 0"},
      {own("[1, 2]"), "territories[0]: expected an object, found 1"},
      {own(R"([{"nam": "A"}, {}])"),
       "territories[0]: unknown member \"nam\"; did you mean \"name\"? Valid: name, x, y"},
      {own(R"([{"name": ["A"]}, {}])"), "territories[0].name: expected a text, found an array"},
      {own(R"([{"x": 0.5}, {}])"),
       "territories[0]: a position needs both \"x\" and \"y\", or neither"},
      {own(R"([{"x": 0.5, "y": 1.5}, {}])"),
       "territories[0].y: expected a number from 0 to 1, found 1.5"},
      {own(R"([{"x": "0.5", "y": 0}, {}])"),
       "territories[0].x: expected a number from 0 to 1, found \"0.5\""},
      {own(R"([{"name": "A"}, {"name": "A"}])"),
       "territories[1].name: \"A\" is already the name of territory 0"},
      {own(R"([{"name": "A\u0000B"}, {}])"),
       "territories[0].name: holds a control character (a line break, a tab, ...)"},
      {own(two, "[[0, 1, 1]]"), "borders[0]: a border is a pair of territories, found 3"},
      {own(two, "[0, 1]"), "borders[0]: expected an array, found 0"},
      {own(two, "[[0, 2]]"), "borders[0]: there is no territory 2 (valid: 0 to 1)"},
      {own(two, "[[0, -1]]"), "borders[0][1]: expected an integer from 0 to 2000000000, found -1"},
      {own(two, "[[0, 1.0]]"),
       "borders[0][1]: expected an integer from 0 to 2000000000, found 1.0"},
      {own(two, "[[0, 99999999999999999999]]"),
       "borders[0][1]: expected an integer from 0 to 2000000000, found 1e+20"},
      {own(two, "[[0, 18446744073709551615]]"),
       "borders[0][1]: expected an integer from 0 to 2000000000, found 18446744073709551615"},
      {own(two, "[[1, 1]]"), "borders[0]: joins territory 1 to itself"},
      {own(two, "[[0, 1], [1, 0]]"), "borders[1]: 0 - 1 is already borders[0]"},
      {own(two, "[]"), "borders: the map falls into 2 parts; no way leads to territory 0"},
      {own(two, "[[0, 1]]", "[]"), "continents: territory 0 is in none"},
      {own(two, "[[0, 1]]", "[{}]"), "continents[0]: member \"bonus\" is missing"},
      {own(two, "[[0, 1]]", R"([{"bonus": 0, "territories": [0, 1]}])"),
       "continents[0].bonus: expected an integer from 1 to 1000, found 0"},
      {own(two, "[[0, 1]]", R"([{"bonus": 1, "territories": []}])"),
       "continents[0].territories: a continent holds territories"},
      {own(two, "[[0, 1]]", R"([{"bonus": 1, "territories": [0, 0]}])"),
       "continents[0].territories[1]: territory 0 is already in continents[0]"},
  });
}

TEST(BadMaps, Json) {
  const std::string deep = "a[0][0][0][0][0][0][0][0][0...: nested more than 100 levels deep";
  expect_refused({
      {R"({"format": 1, "format": 1})", "the key \"format\" occurs twice"},
      {own(R"([{"name": "A", "name": "B"}, {}])"), "territories[0]: the key \"name\" occurs twice"},
      {"{\n  \"format\": 1,\n",
       "line 3, column 1: syntax error while parsing object key - "
       "unexpected end of input; expected string literal"},
      {"{\"format\": 1,}",
       "line 1, column 14: syntax error while parsing object key - unexpected "
       "'}'; expected string literal"},
      {"{\"a\": 1e999}", "line 1, column 11: number overflow parsing '1e999'"},
      {"{\"a\": NaN}",
       "line 1, column 7: syntax error while parsing value - invalid literal; "
       "last read: '\"a\": N'"},
      {"{} {}",
       "line 1, column 4: syntax error while parsing value - unexpected '{'; expected end "
       "of input"},
      {"{\"\xC3\x28\": 1}", "line 1, column 3: the text is not valid UTF-8"},
      {"{\"n\": \"\xED\xA0\x80\"}", "line 1, column 8: the text is not valid UTF-8"},
      {std::string("{\"format\"\0: 1}", 14), "line 1, column 10: a NUL byte is no JSON"},
      {std::string("{}\n\0", 4), "line 2, column 1: a NUL byte is no JSON"},
      {"{\"a\": " + std::string(150, '[') + std::string(150, ']') + "}", deep},
      {"{\"a\": " + std::string(1'000'000, '['), deep},
  });
}

TEST(BadMaps, NoMapAtAll) {
  const std::string message =
      "this is no map in any format the program reads (evorisk, original, domination, conquest)";
  expect_refused({{"", message},
                  {"\n \n", message},
                  {"hello", message},
                  {"[continents]\nA 1 red\n", message},
                  {"\x89PNG\r\n\x1a\n", message},
                  {"[1, 2]", message},
                  {"\"risk\"", "expected an object, found \"risk\""}});
}

TEST(BadMaps, Original) {
  const auto with = [](const std::string& connections, const std::string& rest) {
    return R"({"territories": 2, "connections": )" + connections + ", " + rest + "}";
  };
  const std::string rest = R"("continents": [[0, 1]], "continentsValue": [1])";
  expect_refused({
      {R"({"connections": []})", "member \"territories\" is missing"},
      {R"({"territories": -1, "connections": []})",
       "territories: expected an integer from 0 to 100000, found -1"},
      {R"({"territories": 1e9, "connections": []})",
       "territories: expected an integer from 0 to 100000, found 1000000000.0"},
      {R"({"territories": [0, 0], "connections": []})",
       "territories[1]: territory \"0\" comes twice"},
      {R"({"territories": 2, "continentsValue": []})", "member \"connections\" is missing"},
      {with("7", rest), "connections: expected an array, found 7"},
      {with("[7, 8]", rest), "connections[0]: expected an array, found 7"},
      {with("[[1], [2]]", rest), "connections[1][0]: there is no territory 2"},
      {with("{\"9\": [0]}", rest), "connections.9: there is no territory 9"},
      {with("[[0.5], []]", rest),
       "connections[0][0]: expected an integer from 0 to 2000000000, found 0.5"},
      {with("[[1], [0], [1]]", rest), "connections: expected 2 lists of neighbours, found 3"},
      {with("[[0, 1]]", R"("continents": [[0], [1]], "continentsValue": [1])"),
       "continentsValue: expected 2 bonuses, one for each continent, found 1"},
      {with("[[0, 1]]", R"("continents": {"A": [0, 1]}, "continentsValue": {"B": 2})"),
       "continentsValue: member \"A\" is missing"},
      {with("[[0, 1]]", R"("continents": [[0, 5]], "continentsValue": [1])"),
       "continents[0][1]: there is no territory 5"},
      {with("[[0, 1]]", R"("continents": [[0]], "continentsValue": [1])"),
       "continents: territory 1 is in none"},
      {with("[]", rest), "borders: the map falls into 2 parts; no way leads to territory 0"},
  });
}

TEST(BadMaps, Domination) {
  const std::string head = "[continents]\nA 1 red\n[countries]\n";
  const std::string two = head + "1 X 1 5 5\n2 Y 1 6 6\n";
  expect_refused({
      {"[countries]\n1 X 1 5 5\n", "section [continents] is missing"},
      {two, "section [borders] is missing"},
      {"[files]\n[continent]\n",
       "line 2: unknown section \"continent\"; did you mean \"continents\"? Valid: files, "
       "continents, countries, borders"},
      {two + "[borders]\n1 2\n[borders]\n", "line 8: section [borders] comes twice"},
      {"[continents]\nNorth America 5 red\n" + two.substr(two.find("[countries]")) + "[borders]\n",
       "line 2: a continent is NAME BONUS COLOUR, found \"North America 5 red\""},
      {head + "1 X 1\n3 Y 1\n[borders]\n",
       "line 5: countries are numbered in order; expected 2, found 3"},
      {head + "1 X 1 5\n[borders]\n",
       "line 4: a country is NUMBER NAME CONTINENT X Y, found \"1 X 1 5\""},
      {head + "1 X 1 5 1e300\n[borders]\n",
       "line 4: a country is NUMBER NAME CONTINENT X Y, found \"1 X 1 5 1e300\""},
      {head + "one X 1 5 5\n[borders]\n",
       "line 4: a country is NUMBER NAME CONTINENT X Y, found \"one X 1 5 5\""},
      {head + "1 X 2 5 5\n[borders]\n", "line 4: there is no continent 2 (valid: 1 to 1)"},
      {two + "[borders]\n1 3\n", "line 7: there is no country 3 (valid: 1 to 2)"},
      {two + "[borders]\n0 1\n", "line 7: there is no country 0 (valid: 1 to 2)"},
      {two + "[borders]\n1 99999999999999999999\n",
       "line 7: there is no country 99999999999999999999 (valid: 1 to 2)"},
      {two + "[borders]\n", "borders: the map falls into 2 parts; no way leads to territory 0 X"},
      {std::string("[borders]\n1 \0 2\n", 16), "line 2: a NUL byte is no text"},
  });
}

TEST(BadMaps, Conquest) {
  const std::string head = "[Map]\nauthor=x\n[Continents]\nA=1\n[Territories]\n";
  expect_refused({
      {"[Map]\n[Territories]\nX,1,1,A\n", "section [continents] is missing"},
      {"[Map]\n[Continents]\nA=1\n", "section [territories] is missing"},
      {"stray\n" + head, "line 1: expected [Map], found \"stray\""},
      {"[Map]\nauthor\n[Continents]\n[Territories]\n",
       "line 2: expected KEY=VALUE, found \"author\""},
      {"[Map]\n[Continents]\nA\n[Territories]\n", "line 3: a continent is NAME=BONUS, found \"A\""},
      {"[Map]\n[Continents]\nA=two\n[Territories]\n",
       "line 3: a continent is NAME=BONUS, found \"A=two\""},
      {"[Map]\n[Continents]\n=2\n[Territories]\n",
       "line 3: a continent is NAME=BONUS, found \"=2\""},
      {"[Map]\n[Continents]\nA=1\nA=2\n[Territories]\n", "line 4: continent \"A\" comes twice"},
      {head + "X,1,1\n",
       "line 6: a territory is NAME,X,Y,CONTINENT,NEIGHBOUR,..., found "
       "\"X,1,1\""},
      {head + "X,1,one,A,Y\n",
       "line 6: a territory is NAME,X,Y,CONTINENT,NEIGHBOUR,..., found "
       "\"X,1,one,A,Y\""},
      {head + ",1,1,A,Y\n",
       "line 6: a territory is NAME,X,Y,CONTINENT,NEIGHBOUR,..., found "
       "\",1,1,A,Y\""},
      {head + "X,1,1,B\n", "line 6: unknown continent \"B\"; did you mean \"A\"?"},
      {head + "X,1,1,A,Y\nX,2,2,A,X\n", "line 7: territory \"X\" comes twice"},
      {head + "Alaska,1,1,A,Yukon\nYukon,2,2,A,Alsaka\n",
       "line 7: unknown territory \"Alsaka\"; did you mean \"Alaska\"?"},
      {head + "X,1,1,A,X\nY,1,1,A\n",
       "borders: the map falls into 2 parts; no way leads to territory 0 X"},
      {head, "territories: a map has at least 2 territories, found 0"},
      {head + "A\tB,1,1,A,X\nX,1,1,A,A\tB\n",
       "territories[0].name: holds a control character (a line break, a tab, ...)"},
  });
}

TEST(BadMaps, DirectoriesMissingFilesAndDevices) {
  const std::string directory = testing::TempDir();
  EXPECT_THAT([&] { resolve_map(directory); },
              ThrowsMessage<SystemError>("cannot read " + directory + ": Is a directory"));
  EXPECT_THAT([] { resolve_map("no/such.map"); },
              ThrowsMessage<InputError>("there is no map file no/such.map"));
  EXPECT_THAT(
      [] { resolve_map("rsik"); },
      ThrowsMessage<InputError>(StartsWith("unknown map \"rsik\"; did you mean \"risk\"?")));
  EXPECT_THAT([] { resolve_map("/dev/zero"); },
              ThrowsMessage<InputError>("/dev/zero: is a device, not a file"));
}

// Where a map stands inside another document, the path says so.
TEST(BadMaps, InPlace) {
  const auto json = parse_json(R"({"map": )" + own("[{}, {}]", "[[0, 5]]") + "}", "v.json");
  const JsonView view(json, "v.json");
  EXPECT_THAT(
      [&] { resolve_map(view.at("map"), "."); },
      ThrowsMessage<InputError>("v.json: map.borders[0]: there is no territory 5 (valid: 0 to 1)"));
  const auto wrong = parse_json(R"({"map": 5, "other": "rsik"})", "v.json");
  EXPECT_THAT(
      [&] { resolve_map(JsonView(wrong, "v.json").at("map"), "."); },
      ThrowsMessage<InputError>("v.json: map: expected a library name, a path or a map object"));
  EXPECT_THAT([&] { resolve_map(JsonView(wrong, "v.json").at("other"), "."); },
              ThrowsMessage<InputError>(
                  StartsWith("v.json: other: unknown map \"rsik\"; did you mean \"risk\"?")));
}

// Files cut off or with bytes changed are read as some map or refused in a sentence; nothing else
// may happen (the sanitizers watch).
TEST(BadMaps, DamagedFilesAreReadOrRefused) {
  Random random = test::test_stream(50);
  std::vector<std::string> texts;
  for (const char* name : {"two", "thesis-8", "war"}) {
    for (const MapFormat& format : map_formats()) {
      if (format.write != nullptr) texts.push_back(format.write(*library_map(name)).text);
    }
  }
  texts.push_back(R"({"territories": ["A", "B", 7], "connections": {"A": ["B", 7], "B": [7]},
                      "continents": {"X": ["A", "B"], "Y": [7]}, "continentsValue": {"X": 2, "Y": 1}})");
  int refused = 0;
  constexpr int rounds = evorisk::test::cases(6000, 600);
  for (int round = 0; round < rounds; ++round) {
    std::string text =
        texts[static_cast<std::size_t>(below(random, static_cast<int>(texts.size())))];
    const auto place = [&] {
      return static_cast<std::size_t>(below(random, static_cast<int>(text.size())));
    };
    for (int change = 1 + below(random, 3); change > 0 && text.size() > 1; --change) {
      switch (below(random, 5)) {
        case 0:
          text.resize(place());
          break;
        case 1:
          text[place()] = static_cast<char>(below(random, 256));
          break;
        case 2:
          text.erase(place(), 1 + place() % 20);
          break;
        case 3:
          text.insert(place(), text.substr(place(), 1 + place() % 20));
          break;
        default:
          text[place()] = "[]{},:;=\"\n-0159.e "[below(random, 18)];
      }
    }
    try {
      const MapReading reading = read_map(text, "damaged");
      EXPECT_EQ(broken_invariant(reading.map.data()), std::nullopt);
    } catch (const InputError& error) {
      ++refused;
      EXPECT_THAT(error.what(), StartsWith("damaged: "));
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
  EXPECT_GT(refused, rounds / 2);
}

}  // namespace
}  // namespace evorisk::maps
