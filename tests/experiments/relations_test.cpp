// What went with people's answers, of simulated people whose taste is known.
#include "experiments/playtest/relations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.hpp"
#include "ga/operators/selection.hpp"

namespace evorisk::experiments {
namespace {

using Pairs = std::vector<std::pair<double, double>>;

TEST(Relations, ByHand) {
  // Within groups 0, 1 : 0, 1 and 0, 2 : 5, 1; between them nothing counts. xx = 0.5 + 2,
  // yy = 0.5 + 8, xy = 0.5 - 4.
  const Relation two = relate({{{0, 0}, {1, 1}}, {{10, 15}, {12, 11}}, {{7, 7}}, {}});
  EXPECT_EQ(two.count, 3);
  EXPECT_NEAR(two.correlation, -3.5 / std::sqrt(2.5 * 8.5), 1e-12);
  EXPECT_EQ(two.low, -1);  // too few for an interval
  const Relation same = relate({{{1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}}});
  EXPECT_EQ(same.correlation, 0);
  EXPECT_EQ(same.p_adjusted, 1);
  // r = 0.5 over 28: atanh(0.5) +- 1.96 / 5.
  Pairs pairs;
  for (int i = 0; i < 7; ++i) {
    for (const auto& [x, y] : Pairs{{1, 1}, {-1, -1}, {1, 0}, {-1, 0}}) pairs.emplace_back(x, y);
  }
  const Relation half = relate({pairs});
  EXPECT_NEAR(half.correlation, std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(half.low, std::tanh(std::atanh(std::sqrt(0.5)) - 1.959964 / 5), 1e-6);
  EXPECT_NEAR(half.high, std::tanh(std::atanh(std::sqrt(0.5)) + 1.959964 / 5), 1e-6);
}

// People at tables for three who answer to the length of their match by `taste` points a turn, and
// by `joy` more where they have won; otherwise by chance.
std::vector<Opinions> playtests(double taste, double joy, int variants, int matches,
                                std::uint64_t seed) {
  Random random({.seed = seed, .purpose = Purpose::test});
  const risk::Variant board = risk::load_variant("thesis-9");
  std::vector<Opinions> all;
  for (int v = 0; v < variants; ++v) {
    Opinions& one =
        all.emplace_back(Opinions{.variant = board,
                                  .matches = {},
                                  .people = 0,
                                  .given = std::vector<std::vector<int>>(questions().size()),
                                  .liking = {},
                                  .comments = {},
                                  .totals = metrics::CriteriaTotals(3)});
    const double liked = ga::draw_normal(random);  // of the variant, whatever its matches
    for (int m = 0; m < matches; ++m) {
      metrics::MatchSummary match;
      match.turns = 10 + static_cast<int>(random.below(10)) + 5 * v;
      match.drama = random.unit();
      match.lead_change = random.unit();
      match.killer_moves = random.unit();
      match.winner = static_cast<std::int8_t>(random.below(3));
      one.totals.add(match);
      PlayedMatch& played = one.matches.emplace_back();
      played.measured = match;
      played.winner = match.winner;
      for (int seat = 0; seat < 3; ++seat) {
        Answers answers{seat, {}};
        for (std::size_t q = 0; q < questions().size(); ++q) {
          double value = 3 + (q == 0 ? liked + joy * (seat == match.winner ? 1 : 0) : 0) +
                         0.8 * ga::draw_normal(random);
          if (q == 2) value += taste * (match.turns - 15 - 5 * v);
          answers.values.push_back(std::clamp(static_cast<int>(std::lround(value)), 1, 5));
          one.given[q].push_back(answers.values.back());
        }
        played.people.push_back(std::move(answers));
        ++one.people;
      }
    }
  }
  return all;
}

const Relation* find(const std::vector<Relation>& all, RelationLevel level,
                     std::string_view question, std::string_view quantity) {
  const auto found = std::ranges::find_if(all, [&](const Relation& one) {
    return one.level == level && one.question == question && one.quantity == quantity;
  });
  return found == all.end() ? nullptr : &*found;
}

TEST(Relations, WhatPeopleAnswerToIsFoundAndNothingElse) {
  const std::vector<Relation> all = relations(playtests(0.25, 1.5, 4, 20, 1));
  EXPECT_EQ(find(all, RelationLevel::match, "too_long", "turns")->verdict,
            RelationVerdict::together);
  EXPECT_EQ(find(all, RelationLevel::match, "too_long", "turns")->count, 77);  // 80 - 4 + 1
  EXPECT_EQ(find(all, RelationLevel::person, "fun", "won")->verdict, RelationVerdict::together);
  EXPECT_EQ(find(all, RelationLevel::person, "fun", "won")->more_needed, 0);
  for (const Relation& one : all) {
    const bool real = (one.question == "too_long" && one.quantity == "turns") ||
                      (one.question == "fun" && one.quantity == "won");
    EXPECT_TRUE(real || one.p_adjusted >= 0.05) << one.question << ' ' << one.quantity;
  }
  // Four variants are too few for the criteria.
  EXPECT_EQ(find(all, RelationLevel::variant, "fun", "drama"), nullptr);
  EXPECT_TRUE(relations(playtests(0.25, 1.5, 1, 3, 1)).empty());
}

TEST(Relations, OfThoseWhoAnswerByChanceNothingIsClaimed) {
  int claims = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const std::vector<Relation> all = relations(playtests(0, 0, 12, 3, 100 + seed));
    EXPECT_NE(find(all, RelationLevel::variant, "fun", "duration"), nullptr);
    claims += std::ranges::any_of(all, [](const Relation& one) { return one.p_adjusted < 0.05; });
  }
  EXPECT_LE(claims, 9);  // 5 % are 5, with two errors
}

TEST(Relations, IntervalsCoverAndMoreMatchesTell) {
  constexpr double r = 0.4;
  int covered = 0;
  int told = 0;
  int samples = 0;
  Random random({.seed = 3, .purpose = Purpose::test});
  for (int i = 0; i < 1000; ++i) {
    std::vector<Pairs> groups(6);
    for (Pairs& group : groups) {
      for (int k = 0; k < 8; ++k) {
        const double x = ga::draw_normal(random);
        group.emplace_back(x, r * x + std::sqrt(1 - r * r) * ga::draw_normal(random));
      }
    }
    const Relation one = relate(groups);
    covered += one.low <= r && r <= one.high ? 1 : 0;
    told += one.p_adjusted < 0.05 ? 1 : 0;
    ++samples;
  }
  EXPECT_NEAR(covered, 0.95 * samples, 0.021 * samples);  // three errors
  EXPECT_NEAR(told, 0.8 * samples, 0.05 * samples);       // 43 observations of 47 that 80 % takes
}

}  // namespace
}  // namespace evorisk::experiments
