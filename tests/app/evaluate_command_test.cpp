// evorisk evaluate, as a whole command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/report/run_sections.hpp"
#include "app/text/evaluation.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/minutes.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using json = nlohmann::ordered_json;
using test::run;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using Words = std::vector<std::string>;

json evaluate(Words words) {
  words.insert(words.begin(), "evaluate");
  words.emplace_back("--json");
  const auto result = run(words);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return parse_json(result.out);
}

// Without what depends on the machine's mood and the number of threads.
json timeless(json object) {
  for (const char* key : {"seconds", "matches_per_second", "threads"}) object.erase(key);
  return object;
}

TEST(Evaluate, OneBatchOfTheThesisProgramHasNoError) {
  const auto figures = [](const char* matches) {
    return parse_json(
        run({"evaluate", "thesis-9", "--profile", "original", "--matches", matches, "--json"}).out);
  };
  EXPECT_TRUE(figures("100")["fitness"]["se"].is_null());
  EXPECT_GT(figures("200")["fitness"]["se"], 0);
  EXPECT_THAT(run({"evaluate", "thesis-9", "--profile", "original", "--matches", "50"}).out,
              HasSubstr("50 matches, seed"));
}

TEST(Explain, MinutesStandBesideTurns) {
  const auto result = run({"explain", "thesis-8", "--matches", "100", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json steps = parse_json(result.out)["steps"];
  const auto mean = [](const json& of, const char* what) { return of[what]["mean"].get<double>(); };
  const int territories = maps::library_map("thesis-8")->territory_count();
  EXPECT_DOUBLE_EQ(mean(steps, "minutes"), metrics::minutes_of(mean(steps, "turns"), territories));
  ASSERT_FALSE(steps["changes"].empty());
  for (const json& change : steps["changes"]) {
    EXPECT_NEAR(mean(change, "minutes"),
                mean(change, "turns") * metrics::seconds_of_turn(territories) / 60, 1e-9);
  }
}

// Reports of runs that an earlier build explained: as of the same with today's names.
TEST(Explain, ReportsReadTheFormerNames) {
  const auto section = [](const char* interval_and_verdict) {
    const std::string effects =
        R"({"children": 40, "games": 20, "factors": [{"name": "add_border", "against": "",
            "count": 9, "effects": {"drama": {"mean": 0.1, "se": 0.02, )";
    const std::string table = effects + interval_and_verdict + "}}}]}";
    return explanation_section(
        parse_json(R"({"operators": )" + table + R"(, "genes": )" + table + R"(, "pulls": []})"));
  };
  const std::string now = section(R"("interval": [0.06, 0.14], "significant": true)");
  EXPECT_THAT(now, AllOf(HasSubstr("+0.0600 to +0.1400"), HasSubstr("<b>+0.100</b>")));
  EXPECT_EQ(section(R"("low": 0.06, "high": 0.14, "clear": true)"), now);
}

TEST(Explain, FewMatchesAreNotTested) {
  const std::string few = "too few matches to test (30 at least)";
  EXPECT_THAT(run({"explain", "two", "--matches", "29"}).out, HasSubstr(few));
  EXPECT_THAT(run({"explain", "two", "--matches", "30"}).out,
              AllOf(Not(HasSubstr(few)), HasSubstr("change the fitness by more than chance")));
}

// Each by what it was bred for: the figures are those of evaluate.
TEST(StudyAgents, MeasuresEachVariantByItsOwnObjective) {
  const test::TemporaryDirectory directory;
  directory.write("long.json", R"({"format": 1, "name": "Long", "map": "thesis-8", "bred_for": {
      "name": "length", "parameters": {"ideal_turns": 60}, "criteria": {"duration": 1}}})");
  directory.write("luck.json", R"({"format": 1, "name": "Lucky", "map": "star-6", "bred_for": {
      "name": "chance", "criteria": {"luck_share": {"weight": 2}, "drama": 1}}})");
  const auto figures = [&](const std::string& command) {
    const auto result =
        test::run_shell("evorisk " + command + " --matches 100 --json", directory.path());
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return parse_json(result.out);
  };
  const std::string studied = "study agents long.json luck.json two --agents 'cautious;random'";
  EXPECT_THAT(test::run_shell("evorisk " + studied + " --matches 100", directory.path()).out,
              HasSubstr("scored by its own objective"));
  const json study = figures("study agents long.json luck.json two --agents 'cautious;random'");
  EXPECT_EQ(study["objectives"], json({"length", "chance", "thesis"}));
  const auto& fitness = study["figures"]["fitness"]["values"];
  int variant = 0;
  for (const char* name : {"long.json", "luck.json", "two"}) {
    const json alone = figures(std::string("evaluate ") + name);
    EXPECT_EQ(fitness[variant++][0]["mean"], alone["fitness"]["mean"]) << name;
  }
  const json one =
      figures("study agents long.json two --agents 'cautious;random' --objective thesis");
  EXPECT_EQ(one["objectives"], json({"thesis", "thesis"}));
}

TEST(Evaluate, TheInterfaceThatScriptsStandOn) {
  const json e = evaluate({"--map", "thesis-9", "--matches", "1500", "--seed", "3", "--threads",
                           "2", "--set", "defence_dice=2"});
  EXPECT_EQ(e["matches"], 1500);
  ASSERT_EQ(e["criteria"].size(), 7u);
  double fitness = 0;
  for (const auto& info : metrics::criteria()) {
    const json& c = e["criteria"][std::string(info.name)];
    EXPECT_TRUE(c["mean"].is_number()) << info.name;
    EXPECT_GT(c["se"].get<double>(), 0) << info.name;
    EXPECT_EQ(c["ideal"], info.ideal);
    EXPECT_DOUBLE_EQ(c["distance"], std::abs(c["mean"].get<double>() - info.ideal));
    EXPECT_FALSE(c["meaning"].get<std::string>().empty());
    fitness += c["distance"].get<double>();
  }
  EXPECT_DOUBLE_EQ(e["fitness"]["mean"], fitness);
  EXPECT_GT(e["fitness"]["se"], 0.0);
  EXPECT_GT(e["turns"]["mean"], 5.0);
  EXPECT_LE(e["turns"]["most"], 48);
  ASSERT_EQ(e["seat_wins"].size(), 2u);
  EXPECT_EQ(e["seat_wins"][0].get<int>() + e["seat_wins"][1].get<int>(), e["ends"]["conquest"]);
  EXPECT_EQ(e["ends"]["conquest"].get<int>() + e["ends"]["turn_limit"].get<int>(), 1500);
  EXPECT_EQ(e["ends"]["invalid"], 0);
  EXPECT_GT(e["seconds"], 0.0);
  EXPECT_NEAR(e["matches_per_second"].get<double>() * e["seconds"].get<double>(), 1500, 1e-6);
  EXPECT_EQ(e["seed"], 3);
  EXPECT_EQ(e["threads"], 2);
  EXPECT_EQ(e["interrupted"], false);
  EXPECT_EQ(e["rules"]["defence_dice"], 2);
  EXPECT_EQ(e["territories"], 13);
  EXPECT_EQ(e["agents"], (json{"cautious", "cautious"}));
  EXPECT_FALSE(e["engine"].get<std::string>().empty());
  EXPECT_FALSE(e["engine_reason"].get<std::string>().empty());
  EXPECT_EQ(e["objective"]["name"], "thesis");
}

TEST(Evaluate, SameSeedSameBytesAtAnyNumberOfThreads) {
  for (const char* engine : {"auto", "plain"}) {
    const Words words = {"thesis-9", "--matches", "3000", "--seed", "7", "--engine", engine};
    const auto with = [&](const char* threads) {
      Words all = words;
      all.insert(all.end(), {"--threads", threads});
      return timeless(evaluate(all));
    };
    const json one = with("1");
    EXPECT_EQ(with("2"), one);
    EXPECT_EQ(with("4"), one);
    Words other = words;
    other[4] = "8";
    EXPECT_NE(timeless(evaluate(other))["criteria"], one["criteria"]);
  }
}

TEST(Evaluate, NamesAVariantByWhatIsChanged) {
  const auto name = [](Words words) {
    words.insert(words.end(), {"--matches", "2"});
    return evaluate(words)["variant"];
  };
  EXPECT_EQ(name({"thesis-9", "--preset", "war"}), "thesis-9 with war");
  EXPECT_EQ(name({"thesis-9", "--preset", "war", "--set", "players=3"}),
            "thesis-9 with war, players=3");
  EXPECT_EQ(name({"thesis-9", "--set", "players=3"}), "thesis-9 with players=3");
  // Its own rules are nothing to speak of.
  EXPECT_EQ(name({"war", "--preset", "war"}), "war");
  EXPECT_EQ(name({"war", "--preset", "war", "--set", "players=3"}), "war with players=3");
}

TEST(Evaluate, VariantFilesFlagsAndPresetsMeanTheSame) {
  const test::TemporaryDirectory directory;
  const auto file = directory.write(
      "v.json",
      R"({"format": 1, "rules": {"preset": "war", "defence_dice": 2}, "map": "cycle-4"})");
  const Words play = {"--matches", "800", "--engine", "plain"};
  const auto criteria = [&](Words words) {
    words.insert(words.end(), play.begin(), play.end());
    return evaluate(words)["criteria"];
  };
  const json from_file = criteria({file.string()});
  EXPECT_EQ(criteria({"--map", "cycle-4", "--preset", "war", "--set", "defence_dice=2"}),
            from_file);
  EXPECT_EQ(criteria({"cycle-4", "--preset", "war", "--set", "defence_dice=2"}), from_file);
  EXPECT_EQ(criteria({file.string(), "--set", "defence_dice=3"}),
            criteria({"cycle-4", "--preset", "war"}));
  EXPECT_NE(criteria({"thesis-8"}), from_file);
  // A library map stands for its usual rules, by either name.
  EXPECT_EQ(criteria({"thesis-war"}), criteria({"--map", "thesis-war"}));
}

TEST(Evaluate, TheTable) {
  const auto result = run({"evaluate", "cycle-4", "--matches", "500", "--engine", "plain"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, AllOf(HasSubstr("cycle-4: 4 territories, 2 players (cautious, cautious); "
                                          "engine plain (asked for)\n"),
                                HasSubstr("\nDuration "), HasSubstr(" ± "),
                                HasSubstr("shorter than the ideal 24"), HasSubstr("\nFitness "),
                                HasSubstr("\nwins     seat 1: "), HasSubstr("500 matches in ")));
  EXPECT_THAT(result.out, Not(HasSubstr("weight")));
  const auto one = run({"evaluate", "two", "--matches", "1"});
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_THAT(one.out, Not(HasSubstr("±")));  // one match has no error
  EXPECT_EQ(evaluate({"two", "--matches", "1"})["criteria"]["drama"]["se"], nullptr);
}

TEST(Evaluate, OneMatchHasNoError) {
  const auto text = run({"evaluate", "two", "--matches", "1", "--criteria", "all"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(Not(testing::ContainsRegex("[.][0-9][0-9][0-9][0-9] to ")),
                              Not(HasSubstr("±"))));
  for (const Words& tried :
       {Words{"evaluate", "two", "cycle-4"},
        Words{"evaluate", "two", "--try", "defence_dice=2", "--try", "ties=attacker"}}) {
    Words words = tried;
    words.insert(words.end(), {"--matches", "1"});
    const auto compared = run(words);
    EXPECT_EQ(compared.exit_code, 0) << compared.err;
    EXPECT_THAT(compared.out, AllOf(Not(HasSubstr("±")), Not(HasSubstr("no more than chance"))));
  }
  const json both = evaluate({"two", "cycle-4", "--matches", "1"});
  for (const char* of : {"fitness", "turns"}) {
    EXPECT_TRUE(both["comparison"][of]["mean"].is_number());
    EXPECT_TRUE(both["comparison"][of]["se"].is_null());
    EXPECT_TRUE(both["comparison"][of]["z"].is_null());
  }
}

// By hand: below, within and above an ideal or a band of ideals.
TEST(Evaluate, WhichIsNearerItsIdealIsSaidOfValuesOnOneSideOnly) {
  metrics::Objective::Term term;
  term.ideal = 0.4;
  const std::string_view a = ", A is nearer its ideal";
  const std::string_view b = ", B is nearer its ideal";
  EXPECT_EQ(nearness(term, 0.1, 0.3), b);
  EXPECT_EQ(nearness(term, 0.3, 0.1), a);
  EXPECT_EQ(nearness(term, 0.5, 0.9), a);
  EXPECT_EQ(nearness(term, 0.9, 0.5), b);
  EXPECT_EQ(nearness(term, 0.3, 0.9), "");
  EXPECT_EQ(nearness(term, 0.9, 0.3), "");
  EXPECT_EQ(nearness(term, 0.4, 0.3), a);
  term.band_end = 0.6;
  EXPECT_EQ(nearness(term, 0.45, 0.55), ", both within the ideal band");
  EXPECT_EQ(nearness(term, 0.55, 0.7), a);
  EXPECT_EQ(nearness(term, 0.2, 0.45), b);
  EXPECT_EQ(nearness(term, 0.7, 0.65), b);
  EXPECT_EQ(nearness(term, 0.3, 0.9), "");
}

TEST(Evaluate, Objectives) {
  const test::TemporaryDirectory directory;
  const auto file =
      directory.write("o.json",
                      R"({"format": 1, "name": "short and tense", "parameters": {"ideal_turns": 3},
          "criteria": {"duration": {"weight": 2}, "drama": 0.25}})");
  const Words play = {"cycle-4", "--matches", "600", "--engine", "plain"};
  Words words = play;
  words.insert(words.end(), {"--objective", file.string()});
  const json aimed = evaluate(words);
  const json thesis = evaluate(play);
  EXPECT_EQ(aimed["criteria"]["drama"]["mean"], thesis["criteria"]["drama"]["mean"]);
  EXPECT_LT(aimed["criteria"]["duration"]["mean"], thesis["criteria"]["duration"]["mean"]);
  EXPECT_EQ(aimed["criteria"]["drama"]["ideal"], 0.25);
  EXPECT_FALSE(aimed["criteria"]["advantage"].contains("ideal"));
  EXPECT_DOUBLE_EQ(aimed["fitness"]["mean"],
                   2 * aimed["criteria"]["duration"]["distance"].get<double>() +
                       aimed["criteria"]["drama"]["distance"].get<double>());
  words.insert(words.begin(), "evaluate");
  const auto text = run(words);
  EXPECT_THAT(text.out,
              AllOf(HasSubstr("weight"), HasSubstr("short and tense"), HasSubstr("the ideal 3")));
}

TEST(Evaluate, TwoSideBySide) {
  const json both = evaluate({"thesis-9", "--try", "defence_dice=2", "--matches", "3000"});
  ASSERT_EQ(both["variants"].size(), 2u);
  EXPECT_EQ(both["variants"][0]["rules"]["defence_dice"], 3);
  EXPECT_EQ(both["variants"][1]["rules"]["defence_dice"], 2);
  EXPECT_EQ(both["variants"][1]["matches"], 3000);
  const json& c = both["comparison"];
  EXPECT_EQ(c["paired"], true);
  EXPECT_EQ(c["criteria"].size(), 7u);
  EXPECT_DOUBLE_EQ(c["criteria"]["completeness"]["mean"],
                   both["variants"][1]["criteria"]["completeness"]["mean"].get<double>() -
                       both["variants"][0]["criteria"]["completeness"]["mean"].get<double>());
  EXPECT_EQ(c["criteria"]["completeness"]["significant"], true);
  EXPECT_LE(c["criteria"]["completeness"]["p"], c["criteria"]["completeness"]["p_adjusted"]);
  // The second is what --set alone evaluates.
  const json alone = evaluate({"thesis-9", "--set", "defence_dice=2", "--matches", "3000"});
  EXPECT_EQ(both["variants"][1]["criteria"], alone["criteria"]);

  const auto text = run({"evaluate", "thesis-9", "thesis-10", "--matches", "1000"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.out, AllOf(HasSubstr("A  thesis-9: "), HasSubstr("B  thesis-10: "),
                              HasSubstr("differs (p < 0.001)"), HasSubstr("What differs")));
  const auto same = run({"evaluate", "two", "two", "--matches", "100"});
  EXPECT_THAT(same.out, AllOf(HasSubstr("No criterion differs by more than chance."),
                              Not(HasSubstr("What differs"))));
}

TEST(Evaluate, FewMatchesAreNotTested) {
  const std::vector<std::string> pair = {"thesis-9", "thesis-10", "--matches", "29"};
  const std::vector<std::string> tables = {"thesis-9", "--agents", "cautious;random", "--matches",
                                           "29"};
  for (std::vector<std::string> words : {pair, tables}) {
    const json e = evaluate(words);
    const json& tests = e[e.contains("comparison") ? "comparison" : "disagreement"];
    for (const json* one : {&tests["fitness"], &tests["criteria"]["advantage"]}) {
      EXPECT_TRUE((*one)["p"].is_null());
      EXPECT_TRUE((*one)["p_adjusted"].is_null());
      EXPECT_EQ((*one)["significant"], false);
    }
    words.insert(words.begin(), "evaluate");
    EXPECT_THAT(run(words).out, AllOf(HasSubstr("  too few matches to test (30 at least)\n"),
                                      HasSubstr("\nToo few matches to test (30 at least).\n"),
                                      Not(HasSubstr("p = ")), Not(HasSubstr("more than chance"))));
    words.back() = "30";
    EXPECT_THAT(run(words).out,
                AllOf(testing::ContainsRegex("\\(p [=<] "), Not(HasSubstr("oo few matches"))));
  }
}

TEST(Evaluate, EndsAreInWords) {
  const auto result =
      run({"evaluate", "two", "--matches", "20", "--agents", R"(external:{"command":["false"]})"});
  EXPECT_THAT(result.out, HasSubstr("\nends     forfeit: 20 (100 %)\n"));
}

TEST(Evaluate, WhatIsNotKnownIsNull) {
  const json tables = evaluate({"thesis-9", "--matches", "1", "--agents", "cautious;random"});
  EXPECT_TRUE(tables["fitness"]["mean"]["se"].is_null());
  EXPECT_TRUE(tables["fitness"]["worst"]["se"].is_null());
}

TEST(Evaluate, ATargetCountsRulesAndMapInComparisonsToo) {
  const test::TemporaryDirectory directory;
  const std::string objective = (directory.path() / "like-9.json").string();
  ASSERT_EQ(run({"target", "thesis-9", "--matches", "500", "--out", objective}).exit_code, 0);
  const json both =
      evaluate({"thesis-9", "thesis-10", "--objective", objective, "--matches", "400"});
  const json alone = evaluate({"thesis-10", "--objective", objective, "--matches", "400"});
  const double apart = both["variants"][1]["fitness"]["mean"].get<double>() -
                       both["variants"][0]["fitness"]["mean"].get<double>();
  EXPECT_NEAR(both["comparison"]["fitness"]["mean"], apart, 1e-12);
  EXPECT_EQ(both["variants"][1]["fitness"], alone["fitness"]);
  EXPECT_GT(alone["target"]["map"], 0.1);
  // Its parts are what counts in the fitness.
  ASSERT_EQ(run({"target", "thesis-9", "--matches", "500", "--map-weight", "4", "--rules-weight",
                 "2", "--out", objective, "--force"})
                .exit_code,
            0);
  const json e = evaluate({"thesis-10", "--objective", objective, "--matches", "400"});
  const json& target = e["target"];
  EXPECT_EQ(target["map"].get<double>(), 4 * target["likeness"]["map"].get<double>());
  EXPECT_NEAR(target["criteria"]["mean"].get<double>() + target["rules"].get<double>() +
                  target["map"].get<double>(),
              e["fitness"]["mean"].get<double>(), 1e-12);
  // So does each of several tables.
  const json tables = evaluate(
      {"thesis-10", "--objective", objective, "--matches", "400", "--agents", "cautious;random"});
  double sum = 0;
  for (const json& table : tables["tables"]) sum += table["fitness"]["mean"].get<double>();
  EXPECT_NEAR(tables["fitness"]["mean"]["mean"], sum / 2, 1e-12);
}

TEST(Evaluate, AgentsAndPlayers) {
  const json e = evaluate({"thesis-9", "--agents", "random,cautious", "--matches", "200"});
  EXPECT_EQ(e["agents"], (json{"random", "cautious"}));
  EXPECT_EQ(e["engine"], "plain");
  EXPECT_GT(e["seat_wins"][1].get<int>(), e["seat_wins"][0].get<int>());
  const json four =
      evaluate({"thesis-5", "--set", "players=4", "--agents", "random", "--matches", "20"});
  EXPECT_EQ(four["seat_wins"].size(), 4u);
  EXPECT_EQ(four["agents"].size(), 4u);
}

// Of `words`, with more matches than can be played.
void reports_what_it_has(Words words, std::int64_t matches) {
  words.insert(words.begin(), {test::program(), "evaluate"});
  words.insert(words.end(), {"--json", "--matches", std::to_string(matches)});
  test::Process process(words);
  ASSERT_TRUE(process.wait_for_error("so far"));
  process.send(SIGINT);
  const auto result = process.wait();
  EXPECT_EQ(result.exit_code, 130);
  if (result.out.empty()) {
    EXPECT_THAT(result.err, HasSubstr("interrupted before the first"));
  } else {
    const json e = parse_json(result.out);
    EXPECT_EQ(e["interrupted"], true);
    EXPECT_GT(e["matches"], 0);
    EXPECT_LT(e["matches"], matches);
  }
}

TEST(Evaluate, InterruptedItReportsWhatItHas) {
  reports_what_it_has({"two"}, 1'000'000'000'000);
}

TEST(Evaluate, InterruptedTheOriginalReportsWhatItHas) {
  reports_what_it_has({"thesis-9", "--profile", "original"}, 100'000'000);
}

TEST(Evaluate, AHangUpInterruptsUnlessItIsIgnored) {
  const std::vector<std::string> words = {test::program(), "evaluate",      "two",
                                          "--matches",     "1000000000000", "--json"};
  test::Process process(words);
  ASSERT_TRUE(process.wait_for_error("so far"));
  process.send(SIGHUP);
  EXPECT_EQ(process.wait().exit_code, 130);

  std::signal(SIGHUP, SIG_IGN);
  test::Process deaf(words);
  std::signal(SIGHUP, SIG_DFL);
  ASSERT_TRUE(deaf.wait_for_error("so far"));
  deaf.send(SIGHUP);
  deaf.send(SIGTERM);
  EXPECT_EQ(deaf.wait().exit_code, 130);
}

TEST(Evaluate, AlternativesAreComparedWithTheBaseAndEachOtherAndOneIsBest) {
  const json all = evaluate({"thesis-9", "--try", "seat_compensation=4", "--try",
                             "seat_compensation=100;defence_dice=2", "--matches", "2000"});
  ASSERT_EQ(all["comparisons"].size(), 3u);
  const json alone = evaluate({"thesis-9", "--try", "seat_compensation=4", "--matches", "2000"});
  EXPECT_EQ(all["comparisons"][0]["comparison"]["fitness"]["mean"],
            alone["comparison"]["fitness"]["mean"]);
  const auto verdict = all["verdict"].get<std::string>();
  EXPECT_THAT(verdict, HasSubstr("By the objective \"thesis\""));
  EXPECT_THAT(alone["verdict"].get<std::string>(), HasSubstr("By the objective"));
  const auto text = run({"evaluate", "thesis-9", "--try", "seat_compensation=4", "--try",
                         "seat_compensation=100;defence_dice=2", "--matches", "2000"});
  EXPECT_THAT(text.out, testing::EndsWith(verdict + "\n"));
  EXPECT_THAT(text.out, HasSubstr("Minutes  "));
}

TEST(Evaluate, ABredVariantIsScoredByItsOwnObjective) {
  const test::TemporaryDirectory directory;
  const std::string file =
      directory
          .write("v.json", R"({"format": 1, "name": "v", "map": "thesis-9", "bred_for": {
              "name": "short", "criteria": {"drama": 1}, "constraints": {"minutes": {"at_most": 30}},
              "seconds": {"roll": 1}}})")
          .string();
  const auto own = run({"evaluate", file, "--matches", "200", "--json"});
  EXPECT_THAT(own.err, HasSubstr("by the objective \"short\", which v was bred for"));
  const json by_own = parse_json(own.out);
  EXPECT_EQ(by_own["objective"]["name"], "short");
  EXPECT_EQ(by_own["fitness"]["mean"], by_own["criteria"]["drama"]["distance"]);
  EXPECT_DOUBLE_EQ(by_own["constraints"]["minutes"]["mean"], by_own["minutes"]["mean"]);
  const json other = evaluate({file, "--objective", "thesis", "--matches", "200"});
  EXPECT_EQ(other["objective"]["name"], "thesis");
  EXPECT_EQ(other["minutes"], by_own["minutes"]);  // the same people
  const json slow = evaluate({file, "--seconds", "roll=20", "--matches", "200"});
  EXPECT_GT(slow["minutes"]["mean"], by_own["minutes"]["mean"]);
  // What breaks a bound is worse than what breaks none, whatever its fitness.
  const json tried = evaluate({file, "--try", "turn_limit=4", "--matches", "200"});
  EXPECT_EQ(tried["verdict"],
            "By the objective \"short\", \"v with turn_limit=4\" is better than "
            "\"v\", which breaks its bounds (minutes).");
}

TEST(Evaluate, BadInput) {
  const test::TemporaryDirectory directory;
  const auto objective = directory.write("o.json", R"({"format": 1, "criteria": {"dramma": 1}})");
  const auto broken = directory.write("b.json", R"({"format": 1, "map": "cycle-4",})");
  struct Row {
    Words words;
    std::string says;
  };
  const std::vector<Row> table = {
      {{}, "name a variant"},
      {{"two", "--map", "two"}, "not both"},
      {{"two", "cycle-4", "--map", "two"}, "not both"},
      {{"two", "two", "two"}, ""},
      {{"twoo"}, "did you mean \"two\"?"},
      {{"--map", "thesis-99"}, "thesis-9"},
      {{broken.string()}, "b.json"},
      {{"two", "--preset", "rsik"}, "did you mean \"risk\"?"},
      {{"two", "--set", "defense_dice=2"}, "did you mean \"defence_dice\"?"},
      {{"two", "--set", "defence_dice=9"}, "defence_dice"},
      {{"two", "--set", "defence_dice"}, "key=value"},
      {{"two", "--set", "players=3"}, "players"},
      {{"two", "--try", "=2"}, "key=value"},
      {{"two", "--try", "alocation=pick"}, "--try"},
      {{"two", "--try", "defence_dice=3"}, "changes nothing: two has it so already"},
      {{"two", "--try", "ties=attacker", "--try", "ties=attacker"}, "the same as an alternative"},
      {{"two", "--try", "ties=attacker;"}, "key=value"},
      {{"two", "cycle-4", "--try", "defence_dice=2"}, "--try"},
      {{"two", "--matches", "0"}, "--matches"},
      {{"two", "--matches", "1e6"}, "--matches"},
      {{"two", "--threads", "0"}, "--threads"},
      {{"two", "--seed", "-1"}, "--seed"},
      {{"two", "--engine", "plane"}, "did you mean \"plain\"?"},
      {{"two", "--agents", "cautios"}, "cautious"},
      {{"two", "--agents", "cautious,cautious,cautious"}, "one for each"},
      {{"two", "--agents", "cautious,"}, "--agents"},
      {{"two", "--objective", objective.string()}, "did you mean \"drama\"?"},
      {{"two", "--objectives", "x"}, "--objective"},
  };
  for (const Row& row : table) {
    Words words = row.words;
    words.insert(words.begin(), "evaluate");
    const auto result = run(words);
    EXPECT_EQ(result.exit_code, 2) << testing::PrintToString(row.words) << result.err;
    EXPECT_EQ(result.out, "") << testing::PrintToString(row.words);
    EXPECT_THAT(result.err, HasSubstr(row.says)) << testing::PrintToString(row.words);
  }
  const auto missing = run({"evaluate", "two", "--objective", "no/such.json"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("no/such.json"));
}

}  // namespace
}  // namespace evorisk::app
