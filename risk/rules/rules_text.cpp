#include "risk/rules/rules_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/counted.hpp"
#include "risk/rules/data.hpp"

namespace evorisk::risk {
namespace {

using Json = nlohmann::ordered_json;

int number_of(const Rules& rules, const Json& key) {
  return get_rule(rules, key.get<std::string>()).get<int>();
}

// A value of a sentence, as rules.json has it: a key; a key and the noun of what it counts, for
// one and for many (up to twelve in words); a key and a word for each of its values; or a number
// that follows from several keys.
Message::Value sentence_value(const Rules& rules, const Json& value) {
  if (value.is_object())
    return {Message(value.at("words")[number_of(rules, value.at("key"))].get<std::string>())};
  if (value.is_array()) {
    const int n = number_of(rules, value[0]);
    const Message noun = value[n == 1 ? 1 : 2].get<std::string>();
    const Json& words = rules_data().at("numbers");
    if (n >= static_cast<int>(words.size())) return {Message("{} {}", n, noun)};
    return {Message("{} {}", Message(words[n].get<std::string>()), noun)};
  }
  if (value == "published_troops") return message_value(initial_troops_to_place(rules, 0));
  if (value == "last_compensation")
    return message_value(rules.seat_compensation * (rules.players - 1));
  if (value == "troops_of_exchange") return {counted(rules.card_schedule.back(), "troop")};
  if (value == "last_exchange") return message_value(rules.card_schedule.back());
  if (value == "card_schedule") return {fmt::format("{}", fmt::join(rules.card_schedule, ", "))};
  return message_value(number_of(rules, value));
}

bool applies(const Rules& rules, const Json& sentence) {
  return !sentence.contains("when") ||
         std::ranges::all_of(sentence.at("when").items(), [&](const auto& condition) {
           if (condition.key() == "equal_exchanges")
             return equal_exchanges(rules) == condition.value();
           return get_rule(rules, condition.key()) == condition.value();
         });
}

}  // namespace

bool equal_exchanges(const Rules& rules) {
  const auto [lowest, highest] = std::ranges::minmax(rules.card_schedule);
  return lowest == highest && rules.card_schedule_step == 0;
}

std::vector<RuleSentence> rules_in_words(const Rules& rules) {
  std::vector<RuleSentence> sentences;
  for (const Json& json : rules_data().at("sentences")) {
    const auto keys = json.at("keys").get<std::vector<std::string_view>>();
    // The first case that applies; the last one always does.
    const Json& said = *std::ranges::find_if(
        json.at("cases"), [&](const Json& sentence) { return applies(rules, sentence); });
    const auto text = said.at("text").get<std::string>();
    if (text.empty()) {  // its keys are left to the sentence before
      auto& before = sentences.back().keys;
      before.insert(before.end(), keys.begin(), keys.end());
      continue;
    }
    std::vector<Message::Value> values;
    if (said.contains("values")) {
      for (const Json& value : said.at("values")) values.push_back(sentence_value(rules, value));
    }
    sentences.push_back(
        {json.at("topic").get<std::string_view>(), keys, Message(text, std::move(values))});
  }
  return sentences;
}

}  // namespace evorisk::risk
