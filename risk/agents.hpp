// The agents themselves, for the registry of risk/agent.hpp.
#pragma once

#include <memory>

#include "risk/agent.hpp"

namespace evorisk::risk {

// The thesis' rule-based agent (4.3.4.1). No parameters.
std::unique_ptr<Agent> make_cautious_agent(const JsonView& parameters);
// Uniformly random legal decisions. No parameters.
std::unique_ptr<Agent> make_random_agent(const JsonView& parameters);

}  // namespace evorisk::risk
