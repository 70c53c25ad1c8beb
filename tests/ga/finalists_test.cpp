// What judges say of a run's finalists, one by one.
#include "ga/run/finalists.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace evorisk::ga {
namespace {

using Json = nlohmann::ordered_json;

Json judge(const char* agent, double fitness, double advantage) {
  return {{"agent", agent},
          {"fitness", {{"mean", fitness}, {"se", 0.1}}},
          {"criteria", {{"advantage", {{"mean", advantage}, {"se", 0.01}}}}}};
}

// Finalists a, b, c, d by two judges, who agree on all pairs but c and d in fitness, and on none in
// fairness.
Json result() {
  const auto one = [](const char* id, double first, double second, double fair) {
    return Json{{"id", id},
                {"choice",
                 {{"judges", Json::array({judge("cautious", first, fair),
                                          judge("strategist", second, 1 - fair)})}}}};
  };
  return {{"candidates", Json::array({one("g1-a", 0.1, 1, 0.1), one("g1-b", 0.2, 2, 0.2),
                                      one("g1-c", 0.3, 4, 0.3), one("g1-d", 0.4, 3, 0.4)})}};
}

TEST(Finalists, AreRankedByEachJudge) {
  const Json json = result();
  const JudgedFinalists all = judged_finalists(JsonView(json, "result"));
  EXPECT_EQ(all.judges, (std::vector<std::string>{"cautious", "strategist"}));
  ASSERT_EQ(all.finalists.size(), 4u);
  EXPECT_EQ(all.finalists[2].id, "g1-c");
  EXPECT_EQ(all.finalists[2].fitness[1].mean, 4);
  ASSERT_EQ(all.agreements.size(), 1u);
  // Kendall: five pairs of six are in the same order, one is not.
  EXPECT_NEAR(all.agreements[0].fitness.mean, 4.0 / 6, 1e-12);
  EXPECT_NEAR(all.agreements[0].fairness.mean, -1, 1e-12);
  EXPECT_EQ(ranks_of({0.5, 0.1, 0.5, 0.7}), (std::vector<int>{2, 1, 2, 4}));
  EXPECT_EQ(judged_finalists_to_json(all)["agreement"][0]["judges"][1], "strategist");
}

TEST(Finalists, OfOneJudgeOrWithoutAChoiceAreNone) {
  Json json = result();
  json["candidates"][0]["choice"] = nullptr;
  EXPECT_TRUE(judged_finalists(JsonView(json, "result")).finalists.empty());
  json = result();
  json["candidates"][1]["choice"]["judges"][0]["agent"] = "random";
  EXPECT_THROW(judged_finalists(JsonView(json, "result")), InputError);
  json = result();
  json["candidates"].erase(2);
  json["candidates"].erase(2);
  EXPECT_TRUE(judged_finalists(JsonView(json, "result")).agreements.empty());
}

}  // namespace
}  // namespace evorisk::ga
