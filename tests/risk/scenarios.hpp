// Positions on a row of six territories, shared by the tests that work rules out by hand.
#pragma once

#include <functional>

#include "tests/risk/play.hpp"

namespace evorisk::risk {

// 0 - 1 - 2 - 3 - 4 - 5; continents {0 1 2}, bonus 4, and {3 4 5}, bonus 2.
inline Variant row_variant(const std::function<void(Rules&)>& change) {
  Rules rules;
  change(rules);
  return Variant("row", rules, row_map({{3, 4}, {3, 2}}));
}
inline void as_they_are(Rules&) {}

// Places everything on one territory and arrives in the attack phase.
inline void place_all_on(State& state, int territory) {
  while (state.phase() != Phase::attack) {
    int where = territory;
    if (state.phase() == Phase::continent) {
      where = state.variant().map().continent(state.continent()).territories[0];
    }
    ASSERT_NO_FATAL_FAILURE(play(state, Placement{where, state.to_place()}));
  }
}

}  // namespace evorisk::risk
