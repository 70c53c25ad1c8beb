// Timings for `evorisk bench`. Wall-clock time of this process on this machine: for ratios within
// one run, not for comparing machines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/bench/cases.hpp"

namespace evorisk::app {

// The middle one of some values, at least one; of an even number the mean of the middle two.
double median(std::vector<double> values);

// Matches a second of one engine on one case, one figure a round. Rounds of several meters are
// measured in turns, so that a slow moment of the machine slows all of them and not one.
class EngineMeter {
 public:
  // `bench_case` must outlive the meter.
  EngineMeter(const BenchCase& bench_case, std::string engine, int threads);

  // One round: plays for about `seconds` after a warm-up, in batches large enough to fill the
  // engine.
  void measure(double seconds);

  const BenchCase& bench_case() const { return *bench_case_; }
  const std::string& engine() const { return engine_; }
  int threads() const { return threads_; }
  std::int64_t matches() const { return matches_; }            // of all rounds
  double mean_turns() const { return mean_turns_; }            // of the last batch
  const std::vector<double>& rates() const { return rates_; }  // matches a second, by round
  double matches_per_second() const { return median(rates_); }
  double nanoseconds_per_match() const { return 1e9 / matches_per_second(); }
  double nanoseconds_per_turn() const { return nanoseconds_per_match() / mean_turns_; }

 private:
  const BenchCase* bench_case_;
  std::string engine_;
  int threads_;
  std::int64_t batch_ = 0;  // matches; 0 before the first round
  std::int64_t matches_ = 0;
  double mean_turns_ = 0;
  std::vector<double> rates_;
};

// One run of an evolution.
struct EvolutionSpeed {
  int generations = 0;
  int population = 0;
  std::int64_t matches = 0;
  double seconds = 0;          // the whole run, files included
  double seconds_playing = 0;  // in matches
  double report_seconds = 0;   // writing the report afterwards

  double share_not_in_matches() const { return 1 - seconds_playing / seconds; }
};

// Runs an evolution with a row of the thesis' table 5.1 and our default operators, in a directory
// of its own below `scratch`, which is removed again.
EvolutionSpeed measure_evolution(const std::vector<std::string>& settings, int threads,
                                 const std::filesystem::path& scratch);

// `count` such runs at the same time, without reports, each on a thread of its own; the seconds
// that one takes, on average: the speed of the machine for independent work.
double measure_side_by_side(const std::vector<std::string>& settings, int count,
                            const std::filesystem::path& scratch);

// A single operation, repeated for about `seconds`.
struct OperationSpeed {
  std::string name;
  double microseconds = 0;
};
// Those with `only` in their names.
std::vector<OperationSpeed> measure_operations(double seconds, std::string_view only);

// Memory of this process in bytes, at its highest so far; 0 where the system does not report it.
std::int64_t peak_memory();

// Measures this many matches of the case as `evaluate` does, and returns the seconds it took.
double measure_many(const BenchCase& bench_case, std::int64_t matches, int threads);

// What /proc/cpuinfo calls the processor, or "unknown".
std::string processor_name();

}  // namespace evorisk::app
