// Comparisons of two variants, and the sentences about one.
#include "metrics/estimates/compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "base/statistics.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/meaning.hpp"
#include "tests/metrics/samples.hpp"

namespace evorisk::metrics {
namespace {

MatchSummary match(int winner, int turns, double drama) {
  MatchSummary m;
  m.winner = static_cast<std::int8_t>(winner);
  m.end = winner < 0 ? risk::EndReason::turn_limit : risk::EndReason::conquest;
  m.turns = turns;
  m.duration = std::abs(24.0 - turns) / 24;
  m.drama = drama;
  m.branching_factor = 0.5;
  return m;
}

TEST(Holm, ByHand) {
  const std::vector<double> p = {0.01, 0.04, 0.03, 0.005};
  // Sorted .005 .01 .03 .04, times 4 3 2 1: .02 .03 .06 .04, made monotone: .02 .03 .06 .06.
  const std::vector<double> adjusted = holm(p);
  EXPECT_DOUBLE_EQ(adjusted[3], 0.02);
  EXPECT_DOUBLE_EQ(adjusted[0], 0.03);
  EXPECT_DOUBLE_EQ(adjusted[2], 0.06);
  EXPECT_DOUBLE_EQ(adjusted[1], 0.06);
  EXPECT_EQ(holm(std::vector<double>{0.6, 0.9}), (std::vector<double>{1, 1}));
}

Comparison compared(const std::vector<MatchSummary>& a, const std::vector<MatchSummary>& b) {
  PairedTotals pairs(2, 2);
  pairs.add(a, b);
  return pairs.compare(thesis_objective());
}

TEST(Compare, ByHand) {
  std::vector<MatchSummary> a;
  std::vector<MatchSummary> b;
  for (int i = 0; i < 50; ++i) {  // what pairs have in common cancels out
    a.push_back(match(i % 2, 20, 0.25));
    a.push_back(match(i % 2, 20, 0.75));  // mean 0.5
    b.push_back(match(i % 2, 28, i % 2 == 0 ? 0.5 : 1));
    b.push_back(match(i % 2, 28, i % 2 == 0 ? 1 : 0.5));  // mean 0.75
  }
  const Comparison c = compared(a, b);
  const Difference& drama = c.criteria[static_cast<std::size_t>(Criterion::drama)];
  EXPECT_EQ(drama.mean, 0.25);
  const double se = std::sqrt(2 * 0.0625 / 99);
  EXPECT_DOUBLE_EQ(drama.se, se);
  EXPECT_DOUBLE_EQ(drama.z, 0.25 / se);
  EXPECT_DOUBLE_EQ(drama.p, std::erfc(drama.z / std::sqrt(2.0)));
  EXPECT_TRUE(drama.significant);
  // The same distance from 24 on both sides; the lengths differ without any spread.
  EXPECT_EQ(c.criteria[static_cast<std::size_t>(Criterion::duration)].p, 1);
  EXPECT_EQ(c.turns.mean, 8);
  EXPECT_EQ(c.turns.se, 0);
  EXPECT_EQ(c.turns.p, 0);
  EXPECT_TRUE(c.turns.significant);
  EXPECT_EQ(c.fitness.mean, 0.25);
}

TEST(Compare, WithoutTermsThereIsNoFitness) {
  PairedTotals pairs(2, 2);
  pairs.add(std::vector<MatchSummary>{match(0, 20, 0.25), match(1, 20, 0.5)},
            std::vector<MatchSummary>{match(1, 28, 0.5), match(1, 30, 1)});
  const Comparison c = pairs.compare(Objective());
  EXPECT_EQ(c.fitness.mean, 0);
  EXPECT_EQ(c.fitness.se, 0);
}

TEST(Compare, FewMatchesShowNothing) {
  const std::vector<MatchSummary> a(10, match(0, 1, 0));
  const std::vector<MatchSummary> b(10, match(-1, 48, 0));
  const Comparison c = compared(a, b);
  for (const Difference& d : c.criteria) EXPECT_EQ(d.p, 1);
  EXPECT_FALSE(c.turns.significant);
}

// Two "variants" whose matches share most of their luck.
void play_pair(Random& random, double shift, PairedTotals& pairs) {
  const double luck = random.unit();
  const double own = 0.1 * random.unit();
  MatchSummary a = match(luck < 0.6 ? 0 : 1, 1 + static_cast<int>(40 * luck), luck * 0.8);
  MatchSummary b = match(luck + own < 0.62 ? 0 : 1, 1 + static_cast<int>(40 * luck + 10 * own),
                         luck * 0.8 + own + shift);
  a.killer_moves = luck;
  b.killer_moves = 1 - luck;  // common numbers can also drive apart
  pairs.add({&a, 1}, {&b, 1});
}

TEST(Compare, PairsKnowTheErrorOfTheDifference) {
  constexpr int batches = 300;
  struct Spread {
    double sum = 0, squares = 0, variance = 0;
  };
  std::array<Spread, criterion_count + 1> spread{};
  double drama_paired = 0;
  double drama_apart = 0;
  for (std::uint64_t batch = 0; batch < batches; ++batch) {
    Random random({9, Purpose::test, 0, 0, batch});
    PairedTotals pairs(2, 2);
    for (int i = 0; i < 200; ++i) play_pair(random, 0, pairs);
    const Comparison c = pairs.compare(thesis_objective());
    for (std::size_t i = 0; i <= criterion_count; ++i) {
      const Difference& d = i < criterion_count ? c.criteria[i] : c.fitness;
      spread[i].sum += d.mean;
      spread[i].squares += d.mean * d.mean;
      spread[i].variance += d.se * d.se / batches;
    }
    drama_paired += c.criteria[static_cast<std::size_t>(Criterion::drama)].se;
    drama_apart += std::hypot(pairs.first().criterion(Criterion::drama).se,
                              pairs.second().criterion(Criterion::drama).se);
  }
  for (std::size_t i = 0; i <= criterion_count; ++i) {
    const Spread& s = spread[i];
    if (s.squares == 0) continue;  // completeness, branching: always the same
    const double deviation = std::sqrt((s.squares - s.sum * s.sum / batches) / (batches - 1));
    EXPECT_NEAR(deviation / std::sqrt(s.variance), 1, 0.14) << i;
  }
  EXPECT_LT(drama_paired, drama_apart / 5);
}

// Of a fair game, whose two variants differ in one match of twenty. The corrections that make one
// variant's error smaller there must not make the difference's one vanish.
TEST(Compare, NearlyEqualPairsOfAFairGameAreRarelySignificant) {
  constexpr int batches = 400;
  Objective objective;
  objective.terms = {{.criterion = Criterion::unbiased_advantage, .ideal = 0, .weight = 20}};
  objective.terms.front().loss = Loss::one_sided;
  const CriteriaSet fairness = only(Criterion::unbiased_advantage);
  int alarms = 0;
  double squares = 0;
  double variance = 0;
  for (std::uint64_t batch = 0; batch < batches; ++batch) {
    Random random({12, Purpose::test, 0, 0, batch});
    PairedTotals pairs(2, 2, fairness);
    for (int i = 0; i < 200; ++i) {
      const MatchSummary one = won_by(static_cast<int>(random.below(2)));
      const MatchSummary other =
          random.chance(0.05) ? won_by(static_cast<int>(random.below(2))) : one;
      pairs.add({&one, 1}, {&other, 1});
    }
    const Difference d = pairs.compare(objective).fitness;
    alarms += d.significant ? 1 : 0;
    squares += d.mean * d.mean / batches;
    variance += d.se * d.se / batches;
  }
  EXPECT_LE(alarms, 32);
  // Wider than need be, since the correction is not known exactly; but of that size.
  EXPECT_GT(squares / variance, 0.3);
  EXPECT_LT(squares / variance, 1.2);
}

// What the ideal's own error is, both have.
TEST(Compare, AnIdealsErrorIsCommonToBoth) {
  Random random({13, Purpose::test});
  PairedTotals pairs(2, 2);
  for (int i = 0; i < 200; ++i) {
    const MatchSummary one = match(0, 10 + static_cast<int>(random.below(9)), random.unit());
    pairs.add({&one, 1}, {&one, 1});
  }
  Objective objective = thesis_objective();
  for (Objective::Term& term : objective.terms) term.ideal_se = 0.1;
  const Difference d = pairs.compare(objective).fitness;
  EXPECT_EQ(d.mean, 0);
  EXPECT_LT(d.se, 0.01);
}

TEST(Compare, PairsOfTwoMatchesEach) {
  Random random({10, Purpose::test});
  PairedTotals pairs(2, 3);
  for (int i = 0; i < 500; ++i) play_pair(random, 0.1, pairs);
  EXPECT_NEAR(pairs.turns_correlation(), 1, 0.01);
  EXPECT_THROW(pairs.add(std::vector<MatchSummary>(2), std::vector<MatchSummary>(1)),
               std::logic_error);
}

TEST(Compare, NoDifferenceIsRarelySignificant) {
  // 400 comparisons of equals at level 0.05 over eight tests: fewer than 8 % with any alarm.
  int alarms = 0;
  for (std::uint64_t batch = 0; batch < 400; ++batch) {
    Random random({11, Purpose::test, 0, 0, batch});
    std::array<std::vector<MatchSummary>, 2> sides;
    for (std::vector<MatchSummary>& side : sides) {
      for (int i = 0; i < 150; ++i) {
        MatchSummary m = match(random.chance(0.9) ? static_cast<int>(random.below(2)) : -1,
                               1 + static_cast<int>(random.below(40)), random.unit());
        m.killer_moves = random.unit();
        m.lead_change = random.unit();
        m.branching_factor = random.unit();
        side.push_back(m);
      }
    }
    const Comparison c = compared(sides[0], sides[1]);
    bool alarm = c.fitness.significant;
    for (const Difference& d : c.criteria) alarm = alarm || d.significant;
    alarms += alarm ? 1 : 0;
  }
  EXPECT_LE(alarms, 32);
  EXPECT_GE(alarms, 4);  // a test that never fires would be none
}

// --- sentences ---

std::string say(Criterion criterion, const std::vector<MatchSummary>& matches, int players = 2,
                const Objective& objective = thesis_objective()) {
  CriteriaTotals totals(players);
  totals.add(matches);
  return meaning(criterion, totals, objective);
}

std::vector<MatchSummary> wins(const std::vector<int>& counts, int unfinished = 0) {
  std::vector<MatchSummary> matches;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    matches.insert(matches.end(), static_cast<std::size_t>(counts[s]),
                   match(static_cast<int>(s), 20, 0));
  }
  matches.insert(matches.end(), static_cast<std::size_t>(unfinished), match(-1, 48, 0));
  return matches;
}

TEST(Meaning, Percentages) {
  EXPECT_EQ(percent(0), "0 %");
  EXPECT_EQ(percent(1), "100 %");
  EXPECT_EQ(percent(0.00004), "under 0.1 %");
  EXPECT_EQ(percent(0.99996), "over 99.9 %");
  EXPECT_EQ(percent(0.292), "29 %");
  EXPECT_EQ(percent(0.034), "3.4 %");
  EXPECT_EQ(percent(0.987), "98.7 %");
  EXPECT_EQ(percent(0.5), "50 %");
}

TEST(Meaning, Completeness) {
  EXPECT_EQ(say(Criterion::completeness, wins({3, 2})), "every match ends with a winner");
  EXPECT_EQ(say(Criterion::completeness, wins({0, 0}, 4)), "no match ends with a winner");
  EXPECT_EQ(say(Criterion::completeness, wins({1, 0}, 3)), "25 % of the matches end with a winner");
  EXPECT_EQ(say(Criterion::completeness, wins({3000, 0}, 1)),
            "over 99.9 % of the matches end with a winner");
}

TEST(Meaning, Duration) {
  const auto lengths = [](const std::vector<int>& turns, double ideal = 24) {
    std::vector<MatchSummary> matches;
    for (const int t : turns) {
      matches.push_back(match(0, t, 0));
      matches.back().duration = std::abs(ideal - t) / ideal;
    }
    Objective objective = thesis_objective();
    objective.parameters.ideal_turns = ideal;
    return say(Criterion::duration, matches, 2, objective);
  };
  EXPECT_EQ(lengths({30, 32}), "matches last 31 turns, 29 % longer than the ideal 24");
  EXPECT_EQ(lengths({31}), "every match lasts 31 turns, 29 % longer than the ideal 24");
  EXPECT_EQ(lengths({1, 1}), "every match lasts 1 turn, 95.8 % shorter than the ideal 24");
  EXPECT_EQ(lengths({24, 24}), "every match lasts 24 turns, as long as the ideal 24");
  EXPECT_EQ(lengths({1, 47}),
            "matches last 24 turns, as long as the ideal 24; a single match is off by 95.8 % on "
            "average");
  EXPECT_EQ(
      lengths({12, 48}),
      "matches last 30 turns, 25 % longer than the ideal 24; a single match is off by 75 % on "
      "average");
  EXPECT_EQ(lengths({60, 60}), "every match lasts 60 turns, 2.5 times the ideal 24");
  EXPECT_EQ(lengths({1, 2}, 1.5),
            "matches last 1.5 turns, as long as the ideal 1.5; a single match is off by 33 % on "
            "average");
}

TEST(Meaning, Advantage) {
  EXPECT_EQ(say(Criterion::advantage, wins({0, 0}, 9)),
            "no seat ever won, so the seats cannot be told apart");
  EXPECT_EQ(say(Criterion::advantage, wins({520, 480})),
            "no seat is clearly favoured: they win 52 % and 48 % of the decided matches");
  EXPECT_EQ(say(Criterion::advantage, wins({1, 0})),
            "too few decided matches to tell the seats apart: they win 100 % and 0 % of them");
  EXPECT_EQ(say(Criterion::advantage, wins({620, 380})),
            "the first player wins 62 % of the decided matches");
  EXPECT_EQ(say(Criterion::advantage, wins({200, 800})),
            "the second player wins 80 % of the decided matches");
  EXPECT_EQ(say(Criterion::advantage, wins({0, 90})), "the second player wins every decided match");
  EXPECT_EQ(say(Criterion::advantage, wins({260, 250, 255, 30}), 4),
            "the fourth player wins 3.8 % of the decided matches; an equal share is 25 %");
  EXPECT_EQ(say(Criterion::advantage, wins({34, 33, 33}), 3),
            "no seat is clearly favoured: they win 34 %, 33 % and 33 % of the decided matches");
}

TEST(Meaning, BranchingFactor) {
  const auto at = [](double value) {
    MatchSummary m = match(0, 20, 0);
    m.branching_factor = value;
    return say(Criterion::branching_factor, {m});
  };
  EXPECT_EQ(at(0.5), "a turn offers about 9 moves; the ideal is 9");
  EXPECT_EQ(at(std::log10(24.0) / 2), "a turn offers about 23 moves; the ideal is 9");
  EXPECT_EQ(at(std::log10(2.0) / 2), "a turn offers about 1 move; the ideal is 9");
  EXPECT_EQ(at(1), "a turn offers 99 moves or more, the end of the scale; the ideal is 9");
  EXPECT_EQ(at(0), "a turn offers no choice of moves; the ideal is 9");
}

TEST(Meaning, DramaKillerMovesAndLeadChange) {
  const auto at = [](Criterion criterion, double value) {
    MatchSummary m = match(0, 20, value);
    m.killer_moves = value;
    m.lead_change = value;
    return say(criterion, {m});
  };
  EXPECT_EQ(say(Criterion::drama, wins({0, 0}, 3)),
            "no match has a winner who could have come from behind");
  EXPECT_EQ(at(Criterion::drama, 0), "no winner was ever behind");
  EXPECT_EQ(at(Criterion::drama, 0.05), "winners are seldom behind, or hardly");
  EXPECT_EQ(at(Criterion::drama, 0.5),
            "winners come from behind by about 25 % of the position, matches they always led "
            "counted as 0");
  EXPECT_EQ(at(Criterion::killer_moves, 0), "no player ever gains on the others in one turn");
  EXPECT_EQ(at(Criterion::killer_moves, 0.46),
            "the best turn of a match gains its player 46 % of the position on average");
  EXPECT_EQ(at(Criterion::killer_moves, 1), "one turn of each match swings everything");
  EXPECT_EQ(at(Criterion::lead_change, 0), "the lead never changes hands");
  EXPECT_EQ(at(Criterion::lead_change, 0.001), "the lead hardly ever changes hands");
  EXPECT_EQ(at(Criterion::lead_change, 0.12), "the lead changes hands about every 8.3 turns");
  EXPECT_EQ(at(Criterion::lead_change, 0.5), "the lead changes hands in 50 % of the turns");
  EXPECT_EQ(at(Criterion::lead_change, 1), "the lead changes hands every turn");
}

}  // namespace
}  // namespace evorisk::metrics
