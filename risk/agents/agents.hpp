// The agents themselves, for the registry of risk/agent.hpp, where each is described.
#pragma once

#include <memory>

#include "risk/agent.hpp"

namespace evorisk::risk {

std::unique_ptr<Agent> make_aggressive_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_breaker_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_builder_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_cautious_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_random_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_strategist_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_turtle_agent(const JsonView& parameters);

}  // namespace evorisk::risk
