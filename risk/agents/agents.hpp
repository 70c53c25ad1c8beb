// The agents themselves, for the registry of risk/agent.hpp, where each is described.
#pragma once

#include <memory>
#include <vector>

#include "risk/agent.hpp"

namespace evorisk::risk {

// The agents of a list inside the parameters of another, 1 to most_members of them.
inline constexpr std::size_t most_members = 16;
std::vector<std::unique_ptr<Agent>> make_agents(const JsonView& list);

std::unique_ptr<Agent> make_aggressive_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_blunder_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_breaker_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_builder_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_cautious_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_council_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_external_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_lookahead_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_mcts_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_mix_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_random_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_strategist_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_turtle_agent(const JsonView& parameters);

}  // namespace evorisk::risk
