// The preference model: what it learns, and how unsure it is.
#include "ga/evaluation/preference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "base/random.hpp"

namespace evorisk::ga {
namespace {

using Rows = std::vector<std::vector<double>>;

// Three quantities: one that is liked, one that does not matter, one that never varies.
struct World {
  Rows rows;
  std::vector<Judged> judged;

  explicit World(int count) {
    Random random({.seed = 3, .purpose = Purpose::test});
    for (int i = 0; i < 40; ++i) rows.push_back({10 * random.unit(), random.unit(), 7});
    for (int i = 0; i < count; ++i) {
      const auto& row = rows[static_cast<std::size_t>(i) % rows.size()];
      judged.push_back({row, row[0] > 5});
    }
  }
  Preference model() const { return {{"continents", "luck", "players"}, rows, judged}; }
};

TEST(Preference, KnowsNothingWithoutJudgements) {
  const World world(0);
  const Preference model = world.model();
  for (const auto& row : world.rows) EXPECT_DOUBLE_EQ(model.liked(row), 0.5);
  for (const Leaning& leaning : model.leanings()) {
    EXPECT_EQ(leaning.mean, 0);
    EXPECT_NEAR(leaning.se, 1, 1e-12);  // the prior's
    EXPECT_FALSE(leaning.is_sure());
  }
}

TEST(Preference, LearnsWhatMattersAndIsSurerWithMore) {
  const std::vector<Leaning> few = World(4).model().leanings();
  const std::vector<Leaning> many = World(40).model().leanings();
  EXPECT_EQ(many[0].quantity, "continents");
  EXPECT_GT(many[0].mean, 1);
  EXPECT_TRUE(many[0].is_sure());
  EXPECT_FALSE(many[1].is_sure());
  EXPECT_LT(many[0].se / many[0].mean, few[0].se / std::abs(few[0].mean));
  const Preference model = World(40).model();
  EXPECT_GT(model.liked(std::vector<double>{9, 0.5, 7}), 0.8);
  EXPECT_LT(model.liked(std::vector<double>{1, 0.5, 7}), 0.2);
}

// One quantity, one like: the mode solves w = z (1 - P), checked by hand for z = 1/sqrt(2) with b.
TEST(Preference, FindsTheModeOfThePosterior) {
  const Rows rows = {{0}, {1}};
  const std::vector<Judged> judged = {{{1}, true}};
  const Preference model({"size"}, rows, judged);
  const double z = 0.5 / std::sqrt(0.5);
  const double w = model.leanings()[0].mean;
  const double b = w / z * 4;  // the same slope, with a quarter of the precision
  EXPECT_NEAR(w, z * (1 - 1 / (1 + std::exp(-(w * z + b)))), 1e-9);
}

TEST(Preference, RefusesRowsThatDoNotFit) {
  const Rows rows = {{0, 1}, {1, 1}};
  EXPECT_THROW(Preference({"a"}, rows, {}), std::invalid_argument);
  EXPECT_THROW(Preference({"a", "b"}, std::span(rows).first(1), {}), std::invalid_argument);
  const std::vector<Judged> judged = {{{1}, true}};
  EXPECT_THROW(Preference({"a", "b"}, rows, judged), std::invalid_argument);
}

}  // namespace
}  // namespace evorisk::ga
