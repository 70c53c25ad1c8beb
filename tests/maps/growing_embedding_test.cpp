// Borders that a growing graph takes or refuses, against the test of the whole; and what it draws.
#include "maps/growing_embedding.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "maps/layout_embedding.hpp"
#include "maps/planarity.hpp"
#include "tests/maps/random_maps.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::maps {
namespace {

using test::below;
using Borders = std::vector<Border>;

// A way to draw the borders without a crossing: all of them around both ends, and as many faces as
// Euler's formula says.
void expect_drawing(const GrowingEmbedding& graph, int count, const Borders& borders) {
  const std::vector<std::vector<int>> rotation = graph.rotation();
  Borders drawn;
  for (int t = 0; t < count; ++t) {
    for (const int other : rotation[static_cast<std::size_t>(t)]) {
      if (t < other) drawn.push_back({t, other});
    }
  }
  Borders expected = borders;
  std::sort(expected.begin(), expected.end());
  std::sort(drawn.begin(), drawn.end());
  ASSERT_EQ(drawn, expected);
  // Territories without borders have no face of their own; other parts share one.
  std::size_t parts = 0;
  std::size_t alone = 0;
  for (const std::vector<int>& part : components(count, borders)) {
    ++(part.size() == 1 ? alone : parts);
  }
  const std::size_t walks = face_walks(rotation).size();
  ASSERT_EQ(static_cast<std::size_t>(count) - alone + walks, borders.size() + 2 * parts);
}

struct Growing {
  explicit Growing(int territories) : count(territories), graph(territories) {}

  // False, and an error, if the answer is not that of the test of the whole.
  bool add(Border border) {
    const bool connected = [&] {
      for (const std::vector<int>& part : components(count, borders)) {
        const auto has = [&](int t) { return std::binary_search(part.begin(), part.end(), t); };
        if (has(border.a)) return has(border.b);
      }
      return false;
    }();
    borders.push_back(border);
    const bool planar = is_planar(count, borders);
    bool added = true;
    if (connected) {
      added = graph.add(border);
    } else {
      graph.join(border);
    }
    EXPECT_EQ(added, planar);
    refused += planar ? 0 : 1;
    if (!planar) borders.pop_back();
    return added == planar;
  }

  int count;
  GrowingEmbedding graph;
  Borders borders;
  int refused = 0;
};

Borders shuffled_pairs(int count, Random& random) {
  Borders all;
  for (int a = 0; a < count; ++a) {
    for (int b = a + 1; b < count; ++b) all.push_back({a, b});
  }
  random.shuffle(all.begin(), all.end());
  return all;
}

// From nothing until nothing fits any more.
TEST(GrowingEmbedding, GrowsToTriangulations) {
  Random random = test::test_stream(30);
  const int rounds = evorisk::test::cases(400);
  for (int round = 0; round < rounds; ++round) {
    const int count = 2 + below(random, round % 50 == 0 ? 63 : 18);
    Growing growing(count);
    for (const Border& border : shuffled_pairs(count, random)) {
      ASSERT_TRUE(growing.add(border)) << "round " << round;
    }
    expect_drawing(growing.graph, count, growing.borders);
    if (HasFatalFailure()) return;
    const int most = count == 2 ? 1 : 3 * count - 6;
    ASSERT_EQ(growing.borders.size(), static_cast<std::size_t>(most));
  }
}

// Sparse graphs can be drawn in many ways: trees and rings that hang on few territories.
TEST(GrowingEmbedding, TurnsWhatCanBeTurned) {
  Random random = test::test_stream(31);
  const int rounds = evorisk::test::cases(4000);
  int refused = 0;
  for (int round = 0; round < rounds; ++round) {
    const MapData data = test::random_map(random, {4 + below(random, 24), below(random, 30), true});
    const int count = static_cast<int>(data.territories.size());
    Growing growing(count);
    // All at once, or one after the other.
    if (random.chance(0.5)) {
      ASSERT_TRUE(growing.graph.add_all(data.borders));
      growing.borders = data.borders;
    } else {
      Borders order = data.borders;
      random.shuffle(order.begin(), order.end());
      for (const Border& border : order) ASSERT_TRUE(growing.add(border)) << "round " << round;
    }
    expect_drawing(growing.graph, count, growing.borders);
    if (HasFatalFailure()) return;
    for (int i = 0; i < 12; ++i) {
      const int a = below(random, count);
      const int b = below(random, count);
      const Border border{std::min(a, b), std::max(a, b)};
      if (a == b || std::count(growing.borders.begin(), growing.borders.end(), border) > 0)
        continue;
      ASSERT_TRUE(growing.add(border)) << "round " << round;
      expect_drawing(growing.graph, count, growing.borders);
      if (HasFatalFailure()) return;
    }
    refused += growing.refused;
  }
  EXPECT_GT(refused, rounds);
}

// Borders come and go, whole parts at the end, and each answer is still that of the test.
TEST(GrowingEmbedding, LetsBordersGo) {
  Random random = test::test_stream(34);
  const int rounds = evorisk::test::cases(1500);
  for (int round = 0; round < rounds; ++round) {
    const int size = round % 50 == 0 ? 60 : 20;
    const MapData data =
        test::random_map(random, {2 + below(random, size), below(random, 40), true});
    const int count = static_cast<int>(data.territories.size());
    Growing growing(count);
    ASSERT_TRUE(growing.graph.add_all(data.borders));
    growing.borders = data.borders;
    for (int i = 0; i < 40; ++i) {
      const int a = below(random, count);
      const int b = below(random, count);
      const Border border{std::min(a, b), std::max(a, b)};
      Borders& known = growing.borders;
      if (a != b && std::count(known.begin(), known.end(), border) == 0) {
        ASSERT_TRUE(growing.add(border)) << "round " << round;
      }
      if (known.empty()) break;
      const auto goes = known.begin() + below(random, static_cast<int>(known.size()));
      const Border gone = random.chance(0.5) ? *goes : Border{goes->b, goes->a};
      const bool separates = growing.graph.separates(gone);
      const std::size_t parts = components(count, known).size();
      growing.graph.remove(gone);
      known.erase(goes);
      ASSERT_EQ(separates, components(count, known).size() > parts);
      expect_drawing(growing.graph, count, known);
      if (HasFatalFailure()) return;
    }
    while (!growing.borders.empty()) {
      growing.graph.remove(growing.borders.back());
      growing.borders.pop_back();
      expect_drawing(growing.graph, count, growing.borders);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(GrowingEmbedding, RefusesTooManyAtOnceAndKeepsWhatItHad) {
  Random random = test::test_stream(32);
  for (const int count : {5, 6, 20, 64}) {
    Growing growing(count);
    ASSERT_TRUE(growing.add({0, 1}));
    Borders all = shuffled_pairs(count, random);
    std::erase(all, Border{0, 1});
    EXPECT_FALSE(growing.graph.add_all(all));
    expect_drawing(growing.graph, count, growing.borders);
    for (const Border& border : all) ASSERT_TRUE(growing.add(border));
    expect_drawing(growing.graph, count, growing.borders);
  }
}

// Parts of two graphs are their own drawings, and grow on.
TEST(GrowingEmbedding, TakesPartsOfOthers) {
  Random random = test::test_stream(33);
  const int rounds = evorisk::test::cases(2000);
  int refused = 0;
  for (int round = 0; round < rounds; ++round) {
    Borders borders;
    int count = 0;
    GrowingEmbedding::Set sets[2] = {0, 0};
    std::vector<GrowingEmbedding> wholes;
    const bool large = round % 20 == 0;
    constexpr auto most = static_cast<int>(GrowingEmbedding::most_territories);
    for (int i = 0; i < 2; ++i) {
      const MapData data =
          test::random_map(random, {2 + below(random, large ? 63 : 31), below(random, 60), true});
      const int size = static_cast<int>(data.territories.size());
      ASSERT_TRUE(wholes.emplace_back(size).add_all(data.borders));
      std::vector<int> number(data.territories.size(), -1);
      for (int t = 0; t < size; ++t) {
        if (random.chance(large ? 0.1 : 0.4) || count == most) continue;
        number[static_cast<std::size_t>(t)] = count++;
        sets[i] |= GrowingEmbedding::Set{1} << t;
      }
      for (const Border& border : data.borders) {
        const int a = number[static_cast<std::size_t>(border.a)];
        const int b = number[static_cast<std::size_t>(border.b)];
        if (a >= 0 && b >= 0) borders.push_back({a, b});
      }
    }
    Growing growing(count);
    growing.graph = GrowingEmbedding(wholes[0], sets[0], wholes[1], sets[1]);
    growing.borders = borders;
    expect_drawing(growing.graph, count, borders);
    if (HasFatalFailure()) return;
    for (int i = 0; i < 2 * count; ++i) {
      const int a = below(random, count);
      const int b = below(random, count);
      const Border border{std::min(a, b), std::max(a, b)};
      const Borders& known = growing.borders;
      if (a == b || std::count(known.begin(), known.end(), border) > 0) continue;
      ASSERT_TRUE(growing.add(border)) << "round " << round;
    }
    expect_drawing(growing.graph, count, growing.borders);
    if (HasFatalFailure()) return;
    refused += growing.refused;
  }
  EXPECT_GT(refused, rounds);
}

}  // namespace
}  // namespace evorisk::maps
