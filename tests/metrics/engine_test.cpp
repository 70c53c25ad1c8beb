// The plain engine: the same matches at any number of threads and in any split, stops, failures;
// and the streaming criteria of real matches against a plain reading of their definitions.
#include "metrics/engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <thread>

#include "base/error.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/match_criteria.hpp"
#include "metrics/measure.hpp"
#include "risk/agent.hpp"
#include "tests/metrics/samples.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::metrics {
namespace {

StreamKey key_of(std::uint64_t seed, std::uint64_t match = 0) {
  StreamKey key{seed, Purpose::match};
  key.match = match;
  return key;
}

std::unique_ptr<Engine> plain(int threads, std::vector<std::string> agents = {}) {
  EngineOptions options;
  options.engine = "plain";
  options.threads = threads;
  options.agents = std::move(agents);
  return make_engine(options);
}

TEST(PlainEngine, SameMatchesAtAnyNumberOfThreadsAndInAnySplit) {
  const risk::Variant two = variant_of("cycle-4");
  const risk::Variant three = variant_of("thesis-5", {"players=3", "allocation=pick"});
  constexpr std::size_t count = 400;
  std::vector<MatchSummary> expected(2 * count);
  {
    const auto engine = plain(1);
    const MatchJob jobs[] = {{&two, key_of(5), {expected.data(), count}},
                             {&three, key_of(6, 1000), {expected.data() + count, count}}};
    ASSERT_TRUE(engine->play(jobs));
  }
  EXPECT_TRUE(std::all_of(expected.begin(), expected.end(),
                          [](const MatchSummary& m) { return m.turns > 0; }));
  Random random({1, Purpose::test});
  for (const int threads : {1, 2, 4}) {
    const auto engine = plain(threads);
    EXPECT_EQ(engine->threads(), threads);
    for (int round = 0; round < 3; ++round) {
      std::vector<MatchSummary> slots(2 * count);
      std::vector<MatchJob> jobs;
      for (std::size_t at = 0; at < slots.size();) {
        const std::size_t end = at < count ? count : 2 * count;
        // Empty jobs, too.
        const std::size_t size = std::min<std::size_t>(end - at, random.below(120));
        const bool first = at < count;
        jobs.push_back({first ? &two : &three,
                        first ? key_of(5, at) : key_of(6, 1000 + at - count),
                        {slots.data() + at, size}});
        at += size;
      }
      random.shuffle(jobs.begin(), jobs.end());
      ASSERT_TRUE(engine->play(jobs));
      ASSERT_EQ(slots, expected) << threads << " threads, " << jobs.size() << " jobs";
    }
  }
}

TEST(PlainEngine, AVariantMayTakeTheAddressOfAnother) {
  const auto engine = plain(2);
  std::vector<MatchSummary> expected(50);
  std::vector<MatchSummary> again(50);
  const risk::Variant star = variant_of("star-6");
  ASSERT_TRUE(engine->play(std::vector<MatchJob>{{&star, key_of(1), expected}}));
  risk::Variant place = variant_of("thesis-9");
  std::vector<MatchSummary> other(50);
  ASSERT_TRUE(engine->play(std::vector<MatchJob>{{&place, key_of(1), other}}));
  place = star;
  ASSERT_TRUE(engine->play(std::vector<MatchJob>{{&place, key_of(1), again}}));
  EXPECT_EQ(again, expected);
  EXPECT_NE(other, expected);
}

TEST(PlainEngine, SeatsAndAgents) {
  const risk::Variant three = variant_of("thesis-5", {"players=3"});
  EngineOptions options;
  EXPECT_EQ(seat_agents(three, options), (std::vector<std::string>(3, "cautious")));
  options.agents = {"random"};
  EXPECT_EQ(seat_agents(three, options), (std::vector<std::string>(3, "random")));
  options.agents = {"random", "cautious", "cautious"};
  EXPECT_EQ(seat_agents(three, options), options.agents);
  options.agents = {"random", "cautious"};
  EXPECT_THROW(seat_agents(three, options), InputError);

  // A cautious player beats a random one from either seat.
  const risk::Variant board = variant_of("thesis-9");
  for (const int cautious : {0, 1}) {
    std::vector<std::string> agents(2, "random");
    agents[static_cast<std::size_t>(cautious)] = "cautious";
    const auto engine = plain(2, agents);
    std::vector<MatchSummary> slots(200);
    ASSERT_TRUE(engine->play(std::vector<MatchJob>{{&board, key_of(2), slots}}));
    const auto won = std::count_if(slots.begin(), slots.end(),
                                   [&](const MatchSummary& m) { return m.winner == cautious; });
    EXPECT_GT(won, 100) << cautious;
  }
}

TEST(PlainEngine, FailuresComeOutOnTheCallingThread) {
  const risk::Variant board = variant_of("two");
  std::vector<MatchSummary> slots(100);
  const std::vector<MatchJob> jobs = {{&board, key_of(1), slots}};
  for (const int threads : {1, 3}) {
    EXPECT_THROW(plain(threads, {"cautios"})->play(jobs), InputError);
    EXPECT_THROW(plain(threads, {"random", "random", "random"})->play(jobs), InputError);
  }
}

TEST(PlainEngine, StopsAndReports) {
  const risk::Variant board = variant_of("cycle-4");
  std::vector<MatchSummary> slots(8000);
  const std::vector<MatchJob> jobs = {{&board, key_of(1), slots}};
  const auto engine = plain(1);  // with more, the others may be done before this one reports
  std::atomic<bool> stop{false};
  std::int64_t seen = 0;
  const auto caller = std::this_thread::get_id();
  PlayControl control{&stop, [&](std::int64_t played) {
                        EXPECT_EQ(std::this_thread::get_id(), caller);
                        EXPECT_GT(played, seen);
                        seen = played;
                        if (played > 1000) stop = true;
                      }};
  EXPECT_FALSE(engine->play(jobs, control));
  EXPECT_GT(seen, 1000);
  EXPECT_LT(seen, 8000);
  EXPECT_FALSE(engine->play(jobs, control));  // nothing is begun once it is set
  EXPECT_FALSE(plain(2)->play(jobs, control));
  stop = false;
  control.progress = nullptr;
  EXPECT_TRUE(engine->play(jobs, control));
}

TEST(Engines, TheRegistryAndTheChoice) {
  ASSERT_FALSE(engine_kinds().empty());
  for (const EngineKind& kind : engine_kinds()) {
    EXPECT_GE(kind.summary.size(), 20u) << kind.name;
    EngineOptions options;
    options.engine = std::string(kind.name);
    EXPECT_EQ(make_engine(options)->threads(), options.threads);
    EXPECT_EQ(choose_engine(variant_of("thesis-1", {}), options).name, kind.name);
  }
  EXPECT_EQ(engine_kinds().back().name, "plain");  // plays everything

  const risk::Variant six = variant_of("thesis-1", {"players=6"});
  EngineOptions options;
  const EngineChoice choice = choose_engine(six, options);
  EXPECT_EQ(choice.name, "plain");
  EXPECT_FALSE(choice.reason.empty());
  options.engine = "plain";
  EXPECT_EQ(choose_engine(six, options).reason, "asked for");
  options.engine = "plane";
  EXPECT_THROW(make_engine(options), InputError);
  EXPECT_THROW(choose_engine(six, options), InputError);
  options.engine = "plain";
  options.parameters.troop_weight = 1.0 / 3;
  EXPECT_THROW(make_engine(options), InputError);
}

// Whether an engine writes down each match or adds them up, and whoever shares the totals.
TEST(Engines, TotalsAreThoseOfTheMatchesWrittenDown) {
  const risk::Variant two = variant_of("two");
  const risk::Variant four = variant_of("cycle-4");
  CriteriaSet comeback;
  comeback.add(Criterion::comeback);
  CriteriaSet balance;
  balance.add(Criterion::seat_balance);
  struct Case {
    const char* engine;
    CriteriaSet extended;
  };
  for (const auto& [name, extended] :
       {Case{"plain", {}}, Case{"plain", comeback}, Case{"bulk", {}}, Case{"bulk", balance}}) {
    for (const int threads : {1, 2, 4}) {
      EngineOptions options;
      options.engine = name;
      options.threads = threads;
      options.extended = extended;
      const auto engine = make_engine(options);
      for (const std::int64_t count : {1, 63, 64, 65, 300, 5000}) {
        if (count == 5000 && options.engine == "plain") continue;
        CriteriaTotals both(2, extended);
        CriteriaTotals second(2, extended);
        const bool beside = both.counts_extended();
        std::vector<MatchSummary> out(3 * static_cast<std::size_t>(count));
        std::vector<ExtendedSummary> others(beside ? out.size() : 0);
        std::vector<MatchJob> jobs;
        for (std::size_t i = 0; i < 3; ++i) {
          const auto size = static_cast<std::size_t>(count);
          MatchJob job{.variant = i == 1 ? &four : &two, .key = key_of(9, 100'000 * i)};
          job.out = std::span(out).subspan(i * size, size);
          if (beside) job.extended = std::span(others).subspan(i * size, size);
          jobs.push_back(job);
          job.out = {};
          job.extended = {};
          job.totals = i == 1 ? &second : &both;
          job.matches = count;
          jobs.push_back(job);
        }
        ASSERT_TRUE(engine->play(jobs));
        CriteriaTotals expected_both(2, extended);
        CriteriaTotals expected_second(2, extended);
        for (std::size_t i = 0; i < 3; ++i) {
          CriteriaTotals& to = i == 1 ? expected_second : expected_both;
          const MatchJob& job = jobs[2 * i];
          beside ? to.add(job.out, job.extended) : to.add(job.out);
        }
        EXPECT_EQ(both, expected_both) << name << " " << threads << " " << count;
        EXPECT_EQ(second, expected_second) << name << " " << threads << " " << count;
        EXPECT_EQ(both.matches(), 2 * count);
      }
    }
  }
}

TEST(Measure, BlocksAndThreadsLeaveNoTrace) {
  const risk::Variant a = variant_of("two");
  const risk::Variant b = variant_of("cycle-4");
  std::vector<CriteriaTotals> expected;
  for (const auto& [threads, block] : std::vector<std::pair<int, std::int64_t>>{
           {1, default_block}, {2, 1000}, {3, 97}, {2, 2401}, {1, 1}}) {
    const auto engine = plain(threads);
    CriteriaTotals of_a;
    CriteriaTotals of_b;
    CriteriaTotals none;
    const std::vector<Measurement> work = {{&a, key_of(1), 800, &of_a},
                                           {&b, key_of(1), 0, &none},
                                           {&b, key_of(1), 1001, &of_b},
                                           {&a, key_of(1, 800), 600, &of_a}};
    ASSERT_TRUE(measure(*engine, work, {}, block));
    EXPECT_EQ(of_a.matches(), 1400);
    EXPECT_EQ(of_b.matches(), 1001);
    EXPECT_EQ(none, CriteriaTotals());
    const std::vector<CriteriaTotals> found = {of_a, of_b};
    if (expected.empty()) expected = found;
    EXPECT_EQ(found, expected) << threads << " " << block;
    CriteriaTotals at_once_a;
    CriteriaTotals at_once_b;
    const std::vector<Measurement> pool = {{&a, key_of(1), 800, &at_once_a},
                                           {&b, key_of(1), 0, &none},
                                           {&b, key_of(1), 1001, &at_once_b},
                                           {&a, key_of(1, 800), 600, &at_once_a}};
    ASSERT_TRUE(measure_in_one(*engine, pool));
    EXPECT_EQ((std::vector<CriteriaTotals>{at_once_a, at_once_b}), expected) << threads;
    EXPECT_EQ(none, CriteriaTotals());
  }
}

TEST(Measure, PairsAreTheSameMatches) {
  const risk::Variant a = variant_of("thesis-4");
  const risk::Variant b = variant_of("thesis-4", {"defence_dice=2"});
  const auto engine = plain(2);
  PairedTotals whole(2, 2);
  ASSERT_TRUE(measure_pairs(*engine, a, b, key_of(1), 1000, whole));
  PairedTotals parts(2, 2);
  std::int64_t last = 0;
  const PlayControl control{nullptr, [&](std::int64_t played) {
                              EXPECT_GE(played, last);
                              last = played;
                            }};
  ASSERT_TRUE(measure_pairs(*engine, a, b, key_of(1), 130, parts));
  ASSERT_TRUE(measure_pairs(*engine, a, b, key_of(1, 130), 870, parts, control));
  EXPECT_EQ(parts, whole);
  EXPECT_LE(last, 2 * 870);
  CriteriaTotals alone;
  const Measurement second{&b, key_of(1), 1000, &alone};
  ASSERT_TRUE(measure(*engine, {&second, 1}));
  EXPECT_EQ(whole.second(), alone);
  // A variant compared with itself differs in nothing but what was not seen.
  PairedTotals same(2, 2);
  ASSERT_TRUE(measure_pairs(*engine, a, a, key_of(1), 500, same));
  const Comparison c = same.compare(thesis_objective());
  for (const CriterionInfo& info : criteria()) {
    const Difference& d = c.criteria[static_cast<std::size_t>(info.id)];
    EXPECT_EQ(d.mean, 0);
    EXPECT_NEAR(d.se, std::sqrt(2 * same.first().unseen_variance(info.id)), 1e-9);
    EXPECT_FALSE(d.significant);
  }
  EXPECT_NEAR(same.turns_correlation(), 1, 1e-12);
}

TEST(Measure, StoppedBlocksAreNotCounted) {
  const risk::Variant board = variant_of("two");
  const auto engine = plain(1);  // with more, the others may play all before this one reports
  std::atomic<bool> stop{false};
  CriteriaTotals totals;
  const Measurement work{&board, key_of(1), 100'000, &totals};
  const PlayControl control{&stop, [&](std::int64_t played) { stop = played > 3500; }};
  EXPECT_FALSE(measure(*engine, {&work, 1}, control, 1000));
  EXPECT_GE(totals.matches(), 3000);
  EXPECT_LT(totals.matches(), 100'000);
  EXPECT_EQ(totals.matches() % 1000, 0);
  CriteriaTotals prefix;
  const Measurement again{&board, key_of(1), totals.matches(), &prefix};
  EXPECT_TRUE(measure(*engine, {&again, 1}));
  EXPECT_EQ(totals, prefix);
}

// Also where an agent is so slow that there are few matches: the first part is small.
TEST(Measure, StoppedEarlyItKeepsTheFirstParts) {
  const risk::Variant board = variant_of("two");
  const auto engine = plain(1);
  std::atomic<bool> stop{false};
  std::vector<CriteriaTotals> totals(1);
  const PlayControl control{&stop, [&](std::int64_t played) { stop = played > 100; }};
  EXPECT_FALSE(
      measure_tables_in_parts(*engine, board, {{"cautious"}}, key_of(1), 100'000, totals, control));
  EXPECT_GT(totals.front().matches(), 0);
  EXPECT_LT(totals.front().matches(), 1000);
}

// --- the definitions, read plainly ---

// A whole match as it was seen, turn by turn.
struct Recorder final : risk::TurnObserver {
  struct Turn {
    int mover;
    std::vector<std::int64_t> territories;
    std::vector<std::int64_t> troops;
    std::int64_t moves;
  };
  std::vector<Turn> turns;
  void on_turn_end(const risk::TurnEnd& end) override {
    EXPECT_EQ(end.turn, static_cast<int>(turns.size()) + 1);
    turns.push_back({end.mover,
                     {end.territories.begin(), end.territories.end()},
                     {end.troops.begin(), end.troops.end()},
                     end.moves});
  }
};

// spec of the criteria, each computed on its own from the whole record.
struct Definitions {
  const std::vector<Recorder::Turn>& turns;
  int players;

  // 5 * (all territories) * (all troops) * H_p, an integer.
  std::int64_t h(std::size_t n, int p) const {
    const auto& turn = turns[n];
    const auto at = static_cast<std::size_t>(p);
    return 4 * turn.territories[at] * sum(turn.troops) + turn.troops[at] * sum(turn.territories);
  }
  double scale(std::size_t n) const {
    return 5.0 * static_cast<double>(sum(turns[n].troops)) *
           static_cast<double>(sum(turns[n].territories));
  }
  static std::int64_t sum(const std::vector<std::int64_t>& v) {
    return std::accumulate(v.begin(), v.end(), std::int64_t{0});
  }
  std::int64_t best_other(std::size_t n, int p) const {
    std::int64_t best = std::numeric_limits<std::int64_t>::min();
    for (int q = 0; q < players; ++q) {
      if (q != p) best = std::max(best, h(n, q));
    }
    return best;
  }
  double margin(std::size_t n, int p) const {
    return static_cast<double>(h(n, p) - best_other(n, p)) / scale(n);
  }

  double branching_factor() const {
    double moves = 0;
    for (const auto& turn : turns) moves += static_cast<double>(turn.moves);
    return std::min(1.0, std::log10(moves / static_cast<double>(turns.size()) + 1) / 2);
  }
  double drama(int winner) const {
    if (winner < 0) return 0;
    double total = 0;
    int behind = 0;
    for (std::size_t n = 0; n < turns.size(); ++n) {
      if (h(n, winner) >= best_other(n, winner)) continue;
      total += std::sqrt(-margin(n, winner));
      ++behind;
    }
    return behind == 0 ? 0 : total / behind;
  }
  double killer_moves() const {
    if (turns.size() < 2) return 0;
    double largest = -2;
    for (std::size_t n = 1; n < turns.size(); ++n) {
      largest = std::max(largest, margin(n, turns[n].mover) - margin(n - 1, turns[n].mover));
    }
    return std::clamp(largest, 0.0, 1.0);
  }
  // The leaders of all turns, then the changes among those that exist.
  double lead_change() const {
    if (turns.size() < 2) return 0;
    std::vector<int> leaders;
    for (std::size_t n = 0; n < turns.size(); ++n) {
      int leader = leaders.empty() ? -1 : leaders.back();
      for (int p = 0; p < players; ++p) {
        if (h(n, p) > best_other(n, p)) leader = p;
      }
      leaders.push_back(leader);
    }
    int changes = 0;
    for (std::size_t n = 1; n < turns.size(); ++n) {
      if (leaders[n] != leaders[n - 1] && leaders[n - 1] != -1) ++changes;
    }
    return changes / (static_cast<double>(turns.size()) - 1);
  }
};

TEST(Definitions, AgreeWithTheStreamingCriteriaOnRealMatches) {
  struct Case {
    std::string map;
    std::vector<std::string> settings;
    std::string agent;
    int matches;
  };
  const std::vector<Case> cases = {
      {"two", {}, "cautious", 800},
      {"cycle-4", {}, "cautious", 800},
      {"path-5", {"allocation=pick", "defence_dice=2", "turn_limit=9"}, "cautious", 500},
      {"thesis-9", {"conquest_move=max"}, "cautious", 500},
      {"star-6", {"players=3"}, "cautious", 500},
      {"grid-4x4", {"players=4", "defence_dice=2"}, "cautious", 300},
      {"thesis-5", {"players=6", "allocation=pick"}, "random", 200},
      {"thesis-5", {"players=5"}, "cautious", 200},
      {"cycle-4", {"turn_limit=1"}, "random", 300},
      {"thesis-1", {"allocation=pick", "defence_dice=2", "conquest_move=max"}, "cautious", 100},
      {"risk", {"players=3"}, "random", 30},
  };
  int matches = 0;
  std::map<std::string, int> seen;
  for (const Case& c : cases) {
    const risk::Variant variant = variant_of(c.map, c.settings);
    const auto engine = plain(1, {c.agent});
    std::vector<MatchSummary> summaries(
        static_cast<std::size_t>(test::cases(c.matches, c.matches / 10)));
    ASSERT_TRUE(engine->play(std::vector<MatchJob>{{&variant, key_of(77), summaries}}));

    std::vector<std::unique_ptr<risk::Agent>> agents;
    std::vector<risk::Agent*> seats;
    for (int s = 0; s < variant.players(); ++s) {
      agents.push_back(risk::make_agent(c.agent));
      seats.push_back(agents.back().get());
    }
    risk::MatchPlayer player(variant, seats);
    for (std::size_t i = 0; i < summaries.size(); ++i) {
      Recorder recorder;
      const risk::MatchResult result = player.play(key_of(77, i), &recorder);
      const Definitions d{recorder.turns, variant.players()};
      const MatchSummary& s = summaries[i];
      ASSERT_EQ(static_cast<int>(recorder.turns.size()), result.turns);
      EXPECT_EQ(s.turns, result.turns);
      EXPECT_EQ(s.winner, result.winner);
      EXPECT_EQ(s.end, result.end);
      EXPECT_DOUBLE_EQ(s.duration, std::abs(24.0 - result.turns) / 24);
      EXPECT_NEAR(s.branching_factor, d.branching_factor(), 1e-13);
      EXPECT_NEAR(s.drama, d.drama(result.winner), 1e-13);
      EXPECT_NEAR(s.killer_moves, d.killer_moves(), 1e-13);
      EXPECT_DOUBLE_EQ(s.lead_change, d.lead_change());
      ++matches;
      seen["won"] += result.winner >= 0;
      seen["unfinished"] += result.end == risk::EndReason::turn_limit;
      seen["one turn"] += result.turns == 1;
      seen["drama"] += s.drama > 0;
      seen["lead change"] += s.lead_change > 0;
      seen["swing beyond 1"] += s.killer_moves == 1;
      for (std::size_t n = 0; n < recorder.turns.size(); ++n) {
        for (int p = 0; p < variant.players(); ++p) {
          seen["tie"] += d.h(n, p) == d.best_other(n, p) && d.h(n, p) > 0;
        }
      }
    }
    if (HasFailure()) FAIL() << c.map;
  }
  EXPECT_GE(matches, test::cases(4000, 400));
  // The edge cases did occur.
  for (const char* what :
       {"won", "unfinished", "one turn", "drama", "lead change", "swing beyond 1", "tie"}) {
    EXPECT_GE(seen[what], 10) << what;
  }
}

}  // namespace
}  // namespace evorisk::metrics
