#include "experiments/playtest/pace.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/key_table.hpp"
#include "base/statistics.hpp"
#include "metrics/criteria/minutes.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::experiments {

std::optional<Pace> pace_of(const std::vector<Opinions>& variants) {
  std::vector<double> logs;
  for (const Opinions& one : variants) {
    const double expected = metrics::minutes_of(one.totals.turns().mean, one.variant.territories(),
                                                metrics::own_seconds(one.variant));
    for (const PlayedMatch& match : one.matches) {
      if (match.minutes) logs.push_back(std::log(*match.minutes / expected));
    }
  }
  const auto n = static_cast<double>(logs.size());
  if (logs.size() < least_timed) return std::nullopt;
  double mean = 0;
  for (const double x : logs) mean += x / n;
  double squares = 0;
  for (const double x : logs) squares += (x - mean) * (x - mean);
  const double reach = student_bound(0.05, n - 1) * std::sqrt(squares / (n - 1) / n);
  return Pace{static_cast<int>(logs.size()), std::exp(mean), std::exp(mean - reach),
              std::exp(mean + reach)};
}

metrics::TableSeconds paced(metrics::TableSeconds seconds, const Pace& pace) {
  const auto& keys = metrics::table_seconds_keys();
  nlohmann::ordered_json json = keys.write(seconds);
  for (auto& [key, value] : json.items()) {
    value = std::min(3600.0, value.get<double>() * pace.factor);
  }
  keys.read(JsonView(json, "seconds"), seconds);
  return seconds;
}

}  // namespace evorisk::experiments
