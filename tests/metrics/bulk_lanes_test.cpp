// Whatever plays a match of the bulk engine plays the same one: lanes, one match at a time, every
// instruction set, any number of threads and any cut into jobs.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "base/random.hpp"
#include "maps/generate/generator.hpp"
#include "maps/io.hpp"
#include "metrics/bulk/instructions.hpp"
#include "metrics/bulk/lanes.hpp"
#include "metrics/engine.hpp"
#include "metrics/estimates/totals.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::metrics {
namespace {

using bulk::LaneMemory;
using bulk::LanePlan;
using bulk::MatchQueue;
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
  r.seat_compensation = pick({0, 0, 3, 12});
  r.first_turn_reinforcement = pick({100, 100, 50, 0});
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

using PlayLanes = decltype(bulk::play_lanes);

std::vector<MatchSummary> play_in_lanes(const risk::Variant& variant, const StreamKey& key,
                                        std::size_t matches,
                                        PlayLanes* play_lanes = bulk::play_lanes,
                                        std::uint64_t* outgrown = nullptr) {
  const Plan plan(variant, {});
  EXPECT_EQ(bulk::lanes_refusal(plan), nullptr);
  const LanePlan lane_plan(plan);
  SingleMatch single(plan);
  LaneMemory memory;
  std::vector<MatchSummary> out(matches);
  const MatchQueue::Run run{bulk::seed_key(key), key.match, out.size(), out.data()};
  MatchQueue::Counter counter{0};
  MatchQueue queue({&run, 1}, counter);
  play_lanes(lane_plan, queue, memory, single);
  if (outgrown != nullptr) *outgrown = memory.outgrown;
  return out;
}

// The same matches, added up at once.
CriteriaTotals add_up_in_lanes(const risk::Variant& variant, const StreamKey& key,
                               std::size_t matches, PlayLanes* play_lanes) {
  const Plan plan(variant, {});
  const LanePlan lane_plan(plan);
  SingleMatch single(plan);
  LaneMemory memory;
  CriteriaTotals totals;
  TotalsBuffer buffer(totals);
  const MatchQueue::Run run{bulk::seed_key(key), key.match, matches, nullptr, &buffer};
  MatchQueue::Counter counter{0};
  MatchQueue queue({&run, 1}, counter);
  play_lanes(lane_plan, queue, memory, single);
  buffer.flush();
  return totals;
}
CriteriaTotals added_up(const std::vector<MatchSummary>& matches) {
  CriteriaTotals totals;
  totals.add(matches);
  return totals;
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
    for (int round = 0; round < test::cases(8); ++round) {
      const risk::Variant variant("test", random_rules(random), loaded);
      const StreamKey key{static_cast<std::uint64_t>(round), Purpose::bulk, 3, 4, 1000, 5};
      const std::size_t matches = 20 + random.below(test::cases(200));
      SCOPED_TRACE(std::string(map) + " " + risk::rules_to_json(variant.rules()).dump());
      const auto expected = play_singly(variant, key, matches);
      expect_same(play_in_lanes(variant, key, matches, bulk::play_wide_lanes), expected);
      expect_same(play_in_lanes(variant, key, matches, bulk::play_narrow_lanes), expected);
    }
  }
}

TEST(BulkLanes, EveryInstructionSetPlaysTheSameMatches) {
  for (const char* map : {"two", "thesis-9", "thesis-1", "grid-10x10"}) {
    const risk::Variant variant("test", risk::Rules{}, maps::library_map(map));
    const std::size_t matches = test::cases(400);
    const auto expected = play_singly(variant, {9, Purpose::bulk}, matches);
    std::set<std::size_t> widths;
    for_each_target([&](const char* name) {
      SCOPED_TRACE(std::string(map) + " " + name);
      const StreamKey key{9, Purpose::bulk};
      expect_same(play_in_lanes(variant, key, matches, bulk::play_wide_lanes), expected);
      expect_same(play_in_lanes(variant, key, matches, bulk::play_narrow_lanes), expected);
      for (PlayLanes* play_lanes : {bulk::play_wide_lanes, bulk::play_narrow_lanes}) {
        EXPECT_EQ(add_up_in_lanes(variant, key, matches, play_lanes), added_up(expected));
      }
      widths.insert(bulk::wide_lanes());
    });
#if defined(__x86_64__)
    EXPECT_GE(widths.size(), 2u);  // the sets are really exchanged
#endif
  }
}

// What a lane cannot hold is played again by a single match: more than 127 troops on a territory,
// more than 255 placed, lost or exchanged for in a turn.
// Matches of one turn or two, so that many lanes want the next one at once.
TEST(BulkLanes, StayFullAsLongAsThereAreMatches) {
  risk::Rules rules;
  rules.turn_limit = 2;
  const risk::Variant variant("short", rules, maps::library_map("cycle-4"));
  const Plan plan(variant, {});
  const LanePlan lane_plan(plan);
  SingleMatch single(plan);
  for_each_target([&](const char* target) {
    if (bulk::wide_lanes() == 1) return;  // no vectors
    for (const bool wide : {true, false}) {
      LaneMemory memory;
      std::vector<MatchSummary> out(16384);
      const MatchQueue::Run run{7, 0, out.size(), out.data()};
      MatchQueue::Counter counter{0};
      MatchQueue queue({&run, 1}, counter);
      (wide ? bulk::play_wide_lanes : bulk::play_narrow_lanes)(lane_plan, queue, memory, single);
      double turns = 0;
      for (const MatchSummary& match : out) turns += match.turns;
      const double lanes = static_cast<double>(bulk::wide_lanes()) / (wide ? 1 : 2);
      EXPECT_LT(static_cast<double>(memory.steps), 1.15 * turns / lanes + 10)
          << target << (wide ? ", wide" : ", narrow");
    }
  });
}

// That there are no more lanes than the instructions have bytes shows which are used: in a limit,
// and when somebody asks meanwhile what there is.
TEST(BulkLanes, UseNoBetterInstructionsThanAreAskedFor) {
  const std::size_t best = bulk::wide_lanes();
  const std::map<std::string, std::size_t> bytes = {
      {"avx512", 128}, {"avx2", 64}, {"sse4", 32}, {"neon", 32}, {"none", 1}};
  for (const std::string& name : metrics::instruction_sets()) {
    const metrics::InstructionLimit limit(name);
    const std::size_t lanes = bulk::wide_lanes();
    EXPECT_LE(lanes, bytes.at(name)) << name;
    EXPECT_EQ(metrics::instruction_sets().front(), name);
    EXPECT_EQ(bulk::wide_lanes(), lanes) << name;
  }
  EXPECT_EQ(bulk::wide_lanes(), best);
}

// Every match once, in order; nothing after it is stopped.
TEST(MatchQueue, HandsOutTheMatchesOfItsRuns) {
  std::vector<MatchSummary> out(5);
  CriteriaTotals totals;
  TotalsBuffer buffer(totals);
  const MatchQueue::Run runs[] = {{1, 10, 0, nullptr},
                                  {2, 20, 3, out.data()},
                                  {3, 30, 0, nullptr},
                                  {4, 40, 2, nullptr, &buffer},
                                  {5, 50, 0, nullptr}};
  std::atomic<bool> stop{false};
  MatchQueue::Counter counter{0};
  MatchQueue queue(runs, counter, &stop);
  MatchQueue::Slot slot{};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(queue.left(), 5 - i);
    ASSERT_EQ(queue.next(slot, 1), 1);
    MatchSummary match;
    match.turns = static_cast<int>(i) + 1;
    queue.take(slot, match);
    EXPECT_EQ(queue.seed_key(slot), i < 3 ? 2 : 4);
    EXPECT_EQ(queue.match(slot), i < 3 ? 20 + i : 37 + i);
  }
  EXPECT_EQ(queue.left(), 0);
  EXPECT_EQ(queue.next(slot, 1), 0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)].turns, i + 1);
  buffer.flush();
  EXPECT_EQ(totals.matches(), 2);
  EXPECT_EQ(totals.fewest_turns(), 4);
  EXPECT_EQ(totals.most_turns(), 5);

  counter = 0;
  MatchQueue several(runs, counter, &stop);  // of one run only
  ASSERT_EQ(several.next(slot, 2), 2);
  ASSERT_EQ(several.next(slot, 9), 1);
  EXPECT_EQ(several.match(slot), 22);
  EXPECT_EQ(several.next(slot, 9), 2);

  // Of several queues with one counter: every match once.
  counter = 0;
  std::size_t told = 0;
  const MatchQueue::Listener listener = [&told](std::size_t matches) { told += matches; };
  MatchQueue one(runs, counter, &stop, listener);
  MatchQueue other(runs, counter, &stop, listener);
  ASSERT_EQ(one.next(slot, 2), 2);
  EXPECT_EQ(one.match(slot), 20);
  EXPECT_EQ(other.left(), 3);
  ASSERT_EQ(other.next(slot, 2), 1);  // and has one of the next run
  EXPECT_EQ(other.match(slot), 22);
  ASSERT_EQ(one.next(slot, 2), 1);
  EXPECT_EQ(one.match(slot), 41);
  EXPECT_EQ(one.next(slot, 2), 0);
  ASSERT_EQ(other.next(slot, 2), 1);
  EXPECT_EQ(other.match(slot), 40);
  EXPECT_EQ(other.next(slot, 2), 0);
  EXPECT_EQ(told, 5);

  counter = 0;
  MatchQueue stopped(runs, counter, &stop);
  ASSERT_EQ(stopped.next(slot, 1), 1);
  stop = true;
  EXPECT_EQ(stopped.next(slot, 1), 0);
}

// Whenever they are stopped: what was begun is played to its end, nothing after it.
TEST(BulkLanes, PlayTheFirstMatchesWhenTheyAreStopped) {
  const risk::Variant variant("thesis-9", {}, maps::library_map("thesis-9"));
  const StreamKey key{5, Purpose::test, 0, 0, 0};
  const Plan plan(variant, {});
  const LanePlan lane_plan(plan);
  SingleMatch single(plan);
  std::vector<MatchSummary> out(50'000);
  for (MatchSummary& match : out) match.turns = -1;
  const MatchQueue::Run run{bulk::seed_key(key), key.match, out.size(), out.data()};
  std::atomic<bool> stop{false};
  MatchQueue::Counter counter{0};
  MatchQueue queue({&run, 1}, counter, &stop);
  LaneMemory memory;
  std::thread stopper([&] {
    while (counter.load() == 0) std::this_thread::yield();  // until a match has begun
    stop = true;
  });
  bulk::play_lanes(lane_plan, queue, memory, single);
  stopper.join();
  const std::size_t begun = out.size() - queue.left();
  for (std::size_t i = begun; i < out.size(); ++i) ASSERT_EQ(out[i].turns, -1) << i;
  out.resize(begun);
  expect_same(out, play_singly(variant, key, begun));
}

// Whoever watches a long play hears of it while it lasts, from the thread that called.
TEST(BulkEngine, Reports) {
  const risk::Variant variant("two", {}, maps::library_map("two"));
  constexpr std::int64_t matches = 50'000;
  for (const int threads : {1, 2}) {
    CriteriaTotals totals;
    MatchJob job{.variant = &variant, .key = {5, Purpose::test}};
    job.totals = &totals;
    job.matches = matches;
    EngineOptions options;
    options.engine = "bulk";
    options.threads = threads;
    std::int64_t seen = 0;
    const auto caller = std::this_thread::get_id();
    const PlayControl control{nullptr, [&](std::int64_t played) {
                                EXPECT_EQ(std::this_thread::get_id(), caller);
                                EXPECT_GT(played, seen);
                                seen = played;
                              }};
    EXPECT_TRUE(make_engine(options)->play({&job, 1}, control));
    EXPECT_EQ(totals.matches(), matches);
    EXPECT_LE(seen, matches);
    EXPECT_GT(seen, threads == 1 ? matches / 2 : -1);
  }
}

TEST(BulkLanes, MatchesThatOutgrowThemAreTheSame) {
  struct Case {
    const char* map;
    std::vector<std::string> settings;
  };
  const Case cases[] = {
      // Hundreds of troops for every exchange.
      {"thesis-9", {"card_schedule_step=100", "card_forced_at=3", "turn_limit=100"}},
      {"thesis-1",
       {"card_schedule_step=100", "reinforcement_minimum=40", "allocation=pick",
        "conquest_move=max"}},
      {"grid-10x10", {"card_schedule_step=60", "card_territory_bonus=60", "card_set=matching"}},
      // Nearly nobody conquers anything: troops pile up.
      {"path-5", {"attack_dice=1", "defence_dice=4", "reinforcement_minimum=100"}},
      {"thesis-10", {"attack_dice=1", "fortify=single", "reinforcement_minimum=60"}},
      {"star-6", {"initial_troops=80", "fortify=none"}},
  };
  for (const Case& c : cases) {
    risk::Rules rules;
    risk::set_rules(rules, c.settings);
    const risk::Variant variant("test", rules, maps::library_map(c.map));
    SCOPED_TRACE(c.map + testing::PrintToString(c.settings));
    const StreamKey key{5, Purpose::bulk};
    constexpr std::size_t matches = test::sanitized ? 80 : 300;
    const auto expected = play_singly(variant, key, matches);
    for (PlayLanes* play_lanes : {bulk::play_wide_lanes, bulk::play_narrow_lanes}) {
      std::uint64_t outgrown = 0;
      expect_same(play_in_lanes(variant, key, matches, play_lanes, &outgrown), expected);
      EXPECT_GT(outgrown, 0u);
      EXPECT_EQ(add_up_in_lanes(variant, key, matches, play_lanes), added_up(expected));
    }
  }
}

// 256 territories: all of them are no number of eight bits.
TEST(BulkLanes, TheLargestMap) {
  Random random({4, Purpose::map_generation});
  maps::GeneratorOptions options;
  options.territories = 256;
  options.continents = 30;
  options.density = 0.45;
  options.style = "classic";
  const auto map = std::make_shared<const maps::Map>(maps::generate_map(options, random));
  constexpr std::size_t matches = test::sanitized ? 20 : 80;
  PlayLanes* lanes = test::sanitized ? bulk::play_narrow_lanes : bulk::play_wide_lanes;
  for (const char* move : {"min", "max"}) {
    risk::Rules rules;
    risk::set_rules(rules, std::vector<std::string>{std::string("conquest_move=") + move});
    const risk::Variant variant("test", rules, map);
    const StreamKey key{6, Purpose::bulk};
    const auto expected = play_singly(variant, key, matches);
    EXPECT_GT(std::ranges::count_if(expected, [](const auto& m) { return m.winner >= 0; }),
              matches / 4);
    std::uint64_t outgrown = 0;
    expect_same(play_in_lanes(variant, key, matches, lanes, &outgrown), expected);
    EXPECT_LT(outgrown, 3 * matches / 8);
  }
}

// Matches of several candidates, in one call or in many, few or many at a time, by any number of
// threads: always the same.
TEST(BulkLanes, BatchShapesAndThreadsDoNotMatter) {
  const risk::Variant variants[] = {
      {"a", risk::Rules{}, maps::library_map("thesis-9")},
      {"b", risk::preset_rules("risk"), maps::library_map("thesis-1")},
      {"c", risk::Rules{}, maps::library_map("two")},
  };
  constexpr std::size_t matches = test::cases(1500);
  const auto key = [](std::size_t i) {
    return StreamKey{3, Purpose::match, 2, static_cast<std::uint32_t>(i), 0, 0};
  };
  std::vector<std::vector<MatchSummary>> expected;
  for (std::size_t i = 0; i < std::size(variants); ++i) {
    expected.push_back(play_singly(variants[i], key(i), matches));
  }
  Random random({8, Purpose::test});
  for (const int threads : {1, 2, 3}) {
    for (const std::size_t most : {std::size_t{1}, std::size_t{90}, matches}) {
      SCOPED_TRACE(std::to_string(threads) + " threads, jobs of at most " + std::to_string(most));
      std::vector<std::vector<MatchSummary>> out(std::size(variants),
                                                 std::vector<MatchSummary>(matches));
      std::vector<MatchJob> jobs;
      for (std::size_t i = 0; i < std::size(variants); ++i) {
        for (std::size_t first = 0; first < matches;) {
          const std::size_t size = std::min(
              matches - first, 1 + std::size_t{random.below(static_cast<std::uint32_t>(most))});
          StreamKey part = key(i);
          part.match = first;
          jobs.push_back({&variants[i], part, std::span(out[i]).subspan(first, size)});
          first += size;
        }
      }
      for (std::size_t i = jobs.size(); i > 1; --i) {  // in any order
        std::swap(jobs[i - 1], jobs[random.below(static_cast<std::uint32_t>(i))]);
      }
      EngineOptions options;
      options.engine = "bulk";
      options.threads = threads;
      EXPECT_TRUE(make_engine(options)->play(jobs));
      for (std::size_t i = 0; i < std::size(variants); ++i) expect_same(out[i], expected[i]);
    }
  }
}

}  // namespace
}  // namespace evorisk::metrics
