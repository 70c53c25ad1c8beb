// evorisk bench: what its figures are of. How large they are is no test's business.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "app/cli/bench/measure.hpp"
#include "base/json.hpp"
#include "metrics/bulk/instructions.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using json = nlohmann::ordered_json;

json bench(std::vector<std::string> words) {
  words.insert(words.begin(), {"bench", "--json", "--threads", "2", "--seconds", "0.001"});
  const auto result = test::run(words);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return parse_json(result.out);
}

TEST(Bench, ARatioIsTheMedianOfTheRounds) {
  EXPECT_EQ(median_ratio({3}, {1}), 3);
  EXPECT_EQ(median_ratio({9, 2, 8}, {1, 2, 4}), 2);
  EXPECT_EQ(median_ratio({4, 200, 1, 2}, {1, 2, 1, 1}), 3);
}

TEST(Bench, OfNoCaseIsRefused) {
  const auto result = test::run({"bench", "--only", "nonsense", "--quiet"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "evorisk: error: --only: no case has \"nonsense\" in its name\n");
}

TEST(Bench, AnInterruptionEndsItWithAWord) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    test::Process process({test::program(), "bench", "--seconds", "600"});
    ASSERT_TRUE(process.wait_for_error("bench"));
    process.send(signal);
    const auto result = process.wait();
    EXPECT_EQ(result.exit_code, 130);
    EXPECT_NE(result.err.find("interrupted"), std::string::npos) << result.err;
  }
}

TEST(Bench, EveryFigureIsTheMedianOfItsRounds) {
  const json document = bench({"--no-evolution", "--only", "two", "--rounds", "4"});
  EXPECT_EQ(document["rounds"], 4);
  ASSERT_EQ(document["engines"].size(), 4u);  // two engines, on one thread and on two
  for (const json& row : document["engines"]) {
    const auto rates = row["matches_per_second_by_round"].get<std::vector<double>>();
    ASSERT_EQ(rates.size(), 4u);
    EXPECT_GT(*std::min_element(rates.begin(), rates.end()), 0);
    const double median = median_ratio(rates, {1, 1, 1, 1});
    EXPECT_EQ(row["matches_per_second"], median);
    EXPECT_DOUBLE_EQ(row["ns_per_match"], 1e9 / median);
    EXPECT_GE(row["mean_turns"], 1.0);
    EXPECT_TRUE(row["threads"] == 2 || row["speed_up"] == 1);
  }
}

// On every instruction set that this processor has, and without any.
TEST(Bench, NoSignatureDependsOnTheInstructions) {
  const std::vector<std::string> sets = metrics::instruction_sets();
  ASSERT_EQ(sets.back(), "none");
  const json best = bench({"--check"});
  EXPECT_EQ(best["instructions"], sets.front());
  for (const std::string& set : sets) {
    const json limited = bench({"--check", "--instructions", set});
    EXPECT_EQ(limited["instructions"], set);
    EXPECT_EQ(limited["signatures"], best["signatures"]);
  }
  EXPECT_EQ(metrics::instruction_sets(), sets);  // the limit has gone

  const auto unknown = test::run({"bench", "--check", "--instructions", "mmx"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("unknown instructions \"mmx\"; this processor can be asked for: " +
                             sets.front()),
            std::string::npos)
      << unknown.err;
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
  EXPECT_EQ(alone["speed_up_side_by_side"], 1.0);
  EXPECT_GT(both["speed_up_side_by_side"], 0.0);
  EXPECT_GT(alone["share_not_in_matches"], 0.0);
  EXPECT_LT(alone["share_not_in_matches"], 1.0);
}

}  // namespace
}  // namespace evorisk::app
