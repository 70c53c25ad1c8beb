// A match in words: what each event is to a person who follows it. Builds texts; prints nothing.
#pragma once

#include <string>

#include "risk/action.hpp"
#include "risk/legal.hpp"
#include "risk/match.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

// One or two sentences, with territory names and the troops before and after, of a legal event in
// the state before it.
std::string describe_event(const State& state, const Event& event);

// The position: one line per continent with its territories, "12 Brazil 0:5" being 5 troops of
// seat 0, and one line per seat with its territories, troops and cards. Lines end with '\n'.
std::string describe_position(const State& state);

// "Seat 0 wins by conquest after 21 turns."
std::string describe_end(const MatchResult& result);

// An illegal action of the seat on turn: what it wanted, and why that is refused.
std::string describe_refused(const State& state, const Action& action, Refusal why);

}  // namespace evorisk::risk
