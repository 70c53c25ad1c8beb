// What a designer likes: it is learnt, it bends the search and nothing else, and what was said is
// never lost.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/json.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/operators/selection.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/likes_file.hpp"
#include "tests/ga/made_up_run.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::ga {
namespace {

TEST(Preference, KnowsNothingBeforeAnythingIsSaid) {
  const Preference nothing(2, {}, 0.5);
  EXPECT_EQ(nothing.weights(), (std::vector<double>{0, 0}));
  EXPECT_DOUBLE_EQ(nothing.errors()[1], 0.5);
  EXPECT_DOUBLE_EQ(nothing.probability(std::vector<double>{3, -8}), 0.5);
}

// One comparison: w is where w = 1 / (1 + exp(w)), the variance 1 / (1 + p (1 - p)).
TEST(Preference, OfOneComparisonIsAsByHand) {
  const std::vector<Comparison> one = {{{1}, true}};
  const Preference preference(1, one, 1);
  const double w = 0.4010581375;
  const double p = 1 / (1 + std::exp(-w));
  const double variance = 1 / (1 + p * (1 - p));
  EXPECT_NEAR(preference.weights()[0], w, 1e-9);
  EXPECT_NEAR(preference.errors()[0], std::sqrt(variance), 1e-9);
  EXPECT_NEAR(preference.probability(std::vector<double>{1}),
              1 / (1 + std::exp(-w / std::sqrt(1 + std::acos(-1.0) / 8 * variance))), 1e-9);
  EXPECT_THROW(Preference(2, one, 1), std::invalid_argument);
  EXPECT_THROW(Preference(1, one, 0), std::invalid_argument);
}

// A designer whose taste is known: weights are found within their intervals, and better the more
// is said.
TEST(Preference, FindsAKnownTaste) {
  const std::vector<double> taste = {1.2, -0.8, 0.4, 0, 0};
  double error_before = 10;
  for (const int said : {20, 200, 2000}) {
    int inside = 0;
    int all = 0;
    double error = 0;
    const std::uint32_t rounds = said == 2000 ? 10 : 40;
    for (std::uint32_t round = 0; round < rounds; ++round) {
      Random random({.seed = 5,
                     .purpose = Purpose::test,
                     .generation = static_cast<std::uint32_t>(said),
                     .individual = round});
      std::vector<Comparison> comparisons;
      for (int i = 0; i < said; ++i) {
        double merit = 0;
        Comparison& one = comparisons.emplace_back();
        for (const double weight : taste) {
          one.difference.push_back(draw_normal(random));
          merit += weight * one.difference.back();
        }
        one.preferred = random.chance(1 / (1 + std::exp(-merit)));
      }
      const Preference preference(taste.size(), comparisons, 1);
      for (std::size_t i = 0; i < taste.size(); ++i, ++all) {
        const double off = std::abs(preference.weights()[i] - taste[i]);
        inside += off < 1.96 * preference.errors()[i] ? 1 : 0;
        error += off;
      }
    }
    EXPECT_GT(inside, 0.85 * all) << said;
    error /= all;
    EXPECT_LT(error, error_before / 2) << said;
    error_before = error;
  }
}

TEST(LikesFile, SaysWhatALineLacks) {
  const std::pair<std::string, std::string> table[] = {
      {"5 like", "x:1: \"\" is no id of an individual, like \"g3-17\""},
      {"5 like g5-0", "x:1: g5-0 is not born before generation 5"},
      {"0 like g0-0",
       "x:1: generation 0 is bred of nothing; statements count from generation 1 on"},
      {"5 like 17", "x:1: \"17\" is no id of an individual, like \"g3-17\""},
      {"5 like g03-17", "x:1: \"g03-17\" is no id of an individual, like \"g3-17\""},
      {"5 lik g3-17",
       "x:1: unknown verdict \"lik\"; did you mean \"like\"? Valid: like, drop, forget, off, on"},
      {"5 off g3-17", "x:1: \"off\" is of all individuals; \"g3-17\" is too much"},
      {"\n# a remark\n\n5 like g3-17 g3-18",
       "x:4: \"5 like g3-17 g3-18\" is no statement; valid: \"5 like g3-17\", \"5 drop g3-17\", "
       "\"5 "
       "forget g3-17\", \"5 off\", \"5 on\""},
      {"-5 like g3-17",
       "x:1: \"-5 like g3-17\" is no statement; valid: \"5 like g3-17\", \"5 drop g3-17\", \"5 "
       "forget g3-17\", \"5 off\", \"5 on\""},
  };
  for (const auto& [line, message] : table) {
    const LikesText text = parse_likes(line + "\n6 drop g0-1\n", "x");
    ASSERT_EQ(text.problems.size(), 1u) << line;
    EXPECT_EQ(text.problems.front().text(), message);
    EXPECT_EQ(text.dated.size(), 1u) << line;
  }
}

TEST(LikesFile, ARemarkThatTakesNothingBackIsAProblem) {
  EXPECT_EQ(parse_likes("# left out: \n", "likes").problems.size(), 1u);
}

TEST(LikesFile, ADatedLineAnswersTheOneThatWaits) {
  const LikesText text =
      parse_likes("like g1-2\r\n  3  drop g1-1\nlike g1-2\n3 like g1-2\noff", "x");
  ASSERT_EQ(text.dated.size(), 2u);
  EXPECT_EQ(text.dated[1].statement, (Statement{3, Verdict::like, "g1-2"}));
  ASSERT_EQ(text.waiting.size(), 2u);
  const LikesText less =
      parse_likes("3 off\n3 off\nlike g1-2\n# left out: 3 off\n# left out: like g1-2", "x");
  EXPECT_EQ(less.dated.size(), 1u);
  EXPECT_TRUE(less.waiting.empty() && less.problems.empty());
  EXPECT_EQ(text.waiting[0].line, 1);
  EXPECT_EQ(text.waiting[1].statement, (Statement{0, Verdict::off, ""}));
  EXPECT_TRUE(text.problems.empty());
}

// A designer who likes many continents.
double continents_bred(std::uint64_t seed, bool says, const std::string& settings = "") {
  Config config;
  config.seed = seed;
  config.generations = 8;
  config.population = 12;
  config.tournament = 4;
  config.matches = 10;
  config.monitor_matches = 0;
  if (!settings.empty()) apply_setting(config, settings);
  MadeUpEngine engine;
  Evolution evolution(config, engine);
  const auto continents = [](const Individual& one) { return one.genome.map->continent_count(); };
  while (!evolution.done()) {
    if (says && evolution.generation() >= 0) {
      const std::span<const Individual> seen = evolution.measured();
      std::vector<LikedValues> values;
      for (const Individual& one : seen) values.push_back(liked_values(one, config));
      const Spread spread = spread_of(values);
      std::vector<Judgement> judgements;
      const auto say = [&](Verdict verdict, const Individual& one) {
        Judgement& judgement = judgements.emplace_back();
        judgement.statement = {evolution.generation() + 1, verdict, one.id()};
        judgement.difference = liked_values(one, config);
        for (std::size_t i = 0; i < spread.mean.size(); ++i)
          judgement.difference[i] -= spread.mean[i];
        judgement.variance = spread.variance;
      };
      say(Verdict::like, *std::ranges::max_element(seen, {}, continents));
      say(Verdict::drop, *std::ranges::min_element(seen, {}, continents));
      evolution.hear(judgements);
    }
    EXPECT_TRUE(evolution.advance({}));
  }
  double sum = 0;
  for (const Individual& one : evolution.population()) {
    sum += continents(one);
    // Among those that may be the best none breaks a constraint while others break none.
    EXPECT_TRUE(settings.empty() || evolution.candidates().front().violation == 0);
  }
  if (says) {
    const Preference learnt = evolution.likes().preference(config);
    EXPECT_GT(learnt.weights()[1], 0.5 * learnt.errors()[1]);  // continents
  }
  return sum / config.population;
}

TEST(Likes, BendTheSearchBeyondChanceAndNoConstraint) {
  std::vector<double> gains;
  const int seeds = test::sanitized ? 2 : 6;
  for (int seed = 1; seed <= seeds; ++seed) {
    gains.push_back(continents_bred(at(seed), true) - continents_bred(at(seed), false));
  }
  double mean = 0;
  double squares = 0;
  for (const double gain : gains) mean += gain / seeds;
  for (const double gain : gains) squares += (gain - mean) * (gain - mean);
  EXPECT_GT(mean, 0.5);
  if (seeds > 2) {
    EXPECT_GT(mean, 3 * std::sqrt(squares / (seeds - 1) / seeds));
  }
  // Three at most, whatever is liked: few of the last population break it, as without likes.
  EXPECT_LT(continents_bred(1, true, R"(objective.constraints={"continents": {"at_most": 3}})"),
            3.5);
}

TEST(Likes, OrderOnlyWhatConstraintsLeave) {
  Config config;
  for (std::uint32_t round = 0; round < 200; ++round) {
    Random random({.seed = 1, .purpose = Purpose::test, .individual = round});
    std::vector<Individual> population(12);
    for (Individual& one : population) {
      one.violation = random.index(3);
      one.fitness.mean = random.unit();
      one.bend = 10 * random.unit() - 5;
    }
    const std::vector<int> order = ranking(population, config);
    for (std::size_t i = 1; i < order.size(); ++i) {
      const Individual& a = population[at(order[i - 1])];
      const Individual& b = population[at(order[i])];
      EXPECT_LE(std::pair(a.violation, a.fitness.mean + a.bend),
                std::pair(b.violation, b.fitness.mean + b.bend));
    }
    const Individual& best = fittest(population, config);
    for (const Individual& one : population) {
      EXPECT_LE(std::pair(best.violation, best.fitness.mean),
                std::pair(one.violation, one.fitness.mean));
    }
  }
}

class LikesRun : public RunTest {
 protected:
  static Config larger() {
    Config config = small();
    config.generations = 5;
    return config;
  }
  static std::vector<Statement> said() {
    return {{1, Verdict::like, "g0-1"}, {2, Verdict::drop, "g0-1"},   {2, Verdict::like, "g1-3"},
            {3, Verdict::off, ""},      {4, Verdict::forget, "g0-1"}, {4, Verdict::on, ""},
            {5, Verdict::drop, "g3-2"}};
  }
  RunOptions options(const std::string& name, std::vector<Statement> likes = said()) {
    RunOptions options;
    options.directory = directory(name);
    options.likes = std::move(likes);
    options.on_problem = [this](const Message& problem) { problems_.push_back(problem.text()); };
    return options;
  }
  // Without what differs by how the statements came.
  std::map<std::string, std::string> bred(const std::string& name) const {
    auto files = results(name);
    files.erase(std::string(likes_file));
    return files;
  }
  std::vector<std::string> problems_;
};

TEST_F(LikesRun, SameLikesGiveTheSameBytesAtAnyNumberOfThreadsAndStopped) {
  MadeUpEngine counting;
  ASSERT_EQ(run_evolution(larger(), counting, options("whole")), RunOutcome::finished);
  const auto expected = results("whole");
  EXPECT_EQ(read_file(directory("whole") / likes_file), likes_text(said()));
  EXPECT_TRUE(problems_.empty());
  const std::vector<Json> lines = log("whole");
  EXPECT_EQ(lines[2].at("likes"), (Json{"drop g0-1", "like g1-3"}));
  EXPECT_FALSE(lines[0].contains("likes"));
  EXPECT_EQ(heard_statements(directory("whole")), said());
  // What a page computes of the log is what the run knew.
  const Json checkpoint = parse_json(read_file(directory("whole") / checkpoint_file));
  EXPECT_EQ(checkpoint.at("likes"), likes_of_run(directory("whole"), larger()).to_json());
  EXPECT_EQ(checkpoint.at("likes").at("judged").size(), 2u);
  const auto total = static_cast<std::int64_t>(counting.played.size());
  for (std::int64_t after = 0; after < total; after += test::sanitized ? 301 : 23) {
    std::atomic<bool> stop{false};
    MadeUpEngine stopping(after, &stop, 1 + static_cast<int>(after % 3));
    RunOptions stopped = options("stopped");
    stopped.stop = &stop;
    if (run_evolution(larger(), stopping, stopped) == RunOutcome::interrupted) {
      ASSERT_EQ(run(larger(), "stopped", RunOptions::Start::resume), RunOutcome::finished);
    }
    ASSERT_EQ(results("stopped"), expected) << after;
    fs::remove_all(directory("stopped"));
  }
  // They do bend it.
  run(larger(), "without");
  EXPECT_NE(bred("without")[std::string(log_file)], bred("whole")[std::string(log_file)]);
}

TEST_F(LikesRun, WhatIsSaidWhileItRunsCountsFromTheNextGenerationAndIsReplayed) {
  const fs::path file = directory("live") / likes_file;
  int said_at = 0;
  const auto say = [&](const RunStatus& status) {
    // Each once, when the generation is done.
    if (status.generation <= said_at || status.matches == 0) return;
    said_at = status.generation;
    std::ofstream out(file, std::ios::app);
    if (said_at == 1) out << "like g0-2\ndrop g1-77\n";
    if (said_at == 2) out << "drop g1-3\n1 like g0-0\nlikke g0-1\n";
    if (said_at == 3) out << "forget g0-2\nlike g2-5";  // no end of the line
  };
  RunOptions live = options("live", {});
  live.on_progress = say;
  MadeUpEngine engine;
  ASSERT_EQ(run_evolution(larger(), engine, live), RunOutcome::finished);
  const std::vector<Statement> heard = heard_statements(directory("live"));
  ASSERT_EQ(heard.size(), 4u);
  EXPECT_EQ(heard[0].id, "g0-2");
  const std::string text = read_file(file);
  EXPECT_NE(text.find("\n" + std::to_string(heard[0].generation) + " like g0-2\n"), text.npos);
  EXPECT_NE(text.find(" like g2-5\n"), text.npos);
  ASSERT_EQ(problems_.size(), 3u);
  EXPECT_NE(problems_[0].find("\"drop g1-77\": there is no such individual before generation"),
            std::string::npos);
  EXPECT_NE(problems_[1].find("unknown verdict \"likke\""), std::string::npos);
  EXPECT_NE(problems_[2].find("generation 1 is bred already"), std::string::npos);

  MadeUpEngine again;
  ASSERT_EQ(
      run_evolution(larger(), again, options("again", load_likes(directory("live"), larger()))),
      RunOutcome::finished);
  EXPECT_EQ(bred("again"), bred("live"));
  // Heard, then cut off: it counts from the same generation.
  fs::remove(directory("again") / result_file);
  fs::remove(directory("again") / checkpoint_file);
  write_file(directory("again") / likes_file, text);
  ASSERT_EQ(run(larger(), "again", RunOptions::Start::resume), RunOutcome::finished);
  EXPECT_EQ(bred("again"), bred("live"));
}

// What others add between its reading and its writing moves its own lines down.
TEST_F(LikesRun, ItsOwnLinesAreNotTakenForThoseOfOthers) {
  run(larger(), "run");
  const fs::path file = directory("run") / likes_file;
  std::vector<std::string> problems;
  const Config config = larger();
  LikesListener listener(directory("run"), config,
                         [&](const Message& problem) { problems.push_back(problem.text()); });
  write_file(file, "like g0-2\n");
  ASSERT_EQ(listener.before(1).size(), 1u);
  ASSERT_EQ(read_file(file), "like g0-2\n1 like g0-2\n");
  write_file(file, "like g0-2\ndrop g0-1\n1 like g0-2\n");
  ASSERT_EQ(listener.before(2).size(), 1u);
  EXPECT_EQ(read_file(file), "like g0-2\ndrop g0-1\n1 like g0-2\n2 drop g0-1\n");
  EXPECT_THAT(problems, testing::IsEmpty());
}

// A line of the past is told of, also where it is the first of its file.
TEST_F(LikesRun, ALineOfThePastInANewFileIsTold) {
  run(larger(), "run");
  std::vector<std::string> problems;
  const Config config = larger();
  LikesListener listener(directory("run"), config,
                         [&](const Message& problem) { problems.push_back(problem.text()); });
  EXPECT_TRUE(listener.before(2).empty());
  write_file(directory("run") / likes_file, "1 like g0-2\n");
  EXPECT_TRUE(listener.before(3).empty());
  EXPECT_EQ(problems.size(), 1u);
  // One that nothing ends yet is read like others, and read once.
  write_file(directory("run") / likes_file, "4 like g0-2");
  EXPECT_EQ(listener.before(4).size(), 1u);
  EXPECT_TRUE(listener.before(5).empty());
  EXPECT_EQ(read_file(directory("run") / likes_file), "4 like g0-2");
  EXPECT_EQ(problems.size(), 1u);
}

TEST_F(LikesRun, WithoutStrengthNothingThatIsSaidCounts) {
  run(small(), "without");
  Config off = small();
  off.likes.strength = 0;
  MadeUpEngine engine;
  ASSERT_EQ(run_evolution(off, engine, options("off")), RunOutcome::finished);
  ASSERT_EQ(problems_.size(), 1u);
  EXPECT_NE(problems_[0].find("likes are switched off"), std::string::npos);
  for (const std::string_view file : {log_file, best_file}) {
    EXPECT_EQ(read_file(directory("off") / file), read_file(directory("without") / file)) << file;
  }
  Json off_result = read_result(directory("off"));
  Json without_result = read_result(directory("without"));
  for (Json* const one : {&off_result, &without_result}) {
    (*one)["files"].erase(std::string(config_file));
  }
  EXPECT_EQ(off_result, without_result);
}

TEST_F(LikesRun, AreRefusedBeforeARunThatCannotHearThem) {
  const auto refusal = [&](const std::string& text, const Config& config) -> std::string {
    fs::create_directories(scratch_);
    write_file(scratch_ / "l", text);
    try {
      load_likes(scratch_ / "l", config);
    } catch (const InputError& error) {
      return std::string(error.what()).substr(scratch_.string().size() + 1);
    }
    return "";
  };
  EXPECT_EQ(refusal("like g0-1\n", small()),
            "l:1: before which generation? for example \"5 like g0-1\"");
  EXPECT_EQ(refusal("5 like g0-1\n", small()), "l:1: generation 5, but the run has 4");
  EXPECT_EQ(refusal("like g0-1\n2 like g0-1\n", small()), "");
  Config other = small();
  other.algorithm = "map_elites";
  EXPECT_EQ(refusal("", other).substr(0, 49),
            "l: algorithm \"map_elites\" chooses no parents by o");
}

// Every algorithm that orders its parents lets likes order them; in islands as in one population.
TEST(Likes, BendWhatRanks) {
  for (const std::string kind : {"generational", "climber", "islands"}) {
    Config config;
    config.algorithm = kind == "climber" ? kind : "generational";
    config.population = 8;
    config.tournament = 3;
    config.matches = 5;
    config.generations = 4;
    config.monitor_matches = 0;
    if (kind == "islands") config.islands = {.count = 2, .interval = 1};
    MadeUpEngine engine;
    Evolution evolution(config, engine);
    ASSERT_TRUE(evolution.advance({}));
    Judgement judgement{{1, Verdict::like, "g0-0"}, {}, {}};
    judgement.difference[0] = 30;
    judgement.variance[0] = 100;
    evolution.hear({judgement});
    std::set<double> bends;
    for (const Individual& one : evolution.population()) bends.insert(one.bend);
    EXPECT_GE(bends.size(), 2u) << kind;
    EXPECT_LT(*bends.begin(), 0) << kind;
    // Likes are part of the state.
    const Json state = parse_json(evolution.state().dump());
    Evolution other(config, engine);
    other.restore(JsonView(state, "state"));
    ASSERT_TRUE(evolution.advance({}) && other.advance({}));
    Json one;
    Json two;
    evolution.add_notes(one);
    other.add_notes(two);
    EXPECT_EQ(one.at("likes"), Json{"like g0-0"}) << kind;
    EXPECT_EQ(evolution.state().dump(), other.state().dump()) << kind;
    // Forgotten, and all is as it was.
    judgement.statement.verdict = Verdict::forget;
    evolution.hear({judgement});
    for (const Individual& each : evolution.population()) EXPECT_EQ(each.bend, 0) << kind;
    EXPECT_FALSE(evolution.state().contains("likes"));
  }
}

}  // namespace
}  // namespace evorisk::ga
