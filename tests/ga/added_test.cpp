// What programs add and is not whole: functions that are missing or return nothing are told by the
// name of the thing.
#include "metrics/criteria/added.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/genome/map_edit.hpp"
#include "ga/operators/breeder.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/operators/mutation.hpp"
#include "ga/run/config_file.hpp"
#include "maps/formats/registry.hpp"
#include "risk/agent.hpp"

namespace evorisk::ga {
namespace {

template <class Work>
std::string refusal_of_added(Work work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

// What is added stays in the program's tables, which other tests read, so in a process of its own.
template <class Work>
void in_a_process_of_its_own(Work work) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto outcome = [&] {
    work();
    std::exit(testing::Test::HasFailure() ? 1 : 0);
  };
  EXPECT_EXIT(outcome(), testing::ExitedWithCode(0), "");
}

// What was made with it asks for its functions later, too, so it is whole but for a while.
enum class Fault { none, null, empty, pair };
Fault what_is_wrong = Fault::none;

class Faulty final : public PopulationAlgorithm {
 public:
  using PopulationAlgorithm::PopulationAlgorithm;
  std::int64_t next_size() const override { return config_.population; }
  std::vector<Individual> ask(int generation, BreedingTally& tally) override {
    if (what_is_wrong == Fault::empty) return {};
    if (generation == 0) return breeder_.first_population();
    std::vector<Individual> next;
    const int mate = what_is_wrong == Fault::pair ? static_cast<int>(config_.population) : 1;
    breeder_.breed(
        generation, population_, [mate](Random&) { return std::pair(0, mate); },
        static_cast<std::size_t>(config_.population), next, tally);
    return next;
  }
};

class Whole final : public metrics::MatchMeasure {
  double value(const risk::MatchResult& /*result*/) override { return 1; }
};

TEST(Added, FunctionsThatAreMissingAreRefused) {
  const auto refused = [](auto add) { return refusal_of_added(add); };
  EXPECT_THAT(refused([] {
                risk::add_agent_kind({"bare-agent", "", "", false, "{}", nullptr});
              }),
              testing::HasSubstr("agent \"bare-agent\" has no function"));
  EXPECT_THAT(refused([] {
                metrics::add_criterion({"bare", "Bare", "none", 1, nullptr});
              }),
              testing::HasSubstr("criterion \"bare\" has no function"));
  for (const char* name : {"all", "fitness", "map", "rules"}) {
    EXPECT_THAT(refused([name] {
                  metrics::add_criterion(
                      {name, "Bare", "none", 1, [] { return std::make_unique<Whole>(); }});
                }),
                testing::HasSubstr("has another meaning"));
  }
  EXPECT_THAT(refused([] {
                add_algorithm({"bare", "", "", false, nullptr});
              }),
              testing::HasSubstr("algorithm \"bare\" has no function"));
  EXPECT_THAT(refused([] {
                add_crossover({"bare", "", "", nullptr});
              }),
              testing::HasSubstr("crossover \"bare\" has no function"));
  EXPECT_THAT(refused([] {
                add_mutation({"bare", "", "", nullptr});
              }),
              testing::HasSubstr("mutation \"bare\" has no function"));
  EXPECT_THAT(refused([] {
                maps::add_map_format({"bare", "", ".bare", nullptr, nullptr, nullptr});
              }),
              testing::HasSubstr("map format \"bare\" has no function"));
}

void make_of_nothing() {
  risk::add_agent_kind({"faulty-agent", "", "", false, "{}", [](const JsonView&) {
                          return what_is_wrong == Fault::null ? nullptr
                                                              : risk::make_agent("random");
                        }});
  const metrics::Criterion id = metrics::add_criterion(
      {"faulty-criterion", "Faulty", "none", 1, []() -> std::unique_ptr<metrics::MatchMeasure> {
         if (what_is_wrong == Fault::null) return nullptr;
         return std::make_unique<Whole>();
       }});
  add_algorithm({"faulty", "", "", false,
                 [](const Config& config, int threads) -> std::unique_ptr<Algorithm> {
                   if (what_is_wrong == Fault::null) return nullptr;
                   return std::make_unique<Faulty>(config, threads);
                 }});
  metrics::CriteriaSet wanted;
  wanted.add(id);
  const Config config = load_config("", {"algorithm=faulty", "population=4", "tournament=2",
                                         "matches=2", "generations=2", "monitor_matches=0"});
  Config islands = config;
  islands.islands.count = 2;
  const auto engine = engine_of(config, 1);
  Evolution evolution(config, *engine);
  Evolution on_islands(islands, *engine);

  what_is_wrong = Fault::empty;
  for (Evolution* each : {&evolution, &on_islands}) {
    EXPECT_THAT(refusal_of_added([&] { each->advance({}); }),
                testing::HasSubstr("algorithm \"faulty\": ask gave no individuals"));
  }
  what_is_wrong = Fault::none;
  EXPECT_TRUE(evolution.advance({}));
  what_is_wrong = Fault::pair;
  EXPECT_THAT(refusal_of_added([&] { evolution.advance({}); }),
              testing::HasSubstr("algorithm \"faulty\" paired individual 4 (valid: 0 to 3)"));
  what_is_wrong = Fault::null;
  EXPECT_THAT(refusal_of_added([&] { make_algorithm(config, 1); }),
              testing::HasSubstr("algorithm \"faulty\": its function made none"));
  EXPECT_THAT(refusal_of_added([] { risk::make_agent("faulty-agent"); }),
              testing::HasSubstr("agent \"faulty-agent\": its function made none"));
  EXPECT_THAT(refusal_of_added([&] { metrics::AddedMeasures measures(wanted); }),
              testing::HasSubstr("criterion \"faulty-criterion\": its function made none"));
  what_is_wrong = Fault::none;
}

TEST(Added, WhatIsMadeOfNothingIsTold) {
  in_a_process_of_its_own(make_of_nothing);
}

// Without crossover the first maps are mutated as they are, and some of them are not planar.
void mutate_maps_that_are_not_planar() {
  add_mutation({"joins-all", "", "", [](maps::MapData& map, Random&) {
                  const auto count = static_cast<int>(map.territories.size());
                  for (int b = 1; b < count; ++b) {
                    for (int a = 0; a < b; ++a) insert_border(map, a, b);
                  }
                  return Mutated::made;
                }});
  const auto refusal = [](const std::string& map) {
    Config config = load_config(
        "", {"population=4", "tournament=2", "mutation_rate=1", "crossover_rate=0",
             "map_mutations=[\"joins-all\"]", "search_space.initial_maps=[\"" + map + "\"]"});
    const Breeder breeder(config, 1);
    std::vector<Individual> all = breeder.first_population();
    BreedingTally tally;
    const auto pairing = [](Random&) { return std::pair(0, 1); };
    return refusal_of_added(
        [&] { breeder.breed(1, std::vector<Individual>(all), pairing, 6, all, tally); });
  };
  EXPECT_EQ(refusal("thesis-3"), "");
  EXPECT_EQ(refusal("thesis-9"), "mutation \"joins-all\": its map is not planar");
}

TEST(Added, MutationOfMapsThatAreNotPlanar) {
  in_a_process_of_its_own(mutate_maps_that_are_not_planar);
}

}  // namespace
}  // namespace evorisk::ga
