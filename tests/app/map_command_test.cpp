// evorisk map check, convert, compare, as whole commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "maps/io.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using json = nlohmann::ordered_json;
using test::run;
using testing::AllOf;
using testing::HasSubstr;

json json_of(const test::ProcessResult& result) {
  EXPECT_EQ(result.err, "");
  return parse_json(result.out);
}

TEST(MapCheck, ClassicRiskPasses) {
  const auto result = run({"map", "check", "risk"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("42 territories, 83 borders, 6 continents\n"),
                    HasSubstr("Neighbours: 2 to 6, 3.95 on average\n"),
                    HasSubstr("Their loss would split the map: 32 Siam, 38 Indonesia\n"),
                    HasSubstr("Australia                4      2          1                     "
                              "2.00            1\n")));
  const json data = json_of(run({"map", "check", "risk", "--json"}));
  EXPECT_EQ(data["passed"], true);
  EXPECT_EQ(data["figures"]["neighbours"]["territories_with"].size(), 7u);
  EXPECT_EQ(data["continents"][1]["to_defend"], 2);
  EXPECT_EQ(data["checks"]["placed"]["holds"], true);
}

TEST(MapCheck, AMapThatIsNotPlanarFailsUnlessThatIsNotAsked) {
  const auto result = run({"map", "check", "thesis-3"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out, HasSubstr("not planar: 30 borders form a subdivision of K3,3"));
  EXPECT_EQ(run({"map", "check", "thesis-3", "--require", "connected"}).exit_code, 0);
  EXPECT_EQ(run({"map", "check", "risk", "--require", "named"}).exit_code, 0);
  EXPECT_EQ(run({"map", "check", "thesis-1", "--require", "named"}).exit_code, 3);
  const auto wrong = run({"map", "check", "risk", "--require", "plannar"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--require: unknown check \"plannar\"; did you mean "
                                   "\"planar\"? Valid: whole, connected, planar, contiguous, "
                                   "named, placed"));
}

TEST(MapCheck, SaysAllThatIsBroken) {
  const test::TemporaryDirectory directory;
  directory.write("broken.json", R"({"format": 1,
      "territories": [{"name": "A"}, {"name": "B"}, {"name": "C"}, {"name": "D"}],
      "borders": [[0, 1], [1, 0], [2, 3], [3, 3], [0, 9]],
      "continents": [{"bonus": 1, "territories": [0, 2]}, {"bonus": 2, "territories": [1]}]})");
  const auto result = test::run_in(directory, {"map", "check", "broken.json"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("not whole: borders[1]: 0 A - 1 B is already borders[0]\n"),
                    HasSubstr("not whole: borders[3]: joins territory 3 D to itself\n"),
                    HasSubstr("not whole: borders[4]: there is no territory 9 (valid: 0 to 3)\n"),
                    HasSubstr("not whole: continents: territory 3 D is in none\n"),
                    HasSubstr("not connected: part 1, 2 territories: 0 A, 1 B\n"),
                    HasSubstr("not connected: part 2, 2 territories: 2 C, 3 D\n"),
                    HasSubstr("not contiguous: continent 0 is in 2 parts\n")));
  const json data = json_of(test::run_in(directory, {"map", "check", "broken.json", "--json"}));
  EXPECT_EQ(data["passed"], false);
  EXPECT_EQ(data["figures"]["components"], 2);
  EXPECT_FALSE(data["figures"].contains("shape"));
}

TEST(MapConvert, ThereAndBack) {
  const test::TemporaryDirectory directory;
  for (const std::string format : {"domination", "conquest", "evorisk"}) {
    const auto there = test::run_in(directory, {"map", "convert", "war", "--to", format, "--out",
                                                "a.map", "--force", "--quiet"});
    EXPECT_EQ(there.exit_code, 0) << there.err;
    EXPECT_EQ(there.out + there.err, "");
    const auto back =
        test::run_in(directory, {"map", "convert", "a.map", "--to", "evorisk", "--json"});
    EXPECT_EQ(back.exit_code, 0);
    const json result = parse_json(back.out);
    EXPECT_EQ(result["text"], maps::map_text(*maps::library_map("war"))) << format;
  }
}

TEST(MapConvert, NotesGoToTheTerminalAndIntoJson) {
  const auto result = run({"map", "convert", "path-5", "--to", "domination"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("written: 5 territories have no names and get those that are "
                                    "printed\n"));
  const auto with_json =
      run({"map", "convert", "path-5", "--to", "domination", "--json", "--quiet"});
  const json data = json_of(with_json);
  EXPECT_EQ(data["format"], "domination");
  EXPECT_EQ(data["text"], result.out);
  EXPECT_EQ(data["notes"]["written"].size(), 3u);
}

TEST(MapConvert, TellsNamesThatAreNotUtf8InJson) {
  const test::TemporaryDirectory directory;
  const auto result =
      test::run_in(directory, {"map", "convert", "two", "--out", "a\xff.json", "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, testing::HasSubstr("a\ufffd.json"));
}

TEST(MapConvert, NothingIsOverwrittenAndTheFormatMustBeClear) {
  const test::TemporaryDirectory directory;
  directory.write("there.json", "old");
  const auto kept = test::run_in(directory, {"map", "convert", "two", "--out", "there.json"});
  EXPECT_EQ(kept.exit_code, 2);
  EXPECT_EQ(kept.err, "evorisk: error: there.json exists already; --force replaces it\n");
  EXPECT_EQ(directory.read("there.json"), "old");
  const auto forced =
      test::run_in(directory, {"map", "convert", "two", "--out", "there.json", "--force"});
  EXPECT_EQ(forced.exit_code, 0);
  EXPECT_EQ(directory.read("there.json"), maps::map_text(*maps::library_map("two")));

  const auto unclear = test::run_in(directory, {"map", "convert", "two", "--out", "x.map"});
  EXPECT_EQ(unclear.exit_code, 2);
  EXPECT_EQ(unclear.err, "evorisk: error: --to is needed: one of domination, conquest\n");
  EXPECT_EQ(run({"map", "convert", "two"}).err,
            "evorisk: error: --to is needed: one of evorisk, domination, conquest\n");
  const auto unknown = run({"map", "convert", "two", "--to", "original"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("--to: unknown value \"original\""));
  const auto nowhere = run({"map", "convert", "two", "--to", "evorisk", "--out", "/no/such/file"});
  EXPECT_EQ(nowhere.exit_code, 1);
  EXPECT_THAT(nowhere.err, HasSubstr("cannot write /no/such/file: No such file or directory"));
}

TEST(MapCompare, BoardsUnderTheSameNumbers) {
  const auto result = run({"map", "compare", "risk", "thesis-1"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, AllOf(HasSubstr("The maps are different boards (not isomorphic).\n"),
                                HasSubstr("Territories are matched by numbers.\n"),
                                HasSubstr("  22 Northern Europe - 23 Ukraine\n"),
                                HasSubstr("Borders only in the second:\n  32 - 33\n")));
  const json data = json_of(run({"map", "compare", "risk", "thesis-1", "--json"}));
  EXPECT_EQ(data["likeness"], "none");
  EXPECT_EQ(data["borders_only_in_first"].size(), 3u);
  EXPECT_EQ(data["borders_only_in_second"].size(), 1u);
}

TEST(MapCompare, RenumberedBoardsAreMatchedByName) {
  const test::TemporaryDirectory directory;
  maps::MapData data = maps::library_map("cycle-4")->data();
  std::reverse(data.territories.begin(), data.territories.end());
  for (maps::Border& border : data.borders) border = {3 - border.a, 3 - border.b};
  for (maps::Continent& continent : data.continents) {
    for (int& t : continent.territories) t = 3 - t;
  }
  directory.write("turned.json", maps::map_text(maps::Map(data)));
  data.continents[0].bonus = 4;
  directory.write("bonus.json", maps::map_text(maps::Map(data)));
  const auto compare = [&](const std::string& other, const std::string& required) {
    return test::run_in(directory, {"map", "compare", "cycle-4", other, "--require", required})
        .exit_code;
  };
  EXPECT_EQ(compare("cycle-4", "identical"), 0);
  EXPECT_EQ(compare("turned.json", "identical"), 3);
  EXPECT_EQ(compare("turned.json", "continents"), 0);
  EXPECT_EQ(compare("bonus.json", "continents"), 3);
  EXPECT_EQ(compare("bonus.json", "borders"), 0);
  EXPECT_EQ(compare("two", "borders"), 3);
  const json turned =
      json_of(test::run_in(directory, {"map", "compare", "cycle-4", "turned.json", "--json"}));
  EXPECT_EQ(turned["matched_by"], "names");
  EXPECT_TRUE(turned["borders_only_in_first"].empty());
  const auto bonus = test::run_in(directory, {"map", "compare", "cycle-4", "bonus.json"});
  EXPECT_THAT(bonus.out, HasSubstr("1 -> 4\n"));
  const auto sizes = test::run_in(directory, {"map", "compare", "cycle-4", "two"});
  EXPECT_THAT(sizes.out, HasSubstr("The territories cannot be matched: their numbers differ.\n"));
}

TEST(MapCommands, BadMapsAreUsageErrors) {
  const test::TemporaryDirectory directory;
  directory.write("cut.json", "{\"format\": 1, \"terr");
  directory.write("apart.map", "[Continents]\nA=1\n[Territories]\nX,1,1,A\nY,2,2,A\n");
  const struct {
    std::vector<std::string> arguments;
    int exit_code;
    std::string message;
  } cases[] = {
      {{"map", "check"}, 2, "MAP is missing"},
      {{"map", "check", "rsk"}, 2, "unknown map \"rsk\"; did you mean \"risk\"? Valid: "},
      {{"map", "check", "no.json"}, 2, "there is no map file no.json"},
      {{"map", "check", "."}, 1, "cannot read .: Is a directory"},
      {{"map", "check", "cut.json"},
       2,
       "cut.json: line 1, column 20: syntax error while parsing "
       "object key - invalid string: missing closing quote"},
      {{"map", "convert", "apart.map", "--to", "evorisk"},
       2,
       "apart.map: borders: the map falls into 2 parts; no way leads to territory 0 X"},
      {{"map", "compare", "two"}, 2, "SECOND is missing"},
      {{"map", "compare", "two", "apart.map"}, 2, "apart.map: borders: the map falls into 2 parts"},
      {{"map", "compare", "two", "two", "--require", "same"},
       2,
       "--require: unknown value \"same\""},
  };
  for (const auto& [arguments, exit_code, message] : cases) {
    const auto result = test::run_in(directory, arguments);
    EXPECT_EQ(result.exit_code, exit_code) << message;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, testing::StartsWith("evorisk: error: " + message));
  }
}

}  // namespace
}  // namespace evorisk::app
