// The agents themselves, for the registry of risk/agent.hpp, where each is described.
#pragma once

#include <memory>
#include <string_view>

#include "risk/agent.hpp"

namespace evorisk::risk {

// risk/agents/agents.json: what is known of each kind and its parameters. In a source that the
// build generates.
std::string_view agents_text();

// A number among the parameters. The functions below get parameters whose names and numbers are
// checked, with the defaults of those that were not given.
double number(const JsonView& parameters, std::string_view name);
int integer(const JsonView& parameters, std::string_view name);

// Three different cards of the hand of the seat to move, which has as many, uniformly.
void draw_three_cards(const State& state, Random& random, int (&cards)[3]);

std::unique_ptr<Agent> make_aggressive_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_blunder_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_breaker_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_builder_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_cautious_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_council_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_external_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_learned_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_lookahead_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_mcts_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_mix_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_random_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_strategist_agent(const JsonView& parameters);
std::unique_ptr<Agent> make_turtle_agent(const JsonView& parameters);

}  // namespace evorisk::risk
