// Extended criteria, several tables of agents and studies of them, as whole commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "metrics/criteria/criteria.hpp"
#include "risk/agent.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using json = nlohmann::ordered_json;
using test::run;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using Words = std::vector<std::string>;

json answer(Words words) {
  words.emplace_back("--json");
  words.emplace_back("--quiet");
  const auto result = run(words);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  json object = parse_json(result.out);
  for (const char* key : {"seconds", "matches_per_second", "threads"}) object.erase(key);
  return object;
}

TEST(EvaluateCriteria, AreMeasuredBesideTheSevenAndTheEngineSaysWhy) {
  const json all = answer({"evaluate", "thesis-9", "--matches", "120", "--criteria", "all"});
  EXPECT_EQ(all["criteria"].size(), metrics::all_criteria().size());
  for (const auto& info : metrics::all_criteria()) {
    const json& c = all["criteria"][std::string(info.name)];
    EXPECT_TRUE(c["mean"].is_number()) << info.name;
    EXPECT_GE(c["se"].get<double>(), 0) << info.name;
    EXPECT_EQ(c.contains("distance"), static_cast<int>(info.id) < metrics::criterion_count);
    EXPECT_GE(c["meaning"].get<std::string>().size(), 15u);
  }
  EXPECT_EQ(all["engine"], "plain");
  EXPECT_EQ(all["engine_reason"], "bulk cannot: it does not count decisiveness");
  for (const char* threads : {"1", "2", "4"}) {
    EXPECT_EQ(answer({"evaluate", "thesis-9", "--matches", "120", "--criteria", "all", "--threads",
                      threads}),
              all);
  }
  // What follows from the winners is counted in bulk, too; names may repeat the seven.
  const json winners = answer({"evaluate", "thesis-9", "--matches", "120", "--criteria",
                               "unbiased_advantage,drama,seat_balance"});
  EXPECT_EQ(winners["engine"], "bulk");
  EXPECT_EQ(winners["criteria"].size(), 9u);
}

TEST(EvaluateCriteria, AnObjectiveMayNameThem) {
  const test::TemporaryDirectory directory;
  const auto file = directory.write(
      "o.json",
      R"({"format": 1, "name": "deep", "criteria": {"drama": 0.25, "luck_share": {"weight": 2},
          "depth": 0.75}})");
  const json e = answer({"evaluate", "thesis-8", "--matches", "100", "--objective", file.string()});
  ASSERT_EQ(e["criteria"].size(), 9u);
  double fitness = 0;
  for (const auto& [name, weight] :
       {std::pair{"drama", 1.0}, std::pair{"luck_share", 2.0}, std::pair{"depth", 1.0}}) {
    fitness += weight * e["criteria"][name]["distance"].get<double>();
  }
  EXPECT_NEAR(e["fitness"]["mean"].get<double>(), fitness, 1e-12);
  EXPECT_EQ(e["criteria"]["luck_share"]["ideal"], 0.5);
  const auto text = run({"evaluate", "thesis-8", "thesis-9", "--matches", "60", "--objective",
                         file.string(), "--criteria", "map_use"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out,
              AllOf(HasSubstr("\nLuck share "), HasSubstr("\nMap use "), HasSubstr("\nDepth ")));
}

TEST(EvaluateTables, WhereTheVerdictDependsOnWhoPlays) {
  const Words words = {"evaluate", "thesis-9",  "--matches", "300",
                       "--seed",   "2",         "--agents",  "cautious;random,cautious",
                       "--agents", "aggressive"};
  const json e = answer(words);
  ASSERT_EQ(e["tables"].size(), 3u);
  EXPECT_EQ(e["tables"][1]["agents"], (json{"random", "cautious"}));
  EXPECT_EQ(e["tables"][0]["engine"], "bulk");
  EXPECT_EQ(e["tables"][2]["engine"], "plain");
  // The first table plays what it would alone.
  const json alone = answer({"evaluate", "thesis-9", "--matches", "300", "--seed", "2"});
  EXPECT_EQ(e["tables"][0]["criteria"], alone["criteria"]);
  double sum = 0;
  double worst = 0;
  for (const json& table : e["tables"]) {
    sum += table["fitness"]["mean"].get<double>();
    worst = std::max(worst, table["fitness"]["mean"].get<double>());
  }
  EXPECT_NEAR(e["fitness"]["mean"]["mean"].get<double>(), sum / 3, 1e-12);
  EXPECT_EQ(e["fitness"]["worst"]["mean"].get<double>(), worst);
  const json& advantage = e["disagreement"]["criteria"]["advantage"];
  EXPECT_EQ(advantage["significant"], true);
  EXPECT_EQ(advantage["highest"], "random,cautious");
  Words threads = words;
  threads.insert(threads.end(), {"--threads", "3"});
  EXPECT_EQ(answer(threads), e);

  const auto text = run(words);
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.out, AllOf(HasSubstr("judged by 3 tables of agents"),
                              HasSubstr("What depends on who plays"),
                              HasSubstr("matters (p < 0.001)"), HasSubstr("worst ")));
}

TEST(EvaluateTables, AllAreTheAgentsFastEnoughForBulkPlay) {
  const json e = answer({"evaluate", "cycle-4", "--matches", "30", "--agents", "all"});
  std::size_t expected = 0;
  for (const auto& kind : risk::agent_kinds()) {
    expected += kind.bulk && kind.example == "{}" ? 1 : 0;
  }
  EXPECT_EQ(e["tables"].size(), expected);
  EXPECT_GE(expected, 7u);
}

TEST(StudyAgents, RanksCorrelationsAndThePicture) {
  const test::TemporaryDirectory directory;
  const auto svg = directory.path() / "ranks.svg";
  const Words words = {"study",     "agents", "thesis-8", "thesis-9",        "cycle-4", "star-6",
                       "--matches", "60",     "--agents", "cautious;random", "--seed",  "5"};
  Words drawn = words;
  drawn.insert(drawn.end(), {"--svg", svg.string()});
  const json study = answer(drawn);
  EXPECT_EQ(study["variants"].size(), 4u);
  EXPECT_EQ(study["agents"], (json{"cautious", "random"}));
  ASSERT_EQ(study["figures"].size(), 8u);
  const json& fitness = study["figures"]["fitness"];
  EXPECT_EQ(fitness["rank_correlation"][0]["mean"], 1.0);
  EXPECT_LE(fitness["rank_correlation"][1]["mean"], 1.0);
  for (const json& ranks : fitness["ranks"]) {
    double sum = 0;
    for (const json& rank : ranks) sum += rank.get<double>();
    EXPECT_EQ(sum, 10);  // 1 + 2 + 3 + 4
  }
  std::ifstream in(svg);
  const std::string picture((std::istreambuf_iterator<char>(in)), {});
  EXPECT_THAT(picture, AllOf(testing::StartsWith("<svg "), HasSubstr("star-6"), HasSubstr("random"),
                             testing::EndsWith("</svg>\n")));
  EXPECT_EQ(answer(words), study);
  Words markdown = words;
  markdown.emplace_back("--markdown");
  const auto text = run(markdown);
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out,
              AllOf(HasSubstr("| fitness (rank) | cautious | random |\n|---|---:|---:|\n"),
                    HasSubstr("| Fitness | "), HasSubstr(" of 4 |")));
}

TEST(StudyStrength, TellsPointsByTheSizeOfTheBoards) {
  const Words words = {"study",    "strength", "--agents",  "random,strategist",
                       "--boards", "30",       "--matches", "4"};
  const json study = answer(words);
  ASSERT_EQ(study["agents"].size(), 2u);
  const json& random = study["agents"][0];
  std::size_t boards = 0;
  double points = 0;
  for (const json& size : random["by_size"]) {
    EXPECT_GE(size["boards"], 2);
    boards += size["boards"].get<std::size_t>();
    points += size["boards"].get<double>() * size["point_share"].get<double>();
  }
  EXPECT_EQ(boards, 30u);
  EXPECT_NEAR(random["point_share"].get<double>(), points / 30, 1e-12);
  EXPECT_LT(random["interval"][0], random["point_share"]);
  EXPECT_LT(random["interval"][1], 0.3);
  EXPECT_EQ(study["agents"][1]["point_share"], 0.5);
  EXPECT_TRUE(study["agents"][1]["interval"].is_null());
  EXPECT_THAT(run(words).out, AllOf(HasSubstr("Against strategist on 30 generated boards"),
                                    HasSubstr("\nstrategist "), HasSubstr(" 50.0 ")));
}

TEST(StudyAgents, ForfeitsAreTold) {
  const auto result = run({"study", "agents", "two", "path-5", "--agents", "random", "--agents",
                           R"(external:{"command":["false"]})", "--matches", "30", "--quiet"});
  EXPECT_EQ(result.exit_code, static_cast<int>(Exit::failure));
  EXPECT_THAT(result.err, HasSubstr("agents forfeited 60 matches"));
}

TEST(Target, ForfeitsAreTold) {
  const test::TemporaryDirectory directory;
  for (const bool file : {false, true}) {
    Words words = {"target",    "two", "--agents", R"(external:{"command":["false"]})",
                   "--matches", "20",  "--quiet"};
    if (file) words.insert(words.end(), {"--out", (directory.path() / "o.json").string()});
    const auto result = run(words);
    EXPECT_EQ(result.exit_code, static_cast<int>(Exit::failure));
    EXPECT_THAT(result.err, HasSubstr("agents forfeited 20 matches"));
  }
}

TEST(StudyStrength, ForfeitsOfEitherAreTold) {
  const auto result = run({"study", "strength", "--agents", "cautious", "--against",
                           R"(external:{"command":["false"]})", "--boards", "2", "--matches", "2"});
  EXPECT_EQ(result.exit_code, static_cast<int>(Exit::failure));
  EXPECT_THAT(result.err, HasSubstr("forfeit"));
}

}  // namespace
}  // namespace evorisk::app
