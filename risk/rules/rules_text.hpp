// The rules in words: what a report or a rulebook tells a person who wants to play the variant.
#pragma once

#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::risk {

// One rule for people: one or two whole sentences.
struct RuleSentence {
  std::string_view topic;              // the heading it belongs under: "Reinforcement"
  std::vector<std::string_view> keys;  // the rule keys it explains
  Message text;
};

// Whether every exchange of cards of a match brings as many troops.
bool equal_exchanges(const Rules& rules);

// Every rule key is explained by exactly one sentence; they are in the order of play, so equal
// topics follow one another.
std::vector<RuleSentence> rules_in_words(const Rules& rules);

}  // namespace evorisk::risk
