// What the benchmark measures: fixed variants, from two territories to 250.
#pragma once

#include <cstdint>
#include <span>
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

// One number that depends on the outcome of every match of a fixed sample of every case, as the
// named engine plays it: who won, how it ended, after how many turns, and the criteria. The same on
// every machine, instruction set and number of threads; another number means that the simulation
// behaves differently.
std::uint64_t bench_signature(std::string_view engine);

// What bench_signature gave when this version was recorded.
struct RecordedSignature {
  std::string_view engine;
  std::uint64_t signature;
};
std::span<const RecordedSignature> recorded_signatures();

}  // namespace evorisk::app
