// Features of boards, and where a board lies among those that people designed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "maps/io.hpp"
#include "maps/likeness/human.hpp"
#include "maps/likeness/profile.hpp"
#include "tests/maps/map_families.hpp"

namespace evorisk::maps {
namespace {

void expect_features(const Features& features,
                     const std::vector<std::pair<std::string_view, double>>& expected) {
  for (const auto& [name, value] : expected) {
    const auto all = all_features();
    const auto info = std::ranges::find(all, name, &FeatureInfo::name);
    ASSERT_NE(info, all.end()) << name;
    EXPECT_NEAR(features[static_cast<std::size_t>(info - all.begin())], value, 1e-5) << name;
  }
}

// A triangle 0 1 2 with a tail 3 4; continents {0 1 2} and {3, 4}.
Map kite() {
  MapData data;
  data.territories.resize(5);
  data.borders = {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}};
  data.continents = {{"", 3, {0, 1, 2}}, {"", 1, {3, 4}}};
  return Map(std::move(data));
}

TEST(Features, OfATriangleWithATail) {
  expect_features(features_of(kite()), {{"n", 5},
                                        {"mean_degree", 2},
                                        {"degree_sd", std::sqrt(0.4)},
                                        {"max_degree", 3},
                                        {"deg1_share", 0.2},
                                        {"continents", 2},
                                        {"largest_share", 0.6},
                                        {"smallest_share", 0.4},
                                        {"mean_continent_size", 2.5},
                                        {"size_gini", 0.1},
                                        {"pieces_mean", 1},
                                        {"split_share", 0},
                                        {"cross_share", 0.2},
                                        {"door_share", 0.4},
                                        {"entries_per_continent", 1},
                                        {"doors_per_continent", 1},
                                        {"bonus_per_territory", 0.8},
                                        {"corr_bonus_size", 1},
                                        {"diameter", 3},
                                        {"mean_path", 1.7},
                                        {"path_over_sqrt_n", 1.7 / std::sqrt(5)},
                                        {"clustering", (1 + 1 + 1.0 / 3) / 5},
                                        {"articulation_share", 0.4},
                                        {"bridge_share", 0.4},
                                        {"planar", 1}});
  EXPECT_TRUE(std::isnan(feature(features_of(kite()), Feature::corr_bonus_doors)));  // 1 and 1
}

TEST(Features, OfSplitContinentsAndOfGraphsWithKnownSpectra) {
  MapData data;
  data.territories.resize(4);
  data.borders = test::path(4);
  data.continents = {{"", 1, {0, 2}}, {"", 1, {1, 3}}};
  expect_features(features_of(Map(data)), {{"pieces_mean", 2},
                                           {"split_share", 1},
                                           {"cross_share", 1},
                                           {"bridge_share", 1},
                                           {"articulation_share", 0.5},
                                           {"lambda2", 2 - std::sqrt(2)}});
  Random random({.purpose = Purpose::test});
  expect_features(features_of(test::make_map(5, test::complete(5), 2, random)),
                  {{"lambda2", 5}, {"lambda2_n", 25}, {"planar", 0}, {"clustering", 1}});
  expect_features(features_of(test::make_map(7, test::star(7), 2, random)),
                  {{"lambda2", 1}, {"clustering", 0}, {"bridge_share", 1}, {"max_degree", 6}});
}

// The figures of an independent program.
TEST(Features, OfRisk) {
  expect_features(features_of(*library_map("risk")), {{"n", 42},
                                                      {"mean_degree", 3.95238},
                                                      {"degree_sd", 1.21405},
                                                      {"max_degree", 6},
                                                      {"deg1_share", 0},
                                                      {"largest_share", 0.28571},
                                                      {"size_gini", 0.22222},
                                                      {"cross_share", 0.16867},
                                                      {"door_share", 0.42857},
                                                      {"entries_per_continent", 4.66667},
                                                      {"doors_per_continent", 3},
                                                      {"bonus_per_territory", 0.57143},
                                                      {"corr_bonus_size", 0.96825},
                                                      {"corr_bonus_doors", 0.91924},
                                                      {"diameter", 10},
                                                      {"mean_path", 4.09175},
                                                      {"clustering", 0.51587},
                                                      {"articulation_share", 0.04762},
                                                      {"bridge_share", 0.01205},
                                                      {"planar", 1},
                                                      {"lambda2", 0.11432},
                                                      {"lambda2_n", 4.80133}});
}

TEST(Features, QuickOnesAreTheSame) {
  Random random({.purpose = Purpose::test});
  for (int i = 0; i < 50; ++i) {
    const Map map = test::random_map(40, random);
    const Features all = features_of(map);
    const Features quick = features_of(map, Wanted::quick);
    for (std::size_t f = 0; f < feature_count; ++f) {
      if (static_cast<Feature>(f) >= Feature::planar) {
        EXPECT_TRUE(std::isnan(quick[f]));
      } else {
        EXPECT_TRUE(quick[f] == all[f] || (std::isnan(quick[f]) && std::isnan(all[f])));
      }
    }
    EXPECT_EQ(human_distance(quick), human_distance(all));
    EXPECT_EQ(human_bounds_broken(quick), human_bounds_broken(all));
    EXPECT_TRUE(std::isfinite(human_distance(all)));
  }
}

TEST(HumanBoards, KeepTheirBoundsAsTheirSourceSays) {
  const auto boards = human_boards();
  ASSERT_EQ(boards.size(), 84);
  int at_most_two = 0;
  for (const Features& board : boards) {
    at_most_two += human_bounds_broken(board) <= 2 ? 1 : 0;
    EXPECT_LE(feature(board, Feature::smallest_share), feature(board, Feature::largest_share));
  }
  // 92 % of all 167 boards; these are half of them.
  EXPECT_NEAR(at_most_two / 84.0, 0.92, 0.06);
  for (const HumanBound& bound : human_bounds()) {
    const auto broken =
        std::ranges::count_if(boards, [&](const Features& board) { return bound.broken(board); });
    EXPECT_LE(static_cast<double>(broken) / 84, 0.17) << bound.name;
  }
}

TEST(HumanBoards, PlacesAtTheEnds) {
  Features features = human_boards()[40];
  const auto place = [&](Feature of) {
    return human_likeness(features).places[static_cast<std::size_t>(of)];
  };
  features[static_cast<std::size_t>(Feature::largest_share)] = 2;
  EXPECT_EQ(place(Feature::largest_share).below, 1);
  EXPECT_EQ(place(Feature::largest_share).above, 0);
  EXPECT_EQ(unusual(place(Feature::largest_share), Feature::largest_share), 1);
  EXPECT_GT(place(Feature::largest_share).error, 0.01);
  features[static_cast<std::size_t>(Feature::mean_degree)] = 0;
  EXPECT_EQ(place(Feature::mean_degree).above, 1);
  EXPECT_EQ(unusual(place(Feature::mean_degree), Feature::mean_degree), -1);
  // Most boards have one part per continent, so that is neither large nor small.
  features[static_cast<std::size_t>(Feature::pieces_mean)] = 1;
  EXPECT_EQ(place(Feature::pieces_mean).below, 0);
  EXPECT_LT(place(Feature::pieces_mean).above, 0.5);
  EXPECT_EQ(unusual(place(Feature::n), Feature::n), 0);
}

TEST(HumanBoards, DistanceGrowsBeyondTheUsualRangeOnly) {
  Features features = human_boards()[40];
  const HumanLikeness likeness = human_likeness(features);
  EXPECT_GT(likeness.boards, 20);
  EXPECT_LT(likeness.boards, 40);
  for (std::size_t f = 1; f < feature_count; ++f) {
    const FeaturePlace& place = likeness.places[f];
    features[f] = (place.low + place.high) / 2;
  }
  EXPECT_EQ(human_distance(features), 0);
  const auto share = static_cast<std::size_t>(Feature::largest_share);
  double before = 0;
  for (const double beyond : {0.1, 0.2, 0.4, 0.8}) {
    features[share] = likeness.places[share].high + beyond;
    const double distance = human_distance(features);
    EXPECT_GT(distance, before);
    before = distance;
  }
}

TEST(HumanBoards, UnitIsTheMeanOfTheBoards) {
  // Judged also by themselves they are somewhat nearer than by the others alone.
  double sum = 0;
  for (const Features& board : human_boards()) sum += human_distance(board);
  EXPECT_LT(sum / 84, 1);
  EXPECT_GT(sum / 84, 0.6);
  EXPECT_EQ(human_bounds_broken(features_of(*library_map("risk"))), 0);
  EXPECT_LT(human_distance(features_of(*library_map("risk"))), 0.3);
  EXPECT_GT(human_distance(features_of(*library_map("star-6"))), 2);
}

std::vector<Features> profile_boards() {
  std::vector<Features> boards;
  for (const Features& board : human_boards()) {
    if (feature(board, Feature::n) <= 70) boards.push_back(board);
  }
  return boards;
}

TEST(Profiles, ABoardIsAtItsOwnAndPeoplesAreFarFromEachOthers) {
  const std::vector<Features> boards = profile_boards();
  ASSERT_EQ(boards.size(), 54);
  double sum = 0;
  for (const Features& board : boards) {
    const Profile own(board);
    const bool undefined = std::isnan(feature(board, Feature::corr_bonus_size)) ||
                           std::isnan(feature(board, Feature::corr_bonus_doors));
    // The one deviation that an undefined correlation counts as.
    EXPECT_LT(own.distance(board), undefined ? 0.5 : 1e-9);
    EXPECT_NEAR(own.value(Feature::mean_degree, static_cast<int>(feature(board, Feature::n))),
                feature(board, Feature::mean_degree), 1e-9);
    for (const Features& other : boards) sum += own.distance(other) / 54 / 53;
  }
  EXPECT_NEAR(sum, 1, 0.05);
}

TEST(Profiles, TheDistanceGrowsInProportionAndWhatGoesTogetherIsNear) {
  const std::vector<Features> boards = profile_boards();
  const Features board = *std::ranges::find_if(
      boards, [](const Features& one) { return feature(one, Feature::n) == 42; });
  const Profile own(board);
  const auto away = [&](double degree, double path) {
    Features moved = board;
    moved[static_cast<std::size_t>(Feature::mean_degree)] += degree;
    moved[static_cast<std::size_t>(Feature::mean_path)] += path;
    return own.distance(moved);
  };
  EXPECT_GT(away(0.5, 0), 0.1);
  EXPECT_NEAR(away(1, -1), 2 * away(0.5, -0.5), 1e-9);
  EXPECT_NEAR(away(-0.5, 0.5), away(0.5, -0.5), 1e-9);
  // People's boards with more borders have shorter ways.
  EXPECT_LT(away(0.5, -0.5), away(0.5, 0.5));
}

TEST(Profiles, MoreOfAFeatureIsAskedForInDeviations) {
  for (const Features& board : profile_boards()) {
    const int size = static_cast<int>(feature(board, Feature::n));
    Profile asked(board);
    const double before = asked.distance(board);
    asked.ask_more(Feature::mean_degree, 0.5);
    EXPECT_GT(asked.distance(board), before + 0.02);
    // Of the 54 boards' mean degrees the deviation from the line is 0.75.
    EXPECT_NEAR(asked.value(Feature::mean_degree, size),
                feature(board, Feature::mean_degree) + 0.377, 0.05);
    asked.ask_more(Feature::mean_degree, -0.5);
    EXPECT_NEAR(asked.distance(board), before, 1e-9);
  }
}

TEST(Profiles, ADistanceBeyondTheLimitIsBoundedFromBelow) {
  const std::vector<Features> boards = profile_boards();
  Random random({.purpose = Purpose::test});
  int cut_short = 0;
  for (int i = 0; i < 200; ++i) {
    const Map map = test::random_map(40, random);
    const Profile profile(random.pick(boards));
    const double distance = profile.distance(features_of(map));
    EXPECT_EQ(profile.distance(map, std::numeric_limits<double>::infinity()), distance);
    const double limit = distance * (0.5 + random.unit());
    const double found = profile.distance(map, limit);
    EXPECT_EQ(found < limit, distance < limit);
    EXPECT_LE(found, distance * (1 + 1e-12));
    EXPECT_TRUE(found == distance || distance >= limit);
    cut_short += found < distance ? 1 : 0;
  }
  EXPECT_GT(cut_short, 0);
}

TEST(Profiles, AreThoseOfBoardsOfLikeSizeDrawnWithTheStream) {
  const std::vector<Features> boards = profile_boards();
  for (const int territories : {2, 16, 30, 70, 500}) {
    Random random(
        {.purpose = Purpose::test, .individual = static_cast<std::uint32_t>(territories)});
    Random same = random;
    const double size = std::clamp(territories, 16, 70);
    std::vector<double> sizes;
    for (int i = 0; i < 100; ++i) {
      const Profile profile(territories, random);
      const Profile again(territories, same);
      const auto of = std::ranges::min_element(
          boards, {}, [&](const Features& board) { return profile.distance(board); });
      EXPECT_EQ(profile.distance(*of), again.distance(*of));
      sizes.push_back(feature(*of, Feature::n));
      EXPECT_GT(sizes.back(), size / 2);
      EXPECT_LT(sizes.back(), size * 2);
    }
    EXPECT_NE(std::ranges::min(sizes), std::ranges::max(sizes));
  }
}

}  // namespace
}  // namespace evorisk::maps
