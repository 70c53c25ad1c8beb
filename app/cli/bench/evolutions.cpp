#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <future>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/bench/measure.hpp"
#include "app/report/pages.hpp"
#include "base/json.hpp"
#include "base/stopwatch.hpp"
#include "experiments/search_study/rank_tests.hpp"
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
#include "metrics/objective/objective.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::app {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The first two rows of the thesis' table 5.1.
const std::vector<std::pair<std::string, std::vector<std::string>>> evolutions = {
    {"table 5.1, row 1", {"generations=10", "population=50", "tournament=22", "mutation_rate=0.6"}},
    {"table 5.1, row 2",
     {"generations=150", "population=30", "tournament=12", "mutation_rate=0.1"}}};

// An evolution on so many threads, one figure a round.
struct EvolutionMeter {
  int threads;
  std::int64_t matches = 0;
  std::vector<double> seconds = {};         // the whole run, files included
  std::vector<double> not_in_matches = {};  // the share of them
  std::vector<double> report_seconds = {};  // writing the report afterwards

  // Leaves the directory.
  void play(const ga::Config& config, const fs::path& directory);
};

void EvolutionMeter::play(const ga::Config& config, const fs::path& directory) {
  ga::RunOptions options;
  options.directory = directory;
  options.on_progress = [this](const ga::RunStatus& status) { matches = status.matches; };
  const Stopwatch watch;
  const auto engine = ga::engine_of(config, threads);
  ga::run_evolution(config, *engine, options);
  seconds.push_back(watch.seconds());
  LineReader timing(directory / ga::timing_file);
  double playing = 0;
  while (const auto line = timing.next()) {
    playing += parse_json(*line, "timing").at("playing_seconds").get<double>();
  }
  not_in_matches.push_back(1 - playing / seconds.back());
}

// `count` such runs at the same time, each on a thread of its own; the seconds that one takes, on
// average.
double seconds_side_by_side(const ga::Config& config, int count, const fs::path& scratch) {
  std::vector<std::future<double>> runs;
  for (int i = 0; i < count; ++i) {
    runs.push_back(std::async(std::launch::async, [&config, run = scratch / std::to_string(i)] {
      EvolutionMeter meter{1};
      meter.play(config, run);
      return meter.seconds.front();
    }));
  }
  double seconds = 0;
  for (std::future<double>& run : runs) seconds += run.get();
  fs::remove_all(scratch);
  return seconds / count;
}

double median(const std::vector<double>& values) {
  return experiments::median_interval(values).median;
}

}  // namespace

Json bench_evolutions(const BenchOptions& options) {
  // Empty between two measurements.
  const fs::path scratch = fs::temp_directory_path() / fmt::format("evorisk-bench-{}", getpid());
  Json list = Json::array();
  for (const auto& [name, settings] : evolutions) {
    if (!options.wanted(name)) continue;
    const ga::Config config = ga::load_config("", settings);
    std::vector<EvolutionMeter> meters;
    for (const int threads : options.thread_counts()) meters.push_back({threads});
    std::vector<double> side_by_side;  // as many as most threads
    for (int round = 0; round < options.rounds; ++round) {
      for (EvolutionMeter& meter : meters) {
        meter.play(config, scratch);
        const Stopwatch report;
        write_run_report(scratch);
        meter.report_seconds.push_back(report.seconds());
        fs::remove_all(scratch);
      }
      if (options.threads == 1) continue;
      side_by_side.push_back(seconds_side_by_side(config, options.threads, scratch));
    }
    const std::vector<double>& alone = meters.front().seconds;
    for (const EvolutionMeter& meter : meters) {
      const double possible =
          meter.threads == 1 ? 1 : meter.threads * median_ratio(alone, side_by_side);
      list.push_back({{"evolution", name},
                      {"generations", config.generations},
                      {"population", config.population},
                      {"threads", meter.threads},
                      {"matches", meter.matches},
                      {"seconds", median(meter.seconds)},
                      {"seconds_by_round", meter.seconds},
                      {"speed_up", median_ratio(alone, meter.seconds)},
                      {"speed_up_side_by_side", possible},
                      {"share_not_in_matches", median(meter.not_in_matches)},
                      {"report_seconds", median(meter.report_seconds)}});
    }
  }
  return list;
}

Json bench_operations(const BenchOptions& options) {
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
  std::ranges::reverse(turned.territories);
  const int last = first->territory_count() - 1;
  for (maps::Border& border : turned.borders) border = {last - border.a, last - border.b};
  for (maps::Continent& continent : turned.continents) {
    for (int& t : continent.territories) t = last - t;
  }
  const maps::Map renumbered(turned);

  std::vector<metrics::MatchSummary> summaries(1000);
  const risk::Variant variant("bench", risk::preset_rules("thesis"), maps::library_map("thesis-9"));
  const metrics::MatchJob job{&variant, {1, Purpose::match}, summaries};
  metrics::make_engine({})->play({&job, 1});
  const metrics::Objective objective = metrics::thesis_objective();
  metrics::CriteriaTotals totals;
  Json list = Json::array();
  const auto measure = [&](const std::string& name,
                           const std::function<void(std::uint64_t)>& operation) {
    if (!options.wanted(name)) return;
    operation(0);  // warm-up
    const Stopwatch watch;
    std::uint64_t count = 0;
    do {
      operation(++count);
    } while (watch.seconds() < options.seconds);
    const double microseconds = 1e6 * watch.seconds() / static_cast<double>(count);
    list.push_back({{"operation", name}, {"microseconds", microseconds}});
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
  return list;
}

}  // namespace evorisk::app
