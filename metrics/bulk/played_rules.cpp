#include "metrics/bulk/played_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace evorisk::metrics::bulk {
namespace {

struct PlayedRule {
  std::string_view key;
  // Of a number, of each number of a list, of a boolean (0 and 1): the values that are played.
  int lowest = 0;
  int highest = 0;
  std::vector<std::string_view> choices = {};  // of a choice: the names that are played
  std::string_view refusal = {};               // of other values; empty: made of key and value
};

const std::vector<PlayedRule>& played_rules() {
  static const std::vector<PlayedRule> rules = {
      {"players", 2, 2, {}, "it plays 2 players only"},
      {"allocation", 0, 0, {"random", "pick"}},
      {"initial_troops", 0, 1000},
      {"initial_troops_mode", 0, 0, {"extra", "total", "published"}},
      {"attack_dice", 1, 6},
      {"defence_dice", 1, 6},
      {"ties", 0, 0, {"defender", "attacker"}},
      {"conquest_move", 0, 0, {"min", "max", "dice"}},
      {"reinforcement_divisor", 1, 100},
      {"reinforcement_minimum", 0, 1000},
      {"reinforcement_rounding", 0, 0, {"floor", "ceil"}},
      {"card_schedule", 0, 1000},
      {"card_schedule_step", 0, 100},
      {"card_set", 0, 0, {"any", "matching"}},
      {"card_forced_at", 3, 1000},
      {"card_territory_bonus", 0, 1000},
      {"elimination_takes_cards", 0, 1},
      {"fortify", 0, 0, {"adjacent", "single", "connected", "none"}},
      {"objective", 0, 0, {"conquest"}, "it plays no missions"},
      {"turn_limit", 1, 10000},
      {"seat_compensation", 0, 1000},
      {"first_turn_reinforcement", 0, 100},
  };
  return rules;
}

const PlayedRule* find_rule(std::string_view key) {
  const auto& rules = played_rules();
  const auto found = std::ranges::find(rules, key, &PlayedRule::key);
  return found == rules.end() ? nullptr : &*found;
}

// What is played, in the order of risk::rule_keys().
std::vector<const PlayedRule*> in_order_of_keys() {
  std::vector<const PlayedRule*> rules;
  for (const risk::RuleKey& key : risk::rule_keys()) rules.push_back(find_rule(key.name));
  return rules;
}

bool plays(const PlayedRule* rule, const risk::RuleKey& key, std::size_t place,
           const risk::Rules& rules) {
  if (rule == nullptr) {
    return risk::get_rule(rules, key.name) == risk::get_rule(risk::Rules(), key.name);
  }
  const risk::RuleRange range = risk::rule_range(rules, place);
  if (key.kind != risk::RuleKey::Kind::choice) {
    return range.lowest >= rule->lowest && range.highest <= rule->highest;
  }
  const std::string_view name = key.choices[static_cast<std::size_t>(range.lowest)];
  return std::ranges::find(rule->choices, name) != rule->choices.end();
}

}  // namespace

bool states_rule(std::string_view key) {
  return find_rule(key) != nullptr;
}

std::string rules_refusal(const risk::Rules& rules) {
  static const std::vector<const PlayedRule*> played = in_order_of_keys();
  for (std::size_t i = 0; i < played.size(); ++i) {
    const risk::RuleKey& key = risk::rule_keys()[i];
    if (plays(played[i], key, i, rules)) continue;
    if (played[i] != nullptr && !played[i]->refusal.empty()) return std::string(played[i]->refusal);
    return fmt::format("it does not play {} = {}", key.name,
                       risk::get_rule(rules, key.name).dump());
  }
  return "";
}

}  // namespace evorisk::metrics::bulk
