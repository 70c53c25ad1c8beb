// The attack phase of `cautious` on a small board, all territories at once: the scan of
// risk/agents/attack_scan.hpp in vectors.
#pragma once

#include <cstdint>

namespace evorisk::risk {
class PhaseDriver;
}

namespace evorisk::risk::narrow {

enum class VectorPlay : std::uint8_t {
  done,      // the whole phase
  refused,   // the driver refused an attack
  declined,  // nothing was done: not in vectors here, or more troops than a byte holds
};

// Plays that phase for the seat on turn.
using AttackPlayer = VectorPlay (*)(PhaseDriver& driver);
// The one for this processor.
AttackPlayer attack_player();

}  // namespace evorisk::risk::narrow
