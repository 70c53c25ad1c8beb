// Timings for `evorisk bench`. Wall-clock time of this process on this machine: for ratios within
// one run, not for comparing machines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/cases.hpp"

namespace evorisk::app {

struct EngineSpeed {
  std::string engine;
  int threads = 1;
  std::int64_t matches = 0;  // measured
  double seconds = 0;
  double mean_turns = 0;

  double matches_per_second() const { return static_cast<double>(matches) / seconds; }
  double nanoseconds_per_match() const { return 1e9 * seconds / static_cast<double>(matches); }
  double nanoseconds_per_turn() const { return nanoseconds_per_match() / mean_turns; }
};

// Plays for about `seconds` after a warm-up, in batches large enough to fill an engine.
EngineSpeed measure_engine(const BenchCase& bench_case, const std::string& engine, int threads,
                           double seconds);

struct EvolutionSpeed {
  std::string name;
  int threads = 1;
  int generations = 0;
  int population = 0;
  std::int64_t matches = 0;
  double seconds = 0;          // the whole run, files included
  double seconds_playing = 0;  // in matches
  double report_seconds = 0;   // writing the report afterwards
};

// An evolution with a row of the thesis' table 5.1 and our default operators, in a directory of
// its own below `scratch`, which is removed again. It is repeated for about `seconds`, at least
// once; the fastest counts.
EvolutionSpeed measure_evolution(const std::string& name, const std::vector<std::string>& settings,
                                 int threads, const std::filesystem::path& scratch, double seconds);

// A single operation, repeated for about `seconds`.
struct OperationSpeed {
  std::string name;
  double microseconds = 0;
};
// Those with `only` in their names.
std::vector<OperationSpeed> measure_operations(double seconds, std::string_view only);

// Memory of this process in bytes, at its highest so far; 0 where the system does not tell.
std::int64_t peak_memory();

// Measures this many matches of the case as `evaluate` does, and returns the seconds it took.
double measure_many(const BenchCase& bench_case, std::int64_t matches, int threads);

// What /proc/cpuinfo calls the processor, or "unknown".
std::string processor_name();

}  // namespace evorisk::app
