// The state checked against itself.
#pragma once

#include <string>

#include "risk/state.hpp"

namespace evorisk::risk {

// Recomputes all incremental data of a state and checks every invariant. Returns the first broken
// invariant as a sentence, or an empty text.
std::string state_inconsistency(const State& state);

}  // namespace evorisk::risk
