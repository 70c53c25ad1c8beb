// The seven criteria of a batch of matches, as the thesis' text or its program computes them.
#pragma once

#include <array>
#include <span>

#include "experiments/original/match.hpp"

namespace evorisk::experiments::original {

// In the order of the thesis (4.3.5): completeness, duration, advantage, branching factor, drama,
// killer moves, lead change.
using Criteria = std::array<double, 7>;

// Each of the last six behaviours switches one criterion. `batch` must not be empty.
Criteria measure(std::span<const Trace> batch, const Behaviours& behaviours);

// Sum of the distances to the thesis' ideals (eq. 4.12).
double fitness(const Criteria& criteria);

}  // namespace evorisk::experiments::original
