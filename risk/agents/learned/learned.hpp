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
// and is emptied when one begins. `urgency`: the share of its chance to win (0 ... 1) that its last
// attack may cost while more than two are left; earlier ones less, in proportion to the turns that
// have passed.
std::unique_ptr<Agent> make_learned(std::shared_ptr<const ValueWeights> weights,
                                    ValueTrace* trace = nullptr, double urgency = 0);

}  // namespace evorisk::risk
