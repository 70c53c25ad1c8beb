// The original program's operators on maps and genes.
#pragma once

#include <optional>
#include <vector>

#include "base/random.hpp"
#include "experiments/original/match.hpp"
#include "maps/map.hpp"

namespace evorisk::experiments::original {

// A child may be broken until it is checked, so it is held as plain data.
struct Child {
  Genes genes;
  maps::MapData map;
};

// Planar and connected: what the program asks of a child when it asks.
bool acceptable(const maps::MapData& map);

// Two children of two parents, unchecked. Both take their first part from `a` and their second from
// `b`, drawn independently; the rule genes are split two and two.
std::vector<Child> crossover(const Child& a, const Child& b, Random& random);

// Every mutation with probability 1 - rate, each drawn for itself. May break planarity or
// connection.
void mutate(Child& child, double rate, Random& random);

// Crossover, mutation and the checks between, with the program's fault: it removes from the list it
// walks, so that after a rejected first child the second is not looked at. 0 to 2 children.
std::vector<Child> breed(const Child& a, const Child& b, double rate, Random& random);

}  // namespace evorisk::experiments::original
