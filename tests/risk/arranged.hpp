// States as tests want them, and what only tests see of a state.
#pragma once

#include <cstdint>
#include <vector>

#include "risk/state.hpp"

namespace evorisk::risk {

// A position at the beginning of a turn.
struct Position {
  std::vector<int> owners;              // per territory: a seat
  std::vector<int> troops;              // per territory: at least 1
  std::vector<std::vector<int>> hands;  // per seat: cards; may be left empty
  int seat = 0;                         // whose turn begins; owns a territory, but not all
  int turn = 1;                         // the number of that turn
  int exchanges = 0;                    // made before that turn
  // Objective `missions`; either may be left empty.
  std::vector<int> missions = {};      // per seat: its card, or -1 where it is not known
  std::vector<int> destroyed_by = {};  // per seat: the seat that took its last territory, or -1
};

// Sets the state to the position, at the beginning of its turn. Throws std::invalid_argument for a
// position that the variant cannot have.
void arrange(State& state, const Position& position);

struct StateForTests {
  static void arrange(State& state, const Position& position);
  // The set of owned territories that get a territory bonus once the continents' troops are placed.
  static const std::uint64_t* bonus_territories(const State& state) {
    return state.bonus_territories_;
  }
  // The fortify phase's note on t: troops that arrived (`adjacent`), or the lowest own territory
  // linked with t (`connected`); else 0.
  static int fortify_note(const State& state, int t) { return state.fortify_notes_[t]; }
};

}  // namespace evorisk::risk
