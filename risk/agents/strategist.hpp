// The strategist, for searches that improve on it, and for advice.
#pragma once

#include <memory>

#include "risk/agents/planning/planner.hpp"

namespace evorisk::risk {

// Caution: 0 ... 1.
inline constexpr double usual_caution = 0.3;
std::unique_ptr<Planner> make_strategist(double caution, const Aims::Weights& aims = {});

}  // namespace evorisk::risk
