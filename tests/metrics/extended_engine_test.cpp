// The engines that count the criteria beyond the thesis, and comparisons by them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/error.hpp"
#include "base/json.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/course.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/extended.hpp"
#include "metrics/criteria/meaning.hpp"
#include "metrics/estimates/compare.hpp"
#include "metrics/measure.hpp"
#include "risk/agent.hpp"
#include "tests/metrics/samples.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::metrics {
namespace {

TEST(ExtendedEngine, TheBulkEngineStepsAsideAndSaysWhy) {
  const risk::Variant board = variant_of("thesis-5");
  EngineOptions options;
  EXPECT_EQ(choose_engine(board, options).name, "bulk");
  options.extended = only(Criterion::unbiased_advantage);
  EXPECT_EQ(choose_engine(board, options).name, "bulk");
  options.extended.add(Criterion::map_use);
  const EngineChoice choice = choose_engine(board, options);
  EXPECT_EQ(choice.name, "plain");
  EXPECT_EQ(choice.reason, "bulk cannot: it does not count map_use");
  options.engine = "bulk";
  EXPECT_THROW(choose_engine(board, options), InputError);
}

// The same sums at any number of threads and in any blocks; the seven are what they are without the
// others; everything stays in its range.
TEST(ExtendedEngine, SameBytesAtAnyNumberOfThreads) {
  const risk::Variant two = variant_of("thesis-5");
  const risk::Variant three = variant_of("thesis-4", {"players=3", "turn_limit=30"});
  std::vector<CriteriaTotals> expected;
  for (const int threads : {1, 2, 4}) {
    EngineOptions options;
    options.threads = threads;
    options.extended = everything();
    const auto engine = make_engine(options);
    CriteriaTotals of_two(2, everything());
    CriteriaTotals of_three(3, everything());
    CriteriaTotals seven(2);
    const std::vector<std::string> random = {"random"};
    const std::vector<Measurement> work = {{&two, {9, Purpose::match}, 60, &of_two},
                                           {&three, {9, Purpose::match}, 30, &of_three, &random}};
    ASSERT_TRUE(measure(*engine, work, {}, threads * 17));
    EngineOptions plain;
    plain.engine = "plain";
    const Measurement alone{&two, {9, Purpose::match}, 60, &seven};
    ASSERT_TRUE(measure(*make_engine(plain), {&alone, 1}));
    for (const CriterionInfo& info : criteria()) {
      EXPECT_EQ(of_two.criterion(info.id), seven.criterion(info.id)) << info.name;
    }
    for (const CriteriaTotals* t : {&of_two, &of_three}) {
      for (const CriterionInfo& info : all_criteria()) {
        EXPECT_GE(t->criterion(info.id).mean, -1) << info.name;
        EXPECT_LE(t->criterion(info.id).mean, info.highest) << info.name;
      }
    }
    const std::vector<CriteriaTotals> found = {of_two, of_three};
    if (expected.empty()) expected = found;
    EXPECT_EQ(found, expected) << threads;
  }
  // Two players who see all and throw dice: luck is neither none nor all.
  const double luck = expected[0].criterion(Criterion::luck_share).mean;
  EXPECT_GT(luck, 0.1);
  EXPECT_LT(luck, 1.2);
  EXPECT_GT(expected[0].criterion(Criterion::depth).mean, 0.1);
}

// The first move wins: better play is worth nothing. On Risk's board it is worth much.
TEST(ExtendedEngine, DepthIsNoneWhereSkillCannotMatter) {
  EngineOptions options;
  options.extended = only(Criterion::depth);
  const auto engine = make_engine(options);
  for (const int players : {2, 3}) {
    const auto text = parse_json(
        R"({"format": 1, "name": "race", "map": "thesis-9", "rules": {"preset": "thesis",
            "objective": "missions"}, "missions": {"otherwise": {"territories": 1},
            "cards": [{"territories": 1}, {"territories": 1}, {"territories": 1}]}})");
    auto race = text;
    race["rules"]["players"] = players;
    const risk::Variant variant = risk::variant_from_json(JsonView(race, "race"), ".");
    CriteriaTotals none(players, options.extended);
    CriteriaTotals much(players, options.extended);
    const risk::Variant board = variant_of("risk", {"players=" + std::to_string(players)});
    const std::vector<Measurement> work = {{&variant, {3, Purpose::match}, 100, &none},
                                           {&board, {3, Purpose::match}, 100, &much}};
    ASSERT_TRUE(measure(*engine, work));
    const Estimate nothing = none.criterion(Criterion::depth);
    EXPECT_EQ(none.finished(), 100) << players;
    // With three seats each match has the better player in all of them: what was not seen is left.
    EXPECT_EQ(nothing.se * nothing.se == none.unseen_variance(Criterion::depth), players == 3);
    EXPECT_GT(nothing.se, 0);
    EXPECT_LE(std::abs(nothing.mean), 2 * nothing.se + 1e-9) << players;
    const Estimate something = much.criterion(Criterion::depth);
    EXPECT_GT(something.mean, 4 * something.se) << players;
  }
}

// Without dice to throw, a second playing ends as the first: nothing but the deal decides.
TEST(ExtendedEngine, OtherDiceOverTheSameDeal) {
  const risk::Variant board = variant_of("thesis-9", {"turn_limit=1"});
  std::array<std::unique_ptr<risk::Agent>, 2> agents = {risk::make_agent("cautious"),
                                                        risk::make_agent("cautious")};
  std::array<risk::Agent*, 2> seats = {agents[0].get(), agents[1].get()};
  risk::MatchPlayer player(board, seats);
  struct Deals final : risk::MatchListener {
    std::vector<int> dealt;
    std::vector<int> losses;
    void on_event(const risk::State&, const risk::Event& event) override {
      if (const auto* deal = std::get_if<risk::Deal>(&event)) dealt.push_back(deal->territory);
      if (const auto* battle = std::get_if<risk::Battle>(&event)) {
        losses.push_back(battle->losses.attacker);
      }
    }
  };
  int different = 0;
  for (std::uint64_t match = 0; match < 50; ++match) {
    const StreamKey key{4, Purpose::match, 0, 0, match};
    Deals first;
    Deals second;
    Deals again;
    player.play(key, nullptr, &first);
    player.play(key, nullptr, &second, other_dice);
    player.play(key, nullptr, &again, other_dice);
    EXPECT_EQ(first.dealt, second.dealt);
    EXPECT_EQ(second.losses, again.losses);
    different += first.losses != second.losses ? 1 : 0;
  }
  EXPECT_GT(different, 10);
}

TEST(ExtendedCompare, PairsOfTheSameVariantDifferInNothing) {
  const risk::Variant board = variant_of("thesis-5");
  const risk::Variant same = variant_of("thesis-5");
  EngineOptions options;
  options.extended = everything();
  options.threads = 2;
  PairedTotals totals(2, 2, everything());
  ASSERT_TRUE(measure_pairs(*make_engine(options), board, same, {1, Purpose::match}, 40, totals));
  Objective objective;
  for (const CriterionInfo& info : all_criteria()) {
    if (info.id != Criterion::unbiased_advantage) objective.terms.push_back({info.id, 0.3, 1});
  }
  const Comparison comparison = totals.compare(objective);
  for (const CriterionInfo& info : all_criteria()) {
    const Difference& d = comparison.criteria[static_cast<std::size_t>(info.id)];
    EXPECT_EQ(d.mean, 0) << info.name;
    // Simpson's part of the error knows no pairs.
    if (info.id != Criterion::unbiased_advantage) {
      const double unseen = 2 * totals.first().unseen_variance(info.id);
      EXPECT_NEAR(d.se, std::sqrt(unseen), 1e-6) << info.name;
    }
    EXPECT_FALSE(d.significant);
  }
  EXPECT_NEAR(comparison.fitness.se, 0, 1e-6);
}

}  // namespace
}  // namespace evorisk::metrics
