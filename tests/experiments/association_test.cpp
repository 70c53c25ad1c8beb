// What people said against what was measured: of simulated people whose taste is known.
#include "experiments/playtest/association.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/random.hpp"
#include "base/statistics.hpp"
#include "ga/operators/selection.hpp"

namespace evorisk::experiments {
namespace {

// Matches of variants, each with a measured value, and people who answer from 1 to 5: by the value,
// by how they like the variant and the match, by what they say of everything, and by chance.
struct World {
  int variants = 1;
  int matches = 1;  // of each variant
  int people = 3;   // at each match
  double taste = 0;
  double of_variant = 0.5;  // deviations of answers, and of values
  double of_person = 0.5;
  int tables = 0;  // groups of people, who play in turn and have names; 0: none has one
};

struct Answered {
  std::vector<Opinion> opinions;
  std::vector<double> measured;
};

Answered answered(const World& world, std::uint64_t seed) {
  Random random({.seed = seed, .purpose = Purpose::test});
  const auto normal = [&] { return ga::draw_normal(random); };
  Answered all;
  std::vector<std::vector<double>> moods(static_cast<std::size_t>(std::max(world.tables, 1)));
  for (auto& table : moods) {
    for (int i = 0; i < world.people; ++i) table.push_back(world.of_person * normal());
  }
  for (int v = 0; v < world.variants; ++v) {
    const double liked = world.of_variant * normal();
    const double value_of_variant = normal();
    for (int m = 0; m < world.matches; ++m) {
      const double value = value_of_variant + normal();
      const double luck = 0.3 * normal();
      const std::size_t unit = all.measured.size();
      const std::size_t table = unit % moods.size();
      all.measured.push_back(value);
      for (int i = 0; i < world.people; ++i) {
        const double mood = world.tables > 0 ? moods[table][static_cast<std::size_t>(i)]
                                             : world.of_person * normal();
        const double said = 3 + world.taste * value + liked + luck + mood + 0.8 * normal();
        all.opinions.push_back(
            {.unit = unit,
             .group = static_cast<std::size_t>(v),
             .who = world.tables > 0 ? std::to_string(table) + "-" + std::to_string(i) : "",
             .answer = std::clamp(std::round(said), 1.0, 5.0)});
      }
    }
  }
  return all;
}

Association associated(const Answered& answered) {
  const std::vector<std::vector<double>> measured = {answered.measured};
  return associate(answered.opinions, measured).front();
}

double truth(World world) {
  world.variants *= 1 + 4000 / (world.variants * world.matches);
  return associated(answered(world, 99)).found->correlation;
}

TEST(Association, IntervalsCoverAsOftenAsTheySay) {
  for (const World& world : {World{.variants = 1, .matches = 20, .taste = 0.4, .of_variant = 0},
                             World{.variants = 10, .matches = 4, .taste = 0.3},
                             World{.variants = 20, .matches = 2, .people = 4, .taste = 0}}) {
    World large = world;
    if (world.variants == 1) large.matches = 4000;
    const double right =
        world.variants == 1 ? associated(answered(large, 99)).found->correlation : truth(world);
    constexpr int repetitions = 500;
    int covered = 0;
    for (std::uint64_t seed = 0; seed < repetitions; ++seed) {
      const auto found = associated(answered(world, seed)).found;
      covered += found->low <= right && right <= found->high ? 1 : 0;
    }
    EXPECT_GT(covered, 0.92 * repetitions) << world.variants << " " << right;
    EXPECT_LT(covered, 0.985 * repetitions) << world.variants << " " << right;
  }
}

// Neither a variant that is liked, nor a person who likes all, nor several answers about one match
// makes a claim of nothing.
TEST(Association, WhereThereIsNothingNothingIsClaimedMoreOftenThanNominal) {
  for (const World& world : {World{.variants = 6, .matches = 6, .people = 5, .of_variant = 1.5},
                             World{.variants = 1, .matches = 30, .people = 5, .of_person = 1.5},
                             World{.variants = 5, .matches = 8, .of_person = 1.5, .tables = 4}}) {
    constexpr int repetitions = 600;
    int claims = 0;
    for (std::uint64_t seed = 0; seed < repetitions; ++seed) {
      const Association one = associated(answered(world, 5000 + seed));
      claims += verdicts({&one, 1}, 0.3).front() == Relation::related ? 1 : 0;
    }
    // 5 % are 30, with an error of 5.3.
    EXPECT_LE(claims, 46) << world.variants;
    EXPECT_GE(claims, 14) << world.variants;
  }
}

// Answers taken for independent ones, or variants for alike, would claim far more.
TEST(Association, AManyTimesToldAnswerIsOne) {
  const Answered once = answered({.variants = 1, .matches = 12, .people = 1}, 3);
  Answered often = once;
  for (int i = 0; i < 9; ++i)
    often.opinions.insert(often.opinions.end(), once.opinions.begin(), once.opinions.end());
  EXPECT_DOUBLE_EQ(associated(often).found->p, associated(once).found->p);
  EXPECT_EQ(associated(often).units, 12u);
  EXPECT_EQ(associated(often).answers, 120u);
  EXPECT_NEAR(associated(often).effective_units, 12, 1e-9);
}

TEST(Association, GroupsAndPeopleCostTheirMeans) {
  EXPECT_NEAR(associated(answered({.variants = 5, .matches = 4}, 1)).effective_units, 16, 1e-9);
  // Two tables that play the same variants in turn.
  EXPECT_NEAR(associated(answered({.variants = 5, .matches = 4, .tables = 2}, 1)).effective_units,
              15, 1e-6);
  // One table that plays all: its moods are in no difference.
  EXPECT_NEAR(associated(answered({.variants = 1, .matches = 12, .tables = 1}, 1)).effective_units,
              12, 1e-9);
}

// A person who says more of everything, and happened to play the matches of high values.
TEST(Association, APersonsOwnLevelIsNoTaste) {
  Answered all;
  for (std::size_t m = 0; m < 24; ++m) {
    const bool merry = m % 2 == 0;
    all.measured.push_back((merry ? 10 : 0) + static_cast<double>((7 * m) % 12));
    all.opinions.push_back({.unit = m,
                            .who = merry ? "Ana" : "Bruno",
                            .answer = (merry ? 4.0 : 1.0) + static_cast<double>((m / 2) % 2)});
  }
  EXPECT_LT(std::abs(associated(all).found->correlation), 0.35);
  for (Opinion& opinion : all.opinions) opinion.who.clear();
  EXPECT_GT(associated(all).found->correlation, 0.7);
}

TEST(Association, NothingIsSaidOfTooLittle) {
  EXPECT_FALSE(associated(answered({.variants = 1, .matches = 7}, 1)).found);
  EXPECT_FALSE(associated({}).found);
  Answered same = answered({.variants = 1, .matches = 20}, 1);
  for (Opinion& opinion : same.opinions) opinion.answer = 4;
  EXPECT_FALSE(associated(same).found);
  // Each variant once: no two matches of one can be compared.
  EXPECT_FALSE(associated(answered({.variants = 40, .matches = 1}, 1)).found);
  EXPECT_EQ(verdicts(std::vector(2, Association{}), 0.3), std::vector(2, Relation::too_few));
}

TEST(Association, VerdictsAreCorrectedForManyLooks) {
  const auto of = [](double r, double units) {
    Association one;
    one.effective_units = units;
    one.found = Association::Found{
        .correlation = r, .p = student_p(r * std::sqrt((units - 2) / (1 - r * r)), units - 2)};
    return one;
  };
  const Association weak = of(0.36, 32);  // p 0.043
  EXPECT_EQ(verdicts({&weak, 1}, 0.3).front(), Relation::related);
  std::vector<Association> many(20, of(0.02, 32));
  many.push_back(weak);
  EXPECT_EQ(verdicts(many, 0.3).back(), Relation::undecided);
  const Association none = of(0.02, 400);
  EXPECT_EQ(verdicts({&none, 1}, 0.3).front(), Relation::unrelated);
  EXPECT_EQ(verdicts({&none, 1}, 0.05).front(), Relation::undecided);
}

// Of so many matches as it says are needed, four of five samples tell.
TEST(Association, AsManyAsItNeedsTell) {
  const World world{.variants = 1, .matches = 4000, .taste = 0.35, .of_variant = 0};
  const double right = associated(answered(world, 99)).found->correlation;
  World enough = world;
  enough.matches = static_cast<int>(std::ceil(units_needed(right, 1)));
  EXPECT_GT(enough.matches, 10);
  EXPECT_LT(enough.matches, 60);
  int told = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed)
    told += associated(answered(enough, seed)).found->p < 0.05 ? 1 : 0;
  EXPECT_GT(told, 370);
  EXPECT_LT(told, 440);
  EXPECT_GT(units_needed(right, 70), 1.5 * units_needed(right, 1));
}

}  // namespace
}  // namespace evorisk::experiments
