// Boards whose places are given, what a moved territory does to them, and islands.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "maps/generate/generator.hpp"
#include "maps/io.hpp"
#include "maps/layout/board.hpp"
#include "maps/layout/vector.hpp"
#include "maps/planar/planarity.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::maps {
namespace {

Map board_map(int number, const std::string& style = {}) {
  Random random(
      {.seed = 83, .purpose = Purpose::test, .match = static_cast<std::uint64_t>(number)});
  return generate_map({.territories = 6 + random.index(20), .density = {}, .style = style}, random);
}

// As operators change maps: borders come and go, and places are those of another map.
Map changed(const Map& map, int number) {
  Random random(
      {.seed = 84, .purpose = Purpose::test, .match = static_cast<std::uint64_t>(number)});
  MapData data = map.data();
  for (int i = 0; i < 6; ++i) {
    MapData next = data;
    const int a = random.index(map.territory_count());
    const int b = random.index(map.territory_count());
    const Border border{std::min(a, b), std::max(a, b)};
    if (a == b) continue;
    if (std::erase(next.borders, border) == 0) next.borders.push_back(border);
    if (!broken_invariant(next) && is_planar(map.territory_count(), next.borders))
      data = std::move(next);
  }
  for (Territory& territory : data.territories) {
    if (random.chance(0.1)) territory.position.reset();
    if (random.chance(0.1)) territory.position = Point{random.unit(), random.unit()};
  }
  return Map(std::move(data));
}

int different_cells(const Board& a, const Board& b) {
  int count = 0;
  for (std::size_t i = 0; i < a.land.cells.owner.size(); ++i)
    count += a.land.cells.owner[i] != b.land.cells.owner[i] ? 1 : 0;
  return count;
}

std::set<std::pair<int, int>> routes_of(const Land& land) {
  std::set<std::pair<int, int>> routes;
  for (const BoardRoute& route : land.routes) routes.insert({route.a, route.b});
  return routes;
}

// Each territory in one piece of its own; each border a line or a route, and no other lines.
void expect_whole(const Board& board) {
  std::set<std::pair<int, int>> shown;
  for (const BoardLine& line : board.land.lines) {
    if (line.is_coast()) continue;
    EXPECT_TRUE(board.map.adjacent(line.left, line.right)) << line.left << " " << line.right;
    shown.insert(std::minmax(line.left, line.right));
  }
  shown.merge(routes_of(board.land));
  EXPECT_EQ(shown.size(), board.map.borders().size());
  for (int t = 0; t < board.map.territory_count(); ++t) {
    EXPECT_FALSE(board.land.areas[at(t)].empty()) << t;
    const auto [column, row] = board.land.cells.cell_at(board.land.seats[at(t)]);
    EXPECT_EQ(board.land.cells.at(column, row), t);
    const AreaLabel& label = board.labels.areas[at(t)];
    if (!label.inside) continue;
    for (const Point p :
         {Point{label.box.x, label.box.y}, Point{label.box.x + label.box.width, label.box.y},
          Point{label.box.x, label.box.y + label.box.height}, label.spot.centre}) {
      const auto [c, r] = board.land.cells.cell_at(p);
      EXPECT_EQ(board.land.cells.at(c, r), t);
    }
  }
}

TEST(PlacedBoards, AreDrawnAsTheyAre) {
  for (int number = 0; number < evorisk::test::cases(12); ++number) {
    SCOPED_TRACE(number);
    const Board board = make_board(board_map(number));
    const MapData data = placed_as_drawn(board);
    const Board again = make_board(Map(data));
    EXPECT_LE(different_cells(board, again), 4);
    EXPECT_EQ(again.map.data(), data);
    EXPECT_EQ(placed_as_drawn(again), data);
    EXPECT_EQ(routes_of(again.land), routes_of(board.land));
  }
}

// A line across a territory makes two of it, whose places are on the board as all others' are.
// A board that is drawn afresh, because its own places leave little room, is not upside down.
TEST(Boards, NorthStaysNorth) {
  for (const char* name : {"war", "thesis-war", "risk"}) {
    const Board board = make_board(*library_map(name));
    double across = 0;
    double down = 0;
    for (std::size_t t = 0; t < board.land.seats.size(); ++t) {
      const Point place = *board.map.data().territories[t].position;
      across += (place.x - 0.5) * (board.land.seats[t].x / board.land.width - 0.5);
      down += (place.y - 0.5) * (board.land.seats[t].y / board.land.height - 0.5);
    }
    EXPECT_GT(across, 0) << name;
    EXPECT_GT(down, 0) << name;
  }
}

TEST(PlacedBoards, AreSplitOnTheBoard) {
  for (int number = 0; number < evorisk::test::cases(30); ++number) {
    SCOPED_TRACE(number);
    const Board board = make_board(Map(placed_as_drawn(make_board(board_map(200 + number)))));
    const int cut = number % board.map.territory_count();
    const LandRaster& cells = board.land.cells;
    double middle = 0;
    double size = 0;
    for (int row = 0; row < cells.rows; ++row) {
      for (int column = 0; column < cells.columns; ++column) {
        if (cells.at(column, row) != cut) continue;
        middle += cells.centre(column, row).x;
        ++size;
      }
    }
    middle /= size;
    const Map split = split_territory(board, cut, {middle + 1, 0}, {middle, board.land.height});
    const Board again = make_board(split);
    for (const Territory& territory : placed_as_drawn(again).territories) {
      EXPECT_TRUE(territory.position->x >= 0 && territory.position->x <= 1)
          << territory.position->x;
      EXPECT_TRUE(territory.position->y >= 0 && territory.position->y <= 1)
          << territory.position->y;
    }
    expect_whole(again);
  }
}

// A territory goes where it was put, or not far from there; what is far away stays as it is.
TEST(PlacedBoards, GiveWayOnlyNearby) {
  int moves = 0;
  int exact = 0;
  for (int number = 0; number < evorisk::test::cases(16); ++number) {
    SCOPED_TRACE(number);
    const MapData data = placed_as_drawn(make_board(board_map(100 + number)));
    const Board board = make_board(Map(data));
    const double spacing =
        std::sqrt(board.land.width * board.land.height / board.map.territory_count());
    Random random(
        {.seed = 85, .purpose = Purpose::test, .match = static_cast<std::uint64_t>(number)});
    const int moved = random.index(board.map.territory_count());
    const Point from = board.land.seats[at(moved)];
    const auto put = [&](double place, double size) {
      return std::clamp(place + (2 * random.unit() - 1) * 0.8 * spacing, 0.1 * size, 0.9 * size);
    };
    const Point to{put(from.x, board.land.width), put(from.y, board.land.height)};
    MapData asked = data;
    asked.territories[at(moved)].position =
        Point{to.x / board.land.width, to.y / board.land.height};
    const MapData settled_map = settled(asked, moved);
    const Board after = make_board(Map(settled_map));
    expect_whole(after);
    for (const BoardRoute& route : after.land.routes) EXPECT_FALSE(route.over_land);
    const double off = distance(after.land.seats[at(moved)], to) / spacing;
    EXPECT_LT(off, 1.5);
    ++moves;
    if (off < 0.01) ++exact;
    for (int t = 0; t < board.map.territory_count(); ++t) {
      if (t == moved || distance(board.land.seats[at(t)], to) < 3.5 * spacing) continue;
      EXPECT_EQ(settled_map.territories[at(t)], data.territories[at(t)]);
    }
    for (int row = 0; row < board.land.cells.rows; ++row) {
      for (int column = 0; column < board.land.cells.columns; ++column) {
        const Point p = board.land.cells.centre(column, row);
        if (std::min(distance(p, from), distance(p, to)) < 5 * spacing) continue;
        EXPECT_EQ(after.land.cells.at(column, row), board.land.cells.at(column, row));
      }
    }
  }
  EXPECT_GE(exact, moves / 2);
}

TEST(PlacedBoards, AreReadAndWritten) {
  MapData data = placed_as_drawn(make_board(board_map(3, "archipelago")));
  ASSERT_TRUE(data.placed);
  ASSERT_TRUE(data.continents[0].island);
  EXPECT_EQ(read_map(map_text(Map(data)), "text").map.data(), data);
}

TEST(Islands, HaveSeaAroundThemAndRoutesAcross) {
  for (int number = 0; number < evorisk::test::cases(12); ++number) {
    SCOPED_TRACE(number);
    const Board board = make_board(board_map(number, "archipelago"));
    expect_whole(board);
    const std::vector<int> land = lands_of(board.map);
    const auto routes = routes_of(board.land);
    for (const Border& border : board.map.borders()) {
      if (land[at(border.a)] == land[at(border.b)]) continue;
      EXPECT_TRUE(routes.contains({border.a, border.b})) << border.a << " " << border.b;
    }
    for (const BoardLine& line : board.land.lines) {
      if (line.is_coast()) continue;
      EXPECT_EQ(land[at(line.left)], land[at(line.right)]);
    }
  }
}

TEST(Islands, AreMarkedOrHangByOneBorder) {
  MapData data;
  data.territories.resize(6);
  data.borders = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}, {4, 5}, {3, 5}};
  data.continents = {{"", 1, {0, 1}}, {"", 1, {2, 3}}, {"", 1, {4, 5}}};
  EXPECT_EQ(lands_of(Map(data)), (std::vector<int>(6, 0)));
  data.continents[1].island = true;
  EXPECT_EQ(lands_of(Map(data)), (std::vector<int>{0, 0, 2, 2, 0, 0}));
  data.continents[1].island = false;
  std::erase(data.borders, Border{0, 4});
  EXPECT_EQ(lands_of(Map(data)), (std::vector<int>{1, 1, 0, 0, 0, 0}));
}

TEST(Boards, OfChangedMapsAreWhole) {
  for (int number = 0; number < evorisk::test::cases(40); ++number) {
    SCOPED_TRACE(number);
    const Map map = changed(board_map(200 + number), number);
    const Board board = make_board(map);
    expect_whole(board);
    EXPECT_EQ(make_board(map).land.cells.owner, board.land.cells.owner);
  }
}

}  // namespace
}  // namespace evorisk::maps
