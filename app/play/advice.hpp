// Help with a decision: exact odds, and what the strategist would do; and what other seats' agents
// considered. Everything follows from what the seat on turn may know.
#pragma once

#include <string>
#include <vector>

#include "risk/agent.hpp"
#include "risk/battle_odds.hpp"
#include "risk/record/open_match.hpp"

namespace evorisk::app {

// The outcome of a fight that is broken off when no more than `until` attackers are left (1: to the
// end). Exact, by a Markov chain over the rolls of the variant's dice, while the product of the
// troops is at most 4 million; beyond, the approximation of a fight to the end.
risk::Fight fight_odds(const risk::Variant& variant, int attackers, int defenders, int until = 1);

// What the strategist would do, in a state as the seat on turn sees it, and why.
struct Recommendation {
  risk::Action action;
  Message reason;
};
Recommendation strategist_advice(const risk::State& state);

// About what the seat on turn has to decide now. Lines end in '\n', sentences are broken at
// `width` columns.
std::string hint(const risk::State& state, std::size_t width);
// About one fight, `until` as above; a sentence that says why when it cannot be fought now.
std::string hint(const risk::State& state, const risk::Attack& attack, int until);

// What an agent decided, in the state before it, and what it said about it: nothing about cards,
// because a hand is hidden from other seats.
struct Decision {
  risk::State before;
  risk::Action action;
  risk::Explanation explanation;
};
// All of them in words, with the odds of attacks; the same reason is told once.
std::string explain(const risk::OpenMatch& match, const std::vector<Decision>& decisions,
                    std::size_t width);

}  // namespace evorisk::app
