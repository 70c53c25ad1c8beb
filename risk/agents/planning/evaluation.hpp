// The strength of each seat in a position: a linear evaluation, tuned by play.
#pragma once

#include <array>

#include "risk/state.hpp"

namespace evorisk::risk {

// Per seat, the weighted shares of troops, income, territories and cards; the sum over seats is 1.
// A winner has 1, an eliminated seat 0. The value rises with the probability to win, but does not
// estimate it.
std::array<double, max_players> evaluation(const State& state);

}  // namespace evorisk::risk
