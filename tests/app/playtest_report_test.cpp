// evorisk playtest report, sheet and enter; what learn makes of times; evolve --objective.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "experiments/playtest/played.hpp"
#include "experiments/playtest/times.hpp"
#include "metrics/criteria/match_criteria.hpp"
#include "risk/match.hpp"
#include "risk/record/record.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

class Playtests : public testing::Test {
 protected:
  test::ProcessResult shell(const std::string& line) const {
    return test::run_shell(line, directory_.path());
  }
  // One match each of these seeds, and what two people say of it, by its measured drama.
  template <class Fun>
  void play(const std::string& board, int matches, const Fun& fun) {
    for (int seed = 1; seed <= matches; ++seed) {
      const std::string name = board + "-" + std::to_string(seed);
      ASSERT_EQ(shell("evorisk simulate " + board + " --matches 1 --seed " + std::to_string(seed) +
                      " --record " + name + ".jsonl")
                    .exit_code,
                0);
      const std::string text = directory_.read(name + ".jsonl");
      const auto summary = experiments::summary_of(risk::read_record(text, name), text);
      json answers = json::array();
      for (int seat = 0; seat < 2; ++seat)
        answers.push_back({{"seat", seat}, {"fun", fun(summary, seat)}});
      directory_.write(name + ".answers.json", json({{"format", 1},
                                                     {"record", name + ".jsonl"},
                                                     {"variant", board},
                                                     {"answers", answers}})
                                                   .dump());
    }
  }
  static int territories() { return risk::load_variant("thesis-9").territories(); }
  const json* pair(const json& report, const char* of, const char* criterion,
                   const char* question) const {
    for (const json& one : report["pairs"]) {
      if (one["of"] == of && one["criterion"] == criterion && one["question"] == question)
        return &one;
    }
    return nullptr;
  }

  test::TemporaryDirectory directory_;
};

// The same figures as the engine that plays the match has.
TEST_F(Playtests, CriteriaOfARecordAreThoseOfItsMatch) {
  for (const char* board : {"thesis-9", "war"}) {
    const risk::Variant variant = risk::load_variant(board);
    const StreamKey key{.seed = 5, .purpose = Purpose::match};
    const std::vector<std::string> agents(static_cast<std::size_t>(variant.players()), "cautious");
    metrics::MatchCriteria criteria{metrics::CriteriaParameters{}};
    criteria.begin_match();
    risk::MatchPlayer player(variant, agents);
    const auto played = criteria.summary(player.play(key, &criteria));
    const std::string text =
        risk::play_record(variant, {.program = "\"turn_end\"", .agents = agents, .key = key});
    EXPECT_EQ(experiments::summary_of(risk::read_record(text, board), text), played) << board;
    EXPECT_GT(played.turns, 2);
  }
}

TEST_F(Playtests, WhatWentWithFunIsSaidOfTheVeryMatches) {
  play("thesis-9", 30, [](const metrics::MatchSummary& match, int seat) {
    return std::clamp(static_cast<int>(1 + 8 * match.drama) + seat % 2, 1, 5);
  });
  const auto told = shell("evorisk playtest report . --matches 200 --json --out page.html");
  ASSERT_EQ(told.exit_code, 0) << told.err;
  const json report = parse_json(told.out);
  const json& fun = *pair(report, "matches", "drama", "fun");
  EXPECT_EQ(fun["verdict"], "went with");
  EXPECT_GT(fun["interval"][0], 0.5);
  EXPECT_EQ(fun["units"], 30);
  EXPECT_EQ(fun["answers"], 60);
  EXPECT_TRUE(fun["more"].is_null());
  EXPECT_EQ((*pair(report, "variants", "drama", "fun"))["verdict"], "too little");
  EXPECT_EQ(pair(report, "matches", "advantage", "fun"), nullptr);
  EXPECT_EQ((*pair(report, "matches", "drama", "tense"))["verdict"], "too little");
  const std::string page = directory_.read("page.html");
  EXPECT_THAT(page, HasSubstr("drama (more with more)"));
  const auto again = shell("evorisk playtest report . --out page.html");
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("--force"));
}

TEST_F(Playtests, OfPeopleWhoDoNotCareNothingIsClaimed) {
  int number = 0;
  play("thesis-9", 20, [&number](const auto&, int) { return 1 + (7 * number++) % 5; });
  const auto told = shell("evorisk playtest report . --matches 200");
  ASSERT_EQ(told.exit_code, 0) << told.err;
  EXPECT_THAT(told.out, Not(HasSubstr("went with")));
  EXPECT_THAT(told.out, HasSubstr("cannot be told yet"));
}

TEST_F(Playtests, OfTooLittleNoFigureIsGiven) {
  EXPECT_THAT(shell("evorisk playtest report .").out, HasSubstr("Nobody has answered yet"));
  play("thesis-9", 3, [](const auto&, int) { return 4; });
  const auto told = shell("evorisk playtest report . --matches 100");
  EXPECT_THAT(told.out, HasSubstr("Too little to tell anything: 6 answers of 3 independent"));
}

TEST_F(Playtests, ADamagedRecordIsNamed) {
  play("thesis-9", 1, [](const auto&, int) { return 4; });
  std::string text = directory_.read("thesis-9-1.jsonl");
  text.resize(text.size() - 100);
  directory_.write("thesis-9-1.jsonl", text);
  const auto told = shell("evorisk playtest report .");
  EXPECT_EQ(told.exit_code, 2);
  EXPECT_THAT(told.err, HasSubstr("thesis-9-1.jsonl, line "));
}

// From the sheet to the report: people, comments, and minutes of three tables.
TEST_F(Playtests, AnswersOnPaperAreTypedIn) {
  for (int table = 0; table < 3; ++table) {
    const auto made =
        shell("evorisk playtest sheet thesis-9 --dir s --force --out sheet.pdf --json");
    ASSERT_EQ(made.exit_code, 0) << made.err;
    const std::string code = parse_json(made.out)["code"];
    EXPECT_THAT(directory_.read("sheet.pdf"), testing::StartsWith("%PDF"));
    const std::string enter = "evorisk playtest enter " + code + " --dir s ";
    EXPECT_EQ(shell(enter + "--seat 1 --who Ana" + std::to_string(table) + " --fun 2").exit_code,
              0);
    EXPECT_EQ(
        shell(enter + "--seat 1 --fun " + std::to_string(3 + table) + " --comment shorter --force")
            .exit_code,
        0);
    EXPECT_EQ(shell(enter + "--minutes 60 --turns 40").exit_code, 0);
    const auto seat = shell(enter + "--seat 3 --fun 4");
    EXPECT_EQ(seat.exit_code, 2);
    EXPECT_THAT(seat.err, HasSubstr("thesis-9 has 2 players"));
  }
  const auto told = shell("evorisk playtest report s --matches 100 --json");
  ASSERT_EQ(told.exit_code, 0) << told.err;
  const json report = parse_json(told.out);
  ASSERT_EQ(report["variants"].size(), 1u);
  EXPECT_EQ(report["variants"][0]["matches"], 3);
  EXPECT_EQ(report["variants"][0]["answers"]["fun"]["mean"], 4);
  EXPECT_NEAR(report["variants"][0]["answers"]["fun"]["se"], std::sqrt(1.0 / 3), 1e-9);
  EXPECT_TRUE(report["variants"][0]["answers"]["again"]["se"].is_null());
  EXPECT_THAT(shell("evorisk playtest report s --matches 100").out, HasSubstr("4.0 ± 0.6"));
  EXPECT_EQ(report["variants"][0]["comments"][0], "shorter");
  EXPECT_EQ(report["minutes"][0]["tables"], 3);
  EXPECT_NEAR(report["minutes"][0]["factor"], 60 / metrics::minutes_of(40, territories()), 1e-9);
}

TEST_F(Playtests, AnswersOfAnotherAreNotLost) {
  const auto made =
      shell("evorisk playtest sheet risk --set players=3 --dir s --out sheet.pdf --json");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::string code = parse_json(made.out)["code"];
  const auto enter = [&](const std::string& words) {
    return shell("evorisk playtest enter " + code + " --dir s " + words);
  };
  const auto answers = [&] { return directory_.read("s/" + code + ".answers.json"); };
  const auto refuses = [&](const std::string& words, const std::string& message) {
    const std::string before = answers();
    const auto result = enter(words);
    EXPECT_EQ(result.exit_code, 2) << words;
    EXPECT_THAT(result.err, HasSubstr("s/" + code + ".answers.json: " + message));
    EXPECT_EQ(answers(), before) << words;
  };
  ASSERT_EQ(enter("--seat 2 --who Bob --fun 3").exit_code, 0);
  ASSERT_EQ(enter("--seat 3 --fun 5").exit_code, 0);
  const char* bob = "Bob has given an answer as player 2 already; --force replaces it";
  refuses("--seat 2 --who Zoe --fun 1", bob);
  refuses("--seat 2 --who Bob --fun 1", bob);
  refuses("--seat 2 --who Zoe --fun 1 --minutes 60", bob);
  refuses("--seat 3 --who Zoe --fun 1",
          "player 3 has given an answer already; --force replaces it");
  for (const char* words : {"--seat 1 --who Bob --fun 1", "--seat 3 --who Bob --fun 1 --force"}) {
    refuses(words, "Bob is player 2; two players of a match have different names");
  }
  EXPECT_EQ(enter("--minutes 60").exit_code, 0);
  EXPECT_EQ(enter("--minutes 60 --turns 12").exit_code, 0);
  refuses("--minutes 90", "the match took 60 minutes already; --force replaces them");
  refuses("--seat 1 --fun 2 --turns 13", "the match took 12 turns already; --force replaces them");
  EXPECT_EQ(enter("--turns 13 --force").exit_code, 0);
  EXPECT_EQ(enter("--seat 2 --who Zoe --fun 1 --force").exit_code, 0);
  EXPECT_EQ(enter("--seat 1 --who Bob --fun 4").exit_code, 0);
  const json kept = parse_json(answers());
  ASSERT_EQ(kept["answers"].size(), 3u);
  EXPECT_EQ(kept["answers"][0]["fun"], 5);
  EXPECT_EQ(kept["answers"][1]["who"], "Zoe");
  EXPECT_EQ(kept["answers"][2]["who"], "Bob");
  EXPECT_EQ(kept["minutes"], 60);
  EXPECT_EQ(kept["turns"], 13);
}

TEST_F(Playtests, CommentsCannotSteerATerminal) {
  const auto made = shell("evorisk playtest sheet thesis-9 --dir s --out sheet.pdf --json");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::string code = parse_json(made.out)["code"];
  const std::string name = "s/" + code + ".answers.json";
  ASSERT_EQ(shell("evorisk playtest enter " + code +
                  " --dir s --seat 1 --who \"$(printf 'A\\033na')\" --fun 3 --comment "
                  "\"$(printf 'a\\033]0;b\\007\\nc\\302\\2332J\\342\\200\\256')\"")
                .exit_code,
            0);
  json kept = parse_json(directory_.read(name));
  EXPECT_EQ(kept["answers"][0]["comment"], "a ]0;b \nc 2J ");
  EXPECT_EQ(kept["answers"][0]["who"], "A na");
  // A file that another program has written.
  kept.erase("sum");
  kept["answers"][0]["comment"] = "a\x1b[2Jb";
  directory_.write(name, kept.dump());
  const auto told = shell("evorisk playtest report s --matches 100");
  ASSERT_EQ(told.exit_code, 0) << told.err;
  EXPECT_THAT(told.out, HasSubstr("\"a\\x1b[2Jb\""));
}

TEST_F(Playtests, MinutesOfScreensAreOfTheTurnsOfPeople) {
  play("thesis-9", 3, [](const auto&, int) { return 4; });
  for (int seed = 1; seed <= 3; ++seed) {
    const std::vector<experiments::TurnTime> times(
        20, {.turn = 1, .seconds = metrics::seconds_of_turn(territories())});
    experiments::write_times(directory_.path() / ("thesis-9-" + std::to_string(seed) + ".jsonl"),
                             times);
  }
  const auto told = shell("evorisk playtest report . --matches 100");
  ASSERT_EQ(told.exit_code, 0) << told.err;
  EXPECT_THAT(told.out, HasSubstr("on screens, 2 players: 3 matches of 3 tables took 1.00 times"));
}

TEST_F(Playtests, EvolveTakesAnObjective) {
  directory_.write(
      "liked.json",
      R"({"format": 1, "name": "liked", "criteria": {"drama": {"weight": 3}, "duration": 1},
                       "seconds": {"roll": 20}})");
  directory_.write("small.json", R"({"format": 1, "name": "small", "generations": 1,
    "population": 4, "tournament": 2, "matches": 10, "monitor_matches": 0,
    "final": {"matches": 20}, "search_space": {"initial_maps": ["thesis-8"]}})");
  const auto config = [&](const std::string& line, const std::string& out,
                          const std::string& run = "") {
    const auto told = shell("evorisk evolve " + line + " --quiet --out " + out);
    EXPECT_EQ(told.exit_code, 0) << told.err;
    return parse_json(directory_.read(out + run + "/config.json"));
  };
  const json by_member = config("small.json --set objective=liked.json", "a");
  const json by_option = config("small.json --objective liked.json", "b");
  EXPECT_EQ(by_option, by_member);
  EXPECT_EQ(by_option["objective"]["seconds"]["roll"], 20);
  const json more =
      config("small.json --objective liked.json --set objective.criteria.duration.weight=2", "c");
  EXPECT_EQ(more["objective"]["criteria"]["duration"]["weight"], 2);
  // Wishes keep their bounds, and their minutes are by the people's seconds.
  const json wished = config(
      "--from thesis-8 --objective liked.json --players 3 --minutes ..60 --matches 200 "
      "--set screen=10 --set fresh_matches=10",
      "d", "/1-bred-on-from-thesis-8");
  EXPECT_EQ(wished["objective"]["criteria"]["drama"]["weight"], 3);
  EXPECT_EQ(wished["objective"]["seconds"]["roll"], 20);
  EXPECT_EQ(wished["objective"]["constraints"]["minutes"]["at_most"], 60);
  EXPECT_EQ(wished["base_rules"]["players"], 3);
}

}  // namespace
}  // namespace evorisk::app
