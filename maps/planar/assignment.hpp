// The linear sum assignment problem: which row goes with which column at the least total cost.
// Boost has no algorithm for it.
#pragma once

#include <cstdint>
#include <vector>

namespace evorisk::maps {

struct Assignment {
  std::vector<int> column_of;  // of each row
  std::int64_t cost = 0;
};

// `cost` is a square matrix, row by row, of `size` rows; entries between -10^12 and 10^12. Exact
// and deterministic, O(size^3). Source: the shortest augmenting path form of the Hungarian method
// (Kuhn 1955; Jonker and Volgenant 1987).
Assignment assign(int size, const std::vector<std::int64_t>& cost);

}  // namespace evorisk::maps
