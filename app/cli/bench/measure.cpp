#include "app/cli/bench/measure.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/report/run_report.hpp"
#include "base/json.hpp"
#include "base/stopwatch.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "maps/io.hpp"
#include "maps/layout/layout.hpp"
#include "maps/planar/isomorphism.hpp"
#include "maps/planar/planarity.hpp"
#include "metrics/engine.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/measure.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::app {

namespace {

OperationSpeed measure_operation(const std::string& name, double seconds,
                                 const std::function<void(std::uint64_t)>& operation) {
  operation(0);  // warm-up
  const Stopwatch watch;
  std::uint64_t count = 0;
  do {
    operation(++count);
  } while (watch.seconds() < seconds);
  return {name, 1e6 * watch.seconds() / static_cast<double>(count)};
}

// Sums of the run's timing file.
double playing_seconds(const std::filesystem::path& directory) {
  std::ifstream in(directory / ga::timing_file);
  double sum = 0;
  for (std::string line; std::getline(in, line);) {
    sum += parse_json(line, "timing").at("playing_seconds").get<double>();
  }
  return sum;
}

// An evolution in `directory`, which stays.
EvolutionSpeed timed_run(const std::vector<std::string>& settings, int threads,
                         const std::filesystem::path& directory) {
  const ga::Config config = ga::load_config("", settings);
  EvolutionSpeed speed{config.generations, config.population};
  ga::RunOptions options;
  options.directory = directory;
  options.on_progress = [&](const ga::RunStatus& status) { speed.matches = status.matches; };
  const Stopwatch watch;
  const auto engine = ga::engine_of(config, threads);
  ga::run_evolution(config, *engine, options);
  speed.seconds = watch.seconds();
  speed.seconds_playing = playing_seconds(directory);
  return speed;
}

}  // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t upper = values.size() / 2;
  return values.size() % 2 == 1 ? values[upper] : (values[upper - 1] + values[upper]) / 2;
}

EngineMeter::EngineMeter(const BenchCase& bench_case, std::string engine, int threads)
    : bench_case_(&bench_case), engine_(std::move(engine)), threads_(threads) {}

void EngineMeter::measure(double seconds) {
  metrics::EngineOptions options;
  options.engine = engine_;
  options.threads = threads_;
  const auto player = metrics::make_engine(options);
  std::int64_t batch = batch_ == 0 ? 512 : batch_;
  metrics::CriteriaTotals totals(bench_case_->variant.players());
  // Every round plays the same matches first.
  StreamKey key{1, Purpose::match, 0, 0, 0, 0};
  const auto play = [&] {
    metrics::MatchJob job{.variant = &bench_case_->variant, .key = key};
    job.totals = &totals;
    job.matches = batch;
    player->play({&job, 1});
    key.match += static_cast<std::uint64_t>(batch);
  };
  play();
  // Batches that keep every thread's lanes full for long, of a third of the time at least, so that
  // starting and ending one costs little; but none that takes longer than all of it. They grow step
  // by step: what a small one takes may be all starting and ending.
  const std::int64_t enough = 4096 * threads_;
  for (std::int64_t largest = 4'000'000; batch_ == 0 && batch < largest;) {
    const Stopwatch trial;
    play();
    const double taken = trial.seconds();
    if (taken > seconds || (taken > 0.3 * seconds && batch >= enough)) break;
    const double growth = std::clamp(0.3 * seconds / std::max(taken, 1e-9), 1.5, 8.0);
    batch = std::min(static_cast<std::int64_t>(growth * static_cast<double>(batch)), largest);
  }
  batch_ = batch;

  std::int64_t played = 0;
  double taken = 0;
  const Stopwatch watch;
  do {
    play();
    played += batch;
    taken = watch.seconds();
  } while (taken < seconds);
  matches_ += played;
  rates_.push_back(static_cast<double>(played) / taken);
  mean_turns_ = totals.turns().mean;
}

EvolutionSpeed measure_evolution(const std::vector<std::string>& settings, int threads,
                                 const std::filesystem::path& scratch) {
  const std::filesystem::path directory = scratch / "run";
  EvolutionSpeed speed = timed_run(settings, threads, directory);
  const Stopwatch watch;
  write_run_report(directory);
  speed.report_seconds = watch.seconds();
  std::filesystem::remove_all(directory);
  return speed;
}

double measure_side_by_side(const std::vector<std::string>& settings, int count,
                            const std::filesystem::path& scratch) {
  std::vector<std::future<EvolutionSpeed>> runs;
  for (int i = 0; i < count; ++i) {
    const std::filesystem::path directory = scratch / std::to_string(i);
    runs.push_back(std::async(std::launch::async, timed_run, settings, 1, directory));
  }
  double seconds = 0;
  for (std::future<EvolutionSpeed>& run : runs) seconds += run.get().seconds;
  for (int i = 0; i < count; ++i) std::filesystem::remove_all(scratch / std::to_string(i));
  return seconds / count;
}

std::vector<OperationSpeed> measure_operations(double seconds, std::string_view only) {
  const maps::MapPtr first = maps::library_map("thesis-1");
  const maps::MapPtr second = maps::library_map("thesis-2");
  const auto crossover = [&](std::string_view name) {
    return [&, name](std::uint64_t i) {
      Random random({1, Purpose::crossover, 0, 0, i, 0});
      ga::CrossoverTally tally;
      ga::crossover_operator(name).cross(*first, *second, random, tally);
    };
  };
  // The same board under other numbers.
  maps::MapData turned = first->data();
  const int n = first->territory_count();
  const auto turn = [n](int t) { return (t * 5 + 3) % n; };  // 5 and 42 have no common divisor
  for (maps::Border& border : turned.borders) border = {turn(border.a), turn(border.b)};
  for (maps::Continent& continent : turned.continents) {
    for (int& t : continent.territories) t = turn(t);
  }
  for (int t = 0; t < n; ++t) {
    turned.territories[static_cast<std::size_t>(turn(t))] = first->territory(t);
  }
  const maps::Map renumbered(turned);

  std::vector<metrics::MatchSummary> summaries(1000);
  const risk::Variant variant("bench", risk::preset_rules("thesis"), maps::library_map("thesis-9"));
  const metrics::MatchJob job{&variant, {1, Purpose::match}, summaries};
  metrics::make_engine({})->play({&job, 1});
  const metrics::Objective objective = metrics::thesis_objective();
  metrics::CriteriaTotals totals;
  std::vector<OperationSpeed> speeds;
  const auto measure = [&](const std::string& name,
                           const std::function<void(std::uint64_t)>& operation) {
    if (name.find(only) == std::string::npos) return;
    speeds.push_back(measure_operation(name, seconds, operation));
  };
  measure("crossover planar, a child of two 42-territory maps", crossover("planar"));
  measure("crossover reject, a child of two 42-territory maps", crossover("reject"));
  measure("planarity of a 42-territory map", [&](std::uint64_t) { maps::is_planar(*first); });
  measure("layout of a 42-territory map", [&](std::uint64_t) { maps::layout(*second); });
  measure("isomorphism of two 42-territory maps",
          [&](std::uint64_t) { maps::isomorphic(*first, renumbered, maps::Sameness::continents); });
  measure("totals of 1,000 matches", [&](std::uint64_t) { totals.add(summaries); });
  measure("fitness and its error, of totals",
          [&](std::uint64_t) { metrics::fitness(totals, objective); });
  return speeds;
}

double measure_many(const BenchCase& bench_case, std::int64_t matches, int threads) {
  metrics::EngineOptions options;
  options.threads = threads;
  const auto engine = metrics::make_engine(options);
  metrics::CriteriaTotals totals(bench_case.variant.players());
  const metrics::Measurement measurement{
      &bench_case.variant, {1, Purpose::match}, matches, &totals};
  const Stopwatch watch;
  metrics::measure(*engine, {&measurement, 1}, {});
  return watch.seconds();
}

std::int64_t peak_memory() {
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? std::int64_t{usage.ru_maxrss} * 1024 : 0;
}

std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace evorisk::app
