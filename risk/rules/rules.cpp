#include "risk/rules/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/names.hpp"

namespace evorisk::risk {
namespace {

using Text = std::string_view;
using Json = nlohmann::ordered_json;

constexpr Text allocation_names[] = {"random", "pick"};
constexpr Text allocation_meanings[] = {"territories are dealt at random, one each in turn",
                                        "players choose free territories, one each in turn"};
constexpr Text initial_names[] = {"extra", "total", "published"};
constexpr Text initial_meanings[] = {
    "initial_troops more than the one on each territory",
    "initial_troops in all, the one on each territory included",
    "the number printed in the rules of Risk, in all: 40, 35, 30, 25, 20 for 2 to 6 players"};
constexpr Text ties_names[] = {"defender", "attacker"};
constexpr Text ties_meanings[] = {"equal dice cost the attacker a troop",
                                  "equal dice cost the defender a troop"};
constexpr Text conquest_names[] = {"min", "max", "dice"};
constexpr Text conquest_meanings[] = {
    "as many as comparisons were won in the conquering roll, at least 1", "all but one",
    "as many as dice were rolled, as far as one stays behind"};
constexpr Text rounding_names[] = {"floor", "ceil"};
constexpr Text rounding_meanings[] = {"rounded down", "rounded up"};
constexpr Text card_set_names[] = {"any", "matching"};
constexpr Text card_set_meanings[] = {"any three cards",
                                      "three cards of one symbol, or of three different symbols"};
constexpr Text fortify_names[] = {"adjacent", "single", "connected", "none"};
constexpr Text fortify_meanings[] = {
    "any number of moves between neighbouring own territories; each troop crosses one border at "
    "most",
    "one move of any number of troops between two neighbouring own territories",
    "one move of any number of troops between two territories joined by own territories",
    "troops are not moved"};
constexpr Text objective_names[] = {"conquest", "missions"};
constexpr Text objective_meanings[] = {
    "own every territory",
    "fulfil the mission on one's secret card in one's own turn, or own every territory"};

constexpr int max_schedule_length = 100;
constexpr int published_initial_troops[] = {40, 35, 30, 25, 20};  // for 2 ... 6 players

// A key with the way to its value: exactly one of the members or function pairs is set.
struct Field {
  RuleKey key;
  int Rules::*integer = nullptr;
  bool Rules::*boolean = nullptr;
  std::vector<int> Rules::*integers = nullptr;
  int (*get_choice)(const Rules&) = nullptr;
  void (*set_choice)(Rules&, int) = nullptr;
  // Beyond the published games and the thesis: written down only where it is not at its default, so
  // that what was written before it was there stays the same.
  bool extension = false;
};

constexpr Field integer_field(Text name, Text meaning, int lowest, int highest, Text source,
                              int Rules::*member) {
  Field field{{name, meaning, RuleKey::Kind::integer, lowest, highest, {}, source, {}}};
  field.integer = member;
  return field;
}

constexpr Field boolean_field(Text name, Text meaning, Text source, bool Rules::*member) {
  Field field{{name, meaning, RuleKey::Kind::boolean, 0, 1, {}, source, {}}};
  field.boolean = member;
  return field;
}

constexpr Field integers_field(Text name, Text meaning, int lowest, int highest, Text source,
                               std::vector<int> Rules::*member) {
  Field field{{name, meaning, RuleKey::Kind::integers, lowest, highest, {}, source, {}}};
  field.integers = member;
  return field;
}

template <auto member>
constexpr Field choice_field(Text name, Text meaning, std::span<const Text> names,
                             std::span<const Text> meanings, Text source) {
  Field field{{name, meaning, RuleKey::Kind::choice, 0, static_cast<int>(names.size()) - 1, names,
               source, meanings}};
  field.get_choice = [](const Rules& rules) { return static_cast<int>(rules.*member); };
  field.set_choice = [](Rules& rules, int choice) {
    using Enum = std::remove_reference_t<decltype(rules.*member)>;
    rules.*member = static_cast<Enum>(choice);
  };
  return field;
}

constexpr Field extension(Field field) {
  field.extension = true;
  return field;
}

constexpr Field fields[] = {
    integer_field("players", "seats, which play in the order 0, 1, ...", 2, max_players,
                  "thesis 4.1 (2 players), published rules (to 6)", &Rules::players),
    choice_field<&Rules::allocation>("allocation", "how the territories get their first owners",
                                     allocation_names, allocation_meanings,
                                     "thesis 2.2.2, table 4.1"),
    integer_field("initial_troops",
                  "troops each player places, one at a time in turn, before the first turn", 0,
                  1000, "published rules of Risk", &Rules::initial_troops),
    choice_field<&Rules::initial_troops_mode>("initial_troops_mode", "what initial_troops counts",
                                              initial_names, initial_meanings,
                                              "published rules of Risk"),
    integer_field("attack_dice", "most dice the attacker rolls", 1, max_dice, "thesis 2.2.1.2",
                  &Rules::attack_dice),
    integer_field("defence_dice", "most dice the defender rolls", 1, max_dice,
                  "thesis 2.2.2, table 4.1", &Rules::defence_dice),
    choice_field<&Rules::ties>("ties", "who wins when two compared dice are equal", ties_names,
                               ties_meanings, "thesis 2.2.1.2"),
    choice_field<&Rules::conquest_move>("conquest_move", "troops that enter a conquered territory",
                                        conquest_names, conquest_meanings,
                                        "thesis 2.2.2, table 4.1"),
    integer_field("reinforcement_divisor", "territories owned are divided by this", 1, 100,
                  "thesis 2.2.1.1, table 4.1", &Rules::reinforcement_divisor),
    integer_field("reinforcement_minimum", "a turn's reinforcement is never less than this", 0,
                  1000, "thesis 4.2", &Rules::reinforcement_minimum),
    choice_field<&Rules::reinforcement_rounding>("reinforcement_rounding",
                                                 "how territories / divisor is rounded",
                                                 rounding_names, rounding_meanings, "thesis 4.2"),
    integers_field("card_schedule",
                   "troops for the first, second, ... exchange of the match, whoever makes it", 0,
                   1000, "thesis 2.2.1.1, table 2.1", &Rules::card_schedule),
    integer_field("card_schedule_step",
                  "what each exchange after the end of card_schedule adds to the one before", 0,
                  100, "thesis 2.2.1.1, table 2.1", &Rules::card_schedule_step),
    choice_field<&Rules::card_set>("card_set", "which three cards can be exchanged", card_set_names,
                                   card_set_meanings, "published rules"),
    integer_field("card_forced_at", "a hand of this many cards must exchange", 3, 1000,
                  "thesis 2.2.1.1", &Rules::card_forced_at),
    integer_field("card_territory_bonus",
                  "troops for one owned territory shown on an exchanged card, once per exchange", 0,
                  1000, "thesis 2.2.1.1", &Rules::card_territory_bonus),
    boolean_field("elimination_takes_cards",
                  "whether the cards of an eliminated player go to the player who took the last "
                  "territory",
                  "published rules", &Rules::elimination_takes_cards),
    choice_field<&Rules::fortify>("fortify", "how troops are moved at the end of a turn",
                                  fortify_names, fortify_meanings, "thesis 2.2.1.3"),
    choice_field<&Rules::objective>("objective", "what wins the match", objective_names,
                                    objective_meanings, "thesis 2.2.2, 4.1"),
    integer_field("turn_limit",
                  "turns, of all players together, after which the match is unfinished", 1, 10000,
                  "thesis 4.3.5.2", &Rules::turn_limit),
    extension(integer_field(
        "seat_compensation",
        "initial troops that each later seat places more than the seat before it, against the "
        "advantage of the first turn",
        0, 1000, "this project (as komi of Go)", &Rules::seat_compensation)),
    extension(integer_field(
        "first_turn_reinforcement",
        "per cent of max(minimum, territories / divisor) that the first turn of the match brings",
        0, 100, "this project", &Rules::first_turn_reinforcement)),
};
constexpr std::size_t field_count = std::size(fields);

constexpr auto keys_of(const Field (&all)[field_count]) {
  std::array<RuleKey, field_count> keys{};
  for (std::size_t i = 0; i < field_count; ++i) keys[i] = all[i].key;
  return keys;
}
constexpr std::array<RuleKey, field_count> keys = keys_of(fields);

constexpr auto names_of(const std::array<RuleKey, field_count>& all) {
  std::array<Text, field_count> names{};
  for (std::size_t i = 0; i < field_count; ++i) names[i] = all[i].name;
  return names;
}
constexpr std::array<Text, field_count> key_names = names_of(keys);

const Field* find_field(Text name) {
  const auto found = std::ranges::find(fields, name, [](const Field& f) { return f.key.name; });
  return found == std::end(fields) ? nullptr : &*found;
}

const Field& field_of(Text name) {
  if (const Field* field = find_field(name)) return *field;
  throw InputError(unknown_name("rule", name, key_names));
}

Json value_of(const Rules& rules, const Field& field) {
  if (field.integer) return rules.*field.integer;
  if (field.boolean) return rules.*field.boolean;
  if (field.integers) return rules.*field.integers;
  return std::string(field.key.choices[static_cast<std::size_t>(field.get_choice(rules))]);
}

void read_value(Rules& rules, const Field& field, const JsonView& value) {
  const RuleKey& key = field.key;
  if (field.integer) {
    rules.*field.integer = static_cast<int>(value.integer(key.lowest, key.highest));
  } else if (field.boolean) {
    rules.*field.boolean = value.boolean();
  } else if (field.integers) {
    std::vector<int> read;
    for (const JsonView& item : value.items())
      read.push_back(static_cast<int>(item.integer(key.lowest, key.highest)));
    if (read.empty() || read.size() > max_schedule_length)
      value.fail("found {} numbers, must be 1 to {}", read.size(), max_schedule_length);
    rules.*field.integers = std::move(read);
  } else {
    field.set_choice(rules, static_cast<int>(value.one_of(key.choices)));
  }
}

std::optional<Message> out_of_range(const Rules& rules, const Field& field) {
  const RuleKey& key = field.key;
  const auto complain = [&](int value) {
    return Message("{} is {}, must be {} to {}", key.name, value, key.lowest, key.highest);
  };
  const auto outside = [&](int value) { return value < key.lowest || value > key.highest; };
  if (field.integer && outside(rules.*field.integer)) return complain(rules.*field.integer);
  if (field.get_choice && outside(field.get_choice(rules)))
    return complain(field.get_choice(rules));
  if (field.integers) {
    const std::vector<int>& list = rules.*field.integers;
    if (list.empty() || list.size() > max_schedule_length)
      return Message("{} has {} numbers, must have 1 to {}", key.name, list.size(),
                     max_schedule_length);
    const auto bad = std::ranges::find_if(list, outside);
    if (bad != list.end()) return complain(*bad);
  }
  return std::nullopt;
}

// An upper bound of the troops that can ever be on the board: everything a match of turn_limit
// turns can bring, if none is ever lost.
std::int64_t most_troops(const Rules& rules, int territories, std::int64_t continent_bonuses) {
  const std::int64_t turns = rules.turn_limit;
  const std::int64_t initial =
      std::int64_t{territories} +
      std::int64_t{rules.players} * initial_troops_to_place(rules, 0, rules.players - 1);
  const std::int64_t reinforcement =
      std::max<std::int64_t>(rules.reinforcement_minimum,
                             territories / rules.reinforcement_divisor + 1) +
      continent_bonuses + rules.card_territory_bonus;
  // One card a turn, three cards an exchange.
  const std::int64_t exchanges = turns / 3;
  const std::int64_t highest = *std::ranges::max_element(rules.card_schedule);
  const std::int64_t cards =
      exchanges * highest + exchanges * (exchanges + 1) / 2 * rules.card_schedule_step;
  return initial + turns * reinforcement + cards;
}

}  // namespace

std::span<const RuleKey> rule_keys() {
  return keys;
}

const RuleKey& rule_key(std::string_view name) {
  return field_of(name).key;
}

RuleRange rule_range(const Rules& rules, std::size_t key) {
  const Field& field = fields[key];
  if (field.integers) {
    const auto [lowest, highest] = std::ranges::minmax(rules.*field.integers);
    return {lowest, highest};
  }
  const int value = field.integer   ? rules.*field.integer
                    : field.boolean ? static_cast<int>(rules.*field.boolean)
                                    : field.get_choice(rules);
  return {value, value};
}

nlohmann::ordered_json get_rule(const Rules& rules, std::string_view key) {
  return value_of(rules, field_of(key));
}

void set_rule(Rules& rules, std::string_view key, const JsonView& value) {
  read_value(rules, field_of(key), value);
}

void set_rule(Rules& rules, std::string_view key, const std::string& value) {
  const Field& field = field_of(key);
  // A list may be given without its brackets: card_schedule=4,6,8.
  const bool bare_list = field.integers && !value.empty() && value.front() != '[';
  Json json = Json::parse(bare_list ? "[" + value + "]" : value, nullptr, false);
  if (json.is_discarded()) json = value;
  read_value(rules, field, JsonView(json, std::string(key)));
}

void set_rules(Rules& rules, std::span<const std::string> settings) {
  Rules changed = rules;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      throw InputError("\"{}\" is no setting; write key=value, e.g. defence_dice=2", setting);
    set_rule(changed, std::string_view(setting).substr(0, equals), setting.substr(equals + 1));
  }
  if (const auto problem = broken_rule(changed)) throw InputError(*problem);
  rules = std::move(changed);
}

std::optional<Message> broken_rule(const Rules& rules) {
  for (const Field& field : fields)
    if (auto problem = out_of_range(rules, field)) return problem;
  if (rules.initial_troops_mode == InitialTroops::published && rules.initial_troops != 0)
    return Message(
        "initial_troops is {}, must be 0 while initial_troops_mode is \"published\", which brings "
        "its own numbers; to choose a number, set initial_troops_mode to \"extra\" or \"total\"",
        rules.initial_troops);
  return std::nullopt;
}

std::optional<Message> broken_rule(const Rules& rules, int territories,
                                   std::int64_t continent_bonuses) {
  if (auto problem = broken_rule(rules)) return problem;
  return misfit(rules, territories, continent_bonuses);
}

std::optional<Message> misfit(const Rules& rules, int territories, std::int64_t continent_bonuses) {
  if (territories < rules.players)
    return Message(
        "players is {}, but the map has only {} territories; each player needs at least one",
        rules.players, territories);
  const std::int64_t most = most_troops(rules, territories, continent_bonuses);
  if (most > std::numeric_limits<std::int32_t>::max())
    return Message(
        "turn_limit is {}, with which a match on this map could bring up to {} troops, more than "
        "the {} that can be counted; lower turn_limit or the continents' bonuses",
        rules.turn_limit, most, std::numeric_limits<std::int32_t>::max());
  return std::nullopt;
}

int initial_troops_to_place(const Rules& rules, int territories, int seat) {
  const int compensation = rules.seat_compensation * seat;
  switch (rules.initial_troops_mode) {
    case InitialTroops::extra:
      return rules.initial_troops + compensation;
    case InitialTroops::total:
      return std::max(0, rules.initial_troops - territories) + compensation;
    case InitialTroops::published:
      return std::max(0, published_initial_troops[rules.players - 2] - territories) + compensation;
  }
  return 0;
}

int first_turn_share(const Rules& rules, int troops) {
  return static_cast<int>(std::int64_t{troops} * rules.first_turn_reinforcement / 100);
}

Rules rules_from_json(const JsonView& view) {
  std::vector<std::string_view> known{"preset"};
  known.insert(known.end(), key_names.begin(), key_names.end());
  view.only(known);
  Rules rules;
  if (const auto preset = view.find("preset"))
    rules = preset_rules(preset_names()[preset->one_of(preset_names())]);
  for (const auto& [name, value] : view.members())
    if (name != "preset") set_rule(rules, name, value);
  if (const auto problem = broken_rule(rules)) view.fail(*problem);
  return rules;
}

nlohmann::ordered_json rules_to_json(const Rules& rules) {
  const Rules defaults;
  Json json = Json::object();
  for (const Field& field : fields) {
    Json value = value_of(rules, field);
    if (field.extension && value == value_of(defaults, field)) continue;
    json[std::string(field.key.name)] = std::move(value);
  }
  return json;
}

nlohmann::ordered_json rules_to_json(const Rules& rules, std::string_view preset) {
  const Rules base = preset_rules(preset);
  Json json = {{"preset", std::string(preset)}};
  for (const Field& field : fields) {
    Json value = value_of(rules, field);
    if (value != value_of(base, field)) json[std::string(field.key.name)] = std::move(value);
  }
  return json;
}

}  // namespace evorisk::risk
