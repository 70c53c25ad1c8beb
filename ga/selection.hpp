// Who becomes a parent. Source: thesis 2.4.1 and 4.3.2.
#pragma once

#include <utility>
#include <vector>

#include "maps/base/random.hpp"

namespace evorisk::ga {

// A tournament of `size` contestants drawn without replacement from 0 ... ranks.size() - 1, each
// set equally likely; its two best are returned, the best first. `ranks[i]` is the rank of i (0 the
// fittest, all different). Requires 2 <= size <= ranks.size().
std::pair<int, int> tournament(const std::vector<int>& ranks, int size, Random& random);

}  // namespace evorisk::ga
