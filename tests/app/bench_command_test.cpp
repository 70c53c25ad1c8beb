// evorisk bench: what its figures are of. How large they are is no test's business.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/bench/measure.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using nlohmann::json;

json bench(std::vector<std::string> words) {
  words.insert(words.begin(), {"bench", "--json", "--threads", "2", "--seconds", "0.001"});
  const auto result = test::run(words);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return json::parse(result.out);
}

TEST(Bench, TheMedianIsTheMiddleOfTheRounds) {
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({9, 1, 2}), 2);
  EXPECT_EQ(median({4, 100, 1, 2}), 3);
}

TEST(Bench, EveryFigureIsTheMedianOfItsRounds) {
  const json document = bench({"--no-evolution", "--only", "two", "--rounds", "4"});
  EXPECT_EQ(document["rounds"], 4);
  ASSERT_EQ(document["engines"].size(), 4u);  // two engines, on one thread and on two
  for (const json& row : document["engines"]) {
    const auto rates = row["matches_per_second_by_round"].get<std::vector<double>>();
    ASSERT_EQ(rates.size(), 4u);
    EXPECT_GT(*std::min_element(rates.begin(), rates.end()), 0);
    EXPECT_EQ(row["matches_per_second"], median(rates));
    EXPECT_DOUBLE_EQ(row["ns_per_match"], 1e9 / median(rates));
    EXPECT_GE(row["mean_turns"], 1.0);
    EXPECT_TRUE(row["threads"] == 2 || row["speed_up"] == 1);
  }
}

TEST(Bench, AnEvolutionPlaysAsManyMatchesOnAnyNumberOfThreads) {
  const json document = bench({"--only", "row 1", "--rounds", "1"});
  ASSERT_EQ(document["evolutions"].size(), 2u);
  const json& alone = document["evolutions"][0];
  const json& both = document["evolutions"][1];
  EXPECT_EQ(alone["threads"], 1);
  EXPECT_EQ(both["threads"], 2);
  EXPECT_EQ(alone["matches"], both["matches"]);
  EXPECT_EQ(both["speed_up"], alone["seconds"].get<double>() / both["seconds"].get<double>());
  EXPECT_GT(alone["share_not_in_matches"], 0.0);
  EXPECT_LT(alone["share_not_in_matches"], 1.0);
}

}  // namespace
}  // namespace evorisk::app
