// Parts of the plain engine, one thread. `make kernels` builds and runs it; whole engines are
// measured by `evorisk bench`.
#include <benchmark/benchmark.h>

#include "maps/io.hpp"
#include "risk/agent.hpp"
#include "risk/match.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {
namespace {

StreamKey match_key(std::uint64_t match) {
  return {.seed = 1, .purpose = Purpose::match, .match = match};
}

void play_matches(benchmark::State& bench, const char* preset, const char* map, const char* agent) {
  const Variant variant("bench", preset_rules(preset), maps::library_map(map));
  const std::unique_ptr<Agent> agents[] = {make_agent(agent), make_agent(agent)};
  Agent* const seats[] = {agents[0].get(), agents[1].get()};
  MatchPlayer player(variant, seats);
  std::uint64_t match = 0;
  std::int64_t turns = 0;
  for (auto _ : bench) turns += player.play(match_key(match++)).turns;
  bench.SetItemsProcessed(static_cast<std::int64_t>(match));
  bench.counters["turns"] = static_cast<double>(turns) / static_cast<double>(match);
}
BENCHMARK_CAPTURE(play_matches, thesis_9_cautious, "thesis", "thesis-9", "cautious");
BENCHMARK_CAPTURE(play_matches, thesis_1_cautious, "risk", "thesis-1", "cautious");
BENCHMARK_CAPTURE(play_matches, thesis_9_random, "thesis", "thesis-9", "random");

void copy_state(benchmark::State& bench) {
  const Variant variant("bench", Rules{}, maps::library_map("thesis-1"));
  const State from(variant);
  State to(variant);
  for (auto _ : bench) {
    to = from;
    benchmark::ClobberMemory();
  }
  bench.SetBytesProcessed(bench.iterations() * static_cast<std::int64_t>(from.bytes().size()));
}
BENCHMARK(copy_state);

void roll_dice(benchmark::State& bench) {
  const DiceTable table = make_dice_table(3, 3, Ties::defender);
  Random random(match_key(0));
  for (auto _ : bench) benchmark::DoNotOptimize(table.roll(random));
}
BENCHMARK(roll_dice);

}  // namespace
}  // namespace evorisk::risk
