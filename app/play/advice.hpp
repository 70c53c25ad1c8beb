// Help for a person at a decision: exact odds, the strategist's move, and the reasons of other
// seats' agents. It uses only what the seat on turn may know.
#pragma once

#include <string>
#include <vector>

#include "risk/agent.hpp"
#include "risk/battle_odds.hpp"
#include "risk/record/open_match.hpp"

namespace evorisk::app {

// The outcome of a fight that stops when at most `until` attackers are left (1: fights to the end).
// Exact (a Markov chain over the variant's dice rolls) while attackers * defenders <= 4 million;
// above that, the approximation for a fight to the end.
risk::Fight fight_odds(const risk::Variant& variant, int attackers, int defenders, int until = 1);

// The strategist's move and its reason, in a state as the seat on turn sees it.
struct Recommendation {
  risk::Action action;
  Message reason;
};
Recommendation strategist_advice(const risk::State& state);

// A hint on the decision that is due. Lines end in '\n'; sentences are broken at `width` columns.
std::string hint(const risk::State& state, std::size_t width);
// A hint on one fight, with `until` as above. If the fight is not legal now: a sentence that says
// why.
std::string hint(const risk::State& state, const risk::Attack& attack, int until);

// A decision of an agent: the state before it, the action and the explanation, without cards,
// because a hand is hidden from other seats.
struct Decision {
  risk::State before;
  risk::Action action;
  risk::Explanation explanation;
};
// All decisions in words, with the odds of attacks; repeated reasons are given once.
std::string explain(const risk::OpenMatch& match, const std::vector<Decision>& decisions,
                    std::size_t width);

}  // namespace evorisk::app
