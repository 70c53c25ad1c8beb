// Whatever plays a match of the bulk engine plays the same one: lanes, one match at a time, every
// instruction set, any number of threads and any cut into jobs.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <nlohmann/json.hpp>

#include "maps/base/random.hpp"
#include "maps/io.hpp"
#include "metrics/bulk/lanes.hpp"
#include "metrics/engine.hpp"

namespace evorisk::metrics {
namespace {

using bulk::Feed;
using bulk::LaneMemory;
using bulk::LanePlan;
using bulk::Plan;
using bulk::SingleMatch;

risk::Rules random_rules(Random& random) {
  const auto pick = [&](std::initializer_list<int> values) {
    return values.begin()[random.below(static_cast<std::uint32_t>(values.size()))];
  };
  risk::Rules r;
  r.allocation = static_cast<risk::Allocation>(random.below(2));
  r.initial_troops = pick({0, 0, 1, 7, 30});
  r.initial_troops_mode = static_cast<risk::InitialTroops>(random.below(2));
  r.attack_dice = pick({1, 2, 3, 3, 4});
  r.defence_dice = pick({1, 2, 2, 3, 3, 4});
  r.ties = static_cast<risk::Ties>(random.below(2));
  r.conquest_move = static_cast<risk::ConquestMove>(random.below(3));
  r.reinforcement_divisor = pick({1, 2, 3, 4});
  r.reinforcement_minimum = pick({0, 1, 3, 3, 10});
  r.reinforcement_rounding = static_cast<risk::Rounding>(random.below(2));
  if (random.below(3) == 0) r.card_schedule = {2, 9, 3};
  r.card_schedule_step = pick({0, 5, 5, 20, 100});
  r.card_set = static_cast<risk::CardSet>(random.below(2));
  r.card_forced_at = pick({3, 4, 5, 5, 9});
  r.card_territory_bonus = pick({0, 2, 2, 11});
  const risk::FortifyMode modes[] = {risk::FortifyMode::adjacent, risk::FortifyMode::single,
                                     risk::FortifyMode::none};
  r.fortify = modes[random.below(3)];
  r.turn_limit = pick({1, 7, 48, 48, 200});
  return r;
}

std::vector<MatchSummary> play_singly(const risk::Variant& variant, const StreamKey& key,
                                      std::size_t matches) {
  const Plan plan(variant, {});
  SingleMatch single(plan);
  std::vector<MatchSummary> out(matches);
  for (std::size_t i = 0; i < matches; ++i) {
    out[i] = single.play(bulk::seed_words(bulk::seed_key(key), key.match + i));
  }
  return out;
}

std::vector<MatchSummary> play_in_lanes(const risk::Variant& variant, const StreamKey& key,
                                        std::size_t matches) {
  const Plan plan(variant, {});
  EXPECT_EQ(bulk::lanes_refusal(plan), nullptr);
  const LanePlan lane_plan(plan);
  SingleMatch single(plan);
  LaneMemory memory;
  std::vector<MatchSummary> out(matches);
  const Feed::Run run{bulk::seed_key(key), key.match, out};
  Feed feed({&run, 1});
  bulk::play_lanes(lane_plan, feed, memory, single);
  return out;
}

void expect_same(const std::vector<MatchSummary>& actual,
                 const std::vector<MatchSummary>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  std::size_t differ = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (actual[i] == expected[i]) continue;
    if (++differ == 1) {
      ADD_FAILURE() << "match " << i << ": " << actual[i].turns << " turns, not "
                    << expected[i].turns << "; drama " << actual[i].drama << ", not "
                    << expected[i].drama;
    }
  }
  EXPECT_EQ(differ, 0) << "of " << actual.size();
}

// Runs f once for every instruction set that this processor has, with only that one enabled.
template <class F>
void for_each_target(const F& f) {
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    const std::int64_t target = left & -left;
    hwy::SetSupportedTargetsForTest(target | HWY_SCALAR);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    f(hwy::TargetName(target));
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

TEST(BulkLanes, PlayWhatSingleMatchesPlayWhateverTheRules) {
  Random random({1, Purpose::test});
  for (const std::string_view map : maps::library_names()) {
    const maps::MapPtr loaded = maps::library_map(map);
    if (loaded->territory_count() > 256) continue;
    for (int round = 0; round < 12; ++round) {
      const risk::Variant variant("test", random_rules(random), loaded);
      const StreamKey key{static_cast<std::uint64_t>(round), Purpose::bulk, 3, 4, 1000, 5};
      const std::size_t matches = 20 + random.below(200);
      SCOPED_TRACE(std::string(map) + " " + risk::rules_to_json(variant.rules(), "thesis").dump());
      expect_same(play_in_lanes(variant, key, matches), play_singly(variant, key, matches));
    }
  }
}

TEST(BulkLanes, EveryInstructionSetPlaysTheSameMatches) {
  for (const char* map : {"two", "thesis-9", "thesis-1", "grid-10x10"}) {
    const risk::Variant variant("test", risk::Rules{}, maps::library_map(map));
    const std::size_t matches = 700;
    const auto expected = play_singly(variant, {9, Purpose::bulk}, matches);
    int targets = 0;
    for_each_target([&](const char* name) {
      SCOPED_TRACE(std::string(map) + " " + name);
      expect_same(play_in_lanes(variant, {9, Purpose::bulk}, matches), expected);
      ++targets;
    });
    EXPECT_GE(targets, 1);
  }
}

}  // namespace
}  // namespace evorisk::metrics
