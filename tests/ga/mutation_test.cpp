// Mutations: what they may never do, and how often they do what.
#include "ga/operators/mutation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "ga/genome/map_edit.hpp"
#include "ga/operators/crossover.hpp"
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

TEST(Mutation, DrawsUniformlyAmongTheChangesThereAre) {
  // Territories 0 - 1 - 2 - 3 in a row and 0 - 2: continents {0, 1}, {2}, {3}.
  MapData data;
  data.territories.resize(4);
  data.borders = {{0, 1}, {0, 2}, {1, 2}, {2, 3}};
  data.continents = {{"", 2, {0, 1}}, {"", 5, {2}}, {"", 9, {3}}};
  const MapData original = Map(data).data();
  std::map<std::string_view, std::map<std::string, std::int64_t>> seen;
  for (const MapMutation& mutation : thesis_mutations()) {
    const auto mutants = static_cast<std::uint32_t>(evorisk::test::cases(12000, 600));
    for (std::uint32_t i = 0; i < mutants; ++i) {
      Random random = stream(i, 7);
      MapData mutant = original;
      const Mutated outcome = mutation.mutate(mutant, random);
      ASSERT_NE(outcome, Mutated::impossible);
      ASSERT_EQ(fault(mutant), "");
      std::string key = outcome == Mutated::refused ? "refused" : "";
      for (const Border& border : mutant.borders) {
        if (outcome == Mutated::made && mutant.borders != original.borders) {
          key += std::to_string(border.a) + std::to_string(border.b) + ' ';
        }
      }
      for (const maps::Continent& continent : mutant.continents) {
        if (outcome == Mutated::made && mutant.continents != original.continents) {
          key += '|' + std::to_string(continent.bonus) + ':';
          for (const int t : continent.territories) key += std::to_string(t);
        }
      }
      ++seen[mutation.name][key];
    }
  }
  const auto counts = [&](std::string_view name) {
    std::vector<std::int64_t> all;
    for (const auto& [key, times] : seen.at(name)) all.push_back(times);
    return all;
  };
  // Two pairs without a border, 0 - 3 and 1 - 3; both stay planar.
  EXPECT_EQ(seen["add_border"].size(), 2u);
  expect_uniform(counts("add_border"));
  // Four borders; 2 - 3 is the only way to 3.
  EXPECT_EQ(seen["remove_border"].size(), 4u);
  EXPECT_TRUE(seen["remove_border"].contains("refused"));
  expect_uniform(counts("remove_border"));
  // Directed borders between continents: 0>2, 2>0, 1>2, 2>1, 2>3, 3>2; all of 2's and 3's leave
  // their continent empty.
  ASSERT_EQ(seen["move_territory"].size(), 3u);
  expect_distribution({seen["move_territory"]["|2:1|5:02|9:3"],
                       seen["move_territory"]["|2:0|5:12|9:3"], seen["move_territory"]["refused"]},
                      {1. / 6, 1. / 6, 4. / 6});
  EXPECT_EQ(seen["swap_bonuses"].size(), 3u);
  expect_uniform(counts("swap_bonuses"));
  EXPECT_EQ(seen["change_bonus"].size(), 6u);
  expect_uniform(counts("change_bonus"));
}

TEST(Mutation, NeverBreaksAnInvariantEvenWhenEverythingElseIsForbidden) {
  MapData two;
  two.territories.resize(2);
  two.borders = {{0, 1}};
  two.continents = {{"", 1, {0, 1}}};
  const MapData lone = Map(two).data();
  const std::map<std::string_view, Mutated> only = {{"add_border", Mutated::impossible},
                                                    {"remove_border", Mutated::refused},
                                                    {"move_territory", Mutated::impossible},
                                                    {"swap_bonuses", Mutated::impossible}};
  int raised = 0;
  for (std::uint32_t i = 0; i < 200; ++i) {
    for (const MapMutation& mutation : thesis_mutations()) {
      Random random = stream(i, 8);
      MapData mutant = lone;
      const Mutated outcome = mutate(mutation, 5, mutant, random);
      if (only.contains(mutation.name)) {
        EXPECT_EQ(outcome, only.at(mutation.name)) << mutation.name;
        EXPECT_EQ(mutant, lone);
      } else {
        // A bonus of 1 never falls.
        EXPECT_EQ(mutant.continents[0].bonus, outcome == Mutated::made ? 2 : 1);
        raised += outcome == Mutated::made ? 1 : 0;
      }
    }
  }
  EXPECT_GT(raised, 180) << "one of five draws is +1 with probability 31 / 32";
  // K5 less one border is maximal planar but for that border, which cannot come back.
  MapData five;
  five.territories.resize(5);
  for (int a = 0; a < 5; ++a) {
    for (int b = a + 1; b < 5; ++b) {
      if (a != 3 || b != 4) five.borders.push_back({a, b});
    }
  }
  five.continents = {{"", 1000, {0, 1, 2, 3, 4}}};
  MapData mutant = Map(five).data();
  Random random = stream(0, 9);
  EXPECT_EQ(mutate(map_mutations()[0], 10, mutant, random), Mutated::refused);
  EXPECT_EQ(mutant.borders.size(), 9u);
}

// Each of the operators beyond the thesis' five does to the numbers of territories, borders and
// continents what its name says, and to all maps whatever can be asked of them.
TEST(Mutation, SplittingAndMergingCountAsTheySay) {
  struct Change {
    std::string_view name;
    int territories;  // more than before; 100: any number that is not more
    int continents;   // the same
  };
  const Change changes[] = {{"split_territory", 1, 0}, {"merge_territories", -1, 0},
                            {"add_territory", 1, 0},   {"remove_territory", -1, 0},
                            {"split_continent", 0, 1}, {"merge_continents", 0, -1},
                            {"add_sea_route", 0, 0},   {"mirror", 100, 100},
                            {"fit_bonus", 0, 0},       {"join_near", 0, 0},
                            {"isthmus", 0, 0},         {"deal_bonuses", 0, 0}};
  std::map<std::string_view, int> made;
  for (std::uint32_t i = 0; i < evorisk::test::cases(2000); ++i) {
    Random random = stream(i, 12);
    const int territories = 2 + static_cast<int>(random.below(40));
    const int continents =
        1 + static_cast<int>(random.below(static_cast<std::uint32_t>(std::min(territories, 8))));
    const MapData before = sample_map(territories, continents, random.unit(), random).data();
    for (const Change& change : changes) {
      const auto row = std::find_if(map_mutations().begin(), map_mutations().end(),
                                    [&](const MapMutation& m) { return m.name == change.name; });
      ASSERT_NE(row, map_mutations().end()) << change.name;
      MapData after = before;
      if (mutate(*row, 4, after, random) != Mutated::made) {
        ASSERT_EQ(after, before);
        continue;
      }
      ++made[change.name];
      ASSERT_EQ(fault(after), "") << change.name << ' ' << i;
      const auto more = static_cast<int>(after.territories.size()) - territories;
      const auto more_continents = static_cast<int>(after.continents.size()) - continents;
      if (change.name == "mirror") {
        // Two halves that are the same under exchange of a territory and its image.
        const int half = static_cast<int>(after.territories.size()) / 2;
        ASSERT_EQ(static_cast<int>(after.territories.size()), territories / 2 * 2);
        for (const Border& border : after.borders) {
          const int a = (border.a + half) % (2 * half);
          const int b = (border.b + half) % (2 * half);
          ASSERT_TRUE(std::binary_search(after.borders.begin(), after.borders.end(),
                                         a < b ? Border{a, b} : Border{b, a}));
        }
        ASSERT_EQ(after.continents.size() % 2, 0u);
        continue;
      }
      ASSERT_EQ(more, change.territories) << change.name;
      ASSERT_EQ(more_continents, change.continents) << change.name;
      if (change.name == "isthmus") {
        ASSERT_LT(after.borders.size(), before.borders.size());
        ASSERT_EQ(after.continents, before.continents);
      }
      if (change.name == "deal_bonuses") {
        ASSERT_EQ(after.borders, before.borders);
      }
      if (change.name == "add_sea_route" || change.name == "join_near") {
        ASSERT_EQ(after.borders.size(), before.borders.size() + 1);
      }
      if (change.name == "fit_bonus") {
        ASSERT_EQ(after.borders, before.borders);
        ASSERT_NE(after.continents, before.continents);
      }
    }
  }
  for (const Change& change : changes) {
    EXPECT_GT(made[change.name], evorisk::test::cases(200)) << change.name;
  }
}

// What a mutation leaves in pieces is mended; what is whole stays as it is.
TEST(Mutation, MendedContinentsAreWhole) {
  int mended = 0;
  for (std::uint32_t i = 0; i < evorisk::test::cases(600, 37); ++i) {
    Random random = stream(i, 13);
    MapData map = random_parent(random)->data();
    if (map.territories.size() > 60) continue;
    for (int step = 0; step < 4; ++step) {
      const auto mutations = map_mutations();
      const MapMutation& mutation = random.pick(mutations);
      mutate(mutation, 3, map, random);
    }
    const MapData before = map;
    mend_continents(map);
    ASSERT_EQ(maps::broken_invariant(map), std::nullopt);
    ASSERT_EQ(Map(map).data(), map);
    ASSERT_EQ(map.continents.size(), before.continents.size());
    bool whole = true;
    for (const auto& pieces : continent_pieces(before)) whole = whole && pieces.size() == 1;
    for (const auto& pieces : continent_pieces(map)) ASSERT_EQ(pieces.size(), 1u);
    if (whole) {
      ASSERT_EQ(map, before);
    }
    mended += whole ? 0 : 1;
  }
  EXPECT_GT(mended, evorisk::test::cases(100));
}

// 0 - 1 - 2 - 3 - 4 in a row, and 5 beside 2 and 3: the lone 0 of {0, 3, 4} goes to 1's continent.
TEST(Mutation, MendsTowardsTheContinentAround) {
  MapData map;
  map.territories.resize(6);
  map.borders = {{0, 1}, {1, 2}, {2, 3}, {2, 5}, {3, 4}, {3, 5}};
  map.continents = {{"", 3, {0, 3, 4}}, {"", 2, {1, 2}}, {"", 1, {5}}};
  mend_continents(map);
  EXPECT_EQ(map.continents[0].territories, (std::vector<int>{3, 4}));
  EXPECT_EQ(map.continents[1].territories, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(map.continents[0].bonus, 3);
}

// The thesis' third map is not planar, and may be mutated before it is crossed.
TEST(Mutation, LeavesMapsWholeThatAreNotPlanar) {
  std::vector<MapData> originals;
  for (int territories = 5; territories <= 8; ++territories) {
    originals.push_back(complete_map(territories)->data());
  }
  for (const MapPtr& map : thesis_maps()) {
    if (!maps::is_planar(map->territory_count(), map->borders())) originals.push_back(map->data());
  }
  ASSERT_GT(originals.size(), 4u);
  std::map<std::string_view, int> refused;
  for (const MapData& original : originals) {
    for (const MapMutation& mutation : map_mutations()) {
      for (std::uint32_t i = 0; i < evorisk::test::cases(60, 3); ++i) {
        Random random = stream(i, 12);
        MapData mutant = original;
        const Mutated outcome = mutation.mutate(mutant, random);
        ASSERT_EQ(maps::broken_invariant(mutant), std::nullopt) << mutation.name;
        if (outcome == Mutated::made) continue;
        ASSERT_EQ(mutant, original) << mutation.name;
        refused[mutation.name] += outcome == Mutated::refused ? 1 : 0;
      }
    }
  }
  EXPECT_GT(refused["add_border"], 0);
  EXPECT_GT(refused["add_territory"], 0);
  EXPECT_GT(refused["split_territory"], 0);
}

TEST(Mutation, BonusesOfTheClassicBoardFollowFromSizeAndBorders) {
  MapData risk = maps::library_map("risk")->data();
  for (maps::Continent& continent : risk.continents) continent.bonus = 1;
  fit_bonuses(risk);
  EXPECT_EQ(risk.continents, maps::library_map("risk")->data().continents);
}

TEST(Mutation, MoreTriesMakeMoreMutations) {
  const MapPtr risk = maps::library_map("thesis-1");
  const MapMutation& add = map_mutations()[0];
  int made_once = 0;
  int made_soon = 0;
  for (std::uint32_t i = 0; i < 300; ++i) {
    Random random = stream(i, 10);
    MapData once = risk->data();
    made_once += mutate(add, 1, once, random) == Mutated::made ? 1 : 0;
    MapData soon = risk->data();
    made_soon += mutate(add, 200, soon, random) == Mutated::made ? 1 : 0;
  }
  EXPECT_LT(made_once, 150);
  EXPECT_GT(made_soon, 280);
}

}  // namespace
}  // namespace evorisk::ga
