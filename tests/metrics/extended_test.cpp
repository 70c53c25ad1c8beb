// The criteria beyond the thesis: estimates against their definitions, errors against the spread of
// repeated samples.
#include "metrics/criteria/extended.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/error.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/course.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/meaning.hpp"
#include "metrics/estimates/compare.hpp"
#include "metrics/measure.hpp"
#include "risk/agent.hpp"
#include "tests/metrics/samples.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::metrics {
namespace {

// What is said of it is a test against a fair game, not against the game that was seen.
TEST(UnbiasedAdvantage, IsCalledChanceOnlyWhereAFairGameMightShowIt) {
  const auto said = [](int first, int second) {
    CriteriaTotals t(2, only(Criterion::unbiased_advantage));
    for (int i = 0; i < first; ++i) t.add(won_by(0));
    for (int i = 0; i < second; ++i) t.add(won_by(1));
    return extended_meaning(Criterion::unbiased_advantage, t);
  };
  const std::string chance = "no more imbalance than chance makes in a fair game";
  EXPECT_EQ(said(250, 250), chance);
  EXPECT_EQ(said(265, 235), chance);  // chi-square 1.8
  EXPECT_NE(said(288, 212), chance);  // 11.6
}

TEST(ExtendedTotals, UnbiasedAdvantageAndSeatBalanceByHand) {
  CriteriaSet set = only(Criterion::unbiased_advantage);
  set.add(Criterion::seat_balance);
  CriteriaTotals t(2, set);
  EXPECT_FALSE(t.counts_extended());  // the winners tell all
  EXPECT_EQ(t.criterion(Criterion::unbiased_advantage), Estimate{});
  EXPECT_EQ(t.criterion(Criterion::seat_balance), Estimate{});
  // 3 to 1, and one match that nobody won: (3 * 2 + 0) / (4 * 3) = 1/2, as by chance: 0.
  for (const int seat : {0, 0, -1, 1, 0}) t.add(won_by(seat));
  EXPECT_DOUBLE_EQ(t.criterion(Criterion::unbiased_advantage).mean, 0);
  EXPECT_DOUBLE_EQ(t.criterion(Criterion::advantage).mean, 0.5);
  EXPECT_DOUBLE_EQ(t.criterion(Criterion::seat_balance).mean, 0.5);
  // Simpson at W = 4: t3 - t2^2 without bias 3 * 2 * 1 / 24 - 0, t2 with the shares seen 10/16:
  // [8 / 4 + 2 * 10/16 * 6/16] / 12, times 4 for the scale.
  EXPECT_NEAR(t.criterion(Criterion::unbiased_advantage).se, std::sqrt(4 * (2 + 0.46875) / 12),
              1e-12);
  // Two seats that share evenly are below 0 by as much as chance lifts others above it.
  CriteriaTotals even(2, set);
  for (const int seat : {0, 1}) even.add(won_by(seat));
  EXPECT_DOUBLE_EQ(even.criterion(Criterion::unbiased_advantage).mean, -1);
  EXPECT_DOUBLE_EQ(even.criterion(Criterion::seat_balance).mean, 1);
  // Always the same of three.
  CriteriaTotals three(3, set);
  for (int i = 0; i < 5; ++i) three.add(won_by(2));
  EXPECT_DOUBLE_EQ(three.criterion(Criterion::unbiased_advantage).mean, 1);
  EXPECT_EQ(three.criterion(Criterion::unbiased_advantage).se, 0);
  EXPECT_EQ(three.criterion(Criterion::seat_balance).mean, 0);
  EXPECT_THROW(three.criterion(Criterion::comeback), std::logic_error);
}

// In a fair game, over thousands of small samples: the mean is 0 to within 4 errors, whatever the
// number of matches and seats, and the error says how samples spread.
TEST(ExtendedTotals, UnbiasedAdvantageOfAFairGameIsNothing) {
  Random random({3, Purpose::test});
  for (const int seats : {2, 3, 6}) {
    for (const int matches : {5, 40}) {
      const int samples = test::cases(4000, 500);
      double sum = 0;
      double squares = 0;
      double variance = 0;
      double plain = 0;
      for (int i = 0; i < samples; ++i) {
        CriteriaTotals t(seats, only(Criterion::unbiased_advantage));
        for (int m = 0; m < matches; ++m) {
          // One in ten is unfinished.
          const bool unfinished = random.chance(0.1);
          const int seat = static_cast<int>(random.below(static_cast<std::uint32_t>(seats)));
          t.add(won_by(unfinished ? -1 : seat));
        }
        const Estimate e = t.criterion(Criterion::unbiased_advantage);
        EXPECT_GE(e.mean, -1.0);
        EXPECT_LE(e.mean, 1.0);
        sum += e.mean;
        squares += e.mean * e.mean;
        variance += e.se * e.se;
        plain += t.criterion(Criterion::advantage).mean;
      }
      const double mean = sum / samples;
      const double deviation = std::sqrt(squares / samples - mean * mean);
      EXPECT_LT(std::abs(mean), 4 * deviation / std::sqrt(samples)) << seats << " " << matches;
      EXPECT_GT(plain / samples, 0.08);
      if (matches == 40) {
        // Somewhat too large while the shares are taken from few matches, never too small.
        EXPECT_GT(std::sqrt(variance / samples), 0.9 * deviation) << seats;
        EXPECT_LT(std::sqrt(variance / samples), 1.5 * deviation) << seats;
      }
    }
  }
}

ExtendedSummary random_extended(Random& random, int seats) {
  ExtendedSummary f;
  for (double* value : {&f.decisiveness, &f.uncertainty, &f.comeback, &f.leader_wins, &f.stability,
                        &f.drawishness, &f.decision_share, &f.dead_time, &f.map_use}) {
    *value = random.unit();
  }
  for (double& value : f.ladder) value = 2 * random.unit() - 1;
  f.other_winner = static_cast<std::int8_t>(
      static_cast<int>(random.below(static_cast<std::uint32_t>(seats + 1))) - 1);
  return f;
}

TEST(ExtendedTotals, LuckShareByHand) {
  const auto total = [](const std::vector<std::array<int, 2>>& ends) {
    CriteriaTotals t(2, only(Criterion::luck_share));
    for (const auto& [first, second] : ends) {
      ExtendedSummary f;
      f.other_winner = static_cast<std::int8_t>(second);
      t.add(won_by(first), f);
    }
    return t.criterion(Criterion::luck_share);
  };
  // Two deals, each ends as it must: no luck.
  EXPECT_EQ(total({{0, 0}, {1, 1}}).mean, 0);
  // Always the same winner: nothing to explain.
  EXPECT_EQ(total({{0, 0}, {0, 0}, {0, 0}}), (Estimate{0, 0.5}));
  EXPECT_EQ(total({{0, 1}}), Estimate{});  // one deal says nothing
  // Differ within pairs: 1 of 3. Of the 12 comparisons between pairs, (00) with (11) differs in 4,
  // either with (01) in 2 of 4: 8/12. Luck (1/3) / (2/3).
  EXPECT_DOUBLE_EQ(total({{0, 0}, {1, 1}, {0, 1}}).mean, 0.5);
  // "Nobody" is an end of its own: all six ends differ between deals; in 1 of 3 pairs.
  EXPECT_DOUBLE_EQ(total({{0, 0}, {1, 1}, {-1, -1}}).mean, 0);
  // (0 -) with (1 1): 4 of 4 differ. Within: 1 of 2.
  EXPECT_DOUBLE_EQ(total({{0, -1}, {1, 1}}).mean, 0.5);
}

// Deals that favour a seat by a known amount, dice that decide the rest: the estimate is the share
// that the law of total variance gives, and its error is the spread of repeated samples.
TEST(ExtendedTotals, LuckShareOfAKnownGame) {
  Random random({5, Purpose::test});
  const auto play = [&](double p) { return random.chance(p) ? 0 : 1; };
  // Half of the deals give seat 0 a chance of 0.9, half 0.2: within, 2 * mean p (1 - p) = 0.25;
  // whole, 2 * 0.55 * 0.45 = 0.495.
  const double truth = 0.25 / 0.495;
  const int samples = test::cases(2000);
  double sum = 0;
  double squares = 0;
  double variance = 0;
  for (int i = 0; i < samples; ++i) {
    CriteriaTotals t(2, only(Criterion::luck_share));
    for (int m = 0; m < 100; ++m) {
      const double p = random.chance(0.5) ? 0.9 : 0.2;
      ExtendedSummary f;
      const int first = play(p);
      f.other_winner = static_cast<std::int8_t>(play(p));
      t.add(won_by(first), f);
    }
    const Estimate e = t.criterion(Criterion::luck_share);
    sum += e.mean;
    squares += e.mean * e.mean;
    variance += e.se * e.se;
  }
  const double mean = sum / samples;
  const double deviation = std::sqrt(squares / samples - mean * mean);
  // The bias of the ratio is of order 1/100 of its value.
  EXPECT_LT(std::abs(mean - truth), 4 * deviation / std::sqrt(samples) + 0.005);
  EXPECT_NEAR(std::sqrt(variance / samples), deviation, (samples > 500 ? 0.1 : 0.25) * deviation);
}

// Dice decide all: the estimate is above 1 as often as below, and its interval covers 1 no more
// often than it says.
TEST(ExtendedTotals, LuckShareWhereAllIsLuck) {
  Random random({6, Purpose::test});
  const int samples = test::cases(2000);
  int covered[2] = {};
  for (int i = 0; i < samples; ++i) {
    CriteriaTotals t(2, only(Criterion::luck_share));
    for (int m = 0; m < 100; ++m) {
      ExtendedSummary f;
      f.other_winner = static_cast<std::int8_t>(random.below(2));
      t.add(won_by(static_cast<int>(random.below(2))), f);
    }
    for (const Coverage coverage : {Coverage::one_error, Coverage::two_errors}) {
      const Interval interval = t.interval(Criterion::luck_share, coverage);
      covered[static_cast<std::size_t>(coverage)] += interval.low <= 1 && 1 <= interval.high;
    }
  }
  const double n = samples;
  EXPECT_NEAR(covered[0] / n, 0.69, 4 * std::sqrt(0.683 * 0.317 / n));
  EXPECT_NEAR(covered[1] / n, 0.955, 4 * std::sqrt(0.954 * 0.046 / n));
}

// Of a few matches the interval on the logarithmic scale is long; no share is above 1.
TEST(ExtendedTotals, LuckShareOfFewMatchesIsAShare) {
  CriteriaTotals t(2, only(Criterion::luck_share));
  for (int m = 0; m < 4; ++m) {
    ExtendedSummary f;
    f.other_winner = static_cast<std::int8_t>(m == 0 ? 1 : m % 2);
    t.add(won_by(m % 2), f);
  }
  EXPECT_LT(t.criterion(Criterion::luck_share).mean, 1);
  const Interval interval = t.shown_interval(Criterion::luck_share);
  EXPECT_LT(interval.low, 0.1);
  EXPECT_EQ(interval.high, 1);
  // By an ideal of 0.4 no distance is above 0.6.
  Objective objective;
  objective.terms = {{Criterion::luck_share, 0.4, 2}};
  EXPECT_NEAR(fitness_interval(t, objective, Coverage::two_errors).high, 2 * 0.6, 1e-9);
}

// No pair was seen that ends differently: no deviation, and still no certainty.
TEST(ExtendedTotals, LuckShareIsOpenWhereAllPairsEndAlike) {
  CriteriaTotals t(2, only(Criterion::luck_share));
  for (int m = 0; m < 60; ++m) {
    ExtendedSummary f;
    f.other_winner = static_cast<std::int8_t>(m % 2);
    t.add(won_by(m % 2), f);
  }
  EXPECT_EQ(t.interval(Criterion::luck_share, Coverage::one_error), (Interval{0, 0, 1}));
}

// Six seats that win alike: by a normal tail the lowest of their shares is covered in 97 %, because
// it falls short less often.
TEST(ExtendedTotals, SeatBalanceOfSixEqualSeatsIsCoveredAsOftenAsItSays) {
  Random random({13, Purpose::test});
  const int samples = test::cases(5000, 1000);
  int covered = 0;
  // With one number of matches, whole numbers decide.
  for (const int matches : {100, 113, 127, 143, 160}) {
    for (int i = 0; i < samples; ++i) {
      CriteriaTotals t(6, only(Criterion::seat_balance));
      for (int m = 0; m < matches; ++m) t.add(won_by(static_cast<int>(random.below(6))));
      covered += t.interval(Criterion::seat_balance, Coverage::two_errors).high == 1;
    }
  }
  const double n = 5 * samples;
  EXPECT_NEAR(covered / n, 0.957, 4 * std::sqrt(0.954 * 0.046 / n));
}

TEST(ExtendedTotals, RatiosByHand) {
  CriteriaTotals t(2, everything());
  EXPECT_TRUE(t.counts_extended());
  ExtendedSummary f;
  f.leader_wins = 1;
  f.ladder = {1, 0.5, -0.25, 0};
  t.add(won_by(0, 10), f);
  t.add(won_by(1, 30), f);
  f.leader_wins = 0;
  f.ladder = {1, -0.5, -0.25, 0};
  t.add(won_by(1, 20), f);
  t.add(won_by(-1, 20), f);
  // 2 of 3 decided: (2/3 - 1/2) / (1/2).
  EXPECT_NEAR(t.criterion(Criterion::snowball).mean, 1.0 / 3, 1e-9);
  // Lengths 10, 20, 20, 30: variance 200/3, mean 20.
  EXPECT_NEAR(t.criterion(Criterion::duration_spread).mean, std::sqrt(200.0 / 3) / 20, 1e-12);
  EXPECT_NEAR(t.duel(1).mean, 0, 1e-9);
  EXPECT_NEAR(t.duel(1).se, std::sqrt(1.0 / 3) / 2, 1e-9);  // +-0.5: deviation sqrt(1/3)
  EXPECT_EQ(t.duel(0).se, 0);
  EXPECT_THROW(t.add(won_by(0)), std::logic_error);
  EXPECT_THROW(CriteriaTotals(2).add(won_by(0), f), std::logic_error);
  EXPECT_THROW(t.merge(CriteriaTotals(2)), std::logic_error);
}

// Lengths after which a match ends with the same chance each turn: an interval by the delta method
// and 99 degrees of freedom covers in 61 and 91 %.
TEST(ExtendedTotals, TheIntervalOfASpreadHoldsWhereLengthsHaveALongTail) {
  Random random({12, Purpose::test});
  constexpr double chance = 0.2;
  const double truth = std::sqrt(1 - chance);  // deviation sqrt(1 - p) / p, mean 1 / p
  const ExtendedSummary none;
  int narrow = 0;
  int wide = 0;
  constexpr int samples = 1000;
  for (int i = 0; i < samples; ++i) {
    CriteriaTotals t(2, everything());
    for (int m = 0; m < 100; ++m) {
      int length = 1;
      while (!random.chance(chance)) ++length;
      t.add(won_by(0, length), none);
    }
    const auto covers = [&](Coverage coverage) {
      const Interval interval = t.interval(Criterion::duration_spread, coverage);
      return interval.low <= truth && truth <= interval.high;
    };
    narrow += covers(Coverage::one_error) ? 1 : 0;
    wide += covers(Coverage::two_errors) ? 1 : 0;
  }
  EXPECT_NEAR(narrow, 0.683 * samples, 0.045 * samples);  // three errors of 1,000 samples
  EXPECT_NEAR(wide, 0.954 * samples, 0.02 * samples);
}

// Every error against the spread of 400 samples from the same population of matches; the fitness
// with all criteria, too.
TEST(ExtendedTotals, ErrorsAreTheSpreadOfSamples) {
  Random random({11, Purpose::test});
  constexpr int seats = 3;
  std::vector<std::pair<MatchSummary, ExtendedSummary>> population;
  for (int i = 0; i < 300; ++i) {
    const int seat = std::array{0, 0, 0, 1, 1, 2, -1}[random.below(7)];
    MatchSummary m = won_by(seat, 5 + static_cast<int>(random.below(40)));
    m.drama = random.unit();
    ExtendedSummary f = random_extended(random, seats);
    f.comeback = 0.5 * m.drama + 0.5 * f.comeback;
    if (random.chance(0.6)) f.other_winner = m.winner;
    if (seat < 0) f.leader_wins = 0;
    population.emplace_back(m, f);
  }
  Objective objective;
  for (const CriterionInfo& info : all_criteria()) {
    objective.terms.push_back({info.id, 0.0, 1 + 0.1 * static_cast<int>(info.id)});
  }
  const int samples = test::cases(800, 200);
  constexpr std::size_t columns = all_criterion_count + 1;
  std::array<double, columns> sum{};
  std::array<double, columns> squares{};
  std::array<double, columns> variance{};
  for (int i = 0; i < samples; ++i) {
    CriteriaTotals t(seats, everything());
    for (int m = 0; m < 150; ++m) {
      const auto& [first, second] = population[random.below(300)];
      t.add(first, second);
    }
    for (std::size_t c = 0; c < columns; ++c) {
      const Estimate e =
          c < all_criterion_count ? t.criterion(static_cast<Criterion>(c)) : fitness(t, objective);
      sum[c] += e.mean;
      squares[c] += e.mean * e.mean;
      variance[c] += e.se * e.se;
    }
  }
  for (std::size_t c = criterion_count; c < columns; ++c) {
    const double mean = sum[c] / samples;
    const double deviation = std::sqrt(squares[c] / samples - mean * mean);
    const double error = std::sqrt(variance[c] / samples);
    EXPECT_GT(deviation, 0) << c;
    EXPECT_NEAR(error, deviation, (samples > 500 ? 0.12 : 0.35) * deviation) << c;
  }
}

TEST(ExtendedTotals, DepthByHand) {
  CriteriaTotals t(2, only(Criterion::depth));
  ExtendedSummary f;
  f.ladder = {1, 1, 0, 1};
  t.add(won_by(0), f);
  f.ladder = {1, -1, 0, 1};
  t.add(won_by(1), f);
  // Steps won: 2, 1, and two shared: 4 of 6; with a shared match each 5.5 of 9.
  EXPECT_NEAR(t.criterion(Criterion::depth).mean, std::log(5.5 / 3.5), 1e-9);
  // Means of the matches' steps 5/6 and 1/2: an error of 1/6, 2/3 of it with the shared match, by
  // the slope of the log odds at 11/18.
  EXPECT_NEAR(t.criterion(Criterion::depth).se, 1.0 / 6 * 2 / 3 / (11.0 / 18 * 7 / 18), 1e-6);
  // Always won, with three seats: 2 matches won of 2 and a third of the shared one.
  CriteriaTotals three(3, only(Criterion::depth));
  f.ladder = {1, 1, 1, 1};
  three.add(won_by(0), f);
  three.add(won_by(0), f);
  EXPECT_NEAR(three.criterion(Criterion::depth).mean, std::log((7.0 / 9) / (2.0 / 9) * 2), 1e-9);
  EXPECT_EQ(CriteriaTotals(2, only(Criterion::depth)).criterion(Criterion::depth), Estimate{});
}

// Steps of which each is worth the same odds: the estimate is their logarithm, and its interval
// holds it as often as it says.
TEST(ExtendedTotals, DepthOfAKnownGame) {
  Random random({14, Purpose::test});
  for (const int seats : {2, 4}) {
    for (const double truth : {0.0, 0.8}) {
      const double fair = 1.0 / seats;
      const double chance = 1 / (1 + (seats - 1) * std::exp(-truth));
      constexpr int samples = 1000;  // quickly drawn, under sanitizers, too
      int covered = 0;
      double sum = 0;
      for (int i = 0; i < samples; ++i) {
        CriteriaTotals t(seats, only(Criterion::depth));
        for (int m = 0; m < 100; ++m) {
          ExtendedSummary f;
          for (double& duel : f.ladder) duel = (random.chance(chance) - fair) / (1 - fair);
          t.add(won_by(0), f);
        }
        const Estimate e = t.criterion(Criterion::depth);
        sum += e.mean;
        covered += std::abs(e.mean - truth) < 1.96 * e.se ? 1 : 0;
      }
      EXPECT_NEAR(sum / samples, truth, 0.02) << seats;
      EXPECT_GT(covered, 0.92 * samples) << seats << " " << truth;
      EXPECT_LT(covered, 0.98 * samples) << seats << " " << truth;
    }
  }
}

TEST(ExtendedTotals, MergeInAnyOrderAndFiles) {
  Random random({12, Purpose::test});
  CriteriaTotals whole(3, everything());
  CriteriaTotals left(3, everything());
  CriteriaTotals right(3, everything());
  for (int i = 0; i < 200; ++i) {
    const MatchSummary m = won_by(static_cast<int>(random.below(4)) - 1, 7 + i % 5);
    const ExtendedSummary f = random_extended(random, 3);
    whole.add(m, f);
    (random.chance(0.5) ? left : right).add(m, f);
  }
  CriteriaTotals merged = right;
  merged.merge(left);
  EXPECT_EQ(merged, whole);
  const nlohmann::ordered_json json = whole.to_json();
  EXPECT_EQ(CriteriaTotals::from_json(JsonView(json, "test")), whole);
  nlohmann::ordered_json broken = json;
  broken["further"]["sums"].erase(0);
  EXPECT_THROW(CriteriaTotals::from_json(JsonView(broken, "test")), InputError);
  broken = json;
  broken["further"]["criteria"][0] = "decisivness";
  EXPECT_THROW(CriteriaTotals::from_json(JsonView(broken, "test")), InputError);
  // Files of the seven are what they were.
  EXPECT_FALSE(CriteriaTotals(2).to_json().contains("further"));
}

TEST(ExtendedTotals, EveryMeaningIsASentence) {
  Random random({13, Purpose::test});
  for (const int matches : {1, 2, 50}) {
    CriteriaTotals t(2, everything());
    for (int i = 0; i < matches; ++i) {
      t.add(won_by(static_cast<int>(random.below(3)) - 1, 9 + i), random_extended(random, 2));
    }
    for (const CriterionInfo& info : all_criteria()) {
      const std::string text = meaning(info.id, t, thesis_objective());
      EXPECT_GE(text.size(), 15u) << info.name;
      EXPECT_THAT(text, testing::Not(testing::EndsWith("."))) << info.name;
      EXPECT_THAT(text, testing::Not(testing::HasSubstr("nan"))) << info.name;
    }
  }
}

TEST(ExtendedTotals, WhereAllMatchesAreAlikeTheErrorIsOfWhatWasNotSeen) {
  for (const int matches : {2, 20, 1000}) {
    CriteriaTotals totals(2, everything());
    for (int i = 0; i < matches; ++i) totals.add(won_by(0), ExtendedSummary{});
    for (const CriterionInfo& info : all_criteria()) {
      SCOPED_TRACE(fmt::format("{} of {}", info.name, matches));
      const Interval all = totals.interval(info.id, Coverage::two_errors);
      EXPECT_GT(totals.criterion(info.id).se, 0);
      EXPECT_LT(all.low, all.high);
      EXPECT_LE(all.low, all.middle);
      EXPECT_GE(all.high, all.middle);
    }
    Objective ends;
    ends.terms.push_back({Criterion::completeness, 1, 1});
    EXPECT_GT(fitness(totals, ends).se, 0);
  }
}

// An estimate free of bias may be below 0, and a distance reads too high.
TEST(ExtendedTotals, IntervalsHoldTheEstimatesTheyAreShownWith) {
  Random random(StreamKey{.seed = 3});
  Objective fair;
  fair.terms.push_back({Criterion::unbiased_advantage, 0, 20});
  fair.terms.back().loss = Loss::one_sided;
  int beside = 0;
  for (int i = 0; i < 100; ++i) {
    const int players = 2 + i % 5;
    CriteriaTotals totals(players, everything());
    for (int m = 0; m < 40; ++m) {
      totals.add(won_by(static_cast<int>(random.below(static_cast<std::uint32_t>(players)))),
                 ExtendedSummary{});
    }
    for (const CriterionInfo& info : all_criteria()) {
      const Interval interval = totals.shown_interval(info.id);
      const double mean = totals.criterion(info.id).mean;
      EXPECT_TRUE(interval.low <= mean && mean <= interval.high) << info.name << ' ' << players;
      const Interval own = totals.interval(info.id, Coverage::two_errors);
      beside += mean < own.low || mean > own.high;
    }
    for (const Objective& objective : {fair, thesis_objective()}) {
      const Interval interval = fitness_interval(totals, objective, Coverage::two_errors);
      const double mean = fitness(totals, objective).mean;
      EXPECT_TRUE(interval.low <= mean && mean <= interval.high) << players;
    }
  }
  EXPECT_GT(beside, 10);
}

TEST(ExtendedCriteria, EachIsRegisteredAndDocumented) {
  ASSERT_EQ(all_criteria().size(), static_cast<std::size_t>(all_criterion_count));
  for (int c = criterion_count; c < all_criterion_count; ++c) {
    const CriterionInfo& info = criterion_info(static_cast<Criterion>(c));
    EXPECT_EQ(static_cast<int>(info.id), c);
    EXPECT_FALSE(info.name.empty());
    EXPECT_FALSE(info.title.empty());
    EXPECT_GE(info.meaning.size(), 20u) << info.name;
    EXPECT_GE(info.source.size(), 3u) << info.name;
    EXPECT_TRUE(info.ideal >= 0 && info.ideal <= info.highest) << info.name;
  }
}

}  // namespace
}  // namespace evorisk::metrics
