// What an evolution does besides playing matches, one thread. `make kernels` builds and runs
// it.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "ga/operators/crossover.hpp"
#include "maps/io.hpp"
#include "maps/layout/layout.hpp"
#include "maps/planar/isomorphism.hpp"
#include "maps/planar/planarity.hpp"
#include "metrics/engine.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk {
namespace {

void planarity(benchmark::State& bench, const char* name) {
  const maps::MapPtr map = maps::library_map(name);
  for (auto _ : bench) benchmark::DoNotOptimize(maps::is_planar(*map));
}
BENCHMARK_CAPTURE(planarity, thesis_9, "thesis-9");
BENCHMARK_CAPTURE(planarity, thesis_1, "thesis-1");

void layout(benchmark::State& bench, const char* name) {
  const maps::MapPtr map = maps::library_map(name);
  for (auto _ : bench) benchmark::DoNotOptimize(maps::layout(*map));
}
BENCHMARK_CAPTURE(layout, thesis_9, "thesis-9")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(layout, thesis_2, "thesis-2")->Unit(benchmark::kMillisecond);

void crossover(benchmark::State& bench, const char* name) {
  const maps::MapPtr first = maps::library_map("thesis-1");
  const maps::MapPtr second = maps::library_map("thesis-2");
  const ga::CrossoverOperator& crossing = ga::crossover_operator(name);
  std::uint64_t child = 0;
  ga::CrossoverTally tally;
  for (auto _ : bench) {
    Random random({.seed = 1, .purpose = Purpose::crossover, .match = child++});
    benchmark::DoNotOptimize(crossing.cross(*first, *second, random, tally));
  }
}
BENCHMARK_CAPTURE(crossover, planar, "planar");
BENCHMARK_CAPTURE(crossover, reject, "reject");

void isomorphism(benchmark::State& bench) {
  const maps::MapPtr map = maps::library_map("thesis-1");
  for (auto _ : bench) {
    benchmark::DoNotOptimize(maps::isomorphic(*map, *map, maps::Sameness::continents));
  }
}
BENCHMARK(isomorphism);

void shape_hash(benchmark::State& bench) {
  const maps::MapPtr map = maps::library_map("thesis-1");
  for (auto _ : bench) {
    benchmark::DoNotOptimize(maps::shape_hash(*map, maps::Sameness::continents));
  }
}
BENCHMARK(shape_hash);

void variant(benchmark::State& bench) {
  const maps::MapPtr map = maps::library_map("thesis-1");
  const risk::Rules rules = risk::preset_rules("thesis");
  for (auto _ : bench) benchmark::DoNotOptimize(risk::Variant("bench", rules, map));
}
BENCHMARK(variant);

// Matches of an engine, in jobs of the given size of one variant each.
void matches(benchmark::State& bench, const char* engine, const char* map) {
  std::vector<metrics::MatchSummary> summaries(static_cast<std::size_t>(bench.range(0)));
  const risk::Variant variant("bench", risk::preset_rules("thesis"), maps::library_map(map));
  metrics::EngineOptions options;
  options.engine = engine;
  const auto player = metrics::make_engine(options);
  StreamKey key{.seed = 1, .purpose = Purpose::match};
  for (auto _ : bench) {
    const metrics::MatchJob job{&variant, key, summaries};
    player->play({&job, 1});
    key.match += summaries.size();
  }
  bench.SetItemsProcessed(bench.iterations() * bench.range(0));
}
BENCHMARK_CAPTURE(matches, bulk_thesis_9, "bulk", "thesis-9")->Arg(100)->Arg(1000)->Arg(10000);
BENCHMARK_CAPTURE(matches, bulk_thesis_1, "bulk", "thesis-1")->Arg(100)->Arg(1000)->Arg(10000);
BENCHMARK_CAPTURE(matches, plain_thesis_9, "plain", "thesis-9")->Arg(1000);

void totals(benchmark::State& bench) {
  std::vector<metrics::MatchSummary> summaries(1000);
  const risk::Variant variant("bench", risk::preset_rules("thesis"), maps::library_map("thesis-9"));
  const metrics::MatchJob job{&variant, {.seed = 1, .purpose = Purpose::match}, summaries};
  metrics::make_engine({})->play({&job, 1});
  metrics::CriteriaTotals sums;
  for (auto _ : bench) sums.add(summaries);
  bench.SetItemsProcessed(bench.iterations() * 1000);
  benchmark::DoNotOptimize(sums.matches());
}
BENCHMARK(totals);

void fitness(benchmark::State& bench) {
  std::vector<metrics::MatchSummary> summaries(1000);
  const risk::Variant variant("bench", risk::preset_rules("thesis"), maps::library_map("thesis-9"));
  const metrics::MatchJob job{&variant, {.seed = 1, .purpose = Purpose::match}, summaries};
  metrics::make_engine({})->play({&job, 1});
  metrics::CriteriaTotals sums;
  sums.add(summaries);
  const metrics::Objective objective = metrics::thesis_objective();
  for (auto _ : bench) benchmark::DoNotOptimize(metrics::fitness(sums, objective));
}
BENCHMARK(fitness);

}  // namespace
}  // namespace evorisk
