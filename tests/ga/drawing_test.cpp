// Boards of bred maps: whole, and mostly without faults.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/index.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/operators/mutation.hpp"
#include "ga/run/final.hpp"
#include "maps/generate/generator.hpp"
#include "maps/layout/arrange.hpp"
#include "maps/layout/board.hpp"
#include "maps/layout/shape.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::ga {
namespace {

// A generated map of 12 to 30 territories, crossed over with another one in every second case, with
// two mutations.
maps::Map bred(int number) {
  Random random(
      {.seed = 87, .purpose = Purpose::test, .match = static_cast<std::uint64_t>(number)});
  const int territories = 12 + random.index(19);
  const auto generated = [&] {
    return maps::generate_map({.territories = territories, .density = {}}, random);
  };
  const maps::Map first = generated();
  maps::MapData data = first.data();
  if (number % 2 == 0) {
    CrossoverTally tally;
    if (auto child = crossover_operator("planar").cross(first, generated(), random, tally))
      data = std::move(*child);
  }
  int made = 0;
  while (made < 2) {
    const MapMutation& mutation =
        map_mutations()[at(random.index(static_cast<int>(map_mutations().size())))];
    made += mutate(mutation, 10, data, random) == Mutated::made ? 1 : 0;
  }
  return maps::Map(std::move(data));
}

TEST(Drawing, OfBredMapsIsWholeAndMostlyWithoutFaults) {
  const int children = test::cases(80, 5);
  int faulty = 0;
  for (int number = 0; number < children; ++number) {
    SCOPED_TRACE(number);
    const maps::Map map = bred(number);
    const maps::Board board = maps::make_board(map);
    // Each border is a line or a route; areas touch only where there is a border.
    std::set<std::pair<int, int>> shown;
    for (const maps::BoardLine& line : board.land.lines) {
      if (line.is_coast()) continue;
      EXPECT_TRUE(map.adjacent(line.left, line.right)) << line.left << " " << line.right;
      shown.insert(std::minmax(line.left, line.right));
    }
    for (const maps::BoardRoute& route : board.land.routes)
      shown.insert(std::minmax(route.a, route.b));
    EXPECT_EQ(shown.size(), map.borders().size());
    const maps::BoardShape shape = maps::measure_shape(board.map, board.land, board.labels);
    faulty += shape.area_ratio > 6 || shape.least_width < 0.35 || shape.labels_inside < 1 ||
                      shape.routes_along_coasts + shape.routes_over_land + shape.route_crossings > 0
                  ? 1
                  : 0;
  }
  // Continents in several parts are the maps' own. Sanitizers try too few maps for a share.
  if (!test::sanitized) {
    EXPECT_LE(faulty, 3 * children / 10) << faulty << " of " << children;
  }
}

TEST(Drawing, PlacesAreArrangedWhereNothingAsksForThem) {
  const maps::Map map = bred(1);
  Config config;
  config.search_space.generated.emplace();
  const maps::Map best = arranged_for(map, config);
  EXPECT_EQ(best, maps::arranged(map));
  EXPECT_NE(best, map);
  // What an objective asks of the drawing was bred, and stays; as what was given.
  Config bound = config;
  bound.objective.constraints = {{"longest_neck", {}, 0.5}};
  EXPECT_EQ(arranged_for(map, bound), map);
  bound.objective.constraints = {{"territories", 5, {}}};
  EXPECT_EQ(arranged_for(map, bound), best);
  Config weighed = config;
  weighed.objective.quantities = {{"sea_routes"}};
  EXPECT_EQ(arranged_for(map, weighed), map);
  config.search_space.generated.reset();
  EXPECT_EQ(arranged_for(map, config), map);
}

}  // namespace
}  // namespace evorisk::ga
