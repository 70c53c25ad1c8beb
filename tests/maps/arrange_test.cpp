// Where territories are put so that their board is drawn well.
#include "maps/layout/arrange.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "maps/generate/generator.hpp"
#include "maps/io.hpp"
#include "maps/layout/layout.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::maps {
namespace {

MapData without_places(const Map& map) {
  MapData data = map.data();
  for (Territory& territory : data.territories) territory.position.reset();
  return data;
}

// A ring of nine territories, on which three pairs hang: inside it, by these places, where they are
// cramped; outside they have room.
Map ring_with_pairs_inside() {
  MapData data;
  data.name = "Ring";
  constexpr int ring = 9;
  const auto add = [&](double angle, double away) {
    data.continents.front().territories.push_back(static_cast<int>(data.territories.size()));
    // In the steps of an arranged map, so that its own places are tried as they are.
    const auto at = [&](double side) { return std::round(1e4 * (0.5 + away * side)) / 1e4; };
    data.territories.push_back({"", Point{at(std::cos(angle)), at(std::sin(angle))}});
  };
  data.continents.push_back({"", 2, {}});
  for (int t = 0; t < ring; ++t) {
    add(2 * std::numbers::pi * t / ring, 0.45);
    data.borders.push_back(ordered_border(t, (t + 1) % ring));
  }
  for (int t = 0; t < ring; t += 3) {
    for (const double away : {0.25, 0.1}) {
      const auto next = static_cast<int>(data.territories.size());
      data.borders.push_back({away == 0.25 ? t : next - 1, next});
      add(2 * std::numbers::pi * t / ring, away);
    }
  }
  return Map(std::move(data));
}

TEST(Arranged, HasNoMoreFaultsAndIsTheSameGame) {
  double before = 0;
  double after = 0;
  constexpr int maps = evorisk::test::cases(12, 4);
  for (int i = 0; i < maps; ++i) {
    Random random({.seed = static_cast<std::uint64_t>(i), .purpose = Purpose::map_generation});
    const Map map(without_places(generate_map({.territories = 14 + i, .density = {}}, random)));
    const Map best = arranged(map);
    EXPECT_EQ(without_places(best), map.data()) << i;
    EXPECT_LE(drawing_faults(best), drawing_faults(map)) << i;
    EXPECT_EQ(arranged(best), best) << i;
    before += drawing_faults(map);
    after += drawing_faults(best);
  }
  EXPECT_LT(after, 0.9 * before);
}

TEST(Polished, HasFewerFaultsThanArrangedAndIsTheSameGame) {
  double before = 0;
  double after = 0;
  constexpr int maps = evorisk::test::cases(8, 2);
  for (int i = 0; i < maps; ++i) {
    Random random({.seed = static_cast<std::uint64_t>(i), .purpose = Purpose::map_generation});
    const Map map = generate_map({.territories = 30 - 2 * i, .density = {}}, random);
    const Map best = polished(map);
    EXPECT_EQ(without_places(best), without_places(map)) << i;
    EXPECT_EQ(polished(map), best) << i;
    EXPECT_EQ(arranged(best), best) << i;
    EXPECT_LE(drawing_faults(best), drawing_faults(arranged(map))) << i;
    before += drawing_faults(arranged(map));
    after += drawing_faults(best);
  }
  EXPECT_LT(after, 0.8 * before);
}

TEST(Polished, KeepsPlacesOfPlacedMaps) {
  MapData placed = ring_with_pairs_inside().data();
  placed.placed = true;
  EXPECT_EQ(polished(Map(placed)).data(), placed);
}

TEST(Arranged, PutsAPartOfTheMapWhereItHasRoom) {
  const Map map = ring_with_pairs_inside();
  const Map best = arranged(map);
  EXPECT_LT(drawing_faults(best), drawing_faults(map));
}

TEST(Arranged, LeavesWhatIsPlacedOrDrawnWellAsItIs) {
  MapData placed = ring_with_pairs_inside().data();
  placed.placed = true;
  EXPECT_EQ(arranged(Map(placed)).data(), placed);
  const MapPtr grid = library_map("grid-4x4");
  EXPECT_LE(drawing_faults(*grid), 0.05);
  EXPECT_EQ(arranged(*grid), *grid);
}

}  // namespace
}  // namespace evorisk::maps
