// Crossover and selection: what they may never do, and how often they do what. Every operator
// stands in the registries.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/error.hpp"
#include "ga/genome/map_edit.hpp"
#include "ga/genome/parts.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/operators/mutation.hpp"
#include "ga/operators/selection.hpp"
#include "maps/generate/generator.hpp"
#include "maps/io.hpp"
#include "tests/ga/operator_cases.hpp"
#include "tests/ga/statistics.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::ga {
namespace {

using maps::Border;
using maps::Map;
using maps::MapData;
using maps::MapPtr;

// Hundreds of children, each of which meets every mutation: more than ten thousand mutants.
TEST(Crossover, PlanarChildrenAreWholeAndSoAreTheirMutants) {
  constexpr int children = evorisk::test::cases(300, 90);
  CrossoverTally tally;
  const CrossoverOperator& planar = crossover_operator("planar");
  std::map<Mutated, int> outcomes;
  int largest = 0;
  int smallest = 1000;
  for (std::uint32_t i = 0; i < children; ++i) {
    Random random = stream(i);
    const MapPtr first = random_parent(random);
    const MapPtr second = random_parent(random);
    const MapData first_before = first->data();
    auto child = planar.cross(*first, *second, random, tally);
    ASSERT_TRUE(child) << i;
    ASSERT_EQ(fault(*child), "") << i;
    ASSERT_EQ(first->data(), first_before);
    largest = std::max(largest, static_cast<int>(child->territories.size()));
    smallest = std::min(smallest, static_cast<int>(child->territories.size()));
    // All operators on boards of a usual size, those that look at all pairs not on huge ones.
    const auto tried = child->territories.size() <= 60 ? map_mutations() : thesis_mutations();
    for (const MapMutation& mutation : tried) {
      const MapData before = *child;
      const Mutated outcome =
          mutate(mutation, 1 + static_cast<int>(random.below(3)), *child, random);
      ++outcomes[outcome];
      ASSERT_EQ(fault(*child), "") << i << ' ' << mutation.name;
      if (outcome != Mutated::made) {
        ASSERT_EQ(*child, before) << i << ' ' << mutation.name;
      }
    }
  }
  EXPECT_EQ(tally.children, children);
  EXPECT_EQ(tally.not_planar, 0);
  EXPECT_EQ(tally.not_connected, 0);
  EXPECT_GT(tally.borders_lost, 0) << "parents that are not planar took part";
  EXPECT_GT(tally.joins_added, 0) << "separate pieces took part";
  EXPECT_GT(largest, 200);
  EXPECT_EQ(smallest, 2);
  EXPECT_GT(outcomes[Mutated::made], 4 * children);
  EXPECT_GT(outcomes[Mutated::refused], children / 5);
  EXPECT_GT(outcomes[Mutated::impossible], children / 50);
}

// Children are whole and planar, near to the first parent's size; continents that were one piece
// stay so; and joins are fewer than the borders that were cut.
TEST(Crossover, CoastsJoinNeighbouringContinentsOfBoth) {
  CrossoverTally tally;
  const CrossoverOperator& coasts = crossover_operator("coasts");
  for (std::uint32_t i = 0; i < evorisk::test::cases(1000); ++i) {
    Random random = stream(i, 21);
    const MapPtr first = random_parent(random);
    const MapPtr second = random_parent(random);
    if (std::max(first->territory_count(), second->territory_count()) > 60) continue;
    const auto child = coasts.cross(*first, *second, random, tally);
    ASSERT_TRUE(child) << i;
    ASSERT_EQ(fault(*child), "") << i;
  }
  EXPECT_LE(tally.joins_made, tally.joins_drawn);
  for (std::uint32_t i = 0; i < evorisk::test::cases(300); ++i) {
    Random random = stream(i, 22);
    const auto board = [&] {
      const int territories = 12 + random.index(30);
      return maps::generate_map({.territories = territories, .density = {}}, random);
    };
    const Map first = board();
    const Map second = board();
    const auto child = coasts.cross(first, second, random, tally);
    ASSERT_TRUE(child);
    for (const auto& pieces : continent_pieces(*child)) ASSERT_EQ(pieces.size(), 1u) << i;
    std::size_t largest = 0;
    for (const maps::Continent& c : second.continents()) {
      largest = std::max(largest, c.territories.size());
    }
    ASSERT_LE(child->territories.size(), at(first.territory_count()) + largest) << i;
  }
}

TEST(Crossover, RejectGivesOnlyWholeChildrenAndCountsTheOthers) {
  for (const std::string_view name : {"reject", "reject-first"}) {
    constexpr int children = evorisk::test::cases(3000, 400);
    CrossoverTally tally;
    std::int64_t survivors = 0;
    for (std::uint32_t i = 0; i < children; ++i) {
      Random random = stream(i, 1);
      const MapPtr first = random_parent(random);
      const MapPtr second = random_parent(random);
      const auto child = crossover_operator(name).cross(*first, *second, random, tally);
      if (!child) continue;
      ++survivors;
      ASSERT_EQ(fault(*child), "") << name << ' ' << i;
    }
    EXPECT_EQ(tally.children, children);
    EXPECT_EQ(tally.children - tally.not_planar - tally.not_connected, survivors);
    EXPECT_GT(tally.not_planar, children / 30) << name;
    EXPECT_GT(tally.not_connected, children / 300) << name;
    EXPECT_EQ(tally.joins_made, tally.joins_drawn);
  }
}

// The spec: the original program's `reject` (which joins only the first part's cut borders) loses
// 80 to 85 % of the children of two 42-territory maps, 73 % of one with the 13-territory map 9, and
// almost none of two small ones. Joining both parts' cut borders, as the contract says, loses more.
TEST(Crossover, SurvivalOfReject) {
  const auto survival = [](std::string_view name, int first_from, int second_from, bool nine) {
    CrossoverTally tally;
    int survivors = 0;
    constexpr int children = evorisk::test::cases(1200, 600);
    for (std::uint32_t i = 0; i < children; ++i) {
      Random random = stream(i, 2);
      const MapPtr first = thesis_maps()[static_cast<std::size_t>(first_from) + random.below(5)];
      const MapPtr second =
          nine ? thesis_maps()[8]
               : thesis_maps()[static_cast<std::size_t>(second_from) + random.below(5)];
      survivors += crossover_operator(name).cross(*first, *second, random, tally) ? 1 : 0;
    }
    return static_cast<double>(survivors) / children;
  };
  const auto report = [](const std::string& what, double share, double low, double high) {
    ::testing::Test::RecordProperty(what, std::to_string(share));
    std::cout << "survival of " << what << ": " << share << '\n';
    EXPECT_GE(share, low) << what;
    EXPECT_LE(share, high) << what;
  };
  report("reject-first, large x large", survival("reject-first", 0, 0, false), 0.14, 0.25);
  report("reject-first, large x thesis-9", survival("reject-first", 0, 0, true), 0.20, 0.36);
  report("reject-first, small x small", survival("reject-first", 5, 5, false), 0.80, 1.0);
  report("reject, large x large", survival("reject", 0, 0, false), 0.0, 0.02);
  report("reject, large x small", survival("reject", 0, 5, false), 0.03, 0.2);
  report("reject, small x small", survival("reject", 5, 5, false), 0.5, 0.9);
  EXPECT_EQ(survival("planar", 0, 0, false), 1.0);
}

TEST(Crossover, ContinentsAreDrawnUniformlyInHalfSizes) {
  // Sizes of c / 2 - 1, c / 2, c / 2 + 1, clamped to 1 ... c, of equal probability.
  const std::map<int, std::vector<double>> sizes = {{1, {1}},
                                                    {2, {2. / 3, 1. / 3}},
                                                    {3, {2. / 3, 1. / 3, 0}},
                                                    {4, {1. / 3, 1. / 3, 1. / 3, 0}},
                                                    {5, {1. / 3, 1. / 3, 1. / 3, 0, 0}},
                                                    {6, {0, 1. / 3, 1. / 3, 1. / 3, 0, 0}}};
  for (const auto& [count, probability] : sizes) {
    Random random = stream(static_cast<std::uint32_t>(count), 3);
    const Map map = sample_map(2 * count, count, 0.5, random);
    std::vector<std::int64_t> of_size(static_cast<std::size_t>(count));
    std::vector<std::int64_t> of_subset_of_two;
    std::map<std::vector<int>, std::int64_t> twos;
    for (int i = 0; i < evorisk::test::cases(30000, 1500); ++i) {
      const std::vector<int> drawn = draw_continents(map, random);
      ASSERT_TRUE(std::is_sorted(drawn.begin(), drawn.end()));
      ASSERT_EQ(std::set<int>(drawn.begin(), drawn.end()).size(), drawn.size());
      ASSERT_GE(drawn.front(), 0);
      ASSERT_LT(drawn.back(), count);
      ++of_size[drawn.size() - 1];
      if (drawn.size() == 2) ++twos[drawn];
    }
    if (count > 1) expect_distribution(of_size, probability);
    for (const auto& [subset, times] : twos) of_subset_of_two.push_back(times);
    if (of_subset_of_two.size() > 1) {
      EXPECT_EQ(of_subset_of_two.size(), static_cast<std::size_t>(count * (count - 1) / 2));
      expect_uniform(of_subset_of_two);
    }
  }
}

TEST(Crossover, PartsKeepBordersBonusesAndNamesAndKnowTheirCutEnds) {
  const MapPtr risk = maps::library_map("risk");
  const Parts parts = place_side_by_side(*risk, {1, 3}, *risk, {0, 3});
  const std::vector<int> first_continents = {1, 3};
  std::vector<int> territories;  // of the parent, in the child's order
  for (const auto& chosen : {std::vector<int>{1, 3}, std::vector<int>{0, 3}}) {
    for (int t = 0; t < risk->territory_count(); ++t) {
      if (std::ranges::find(chosen, risk->continent_of(t)) != chosen.end())
        territories.push_back(t);
    }
    if (chosen == first_continents) {
      EXPECT_EQ(parts.split, static_cast<int>(territories.size()));
    }
  }
  ASSERT_EQ(parts.data.territories.size(), territories.size());
  // Every border between territories of one part, and no other.
  for (int a = 0; a < parts.territory_count(); ++a) {
    for (int b = a + 1; b < parts.territory_count(); ++b) {
      const bool expected = parts.in_first(a) == parts.in_first(b) &&
                            risk->adjacent(territories[static_cast<std::size_t>(a)],
                                           territories[static_cast<std::size_t>(b)]);
      const bool found =
          std::ranges::find(parts.data.borders, Border{a, b}) != parts.data.borders.end();
      ASSERT_EQ(found, expected) << a << ' ' << b;
    }
  }
  // A cut end per border that leaves its part.
  std::map<int, int> cut;
  for (const int end : parts.cut_ends) ++cut[end];
  for (int t = 0; t < parts.territory_count(); ++t) {
    const int original = territories[static_cast<std::size_t>(t)];
    const auto chosen = parts.in_first(t) ? std::vector<int>{1, 3} : std::vector<int>{0, 3};
    int leaving = 0;
    for (const int n : risk->neighbours(original)) {
      leaving += std::ranges::find(chosen, risk->continent_of(n)) == chosen.end() ? 1 : 0;
    }
    ASSERT_EQ(cut[t], leaving) << t;
  }
  ASSERT_EQ(parts.data.continents.size(), 4u);
  EXPECT_EQ(parts.data.continents[0].bonus, risk->continent(1).bonus);
  EXPECT_EQ(parts.data.continents[1].bonus, risk->continent(3).bonus);
  EXPECT_EQ(parts.data.continents[2].bonus, risk->continent(0).bonus);
  EXPECT_EQ(parts.data.continents[3].name, risk->continent(3).name + " 2");
  // Continent 3 is there twice: its second copy has other names, and stands beside the first.
  std::set<std::string> names;
  for (const maps::Territory& territory : parts.data.territories) {
    EXPECT_TRUE(names.insert(territory.name).second) << territory.name;
    ASSERT_TRUE(territory.position);
    EXPECT_GE(territory.position->x, 0);
    EXPECT_LE(territory.position->x, 1);
  }
  const int original = risk->continent(3).territories[0];
  EXPECT_TRUE(names.contains(risk->territory(original).name + " 2"));
  double first_right = 0;
  double second_left = 1;
  double first_left = 1;
  double second_right = 0;
  for (int t = 0; t < parts.territory_count(); ++t) {
    const double x = parts.data.territories[static_cast<std::size_t>(t)].position->x;
    (parts.in_first(t) ? first_right : second_right) =
        std::max(x, parts.in_first(t) ? first_right : second_right);
    (parts.in_first(t) ? first_left : second_left) =
        std::min(x, parts.in_first(t) ? first_left : second_left);
  }
  EXPECT_TRUE(first_right < second_left || second_right < first_left);
}

TEST(Crossover, NamesWithNumbersCountOn) {
  MapData data;
  data.territories = {{"Brazil", {}}, {"Brazil 2", {}}, {"", {}}};
  data.borders = {{0, 1}, {1, 2}};
  data.continents = {{"", 1, {0, 1, 2}}};
  const Map map(data);
  const Parts parts = place_side_by_side(map, {0}, map, {0});
  std::vector<std::string> names;
  for (const maps::Territory& territory : parts.data.territories) names.push_back(territory.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"Brazil", "Brazil 2", "", "Brazil 3", "Brazil 4", ""}));
}

TEST(Crossover, EveryCutBorderIsDrawnAgainToAUniformTerritory) {
  // Both parents: a centre alone in continent 0 and four leaves in continent 1; the child is made
  // of one continent each (sizes 1, 1 or 2 of 2). Looked at when it is the centre and the leaves.
  const MapPtr star = [] {
    MapData data;
    data.territories.resize(5);
    data.borders = {{0, 1}, {0, 2}, {0, 3}, {0, 4}};
    data.continents = {{"", 3, {0}}, {"", 5, {1, 2, 3, 4}}};
    return std::make_shared<const Map>(data);
  }();
  std::vector<std::int64_t> kept(5);
  int seen = 0;
  const auto children = static_cast<std::uint32_t>(evorisk::test::cases(20000, 1500));
  for (std::uint32_t i = 0; i < children; ++i) {
    Random random = stream(i, 4);
    CrossoverTally tally;
    const auto child = crossover_operator("planar").cross(*star, *star, random, tally);
    ASSERT_TRUE(child);
    const bool centre_and_leaves = child->continents.size() == 2 &&
                                   child->continents[0].territories.size() == 1 &&
                                   child->continents[1].territories.size() == 4;
    if (!centre_and_leaves) continue;
    ++seen;
    // Every join leads from the centre to a leaf, 4 cut ends each: all four borders are drawn.
    EXPECT_EQ(child->borders.size(), 4u);
    EXPECT_LE(tally.joins_drawn, 8);
    EXPECT_EQ(tally.joins_made, 4);
  }
  EXPECT_GT(seen, static_cast<int>(children) / 20);
  // One cut end: joined to each territory of the other part equally often.
  const MapPtr path = maps::library_map("path-5");
  MapData data = path->data();
  data.continents = {{"", 1, {0, 1}}, {"", 1, {2, 3, 4}}};
  const Map halves(data);
  std::map<std::size_t, std::vector<std::int64_t>> ends;
  for (std::uint32_t i = 0; i < 20000; ++i) {
    Random random = stream(i, 5);
    CrossoverTally tally;
    const auto child = crossover_operator("reject").cross(halves, *star, random, tally);
    // {0, 1} of the path (cut end: 1) beside all of the star (no cut end): one join.
    if (!child || child->territories.size() != 7 || child->continents.size() != 3) continue;
    for (const Border& border : child->borders) {
      if (border.a == 1 && border.b >= 2) {
        auto& counts = ends[7];
        counts.resize(5);
        ++counts[static_cast<std::size_t>(border.b - 2)];
      }
    }
  }
  ASSERT_GT(ends[7].size(), 0u);
  expect_uniform(ends[7]);
}

TEST(Crossover, HalfOfTheGenesComeFromEachParent) {
  for (const int genes : {0, 1, 2, 4, 5}) {
    Random random = stream(static_cast<std::uint32_t>(genes), 6);
    std::map<std::vector<bool>, std::int64_t> masks;
    for (int i = 0; i < 20000; ++i) {
      const std::vector<bool> mask = half_mask(genes, random);
      const auto taken = std::count(mask.begin(), mask.end(), true);
      ASSERT_TRUE(taken == genes / 2 || taken == (genes + 1) / 2);
      ++masks[mask];
    }
    std::vector<std::int64_t> counts;
    for (const auto& [mask, times] : masks) counts.push_back(times);
    const std::map<int, std::size_t> different = {{0, 1}, {1, 2}, {2, 2}, {4, 6}, {5, 20}};
    EXPECT_EQ(counts.size(), different.at(genes));
    if (counts.size() > 1) expect_uniform(counts);
  }
}

// All tournaments of k of n without replacement are equally likely: the pair (ranks i < j) wins
// with C(n - 1 - j, k - 2) / C(n, k).
TEST(Selection, TournamentsAreExactlyDistributed) {
  const auto choose = [](int n, int k) {
    double result = 1;
    for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
    return k < 0 || k > n ? 0.0 : result;
  };
  for (const auto& [n, k] : {std::pair(2, 2), {5, 2}, {5, 3}, {5, 5}, {8, 4}}) {
    // Position p has rank n - 1 - p: position and rank must not be mixed up.
    std::vector<int> ranks;
    for (int p = 0; p < n; ++p) ranks.push_back(n - 1 - p);
    std::map<std::pair<int, int>, std::int64_t> pairs;
    Random random = stream(static_cast<std::uint32_t>(n), static_cast<std::uint64_t>(100 + k));
    for (int i = 0; i < 40000; ++i) {
      const auto [first, second] = tournament(ranks, k, random);
      ++pairs[{ranks[static_cast<std::size_t>(first)], ranks[static_cast<std::size_t>(second)]}];
    }
    std::vector<std::int64_t> observed;
    std::vector<double> probability;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        observed.push_back(pairs[{i, j}]);
        probability.push_back(i < j ? choose(n - 1 - j, k - 2) / choose(n, k) : 0);
      }
    }
    expect_distribution(observed, probability);
  }
}

TEST(Registries, EveryOperatorIsDocumentedOnceAndFoundByName) {
  std::set<std::string_view> names;
  for (const CrossoverOperator& known : crossover_operators()) {
    EXPECT_TRUE(names.insert(known.name).second);
    EXPECT_FALSE(known.summary.empty());
    EXPECT_FALSE(known.source.empty());
    EXPECT_EQ(&crossover_operator(known.name), &known);
  }
  for (const MapMutation& known : map_mutations()) {
    EXPECT_TRUE(names.insert(known.name).second);
    EXPECT_FALSE(known.summary.empty());
    EXPECT_FALSE(known.source.empty());
  }
  try {
    crossover_operator("plnar");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("\"planar\""), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace evorisk::ga
