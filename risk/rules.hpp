// The rules of a variant: one small value, every parameter of which is data.
// Source: thesis, chapter 2 and table 4.1.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "maps/base/json.hpp"

namespace evorisk::risk {

enum class Allocation : std::uint8_t { random, pick };
enum class Ties : std::uint8_t { defender, attacker };
enum class ConquestMove : std::uint8_t { min, max, dice };
enum class Rounding : std::uint8_t { floor, ceil };
enum class CardSet : std::uint8_t { any, matching };
enum class FortifyMode : std::uint8_t { adjacent, single, connected, none };
enum class Objective : std::uint8_t { conquest };

// Defaults are the `thesis` preset. Ranges are those of rule_keys().
struct Rules {
  int players = 2;
  Allocation allocation = Allocation::random;
  int initial_troops = 0;  // placed by each player after allocation, beyond one per territory
  int attack_dice = 3;
  int defence_dice = 3;
  Ties ties = Ties::defender;
  ConquestMove conquest_move = ConquestMove::min;
  int reinforcement_divisor = 3;
  int reinforcement_minimum = 3;
  Rounding reinforcement_rounding = Rounding::floor;
  std::vector<int> card_schedule = {4, 6, 8, 10, 12, 15};
  int card_schedule_step = 5;
  CardSet card_set = CardSet::any;
  int card_forced_at = 5;
  int card_territory_bonus = 2;
  bool elimination_takes_cards = true;
  FortifyMode fortify = FortifyMode::adjacent;
  Objective objective = Objective::conquest;
  int turn_limit = 48;

  friend bool operator==(const Rules&, const Rules&) = default;
};

// What is known of one rule key; the one place from which files, flags, search spaces, reports and
// documentation take it.
struct RuleKey {
  std::string_view name;
  std::string_view meaning;  // one line for people
  enum class Kind : std::uint8_t { integer, choice, boolean, integers } kind;
  int lowest;  // integers: inclusive range
  int highest;
  std::span<const std::string_view> choices;  // Kind::choice: the names, in order of the enum
  std::string_view source;                    // thesis section
};

std::span<const RuleKey> rule_keys();

// One key as JSON, and set from JSON (checked against the key's range). Throws InputError for an
// unknown key (with the nearest name) or a value that does not fit.
nlohmann::ordered_json get_rule(const Rules& rules, std::string_view key);
void set_rule(Rules& rules, std::string_view key, const JsonView& value);
// As "key=value" on a command line: `value` is parsed as JSON where it can be, else taken as text.
void set_rule(Rules& rules, std::string_view key, const std::string& value);

// The presets: "thesis", "risk", "war", "risk-classic", "war-classic".
std::span<const std::string_view> preset_names();
Rules preset_rules(std::string_view name);

// {"preset": "thesis", "defence_dice": 2, ...}; a missing preset means "thesis".
Rules rules_from_json(const JsonView& view);
// Every key, in the order of rule_keys(). With `against`, only the keys that differ from it.
nlohmann::ordered_json rules_to_json(const Rules& rules);
nlohmann::ordered_json rules_to_json(const Rules& rules, std::string_view preset);

}  // namespace evorisk::risk
