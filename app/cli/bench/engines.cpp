#include <sys/resource.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "app/cli/bench/measure.hpp"
#include "base/stopwatch.hpp"
#include "experiments/search_study/rank_tests.hpp"
#include "metrics/engine.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/measure.hpp"

namespace evorisk::app {

namespace {

using Json = nlohmann::ordered_json;

// Matches a second of one engine on one case, one figure a round. Rounds of several meters are
// measured in turns, so that a slow moment of the machine slows all of them and not one.
struct EngineMeter {
  const BenchCase* bench_case;
  std::string_view engine;
  int threads;
  std::int64_t matches = 0;        // of all rounds
  double mean_turns = 0;           // of the last round
  std::vector<double> rates = {};  // matches a second, by round
  std::int64_t batch = 512;        // matches

  // One round: plays for about `seconds` after a warm-up, in batches large enough to fill the
  // engine.
  void measure(double seconds);
};

void EngineMeter::measure(double seconds) {
  metrics::EngineOptions options;
  options.engine = engine;
  options.threads = threads;
  const auto player = metrics::make_engine(options);
  metrics::CriteriaTotals totals(bench_case->variant.players());
  // Every round plays the same matches first.
  metrics::MatchJob job{.variant = &bench_case->variant, .key = {1, Purpose::match}};
  job.totals = &totals;
  const auto play = [&] {
    const Stopwatch watch;
    job.matches = batch;
    player->play({&job, 1});
    job.key.match += static_cast<std::uint64_t>(batch);
    return watch.seconds();
  };
  play();
  // Batches that keep every thread's lanes full for long, of a third of the time at least, so that
  // starting and ending one costs little; but none that takes longer than all of it. They grow step
  // by step: what a small one takes may be all starting and ending.
  const std::int64_t enough = 4096 * threads;
  for (std::int64_t largest = 4'000'000; rates.empty() && batch < largest;) {
    const double taken = play();
    if (taken > seconds || (taken > 0.3 * seconds && batch >= enough)) break;
    const double growth = std::clamp(0.3 * seconds / std::max(taken, 1e-9), 1.5, 8.0);
    batch = std::min(static_cast<std::int64_t>(growth * static_cast<double>(batch)), largest);
  }

  std::int64_t played = 0;
  const Stopwatch watch;
  do {
    play();
    played += batch;
  } while (watch.seconds() < seconds);
  matches += played;
  rates.push_back(static_cast<double>(played) / watch.seconds());
  mean_turns = totals.turns().mean;
}

}  // namespace

std::vector<int> BenchOptions::thread_counts() const {
  return threads > 1 ? std::vector<int>{1, threads} : std::vector<int>{1};
}

double median_ratio(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> ratios;
  std::ranges::transform(a, b, std::back_inserter(ratios), std::divides());
  return experiments::median_interval(ratios).median;
}

Json bench_engines(const BenchOptions& options) {
  const std::vector<BenchCase> cases = bench_cases();
  std::vector<EngineMeter> meters;
  for (const BenchCase& bench_case : cases) {
    if (!options.wanted(bench_case.name)) continue;
    for (const metrics::EngineKind& kind : metrics::engine_kinds()) {
      if (!kind.refusal(bench_case.variant, {}).empty()) continue;
      for (const int threads : options.thread_counts()) {
        meters.push_back({&bench_case, kind.name, threads});
      }
    }
  }
  for (int round = 0; round < options.rounds; ++round) {
    for (EngineMeter& meter : meters) meter.measure(options.seconds);
  }
  Json list = Json::array();
  const EngineMeter* alone = nullptr;  // the same on one thread
  for (const EngineMeter& meter : meters) {
    if (meter.threads == 1) alone = &meter;
    const double rate = experiments::median_interval(meter.rates).median;
    list.push_back({{"case", meter.bench_case->name},
                    {"territories", meter.bench_case->variant.territories()},
                    {"engine", meter.engine},
                    {"threads", meter.threads},
                    {"matches", meter.matches},
                    {"mean_turns", meter.mean_turns},
                    {"matches_per_second", rate},
                    {"matches_per_second_by_round", meter.rates},
                    {"slowest", std::ranges::min(meter.rates)},
                    {"fastest", std::ranges::max(meter.rates)},
                    {"speed_up", median_ratio(meter.rates, alone->rates)},
                    {"ns_per_match", 1e9 / rate},
                    {"ns_per_turn", 1e9 / rate / meter.mean_turns}});
  }
  return list;
}

Json bench_memory(std::int64_t matches, int threads) {
  const BenchCase bench_case = bench_cases()[2];
  metrics::EngineOptions options;
  options.threads = threads;
  const auto engine = metrics::make_engine(options);
  metrics::CriteriaTotals totals(bench_case.variant.players());
  const metrics::Measurement measurement{
      &bench_case.variant, {1, Purpose::match}, matches, &totals};
  const Stopwatch watch;
  metrics::measure(*engine, {&measurement, 1});
  const double seconds = watch.seconds();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return {{"case", bench_case.name},
          {"matches", matches},
          {"threads", threads},
          {"seconds", seconds},
          {"peak_megabytes", static_cast<double>(usage.ru_maxrss) * 1024 / 1e6}};
}

}  // namespace evorisk::app
