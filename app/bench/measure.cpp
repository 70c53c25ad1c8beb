#include "app/bench/measure.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/report/run_report.hpp"
#include "ga/config.hpp"
#include "ga/crossover.hpp"
#include "ga/evaluator.hpp"
#include "ga/run.hpp"
#include "ga/run_files.hpp"
#include "maps/base/json.hpp"
#include "maps/io.hpp"
#include "maps/layout.hpp"
#include "maps/planarity.hpp"
#include "metrics/engine.hpp"

namespace evorisk::app {

namespace {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

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

}  // namespace

EngineSpeed measure_engine(const BenchCase& bench_case, const std::string& engine, int threads,
                           double seconds) {
  metrics::EngineOptions options;
  options.engine = engine;
  options.threads = threads;
  const auto player = metrics::make_engine(options);
  std::vector<metrics::MatchSummary> summaries(512);
  StreamKey key{1, Purpose::match, 0, 0, 0, 0};
  const auto play = [&] {
    const metrics::MatchJob job{&bench_case.variant, key, summaries};
    player->play({&job, 1});
    key.match += summaries.size();
  };
  play();
  // Batches of about a tenth of the time, so that starting and ending one costs little.
  const Stopwatch trial;
  play();
  const double per_match = trial.seconds() / static_cast<double>(summaries.size());
  const double wanted = std::clamp(0.1 * seconds / std::max(per_match, 1e-9), 512.0, 4e6);
  summaries.resize(static_cast<std::size_t>(wanted));
  play();

  EngineSpeed speed{engine, threads};
  double turns = 0;
  const Stopwatch watch;
  do {
    play();
    speed.matches += static_cast<std::int64_t>(summaries.size());
    speed.seconds = watch.seconds();
  } while (speed.seconds < seconds);
  for (const metrics::MatchSummary& match : summaries) turns += match.turns;
  speed.mean_turns = turns / static_cast<double>(summaries.size());
  return speed;
}

EvolutionSpeed measure_evolution(const std::string& name, const std::vector<std::string>& settings,
                                 int threads, const std::filesystem::path& scratch) {
  const ga::Config config = ga::load_config("", settings);
  const auto engine = ga::engine_of(config, threads);
  const std::filesystem::path directory = scratch / "run";
  std::filesystem::remove_all(directory);
  ga::RunOptions options;
  options.directory = directory;
  EvolutionSpeed speed{name, config.generations, config.population};
  options.on_progress = [&](const ga::RunStatus& status) { speed.matches = status.matches; };
  const Stopwatch watch;
  ga::run_evolution(config, *engine, options);
  speed.seconds = watch.seconds();
  speed.seconds_playing = playing_seconds(directory);
  const Stopwatch report_watch;
  write_run_report(directory);
  speed.report_seconds = report_watch.seconds();
  std::filesystem::remove_all(directory);
  return speed;
}

std::vector<OperationSpeed> measure_operations(double seconds) {
  const maps::MapPtr first = maps::library_map("thesis-1");
  const maps::MapPtr second = maps::library_map("thesis-2");
  const auto crossover = [&](std::string_view name) {
    return [&, name](std::uint64_t i) {
      Random random({1, Purpose::crossover, 0, 0, i, 0});
      ga::CrossoverTally tally;
      ga::crossover_operator(name).cross(*first, *second, random, tally);
    };
  };
  return {measure_operation("crossover planar, a child of two 42-territory maps", seconds,
                            crossover("planar")),
          measure_operation("crossover reject, a child of two 42-territory maps", seconds,
                            crossover("reject")),
          measure_operation("planarity of a 42-territory map", seconds,
                            [&](std::uint64_t) { maps::is_planar(*first); }),
          measure_operation("layout of a 42-territory map", seconds,
                            [&](std::uint64_t) { maps::layout(*second); })};
}

}  // namespace evorisk::app
