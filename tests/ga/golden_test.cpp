// Children as operators made them once.
#include "tests/support/golden.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/seal.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/operators/mutation.hpp"
#include "maps/io.hpp"
#include "maps/map.hpp"
#include "tests/ga/operator_cases.hpp"

namespace evorisk::ga {
namespace {

std::string text_of(const maps::MapData& map) {
  return fmt::format("{} {} {} {:08x}", map.territories.size(), map.borders.size(),
                     map.continents.size(), text_hash(maps::map_text(maps::Map(map))) >> 32);
}

TEST(GoldenOperators, ChildrenAreAsTheyWere) {
  std::string text;
  for (std::uint32_t seed = 0; seed < 24; ++seed) {
    Random parents = stream(seed);
    const maps::MapPtr first = random_parent(parents);
    const maps::MapPtr second = random_parent(parents);
    for (const CrossoverOperator& crossover : crossover_operators()) {
      Random random = stream(seed, 1);
      CrossoverTally tally;
      const auto child = crossover.cross(*first, *second, random, tally);
      text +=
          fmt::format("{} {}: {}; {} {} {} {} {} {}\n", seed, crossover.name,
                      child ? text_of(*child) : "none", tally.not_planar, tally.not_connected,
                      tally.joins_drawn, tally.joins_made, tally.joins_added, tally.borders_lost);
    }
    if (!maps::is_planar(first->territory_count(), first->data().borders)) continue;
    for (const MapMutation& mutation : map_mutations()) {
      Random random = stream(seed, 2);
      maps::MapData map = first->data();
      const Mutated outcome = mutate(mutation, 5, map, random);
      text += fmt::format("{} {}: {} {}\n", seed, mutation.name, static_cast<int>(outcome),
                          text_of(map));
    }
  }
  evorisk::test::expect_golden("tests/ga/golden/children.txt", text);
}

}  // namespace
}  // namespace evorisk::ga
