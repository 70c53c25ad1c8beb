// How long people take against the model, and codes of sheets.
#include "experiments/playtest/pace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/error.hpp"
#include "base/random.hpp"
#include "experiments/playtest/sheet.hpp"
#include "ga/operators/selection.hpp"

namespace evorisk::experiments {
namespace {

TEST(Pace, IntervalsCoverAlsoWhereTablesPlayOften) {
  int covered = 0;
  constexpr int repetitions = 400;
  for (std::uint64_t seed = 0; seed < repetitions; ++seed) {
    Random random({.seed = seed, .purpose = Purpose::test});
    std::vector<TimedMatch> matches;
    for (int table = 0; table < 6; ++table) {
      const double own = std::log(1.4) + 0.4 * ga::draw_normal(random);
      for (int m = 0; m <= table; ++m)
        matches.push_back({.on_paper = true,
                           .players = 3,
                           .table = std::to_string(table),
                           .minutes = 60 * std::exp(own + 0.1 * ga::draw_normal(random)),
                           .expected = 60});
    }
    const auto all = paces(matches);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].matches, 21u);
    EXPECT_EQ(all[0].tables, 6u);
    covered += all[0].factor->low < 1.4 && 1.4 < all[0].factor->high ? 1 : 0;
  }
  EXPECT_GT(covered, 0.92 * repetitions);
  EXPECT_LT(covered, 0.98 * repetitions);
}

TEST(Pace, OfWorkedOutMatches) {
  const auto match = [](bool on_paper, int players, const char* table, double minutes) {
    return TimedMatch{on_paper, players, table, minutes, 50};
  };
  const auto all =
      paces({match(true, 2, "a", 100), match(true, 2, "b", 100), match(true, 4, "c", 100),
             match(true, 4, "c", 100), match(false, 2, "d", 25)});
  ASSERT_EQ(all.size(), 5u);  // paper: all, 2, 4; screens: all, 2
  EXPECT_NEAR(all[0].factor->mean, 2, 1e-12);
  EXPECT_NEAR(all[0].factor->low, 2, 1e-12);
  EXPECT_EQ(all[1].players, 2);
  EXPECT_FALSE(all[1].factor) << "two tables tell no interval";
  EXPECT_EQ(correcting(all), &all[0]);
  EXPECT_EQ(correcting({all[3]}), nullptr);
  const metrics::TableSeconds twice = corrected({}, 2);
  EXPECT_EQ(twice.roll, 14);
  EXPECT_NEAR(metrics::minutes_of(40, 42, twice), 2 * metrics::minutes_of(40, 42), 1e-9);
  EXPECT_EQ(corrected({}, 1000).unpack, 3600);
}

TEST(Times, OfTurnsWithoutPauses) {
  std::vector<TurnTime> times;
  add_time(times, 1, 0, 2.04);
  add_time(times, 1, 0, 3);
  add_time(times, 2, 1, 180.1);  // a pause
  add_time(times, 2, 1, 180);
  add_time(times, 4, 1, 1);
  add_time(times, 3, 0, 5);
  add_time(times, 1, 0, 1);  // taken back
  EXPECT_THAT(times, testing::ElementsAre(TurnTime{1, 0, 6, 0}, TurnTime{2, 1, 180, 1},
                                          TurnTime{3, 0, 5, 0}, TurnTime{4, 1, 1, 0}));
}

TEST(Sheet, ACodeFindsEverySlip) {
  const risk::Variant variant = risk::load_variant("thesis-9");
  std::set<std::string> codes;
  for (int match = 1; match <= most_sheets_of_variant; ++match)
    codes.insert(sheet_code(variant, match));
  EXPECT_EQ(codes.size(), static_cast<std::size_t>(most_sheets_of_variant));
  EXPECT_NE(sheet_code(risk::load_variant("thesis-8"), 1).substr(0, 4),
            sheet_code(variant, 1).substr(0, 4));
  const std::string code = sheet_code(variant, 17);
  EXPECT_EQ(read_code(code), code);
  std::string small;
  for (const char c : code) {
    if (c != '-') small += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  EXPECT_EQ(read_code(" " + small), code);
  for (std::size_t i = 0; i < code.size(); ++i) {
    for (const char sign : code_signs) {
      std::string wrong = code;
      if (wrong[i] == '-' || wrong[i] == sign) continue;
      wrong[i] = sign;
      EXPECT_THROW(read_code(wrong), InputError) << wrong;
    }
    std::string signs = code;
    std::erase(signs, '-');
    if (i + 1 >= signs.size() || signs[i] == signs[i + 1]) continue;
    std::swap(signs[i], signs[i + 1]);
    EXPECT_THROW(read_code(signs), InputError) << signs;
  }
  for (const char* none : {"", "KX7Q-M2", "0000-00-0", "KX7Q-M2-PP"})
    EXPECT_THROW(read_code(none), InputError) << none;
}

}  // namespace
}  // namespace evorisk::experiments
