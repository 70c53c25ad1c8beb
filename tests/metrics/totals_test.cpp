// Totals: exact sums in any grouping, estimates and their standard errors.
#include "metrics/estimates/totals.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "metrics/bulk/instructions.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/estimates/compare.hpp"
#include "metrics/objective/panel.hpp"
#include "tests/metrics/samples.hpp"

namespace evorisk::metrics {
namespace {

// A made-up match whose values hang together: long matches have more drama and fewer winners.
// `tilt` is seat 0's probability to win a decided two-player match.
MatchSummary made_up_match(Random& random, int players, double tilt = 0.5, int turn_limit = 48) {
  MatchSummary m;
  m.turns = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(turn_limit)));
  m.duration = std::abs(24.0 - m.turns) / 24;
  m.branching_factor = std::min(1.0, 0.3 + 0.5 * random.unit());
  m.killer_moves = random.unit();
  m.lead_change = random.unit() / 2;
  if (random.chance(0.95 - 0.3 * m.turns / turn_limit)) {
    m.winner = players == 2
                   ? (random.chance(tilt) ? 0 : 1)
                   : static_cast<std::int8_t>(random.below(static_cast<std::uint32_t>(players)));
    m.end = risk::EndReason::conquest;
    m.drama = random.unit() * m.turns / turn_limit;
  }
  return m;
}

std::vector<MatchSummary> made_up_matches(std::uint64_t number, std::size_t count, int players = 2,
                                          double tilt = 0.5) {
  Random random({1, Purpose::test, 0, 0, number});
  std::vector<MatchSummary> matches;
  for (std::size_t i = 0; i < count; ++i) matches.push_back(made_up_match(random, players, tilt));
  return matches;
}

CriteriaTotals totals_of(std::span<const MatchSummary> matches, int players = 2) {
  CriteriaTotals totals(players);
  totals.add(matches);
  return totals;
}

CriteriaTotals with_wins(const std::vector<int>& wins, int unfinished = 0) {
  CriteriaTotals totals(static_cast<int>(wins.size()));
  for (std::size_t s = 0; s < wins.size(); ++s) {
    for (int i = 0; i < wins[s]; ++i) totals.add(won_by(static_cast<int>(s)));
  }
  for (int i = 0; i < unfinished; ++i) totals.add(won_by(-1));
  return totals;
}

double advantage_of(const std::vector<int>& wins, int unfinished = 0) {
  return with_wins(wins, unfinished).criterion(Criterion::advantage).mean;
}

// Where a seat has won nothing it cannot have won less: the interval ends at the mean.
TEST(Totals, IntervalOfALosingSeatHoldsItsMean) {
  for (int players = 3; players <= 6; ++players) {
    for (int won = 1; won <= 12; ++won) {
      std::vector<int> wins(static_cast<std::size_t>(players), won);
      wins.back() = 0;
      const CriteriaTotals totals = with_wins(wins);
      const double mean = totals.criterion(Criterion::advantage).mean;
      for (const Coverage coverage : {Coverage::one_error, Coverage::two_errors}) {
        EXPECT_GE(totals.interval(Criterion::advantage, coverage).high, mean) << players;
      }
    }
  }
}

TEST(Totals, MeansByHand) {
  MatchSummary a = won_by(0);
  a.turns = 12;
  a.duration = 0.5;
  a.branching_factor = 0.75;
  a.drama = 0.25;
  a.killer_moves = 1;
  MatchSummary b = won_by(-1);
  b.turns = 48;
  b.duration = 1;
  b.branching_factor = 0.25;
  b.killer_moves = 0.5;
  b.lead_change = 0.125;
  const CriteriaTotals t = totals_of(std::vector{a, b});
  EXPECT_EQ(t.matches(), 2);
  EXPECT_EQ(t.finished(), 1);
  EXPECT_EQ(t.wins(0), 1);
  EXPECT_EQ(t.wins(1), 0);
  EXPECT_EQ(t.ends(risk::EndReason::conquest), 1);
  EXPECT_EQ(t.ends(risk::EndReason::turn_limit), 1);
  EXPECT_EQ(t.turns().mean, 30);
  EXPECT_DOUBLE_EQ(t.turns_deviation(), std::sqrt(2.0) * 18);
  EXPECT_DOUBLE_EQ(t.turns().se, 18);
  EXPECT_EQ(t.fewest_turns(), 12);
  EXPECT_EQ(t.most_turns(), 48);
  // Two values x, y: mean (x + y) / 2, standard error |x - y| / 2.
  EXPECT_EQ(t.criterion(Criterion::completeness), (Estimate{0.5, 0.5}));
  EXPECT_EQ(t.criterion(Criterion::duration), (Estimate{0.75, 0.25}));
  EXPECT_EQ(t.criterion(Criterion::branching_factor), (Estimate{0.5, 0.25}));
  EXPECT_EQ(t.criterion(Criterion::drama), (Estimate{0.125, 0.125}));
  EXPECT_EQ(t.criterion(Criterion::killer_moves), (Estimate{0.75, 0.25}));
  EXPECT_EQ(t.criterion(Criterion::lead_change), (Estimate{0.0625, 0.0625}));
  EXPECT_EQ(t.criterion(Criterion::advantage).mean, 1);
  // .5 + .75 off, and |0 - .5| ...: 0.5 + 0.75 + 1 + 0 + 0.375 + 0.25 + 0.4375.
  EXPECT_DOUBLE_EQ(fitness(t, thesis_objective()).mean, 3.3125);
}

TEST(Totals, NoMatchAndOneMatch) {
  const CriteriaTotals none;
  for (const CriterionInfo& info : criteria()) {
    EXPECT_EQ(none.criterion(info.id).mean, info.id == Criterion::advantage ? 1 : 0) << info.name;
    EXPECT_EQ(none.criterion(info.id).se, 0);
  }
  EXPECT_EQ(none.turns(), Estimate{});
  const CriteriaTotals one = with_wins({1, 0});
  EXPECT_EQ(one.criterion(Criterion::completeness), (Estimate{1, 0}));
  EXPECT_EQ(one.criterion(Criterion::advantage), (Estimate{1, 0}));
  EXPECT_EQ(one.turns(), (Estimate{10, 0}));
  EXPECT_THROW(CriteriaTotals(1), std::logic_error);
  EXPECT_THROW(CriteriaTotals(7), std::logic_error);
  CriteriaTotals two(2);
  EXPECT_THROW(two.merge(CriteriaTotals(3)), std::logic_error);
}

TEST(Totals, Advantage) {
  EXPECT_EQ(advantage_of({0, 0}, 5), 1);  // nobody won
  EXPECT_EQ(advantage_of({50, 50}), 0);
  EXPECT_EQ(advantage_of({75, 25}), 0.5);
  EXPECT_EQ(advantage_of({25, 75}), 0.5);
  EXPECT_EQ(advantage_of({75, 25}, 400), 0.5);  // unfinished matches do not count
  EXPECT_EQ(advantage_of({0, 3}), 1);
  EXPECT_EQ(advantage_of({10, 10, 10}), 0);
  EXPECT_EQ(advantage_of({30, 0, 0}), 1);
  EXPECT_DOUBLE_EQ(advantage_of({15, 15, 0}), 0.5);  // the third seat: (1/3) / (2/3)
  EXPECT_DOUBLE_EQ(advantage_of({20, 8, 7, 5}), (0.5 - 0.25) / 0.75);
  EXPECT_DOUBLE_EQ(advantage_of({6, 6, 6, 6, 6, 0}), (1.0 / 6) / (5.0 / 6));
}

TEST(Totals, AdvantageIsNeverFreeOfErrorByBalance) {
  // At exact balance the signed imbalance has deviation 1 per decided match.
  EXPECT_DOUBLE_EQ(with_wins({50, 50}).criterion(Criterion::advantage).se, 1 / std::sqrt(99.0));
  EXPECT_NEAR(with_wins({51, 49}).criterion(Criterion::advantage).se, 0.1005, 1e-4);
  EXPECT_GT(with_wins({20, 20, 20}).criterion(Criterion::advantage).se, 0.09);
  // Fewer decided matches: 2 sqrt(p0 p1 / p^3 / n) by hand for p0 = p1 = 0.25.
  EXPECT_NEAR(with_wins({250, 250}, 500).criterion(Criterion::advantage).se, std::sqrt(1.0 / 500),
              1e-4);
}

TEST(Totals, AdvantageBiasOfAFairGame) {
  // The mean of |2 w / 100 - 1| for w of 100 fair coins, from the exact binomial distribution.
  double mean = 0;
  for (int w = 0; w <= 100; ++w) {
    const double log_probability =
        std::lgamma(101.0) - std::lgamma(w + 1.0) - std::lgamma(101.0 - w) - 100 * std::log(2.0);
    mean += std::exp(log_probability) * advantage_of({w, 100 - w});
  }
  EXPECT_NEAR(mean, 0.0796, 0.00005);
}

TEST(Totals, AnyOrderAndGroupingGivesTheSameBytes) {
  for (const int players : {2, 3, 6}) {
    auto matches = made_up_matches(static_cast<std::uint64_t>(players), 3000, players);
    const CriteriaTotals whole = totals_of(matches, players);
    const std::string bytes = whole.to_json().dump();
    Random random({2, Purpose::test});
    for (int round = 0; round < 30; ++round) {
      random.shuffle(matches.begin(), matches.end());
      std::vector<CriteriaTotals> parts(1 + random.below(20), CriteriaTotals(players));
      for (const MatchSummary& match : matches) {
        parts[random.below(static_cast<std::uint32_t>(parts.size()))].add(match);
      }
      random.shuffle(parts.begin(), parts.end());
      CriteriaTotals merged(players);
      for (const CriteriaTotals& part : parts) merged.merge(part);
      ASSERT_EQ(merged, whole);
      ASSERT_EQ(merged.to_json().dump(), bytes);
    }
  }
}

TEST(Totals, ManyAtOnceAreTheSameAsOneByOne) {
  for (const int players : {2, 3, 4, 5, 6}) {
    auto matches = made_up_matches(21, 1000, players);
    matches[130].duration = 3.75;  // much longer than the ideal
    matches[131].turns = 100'000'000;
    matches[300].duration = 5000;  // beyond the largest value: counts as that
    matches[450].killer_moves = 1.5;
    matches[580].lead_change = std::nextafter(1.0, 2.0);
    matches[710].turns = 1 << 24;
    // Nothing out of the ordinary near these.
    matches[840].drama = 1;
    matches[841].drama = -1;
    matches[842].drama = std::numeric_limits<double>::quiet_NaN();  // counts as 0
    matches[843].turns = (1 << 24) - 1;
    matches[844].end = risk::EndReason::invalid;
    CriteriaTotals one_by_one(players);
    for (const MatchSummary& match : matches) one_by_one.add(match);
    for (const std::string& instructions : metrics::instruction_sets()) {
      const metrics::InstructionLimit limit(instructions);
      for (const std::size_t first : {0, 1, 64, 127, 999}) {
        CriteriaTotals totals(players);
        totals.add(std::span(matches).first(first));
        totals.add(std::span(matches).subspan(first));
        ASSERT_EQ(totals, one_by_one) << first << " " << instructions;
      }
    }
  }
}

// The largest products there are.
TEST(Totals, ManyAtOnceOfNothingButOnes) {
  MatchSummary match = won_by(1);
  match.duration = match.branching_factor = match.drama = match.killer_moves = match.lead_change =
      1;
  const std::vector<MatchSummary> matches(128, match);
  CriteriaTotals one_by_one(2);
  for (const MatchSummary& m : matches) one_by_one.add(m);
  for (const std::string& instructions : metrics::instruction_sets()) {
    const metrics::InstructionLimit limit(instructions);
    ASSERT_EQ(totals_of(matches), one_by_one) << instructions;
  }
}

TEST(Totals, JsonRoundTrip) {
  for (const int players : {2, 4, 6}) {
    const CriteriaTotals totals = totals_of(made_up_matches(7, 1000, players), players);
    const auto json = parse_json(totals.to_json().dump());
    EXPECT_EQ(CriteriaTotals::from_json(JsonView(json, "test")), totals);
  }
  const auto empty = CriteriaTotals(3).to_json();
  EXPECT_EQ(CriteriaTotals::from_json(JsonView(empty, "test")), CriteriaTotals(3));
}

TEST(Totals, BrokenJsonIsRefused) {
  const auto good = totals_of(made_up_matches(7, 10)).to_json();
  const std::vector<std::pair<std::string, nlohmann::ordered_json>> breaks = {
      {"/players", 1},     {"/players", 3},          {"/matches", -1},
      {"/matches", 11},    {"/wins/0", 11},          {"/wins", {1, 2, 3}},
      {"/sums/0", "1.5"},  {"/sums/0", ""},          {"/sums/0", "-"},
      {"/sums/0", 3},      {"/sums", {"1"}},         {"/turns/fewest", 49},
      {"/turns/sum", "x"}, {"/ends", {10, 0, 1}},    {"/more", 1},
      {"/turns/more", 1},  {"/products/3", nullptr}, {"/sums/0", std::string(39, '9')},
  };
  for (const auto& [pointer, value] : breaks) {
    auto json = good;
    json[nlohmann::ordered_json::json_pointer(pointer)] = value;
    EXPECT_THROW(CriteriaTotals::from_json(JsonView(json, "test")), InputError)
        << pointer << " = " << value.dump();
  }
}

TEST(Totals, ExactMoments) {
  // Constant observations have no spread, however large the sums.
  const Int128 big = Int128{1} << 42;
  const std::int64_t n = 1'000'003;
  EXPECT_EQ(co_moment(n, big * n, big * n, big * big * n), 0);
  // n - 1 times big and once big + 2: sum of squares about the mean 4 (n - 1) / n.
  EXPECT_DOUBLE_EQ(co_moment(n, big * n + 2, big * n + 2, big * big * n + 4 * big + 4),
                   4.0 * (static_cast<double>(n) - 1) / static_cast<double>(n));
  EXPECT_EQ(co_moment(0, 0, 0, 0), 0);
  EXPECT_EQ(fmt::format("{} {}", Int128{1} << 126, -Int128{1234567890123456789} * 1000),
            "85070591730234615865843651857942052864 -1234567890123456789000");
  const nlohmann::ordered_json text = "-85070591730234615865843651857942052864";
  EXPECT_EQ(int128_from_json(JsonView(text, "test")), -(Int128{1} << 126));
}

TEST(Totals, CovarianceAgreesWithPlainArithmetic) {
  const auto matches = made_up_matches(3, 500, 2, 0.6);
  const CriteriaTotals totals = totals_of(matches);
  const auto covariance = [&](int a, int b) {
    return totals.covariance(totals.slopes(static_cast<Criterion>(a)),
                             totals.slopes(static_cast<Criterion>(b)));
  };
  const auto n = static_cast<double>(matches.size());
  // Columns: completeness, duration, branching, drama, killer, lead (as plain doubles).
  const auto value = [](const MatchSummary& m, int c) {
    const double values[] = {m.winner >= 0 ? 1.0 : 0.0,
                             m.duration,
                             0,
                             m.branching_factor,
                             m.drama,
                             m.killer_moves,
                             m.lead_change};
    return values[c];
  };
  for (int a = 0; a < criterion_count; ++a) {
    for (int b = 0; b < criterion_count; ++b) {
      if (a == 2 || b == 2) continue;
      double mean_a = 0;
      double mean_b = 0;
      for (const MatchSummary& m : matches) {
        mean_a += value(m, a) / n;
        mean_b += value(m, b) / n;
      }
      double sum = 0;
      for (const MatchSummary& m : matches) sum += (value(m, a) - mean_a) * (value(m, b) - mean_b);
      EXPECT_NEAR(covariance(a, b), sum / (n * (n - 1)), 1e-11) << a << " " << b;
    }
  }
  for (const CriterionInfo& info : criteria()) {
    const auto c = static_cast<int>(info.id);
    EXPECT_NEAR(covariance(c, c), std::pow(totals.criterion(info.id).se, 2), 1e-15) << info.name;
  }
}

// Few winners, all of one seat, say little about the seats: the error is as wide as the interval.
TEST(Totals, WhereOneSeatWonAllAnErrorIsLeftOpen) {
  for (const std::size_t decided : {0u, 1u, 2u, 10u, 100u}) {
    std::vector<MatchSummary> matches(100);
    for (std::size_t m = 0; m < matches.size(); ++m) matches[m].winner = m < decided ? 0 : -1;
    const CriteriaTotals totals = totals_of(matches);
    const Estimate advantage = totals.criterion(Criterion::advantage);
    const double left_open =
        totals.interval(Criterion::advantage, Coverage::one_error).half_length();
    EXPECT_EQ(advantage.mean, 1);
    EXPECT_EQ(advantage.se, left_open);
    EXPECT_GT(left_open, 0.5 / (2.0 + static_cast<double>(decided)));
    EXPECT_GE(fitness(totals, thesis_objective()).se, left_open);
  }
  // So one decided match does not tell a table from another one.
  std::vector<MatchSummary> one(100);
  for (MatchSummary& match : one) match.winner = -1;
  one[0].winner = 0;
  const auto many = made_up_matches(3, 100, 2, 0.1);
  const CriteriaTotals tables[] = {totals_of(one), totals_of(many)};
  const Disagreements differ = disagreements(tables, thesis_objective());
  EXPECT_FALSE(differ.criteria[static_cast<std::size_t>(Criterion::advantage)].significant);
}

// The spread of an estimate over many batches, and what the batches said their error was.
struct Calibration {
  double deviation = 0;  // of the estimates
  double mean_se = 0;    // the root of the mean squared error they reported
  double rms_from_truth = 0;
  double coverage = 0;  // of the truth by mean +- 1.96 se
};

template <class Estimator>
Calibration calibrate(int batches, std::size_t size, int players, double tilt, double truth,
                      const Estimator& estimator) {
  Calibration c;
  double sum = 0;
  double squares = 0;
  for (int b = 0; b < batches; ++b) {
    const auto matches = made_up_matches(1000 + static_cast<std::uint64_t>(b), size, players, tilt);
    const Estimate e = estimator(totals_of(matches, players));
    sum += e.mean;
    squares += e.mean * e.mean;
    c.mean_se += e.se * e.se / batches;
    c.rms_from_truth += std::pow(e.mean - truth, 2) / batches;
    c.coverage += (std::abs(e.mean - truth) <= 1.96 * e.se ? 1.0 : 0.0) / batches;
  }
  c.deviation = std::sqrt((squares - sum * sum / batches) / (batches - 1));
  c.mean_se = std::sqrt(c.mean_se);
  c.rms_from_truth = std::sqrt(c.rms_from_truth);
  return c;
}

// 400 batches tell a deviation within 3.5 % (one standard error): 12 % is more than three of them.
constexpr int batches = 400;
constexpr double tolerance = 0.12;

TEST(StandardErrors, AreTheSpreadOfRepeatedEvaluations) {
  for (const CriterionInfo& info : criteria()) {
    const auto c = calibrate(batches, 300, 2, 0.7, 0,
                             [&](const CriteriaTotals& t) { return t.criterion(info.id); });
    EXPECT_NEAR(c.deviation / c.mean_se, 1, tolerance) << info.name;
  }
  const auto three = calibrate(
      batches, 300, 3, 0, 0, [](const CriteriaTotals& t) { return t.criterion(Criterion::drama); });
  EXPECT_NEAR(three.deviation / three.mean_se, 1, tolerance);
}

TEST(StandardErrors, OfTheFitness) {
  const auto c = calibrate(batches, 300, 2, 0.7, 0,
                           [](const CriteriaTotals& t) { return fitness(t, thesis_objective()); });
  EXPECT_NEAR(c.deviation / c.mean_se, 1, tolerance);
  Objective two = thesis_objective();
  two.terms = {{Criterion::duration, 0.2, 3}, {Criterion::drama, 0.6, 0.5}};
  const auto d =
      calibrate(batches, 300, 2, 0.7, 0, [&](const CriteriaTotals& t) { return fitness(t, two); });
  EXPECT_NEAR(d.deviation / d.mean_se, 1, tolerance);
}

TEST(StandardErrors, AtTheKinkOfAdvantage) {
  const auto advantage = [](const CriteriaTotals& t) { return t.criterion(Criterion::advantage); };
  // A perfectly fair game: the estimate is a folded normal. Its deviation is sqrt(1 - 2/pi) = 0.603
  // of the error, its distance from the truth is the error, and the interval covers as it should.
  const auto fair = calibrate(batches, 300, 2, 0.5, 0, advantage);
  EXPECT_NEAR(fair.deviation / fair.mean_se, 0.603, 0.08);
  EXPECT_NEAR(fair.rms_from_truth / fair.mean_se, 1, tolerance);
  EXPECT_GE(fair.coverage, 0.92);
  // One and two errors away from the kink.
  for (const double tilt : {0.53, 0.56}) {
    const auto near = calibrate(batches, 300, 2, tilt, 2 * tilt - 1, advantage);
    EXPECT_LE(near.rms_from_truth / near.mean_se, 1 + tolerance) << tilt;
    EXPECT_GE(near.coverage, 0.92) << tilt;
  }
}

TEST(StandardErrors, AtTheKinkOfTheFitness) {
  // Exactly at its ideal a criterion still has its error.
  MatchSummary low = won_by(0);
  low.drama = 0.25;
  MatchSummary high = won_by(1);
  high.drama = 0.75;
  Objective drama;
  drama.terms = {{Criterion::drama, 0.5, 2}};
  const CriteriaTotals balanced = totals_of(std::vector{low, high});
  EXPECT_EQ(fitness(balanced, drama), (Estimate{0, 0.5}));
  // Two criteria at their ideals that always move together, or always apart: the larger error.
  Objective both;
  both.terms = {{Criterion::drama, 0.5, 1}, {Criterion::killer_moves, 0.5, 1}};
  for (const bool together : {true, false}) {
    low.killer_moves = together ? 0.25 : 0.75;
    high.killer_moves = together ? 0.75 : 0.25;
    EXPECT_EQ(fitness(totals_of(std::vector{low, high}), both), (Estimate{0, 0.5}));
  }
}

TEST(StandardErrors, AgreeWithTheBootstrap) {
  const auto matches = made_up_matches(11, 400, 2, 0.65);
  const CriteriaTotals totals = totals_of(matches);
  Random random({5, Purpose::test});
  constexpr int rounds = 600;
  std::array<double, criterion_count + 1> sum{};
  std::array<double, criterion_count + 1> squares{};
  for (int round = 0; round < rounds; ++round) {
    CriteriaTotals resampled;
    for (std::size_t i = 0; i < matches.size(); ++i) {
      resampled.add(matches[random.below(static_cast<std::uint32_t>(matches.size()))]);
    }
    for (std::size_t c = 0; c <= criterion_count; ++c) {
      const double x = c < criterion_count ? resampled.criterion(static_cast<Criterion>(c)).mean
                                           : fitness(resampled, thesis_objective()).mean;
      sum[c] += x;
      squares[c] += x * x;
    }
  }
  for (std::size_t c = 0; c <= criterion_count; ++c) {
    const double se = c < criterion_count ? totals.criterion(static_cast<Criterion>(c)).se
                                          : fitness(totals, thesis_objective()).se;
    const double deviation = std::sqrt((squares[c] - sum[c] * sum[c] / rounds) / (rounds - 1));
    EXPECT_NEAR(deviation / se, 1, 0.1) << c;
  }
}

}  // namespace
}  // namespace evorisk::metrics
