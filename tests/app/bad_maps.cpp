// Maps that are none, and files that cannot be written.
#include "tests/app/bad_input.hpp"
#include "tests/app/bad_input_names.hpp"

namespace evorisk::app {
namespace {

// A whole map with one part replaced: {"format": 1, territories, borders, continents}.
struct Parts {
  std::string territories = R"([{"name": "A"}, {"name": "B"}, {}])";
  std::string borders = "[[0, 1], [1, 2]]";
  std::string continents = R"([{"bonus": 2, "territories": [0, 1, 2]}])";
  std::string more = "";  // ", \"key\": value"
};

std::string map_with(const Parts& parts) {
  return R"({"format": 1, "territories": )" + parts.territories + R"(, "borders": )" +
         parts.borders + R"(, "continents": )" + parts.continents + parts.more + "}";
}

BadInput content(const std::string& name, const std::string& text, const std::string& message) {
  return {name,
          {{"map.json", text}},
          {"map", "convert", "map.json", "--to", "evorisk"},
          Exit::usage,
          "map.json: " + message};
}

BadInput parts(const std::string& name, const Parts& changed, const std::string& message) {
  return content(name, map_with(changed), message);
}

}  // namespace

std::vector<BadInput> bad_maps() {
  const std::string own_keys = "format, name, about, placed, territories, borders, continents";
  const std::string whole = map_with({});
  return {
      content("NoMapAtAll", "hello",
              "this is no map in any format the program reads (evorisk, original, domination, "
              "conquest)"),
      content("EmptyFile", "",
              "this is no map in any format the program reads (evorisk, original, domination, "
              "conquest)"),
      content("BrokenOff", R"({"format": 1, "territories": [)",
              "line 1, column 31: syntax error while parsing value - unexpected end of input; "
              "expected '[', '{', or a literal"),
      content("KeyTwice", R"({"format": 1, "format": 1})", "the key \"format\" occurs twice"),
      content("NewerFormat", R"({"format": 2})", "format: this program reads format 1, found 2"),
      content("WithoutFormat", R"({"name": "x"})", "member \"format\" is missing"),
      content("WithoutBorders", R"({"format": 1, "territories": []})",
              "member \"borders\" is missing"),
      parts("MisspeltKey", {.more = R"(, "boarders": [])"},
            "unknown member \"boarders\"; did you mean \"borders\"? Valid: " + own_keys),
      parts("NameIsNumber", {.more = R"(, "name": 7)"}, "name: expected a text, found 7"),
      parts("OneTerritory",
            {.territories = "[{}]",
             .borders = "[]",
             .continents = R"([{"bonus": 1, "territories": [0]}])"},
            "territories: a map has at least 2 territories, found 1"),
      parts("SameNameTwice", {.territories = R"([{"name": "A"}, {"name": "A"}, {}])"},
            "territories[1].name: \"A\" is already the name of territory 0"),
      parts("HalfAPosition", {.territories = R"([{"x": 0.5}, {}, {}])"},
            "territories[0]: a position needs both \"x\" and \"y\", or neither"),
      parts("PositionOutside", {.territories = R"([{"x": 0.5, "y": 1.5}, {}, {}])"},
            "territories[0].y: expected a number from 0 to 1, found 1.5"),
      parts("BorderToNowhere", {.borders = "[[0, 1], [1, 3]]"},
            "borders[1]: there is no territory 3 (valid: 0 to 2)"),
      parts("NegativeTerritory", {.borders = "[[0, -1]]"},
            "borders[0][1]: expected an integer from 0 to 2000000000, found -1"),
      parts("BorderToItself", {.borders = "[[0, 1], [1, 1]]"},
            "borders[1]: joins territory 1 B to itself"),
      parts("BorderTwice", {.borders = "[[0, 1], [1, 2], [1, 0]]"},
            "borders[2]: 0 A - 1 B is already borders[0]"),
      parts("BorderOfThree", {.borders = "[[0, 1, 2]]"},
            "borders[0]: a border is a pair of territories, found 3"),
      parts("NotConnected", {.borders = "[[0, 1]]"},
            "borders: the map falls into 2 parts; no way leads to territory 2"),
      parts("TerritoryInNoContinent", {.continents = R"([{"bonus": 1, "territories": [0, 1]}])"},
            "continents: territory 2 is in none"),
      parts("TerritoryInTwoContinents",
            {.continents =
                 R"([{"bonus": 1, "territories": [0, 1]}, {"bonus": 1, "territories": [1, 2]}])"},
            "continents[1].territories[0]: territory 1 B is already in continents[0]"),
      parts("EmptyContinent",
            {.continents =
                 R"([{"bonus": 1, "territories": [0, 1, 2]}, {"bonus": 1, "territories": []}])"},
            "continents[1].territories: a continent holds territories"),
      parts("BonusOfZero", {.continents = R"([{"bonus": 0, "territories": [0, 1, 2]}])"},
            "continents[0].bonus: expected an integer from 1 to 1000, found 0"),

      {"UnknownMap",
       {},
       {"map", "check", "thesis-11"},
       Exit::usage,
       "unknown map \"thesis-11\"; did you mean \"thesis-1\"? Valid: " + map_names() +
           "; or the path of a map file"},
      {"MapIsADirectory",
       {},
       {"map", "check", "/"},
       Exit::failure,
       "cannot read /: Is a directory"},
      {"NoTargetFormat",
       {},
       {"map", "convert", "two"},
       Exit::usage,
       "--to is needed: one of evorisk, domination, conquest"},
      {"FormatOnlyRead",
       {},
       {"map", "convert", "two", "--to", "original"},
       Exit::usage,
       "--to: unknown value \"original\"; valid: evorisk, domination, conquest"},
      {"OutputExists",
       {{"there.json", whole}},
       {"map", "convert", "two", "--out", "there.json"},
       Exit::usage,
       "there.json exists already; --force replaces it"},
      {"OutputBelowAFile",
       {{"file", "x"}},
       {"map", "convert", "two", "--out", "file/out.json"},
       Exit::failure,
       "cannot write file/out.json: Not a directory"},
      {"OutputInNoDirectory",
       {},
       {"map", "convert", "two", "--out", "nowhere/out.json"},
       Exit::failure,
       "cannot write nowhere/out.json: No such file or directory"},
  };
}

}  // namespace evorisk::app
