// What `evorisk bench` measures: fixed variants, from two territories to 250, and evolutions.
// Wall-clock time of this process on this machine: for ratios within one run, not for comparing
// machines.
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

// What must not change: one number that depends on the outcome of every match of a fixed sample of
// every case, as an engine plays it: who won, how it ended, after how many turns, and the criteria.
// The same on every machine, instruction set and number of threads; another number means that the
// simulation behaves differently.
struct Signature {
  std::string_view engine;
  std::uint64_t recorded;  // when this version was
  std::uint64_t found = 0;
};
std::vector<Signature> bench_signatures();

struct BenchOptions {
  double seconds = 0.3;  // for each measurement of a round
  int rounds = 5;        // how often everything is measured
  int threads = 1;
  std::string only;  // a part of the names of what is measured

  bool wanted(std::string_view name) const { return name.find(only) != name.npos; }
  // One, and as many as allowed.
  std::vector<int> thread_counts() const;
};

// Lists of JSON objects, one for each measurement; figures are medians of the rounds.
// Matches a second of every engine on every case that it can play.
nlohmann::ordered_json bench_engines(const BenchOptions& options);
// Single operations besides matches, in microseconds, on one thread and without rounds.
nlohmann::ordered_json bench_operations(const BenchOptions& options);
// Evolutions with rows of the thesis' table 5.1 and our default operators; beside their speed-up
// stands that of as many evolutions at the same time, each on a thread of its own: the speed of the
// machine for independent work.
nlohmann::ordered_json bench_evolutions(const BenchOptions& options);

// The seconds that so many matches of one case take as `evaluate` measures them, and the memory of
// this process at its highest so far.
nlohmann::ordered_json bench_memory(std::int64_t matches, int threads);

// The median of the ratios of two lists of the same length, by place.
double median_ratio(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace evorisk::app
