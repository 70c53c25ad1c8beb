// Whole-command tests of `simulate` and `replay`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "maps/generate/naming.hpp"
#include "maps/io.hpp"
#include "tests/support/process.hpp"

namespace evorisk::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Json run_json(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--json", "--quiet"});
  const ProcessResult result = run(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return parse_json(result.out);
}

// What does not depend on the clock.
Json timeless(Json json) {
  json.erase("seconds");
  json.erase("matches_per_second");
  return json;
}

TEST(Simulate, ReportsForfeits) {
  const std::string missing = R"(external:{"command":["/no/such/program"]})";
  const std::vector<std::string> arguments = {"simulate", "thesis-10",           "--matches", "20",
                                              "--agents", missing + ",cautious", "--threads", "2"};
  const ProcessResult result = run(arguments);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("ends: forfeit 20 (100.0 %)"),
                                HasSubstr("\nseat 1 forfeited 20 by crash: the program could not "
                                          "be started, or ended\n")));
  EXPECT_THAT(result.err, HasSubstr("agents forfeited 20 matches, which count for no seat"));
  std::vector<std::string> as_json = arguments;
  as_json.insert(as_json.end(), {"--json", "--quiet"});
  const Json json = parse_json(run(as_json).out);
  EXPECT_EQ(json["ends"]["invalid"], 20);
  EXPECT_EQ(json["seats"][0]["forfeits"], 20);
  EXPECT_EQ(json["seats"][0]["faults"]["crash"], 20);
  EXPECT_EQ(json["seats"][0]["faults"]["silence"], 0);
  EXPECT_EQ(json["seats"][1]["forfeits"], 0);
}

TEST(Simulate, CountsAddUpAndDoNotDependOnThreads) {
  const auto simulate = [](const char* threads, const char* seed) {
    return timeless(run_json({"simulate", "thesis-9", "--matches", "500", "--seed", seed,
                              "--threads", threads, "--agents", "cautious,random"}));
  };
  const Json one = simulate("1", "3");
  EXPECT_EQ(simulate("2", "3").dump(), one.dump());
  EXPECT_EQ(simulate("5", "3").dump(), one.dump());
  EXPECT_NE(simulate("1", "4").dump(), one.dump());

  EXPECT_EQ(one["variant"], "thesis-9");
  EXPECT_EQ(one["matches"], 500);
  EXPECT_EQ(one["seed"], 3);
  ASSERT_EQ(one["seats"].size(), 2u);
  EXPECT_EQ(one["seats"][0]["agent"], "cautious");
  EXPECT_EQ(one["seats"][1]["agent"], "random");
  const int won = one["seats"][0]["wins"].get<int>() + one["seats"][1]["wins"].get<int>();
  EXPECT_EQ(won, one["ends"]["conquest"]);
  EXPECT_EQ(won + one["ends"]["turn_limit"].get<int>(), 500);
  EXPECT_EQ(one["ends"]["invalid"], 0);
  EXPECT_GT(one["seats"][0]["wins"], 400);
  for (const Json& seat : one["seats"]) {
    EXPECT_EQ(seat["win_share"], seat["wins"].get<double>() / 500);
    EXPECT_LT(seat["interval"][0], seat["win_share"]);
    EXPECT_GT(seat["interval"][1], seat["win_share"]);
    EXPECT_EQ(seat["forfeits"], 0);
    EXPECT_EQ(seat["faults"]["illegal"], 0);
  }
  EXPECT_LE(one["turns"]["quantiles"]["0.05"], one["turns"]["quantiles"]["0.5"]);
  EXPECT_LE(one["turns"]["quantiles"]["0.95"], 48);
}

TEST(Simulate, TellsWhetherItWasInterrupted) {
  EXPECT_EQ(parse_json(run({"simulate", "two", "--matches", "10", "--json"}).out)["interrupted"],
            false);
}

TEST(Simulate, TakesRulesFromFilesPresetsAndSettings) {
  const TemporaryDirectory directory;
  const auto file = directory.write(
      "mine.json",
      R"({"format": 1, "name": "Mine", "rules": {"preset": "war", "players": 3}, "map": "thesis-8"})");
  Json json = run_json(
      {"simulate", file, "--matches", "20", "--set", "turn_limit=9", "--set", "allocation=pick"});
  EXPECT_EQ(json["rules"]["reinforcement_divisor"], 2);
  EXPECT_EQ(json["rules"]["turn_limit"], 9);
  EXPECT_EQ(json["rules"]["allocation"], "pick");
  EXPECT_EQ(json["seats"].size(), 3u);
  EXPECT_EQ(json["seats"][2]["agent"], "cautious");
  EXPECT_LE(json["turns"]["quantiles"]["0.95"], 9);
  json = run_json({"simulate", "--map", "thesis-8", "--preset", "risk", "--matches", "5",
                   "--agents", "random"});
  EXPECT_EQ(json["rules"]["conquest_move"], "max");
  EXPECT_EQ(json["seats"][1]["agent"], "random");
  // Commas in an agent's parameters do not separate agents.
  json = run_json({"simulate", "two", "--matches", "1", "--agents", "cautious:{},random:{ }"});
  EXPECT_EQ(json["seats"][1]["agent"], "random:{ }");
}

TEST(Simulate, ReadsWellAsText) {
  const ProcessResult result = run({"simulate", "two", "--matches", "50", "--quiet"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, AllOf(HasSubstr("two: 2 territories, 2 players; 50 matches, seed 1"),
                                HasSubstr("95 % interval"), HasSubstr("ends: conquest"),
                                HasSubstr("turns: mean"), HasSubstr(", standard deviation "),
                                HasSubstr("matches/s")));
  // One match has none.
  EXPECT_THAT(run({"simulate", "two", "--matches", "1", "--quiet"}).out,
              AllOf(HasSubstr("turns: mean"), Not(HasSubstr("deviation"))));
}

// Their mean's error is not known where all matches last alike.
TEST(Simulate, TheMeanLengthHasAnError) {
  const auto turns = [](const std::string& limit) {
    return run_json({"simulate", "thesis-9", "--matches", "25", "--set", limit})["turns"];
  };
  const auto apart = turns("turn_limit=48");
  EXPECT_NEAR(apart["se"], apart["deviation"].get<double>() / 5, 1e-12);
  EXPECT_TRUE(turns("turn_limit=1")["se"].is_null());
  EXPECT_TRUE(run_json({"simulate", "thesis-9", "--matches", "1"})["turns"]["deviation"].is_null());
  const std::string text =
      run({"evaluate", "thesis-9", "--matches", "25", "--set", "turn_limit=1"}).out;
  EXPECT_THAT(text, HasSubstr("turns    1.00 in every match\n"));
}

struct BadCall {
  std::vector<std::string> arguments;
  int exit_code;
  std::vector<const char*> parts;
};

void expect_refused(const std::vector<BadCall>& calls, const std::filesystem::path& directory) {
  for (const BadCall& call : calls) {
    std::string line;
    for (const std::string& word : call.arguments) line += word + " ";
    SCOPED_TRACE(line);
    ProcessOptions options;
    options.directory = directory;
    const ProcessResult result = run(call.arguments, options);
    EXPECT_EQ(result.exit_code, call.exit_code) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    for (const char* part : call.parts) EXPECT_THAT(result.err, HasSubstr(part));
  }
}

TEST(Simulate, RefusesWhatIsWrong) {
  const TemporaryDirectory directory;
  directory.write("no-format.json", R"({"name": "x", "map": "two"})");
  directory.write("format-2.json", R"({"format": 2, "map": "two"})");
  directory.write("no-map.json", R"({"format": 1, "name": "x"})");
  directory.write("bad-map.json", R"({"format": 1, "map": "thesis-99"})");
  directory.write("rule.json", R"({"format": 1, "rules": {"defense_dice": 2}, "map": "two"})");
  directory.write("preset.json", R"({"format": 1, "rules": {"preset": "wor"}, "map": "two"})");
  directory.write("extra.json", R"({"format": 1, "map": "two", "mapp": "two"})");
  directory.write("name.json", R"({"format": 1, "name": 3, "map": "two"})");
  directory.write("players.json", R"({"format": 1, "rules": {"players": 3}, "map": "two"})");
  directory.write("broken.json", "{\"format\": 1,\n \"map\": }");
  directory.write("list.json", "[1]");
  directory.write("taken.jsonl", "mine");
  std::filesystem::create_directory(directory.path() / "folder");
  const std::string root = directory.path().string();
  expect_refused(
      {
          {{"simulate"}, 2, {"--map"}},
          {{"simulate", "thesis-99"}, 2, {"thesis-9"}},
          {{"simulate", "missing.json"}, 2, {"missing.json"}},
          {{"simulate", root}, 1, {root.c_str()}},
          {{"simulate", "no-format.json"}, 2, {"no-format.json", "format"}},
          {{"simulate", "format-2.json"}, 2, {"format-2.json", "format", "1", "2"}},
          {{"simulate", "no-map.json"}, 2, {"no-map.json", "\"map\" is missing"}},
          {{"simulate", "bad-map.json"}, 2, {"bad-map.json", "map", "thesis-9"}},
          {{"simulate", "rule.json"}, 2, {"rules", "did you mean \"defence_dice\""}},
          {{"simulate", "preset.json"}, 2, {"rules.preset", "did you mean \"war\""}},
          {{"simulate", "extra.json"}, 2, {"did you mean \"map\""}},
          {{"simulate", "name.json"}, 2, {"name", "3"}},
          {{"simulate", "players.json"}, 2, {"players.json", "players is 3", "2 territories"}},
          {{"simulate", "broken.json"}, 2, {"broken.json", "line 2"}},
          {{"simulate", "list.json"}, 2, {"list.json", "object"}},
          {{"simulate", "two", "--map", "two"}, 2, {"--map"}},
          {{"simulate", "two", "--set", "players=7"}, 2, {"players", "6"}},
          {{"simulate", "two", "--set", "players=3"}, 2, {"players is 3"}},
          {{"simulate", "two", "--set", "dice"}, 2, {"key=value"}},
          {{"simulate", "two", "--set", "tie=attacker"}, 2, {"did you mean \"ties\""}},
          {{"simulate", "two", "--preset", "chess"}, 2, {"--preset", "thesis"}},
          {{"simulate", "two", "--matches", "0"}, 2, {"--matches"}},
          {{"simulate", "two", "--matches", "many"}, 2, {"--matches", "many"}},
          {{"simulate", "two", "--seed", "-1"}, 2, {"--seed"}},
          {{"simulate", "two", "--threads", "0"}, 2, {"--threads"}},
          {{"simulate", "two", "--agents", "cautios"}, 2, {"did you mean \"cautious\""}},
          {{"simulate", "two", "--agents", "cautious,random,random"}, 2, {"3 agents", "2 seats"}},
          {{"simulate", "two", "--agents", "cautious,"}, 2, {"--agents"}},
          {{"simulate", "two", "--agents", "cautious:{"}, 2, {"cautious:{"}},
          {{"simulate", "two", "--agents", "cautious:3,random"}, 2, {"object"}},
          {{"simulate", "two", "--agents", "cautious:{\"a\": 1},random"}, 2, {"\"a\""}},
          {{"simulate", "two", "--record-matches", "2"}, 2, {"--record"}},
          {{"simulate", "two", "--matches", "3", "--record", "r", "--record-matches", "4"},
           2,
           {"--record-matches is 4", "3"}},
          {{"simulate", "two", "--record", "taken.jsonl"}, 2, {"taken.jsonl", "--force"}},
          {{"simulate", "two", "--record", "folder"}, 2, {"folder", "--record-matches"}},
          {{"simulate", "two", "--record", "absent/r.jsonl"}, 1, {"absent"}},
          {{"simulate", "two", "--record", "taken.jsonl", "--record-matches", "2"},
           1,
           {"taken.jsonl"}},
          {{"simulate", "two", "--match", "2"}, 2, {"did you mean \"--matches\""}},
      },
      directory.path());
  EXPECT_EQ(directory.read("taken.jsonl"), "mine");
}

TEST(Records, AreWrittenCheckedAndToldAgain) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "match.jsonl").string();
  const std::string folder = (directory.path() / "matches").string();
  const Json counts = run_json({"simulate", "risk", "--set", "players=3", "--set", "turn_limit=60",
                                "--seed", "5", "--matches", "1", "--record", file});
  run_json({"simulate", "risk", "--set", "players=3", "--set", "turn_limit=60", "--seed", "5",
            "--matches", "3", "--record", folder, "--record-matches", "2", "--agents", "cautious"});
  EXPECT_EQ(directory.read("matches/match-0.jsonl"), directory.read("match.jsonl"));
  EXPECT_TRUE(std::filesystem::exists(folder + "/match-1.jsonl"));
  EXPECT_FALSE(std::filesystem::exists(folder + "/match-2.jsonl"));

  Json json = run_json({"replay", file, "--verify"});
  EXPECT_EQ(json["holds"], true);
  EXPECT_EQ(json["played_again"], "same");

  json = run_json({"replay", file});
  EXPECT_EQ(json["end"]["turns"], counts["turns"]["mean"]);
  EXPECT_EQ(json["turns"].size(), json["end"]["turns"].get<std::size_t>() + 1);
  EXPECT_EQ(json["turns"][0]["territories"], parse_json("[14, 14, 14]"));
  for (const Json& turn : json["turns"]) {
    double sum = 0;
    for (const Json& value : turn["evaluation"]) sum += value.get<double>();
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_FALSE(turn.contains("events"));
  }
  const Json steps = run_json({"replay", file, "--step"});
  std::size_t events = 0;
  for (const Json& turn : steps["turns"]) events += turn["events"].size();
  const std::string text = directory.read("match.jsonl");
  // Every line but the header, the ends of turns and the end.
  EXPECT_EQ(events, static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) - 1 -
                        (steps["turns"].size() - 1) - 1);
  const Json third = run_json({"replay", file, "--turn", "3"});
  ASSERT_EQ(third["turns"].size(), 1u);
  EXPECT_EQ(third["turns"][0], steps["turns"][3]);

  ProcessResult told = run({"replay", file, "--turn", "1"});
  EXPECT_EQ(told.exit_code, 0);
  EXPECT_THAT(told.out,
              AllOf(HasSubstr("Turn 1, seat 1"), HasSubstr("Seat 1 places"), HasSubstr("Alaska"),
                    HasSubstr("Afterwards"), HasSubstr(" % of the position")));
  told = run({"replay", file, "--turn", "0"});
  EXPECT_THAT(told.out, HasSubstr("Seat 3 claims"));
  told = run({"replay", file, "--step"});
  EXPECT_THAT(told.out,
              AllOf(HasSubstr("Set-up"), HasSubstr("attacks"), HasSubstr("ends its attacks"),
                    HasSubstr("draws the card"), HasSubstr("exchanges")));
  told = run({"replay", file});
  EXPECT_THAT(told.out,
              AllOf(HasSubstr("set-up: seat 1: territories 14"), HasSubstr("turn 2, seat 2: ")));
}

// A map without names has those that are printed.
TEST(Replay, NamesTheTerritoriesOfNamelessMaps) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "match.jsonl").string();
  run_json({"simulate", "thesis-9", "--seed", "1", "--matches", "1", "--record", file});
  const maps::Map map = maps::with_names(*maps::library_map("thesis-9"), 1);
  EXPECT_THAT(run({"replay", file, "--turn", "0"}).out,
              HasSubstr("Seat 1 is dealt " + map.label(0) + '.'));
  EXPECT_THAT(run({"replay", file, "--turn", "1"}).out,
              HasSubstr(", for continent 2 " + map.continent(2).name + '.'));
}

TEST(Replay, FindsTamperedRecords) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "match.jsonl").string();
  run_json({"simulate", "thesis-9", "--seed", "5", "--matches", "1", "--record", file});
  std::string text = directory.read("match.jsonl");
  const std::size_t at = text.find("\"event\":\"attack\"");
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  text.replace(text.find("\"losses\":[", at) + 10, 1, "7");
  directory.write("match.jsonl", text);
  const std::string place = "line " + std::to_string(line) + ": the checksum does not match";
  const ProcessResult verified = run({"replay", file, "--verify"});
  EXPECT_EQ(verified.exit_code, 3);
  EXPECT_THAT(verified.out, HasSubstr(place));
  const ProcessResult stepped = run({"replay", file, "--step"});
  EXPECT_EQ(stepped.exit_code, 3);
  EXPECT_THAT(stepped.err, HasSubstr(place));
  EXPECT_THAT(stepped.out, HasSubstr("Seat 1 is dealt"));
  const ProcessResult result = run({"replay", file, "--verify", "--json"});
  EXPECT_EQ(result.exit_code, 3);
  const Json json = parse_json(result.out);
  EXPECT_EQ(json["holds"], false);
  EXPECT_EQ(json["line"], line);
  const ProcessResult told = run({"replay", file, "--json"});
  EXPECT_EQ(told.exit_code, 3);
  EXPECT_EQ(parse_json(told.out)["line"], line);
}

TEST(Replay, RefusesWhatIsWrong) {
  const TemporaryDirectory directory;
  directory.write("empty.jsonl", "");
  directory.write("variant.json", R"({"format": 1, "name": "x", "map": "two"})");
  directory.write("text.txt", "a match\n");
  const std::string file = (directory.path() / "match.jsonl").string();
  run_json({"simulate", "two", "--matches", "1", "--record", file});
  expect_refused(
      {
          {{"replay"}, 2, {"RECORD"}},
          {{"replay", "missing.jsonl"}, 2, {"missing.jsonl"}},
          {{"replay", "empty.jsonl"}, 2, {"empty.jsonl, line 1"}},
          {{"replay", "variant.json"}, 2, {"variant.json", "no match record"}},
          {{"replay", "text.txt"}, 2, {"text.txt, line 1"}},
          {{"replay", "match.jsonl", "--turn", "9999"}, 2, {"--turn", "9999"}},
          {{"replay", "match.jsonl", "--turn", "-1"}, 2, {"--turn"}},
          {{"replay", "match.jsonl", "--turn", "1", "--step"}, 2, {"exclude each other"}},
          {{"replay", "match.jsonl", "--verify", "--step"}, 2, {"exclude each other"}},
          {{"replay", "match.jsonl", "--verfy"}, 2, {"did you mean \"--verify\""}},
      },
      directory.path());
}

}  // namespace
}  // namespace evorisk::test
