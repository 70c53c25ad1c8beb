// The thesis' genetic algorithm. Source: thesis 4.3; spec of the search.
#pragma once

#include <memory>

#include "ga/algorithms/algorithm.hpp"

namespace evorisk::ga {

// Generation 0: `population` random individuals. Each later one: the `elites` fittest, then
// children of tournament winners (the winner the first parent, the runner-up the second), until
// there are exactly `population` individuals.
std::unique_ptr<Algorithm> make_generational(const Config& config, int threads);

}  // namespace evorisk::ga
