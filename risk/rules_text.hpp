// The rules in words: what a report or a rulebook tells a person who wants to play the variant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "risk/rules.hpp"

namespace evorisk::risk {

// One rule for people: one or two whole English sentences.
struct RuleSentence {
  std::string_view topic;              // the heading it belongs under: "Reinforcement"
  std::vector<std::string_view> keys;  // the rule keys it explains
  std::string text;
};

// Every rule key is explained by exactly one sentence; they are in the order of play, so equal
// topics follow one another.
std::vector<RuleSentence> rules_in_words(const Rules& rules);

// Whether nobody places troops before the first turn: of how many each gets nothing is to be said.
bool places_no_troops(const Rules& rules);

// For words in another language: sentences without a text leave their keys to the one before.
std::vector<RuleSentence> without_empty(std::vector<RuleSentence> sentences);

}  // namespace evorisk::risk
