// The rules of a variant: one small value, every parameter of which is data.
// Source: thesis, chapter 2 and table 4.1.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"

namespace evorisk::risk {

enum class Allocation : std::uint8_t { random, pick };
// What initial_troops counts (see initial_troops_to_place).
enum class InitialTroops : std::uint8_t { extra, total, published };
enum class Ties : std::uint8_t { defender, attacker };
enum class ConquestMove : std::uint8_t { min, max, dice };
enum class Rounding : std::uint8_t { floor, ceil };
enum class CardSet : std::uint8_t { any, matching };
enum class FortifyMode : std::uint8_t { adjacent, single, connected, none };
enum class Objective : std::uint8_t { conquest, missions };

// The limits of what the program can play, for fixed-size arrays.
inline constexpr int max_players = 6;
inline constexpr int max_dice = 6;

// Defaults are the `thesis` preset. Ranges are those of rule_keys().
struct Rules {
  int players = 2;
  Allocation allocation = Allocation::random;
  int initial_troops = 0;  // what it counts: initial_troops_mode
  InitialTroops initial_troops_mode = InitialTroops::extra;
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
  int seat_compensation = 0;           // initial troops of a seat more than of the one before
  int first_turn_reinforcement = 100;  // per cent of the match's first reinforcement

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
  std::vector<std::string_view> choices;          // Kind::choice: the names, in order of the enum
  std::string_view source;                        // thesis section, or published rules
  std::vector<std::string_view> choice_meanings;  // what each choice means, one line each
};

std::span<const RuleKey> rule_keys();
// Throws InputError for an unknown key (with the nearest name).
const RuleKey& rule_key(std::string_view name);

// The least and the greatest number that a key has in `rules`, the key being given by its place in
// rule_keys(): both the value of an integer, the place of a choice among its choices, 0 or 1 of a
// boolean; the extremes of a list. For checks that are made often.
struct RuleRange {
  int lowest;
  int highest;
};
RuleRange rule_range(const Rules& rules, std::size_t key);

// One key as JSON, and set from JSON (checked against the key's range). Throws InputError for an
// unknown key (with the nearest name) or a value that does not fit.
nlohmann::ordered_json get_rule(const Rules& rules, std::string_view key);
void set_rule(Rules& rules, std::string_view key, const JsonView& value);
// As "key=value" on a command line: `value` is parsed as JSON where it can be, else taken as text.
void set_rule(Rules& rules, std::string_view key, const std::string& value);

// "key=value ..." settings in their order, as the flags --set give them, checked together at the
// end: each against its key's range, then all against each other. Throws InputError.
void set_rules(Rules& rules, std::span<const std::string> settings);

// The first thing wrong with `rules` as a sentence that starts with the key, or nothing: a value
// out of its key's range, or keys that contradict each other. With the number of territories and
// the sum of the continent bonuses of a map: whether rules and map fit, too.
std::optional<Message> broken_rule(const Rules& rules);
std::optional<Message> broken_rule(const Rules& rules, int territories,
                                   std::int64_t continent_bonuses);

// How many troops a player who got `territories` in the allocation places before the first turn;
// `seat` 0 gets no compensation.
int initial_troops_to_place(const Rules& rules, int territories, int seat = 0);
// What is left of the free reinforcement `troops` (before exchanges and bonuses) in the first turn
// of the match, seat 0's: rounded down.
int first_turn_share(const Rules& rules, int troops);

// The presets: "thesis", "risk", "war", "risk-classic", "war-classic".
struct Preset {
  std::string_view name;
  std::string_view summary;  // one or two sentences for people: what it is, and what it leaves out
  Rules rules;
};
std::span<const Preset> presets();
std::span<const std::string_view> preset_names();
// Throws InputError for an unknown preset (with the nearest name).
Rules preset_rules(std::string_view name);

// {"preset": "thesis", "defence_dice": 2, ...}; a missing preset means "thesis".
Rules rules_from_json(const JsonView& view);
// Every key, in the order of rule_keys(); those beyond the published games (seat_compensation,
// first_turn_reinforcement) only where they are not at their defaults.
nlohmann::ordered_json rules_to_json(const Rules& rules);

}  // namespace evorisk::risk
