// How long people take for printed matches, by comparison with the model of minutes at the table.
#pragma once

#include <optional>
#include <vector>

#include "experiments/playtest/answers.hpp"

namespace evorisk::experiments {

// How many times as long as the model says (metrics/criteria/minutes.hpp, for the turns of agents'
// matches and the seconds that the variant was bred for): the geometric mean over matches, with a
// 95 % interval by Student's t on the logarithm.
struct Pace {
  int matches = 0;
  double factor = 1;
  double low = 0;
  double high = 0;
};

inline constexpr int least_timed = 5;  // matches; of fewer nothing is said

std::optional<Pace> pace_of(const std::vector<Opinions>& variants);

// The model's seconds times the factor.
metrics::TableSeconds paced(metrics::TableSeconds seconds, const Pace& pace);

}  // namespace evorisk::experiments
