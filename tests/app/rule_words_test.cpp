// The rules in words, in both languages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/print/pages.hpp"
#include "app/text/words/language.hpp"
#include "base/index.hpp"
#include "maps/io.hpp"
#include "risk/rules/rules_text.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Every value of a key, or some of a number's.
std::vector<std::string> values_of(const risk::RuleKey& key) {
  switch (key.kind) {
    case risk::RuleKey::Kind::choice:
      return {key.choices.begin(), key.choices.end()};
    case risk::RuleKey::Kind::boolean:
      return {"false", "true"};
    case risk::RuleKey::Kind::integers:
      return {"[4,6,8]", "[5]", "[10,20]"};
    case risk::RuleKey::Kind::integer:
      break;
  }
  std::set<int> numbers;
  for (int n = key.lowest; n <= std::min(key.highest, key.lowest + 6); ++n) numbers.insert(n);
  numbers.insert(key.highest);
  std::vector<std::string> values;
  for (const int n : numbers) values.push_back(std::to_string(n));
  return values;
}

// What explains a key under these rules; fails when not exactly one sentence does.
std::string explanation(const risk::Rules& rules, std::string_view key, Language language) {
  std::string text;
  int count = 0;
  for (const auto& sentence : risk::rules_in_words(rules)) {
    if (std::find(sentence.keys.begin(), sentence.keys.end(), key) == sentence.keys.end()) continue;
    text = sentence.text.text(wording(language));
    ++count;
  }
  EXPECT_EQ(count, 1) << key << " in language " << static_cast<int>(language);
  return text;
}

TEST(RuleWords, ExplainEveryValueOfEveryKeyInBothLanguages) {
  for (const Language language : {Language::english, Language::portuguese}) {
    for (const risk::RuleKey& key : risk::rule_keys()) {
      SCOPED_TRACE(key.name);
      std::set<std::string> texts;
      const auto values = values_of(key);
      for (const std::string& value : values) {
        risk::Rules rules;
        rules.players = 3;
        rules.initial_troops = 10;  // so that its mode matters
        risk::set_rule(rules, key.name, value);
        const std::string text = explanation(rules, key.name, language);
        EXPECT_GE(text.size(), 20u) << value;
        EXPECT_EQ(text.back(), '.') << text;
        EXPECT_FALSE(text[0] >= 'a' && text[0] <= 'z') << text;
        texts.insert(text);
      }
      // Different values are explained differently.
      EXPECT_EQ(texts.size(), values.size()) << *texts.begin();
    }
  }
}

TEST(RuleWords, SayNothingOfHowManyWhereNothingIsPlaced) {
  risk::Rules rules;
  rules.initial_troops = 0;
  rules.initial_troops_mode = risk::InitialTroops::extra;
  EXPECT_EQ(explanation(rules, "seat_compensation", Language::english),
            "No other troops are placed before the first turn.");
  EXPECT_EQ(explanation(rules, "seat_compensation", Language::portuguese),
            "Nenhum outro exército é posto no tabuleiro antes do primeiro turno.");
}

// A limit of turns is the measurement's, not the players'.
TEST(RuleWords, LeaveTheLimitOfTurnsToPeopleAtATable) {
  risk::Rules rules;
  rules.players = 4;
  rules.turn_limit = 50;
  for (const auto& sentence : kit::rules_at_table(rules)) {
    const bool limit = std::ranges::find(sentence.keys, "turn_limit") != sentence.keys.end();
    EXPECT_EQ(sentence.text.text().find("50 turns") != std::string::npos, limit);
    EXPECT_EQ(sentence.text.text().find("at most 13 each, is a draw") != std::string::npos, limit);
  }
  // Longer than any table plays.
  rules.turn_limit = 1000;
  EXPECT_EQ(kit::rules_at_table(rules).back().text.text(),
            "The match goes on until there is a winner.");
}

}  // namespace
}  // namespace evorisk::app
