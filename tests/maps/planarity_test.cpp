// The planarity test and its certificates.
#include "maps/planar/planarity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "maps/io.hpp"
#include "tests/maps/random_maps.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::maps {
namespace {

using test::below;
using Borders = std::vector<Border>;

Borders complete(int count) {
  Borders borders;
  for (int a = 0; a < count; ++a) {
    for (int b = a + 1; b < count; ++b) borders.push_back({a, b});
  }
  return borders;
}

Borders utilities() {  // K3,3
  Borders borders;
  for (int a = 0; a < 3; ++a) {
    for (int b = 3; b < 6; ++b) borders.push_back({a, b});
  }
  return borders;
}

Borders subdivided(const Borders& borders, int& count, int times) {
  Borders result;
  for (const Border& border : borders) {
    int from = border.a;
    for (int i = 0; i < times; ++i) {
      result.push_back({from, count});
      from = count++;
    }
    result.push_back({from, border.b});
  }
  return result;
}

// "K5" or "K3,3" if the borders are a subdivision of it, else "".
std::string kuratowski_kind(const Borders& borders) {
  std::map<int, std::vector<int>> around;
  for (const Border& border : borders) {
    around[border.a].push_back(border.b);
    around[border.b].push_back(border.a);
  }
  std::vector<int> corners;
  for (const auto& [t, list] : around) {
    if (list.size() != 2) corners.push_back(t);
  }
  // Follow each path from corner to corner.
  std::set<Border> joined;
  std::size_t walked = 0;
  for (const int corner : corners) {
    for (const int first : around[corner]) {
      int before = corner;
      int now = first;
      ++walked;
      while (around[now].size() == 2) {
        const int next = around[now][0] == before ? around[now][1] : around[now][0];
        before = now;
        now = next;
        ++walked;
      }
      if (now == corner) return "";
      joined.insert({std::min(corner, now), std::max(corner, now)});
    }
  }
  if (walked != 2 * borders.size()) return "";  // a ring apart
  const auto degree_is = [&](std::size_t degree) {
    return std::all_of(corners.begin(), corners.end(),
                       [&](int t) { return around[t].size() == degree; });
  };
  if (corners.size() == 5 && degree_is(4) && joined.size() == 10) return "K5";
  if (corners.size() != 6 || !degree_is(3) || joined.size() != 9) return "";
  // Bipartite: those joined to the first corner are joined to no two of each other.
  for (const Border& x : joined) {
    for (const int third : corners) {
      const auto has = [&](int a, int b) {
        return joined.contains({std::min(a, b), std::max(a, b)});
      };
      if (third != x.a && third != x.b && has(x.a, third) && has(x.b, third)) return "";
    }
  }
  return "K3,3";
}

void expect_certificate(int count, const Borders& borders) {
  const Borders certificate = kuratowski_borders(count, borders);
  ASSERT_NE(kuratowski_kind(certificate), "");
  const std::set<Border> given(borders.begin(), borders.end());
  for (const Border& border : certificate) ASSERT_TRUE(given.contains(border));
}

TEST(Planarity, SmallGraphsOnBothSidesOfTheLimit) {
  EXPECT_TRUE(is_planar(0, {}));
  EXPECT_TRUE(is_planar(4, complete(4)));
  EXPECT_FALSE(is_planar(5, complete(5)));
  EXPECT_FALSE(is_planar(6, utilities()));
  Borders nearly = complete(5);
  nearly.pop_back();
  EXPECT_TRUE(is_planar(5, nearly));
  nearly = utilities();
  nearly.pop_back();
  EXPECT_TRUE(is_planar(6, nearly));
  for (const int times : {1, 3, 50}) {
    int count = 5;
    EXPECT_FALSE(is_planar(count, subdivided(complete(5), count, times)));
    count = 6;
    EXPECT_FALSE(is_planar(count, subdivided(utilities(), count, times)));
  }
  const Borders petersen = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}, {0, 5}, {1, 6}, {2, 7},
                            {3, 8}, {4, 9}, {5, 7}, {7, 9}, {6, 9}, {6, 8}, {5, 8}};
  EXPECT_FALSE(is_planar(10, petersen));
  EXPECT_EQ(kuratowski_kind(kuratowski_borders(10, petersen)), "K3,3");
}

// Growing a graph border by border, keeping those that leave it planar, ends in a triangulation;
// each of its borders, and each that is refused, is a decision at the edge of planarity.
TEST(Planarity, GrowsMaximalPlanarGraphs) {
  Random random = test::test_stream(11);
  for (int round = 0; round < evorisk::test::cases(60); ++round) {
    const int count = 4 + below(random, 22);
    Borders all = complete(count);
    random.shuffle(all.begin(), all.end());
    Borders kept;
    for (const Border& border : all) {
      kept.push_back(border);
      if (!is_planar(count, kept)) kept.pop_back();
    }
    ASSERT_EQ(kept.size(), static_cast<std::size_t>(3 * count - 6));
  }
}

TEST(Planarity, CertificatesAreMinimalKuratowskiGraphs) {
  Random random = test::test_stream(12);
  int found = 0;
  constexpr int rounds = evorisk::test::cases(1000, 75);
  for (int round = 0; round < rounds; ++round) {
    const MapData data =
        test::random_map(random, {5 + below(random, 40), below(random, 60), false});
    const int count = static_cast<int>(data.territories.size());
    if (is_planar(count, data.borders)) {
      ASSERT_TRUE(kuratowski_borders(count, data.borders).empty());
      continue;
    }
    ++found;
    expect_certificate(count, data.borders);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(found, rounds / 3);
}

TEST(Planarity, OfTheLibraryOnlyTheThirdMapOfTheThesisIsNot) {
  for (const std::string_view name : library_names()) {
    EXPECT_EQ(is_planar(*library_map(name)), name != "thesis-3") << name;
  }
  const Map& map = *library_map("thesis-3");
  expect_certificate(map.territory_count(), Borders(map.borders().begin(), map.borders().end()));
}

TEST(Planarity, LargeGraphs) {
  // A path is the deepest search there can be.
  const int count = evorisk::test::sanitized ? 100'000 : 400'000;
  Borders path;
  for (int t = 1; t < count; ++t) path.push_back({t - 1, t});
  EXPECT_TRUE(is_planar(count, path));
  // A grid, and the same with a far pair of inner squares joined.
  const int side = evorisk::test::sanitized ? 80 : 200;
  Borders grid;
  for (int t = 0; t < side * side; ++t) {
    if (t % side + 1 < side) grid.push_back({t, t + 1});
    if (t + side < side * side) grid.push_back({t, t + side});
  }
  EXPECT_TRUE(is_planar(side * side, grid));
  grid.push_back({side * (side / 4) + side / 4, side * (3 * side / 4) + 3 * side / 4});
  EXPECT_FALSE(is_planar(side * side, grid));
}

}  // namespace
}  // namespace evorisk::maps
