// Isomorphism and shape hashes: against trial of all renumberings on small maps, and on the regular
// families that defeat simpler methods.
#include "maps/planar/isomorphism.hpp"

#include <gtest/gtest.h>

#include "maps/io.hpp"
#include "tests/maps/random_maps.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::maps {
namespace {

using test::below;

constexpr Sameness both[] = {Sameness::borders, Sameness::continents};

MapData one_continent(int count) {
  MapData data;
  data.territories.resize(static_cast<std::size_t>(count));
  data.continents.resize(1);
  for (int t = 0; t < count; ++t) data.continents[0].territories.push_back(t);
  return data;
}

// Two rings of `side` territories, side by side.
MapData prism(int side) {
  MapData data = one_continent(2 * side);
  for (int i = 0; i < side; ++i) {
    const int next = (i + 1) % side;
    data.borders.insert(data.borders.end(), {{i, next}, {side + i, side + next}, {i, side + i}});
  }
  return data;
}

// One ring of twice the length, joined across: everywhere the same as the prism within reach.
MapData moebius(int side) {
  MapData data = one_continent(2 * side);
  for (int i = 0; i < 2 * side; ++i) data.borders.push_back({i, (i + 1) % (2 * side)});
  for (int i = 0; i < side; ++i) data.borders.push_back({i, side + i});
  return data;
}

// A grid whose opposite sides meet, one pair of them `shift` further on.
MapData torus(int side, int shift) {
  MapData data = one_continent(side * side);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const int below_x = y + 1 < side ? x : (x + shift) % side;
      data.borders.push_back({y * side + x, y * side + (x + 1) % side});
      data.borders.push_back({y * side + x, (y + 1) % side * side + below_x});
    }
  }
  return data;
}

// Both are strongly regular with parameters (16, 6, 2, 2): refinement alone cannot tell them apart.
MapData rook() {
  MapData data = one_continent(16);
  for (int a = 0; a < 16; ++a) {
    for (int b = a + 1; b < 16; ++b) {
      if (a / 4 == b / 4 || a % 4 == b % 4) data.borders.push_back({a, b});
    }
  }
  return data;
}
MapData shrikhande() {
  MapData data = one_continent(16);
  for (int a = 0; a < 16; ++a) {
    for (int b = a + 1; b < 16; ++b) {
      const int dx = (b % 4 - a % 4 + 4) % 4;
      const int dy = (b / 4 - a / 4 + 4) % 4;
      const bool odd_x = dx % 2 == 1;
      const bool odd_y = dy % 2 == 1;
      if ((dx == 0 && odd_y) || (dy == 0 && odd_x) || (dx == dy && odd_x)) {
        data.borders.push_back({a, b});
      }
    }
  }
  return data;
}

// Blocks hung on a path, all prisms but the last.
MapData blocks(int count, const MapData& last) {
  MapData data;
  data.continents.resize(1);
  const auto add = [&] {
    data.territories.emplace_back();
    const int t = static_cast<int>(data.territories.size()) - 1;
    data.continents[0].territories.push_back(t);
    return t;
  };
  int before = add();
  data.borders.push_back({before, add()});
  for (int i = 0; i < count; ++i) {
    const MapData block = i + 1 < count ? prism(8) : last;
    const int hub = add();
    data.borders.push_back({before, hub});
    before = hub;
    const int first = hub + 1;
    for (std::size_t t = 0; t < block.territories.size(); ++t) data.borders.push_back({hub, add()});
    for (const Border& b : block.borders) data.borders.push_back({first + b.a, first + b.b});
  }
  return data;
}

bool isomorphic_by_trial(const Map& a, const Map& b) {
  if (a.territory_count() != b.territory_count() || a.border_count() != b.border_count()) {
    return false;
  }
  std::vector<int> image(static_cast<std::size_t>(a.territory_count()));
  std::iota(image.begin(), image.end(), 0);
  do {
    const bool maps =
        std::all_of(a.borders().begin(), a.borders().end(), [&](const Border& border) {
          return b.adjacent(image[static_cast<std::size_t>(border.a)],
                            image[static_cast<std::size_t>(border.b)]);
        });
    if (maps) return true;
  } while (std::next_permutation(image.begin(), image.end()));
  return false;
}

TEST(Isomorphism, RenumberedMapsAreTheSame) {
  Random random = test::test_stream(20);
  for (int round = 0; round < evorisk::test::cases(1000); ++round) {
    const MapData data = test::random_map(random, test::random_shape(random, 60));
    const Map map(data);
    const Map other(test::renumbered(data, random));
    for (const Sameness sameness : both) {
      ASSERT_TRUE(isomorphic(map, other, sameness));
      ASSERT_EQ(shape_hash(map, sameness), shape_hash(other, sameness));
    }
  }
}

TEST(Isomorphism, LibraryMapsAreTheSameAsThemselvesAndNoOthers) {
  Random random = test::test_stream(21);
  for (const std::string_view a : library_names()) {
    const Map renumbered(test::renumbered(library_map(a)->data(), random));
    for (const std::string_view b : library_names()) {
      for (const Sameness sameness : both) {
        EXPECT_EQ(isomorphic(renumbered, *library_map(b), sameness), a == b) << a << " " << b;
        EXPECT_EQ(shape_hash(renumbered, sameness) == shape_hash(*library_map(b), sameness),
                  a == b);
      }
    }
  }
}

TEST(Isomorphism, AgreesWithTrialOfAllRenumberings) {
  Random random = test::test_stream(22);
  int same = 0;
  const int rounds = 3000;
  for (int round = 0; round < rounds; ++round) {
    const int count = 4 + below(random, 3);
    MapData data = test::random_map(random, {count, below(random, 6), false});
    const Map map(data);
    // Move one border; often that only renumbers the map.
    const auto moved =
        static_cast<std::size_t>(below(random, static_cast<int>(data.borders.size())));
    const Border before = data.borders[moved];
    data.borders[moved] = {below(random, count), below(random, count)};
    if (broken_invariant(data)) data.borders[moved] = before;
    const Map other(test::renumbered(data, random));
    const bool expected = isomorphic_by_trial(map, other);
    ASSERT_EQ(isomorphic(map, other, Sameness::borders), expected);
    if (expected) {
      ++same;
      ASSERT_EQ(shape_hash(map, Sameness::borders), shape_hash(other, Sameness::borders));
    }
  }
  EXPECT_GT(same, rounds / 4);
  EXPECT_LT(same, rounds);
}

TEST(Isomorphism, OneBorderMoreOrLessIsAnotherMap) {
  Random random = test::test_stream(23);
  for (int round = 0; round < 500; ++round) {
    MapData data = test::random_map(random, {5 + below(random, 50), 40, false});
    const Map map(data);
    data.borders.erase(data.borders.begin() + below(random, static_cast<int>(data.borders.size())));
    if (broken_invariant(data)) continue;
    for (const Sameness sameness : both) ASSERT_FALSE(isomorphic(map, Map(data), sameness));
  }
}

TEST(Isomorphism, ContinentsAndBonusesCountOnlyWhereAskedFor) {
  const Map& map = *library_map("mirror-12");
  MapData bonus = map.data();
  bonus.continents[1].bonus = 7;
  MapData moved = map.data();
  moved.continents[0].territories = {0, 1};
  moved.continents[1].territories = {2, 3, 4, 5};
  for (const MapData& data : {bonus, moved}) {
    EXPECT_TRUE(isomorphic(map, Map(data), Sameness::borders));
    EXPECT_FALSE(isomorphic(map, Map(data), Sameness::continents));
    EXPECT_EQ(shape_hash(map, Sameness::borders), shape_hash(Map(data), Sameness::borders));
    EXPECT_NE(shape_hash(map, Sameness::continents), shape_hash(Map(data), Sameness::continents));
  }
  MapData renamed = map.data();
  renamed.name = "Other";
  renamed.territories[3] = {"New", std::nullopt};
  EXPECT_TRUE(isomorphic(map, Map(renamed), Sameness::continents));
}

TEST(Isomorphism, RegularMapsThatRefinementAloneConfuses) {
  Random random = test::test_stream(24);
  const auto compare = [&](const MapData& a, const MapData& b, bool expected) {
    for (const Sameness sameness : both) {
      EXPECT_EQ(isomorphic(Map(a), Map(test::renumbered(b, random)), sameness), expected);
    }
  };
  for (const int side : {4, 10, 50, 150}) {
    if (evorisk::test::sanitized && side > 50) continue;
    compare(prism(side), prism(side), true);
    compare(moebius(side), moebius(side), true);
    compare(prism(side), moebius(side), false);
  }
  for (const int side : {6, 12, 20}) {
    if (evorisk::test::sanitized && side > 12) continue;
    compare(torus(side, 0), torus(side, 0), true);
    compare(torus(side, 0), torus(side, side / 2), false);
    compare(torus(side, 1), torus(side, side - 1), true);
  }
  compare(rook(), rook(), true);
  compare(shrikhande(), shrikhande(), true);
  compare(rook(), shrikhande(), false);
}

// Independent symmetric parts must not multiply each other's trials.
TEST(Isomorphism, ManySymmetricParts) {
  Random random = test::test_stream(25);
  for (const int count : {2, 10, 40}) {
    const Map map(blocks(count, prism(8)));
    EXPECT_TRUE(isomorphic(map, Map(test::renumbered(map.data(), random)), Sameness::borders));
    EXPECT_FALSE(isomorphic(map, Map(test::renumbered(blocks(count, moebius(8)), random)),
                            Sameness::borders));
  }
  MapData star = one_continent(2000);
  for (int t = 1; t < 2000; ++t) star.borders.push_back({0, t});
  EXPECT_TRUE(isomorphic(Map(star), Map(test::renumbered(star, random)), Sameness::borders));
}

}  // namespace
}  // namespace evorisk::maps
