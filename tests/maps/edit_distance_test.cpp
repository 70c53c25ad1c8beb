// The distance of two boards: against all pairings of small maps, as a metric, and by hand.
#include "maps/planar/edit_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/index.hpp"
#include "maps/io.hpp"
#include "maps/planar/assignment.hpp"
#include "maps/planar/isomorphism.hpp"
#include "tests/maps/random_maps.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::maps {
namespace {

using test::below;

TEST(Assignment, IsTheBestOfAllPermutations) {
  Random random = test::test_stream(70);
  for (int round = 0; round < evorisk::test::cases(2000); ++round) {
    const int size = 1 + below(random, 6);
    std::vector<std::int64_t> cost(at(size * size));
    for (std::int64_t& entry : cost) entry = below(random, 21) - 10;
    std::vector<int> order(at(size));
    std::iota(order.begin(), order.end(), 0);
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    do {
      std::int64_t sum = 0;
      for (int r = 0; r < size; ++r) sum += cost[at(r * size + order[at(r)])];
      least = std::min(least, sum);
    } while (std::next_permutation(order.begin(), order.end()));
    const Assignment best = assign(size, cost);
    ASSERT_EQ(best.cost, least);
    std::int64_t sum = 0;
    for (int r = 0; r < size; ++r) sum += cost[at(r * size + best.column_of[at(r)])];
    ASSERT_EQ(sum, least);
  }
}

// All edit paths there are: every territory and every continent is removed or turned into one of
// the other map that is still free; what is left there is added.
class AllPaths {
 public:
  AllPaths(const Map& a, const Map& b) : a_(a), b_(b) {
    image_.assign(at(a.territory_count()), -1);
    partner_.assign(at(a.continent_count()), -1);
  }
  double least() {
    territory(0);
    return least_;
  }

 private:
  void territory(int t) {
    if (t == a_.territory_count()) return continent(0);
    for (int to = -1; to < b_.territory_count(); ++to) {
      if (to >= 0 && std::ranges::count(image_, to) > 0) continue;
      image_[at(t)] = to;
      territory(t + 1);
    }
    image_[at(t)] = -1;
  }
  void continent(int c) {
    if (c == a_.continent_count()) {
      least_ = std::min(least_, cost());
      return;
    }
    for (int to = -1; to < b_.continent_count(); ++to) {
      if (to >= 0 && std::ranges::count(partner_, to) > 0) continue;
      partner_[at(c)] = to;
      continent(c + 1);
    }
    partner_[at(c)] = -1;
  }
  double cost() const {
    const auto removed = [](const std::vector<int>& images) {
      return static_cast<double>(std::ranges::count(images, -1));
    };
    const double territories = removed(image_);
    const double continents = removed(partner_);
    double sum = 2 * territories + b_.territory_count() - a_.territory_count();
    sum += 2 * continents + b_.continent_count() - a_.continent_count();
    int kept = 0;
    for (const Border& border : a_.borders()) {
      const int x = image_[at(border.a)];
      const int y = image_[at(border.b)];
      kept += x >= 0 && y >= 0 && b_.adjacent(x, y) ? 1 : 0;
    }
    sum += a_.border_count() + b_.border_count() - 2 * kept;
    int members = 0;
    for (int t = 0; t < a_.territory_count(); ++t) {
      const int x = image_[at(t)];
      members += x >= 0 && partner_[at(a_.continent_of(t))] == b_.continent_of(x) ? 1 : 0;
    }
    sum += 0.5 * (a_.territory_count() + b_.territory_count() - 2 * members);
    for (int c = 0; c < a_.continent_count(); ++c) {
      const int d = partner_[at(c)];
      if (d < 0) continue;
      sum += std::min(1.0, std::abs(a_.continent(c).bonus - b_.continent(d).bonus) / 4.0);
    }
    return sum;
  }

  const Map& a_;
  const Map& b_;
  std::vector<int> image_;
  std::vector<int> partner_;
  double least_ = std::numeric_limits<double>::max();
};

// The same where territories are only turned into others, which is enough (AllPaths shows it), so
// that larger maps can be tried.
double least_of_pairings(const Map& a, const Map& b) {
  const Map& small = a.territory_count() <= b.territory_count() ? a : b;
  const Map& large = &small == &a ? b : a;
  const int k = std::max(small.continent_count(), large.continent_count());
  std::vector<int> image(at(large.territory_count()));
  std::iota(image.begin(), image.end(), 0);
  double least = std::numeric_limits<double>::max();
  do {
    // What stands beyond the small map's end has no order.
    if (!std::is_sorted(image.begin() + small.territory_count(), image.end())) continue;
    double sum = large.territory_count() - small.territory_count() +
                 std::abs(large.continent_count() - small.continent_count()) +
                 small.border_count() + large.border_count();
    for (const Border& border : small.borders()) {
      if (large.adjacent(image[at(border.a)], image[at(border.b)])) sum -= 2;
    }
    std::vector<std::int64_t> cost(at(k * k), 0);
    for (int c = 0; c < small.continent_count(); ++c) {
      for (int d = 0; d < large.continent_count(); ++d) {
        cost[at(c * k + d)] =
            std::min(4, std::abs(small.continent(c).bonus - large.continent(d).bonus));
      }
    }
    for (int t = 0; t < small.territory_count(); ++t) {
      cost[at(small.continent_of(t) * k + large.continent_of(image[at(t)]))] -= 4;
    }
    sum += 0.5 * (small.territory_count() + large.territory_count());
    sum += static_cast<double>(assign(k, cost).cost) / 4;
    least = std::min(least, sum);
  } while (std::next_permutation(image.begin(), image.end()));
  return least;
}

TEST(EditDistance, IsTheCheapestOfAllEditPaths) {
  Random random = test::test_stream(71);
  for (int round = 0; round < evorisk::test::cases(400); ++round) {
    const Map a(test::random_map(random, test::random_shape(random, 4)));
    const Map b(test::random_map(random, test::random_shape(random, 4)));
    const EditDistance distance = edit_distance(a, b);
    ASSERT_TRUE(distance.exact);
    ASSERT_EQ(distance.upper(), AllPaths(a, b).least());
    ASSERT_EQ(distance.upper(), least_of_pairings(a, b));
  }
  for (int round = 0; round < evorisk::test::cases(150); ++round) {
    const Map a(test::random_map(random, test::random_shape(random, 7)));
    const Map b(test::random_map(random, {5 + below(random, 3), below(random, 14), true}));
    const double least = least_of_pairings(a, b);
    const EditDistance distance = edit_distance(a, b);
    ASSERT_TRUE(distance.exact);
    ASSERT_EQ(distance.upper(), least);
    ASSERT_EQ(distance.lower, least);
  }
}

TEST(EditDistance, IsAMetricUpToIsomorphism) {
  Random random = test::test_stream(72);
  for (int round = 0; round < evorisk::test::cases(800); ++round) {
    const Map a(test::random_map(random, test::random_shape(random, 6)));
    const Map b(test::random_map(random, test::random_shape(random, 6)));
    const Map c(test::random_map(random, test::random_shape(random, 6)));
    const double ab = edit_distance(a, b).upper();
    ASSERT_EQ(ab, edit_distance(b, a).upper());
    ASSERT_EQ(ab == 0, isomorphic(a, b, Sameness::continents));
    ASSERT_LE(ab, edit_distance(a, c).upper() + edit_distance(c, b).upper());
    const Map again(test::renumbered(b.data(), random));
    ASSERT_EQ(edit_distance(a, again).upper(), ab);
  }
}

TEST(EditDistance, OfLargeMapsIsBounded) {
  Random random = test::test_stream(73);
  for (int round = 0; round < evorisk::test::cases(120); ++round) {
    const Map a(test::random_map(random, test::random_shape(random, 45)));
    const Map b(test::random_map(random, test::random_shape(random, 45)));
    const EditDistance distance = edit_distance(a, b);
    ASSERT_LE(distance.lower, distance.upper());
    ASSERT_LT(distance.upper(), distance.largest);
    const EditDistance back = edit_distance(b, a);
    ASSERT_EQ(back.edits, distance.edits);
    ASSERT_EQ(back.lower, distance.lower);
    const EditDistance none = edit_distance(a, Map(test::renumbered(a.data(), random)));
    ASSERT_EQ(none.upper(), 0);
    ASSERT_TRUE(none.exact);
  }
}

// A few edits, of a map whose numbers are drawn anew: the search finds a path that is as cheap.
TEST(EditDistance, FindsAFewEditsOfALargeMap) {
  Random random = test::test_stream(74);
  const Map& board = *library_map("risk");
  int found = 0;
  const int rounds = evorisk::test::cases(40);
  for (int round = 0; round < rounds; ++round) {
    MapData data = board.data();
    double cost = 0;
    for (int i = 0; i < 6; ++i) {
      MapData changed = data;
      if (i % 2 == 0) {
        changed.borders.erase(changed.borders.begin() +
                              below(random, static_cast<int>(changed.borders.size())));
        cost += 1;
      } else {
        Continent& continent = changed.continents[at(below(random, 6))];
        continent.bonus += 1;
        cost += 0.25;
      }
      if (broken_invariant(changed)) {
        cost -= 1;
        continue;
      }
      data = std::move(changed);
    }
    const EditDistance distance = edit_distance(board, Map(test::renumbered(data, random)));
    found += distance.upper() <= cost ? 1 : 0;
  }
  EXPECT_EQ(found, rounds);
}

TEST(EditDistance, ByHand) {
  const auto square = [] {
    MapData data;
    data.territories.resize(4);
    data.borders = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    data.continents = {{"", 2, {0, 1}}, {"", 3, {2, 3}}};
    return data;
  };
  MapData other = square();
  other.borders.pop_back();
  EXPECT_EQ(edit_distance(Map(square()), Map(other)).edits, (MapEdits{.borders = 1}));
  other = square();
  other.continents[1].bonus = 5;
  EXPECT_EQ(edit_distance(Map(square()), Map(other)).edits, (MapEdits{.bonuses = 0.5}));
  other.continents[1].bonus = 50;
  EXPECT_EQ(edit_distance(Map(square()), Map(other)).upper(), 1);
  // 3 joins the first continent: it leaves one and enters another.
  other = square();
  other.continents = {{"", 2, {0, 1, 3}}, {"", 3, {2}}};
  EXPECT_EQ(edit_distance(Map(square()), Map(other)).edits, (MapEdits{.memberships = 2}));
  // A territory at the end of a path: itself, its border, its place in a continent.
  other = square();
  other.territories.resize(5);
  other.borders.push_back({3, 4});
  other.continents[1].territories.push_back(4);
  const EditDistance grown = edit_distance(Map(square()), Map(other));
  EXPECT_EQ(grown.edits, (MapEdits{.territories = 1, .borders = 1, .memberships = 1}));
  EXPECT_EQ(grown.upper(), 2.5);
  EXPECT_EQ(grown.largest, (6 + 4 + 2) + (7.5 + 5 + 2));
}

}  // namespace
}  // namespace evorisk::maps
