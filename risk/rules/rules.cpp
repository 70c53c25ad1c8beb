#include "risk/rules/rules.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/names.hpp"
#include "base/registry.hpp"
#include "risk/rules/data.hpp"

namespace evorisk::risk {
namespace {

using Text = std::string_view;
using Json = nlohmann::ordered_json;

constexpr int max_schedule_length = 100;
constexpr int published_initial_troops[] = {40, 35, 30, 25, 20};  // for 2 ... 6 players

// A key with the way to its value, which is a whole number: of a choice its place among the
// choices, of a boolean 0 or 1. Null for the list, card_schedule.
struct Member {
  Text key;
  int (*get)(const Rules&) = nullptr;
  void (*set)(Rules&, int) = nullptr;
};

template <auto place>
constexpr Member member(Text key) {
  return {key, [](const Rules& rules) { return static_cast<int>(rules.*place); },
          [](Rules& rules, int value) {
            using Value = std::remove_reference_t<decltype(rules.*place)>;
            rules.*place = static_cast<Value>(value);
          }};
}

constexpr Member members[] = {
    member<&Rules::players>("players"),
    member<&Rules::allocation>("allocation"),
    member<&Rules::initial_troops>("initial_troops"),
    member<&Rules::initial_troops_mode>("initial_troops_mode"),
    member<&Rules::attack_dice>("attack_dice"),
    member<&Rules::defence_dice>("defence_dice"),
    member<&Rules::ties>("ties"),
    member<&Rules::conquest_move>("conquest_move"),
    member<&Rules::reinforcement_divisor>("reinforcement_divisor"),
    member<&Rules::reinforcement_minimum>("reinforcement_minimum"),
    member<&Rules::reinforcement_rounding>("reinforcement_rounding"),
    {"card_schedule"},
    member<&Rules::card_schedule_step>("card_schedule_step"),
    member<&Rules::card_set>("card_set"),
    member<&Rules::card_forced_at>("card_forced_at"),
    member<&Rules::card_territory_bonus>("card_territory_bonus"),
    member<&Rules::elimination_takes_cards>("elimination_takes_cards"),
    member<&Rules::fortify>("fortify"),
    member<&Rules::objective>("objective"),
    member<&Rules::turn_limit>("turn_limit"),
    member<&Rules::seat_compensation>("seat_compensation"),
    member<&Rules::first_turn_reinforcement>("first_turn_reinforcement"),
};

struct Field {
  RuleKey key;
  Member member;
  // Beyond the published games and the thesis: written down only where it is not at its default, so
  // that what was written before it was there stays the same.
  bool extension = false;
};

Field read_field(const Member& member) {
  const Json& json = rules_data().at("keys").at(member.key);
  Field field{{member.key,
               json.at("meaning").get<Text>(),
               RuleKey::Kind::boolean,
               0,
               1,
               {},
               json.at("source").get<Text>(),
               {}},
              member,
              json.contains("extension")};
  RuleKey& key = field.key;
  if (json.contains("range")) {
    key.kind = member.get ? RuleKey::Kind::integer : RuleKey::Kind::integers;
    key.lowest = json["range"][0];
    key.highest = json["range"][1];
  }
  if (json.contains("choices")) {
    key.kind = RuleKey::Kind::choice;
    for (const auto& [name, meaning] : json["choices"].items()) {
      key.choices.push_back(name);
      key.choice_meanings.push_back(meaning.get<Text>());
    }
    key.highest = static_cast<int>(key.choices.size()) - 1;
  }
  return field;
}

const std::vector<Field>& fields() {
  static const auto list = [] {
    std::vector<Field> all;
    std::ranges::transform(members, std::back_inserter(all), read_field);
    return all;
  }();
  return list;
}

const Field& field_of(Text name) {
  const auto found = std::ranges::find(fields(), name, [](const Field& f) { return f.key.name; });
  if (found != fields().end()) return *found;
  throw InputError(unknown_name("rule", name, names_of(rule_keys())));
}

Json value_of(const Rules& rules, const Field& field) {
  if (!field.member.get) return rules.card_schedule;
  const int value = field.member.get(rules);
  if (field.key.kind == RuleKey::Kind::integer) return value;
  if (field.key.kind == RuleKey::Kind::boolean) return value != 0;
  return field.key.choices[static_cast<std::size_t>(value)];
}

void read_value(Rules& rules, const Field& field, const JsonView& value) {
  const RuleKey& key = field.key;
  switch (key.kind) {
    case RuleKey::Kind::integer:
      return field.member.set(rules, static_cast<int>(value.integer(key.lowest, key.highest)));
    case RuleKey::Kind::boolean:
      return field.member.set(rules, value.boolean());
    case RuleKey::Kind::choice:
      return field.member.set(rules, static_cast<int>(value.one_of(key.choices)));
    case RuleKey::Kind::integers:
      break;
  }
  std::vector<int> read;
  for (const JsonView& item : value.items())
    read.push_back(static_cast<int>(item.integer(key.lowest, key.highest)));
  if (read.empty() || read.size() > max_schedule_length)
    value.fail("found {} numbers, must be 1 to {}", read.size(), max_schedule_length);
  rules.card_schedule = std::move(read);
}

std::optional<Message> out_of_range(const Rules& rules, const Field& field) {
  const RuleKey& key = field.key;
  const int single = field.member.get ? field.member.get(rules) : 0;
  const std::span<const int> numbers =
      field.member.get ? std::span(&single, 1) : std::span(rules.card_schedule);
  if (numbers.empty() || numbers.size() > max_schedule_length)
    return Message("{} has {} numbers, must have 1 to {}", key.name, numbers.size(),
                   max_schedule_length);
  const auto bad = std::ranges::find_if(
      numbers, [&](int value) { return value < key.lowest || value > key.highest; });
  if (bad == numbers.end()) return std::nullopt;
  return Message("{} is {}, must be {} to {}", key.name, *bad, key.lowest, key.highest);
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

const Json& rules_data() {
  static const Json data = parse_json(rules_text());
  return data;
}

std::span<const RuleKey> rule_keys() {
  static const auto keys = [] {
    std::vector<RuleKey> all;
    std::ranges::transform(fields(), std::back_inserter(all), &Field::key);
    return all;
  }();
  return keys;
}

const RuleKey& rule_key(std::string_view name) {
  return field_of(name).key;
}

RuleRange rule_range(const Rules& rules, std::size_t key) {
  if (const Member& member = members[key]; member.get) {
    const int value = member.get(rules);
    return {value, value};
  }
  const auto [lowest, highest] = std::ranges::minmax(rules.card_schedule);
  return {lowest, highest};
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
  const bool bare_list = !field.member.get && !value.empty() && value.front() != '[';
  Json json = json_or_discarded(bare_list ? "[" + value + "]" : value);
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
  for (const Field& field : fields())
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

std::span<const Preset> presets() {
  static const auto list = [] {
    std::vector<Preset> all;
    for (const auto& [name, preset] : rules_data().at("presets").items()) {
      all.push_back({name, preset.at("summary").get<Text>(), {}});
      for (const auto& [key, value] : preset.at("rules").items())
        set_rule(all.back().rules, key, JsonView(value, "presets"));
    }
    return all;
  }();
  return list;
}

std::span<const std::string_view> preset_names() {
  static const std::vector<Text> names = names_of(presets());
  return names;
}

Rules preset_rules(std::string_view name) {
  return find_named(presets(), "preset", name).rules;
}

Rules rules_from_json(const JsonView& view) {
  std::vector<Text> known = names_of(rule_keys());
  known.insert(known.begin(), "preset");
  view.only(known);
  Rules rules;
  if (const auto preset = view.find("preset"))
    rules = presets()[preset->one_of(preset_names())].rules;
  for (const auto& [name, value] : view.members())
    if (name != "preset") set_rule(rules, name, value);
  if (const auto problem = broken_rule(rules)) view.fail(*problem);
  return rules;
}

nlohmann::ordered_json rules_to_json(const Rules& rules) {
  const Rules defaults;
  Json json = Json::object();
  for (const Field& field : fields()) {
    Json value = value_of(rules, field);
    if (field.extension && value == value_of(defaults, field)) continue;
    json[field.key.name] = std::move(value);
  }
  return json;
}

}  // namespace evorisk::risk
