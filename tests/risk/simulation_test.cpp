// Counting the outcomes of many matches.
#include "risk/simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "maps/io.hpp"
#include "tests/risk/play.hpp"

namespace evorisk::risk {
namespace {

TEST(Simulation, CountsTheMatchesOfItsKeysWhateverTheThreads) {
  const Variant variant = load_variant("thesis-8");
  const std::vector<std::string> agents = {"cautious", "random"};
  const StreamKey first{.seed = 9, .purpose = Purpose::match, .match = 1000};
  SimulationCounts expected(variant);
  const Seats seats(agents);
  MatchPlayer player(variant, seats.span());
  for (std::uint64_t m = 0; m < 210; ++m) {
    StreamKey key = first;
    key.match += m;
    expected.add(player.play(key));
  }
  EXPECT_EQ(expected.matches, 210);
  EXPECT_GT(expected.wins[0], 100);
  for (const int threads : {1, 2, 3, 7, 500}) {
    std::int64_t reported = 0;
    const SimulationCounts counts = simulate(variant, agents, first, 210, threads,
                                             [&](std::int64_t played) { reported = played; });
    EXPECT_EQ(counts, expected) << threads;
    if (threads == 1) {
      EXPECT_GT(reported, 0);  // with more, the others may be done first
    }
    EXPECT_LE(reported, 210);
  }
}

TEST(Simulation, StopsWhenToldTo) {
  const Variant variant = load_variant("thesis-8");
  std::atomic<bool> stop{false};
  const auto counts = simulate(
      variant, {"random", "random"}, {.seed = 1, .purpose = Purpose::match}, 1'000'000, 1,
      [&](std::int64_t played) { stop = played > 100; }, &stop);
  EXPECT_LT(counts.matches, 1'000'000);
  EXPECT_GT(counts.matches, 0);
  stop = true;
  EXPECT_EQ(simulate(variant, {"random", "random"}, {.seed = 1}, 10, 2, {}, &stop).matches, 0);
}

TEST(Simulation, RefusesAgentsThatDoNotFit) {
  const Variant variant = load_variant("two");
  EXPECT_THROW(simulate(variant, {"cautious"}, {}, 1, 1), InputError);
  EXPECT_THROW(simulate(variant, {"cautious", "casual"}, {}, 1, 1), InputError);
}

TEST(SimulationCounts, DescribeTheLengthsOfMatches) {
  const Variant variant = load_variant("two");
  SimulationCounts counts(variant);
  EXPECT_EQ(counts.mean_turns(), 0);
  EXPECT_EQ(counts.quantile_turns(0.5), 0);
  for (const int turns : {2, 4, 4, 4, 5, 5, 7, 9}) counts.add({EndReason::conquest, 1, turns, -1});
  EXPECT_EQ(counts.mean_turns(), 5);
  EXPECT_DOUBLE_EQ(counts.sd_turns(), std::sqrt(32.0 / 7));
  const int quantiles[][2] = {{0, 2},  {12, 2}, {13, 4}, {50, 4},
                              {51, 5}, {75, 5}, {76, 7}, {100, 9}};
  for (const auto& [percent, turns] : quantiles)
    EXPECT_EQ(counts.quantile_turns(percent / 100.0), turns) << percent;
  counts.add({EndReason::turn_limit, -1, 48, -1});
  counts.add({EndReason::invalid, -1, 0, 1});
  EXPECT_EQ(counts.matches, 10);
  EXPECT_EQ(counts.wins, (std::vector<std::int64_t>{0, 8}));
  EXPECT_EQ(counts.offences, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(counts.ends[0], 8);
  EXPECT_EQ(counts.ends[1], 1);
  EXPECT_EQ(counts.ends[2], 1);
  SimulationCounts twice(variant);
  twice.add(counts);
  twice.add(counts);
  EXPECT_EQ(twice.matches, 20);
  EXPECT_EQ(twice.turns[4], 6);
  EXPECT_EQ(twice.mean_turns(), counts.mean_turns());
}

}  // namespace
}  // namespace evorisk::risk
