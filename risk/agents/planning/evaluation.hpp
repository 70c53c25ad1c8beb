// What a position promises each seat: a linear evaluation, tuned by play.
#pragma once

#include <array>

#include "risk/state.hpp"

namespace evorisk::risk {

// Shares of a whole of 1: of troops, of income, of territories and of cards, weighted. The winner
// has it all, and who is eliminated nothing. An estimate of strength, not of the probability to
// win, but rising with it.
std::array<double, max_players> evaluation(const State& state);

}  // namespace evorisk::risk
