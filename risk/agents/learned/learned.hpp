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

// What it does beyond its value while more than two players are left. Training goes without: what
// is learned with it makes up for it.
struct AmongSeveral {
  // The share of its present chance to win (0 ... 1) that a decision to attack may cost in the last
  // turn; before, in proportion to the turns that have passed.
  double urgency = 0;
  // Whether it also weighs campaigns against the last territories of one rival alone.
  bool hunts = false;
};

// Without weights the strategist decides. `trace`, where given, gets the positions of the match,
// and is emptied when one begins.
std::unique_ptr<Agent> make_learned(std::shared_ptr<const ValueWeights> weights,
                                    ValueTrace* trace = nullptr, const AmongSeveral& several = {});

}  // namespace evorisk::risk
