// Random rules for property tests: every key at a random value, small numbers likelier than large
// ones so that matches stay playable.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/random.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::risk {

inline Rules random_rules(Random& random) {
  using Json = nlohmann::ordered_json;
  const auto below = [&](int bound) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
  };
  const auto number = [&](const RuleKey& key) {
    const int most = random.chance(0.1) ? key.highest : std::min(key.highest, key.lowest + 20);
    return key.lowest + below(most - key.lowest + 1);
  };
  Rules rules;
  for (const RuleKey& key : rule_keys()) {
    Json value;
    switch (key.kind) {
      case RuleKey::Kind::integer:
        value = number(key);
        break;
      case RuleKey::Kind::boolean:
        value = random.chance(0.5);
        break;
      case RuleKey::Kind::integers:
        for (int left = 1 + below(8); left > 0; --left) value.push_back(number(key));
        break;
      case RuleKey::Kind::choice:
        value = key.choices[random.below(static_cast<std::uint32_t>(key.choices.size()))];
        break;
    }
    set_rule(rules, key.name, JsonView(value, "random"));
  }
  if (rules.initial_troops_mode == InitialTroops::published) rules.initial_troops = 0;
  return rules;
}

// A preset's name and the rules that differ from it.
inline nlohmann::ordered_json difference_from(std::string_view preset, const Rules& rules) {
  nlohmann::ordered_json json = {{"preset", preset}};
  for (const RuleKey& key : rule_keys()) {
    const auto value = get_rule(rules, key.name);
    if (value != get_rule(preset_rules(preset), key.name)) json[key.name] = value;
  }
  return json;
}

}  // namespace evorisk::risk
