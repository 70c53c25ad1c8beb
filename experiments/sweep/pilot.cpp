#include "experiments/sweep/pilot.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "experiments/reproduce/statistics.hpp"

namespace evorisk::experiments {

std::vector<int> pilot_sample(const SweepDirectory& directory, int count) {
  const Sweep& sweep = directory.sweep();
  std::vector<int> missing;
  std::int64_t total = 0;
  for (const int run : sweep.longest_first()) {
    if (directory.state(run) != SweepDirectory::State::missing) continue;
    missing.push_back(run);
    total += sweep.matches(run);
  }
  if (static_cast<int>(missing.size()) <= count) return missing;
  Random random({sweep.seed(), Purpose::sweep, 1});
  std::vector<int> sample;
  auto run = missing.begin();
  std::int64_t end = sweep.matches(*run);  // of this run, on the line of all matches
  for (int stratum = 0; stratum < count; ++stratum) {
    const double at = (stratum + random.unit()) / count * static_cast<double>(total);
    while (run + 1 != missing.end() && static_cast<double>(end) <= at) {
      ++run;
      end += sweep.matches(*run);
    }
    if (sample.empty() || sample.back() != *run) sample.push_back(*run);
  }
  return sample;
}

SweepForecast forecast(const SweepDirectory& directory, const std::vector<RunEffort>& efforts) {
  SweepForecast result;
  for (int run = 0; run < directory.sweep().runs(); ++run) {
    if (directory.state(run) == SweepDirectory::State::missing) {
      result.matches += directory.sweep().matches(run);
    }
  }
  std::vector<double> rates;  // seconds per match of the sweep's reckoning
  for (const RunEffort& effort : efforts) {
    const std::int64_t matches =
        effort.finished ? directory.sweep().matches(effort.run) : effort.matches;
    if (matches > 0) rates.push_back(effort.seconds / static_cast<double>(matches));
  }
  result.runs = static_cast<int>(rates.size());
  if (rates.empty()) return result;
  const metrics::Estimate rate = reproduce::mean_of(rates);
  const auto matches = static_cast<double>(result.matches);
  result.thread_seconds = matches * rate.mean;
  result.thread_seconds_se = matches * rate.se;
  return result;
}

}  // namespace evorisk::experiments
