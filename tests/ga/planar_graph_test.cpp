#include "ga/genome/planar_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "maps/planar/planarity.hpp"
#include "tests/ga/sample_maps.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::ga {
namespace {

TEST(PlanarGraph, GrowsAsTheTestOfTheWholeSays) {
  Random random({20240, Purpose::test, 0, 77});
  int refused = 0;
  for (int round = 0; round < test::cases(400); ++round) {
    const int count = (round % 4 == 0 ? 60 : 5) + static_cast<int>(random.below(20));
    const maps::Map map = sample_map(count, 2, 0.5, random);
    PlanarGraph graph(count);
    std::vector<maps::Border> borders(map.borders().begin(), map.borders().end());
    // Too many at once are refused all together, and leave no trace.
    std::vector<maps::Border> all;
    for (int a = 0; a < 5; ++a) {
      for (int b = a + 1; b < 5; ++b) all.push_back({a, b});
    }
    ASSERT_FALSE(graph.add_all(all));
    ASSERT_TRUE(graph.add_all(borders));
    for (int i = 0; i < 30; ++i) {
      const int a = static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
      const int b = static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
      const maps::Border border{std::min(a, b), std::max(a, b)};
      if (a == b || std::find(borders.begin(), borders.end(), border) != borders.end()) continue;
      borders.push_back(border);
      const bool planar = maps::is_planar(count + 100, borders);
      ASSERT_EQ(graph.add(border), planar) << "round " << round;
      if (!planar) borders.pop_back();
      refused += planar ? 0 : 1;
      std::vector<maps::Border> ascending = borders;
      std::sort(ascending.begin(), ascending.end());
      ASSERT_EQ(graph.borders(), ascending);
    }
  }
  EXPECT_GT(refused, test::cases(400));
}

}  // namespace
}  // namespace evorisk::ga
