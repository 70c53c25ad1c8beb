// The study of searches: its statistics against worked values, and that a study is the same bytes
// however it was done.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <span>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "experiments/search_study/rank_tests.hpp"
#include "experiments/search_study/study.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

TEST(RankTest, ExactValuesByHandAndByTables) {
  // Three against three, wholly apart: 2 of the 20 arrangements are as extreme.
  const std::vector<double> low = {1, 2, 3};
  const std::vector<double> high = {4, 5, 6};
  const RankTest apart = rank_test(low, high);
  EXPECT_TRUE(apart.exact);
  EXPECT_DOUBLE_EQ(apart.p, 0.1);
  EXPECT_DOUBLE_EQ(apart.a, 0);
  EXPECT_DOUBLE_EQ(rank_test(high, low).a, 1);
  // 1 4 | 2 3: U = 2 of 4, in the middle.
  EXPECT_DOUBLE_EQ(rank_test(std::vector<double>{1, 4}, std::vector<double>{2, 3}).p, 1);
  // The distribution of U for 2 and 2: 1 1 2 1 1 of 6.
  const double expected[] = {1 / 6., 2 / 6., 4 / 6., 5 / 6., 1};
  for (std::size_t u = 0; u < 5; ++u) EXPECT_NEAR(mann_whitney_cdf(2, 2, u), expected[u], 1e-15);
  // Printed critical values of U, two-sided 5 % (Mann and Whitney's tables): the largest that is
  // still significant.
  const std::size_t critical[][3] = {{5, 5, 2},    {8, 8, 13},   {8, 10, 17},
                                     {10, 10, 23}, {12, 15, 49}, {20, 20, 127}};
  for (const auto& [first, second, u] : critical) {
    EXPECT_LE(2 * mann_whitney_cdf(first, second, u), 0.05) << first << ' ' << second;
    EXPECT_GT(2 * mann_whitney_cdf(first, second, u + 1), 0.05) << first << ' ' << second;
  }
}

TEST(RankTest, TiesAndInfinityAreRanks) {
  const double none = std::numeric_limits<double>::infinity();
  const std::vector<double> some = {1, 2, 3, none, none};
  const std::vector<double> all = {none, none, none, none, none};
  // 3 of 5 are smaller than all, 2 the same: A is 1/5 of a chance.
  const RankTest test = rank_test(some, all);
  EXPECT_DOUBLE_EQ(test.a, 0.2);
  // By hand: the three that are no ties are all on one side in 2 * 21 of 252 arrangements.
  EXPECT_TRUE(test.exact);
  EXPECT_NEAR(test.p, 1 / 6., 1e-12);
  // Of 20 and 20 there are too many. By hand: 12 of the first are smaller than all of the second;
  // U = 80; variance 400/12 (41 - (28^3 - 28) / 1560); distance 200 - 80 - 0.5 = 119.5.
  std::vector<double> twelve(20, none);
  std::iota(twelve.begin(), twelve.begin() + 12, 0);
  const RankTest large = rank_test(twelve, std::vector<double>(20, none));
  EXPECT_FALSE(large.exact);
  EXPECT_NEAR(large.p, std::erfc(119.5 / std::sqrt(2 * 400 / 12. * (41 - 21924 / 1560.))), 1e-12);
  EXPECT_DOUBLE_EQ(rank_test(all, all).p, 1);
  EXPECT_DOUBLE_EQ(rank_test(all, all).a, 0.5);
  EXPECT_DOUBLE_EQ(rank_test({}, all).p, 1);
}

TEST(RankTest, TiedSamplesAsByTryingAllArrangements) {
  Random random({.seed = 6, .purpose = Purpose::test});
  for (int round = 0; round < 60; ++round) {
    std::vector<double> all(4 + random.below(6));
    for (double& value : all) value = random.below(5);
    const std::size_t first = 1 + random.below(static_cast<std::uint32_t>(all.size()) - 1);
    const auto twice_u = [&](unsigned chosen) {
      int sum = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = 0; j < all.size(); ++j) {
          if ((chosen >> i & 1U) == 0 || (chosen >> j & 1U) != 0) continue;
          sum += all[i] > all[j] ? 2 : (all[i] == all[j] ? 1 : 0);
        }
      }
      return sum;
    };
    const auto middle = static_cast<int>(first * (all.size() - first));
    const int own = std::abs(twice_u((1U << first) - 1) - middle);
    int as_far = 0;
    int ways = 0;
    for (unsigned chosen = 0; chosen < 1U << all.size(); ++chosen) {
      if (static_cast<std::size_t>(std::popcount(chosen)) != first) continue;
      ++ways;
      as_far += std::abs(twice_u(chosen) - middle) >= own ? 1 : 0;
    }
    const std::span<const double> values = all;
    const RankTest test = rank_test(values.first(first), values.subspan(first));
    EXPECT_TRUE(test.exact);
    EXPECT_NEAR(test.p, static_cast<double>(as_far) / ways, 1e-12) << round;
  }
}

TEST(RankTest, FalseAlarmsAndIntervalsAsPromised) {
  Random random({.seed = 5, .purpose = Purpose::test});
  const int tries = test::cases(2000);
  int alarms = 0;
  int covered = 0;
  int medians = 0;
  for (int i = 0; i < tries; ++i) {
    std::vector<double> first;
    std::vector<double> second;
    // Exponential lifetimes of rates 1 and 3: A = 1/4 for the second to outlive the first.
    std::vector<double> shorter;
    for (int k = 0; k < 12; ++k) {
      first.push_back(-std::log(1 - random.unit()));
      second.push_back(-std::log(1 - random.unit()));
      shorter.push_back(-std::log(1 - random.unit()) / 3);
    }
    alarms += rank_test(first, second).p < 0.05 ? 1 : 0;
    const RankTest effect = rank_test(shorter, first);
    covered += effect.low <= 0.25 && effect.high >= 0.25 ? 1 : 0;
    const MedianInterval m = median_interval(first);
    medians += m.low <= std::log(2.0) && m.high >= std::log(2.0) ? 1 : 0;
  }
  const double error = std::sqrt(0.05 * 0.95 / tries);
  EXPECT_LE(alarms / static_cast<double>(tries), 0.05 + 4 * error);
  EXPECT_GE(alarms / static_cast<double>(tries), 0.02);
  EXPECT_NEAR(covered / static_cast<double>(tries), 0.95, 0.02 + 4 * error);
  EXPECT_GE(medians / static_cast<double>(tries), 0.95 - 4 * error);
}

TEST(RankTest, MediansByHand) {
  const auto of = [](std::vector<double> values) {
    const MedianInterval m = median_interval(values);
    return std::vector<double>{m.median, m.low, m.high};
  };
  EXPECT_THAT(of({3, 1, 2}), ::testing::ElementsAre(2, 1, 3));
  // Six: the chance that all lie on one side is 2/64, so both ends it is; nine: 2 (1 + 9) / 512.
  EXPECT_THAT(of({6, 5, 4, 3, 2, 1}), ::testing::ElementsAre(3.5, 1, 6));
  EXPECT_THAT(of({9, 8, 7, 6, 5, 4, 3, 2, 1}), ::testing::ElementsAre(5, 2, 8));
}

Json design_document() {
  return parse_json(R"({
    "format": 1, "name": "small", "seed": 3,
    "budgets": [{"matches": 300, "seeds": 2}, {"matches": 1500, "seeds": 1}],
    "classes": [[2, 9], [10, 42]], "turns": [0, 10, 100],
    "fresh": {"class": 40, "niche": 20, "change": 20, "changes": 3},
    "playable": {"completeness": {"at_least": 0.5}, "turns": [0, 100]},
    "base": {"format": 1, "population": 6, "tournament": 3, "matches": 10,
             "monitor_matches": 0, "elite_policy": "reevaluate",
             "search_space": {"initial_maps": ["thesis-8", "two", "cycle-4"]}},
    "searches": {
      "plain": {"title": "Plain", "about": "forgets", "set": {}},
      "archive": {"title": "Archive", "about": "keeps niches",
                  "set": {"algorithm": "map_elites", "elite_policy": "accumulate"}},
      "front": {"title": "Front", "about": "two aims",
                "set": {"algorithm": "nsga2", "elite_policy": "accumulate", "objective.groups": {
                  "a": ["completeness", "duration", "advantage"],
                  "b": ["branching_factor", "drama", "killer_moves", "lead_change"]}}}
    }})");
}

std::unique_ptr<StudyDesign> design_of(const Json& document) {
  return std::make_unique<StudyDesign>(JsonView(document, "design.json"), ".");
}

fs::path fresh_directory(const std::string& name) {
  const fs::path directory = fs::path(::testing::TempDir()) / ("search-study-" + name);
  fs::remove_all(directory);
  return directory;
}

TEST(SearchStudy, SameBytesAtAnyThreadsAndAfterInterruptions) {
  const auto design = design_of(design_document());
  const fs::path whole = fresh_directory("whole");
  {
    StudyJournal journal(whole, *design);
    ASSERT_TRUE(do_study(*design, journal, {}));
    journal.sort(*design);
    ASSERT_EQ(journal.records().size(), 9u);
    for (const StudyRecord& record : journal.records()) {
      EXPECT_LE(record.spent, record.run.budget);
      EXPECT_GT(record.spent, record.run.budget / 2);
      ASSERT_TRUE(record.overall);
      // Who is named best of all is the best of its size, too, by the same belief.
      for (const auto& best : record.classes) {
        EXPECT_TRUE(!best || record.best()->believed <= best->believed);
      }
      EXPECT_LE(record.playable_niches, record.niches);
      EXPECT_LE(record.changes_measured, 3);
      EXPECT_LE(record.changes_for_worse, record.changes_measured);
    }
  }
  // Two threads; stopped again and again, once with a line broken off.
  const fs::path parts = fresh_directory("parts");
  for (int stop = 0; stop < 4; ++stop) {
    if (stop == 2) {
      const std::string lines = read_file(parts / "runs.jsonl");
      write_file(parts / "runs.jsonl", lines.substr(0, lines.size() - 40));
    }
    StudyJournal journal(parts, *design);
    std::atomic<bool> stopped{false};
    StudyOptions options;
    options.threads = 2;
    options.stop = &stopped;
    options.on_progress = [&](const StudyProgress& now) {
      if (stop < 3 && now.runs >= 2) stopped = true;
    };
    do_study(*design, journal, options);
    journal.sort(*design);
  }
  EXPECT_EQ(read_file(parts / "runs.jsonl"), read_file(whole / "runs.jsonl"));
  EXPECT_EQ(matches_missing(*design, StudyJournal(parts, *design)), 0);
  // Another study has no business in this directory.
  Json other = design_document();
  other["seed"] = 4;
  EXPECT_THROW(StudyJournal(parts, *design_of(other)), InputError);
}

TEST(SearchStudy, ShippedDesignComparesWhatItSays) {
  const auto design =
      load_study_design(std::string(EVORISK_SOURCE_DIR) + "/experiments/search-study.json");
  const auto generated = load_study_design(std::string(EVORISK_SOURCE_DIR) +
                                           "/experiments/search-study-generated.json");
  EXPECT_EQ(design->searches().size(), generated->searches().size());
  EXPECT_EQ(design->runs(), generated->runs());
  EXPECT_NE(design->identity(), generated->identity());
  EXPECT_TRUE(generated->config(generated->runs()[0]).search_space.generated);
  std::set<std::uint64_t> seeds;
  for (const StudyRun& run : design->runs()) {
    const ga::Config config = design->config(run);
    seeds.insert(config.seed);
    EXPECT_EQ(config.budget.matches, run.budget);
    EXPECT_EQ(config.search_space.initial_maps.size(), 10u);
  }
  EXPECT_EQ(seeds.size(), design->runs().size());
  EXPECT_EQ(design->class_of(5), 0u);
  EXPECT_EQ(design->class_of(6), 1u);
  EXPECT_EQ(design->class_of(43), std::nullopt);
  EXPECT_EQ(design->niche_of(6, 6), 6 + 1);
  EXPECT_EQ(design->niche_of(6, 60), std::nullopt);
}

TEST(SearchStudy, RefusesWhatCannotBeCompared) {
  const auto refusal = [](const char* pointer, const Json& value) {
    Json document = design_document();
    document[Json::json_pointer(pointer)] = value;
    try {
      design_of(document);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(refusal("/classes/1", {5, 10}), HasSubstr("classes[1][0]"));
  EXPECT_THAT(refusal("/budgets/1/matches", 300), HasSubstr("budgets[1].matches"));
  EXPECT_THAT(refusal("/playable", {{"luck_share", {{"at_most", 1}}}}), HasSubstr("measured by"));
  EXPECT_THAT(refusal("/searches/plain/set", {{"crosover", "planar"}}),
              HasSubstr("searches.plain: unknown member \"crosover\""));
  EXPECT_THAT(refusal("/searches/front/set", {{"algorithm", "nsga2"}}), HasSubstr("groups"));
  const auto design = design_of(design_document());
  EXPECT_THROW(design->narrow({500}, {}, {}), InputError);
  EXPECT_THROW(design->narrow({}, {"plane"}, {}), InputError);
  design->narrow({1500}, {"front"}, 4);
  EXPECT_EQ(design->runs().size(), 4u);
}

}  // namespace
}  // namespace evorisk::experiments
