// The rules in words, in the languages of the kit and of the studio.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/words/language.hpp"
#include "risk/rules_text.hpp"

namespace evorisk::app {

// As risk::rules_in_words, whose English it is; every rule key is explained by one sentence in
// every language. Topics are in English in any language: they say where a sentence belongs.
std::vector<risk::RuleSentence> rule_words(const risk::Rules& rules, Language language);

// What a topic is called as a heading, and as a step of the turn.
std::string topic_heading(std::string_view topic, Language language);

}  // namespace evorisk::app
