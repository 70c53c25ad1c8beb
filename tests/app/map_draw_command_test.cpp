// evorisk map draw and evorisk map generate, as whole commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using json = nlohmann::ordered_json;
using test::run;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(MapDraw, WritesAPictureAndReplacesItOnlyWhenToldTo) {
  const test::TemporaryDirectory directory;
  auto result = test::run_in(directory, {"map", "draw", "risk", "--out", "risk.svg", "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const json told = parse_json(result.out);
  EXPECT_EQ(told["file"], "risk.svg");
  EXPECT_EQ(told["crossings"], 0);
  EXPECT_THAT(directory.read("risk.svg"), StartsWith("<svg "));
  EXPECT_THAT(directory.read("risk.svg"), HasSubstr(">Kamchatka<"));
  result = test::run_in(directory, {"map", "draw", "war", "--out", "risk.svg"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(directory.read("risk.svg"), HasSubstr(">Kamchatka<"));
  result = test::run_in(directory, {"map", "draw", "war", "--out", "risk.svg", "--force"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(directory.read("risk.svg"), HasSubstr(">Vladivostok<"));
}

TEST(MapDraw, PrintsThePictureAndKnowsItsOptions) {
  const auto plain = run({"map", "draw", "thesis-9"});
  EXPECT_EQ(plain.exit_code, 0);
  EXPECT_EQ(plain.err, "");
  EXPECT_THAT(plain.out, HasSubstr("13 territories, 19 borders, 3 continents</text>"));
  const auto bare = run({"map", "draw", "war", "--no-names", "--no-numbers", "--no-caption",
                         "--width", "300", "--highlight", "0,41"});
  EXPECT_THAT(bare.out, Not(HasSubstr(">Vladivostok<")));
  EXPECT_THAT(bare.out, Not(HasSubstr(">17<")));
  EXPECT_THAT(bare.out, Not(HasSubstr("borders, 6 continents</text>")));
  EXPECT_THAT(bare.out, HasSubstr(" width=\"300\""));
  EXPECT_THAT(bare.out, HasSubstr("chosen\""));
  EXPECT_NE(run({"map", "draw", "risk"}).out, run({"map", "draw", "risk", "--fresh"}).out);
  // The one library map that is not planar has to cross itself once.
  EXPECT_EQ(parse_json(run({"map", "draw", "thesis-3", "--json"}).out)["crossings"], 1);
}

TEST(MapDraw, OfAVariantsFileDrawsItsMap) {
  const test::TemporaryDirectory directory;
  const std::string named =
      directory
          .write("named.json", R"({"format": 1, "name": "n", "map": "thesis-9",
                                        "rules": {"preset": "thesis"}})")
          .string();
  EXPECT_EQ(run({"map", "draw", named}).out, run({"map", "draw", "thesis-9"}).out);
  EXPECT_EQ(run({"map", "compare", named, "thesis-9", "--require", "identical"}).exit_code, 0);
  EXPECT_EQ(run({"map", "check", named}).exit_code, 0);
  // Its rules may be left out; a map that is not there is named.
  const auto bare = directory.write("bare.json", R"({"format": 1, "map": "thesis-9"})").string();
  EXPECT_EQ(run({"map", "draw", bare}).out, run({"map", "draw", "thesis-9"}).out);
  const auto lost = directory.write("lost.json", R"({"format": 1, "map": "no.json"})").string();
  EXPECT_THAT(run({"map", "draw", lost}).err, HasSubstr("no.json"));
}

TEST(MapGenerate, MakesMapsThatPassTheCheck) {
  const test::TemporaryDirectory directory;
  auto result =
      test::run_in(directory, {"map", "generate", "--territories", "30", "--continents", "5",
                               "--density", "0.45", "--seed", "7", "--out", "a.json", "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  json told = parse_json(result.out);
  EXPECT_EQ(told["territories"], 30);
  EXPECT_EQ(told["borders"], 54);  // 29 + 0.45 * 55, rounded
  result = test::run_in(directory, {"map", "check", "a.json", "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_EQ(parse_json(result.out)["passed"], true);
  // The same seed, the same bytes; another one, another map.
  result = test::run_in(directory, {"map", "generate", "--territories", "30", "--continents", "5",
                                    "--density", "0.45", "--seed", "7"});
  EXPECT_EQ(result.out, directory.read("a.json"));
  result = test::run_in(
      directory, {"map", "generate", "--territories", "30", "--continents", "5", "--seed", "8"});
  EXPECT_NE(result.out, directory.read("a.json"));
  EXPECT_EQ(test::run_in(directory, {"map", "draw", "a.json"}).exit_code, 0);
}

}  // namespace
}  // namespace evorisk::app
