// Many variants instead of one: niches, the filter before any score, and MAP-Elites under noise.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <set>

#include "base/error.hpp"
#include "base/json.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/algorithms/niches.hpp"
#include "ga/evaluation/playability.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/run/archive.hpp"
#include "ga/run/config_file.hpp"
#include "maps/generate/generator.hpp"
#include "maps/io.hpp"
#include "maps/planar/isomorphism.hpp"
#include "tests/ga/made_up_run.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::ga {
namespace {

TEST(Niches, BinsAreClosedBelowAndTheLastOneAboveToo) {
  const std::vector<Descriptor> grid = {{"territories", 10, 40, 3}, {"drama", 0, 1, 4}};
  EXPECT_EQ(niche_count(grid), 12);
  EXPECT_EQ(niche_of(grid, {10, 0}), 0);
  EXPECT_EQ(niche_of(grid, {19.999, 0.25}), 1);
  EXPECT_EQ(niche_of(grid, {20, 0.2499}), 4);
  EXPECT_EQ(niche_of(grid, {40, 1}), 11);
  EXPECT_EQ(niche_of(grid, {40.001, 0.5}), std::nullopt);
  EXPECT_EQ(niche_of(grid, {9.999, 0.5}), std::nullopt);
  EXPECT_EQ(niche_of(grid, {20, std::nan("")}), std::nullopt);
  for (int niche = 0; niche < 12; ++niche) {
    const std::vector<int> bins = bins_of(grid, niche);
    EXPECT_EQ(bins, (std::vector<int>{niche / 4, niche % 4}));
  }
}

TEST(Niches, OfMinutesAreByThePaceOfTheTable) {
  Config config;
  config.map_elites.descriptors = {{"minutes", 0, 1000, 1000}};
  Individual individual;
  individual.genome.map = maps::library_map("mirror-12");
  metrics::CriteriaTotals totals(2);
  metrics::MatchSummary match;
  match.turns = 60;
  totals.add(match);
  const Evidence evidence = {totals};
  const double usual = metrics::minutes_of(60, 12);
  EXPECT_EQ(niche_of(config, individual, evidence), static_cast<int>(usual));
  config.objective.seconds.hand_over += 5;  // a minute for twelve turns
  EXPECT_EQ(niche_of(config, individual, evidence), static_cast<int>(usual + 5));
}

class MapElitesTest : public RunTest {
 protected:
  static Config many() {
    Config config = small();
    config.algorithm = "map_elites";
    config.population = 16;
    config.generations = 6;
    apply_setting(config, R"(search_space.initial_maps={"territories":[4,20]})");
    apply_setting(config, R"(map_mutations=["split_territory","merge_territories","add_border"])");
    apply_setting(
        config,
        R"(map_elites={"descriptors":[{"quantity":"territories","from":4,"to":20,"bins":4},
                      {"quantity":"turns","from":2,"to":12,"bins":3}],"enough_matches":40,
                      "reevaluated":0.5,"immigrants":0.1,"fresh_matches":25})");
    check(config, "test");
    return config;
  }
};

// What the state must be after every generation: each member in the niche that its evidence says,
// none fitter than the occupant on as much evidence, no more than `depth`, no two the same game.
void expect_whole(const Json& state, const Config& config) {
  std::set<int> niches;
  std::set<std::string> games;
  for (const Json& item : state.at("niches")) {
    ASSERT_TRUE(niches.insert(item.at("niche").get<int>()).second);
    std::vector<Individual> members;
    for (const Json& member : item.at("members")) {
      members.push_back(individual_from_json(JsonView(member, "state"), config));
    }
    ASSERT_FALSE(members.empty());
    EXPECT_LE(static_cast<int>(members.size()), config.map_elites.depth);
    const auto counted = [&](const Individual& i) {
      return std::min(i.evidence.front().matches(), config.map_elites.enough_matches);
    };
    for (const Individual& member : members) {
      EXPECT_TRUE(games.insert(game_key(member.genome)).second) << member.id();
      EXPECT_EQ(niche_of(config, member, member.evidence), item.at("niche").get<int>());
      EXPECT_FALSE(fitter(member, members[0]) && counted(member) >= counted(members[0]));
    }
  }
}

Json state_of(const Evolution& evolution) {
  return evolution.state().at("state");
}

Json notes_of(const Evolution& evolution) {
  Json notes;
  evolution.add_notes(notes);
  return notes;
}

TEST_F(MapElitesTest, TheArchiveIsWholeAfterEveryGeneration) {
  const Config config = many();
  MadeUpEngine engine;
  Evolution evolution(config, engine);
  std::int64_t replaced = 0;
  std::int64_t moved = 0;
  std::size_t most = 0;
  while (!evolution.done()) {
    ASSERT_TRUE(evolution.advance({}));
    const Json state = state_of(evolution);
    expect_whole(state, config);
    EXPECT_EQ(evolution.measured().size(), 16u);
    EXPECT_EQ(evolution.population().size(), state.at("niches").size());
    const Json notes = notes_of(evolution).at("archive");
    EXPECT_EQ(notes.at("occupied"), state.at("niches").size());
    replaced += notes.at("replaced").get<std::int64_t>();
    moved += notes.at("moved").get<std::int64_t>();
    most = std::max(most, evolution.population().size());
  }
  EXPECT_GT(replaced, 0);
  EXPECT_GT(moved, 0) << "turns are noisy, so further matches move some";
  EXPECT_GE(most, 5u);
}

// Twelve games in all, bred again and again, whose turns are too noisy for one bin.
TEST_F(MapElitesTest, AGameHasOnePlaceWhoeverCameUponIt) {
  for (const char* pool : {"genotype", "individual"}) {
    Config config = many();
    config.generations = 12;
    apply_setting(config, fmt::format(R"(evidence={{"pool":"{}"}})", pool));
    apply_setting(config, "elite_policy=accumulate");
    apply_setting(config, "search_space.map=false");
    apply_setting(config, R"(search_space.initial_maps=["thesis-9"])");
    apply_setting(config,
                  R"(search_space.rules={"defence_dice":[2,3],"conquest_move":["min","max"],
                  "reinforcement_divisor":[2,3,4]})");
    apply_setting(config, R"(map_elites.descriptors=[{"quantity":"turns","from":0,"to":15,
                  "bins":60}])");
    check(config, "test");
    MadeUpEngine engine;
    Evolution evolution(config, engine);
    std::int64_t known = 0;
    while (!evolution.done()) {
      ASSERT_TRUE(evolution.advance({}));
      expect_whole(state_of(evolution), config);
      known += notes_of(evolution).at("archive").at("known").get<std::int64_t>();
    }
    EXPECT_GT(evolution.population().size(), 3u);
    EXPECT_GT(known, 0) << pool;
  }
}

TEST_F(MapElitesTest, StoppedAnywhereAndResumedGivesTheSameBytes) {
  MadeUpEngine counting;
  run(many(), "whole", RunOptions::Start::fresh, counting);
  const auto expected = results("whole");
  ASSERT_TRUE(expected.contains(std::string(archive_file)));
  const auto total = static_cast<std::int64_t>(counting.played.size());
  int interrupted = 0;
  for (std::int64_t after = 30; after <= total; after += total / (test::sanitized ? 3 : 9)) {
    const std::string name = "stopped-" + std::to_string(after);
    std::atomic<bool> stop{false};
    MadeUpEngine stopping(after, &stop);
    if (run(many(), name, RunOptions::Start::fresh, stopping, &stop) == RunOutcome::interrupted) {
      ++interrupted;
      ASSERT_EQ(run(many(), name, RunOptions::Start::resume), RunOutcome::finished);
    }
    ASSERT_EQ(results(name), expected) << after;
  }
  EXPECT_GT(interrupted, test::sanitized ? 1 : 5);
}

// Also where no match of it was played in that generation.
TEST_F(MapElitesTest, EveryLineOfTheLogHoldsTheBest) {
  run(many(), "whole");
  int born_before = 0;
  for (const Json& line : log("whole")) {
    int found = 0;
    for (const Json& individual : line.at("individuals")) {
      if (individual.at("id") != line.at("best")) continue;
      ++found;
      born_before += individual.at("born") < line.at("generation") ? 1 : 0;
    }
    EXPECT_EQ(found, 1) << line.at("generation");
  }
  EXPECT_GT(born_before, 0);
}

// The real engine and the filter, with several threads.
TEST_F(MapElitesTest, TheSameBytesAtAnyNumberOfThreads) {
  Config config = many();
  config.generations = 2;
  apply_setting(config, R"(playability=[{"limits":{"territories":[5,19]}},
      {"matches":8,"limits":{"early_ends":{"at_most":0.5},"best_seat":{"at_most":0.9}}},
      {"matches":4,"limits":{"map_use":{"at_least":0.2}}}])");
  std::map<std::string, std::string> expected;
  for (const int threads : {1, 2, 4}) {
    const std::string name = "threads-" + std::to_string(threads);
    const auto engine = engine_of(config, threads);
    ASSERT_EQ(run(config, name, RunOptions::Start::fresh, *engine), RunOutcome::finished);
    if (expected.empty()) expected = results(name);
    EXPECT_EQ(results(name), expected);
  }
  const Json archive = parse_json(expected.at(std::string(archive_file)));
  const Json& summary = archive.at("summary");
  EXPECT_EQ(summary.at("niches"), 12);
  EXPECT_EQ(summary.at("search").at("occupied"), archive.at("entries").size());
  EXPECT_LE(summary.at("fresh").at("occupied"), summary.at("search").at("occupied"));
  double score = 0;
  std::map<std::string, double> best;
  for (const Json& entry : archive.at("entries")) {
    EXPECT_EQ(entry.at("fresh").at("matches"), 25);
    if (entry.at("fresh_niche").is_null()) continue;
    const double quality =
        std::max(0.0, 4 - entry.at("fresh").at("fitness").at("mean").get<double>());
    double& known = best[entry.at("fresh_niche").dump()];
    known = std::max(known, quality);
  }
  for (const auto& [niche, quality] : best) score += quality;
  EXPECT_NEAR(summary.at("fresh").at("qd_score").get<double>(), score, 1e-9);
  const Json playability = log("threads-1")[0].at("playability");
  EXPECT_EQ(playability.at("tried"), 16);
  std::int64_t filtered = 0;
  for (const auto& [reason, count] : playability.at("filtered").items()) {
    filtered += count.get<std::int64_t>();
  }
  EXPECT_EQ(filtered + playability.at("passed").get<std::int64_t>(), 16);
}

Individual of_map(const std::string& map, const Config& config, int index) {
  Individual individual;
  individual.index = index;
  individual.genome.genes.assign(config.search_space.genes.size(), 0);
  individual.genome.map = maps::library_map(map);
  individual.forget(2, config);
  return individual;
}

// One variant for each reason, and one that passes: each is stopped at the first stage that sees
// what is wrong, and costs no match of a later one.
TEST(Playability, FiltersAtTheFirstStageAndCountsWhy) {
  Config config;
  apply_setting(config, R"(search_space.rules={"turn_limit":[60,1]})");
  apply_setting(config, R"(playability=[{"limits":{"territories":{"at_least":8}}},
      {"matches":40,"limits":{"completeness":[0.7,1],"early_ends":{"at_most":0.2}}},
      {"matches":20,"benefit_of_doubt":0,"limits":{"decision_share":{"at_least":0.05}}}])");
  check(config, "test");
  std::vector<Individual> all = {of_map("two", config, 0), of_map("thesis-9", config, 1),
                                 of_map("thesis-9", config, 2)};
  all[1].genome.genes[0] = 1;  // one turn: no match ends
  PlayabilityFilter filter(config, 1);
  PlayabilityTally tally;
  ASSERT_TRUE(filter.screen(all, {}, tally));
  EXPECT_EQ(all[0].filtered, "territories below 8");
  EXPECT_EQ(all[1].filtered, "completeness below 0.7");
  EXPECT_EQ(all[2].filtered, "");
  EXPECT_EQ(tally.tried, 3);
  EXPECT_EQ(tally.passed, 1);
  EXPECT_EQ(tally.matches, 2 * 40 + 20);
  std::map<std::string, std::int64_t> counts;
  for (const auto& reason : tally.reasons) counts[reason.text] = reason.count;
  EXPECT_EQ(counts.size(), 5u) << "every limit is listed, also those that nothing broke";
  EXPECT_EQ(counts["territories below 8"], 1);
  EXPECT_EQ(counts["completeness below 0.7"], 1);
  EXPECT_FALSE(fitter(all[0], all[2]));
  EXPECT_TRUE(fitter(all[2], all[0]));
  // Who has evidence is not looked at again.
  all[2].matches_played = 100;
  ASSERT_TRUE(filter.screen(all, {}, tally));
  EXPECT_EQ(tally.tried, 0);
}

// All of 40 matches on path-5 end. The interval of one error of that share is from 40/41 to 1, of
// two from 40/44; half the first interval, a symmetric error, would refuse at 0.98.
TEST(Playability, LimitsGoByIntervals) {
  const auto refused = [](double at_most, int benefit_of_doubt) {
    Config config;
    apply_setting(config, R"(playability=[{"matches":40,"benefit_of_doubt":)" +
                              std::to_string(benefit_of_doubt) +
                              R"(,"limits":{"completeness":{"at_most":)" + std::to_string(at_most) +
                              "}}}]");
    check(config, "test");
    std::vector<Individual> all = {of_map("path-5", config, 0)};
    PlayabilityFilter filter(config, 1);
    PlayabilityTally tally;
    EXPECT_TRUE(filter.screen(all, {}, tally));
    return !all[0].filtered.empty();
  };
  EXPECT_TRUE(refused(0.98, 0));
  EXPECT_FALSE(refused(0.98, 1));
  EXPECT_TRUE(refused(0.97, 1));
  EXPECT_FALSE(refused(0.97, 2));
  EXPECT_TRUE(refused(0.9, 2));
}

TEST(Playability, LimitsThatNothingCanMeetAreRefused) {
  Config config;
  for (const char* limit : {R"({"at_least":30,"at_most":5})", "[30,5]", "{}", "[1,2,3]", "-1"}) {
    EXPECT_THROW(apply_setting(config, std::string(R"(playability=[{"limits":{"territories":)") +
                                           limit + "}}]"),
                 InputError)
        << limit;
  }
}

// Early is a number of turns of each player. Of three on path-5, 37 % of the matches end within six
// turns, 67 % within nine.
TEST(Playability, EarlyTurnsAreThoseOfEachPlayer) {
  const auto refused = [](int early_turns) {
    Config config;
    apply_setting(config, R"(search_space.rules={"players":[3]})");
    apply_setting(config, R"(playability=[{"matches":400,"benefit_of_doubt":0,"early_turns":)" +
                              std::to_string(early_turns) +
                              R"(,"limits":{"early_ends":{"at_most":0.5}}}])");
    check(config, "test");
    std::vector<Individual> all = {of_map("path-5", config, 0)};
    PlayabilityFilter filter(config, 1);
    PlayabilityTally tally;
    EXPECT_TRUE(filter.screen(all, {}, tally));
    return all[0].filtered;
  };
  EXPECT_EQ(refused(2), "");
  EXPECT_EQ(refused(3), "early_ends above 0.5");
}

// Of one stage: the graph, then the drawing, then matches.
TEST(Playability, WhatTheMapSaysCostsNoMatch) {
  Config config;
  apply_setting(config, R"(playability=[{"matches":40,"limits":{"turns":{"at_least":1},
      "least_width":{"at_least":0.99},"territories":{"at_least":8}}}])");
  check(config, "test");
  std::vector<Individual> all = {of_map("two", config, 0), of_map("thesis-9", config, 1)};
  for (const int threads : {1, 2}) {
    for (Individual& individual : all) individual.filtered.clear();
    PlayabilityFilter filter(config, threads);
    PlayabilityTally tally;
    ASSERT_TRUE(filter.screen(all, {}, tally));
    EXPECT_EQ(all[0].filtered, "territories below 8");
    EXPECT_EQ(all[1].filtered, "least_width below 0.99");
    EXPECT_EQ(tally.matches, 0);
  }
}

// The fittest by the stage's matches go on, rounded up; those that break a limit do not count.
TEST(Playability, AFastAgentScreensForSlowJudges) {
  Config config;
  apply_setting(config, R"(search_space.rules={"turn_limit":[60,1,3]})");
  apply_setting(config, R"(playability=[
      {"matches":60,"agent":"cautious","best":0.4,"limits":{"territories":{"at_least":8}}}])");
  check(config, "test");
  std::vector<Individual> all = {of_map("two", config, 0), of_map("thesis-9", config, 1),
                                 of_map("thesis-9", config, 2), of_map("thesis-9", config, 3),
                                 of_map("thesis-9", config, 4)};
  all[1].genome.genes[0] = 1;  // one turn: no match ends
  all[3].genome.genes[0] = 2;
  PlayabilityFilter filter(config, 1);
  PlayabilityTally tally;
  ASSERT_TRUE(filter.screen(all, {}, tally));
  EXPECT_EQ(all[0].filtered, "territories below 8");
  EXPECT_EQ(all[1].filtered, "not of the best 40 % by 60 matches");
  EXPECT_EQ(all[2].filtered, "");
  EXPECT_EQ(all[3].filtered, all[1].filtered);
  EXPECT_EQ(all[4].filtered, "");
  EXPECT_EQ(tally.matches, 4 * 60);
  EXPECT_EQ(tally.reasons.back().text, all[1].filtered);
  EXPECT_EQ(tally.reasons.back().count, 2);
  Config again;
  apply_setting(again, "playability=" + config_to_json(config)["playability"].dump());
  EXPECT_EQ(again.playability, config.playability);
  for (const char* wrong : {R"([{"matches":40}])", R"([{"best":0.5}])",
                            R"([{"matches":40,"best":1.5}])", R"([{"matches":1,"best":0.5}])"}) {
    EXPECT_THROW(apply_setting(again, std::string("playability=") + wrong), InputError) << wrong;
  }
}

TEST(Playability, StandardStagesStandForThemselvesInAFile) {
  Config config;
  apply_setting(config, "playability=standard");
  EXPECT_EQ(config.playability, standard_playability());
  check(config, "test");
  Config again;
  apply_setting(again, "playability=" + config_to_json(config)["playability"].dump());
  EXPECT_EQ(again.playability, config.playability);
}

// Three runs of one configuration as one archive.
class MergeTest : public MapElitesTest {
 protected:
  static Config shard(std::uint64_t seed) {
    Config config = many();
    config.seed = seed;
    config.name = "shard-" + std::to_string(seed);
    config.generations = 3;
    config.map_elites.fresh_matches = 10;
    return config;
  }

  // config.json and archive.json.
  std::vector<std::string> merged(std::vector<ArchiveShard> shards) const {
    const MergedArchive archive = merge_shards(std::move(shards));
    std::vector<ArchiveEntry> entries;
    EXPECT_TRUE(measure_merged(archive, 2, {}, entries));
    fs::create_directories(directory("merged"));
    write_merged(directory("merged"), archive, entries);
    return {read_file(directory("merged") / config_file),
            read_file(directory("merged") / archive_file)};
  }
};

TEST_F(MergeTest, TheOrderOfTheShardsDoesNotMatter) {
  std::vector<ArchiveShard> shards;
  std::map<std::string, Json> own;  // entries of the runs' own archives
  for (const std::uint64_t seed : {7, 2, 5}) {
    const std::string name = "shard-" + std::to_string(seed);
    const auto engine = engine_of(shard(seed), 1);
    ASSERT_EQ(run(shard(seed), name, RunOptions::Start::fresh, *engine), RunOutcome::finished);
    shards.push_back(read_shard(directory(name)));
    EXPECT_FALSE(shards.back().members.empty());
    const Json archive = parse_json(read_file(directory(name) / archive_file));
    for (const Json& entry : archive.at("entries")) {
      own["s" + std::to_string(seed) + "-" + entry.at("id").get<std::string>()] = entry;
    }
  }
  const auto expected = merged(shards);
  std::rotate(shards.begin(), shards.begin() + 1, shards.end());
  EXPECT_EQ(merged(shards), expected);
  std::swap(shards[0], shards[1]);
  EXPECT_EQ(merged(shards), expected);

  const Json archive = parse_json(expected[1]);
  EXPECT_EQ(archive.at("shards"), Json({2, 5, 7}));
  std::set<std::string> niches;
  int alone = 0;
  for (const Json& entry : archive.at("entries")) {
    EXPECT_TRUE(niches.insert(entry.at("niche").dump()).second);
    const auto known = own.find(entry.at("id"));
    if (known == own.end() || known->second.at("search") != entry.at("search")) continue;
    ++alone;  // measured afresh by the very matches of its own run
    EXPECT_EQ(entry.at("fresh"), known->second.at("fresh"));
  }
  EXPECT_GT(alone, 0);
  std::size_t most = 0;
  for (const ArchiveShard& one : shards) {
    std::set<int> of_one;
    for (const Individual& member : one.members) {
      of_one.insert(*niche_of(one.config, member, member.evidence));
    }
    most = std::max(most, of_one.size());
  }
  EXPECT_GE(niches.size(), most) << "no niche is lost";
}

TEST_F(MergeTest, EvidenceOfOneGameAddsUp) {
  const auto engine = engine_of(shard(3), 1);
  run(shard(3), "a", RunOptions::Start::fresh, *engine);
  const ArchiveShard first = read_shard(directory("a"));
  ArchiveShard second = first;  // as if another seed had come to the same games
  second.config.seed = 4;
  const MergedArchive both = merge_shards({second, first});
  EXPECT_EQ(both.shared, both.games);
  for (const MergedMember& member : both.occupants) {
    EXPECT_EQ(member.seed, 3u);
    const auto twin = std::find_if(first.members.begin(), first.members.end(), [&](const auto& i) {
      return same_game(i.genome, member.individual.genome);
    });
    ASSERT_NE(twin, first.members.end());
    EXPECT_EQ(member.individual.evidence.front().matches(), 2 * twin->evidence.front().matches());
    EXPECT_DOUBLE_EQ(member.individual.fitness.mean, twin->fitness.mean);
    EXPECT_LT(member.individual.fitness.se, twin->fitness.se);
  }
}

TEST_F(MergeTest, RefusesWhatIsNoShard) {
  const auto refusal = [](std::vector<ArchiveShard> shards) {
    try {
      merge_shards(std::move(shards));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  const ArchiveShard a{"a", shard(1), {}};
  ArchiveShard b{"b", shard(1), {}};
  EXPECT_THAT(refusal({a}), testing::HasSubstr("two runs or more"));
  EXPECT_THAT(refusal({a, b}), testing::HasSubstr("a and b have the same seed, 1"));
  b.config.seed = 2;
  EXPECT_EQ(refusal({a, b}), "accepted");
  b.config.mutation_rate = 0.11;
  EXPECT_THAT(refusal({a, b}), testing::HasSubstr("mutation_rate"));
}

}  // namespace
}  // namespace evorisk::ga
