// The agent that plays by a learned value, for what trains it.
#pragma once

#include <memory>
#include <vector>

#include "risk/agent.hpp"
#include "risk/agents/learned/value.hpp"

namespace evorisk::risk {

// The inputs of positions one after another: after some of the initial placements, at the end of
// each turn's attack, and after each move of troops.
using ValueTrace = std::vector<std::array<float, value_inputs>>;

// Without weights the strategist decides. `trace`, where given, gets the positions of the match,
// and is emptied when one begins. `urgency` (0 ... 1): the share of its present chance to win that
// a decision to attack may cost in the last turn, while more than two are left; before, in
// proportion to the turns that have passed.
std::unique_ptr<Agent> make_learned(std::shared_ptr<const ValueWeights> weights,
                                    ValueTrace* trace = nullptr, double urgency = 0);

}  // namespace evorisk::risk
