#include "metrics/bulk/tally.hpp"

namespace evorisk::metrics::bulk {

BranchingTable::BranchingTable() {
  for (int turns = 1; turns <= most_turns; ++turns) {
    for (int moves = 0; moves < 99 * turns; ++moves) {
      values_[first(turns) + moves] = branching_value(moves, turns);
    }
  }
}

const BranchingTable branching_table;

}  // namespace evorisk::metrics::bulk
