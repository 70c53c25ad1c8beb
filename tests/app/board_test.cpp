// Boards: one geometry for all pictures, and what the map editor does to it.
#include "maps/layout/board.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/print/board.hpp"
#include "app/view/draw_map.hpp"
#include "base/error.hpp"
#include "base/random.hpp"
#include "maps/generate/generator.hpp"
#include "maps/io.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::maps {
namespace {

Map some_map(int number) {
  Random random(
      {.seed = 99, .purpose = Purpose::test, .match = static_cast<std::uint64_t>(number)});
  const int territories = 4 + static_cast<int>(random.below(24));
  return generate_map({territories, 1 + territories / 6, random.unit()}, random);
}

std::set<int> neighbours(const MapData& data, int t) {
  std::set<int> result;
  for (const Border& border : data.borders) {
    if (border.a == t) result.insert(border.b);
    if (border.b == t) result.insert(border.a);
  }
  return result;
}

TEST(Board, IsAFunctionOfTheMapAndNamesEverything) {
  const Map map = some_map(1);
  const Board board = make_board(map);
  EXPECT_EQ(board.land.areas, make_board(map).land.areas);
  EXPECT_EQ(board.labels.badges.size(), static_cast<std::size_t>(map.continent_count()));
  for (const AreaLabel& label : board.labels.areas) EXPECT_FALSE(label.lines.empty());
  EXPECT_EQ(make_board(board.map).land.areas, board.land.areas);
}

// Paper and screen: all names and discs are at the same places, but for the size of the sheet.
TEST(Board, OfPaperIsThatOfTheScreen) {
  for (const char* name : {"thesis-9", "risk"}) {
    const Board board = make_board(*library_map(name));
    const risk::Variant variant(name, {}, std::make_shared<const Map>(board.map));
    const app::KitOptions options;
    const app::kit::Board paper(variant, options, app::kit::plan_sheets(options, 20));
    const auto& there = paper.labels();
    const auto& here = board.labels.areas;
    ASSERT_EQ(there.size(), here.size());
    const double across = (there[1].spot.centre.x - there[0].spot.centre.x) /
                          (here[1].spot.centre.x - here[0].spot.centre.x);
    const double down = (there[1].spot.centre.y - there[0].spot.centre.y) /
                        (here[1].spot.centre.y - here[0].spot.centre.y);
    EXPECT_LT(std::max(across, down) / std::min(across, down), 1.1501);
    for (std::size_t t = 0; t < here.size(); ++t) {
      EXPECT_EQ(there[t].lines, here[t].lines);
      EXPECT_NEAR(there[t].spot.centre.x - there[0].spot.centre.x,
                  across * (here[t].spot.centre.x - here[0].spot.centre.x), 1e-6);
      EXPECT_NEAR(there[t].spot.centre.y - there[0].spot.centre.y,
                  down * (here[t].spot.centre.y - here[0].spot.centre.y), 1e-6);
      EXPECT_LE(there[t].spot.centre.x + there[t].spot.radius, paper.width());
    }
  }
}

TEST(Board, FitsIntoASheetWithoutOverlaps) {
  Board board = make_board(*library_map("risk"));
  const double before = board.labels.areas[0].spot.radius;
  const double factor = fit_board(board, 300, 120);
  EXPECT_DOUBLE_EQ(board.labels.areas[0].spot.radius, factor * before);
  std::vector<Rectangle> boxes;
  for (const Badge& badge : board.labels.badges) boxes.push_back(badge.box);
  for (const AreaLabel& label : board.labels.areas) boxes.push_back(label.box);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    EXPECT_GE(boxes[i].x, 0);
    EXPECT_LE(boxes[i].y + boxes[i].height, 120);
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(
          boxes[i].x < boxes[j].x + boxes[j].width && boxes[j].x < boxes[i].x + boxes[i].width &&
          boxes[i].y < boxes[j].y + boxes[j].height && boxes[j].y < boxes[i].y + boxes[i].height);
    }
  }
}

// People know how these boards look.
TEST(Board, DrawsClassicBoardsByTheirOwnPlaces) {
  for (const char* name : {"risk", "war"}) {
    const Board board = make_board(*library_map(name));
    double off = 0;
    for (std::size_t t = 0; t < board.land.places.size(); ++t) {
      const Point own = *board.map.data().territories[t].position;
      const Point drawn = board.land.places[t];
      off = std::max({off, std::abs(drawn.x / board.land.width - own.x),
                      std::abs(drawn.y / board.land.height - own.y)});
    }
    EXPECT_LT(off, 0.2) << name;
  }
}

TEST(Board, PutsSeamsWhereTheyCutFewNamesAndDiscs) {
  const double width = 534;
  const double height = 320;
  const auto cut = [](const Board& board) {
    const std::vector<Rectangle> marks = marks_of(board.labels);
    return std::ranges::count_if(marks, [](const Rectangle& mark) {
      return (mark.x < 267 && mark.x + mark.width > 267) ||
             (mark.y < 180 && mark.y + mark.height > 180);
    });
  };
  std::ptrdiff_t before = 0;
  std::ptrdiff_t after = 0;
  for (const char* name :
       {"risk", "war", "thesis-1", "thesis-2", "thesis-3", "thesis-4", "thesis-5", "thesis-war"}) {
    const Board board = make_board(*library_map(name));
    Board middle = board;
    fit_board(middle, width, height);
    Board aside = board;
    fit_board(aside, width, height, {{267}, {180}});
    EXPECT_LE(cut(aside), cut(middle)) << name;
    before += cut(middle);
    after += cut(aside);
    for (const BoardLine& line : aside.land.lines) {
      for (const Point p : line.points)
        EXPECT_TRUE(p.x > 0 && p.x < width && p.y > 0 && p.y < height);
    }
    for (const Rectangle& mark : marks_of(aside.labels))
      EXPECT_TRUE(mark.x > 0 && mark.x + mark.width < width && mark.y + mark.height < height);
  }
  EXPECT_LT(after, 0.75 * static_cast<double>(before)) << after << " of " << before;
}

TEST(Board, SplitsATerritoryAlongALine) {
  for (int number = 0; number < test::cases(10); ++number) {
    SCOPED_TRACE(number);
    const Board board = make_board(some_map(number));
    const int t = number % board.map.territory_count();
    const Point seat = board.land.seats[static_cast<std::size_t>(t)];
    const int added = board.map.territory_count();
    const Map split =
        split_territory(board, t, {seat.x, 0}, {seat.x + 0.01 * number, board.land.height});
    ASSERT_EQ(split.territory_count(), added + 1);
    EXPECT_EQ(split.continent_of(added), board.map.continent_of(t));
    const std::set<int> before = neighbours(board.map.data(), t);
    std::set<int> after = neighbours(split.data(), t);
    const std::set<int> second = neighbours(split.data(), added);
    EXPECT_TRUE(after.contains(added));
    after.insert(second.begin(), second.end());
    after.erase(t);
    after.erase(added);
    EXPECT_EQ(after, before);
    for (int u = 0; u < added; ++u) {
      if (u == t || before.contains(u)) continue;
      EXPECT_EQ(neighbours(split.data(), u), neighbours(board.map.data(), u));
    }
    EXPECT_THROW(split_territory(board, t, {0, 0}, {0, board.land.height}), InputError);
  }
}

}  // namespace
}  // namespace evorisk::maps
