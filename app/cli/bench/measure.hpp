// What `evorisk bench` measures: fixed variants, from two territories to 250, and evolutions.
// Wall-clock times: compare them within one run, not between machines.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "risk/rules/variant.hpp"

namespace evorisk::app {

struct BenchCase {
  std::string name;
  risk::Variant variant;
};

// The same games in every version of the program: maps of the library, and generated ones of 64,
// 128 and 250 territories, under rules named as (allocation, defence dice, conquest move, divisor).
std::vector<BenchCase> bench_cases();

// A number that must not change. An engine plays a fixed sample of matches of every case; the
// number depends on the winner, the end reason, the number of turns and the criteria of each match.
// It is the same on every machine, instruction set and number of threads. If it changes, the
// simulation behaves differently.
struct Signature {
  std::string_view engine;
  std::uint64_t recorded;  // the expected value
  std::uint64_t found = 0;
};
std::vector<Signature> bench_signatures();

struct BenchOptions {
  double seconds = 0.3;  // for each measurement of a round
  int rounds = 5;        // how often everything is measured
  int threads = 1;
  std::string only;  // measure only names that contain this

  bool wanted(std::string_view name) const { return name.find(only) != name.npos; }
  // 1, and `threads` if that is more.
  std::vector<int> thread_counts() const;
};

// Lists of JSON objects, one for each measurement; figures are medians of the rounds.
// Matches a second of every engine on every case that it can play.
nlohmann::ordered_json bench_engines(const BenchOptions& options);
// Single operations besides matches, in microseconds, on one thread and without rounds.
nlohmann::ordered_json bench_operations(const BenchOptions& options);
// Evolutions with rows of the thesis' table 5.1 and our default operators, with their speed-up by
// threads. For comparison: the speed-up of as many one-thread evolutions at the same time.
nlohmann::ordered_json bench_evolutions(const BenchOptions& options);

// The seconds that `evaluate` needs for this number of matches of one case, and the peak memory of
// this process so far.
nlohmann::ordered_json bench_memory(std::int64_t matches, int threads);

// The median of a[i] / b[i]. Requires lists of the same length.
double median_ratio(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace evorisk::app
