// What a run is made of, without one: the first population, children, mutations, candidates.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/registry.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/genome/map_edit.hpp"
#include "ga/operators/breeder.hpp"
#include "ga/operators/mutation.hpp"
#include "ga/operators/near_profile.hpp"
#include "ga/run/config_file.hpp"
#include "maps/generate/generator.hpp"
#include "maps/io.hpp"
#include "maps/planar/geometry.hpp"
#include "maps/planar/planarity.hpp"
#include "tests/ga/operator_cases.hpp"
#include "tests/ga/statistics.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::ga {
namespace {

TEST(Mutate, EachMutationHasTheRateOfItsOwn) {
  Config config;
  config.mutation_rate = 0.3;
  const auto names = names_of(map_mutations());
  config.map_mutations.assign(names.begin(), names.end());
  BreedingTally tally;
  constexpr int children = test::cases(3000, 1500);
  const maps::MapPtr map = maps::library_map("thesis-7");
  const KeptParts kept(config, "test");
  std::vector<std::int64_t> number(6);  // of rule genes changed in one child, up to 4
  std::vector<std::int64_t> divisor(4);
  for (std::uint32_t i = 0; i < children; ++i) {
    Random random({5, Purpose::test, 1, i});
    Offspring child;
    child.genes = {0, 1, 0, 2};
    child.map = map->data();
    mutate(child, config, kept, random, tally);
    ++number[static_cast<std::size_t>(
        std::count_if(child.mutations.begin(), child.mutations.end(),
                      [](std::string_view name) { return name.starts_with("rule:"); }))];
    ++divisor[static_cast<std::size_t>(child.genes[3])];
  }
  const auto share = [](std::int64_t yes, std::int64_t of) {
    return std::vector<std::int64_t>{yes, of - yes};
  };
  for (std::size_t m = 0; m < map_mutations().size(); ++m) {
    expect_distribution(share(tally.mutations[m].drawn, children), {0.3, 0.7});
    EXPECT_EQ(tally.mutations[m].drawn,
              tally.mutations[m].made + tally.mutations[m].refused + tally.mutations[m].impossible);
  }
  expect_distribution(share(tally.mutations.back().drawn, 4 * children), {0.3, 0.7});
  EXPECT_EQ(tally.mutations.back().made, tally.mutations.back().drawn);
  // Independently: a binomial number of four, and each other value equally often.
  const double q = 0.7;
  const double p = 0.3;
  expect_distribution(
      {number.begin(), number.begin() + 5},
      {q * q * q * q, 4 * p * q * q * q, 6 * p * p * q * q, 4 * p * p * p * q, p * p * p * p});
  expect_distribution(divisor, {0.1, 0.1, 0.7, 0.1});
}

TEST(Breeding, ChildrenOfAPairHaveComplementaryGenesAndTheirOwnMaps) {
  Config config;
  config.population = 3;
  config.tournament = 2;
  config.mutation_rate = 0;
  config.search_space.genes = {{"defence_dice", {"2", "3"}},
                               {"attack_dice", {"2", "3"}},
                               {"turn_limit", {"10", "20"}},
                               {"players", {"2", "3"}}};
  config.search_space.initial_maps.resize(1);
  auto algorithm = make_algorithm(config, 1);
  BreedingTally tally;
  std::vector<Individual> first = algorithm->ask(0, tally);
  // The two best differ in every gene.
  for (std::size_t i = 0; i < 3; ++i) {
    first[i].genome.genes.assign(4, static_cast<int>(i % 2));
    first[i].fitness.mean = static_cast<double>(i);
  }
  for (int generation = 1; generation <= 50; ++generation) {
    algorithm->tell(first);
    const std::vector<Individual> next = algorithm->ask(generation, tally);
    ASSERT_EQ(next.size(), 3u);
    EXPECT_EQ(next[0].id(), "g0-0");
    if (next[1].parents == std::vector<std::string>{"g0-0", "g0-2"}) continue;  // alike
    ASSERT_EQ(next[1].parents, (std::vector<std::string>{next[2].parents[1], next[2].parents[0]}));
    int from_first = 0;
    for (std::size_t g = 0; g < 4; ++g) {
      EXPECT_NE(next[1].genome.genes[g], next[2].genome.genes[g]);
      from_first += next[1].genome.genes[g] == 0 ? 1 : 0;
    }
    EXPECT_EQ(from_first, 2);
    EXPECT_NE(next[1].genome.map->territory_count(), 0);
  }
}

TEST(FirstPopulation, IsUniformOverGenesAndMaps) {
  Config config;
  config.population = 20000;
  config.tournament = 2;
  auto algorithm = make_algorithm(config, 1);
  BreedingTally tally;
  std::vector<std::int64_t> maps(10);
  std::vector<std::int64_t> genes(2 * 2 * 2 * 4);
  for (const Individual& individual : algorithm->ask(0, tally)) {
    int code = 0;
    for (std::size_t g = 0; g < 4; ++g) {
      code = code * static_cast<int>(config.search_space.genes[g].values.size()) +
             individual.genome.genes[g];
    }
    ++genes[static_cast<std::size_t>(code)];
    for (std::size_t m = 0; m < 10; ++m) {
      if (individual.genome.map == config.search_space.initial_maps[m].map) ++maps[m];
    }
  }
  expect_uniform(genes);
  expect_uniform(maps);
}

std::size_t smallest_continent(const maps::MapData& map) {
  std::size_t least = map.territories.size();
  for (const maps::Continent& one : map.continents) {
    least = std::min(least, one.territories.size());
  }
  return least;
}

TEST(NearProfile, MapsComeNearerAndStayWhatTheyWere) {
  double first = 0;
  double last = 0;
  int added = 0;
  for (std::uint32_t i = 0; i < evorisk::test::cases(60); ++i) {
    Random random = stream(i);
    maps::GeneratorOptions options;
    options.territories = 9 + static_cast<int>(i) % 30;
    const maps::MapData before = maps::generate_map(options, random).data();
    const maps::Profile profile(territory_count(before), random);
    const auto far = [&](const maps::MapData& map) {
      return profile.distance(maps::features_of(maps::Map(map)));
    };
    maps::MapData map = before;
    Random same = random;
    const bool reached = near_profile(map, profile, 0.4, 100, random);
    EXPECT_EQ(fault(map), "") << i;
    EXPECT_EQ(map.territories, before.territories);
    for (const auto& pieces : continent_pieces(map)) EXPECT_EQ(pieces.size(), 1);
    EXPECT_GE(smallest_continent(map), std::min<std::size_t>(2, smallest_continent(before))) << i;
    std::vector<maps::Point> places;
    for (const maps::Territory& territory : map.territories) {
      places.push_back(territory.position.value());
    }
    EXPECT_TRUE(maps::crossing_free(maps::to_grid(places), map.borders)) << i;
    added += map.borders.size() > before.borders.size() ? 1 : 0;
    EXPECT_EQ(reached, far(map) <= 0.4);
    first += far(before);
    last += far(map);
    maps::MapData again = before;
    near_profile(again, profile, 0.4, 100, same);
    EXPECT_EQ(again, map);
    // What is near already stays.
    maps::MapData near = map;
    EXPECT_TRUE(near_profile(near, profile, far(map), 100, random));
    EXPECT_EQ(near, map);
  }
  EXPECT_LT(last, 0.8 * first);
  // Few maps need borders, and sanitizers try few maps.
  if (!evorisk::test::sanitized) {
    EXPECT_GT(added, 0);
  }
}

// The maps of a run follow one profile, and those of another seed another.
TEST(NearProfile, APopulationFollowsTheProfileOfItsSeed) {
  Config config;
  config.population = 10;
  config.tournament = 2;
  config.crossover = "coasts";
  for (const char* setting : {R"(search_space.initial_maps={"territories":[24,30]})",
                              R"(map_mutations=["split_territory","remove_border"])"}) {
    apply_setting(config, setting);
  }
  const auto spread = [&](std::uint64_t seed) {
    config.seed = seed;
    check(config, "test");
    const Breeder breeder(config, 1);
    std::vector<Individual> all = breeder.first_population();
    BreedingTally tally;
    breeder.breed(
        1, std::vector<Individual>(all),
        [](Random&) {
          return std::pair{0, 1};
        },
        20, all, tally);
    double sum = 0;
    for (const Individual& one : all) {
      const maps::Profile own(maps::features_of(*one.genome.map));
      for (const Individual& other : all) {
        sum += own.distance(maps::features_of(*other.genome.map));
      }
    }
    return sum;
  };
  const double without = spread(1);
  config.search_space.profile = 0.4;
  EXPECT_LT(spread(1), 0.8 * without);
  EXPECT_NE(spread(1), spread(2));
}

// So many in all, each pair of parents from both halves of the first population.
std::vector<Individual> first_population_and_children(const Config& config, std::size_t count,
                                                      BreedingTally& tally) {
  const Breeder breeder(config, 1);
  std::vector<Individual> all = breeder.first_population();
  const auto half = static_cast<std::uint32_t>(all.size() / 2);
  breeder.breed(
      1, std::vector<Individual>(all),
      [half](Random& random) {
        return std::pair{static_cast<int>(random.below(half)),
                         static_cast<int>(half + random.below(half))};
      },
      count, all, tally);
  return all;
}

// Generated maps, rules over a range, bonuses by the formula, and contradicting rules never bred.
TEST(WiderSpace, FirstPopulationAndChildrenFit) {
  Config config;
  config.population = 200;
  for (const char* setting :
       {R"(search_space.initial_maps={"territories":[6,30],"continents":[2,5],"density":0.4})",
        R"(search_space.rules={"initial_troops":{"from":0,"to":10,"step":5},
            "initial_troops_mode":["extra","published"],"players":[2,3]})",
        "search_space.bonuses=formula", R"(map_mutations=["split_territory","remove_territory"])",
        "crossover_rate=0.5", "mutation_rate=0.5"}) {
    apply_setting(config, setting);
  }
  check(config, "test");
  BreedingTally tally;
  const std::vector<Individual> all = first_population_and_children(config, 600, tally);
  std::set<int> sizes;
  std::set<std::string> mutations;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Individual& individual = all[i];
    const maps::Map& map = *individual.genome.map;
    if (i < 200) {
      sizes.insert(map.territory_count());
      EXPECT_TRUE(map.territory_count() >= 6 && map.territory_count() <= 30);
      EXPECT_TRUE(map.continent_count() >= 2 && map.continent_count() <= 5);
    }
    EXPECT_TRUE(maps::is_planar(map));
    maps::MapData fitted = map.data();
    fit_bonuses(fitted);
    EXPECT_EQ(fitted, map.data());
    const risk::Rules rules = rules_of(individual.genome.genes, config);
    EXPECT_EQ(risk::broken_rule(rules, map.territory_count(), 100), std::nullopt);
    mutations.insert(individual.mutations.begin(), individual.mutations.end());
  }
  EXPECT_EQ(sizes.size(), 25u);
  EXPECT_GT(tally.broken_rules, 0);
  EXPECT_TRUE(mutations.contains("split_territory"));
  EXPECT_TRUE(mutations.contains("remove_territory"));
  EXPECT_FALSE(mutations.contains("add_border"));
  EXPECT_EQ(Breeder(config, 3).first_population()[7].genome.map->data(), all[7].genome.map->data());
}

TEST(WiderSpace, BonusesAreMendedInTheFirstPopulationAndInChildren) {
  Config config;
  config.population = 60;
  for (const char* setting :
       {R"(search_space.initial_maps={"territories":[11,30]})", "search_space.profile=0.4",
        "search_space.bonuses=mended",
        R"(map_mutations=["swap_bonuses","deal_bonuses","move_territory"])", "mutation_rate=0.5"}) {
    apply_setting(config, setting);
  }
  check(config, "test");
  BreedingTally tally;
  const std::vector<Individual> all = first_population_and_children(config, 120, tally);
  ASSERT_EQ(all.size(), 120u);
  for (const Individual& individual : all) {
    for (const maps::Continent& one : individual.genome.map->continents()) {
      EXPECT_LE(3 * one.bonus, 4 * static_cast<int>(one.territories.size()));
    }
  }
}

TEST(Candidates, AreTheFittestDifferentGames) {
  Config config;
  const auto individual = [&](int index, double fitness, const char* map, int gene) {
    Individual made;
    made.index = index;
    made.fitness.mean = fitness;
    made.genome.map = maps::library_map(map);
    made.genome.genes = {gene};
    return made;
  };
  std::vector<Individual> candidates;
  update_candidates(
      candidates,
      std::vector<Individual>{individual(0, 3, "two", 0), individual(1, 2, "two", 0),
                              individual(2, 2.5, "two", 1), individual(3, 1, "risk", 0)},
      3, Config());
  ASSERT_EQ(candidates.size(), 3u);
  EXPECT_EQ(candidates[0].index, 3);
  EXPECT_EQ(candidates[1].index, 1) << "the twin of 0, and fitter";
  EXPECT_EQ(candidates[2].index, 2);
  // Better evidence on 3: it was not that good.
  update_candidates(
      candidates,
      std::vector<Individual>{individual(3, 2.2, "risk", 0), individual(4, 9, "war", 0)}, 3,
      Config());
  ASSERT_EQ(candidates.size(), 3u);
  EXPECT_EQ(candidates[0].index, 1);
  EXPECT_EQ(candidates[1].index, 3);
  EXPECT_EQ(candidates[2].index, 2);
}

}  // namespace
}  // namespace evorisk::ga
