// Arenas: who meets whom, what a match counts, and that nothing but the arena decides its bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "base/statistics.hpp"
#include "experiments/arena/play.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/process.hpp"

namespace evorisk::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;

risk::Variant variant(const std::string& name, int players = 2) {
  const risk::Variant base = risk::load_variant(name);
  risk::Rules rules = base.rules();
  rules.players = players;
  return {name + "-" + std::to_string(players), rules, base.map_ptr()};
}

ArenaConfig config(std::vector<std::string> agents, std::vector<risk::Variant> variants,
                   std::int64_t matches) {
  ArenaConfig config;
  config.agents = std::move(agents);
  config.variants = std::move(variants);
  config.matches = matches;
  config.seed = 7;
  return config;
}

bool play(Arena& arena, int threads = 1, ArenaDirectory* directory = nullptr) {
  ArenaEffort effort(arena.agents());
  ArenaOptions options;
  options.threads = threads;
  return play_arena(arena, effort, directory, options);
}

TEST(ArenaTables, AreAllGroups) {
  EXPECT_THAT(arena_tables(3, 2, {}, 1),
              ElementsAre(ArenaTable{0, 1}, ArenaTable{0, 2}, ArenaTable{1, 2}));
  EXPECT_EQ(arena_tables(7, 3, {}, 1).size(), 35u);
  EXPECT_THAT(arena_tables(4, 4, {}, 1), ElementsAre(ArenaTable{0, 1, 2, 3}));
  // Fewer agents than seats: everybody as often, then every choice of who sits once more.
  EXPECT_THAT(arena_tables(2, 3, {}, 1), ElementsAre(ArenaTable{0, 0, 1}, ArenaTable{0, 1, 1}));
  EXPECT_THAT(arena_tables(2, 6, {}, 1), ElementsAre(ArenaTable{0, 0, 0, 1, 1, 1}));
  EXPECT_THAT(arena_tables(4, 6, {}, 1).size(), 6u);
  EXPECT_THROW(arena_tables(1, 2, {}, 1), InputError);
  EXPECT_THROW(arena_tables(60, 6, {}, 1), InputError);
  EXPECT_THROW(arena_tables(2, 3, 1, 1), InputError);
}

TEST(ArenaTables, OfTheseAgainstThose) {
  EXPECT_THAT(arena_tables_against(2, 4, 2),
              ElementsAre(ArenaTable{0, 2}, ArenaTable{0, 3}, ArenaTable{1, 2}, ArenaTable{1, 3}));
  // One of these alone among those: all of them, or some twice.
  EXPECT_THAT(arena_tables_against(1, 4, 3),
              ElementsAre(ArenaTable{0, 1, 2}, ArenaTable{0, 1, 3}, ArenaTable{0, 2, 3}));
  EXPECT_THAT(arena_tables_against(1, 3, 4),
              ElementsAre(ArenaTable{0, 1, 1, 2}, ArenaTable{0, 1, 2, 2}));
  EXPECT_THAT(arena_tables_against(1, 2, 4), ElementsAre(ArenaTable{0, 1, 1, 1}));
  EXPECT_THROW(arena_tables_against(10, 60, 6), InputError);
}

TEST(ArenaCounts, OfTheseAgainstThoseAreThoseOfTheSamePairs) {
  ArenaConfig some = config({"cautious", "builder", "random", "turtle"}, {variant("thesis-9")}, 40);
  Arena all(some);
  some.first = 2;
  Arena against(some);
  EXPECT_TRUE(play(all) && play(against));
  ASSERT_EQ(against.result(0).pairs.size(), 4u);
  for (const ArenaPair& pair : against.result(0).pairs) {
    const auto same = std::ranges::find_if(all.result(0).pairs, [&](const ArenaPair& other) {
      return other.a == pair.a && other.b == pair.b;
    });
    EXPECT_EQ(pair.points_a, same->points_a);
    EXPECT_EQ(pair.turns, same->turns);
  }
  against.conclude();
  for (int agent = 0; agent < 4; ++agent) EXPECT_TRUE(against.ratings().rated(agent));
}

TEST(ArenaTables, DrawnOnesAreDifferentAndEven) {
  for (const auto& [agents, players, count] :
       {std::tuple{10, 6, 35}, {60, 6, 200}, {5, 2, 5}, {7, 3, 14}}) {
    const std::vector<ArenaTable> tables = arena_tables(agents, players, count, 3);
    ASSERT_EQ(tables.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(std::set(tables.begin(), tables.end()).size(), tables.size());
    std::map<int, int> sits;
    for (const ArenaTable& table : tables) {
      EXPECT_EQ(std::set(table.begin(), table.end()).size(), static_cast<std::size_t>(players));
      EXPECT_TRUE(std::ranges::is_sorted(table));
      for (const int agent : table) ++sits[agent];
    }
    const int even = count * players / agents;
    for (const auto& [agent, times] : sits) {
      EXPECT_GE(times, even) << agent;
      EXPECT_LE(times, even + 1) << agent;
    }
    EXPECT_EQ(tables, arena_tables(agents, players, count, 3));
    EXPECT_NE(tables, arena_tables(agents, players, count, 4));
  }
  // As many as there are, and one less.
  EXPECT_EQ(arena_tables(6, 3, 500, 3), arena_tables(6, 3, {}, 3));
  EXPECT_EQ(arena_tables(6, 3, 19, 3).size(), 19u);
}

TEST(ArenaTables, EverybodySitsEverywhereAndBehindEverybody) {
  const ArenaTable pair{4, 9};
  EXPECT_EQ(arena_seating(pair, 5, 0)[0], 4);
  EXPECT_EQ(arena_seating(pair, 5, 0)[1], 9);
  EXPECT_EQ(arena_seating(pair, 5, 1)[0], 9);
  for (const int players : {3, 4, 6}) {
    ArenaTable table;
    for (int agent = 0; agent < players; ++agent) table.push_back(10 + agent);
    int circles = 1;
    for (int i = 2; i < players; ++i) circles *= i;
    std::set<std::vector<int>> seatings;
    for (int deal = 0; deal < circles; ++deal) {
      std::set<std::pair<int, int>> seats;
      for (int rotation = 0; rotation < players; ++rotation) {
        const auto seating = arena_seating(table, deal, rotation);
        for (int s = 0; s < players; ++s) seats.insert({seating[static_cast<std::size_t>(s)], s});
        seatings.insert({seating.begin(), seating.begin() + players});
      }
      EXPECT_EQ(seats.size(), static_cast<std::size_t>(players * players));
    }
    EXPECT_EQ(seatings.size(), static_cast<std::size_t>(circles * players));  // all arrangements
    EXPECT_EQ(arena_seating(table, circles + 1, 0), arena_seating(table, 1, 0));
  }
}

TEST(ArenaCounts, TwoPlayersByHand) {
  Arena arena(config({"cautious", "random"}, {variant("two")}, 5));
  EXPECT_EQ(arena.deals(0), 3);  // rounded up
  EXPECT_EQ(arena.matches_left(), 6);
  using risk::EndReason;
  using risk::Fault;
  const auto won = [](int seat, int turns) {
    return risk::MatchResult{EndReason::conquest, seat, turns, -1, Fault::none};
  };
  arena.tell(std::vector<risk::MatchResult>{
      won(0, 3),                                         // cautious in seat 0
      won(0, 4),                                         // random in seat 0
      won(0, 5),                                         // cautious
      {EndReason::turn_limit, -1, 48, -1, Fault::none},  // shared
      {EndReason::invalid, -1, 2, 1, Fault::illegal},    // random forfeits
      {EndReason::invalid, -1, 1, 0, Fault::crash},      // random in seat 0 forfeits
  });
  EXPECT_TRUE(arena.done());
  EXPECT_EQ(arena.matches_left(), 0);
  arena.conclude();
  const ArenaVariant& result = arena.result(0);
  ASSERT_EQ(result.pairs.size(), 1u);
  const ArenaPair& pair = result.pairs[0];
  EXPECT_EQ(pair.matches, 6);
  EXPECT_EQ(pair.wins_a, 2);
  EXPECT_EQ(pair.wins_b, 1);
  EXPECT_EQ(pair.points_a, 4 * 60 + 30);
  EXPECT_EQ(pair.points_b, 60 + 30);
  EXPECT_EQ(pair.unfinished, 1);
  EXPECT_EQ(pair.forfeits_a, 0);
  EXPECT_EQ(pair.forfeits_b, 2);
  EXPECT_EQ(pair.turns, 63);
  EXPECT_DOUBLE_EQ(pair.share.share, 0.75);
  EXPECT_DOUBLE_EQ(pair.share.low, wilson_interval_of(0.75, 6).low);
  // By deal: 60 - 60, 90 - 30, 120 - 0.
  EXPECT_EQ(pair.differences.count, 3);
  EXPECT_EQ(pair.differences.sum, 180);
  EXPECT_EQ(pair.differences.squares, 60 * 60 + 120 * 120);
  EXPECT_FALSE(pair.significant);
  EXPECT_EQ(result.seat_points[0], 60 + 60 + 60 + 30 + 60);
  EXPECT_EQ(result.seat_points[1], 30 + 60);
  EXPECT_EQ(result.entries[1].forfeits(), 2);
  EXPECT_EQ(result.entries[1].faults[static_cast<std::size_t>(Fault::crash)], 1);
  EXPECT_EQ(result.entries[1].seat_points[0], 60 + 30);
  EXPECT_EQ(result.entries[0].seat_points[0], 180);
  EXPECT_EQ(result.counts.ends[static_cast<int>(EndReason::invalid)], 2);
  EXPECT_NEAR(arena.ratings().rating(1), std::log((1.5 + 0.5) / (4.5 + 0.5)), 1e-6);
  EXPECT_THAT(arena.ranking(), ElementsAre(0, 1));
  const Json json = arena.result_json();
  EXPECT_EQ(json["variants"][0]["agents"][1]["faults"]["crash"], 1);
  EXPECT_EQ(json["variants"][0]["pairs"][0]["points"], parse_json("[4.5, 1.5]"));
  EXPECT_EQ(json["ratings"][0]["agent"], "cautious");
}

TEST(ArenaCounts, ThreePlayersByHand) {
  Arena arena(config({"cautious", "random"}, {variant("thesis-8", 3)}, 3));
  ASSERT_EQ(arena.tables(0).size(), 2u);  // two of one against one of the other
  using risk::EndReason;
  using risk::Fault;
  // Seats: cautious, cautious, random, rotated.
  arena.tell(std::vector<risk::MatchResult>{
      {EndReason::conquest, 2, 9, -1, Fault::none},      // random
      {EndReason::turn_limit, -1, 48, -1, Fault::none},  // a third each
      {EndReason::invalid, -1, 1, 0, Fault::illegal},    // random, in seat 0: half for each other
  });
  arena.conclude();
  const ArenaPair& pair = arena.result(0).pairs[0];
  EXPECT_EQ(pair.points_a, 2 * 20 + 2 * 30);
  EXPECT_EQ(pair.points_b, 60 + 20);
  EXPECT_EQ(pair.forfeits_b, 1);
  // A seat of random's less a seat of cautious', times two: 2 * 80 - 100.
  EXPECT_EQ(pair.differences.sum, 100 - 2 * 80);
  EXPECT_EQ(arena.result(0).entries[0].matches, 6);  // in seats
}

// Three agents by twos: three tables, and each deal is won by the same seat at all of them.
TEST(ArenaCounts, WhatADealSharesIsNoEvidenceTwice) {
  const auto told = [](std::int64_t deals) {
    Arena arena(config({"cautious", "random", "turtle"}, {variant("two")}, 2 * deals));
    while (!arena.done()) {
      const Arena::Block& block = arena.stage()[arena.told()];
      std::vector<risk::MatchResult> results;
      for (std::int64_t m = 0; m < block.matches; ++m) {
        const int winner = (block.first + m / 2) % 4 == 0 ? 1 : 0;
        results.push_back({risk::EndReason::conquest, winner, 9, -1, risk::Fault::none});
      }
      arena.tell(results);
    }
    arena.conclude();
    return arena;
  };
  const Arena arena = told(40);
  const ArenaShare& seat = arena.result(0).seat_shares[0];
  EXPECT_DOUBLE_EQ(seat.share, 0.75);
  // As of 40 matches, or a little wider by Student's t; not as of 240.
  const Share wilson = wilson_interval_of(0.75, 40, 2);
  ASSERT_TRUE(seat.interval);
  EXPECT_NEAR(seat.interval->low, wilson.low, 0.001);
  EXPECT_NEAR(seat.interval->high, wilson.high, 0.001);
  const Json seats = arena.result_json()["variants"][0]["seats"];
  EXPECT_NEAR(seats[1]["interval"][1].get<double>(), 1 - seats[0]["interval"][0].get<double>(),
              1e-12);
  // One deal says nothing of chance, of seats and of ratings.
  const Arena one = told(1);
  EXPECT_FALSE(one.result(0).seat_shares[0].interval);
  EXPECT_FALSE(one.ratings().errors95());
  const Json json = one.result_json();
  EXPECT_TRUE(json["variants"][0]["seats"][0]["interval"].is_null());
  for (const Json& rating : json["ratings"]) {
    EXPECT_TRUE(rating["elo"].is_number());
    EXPECT_TRUE(rating["se"].is_null() && rating["interval"].is_null());
  }
  EXPECT_TRUE(json["ratings"][0]["above_next"]["se"].is_null());
  // Of two, by Student's t of one degree of freedom.
  EXPECT_NEAR(told(2).ratings().errors95().value(), 12.706, 0.001);
}

// Where an agent wins in either seat, both rotations share a deal out evenly: of ten deals, all but
// `uneven`.
TEST(ArenaCounts, DealsThatAreSharedEvenlyMakeASeatSurer) {
  std::mt19937_64 random(3);
  const auto seat_of = [&](std::int64_t matches, double uneven) {
    Arena arena(config({"cautious", "random"}, {variant("two")}, matches));
    while (!arena.done()) {
      std::vector<risk::MatchResult> results;
      for (std::int64_t m = 0; m < arena.stage()[arena.told()].matches; m += 2) {
        const bool even = std::uniform_real_distribution<double>(0, 10)(random) >= uneven;
        const auto first = static_cast<int>(random() % 2);
        for (const int winner : {first, even ? 1 - first : first}) {
          results.push_back({risk::EndReason::conquest, winner, 9, -1, risk::Fault::none});
        }
      }
      arena.tell(results);
    }
    arena.conclude();
    return arena.result(0).seat_shares[0].interval.value();
  };
  // Two deals stay open, by Student's t of 19 degrees of freedom.
  const double se = std::sqrt(2 * 20 / 19.0) / 40 * 2.0930 / z95;
  EXPECT_NEAR(seat_of(40, 0).low, wilson_interval_of(0.5, 0.25 / (se * se), 2).low, 1e-5);
  int covered = 0;
  constexpr int rounds = 400;
  for (int i = 0; i < rounds; ++i) {
    const metrics::Interval seat = seat_of(200, 2);
    covered += seat.low <= 0.5 && 0.5 <= seat.high;
  }
  EXPECT_NEAR(covered / double(rounds), 0.954, 4 * std::sqrt(0.05 / rounds));
  EXPECT_LT(covered, rounds);
}

TEST(ArenaCounts, APairOfWhichNeitherScoredHasNoShare) {
  // The third agent wins wherever it sits, and all tables have it.
  Arena arena(config({"cautious", "random", "turtle"}, {variant("thesis-8", 3)}, 3));
  std::vector<risk::MatchResult> results;
  for (int m = 0; m < 3; ++m) {
    const auto seating = arena_seating(arena.tables(0)[0], 0, m);
    const auto seat =
        static_cast<int>(std::find(seating.begin(), seating.end(), 2) - seating.begin());
    results.push_back({risk::EndReason::conquest, seat, 9, -1, risk::Fault::none});
  }
  arena.tell(results);
  arena.conclude();
  EXPECT_FALSE(arena.result(0).pairs[0].scored());
  const Json pairs = arena.result_json()["variants"][0]["pairs"];
  for (const char* key : {"point_share", "interval"}) {
    EXPECT_TRUE(pairs[0][key].is_null());
    EXPECT_FALSE(pairs[1][key].is_null());
  }
}

TEST(ArenaCounts, AForfeitSaysNothingOfTheOthers) {
  using risk::EndReason;
  using risk::Fault;
  // Of three at a table the first wins, whenever the fourth does not sit there and forfeit.
  const auto told = [](std::vector<std::string> agents) {
    Arena arena(config(std::move(agents), {variant("thesis-8", 3)}, 120));
    while (!arena.done()) {
      const Arena::Block& block = arena.stage()[arena.told()];
      const ArenaTable& table = arena.tables(0)[static_cast<std::size_t>(block.table)];
      std::vector<risk::MatchResult> results;
      for (std::int64_t m = 0; m < block.matches; ++m) {
        const auto seating = arena_seating(table, block.first + m / 3, static_cast<int>(m % 3));
        const auto seat_of = [&](int agent) {
          const auto found = std::find(seating.begin(), seating.begin() + 3, agent);
          return found == seating.begin() + 3 ? -1 : static_cast<int>(found - seating.begin());
        };
        if (seat_of(3) >= 0)
          results.push_back({EndReason::invalid, -1, 1, seat_of(3), Fault::crash});
        else
          results.push_back(
              {EndReason::conquest, seat_of(m % 10 == 0 ? 1 : 0), 9, -1, Fault::none});
      }
      arena.tell(results);
    }
    arena.conclude();
    return arena;
  };
  const Arena without = told({"cautious", "random", "turtle"});
  const Arena with = told({"cautious", "random", "turtle", "builder"});
  ASSERT_EQ(with.result(0).pairs[0].b, 1);
  EXPECT_EQ(with.result(0).pairs[0].share.share, without.result(0).pairs[0].share.share);
  EXPECT_EQ(with.result(0).pairs[0].points_a, without.result(0).pairs[0].points_a);
  EXPECT_NEAR(with.ratings().rating(1), without.ratings().rating(1), 0.1);
  EXPECT_LT(with.ratings().rating(3), with.ratings().rating(1) - 2);
  EXPECT_EQ(with.result(0).pairs[2].points_b, 0);  // the first and the fourth
  EXPECT_GT(with.result(0).pairs[2].points_a, 0);
}

TEST(ArenaCounts, AreThoseOfSimulations) {
  // The first rotation of deal m is match m of a simulation with the same seed; and so is the
  // other, with the seats swapped.
  ArenaConfig plan = config({"cautious", "random"}, {variant("thesis-9")}, 60);
  Arena arena(plan);
  EXPECT_TRUE(play(arena, 2));
  const StreamKey key{.seed = 7, .purpose = Purpose::match};
  const auto straight = risk::simulate(variant("thesis-9"), {"cautious", "random"}, key, 30, 1);
  const auto swapped = risk::simulate(variant("thesis-9"), {"random", "cautious"}, key, 30, 1);
  const ArenaPair& pair = arena.result(0).pairs[0];
  EXPECT_EQ(pair.wins_a, straight.wins[0] + swapped.wins[1]);
  EXPECT_EQ(pair.wins_b, straight.wins[1] + swapped.wins[0]);
  risk::SimulationCounts both = straight;
  both.add(swapped);
  EXPECT_EQ(arena.result(0).counts, both);
}

std::map<std::string, std::string> files_of(const fs::path& directory) {
  std::map<std::string, std::string> files;
  for (const char* name : {"arena.json", "matches.jsonl", "result.json"}) {
    files[name] = read_file(directory / name);
  }
  return files;
}

void play_in(const fs::path& directory, const ArenaConfig& plan, int threads) {
  Arena arena(plan);
  ArenaEffort effort(arena.agents());
  ArenaDirectory files(directory, arena, effort);
  ASSERT_TRUE(play(arena, threads, &files));
  arena.conclude();
  files.write_result(arena);
}

TEST(ArenaDirectories, TheSameBytesAtAnyThreadsAndAfterAnyCut) {
  ArenaConfig plan = config({"cautious", "random", "builder", "council"},
                            {variant("thesis-8", 3), variant("two")}, 40);
  for (const bool until : {false, true}) {
    if (until) plan.until = 0.05;
    const test::TemporaryDirectory directory;
    play_in(directory.path() / "one", plan, 1);
    const auto whole = files_of(directory.path() / "one");
    for (const int threads : {2, 4}) {
      const fs::path path = directory.path() / std::to_string(threads);
      play_in(path, plan, threads);
      EXPECT_TRUE(files_of(path) == whole) << threads;
    }
    // What a process leaves that is killed while it writes.
    const std::string& matches = whole.at("matches.jsonl");
    const std::size_t step = matches.size() / static_cast<std::size_t>(test::cases(12)) + 1;
    for (std::size_t bytes = 0; bytes < matches.size(); bytes += step) {
      const fs::path path = directory.path() / ("cut" + std::to_string(bytes));
      fs::create_directory(path);
      write_file(path / "arena.json", whole.at("arena.json"), Flush::to_system);
      write_file(path / "matches.jsonl", matches.substr(0, bytes), Flush::to_system);
      write_file(path / "result.json.12.tmp", "half", Flush::to_system);
      play_in(path, plan, 2);
      EXPECT_TRUE(files_of(path) == whole) << bytes;
    }
    // A finished one plays nothing more.
    play_in(directory.path() / "one", plan, 2);
    EXPECT_TRUE(files_of(directory.path() / "one") == whole);
  }
}

// Matches that end by a mission are told apart in the file of matches, and go on from there.
TEST(ArenaDirectories, MatchesWithMissionsGoOnAfterACut) {
  const ArenaConfig plan =
      config({"cautious", "strategist", "random"}, {variant("war-classic", 3)}, 4);
  const test::TemporaryDirectory directory;
  play_in(directory.path() / "one", plan, 2);
  const auto whole = files_of(directory.path() / "one");
  EXPECT_THAT(whole.at("result.json"), HasSubstr("mission"));
  const fs::path path = directory.path() / "cut";
  fs::create_directory(path);
  const std::string& matches = whole.at("matches.jsonl");
  write_file(path / "arena.json", whole.at("arena.json"), Flush::to_system);
  write_file(path / "matches.jsonl", matches.substr(0, matches.size() / 2), Flush::to_system);
  play_in(path, plan, 1);
  EXPECT_TRUE(files_of(path) == whole);
}

TEST(ArenaDirectories, RefuseWhatTheyDidNotWrite) {
  const ArenaConfig plan = config({"cautious", "random"}, {variant("two")}, 4);
  const auto refusal = [&](const fs::path& path, const ArenaConfig& other) -> std::string {
    Arena arena(other);
    ArenaEffort effort(arena.agents());
    try {
      const ArenaDirectory directory(path, arena, effort);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const test::TemporaryDirectory directory;
  const fs::path path = directory.path() / "arena";
  play_in(path, plan, 1);
  EXPECT_EQ(refusal(path, plan), "");
  ArenaConfig other = plan;
  other.seed = 8;
  EXPECT_THAT(refusal(path, other), HasSubstr("holds another arena"));
  EXPECT_THAT(refusal(directory.path(), plan), HasSubstr("is not empty (arena)"));
  directory.write("file", "");
  EXPECT_THAT(refusal(directory.path() / "file", plan), HasSubstr("is a file"));
  const std::string good = read_file(path / "matches.jsonl");
  const auto with = [&](const std::string& text) {
    write_file(path / "matches.jsonl", text, Flush::to_system);
    return refusal(path, plan);
  };
  EXPECT_THAT(with(good + good), HasSubstr("matches.jsonl, line 2: nothing more comes"));
  EXPECT_THAT(with("{}\n"), HasSubstr("line 1"));
  EXPECT_THAT(with("3\n"), HasSubstr("line 1"));
  std::string changed = good;
  changed.replace(changed.find("\"deal\":0"), 8, "\"deal\":2");
  EXPECT_THAT(with(changed), HasSubstr("line 1: the checksum does not match"));
  EXPECT_THAT(with(changed.substr(0, changed.find(",\"sum\"")) + "}\n"),
              HasSubstr("is not what comes next"));
  const std::string head = R"({"variant":0,"table":0,"deal":0,"matches":)";
  EXPECT_THAT(with(head + "[[0,1],[0,1],[0,1],[2,1]]}\n"), HasSubstr("matches[3][0]"));
  EXPECT_THAT(with(head + "[[0,1],[0,1],[0,1],[0]]}\n"), HasSubstr("is no result of a match"));
  EXPECT_THAT(with(head + "[[0,1],[0,1],[0,1],[0,1,0,1]]}\n"), HasSubstr("a winner and a forfeit"));
  EXPECT_THAT(with(head + "[[0,1],[0,1],[0,99]]}\n"), HasSubstr("is not what comes next"));
  EXPECT_EQ(with(good), "");
}

// Within a block, too: matches of slow agents are long.
TEST(ArenaStop, IsHeardBetweenTwoMatches) {
  Arena arena(config({"cautious", "random"}, {variant("two")}, 40));
  ArenaEffort effort(arena.agents());
  std::atomic<bool> stop{false};
  int matches = 0;
  ArenaOptions options;
  options.stop = &stop;
  options.between = [&] { stop = ++matches == 3; };
  EXPECT_FALSE(play_arena(arena, effort, nullptr, options));
  EXPECT_EQ(matches, 3);
  stop = false;
  options.between = [&] { ++matches; };
  EXPECT_TRUE(play_arena(arena, effort, nullptr, options));
  EXPECT_EQ(matches, 43);
}

TEST(ArenaUntil, EndsAPairWhenItsDifferenceIsSignificant) {
  ArenaConfig plan = config({"cautious", "random", "cautious:{}"}, {variant("thesis-9")}, 2000);
  plan.until = 0.01;
  Arena arena(plan);
  EXPECT_TRUE(play(arena, 2));
  arena.conclude();
  const auto& pairs = arena.result(0).pairs;
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_TRUE(pairs[0].significant);
  EXPECT_LT(pairs[0].matches, 1000);
  EXPECT_EQ(pairs[0].matches % 200, 0);  // at a look
  // The same agent under two names: in every deal the seats decide, never the agent.
  EXPECT_FALSE(pairs[1].significant);
  EXPECT_EQ(pairs[1].matches, 2000);
  EXPECT_EQ(pairs[1].differences.squares, 0);
  EXPECT_DOUBLE_EQ(pairs[1].share.share, 0.5);
}

TEST(ArenaUntil, FewDealsAreAllPlayedAndDecideNothing) {
  ArenaConfig plan = config({"cautious", "random"}, {variant("thesis-9"), variant("two", 2)}, 7);
  plan.until = 0.05;
  Arena arena(plan);
  EXPECT_EQ(arena.matches_left(), 16);
  EXPECT_TRUE(play(arena));
  EXPECT_EQ(arena.matches_left(), 0);
  arena.conclude();
  EXPECT_EQ(arena.result(0).counts.matches, 8);
  EXPECT_EQ(arena.result(0).pairs[0].p, 1);
  EXPECT_FALSE(arena.result(0).pairs[0].significant);
}

TEST(Latency, QuantilesAndText) {
  LatencyHistogram times;
  EXPECT_EQ(times.quantile(0.99), 0);
  for (int i = 1; i <= 99; ++i) times.add(20);
  times.add(1'000'000);
  EXPECT_EQ(times.count(), 100);
  EXPECT_DOUBLE_EQ(times.mean(), (99 * 20 + 1'000'000) / 100.0 / 1000);
  EXPECT_DOUBLE_EQ(times.quantile(0.99), 0.02);
  EXPECT_DOUBLE_EQ(times.quantile(1), 1000);
  EXPECT_DOUBLE_EQ(times.longest(), 1000);
  Random random({9, Purpose::test});
  for (int i = 0; i < test::cases(2000); ++i) {
    LatencyHistogram one;
    const auto nanoseconds = static_cast<std::int64_t>(random.next() >> (3 + random.below(60)));
    one.add(nanoseconds);
    one.add(2 * nanoseconds + 1);
    // Right to a sixteenth.
    const double half = one.quantile(0.5) * 1000;
    EXPECT_GE(half, static_cast<double>(nanoseconds) * (1 - 1e-12));
    EXPECT_LE(half, static_cast<double>(nanoseconds) * 17 / 16 + 1);
  }
  const Json json = times.to_json();
  const LatencyHistogram again = LatencyHistogram::from_json(JsonView(json, "timing"));
  EXPECT_EQ(again.to_json(), json);
  EXPECT_EQ(again.count(), 100);
  const Json broken = parse_json(R"({"nanoseconds":1,"longest":1,"counts":[[1024,1]]})");
  EXPECT_THROW(LatencyHistogram::from_json(JsonView(broken, "timing")), InputError);
  const Json twice = parse_json(R"({"nanoseconds":1,"longest":1,"counts":[[3,1],[3,2]]})");
  EXPECT_THROW(LatencyHistogram::from_json(JsonView(twice, "timing")), InputError);
}

}  // namespace
}  // namespace evorisk::experiments
