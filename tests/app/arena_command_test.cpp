// evorisk arena as a whole program.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/statistics.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(ArenaCommand, RatesWhoIsStronger) {
  const auto result =
      test::run({"arena", "thesis-9", "thesis-8", "--agents", "random,cautious,strategist",
                 "--matches", "200", "--threads", "2", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  Json json = parse_json(result.out);
  EXPECT_EQ(json["matches"], 2 * 3 * 200);
  EXPECT_EQ(json["anchor"], "cautious");
  ASSERT_EQ(json["ratings"].size(), 3u);
  EXPECT_EQ(json["ratings"][0]["agent"], "strategist");
  EXPECT_GT(json["ratings"][0]["interval"][0], 0);
  EXPECT_EQ(json["ratings"][1]["elo"], 0);
  EXPECT_EQ(json["ratings"][2]["agent"], "random");
  EXPECT_LT(json["ratings"][2]["interval"][1], -100);
  for (const Json& variant : json["variants"]) {
    EXPECT_EQ(variant["matches"], 600);
    EXPECT_EQ(variant["pairs"].size(), 3u);
    double shares = 0;
    for (const Json& seat : variant["seats"]) shares += seat["point_share"].get<double>();
    EXPECT_NEAR(shares, 1, 1e-12);
    for (const Json& pair : variant["pairs"]) {
      EXPECT_LE(pair["interval"][0], pair["point_share"]);
      EXPECT_GE(pair["interval"][1], pair["point_share"]);
      EXPECT_EQ(pair["points"][0].get<double>() + pair["points"][1].get<double>(), 200);
    }
  }
  for (const Json& agent : json["effort"]["agents"]) {
    EXPECT_GT(agent["decisions_timed"], 0);
    EXPECT_LE(agent["microseconds"]["p99"], agent["microseconds"]["max"]);
  }
  // But for what it cost, the same on one thread.
  Json again = parse_json(
      test::run({"arena", "thesis-9", "thesis-8", "--agents", "random,cautious,strategist",
                 "--matches", "200", "--threads", "1", "--json"})
          .out);
  json.erase("effort");
  again.erase("effort");
  EXPECT_EQ(again, json);
}

// Wilson's interval of 2 of 20 is 2.8 to 30.1 %: from 10 % on farther up than down.
TEST(ArenaCommand, ARateTellsTheLongerSideOfItsInterval) {
  const Json pair = parse_json(
      test::run({"arena", "thesis-9", "--agents", "random,strategist", "--matches", "80", "--json"})
          .out)["variants"][0]["pairs"][0];
  const double share = pair["point_share"];
  const double up = pair["interval"][1].get<double>() - share;
  ASSERT_GT(up, share - pair["interval"][0].get<double>() + 0.002);
  EXPECT_THAT(
      test::run({"arena", "thesis-9", "--agents", "random,strategist", "--matches", "80"}).out,
      HasSubstr(fmt::format("{:.1f} ±{:.1f}", 100 * share, rounded_up(100 * up, 1))));
}

TEST(ArenaCommand, FewDealsAreNotTested) {
  const auto text = [](const char* matches) {
    return test::run({"arena", "two", "--agents", "builder,cautious", "--matches", matches}).out;
  };
  // Two matches a deal.
  const std::string few = "too few deals to test (30 at least)";
  EXPECT_THAT(text("58"), AllOf(HasSubstr(few), Not(ContainsRegex("±[0-9.]+="))));
  EXPECT_THAT(text("60"), AllOf(Not(HasSubstr(few)), ContainsRegex("±[0-9.]+=")));
}

TEST(ArenaCommand, ShortNamesStandForAgents) {
  const test::TemporaryDirectory directory;
  test::ProcessOptions there;
  there.directory = directory.path();
  const std::string agent = R"(blunder:{"p":0.1,"agent":{"strategist":{"caution":0.6}}})";
  const std::vector<std::string> arena = {"arena", "thesis-8", "--matches", "40", "--json"};
  const auto played = [&](std::vector<std::string> more) {
    more.insert(more.begin(), arena.begin(), arena.end());
    const auto result = test::run(more, there);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return parse_json(result.out);
  };
  const Json named = played({"--name", "al=" + agent, "--agents", "random,al", "--against",
                             "cautious,turtle", "--anchor", "al", "--out", "named"});
  EXPECT_EQ(named["names"], Json({{"al", agent}}));
  EXPECT_EQ(named["anchor"], "al");
  EXPECT_EQ(named["agents"], parse_json(R"(["random", "al", "cautious", "turtle"])"));
  ASSERT_EQ(named["variants"][0]["pairs"].size(), 4u);  // these against those
  EXPECT_EQ(named["variants"][0]["pairs"][3]["a"], "al");
  EXPECT_EQ(named["variants"][0]["pairs"][3]["b"], "turtle");
  const Json full = played({"--agents", agent + ",turtle"});
  EXPECT_EQ(full["variants"][0]["pairs"][0]["points"], named["variants"][0]["pairs"][3]["points"]);
  EXPECT_FALSE(full.contains("names"));
  const std::string page = directory.read("named/report.html");
  EXPECT_NE(page.find(" al: blunder:{&quot;p&quot;:0.1"), page.npos);
  EXPECT_NE(page.find("--name &#39;al=blunder:"), page.npos);
  // A row for each of these, a column for each of those.
  const auto text = test::run({"arena", "thesis-8", "--matches", "4", "--name", "al=" + agent,
                               "--agents", "al", "--against", "random,cautious"});
  EXPECT_THAT(text.out, HasSubstr(" al: " + agent + ".\n"));
  const std::string table = text.out.substr(text.out.find("\nthesis-8: "));
  EXPECT_THAT(table, AllOf(HasSubstr("2 tables"), HasSubstr("  al "), Not(HasSubstr("–"))));
  EXPECT_THAT(table, Not(HasSubstr("  random ")));
  // Where agents play without a table of them, the name is short for the text.
  const std::vector<std::string> simulation = {"simulate", "thesis-8", "--matches",
                                               "20",       "--json",   "--agents"};
  const auto simulated = [&](std::vector<std::string> more) {
    more.insert(more.begin(), simulation.begin(), simulation.end());
    Json json = parse_json(test::run(more).out);
    json.erase("seconds");
    json.erase("matches_per_second");
    return json;
  };
  EXPECT_EQ(simulated({"al,random", "--name", "al=" + agent}), simulated({agent + ",random"}));
}

TEST(ArenaCommand, ForfeitsAreLost) {
  const auto result = test::run({"arena", "thesis-8", "--players", "3", "--agents",
                                 R"(external:{"command":["/no/such/program"]},cautious,random)",
                                 "--matches", "12"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("forfeit 100.0 %"), HasSubstr("forfeited 12 of 12 matches by "
                                                            "crash: ")));
  EXPECT_THAT(result.err, HasSubstr("forfeited 12 matches, which count as lost"));
}

TEST(ArenaCommand, KilledAgainAndAgainItGivesTheSameBytes) {
  const test::TemporaryDirectory directory;
  const std::string matches = test::sanitized ? "40" : "120";
  const auto start = [&](const std::string& out, const char* threads) {
    test::ProcessOptions options;
    options.directory = directory.path();
    return std::make_unique<test::Process>(
        std::vector<std::string>{test::program(), "arena", "thesis-5", "thesis-9", "--agents",
                                 "cautious,random,builder,council", "--matches", matches, "--until",
                                 "0.001", "--quiet", "--threads", threads, "--out", out},
        options);
  };
  const auto whole = start("whole", "2")->wait();
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  // Killed as soon as a file has so many lines: the plan, or that many blocks.
  struct Kill {
    const char* file;
    int lines;
    const char* threads;
  };
  std::vector<Kill> kills = {{"arena.json", 1, "1"},     {"matches.jsonl", 1, "3"},
                             {"matches.jsonl", 3, "1"},  {"matches.jsonl", 20, "3"},
                             {"matches.jsonl", 21, "1"}, {"matches.jsonl", 90, "3"}};
  if (test::sanitized) kills.resize(2);
  int killed = 0;
  for (const Kill& kill : kills) {
    const auto process = start("killed", kill.threads);
    EXPECT_TRUE(process->wait_for_lines(directory.path() / "killed" / kill.file, kill.lines));
    process->send(SIGKILL);
    killed += process->wait().signal == SIGKILL ? 1 : 0;
  }
  EXPECT_GE(killed, 1);
  const auto last = start("killed", "2")->wait();
  ASSERT_EQ(last.exit_code, 0) << last.err;
  for (const char* file : {"arena.json", "matches.jsonl", "result.json"}) {
    EXPECT_TRUE(directory.read(std::string("whole/") + file) ==
                directory.read(std::string("killed/") + file))
        << file;
  }
  // Text but for times; a finished arena is told again without playing.
  EXPECT_THAT(last.out, HasSubstr("\nthesis-5: 2 players, 6 tables, "));
  EXPECT_THAT(last.out, HasSubstr("group-sequential test, 10 looks, level 0.001"));
  const std::string page = directory.read("killed/report.html");
  for (const char* says : {"Who beats whom", "Points by seat", "Speed", "council",
                           "evorisk arena thesis-5 thesis-9 --agents"}) {
    EXPECT_NE(page.find(says), page.npos) << says;
  }
  for (const char* says : {"nan", "inf ", "src=", "<link", "@import", "url("}) {
    EXPECT_EQ(page.find(says), page.npos) << says;
  }
}

// By the ways in which it can fail: it alone loses, whatever is played.
TEST(ArenaCommand, RudeAgentsHarmThemselvesOnly) {
  const test::TemporaryDirectory directory;
  test::ProcessOptions there;
  there.directory = directory.path();
  const auto ladder = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"arena", "--ladder", "ladder.json", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto result = test::run(arguments, there);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return parse_json(result.out);
  };
  const Json before = ladder({"thesis-9", "--agents", "cautious,builder", "--matches", "16"});
  EXPECT_EQ(before["agents"][0]["name"], "builder");
  int agents = 2;
  for (const char* mode : {"floods", "sleeps", "dies_early"}) {
    const std::string agent =
        R"(external:{"budget_ms":30,"grace_ms":30,"command":["python3",")" EVORISK_SOURCE_DIR
        R"(/tests/risk/rude_agent.py",")" +
        std::string(mode) + R"(","plans"]})";
    const Json after = ladder({"--name", std::string("rude-") + mode + "=" + agent, "--agents",
                               std::string("rude-") + mode});
    EXPECT_EQ(after["agents"].size(), static_cast<std::size_t>(++agents));
    for (const Json& one : after["agents"]) {
      const bool rude = one["name"].get<std::string>().starts_with("rude");
      EXPECT_EQ(one["forfeits"], rude ? 32 : 0) << mode;
      if (rude) {
        EXPECT_LT(one["interval"][1], -100);
      }
      if (one["name"] == "builder") {
        EXPECT_NEAR(one["elo"].get<double>(), before["agents"][0]["elo"].get<double>(), 40);
      }
    }
  }
}

// An agent that ends when events do not tell it the state of every request; the deals of agents
// outside of the program are timed.
TEST(ArenaCommand, EventsReachAgentsThatAreTimed) {
  const auto result =
      test::run({"arena", "thesis-9", "--players", "3", "--matches", "6", "--json", "--name",
                 R"(mirror=external:{"budget_ms":60000,"command":["python3",")" EVORISK_SOURCE_DIR
                 R"(/tests/risk/planning_agent.py","mirror"]})",
                 "--agents", "mirror", "--against", "cautious,builder"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json agents = parse_json(result.out)["variants"][0]["agents"];
  EXPECT_EQ(agents[0]["matches"], 6);
  EXPECT_EQ(agents[0]["forfeits"], 0);
}

TEST(ArenaCommand, ChangedWeightsAreAnotherAgent) {
  const test::TemporaryDirectory directory;
  const auto trained =
      test::run_in(directory, {"train", "t", "--on", "two", "--rounds", "1", "--quiet"});
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  const std::vector<std::string> arena = {
      "arena",    "two",         "--name",    R"(my=learned:{"weights":"t/weights.json"})",
      "--agents", "cautious,my", "--matches", "4"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), arena.begin(), arena.end());
    return test::run_in(directory, more);
  };
  ASSERT_EQ(with({"--out", "a"}).exit_code, 0);
  ASSERT_EQ(with({"--ladder", "l.json"}).exit_code, 0);
  const auto again = with({"--ladder", "l.json"});
  EXPECT_THAT(again.err, HasSubstr("my is on the ladder already and played nothing"));
  Json weights = parse_json(directory.read("t/weights.json"));
  weights["weights"][0] = 0.5;
  directory.write("t/weights.json", weights.dump());
  EXPECT_THAT(with({"--out", "b"}).err, HasSubstr("t/weights.json: the checksum does not match"));
  weights.erase("sum");  // as if made by other means
  directory.write("t/weights.json", weights.dump());
  EXPECT_THAT(with({"--out", "a"}).err, HasSubstr("a: holds another arena"));
  EXPECT_THAT(with({"--ladder", "l.json"}).err,
              HasSubstr("l.json: \"my\" was read from other files there; take another name"));
  fs::remove(directory.path() / "t/weights.json");
  const auto newcomer =
      test::run_in(directory, {"arena", "--ladder", "l.json", "--agents", "builder"});
  EXPECT_EQ(newcomer.exit_code, 0) << newcomer.err;
  EXPECT_THAT(newcomer.out, HasSubstr("3 agents on two"));
}

TEST(ArenaCommand, AKilledLadderGoesOn) {
  const test::TemporaryDirectory directory;
  const auto start = [&](const std::string& file) {
    test::ProcessOptions options;
    options.directory = directory.path();
    return std::make_unique<test::Process>(
        std::vector<std::string>{test::program(), "arena", "thesis-9", "two", "--ladder", file,
                                 "--agents", "cautious,random,builder,council", "--matches",
                                 test::sanitized ? "60" : "400", "--quiet"},
        options);
  };
  const auto whole = start("whole.json")->wait();
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_THAT(whole.out, AllOf(HasSubstr("4 agents on thesis-9, two, "), HasSubstr("above next"),
                               HasSubstr("Bradley and Terry, ± 95 %, cautious = 0.")));
  // Agents, pairs and boards have a line each: with so many, this pair is being played.
  for (const int lines : {12, 14}) {
    const auto process = start("killed.json");
    EXPECT_TRUE(process->wait_for_lines(directory.path() / "killed.json", lines));
    process->send(SIGKILL);
    process->wait();
  }
  const auto last = start("killed.json")->wait();
  ASSERT_EQ(last.exit_code, 0) << last.err;
  EXPECT_EQ(last.out, whole.out);
  EXPECT_EQ(directory.read("killed.json"), directory.read("whole.json"));
}

TEST(ArenaCommand, InterruptedItSaysHowToGoOn) {
  const test::TemporaryDirectory directory;
  const auto result = test::run_until(
      directory.path() / "long/matches.jsonl",
      {"arena", "two", "--agents", "cautious,random", "--matches", "2000000", "--out", "long"},
      directory.path());
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_THAT(result.err, HasSubstr("interrupted; the same command goes on"));
  EXPECT_EQ(result.out, "");
  const auto ladder = test::run_until(directory.path() / "ladder.json",
                                      {"arena", "two", "--agents", "cautious,random", "--matches",
                                       "2000000", "--ladder", "ladder.json"},
                                      directory.path());
  EXPECT_EQ(ladder.exit_code, 130) << ladder.err;
  EXPECT_THAT(ladder.err, HasSubstr("interrupted; the same command goes on"));
}

}  // namespace
}  // namespace evorisk::app
