// What is said of a map's drawing: by hand on drawn cells, and as properties of whole drawings.
#include "maps/layout/shape.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "maps/generate/generator.hpp"
#include "maps/io.hpp"
#include "maps/layout/board.hpp"
#include "maps/layout/sprawl.hpp"
#include "tests/support/cells.hpp"

namespace evorisk::maps {
namespace {

Map chain(int territories) {
  MapData data;
  data.territories.resize(static_cast<std::size_t>(territories));
  for (int t = 1; t < territories; ++t) data.borders.push_back({t - 1, t});
  data.continents = {{"", 1, {}}};
  for (int t = 0; t < territories; ++t) data.continents[0].territories.push_back(t);
  return Map(std::move(data));
}

Land drawn(const std::vector<std::string>& rows) {
  Land land;
  land.cells = evorisk::test::cells_of(rows);
  land.width = land.cells.columns;
  land.height = land.cells.rows;
  land.lines = lines_between(land.cells);
  land.areas = outlines(land.lines, std::ranges::max(land.cells.owner) + 1);
  return land;
}

BoardLabels labels_of(std::vector<bool> inside) {
  BoardLabels labels;
  for (const bool holds : inside) labels.areas.emplace_back().inside = holds;
  return labels;
}

TEST(Shape, NamesTheNarrowestAndTheWorstTerritory) {
  // A block, and a strip three cells wide and as long as the land.
  std::vector<std::string> rows(9, "000000000..111");
  const Land land = drawn(rows);
  const BoardShape shape = measure_shape(chain(2), land, labels_of({true, true}));
  const double spacing = std::sqrt(9 * 14 / 2.0);
  EXPECT_NEAR(shape.least_room, 1.5 / spacing, 1e-6);
  const auto each = windings(land.cells, 2, spacing);
  EXPECT_EQ(each[0], 0);
  EXPECT_EQ(shape.most_winding, each[1]);
  EXPECT_EQ(shape.most_winding, std::max(each[0], each[1]));
}

TEST(Shape, OfCellsByHand) {
  Land land = drawn({"0000..11", "0000..11", "0000....", "0000....", "........", "22222222",
                     "........", "........"});
  // By sea to 1, past the coast of 0 and through 2.
  land.routes = {{0, 1, {{3.5, 0.5}, {4.5, 0.5}, {5.5, 0.5}, {6.5, 0.5}}, false},
                 {1, 2, {{6.5, 1.5}, {6.5, 3.5}, {6.5, 5.5}}, false}};
  MapData data;
  data.territories.resize(3);
  data.borders = {{0, 1}, {1, 2}};
  data.continents = {{"", 1, {0, 1}}, {"", 1, {2}}};
  const BoardShape shape = measure_shape(Map(data), land, labels_of({true, false, true}));
  EXPECT_EQ(shape.area_ratio, 4);  // 16 : 4
  EXPECT_EQ(shape.routes, 2);
  const double spacing = std::sqrt(64.0 / 3);
  EXPECT_DOUBLE_EQ(shape.longest_route, 4 / spacing);
  EXPECT_EQ(shape.routes_over_land, 0);
  EXPECT_EQ(shape.route_crossings, 0);
  EXPECT_DOUBLE_EQ(shape.labels_inside, 2.0 / 3);
  EXPECT_EQ(shape.split_continents, 1);
  EXPECT_NEAR(shape.farthest_part * spacing, 2, 1.2);  // outlines of few cells are round
  // The strip of 1 : 8 is as wide as a cell.
  EXPECT_NEAR(shape.least_width, 0.5 / std::sqrt(8 / 3.14159265), 1e-6);

  land.routes.push_back({0, 1, {{2.5, 5.5}, {4.5, 5.5}, {6.5, 5.5}}, false});
  land.routes.push_back({0, 1, {{4.5, 0}, {4.5, 1}}, false});
  const BoardShape worse = measure_shape(Map(data), land, labels_of({true, true, true}));
  EXPECT_EQ(worse.routes_over_land, 1);
  EXPECT_EQ(worse.route_crossings, 1);
}

// A spacing is 17 cells here, so what is narrower than 5 is a neck.
TEST(Shape, OfNecks) {
  const auto neck = [](std::vector<std::string> rows) {
    const Land land = drawn(rows);
    const double spacing = std::sqrt(land.width * land.height / 2);
    return measure_shape(chain(2), land, labels_of({true, true})).longest_neck * spacing;
  };
  std::vector<std::string> square(24, "000000000000111111111111");
  const double corners = neck(square);
  EXPECT_LT(corners, 2);  // steps from the circle that fits into a corner
  std::vector<std::string> arm(24, "000000000000............");
  for (std::size_t r = 16; r < 24; ++r) arm[r] = "000000000000....11111111";
  arm[3] = "00000000000000000000....";
  EXPECT_NEAR(neck(arm) - corners, 8, 2);  // as long as it reaches
  arm[3] = "000000000000000.........";
  EXPECT_NEAR(neck(arm) - corners, 3, 2);
  // Between two wider parts it counts by half.
  std::vector<std::string> bridge(24, "0000000..........0000000");
  bridge[12] = "000000000000000000000000";
  for (std::size_t r = 0; r < 4; ++r) bridge[r] = "0000000.11111111.0000000";
  EXPECT_NEAR(neck(bridge) - corners, 5, 2);
}

TEST(Shape, OfRoutesAlongCoasts) {
  Land land = drawn({"0......1", "22222222", "22222222", "22222222"});
  land.routes = {{0, 1, {{0.5, 0.5}, {1.5, 0.5}, {3.5, 0.5}, {5.5, 0.5}, {7.5, 0.5}}, false}};
  EXPECT_EQ(measure_shape(chain(3), land, labels_of({true, true, true})).routes_along_coasts, 1);
}

TEST(Shape, OfDrawingsFitsTheirGraphs) {
  for (std::uint64_t number = 0; number < 5; ++number) {
    Random random({.seed = 29, .purpose = Purpose::test, .match = number});
    const int territories = 6 + 4 * static_cast<int>(number);
    const Map map = generate_map({.territories = territories,
                                  .continents = 2 + territories / 8,
                                  .density = random.unit(),
                                  .style = {}},
                                 random);
    const Land land = make_board(map).land;
    const BoardShape shape = board_shape(map);
    EXPECT_EQ(shape, board_shape(map));
    EXPECT_EQ(shape.routes, std::ssize(land.routes));
    EXPECT_GE(shape.area_ratio, 1);
    EXPECT_GT(shape.least_width, 0);
    EXPECT_LE(shape.least_width, 1);
    // Every border is a common line or a route, and there are no other lines.
    std::set<std::pair<int, int>> shown;
    for (const BoardLine& line : land.lines) {
      if (!line.is_coast()) shown.insert(std::minmax(line.left, line.right));
    }
    for (const auto& [a, b] : shown) EXPECT_TRUE(map.adjacent(a, b)) << a << " " << b;
    for (const BoardRoute& route : land.routes) shown.insert(std::minmax(route.a, route.b));
    EXPECT_EQ(shown.size(), map.borders().size());
  }
}

TEST(Shape, IsTheSameAtAnyNumberOfThreads) {
  std::vector<Map> maps;
  for (int n = 4; n < 8; ++n) maps.push_back(chain(n));
  std::vector<BoardShape> alone(maps.size());
  for (const int threads : {1, 2, 4}) {
    std::vector<BoardShape> shapes(3 * maps.size());
    parallel_for_dynamic(std::ssize(shapes), threads, [&](std::int64_t i) {
      const auto place = static_cast<std::size_t>(i);
      shapes[place] = board_shape(maps[place % maps.size()]);
    });
    if (threads == 1) std::copy_n(shapes.begin(), maps.size(), alone.begin());
    for (std::size_t i = 0; i < shapes.size(); ++i) EXPECT_EQ(shapes[i], alone[i % maps.size()]);
  }
}

TEST(Shape, OfTheClassicBoard) {
  const BoardShape shape = board_shape(*library_map("risk"));
  EXPECT_LT(shape.area_ratio, 6);
  EXPECT_GT(shape.least_width, 0.4);
  EXPECT_EQ(shape.labels_inside, 1);
  EXPECT_EQ(shape.split_continents, 0);
  EXPECT_EQ(shape.routes_over_land, 0);
}

}  // namespace
}  // namespace evorisk::maps
