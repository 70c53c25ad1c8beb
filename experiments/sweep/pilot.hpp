// How long will a sweep take? From a stratified sample of its runs.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/sweep/runner.hpp"

namespace evorisk::experiments {

// At most `count` different missing runs, drawn with probability proportional to their matches: the
// runs, longest first, are laid end to end and cut into `count` strata of as many matches each, and
// the run at a random place of every stratum is taken (the same ones every time). All missing runs
// when there are no more than `count`.
std::vector<int> pilot_sample(const SweepDirectory& directory, int count);

struct SweepForecast {
  std::int64_t matches = 0;  // of the missing runs, at most
  double thread_seconds = 0;
  double thread_seconds_se = 0;  // from the spread of the sampled runs; 0 of a single one
  int runs = 0;                  // sampled
};

// What the missing runs will take, from what the sampled ones took. Nothing sampled: 0 seconds.
SweepForecast forecast(const SweepDirectory& directory, const std::vector<RunEffort>& efforts);

}  // namespace evorisk::experiments
