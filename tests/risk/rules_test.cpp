// Rule keys, presets, reading and writing of rules, and the rules in words.
#include "risk/rules/rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "risk/rules/rules_text.hpp"
#include "tests/risk/random_rules.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::risk {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

Rules read(const std::string& text) {
  const Json json = parse_json(text, "rules.json");
  return rules_from_json(JsonView(json, "rules.json"));
}

// The message of the InputError that `action` throws; empty when it throws none.
template <class Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// The contract's table of rule parameters, defaults included, in its order.
TEST(RuleKeys, AreThoseOfTheGameWithTheDefaultsOfTheThesis) {
  const Json expected = parse_json(R"({
    "players": 2, "allocation": "random", "initial_troops": 0, "initial_troops_mode": "extra",
    "attack_dice": 3, "defence_dice": 3, "ties": "defender", "conquest_move": "min",
    "reinforcement_divisor": 3, "reinforcement_minimum": 3, "reinforcement_rounding": "floor",
    "card_schedule": [4, 6, 8, 10, 12, 15], "card_schedule_step": 5, "card_set": "any",
    "card_forced_at": 5, "card_territory_bonus": 2, "elimination_takes_cards": true,
    "fortify": "adjacent", "objective": "conquest", "turn_limit": 48})");
  EXPECT_EQ(rules_to_json(Rules{}), expected);
  EXPECT_EQ(preset_rules("thesis"), Rules{});
  std::vector<std::string> names;
  for (const auto& [name, value] : expected.items()) names.push_back(name);
  // Beyond the published games; written only where they are not at their defaults.
  Rules extended;
  extended.seat_compensation = 2;
  extended.first_turn_reinforcement = 50;
  const Json written = rules_to_json(extended);
  for (const char* name : {"seat_compensation", "first_turn_reinforcement"}) {
    EXPECT_TRUE(written.contains(name)) << name;
    names.push_back(name);
  }
  EXPECT_EQ(rules_from_json(JsonView(written, "written")), extended);
  std::vector<std::string> registered;
  for (const RuleKey& key : rule_keys()) registered.emplace_back(key.name);
  EXPECT_EQ(registered, names);
}

TEST(RuleKeys, EachIsDocumented) {
  for (const RuleKey& key : rule_keys()) {
    SCOPED_TRACE(std::string(key.name));
    EXPECT_GT(key.meaning.size(), 10u);
    EXPECT_GT(key.source.size(), 5u);
    EXPECT_LE(key.lowest, key.highest);
    EXPECT_EQ(key.choices.empty(), key.kind != RuleKey::Kind::choice);
    ASSERT_EQ(key.choices.size(), key.choice_meanings.size());
    for (const auto meaning : key.choice_meanings) EXPECT_GT(meaning.size(), 5u);
    EXPECT_EQ(rule_key(key.name).meaning, key.meaning);
  }
}

TEST(RuleKeys, AnUnknownOneIsRefusedWithTheNearest) {
  EXPECT_THAT(refusal([] { rule_key("tie"); }), HasSubstr("did you mean \"ties\""));
  EXPECT_THAT(refusal([] { get_rule(Rules{}, "player"); }), HasSubstr("\"players\""));
}

TEST(RuleKeys, EveryValueInRangeIsTakenAndTheNeighboursOutsideAreRefused) {
  for (const RuleKey& key : rule_keys()) {
    SCOPED_TRACE(std::string(key.name));
    const auto set = [&](const Json& value) {
      Rules rules;
      set_rule(rules, key.name, JsonView(value, "test"));
      return get_rule(rules, key.name);
    };
    const auto refused = [&](const Json& value) {
      const std::string message = refusal([&] { set(value); });
      EXPECT_NE(message, "") << value << " was taken";
      return message;
    };
    for (const Json& wrong : {Json(nullptr), Json::object(), Json(1.5), Json(Json::array({"x"}))})
      refused(wrong);
    switch (key.kind) {
      case RuleKey::Kind::integer:
        EXPECT_EQ(set(key.lowest), key.lowest);
        EXPECT_EQ(set(key.highest), key.highest);
        EXPECT_THAT(refused(key.lowest - 1), HasSubstr(std::to_string(key.lowest)));
        EXPECT_THAT(refused(key.highest + 1), HasSubstr(std::to_string(key.highest)));
        refused("3");
        refused(true);
        refused(Json::array({3}));
        refused(std::uint64_t{1} << 63);
        break;
      case RuleKey::Kind::boolean:
        EXPECT_EQ(set(false), false);
        EXPECT_EQ(set(true), true);
        refused(1);
        refused("true");
        break;
      case RuleKey::Kind::integers:
        EXPECT_EQ(set({key.lowest, key.highest}), Json({key.lowest, key.highest}));
        EXPECT_EQ(set(std::vector<int>(100, 7)), Json(std::vector<int>(100, 7)));
        refused({key.lowest - 1});
        refused({1, key.highest + 1});
        refused(Json::array());
        refused(std::vector<int>(101, 7));
        refused(4);
        break;
      case RuleKey::Kind::choice:
        for (const auto choice : key.choices) EXPECT_EQ(set(choice), Json(choice));
        EXPECT_THAT(refused("no such choice"), HasSubstr(std::string(key.choices.front())));
        refused(0);
        break;
    }
  }
}

TEST(RuleKeys, RefusalsNamePlaceValueAndWhatIsValid) {
  struct Row {
    const char* text;
    std::vector<const char*> parts;
  };
  const Row rows[] = {
      {R"({"defence_dices": 2})", {"rules.json", "defence_dices", "did you mean \"defence_dice\""}},
      {R"({"defence_dice": 0})", {"rules.json", "defence_dice", "1", "6", "0"}},
      {R"({"defence_dice": 7})", {"defence_dice", "6", "7"}},
      {R"({"attack_dice": "3"})", {"attack_dice", "\"3\""}},
      {R"({"players": 1})", {"players", "2", "6"}},
      {R"({"players": 7})", {"players", "2", "6"}},
      {R"({"preset": "thesys"})", {"preset", "did you mean \"thesis\"", "war-classic"}},
      {R"({"preset": 3})", {"preset", "thesis", "3"}},
      {R"({"allocation": "chosen"})", {"allocation", "chosen", "random", "pick"}},
      {R"({"conquest_move": "mim"})", {"conquest_move", "did you mean \"min\""}},
      {R"({"fortify": true})", {"fortify", "adjacent", "true"}},
      {R"({"objective": "mission"})", {"objective", "did you mean \"missions\"", "conquest"}},
      {R"({"card_schedule": []})", {"card_schedule", "1 to 100"}},
      {R"({"card_schedule": [4, -6]})", {"card_schedule[1]", "-6"}},
      {R"({"card_forced_at": 2})", {"card_forced_at", "3", "2"}},
      {R"({"turn_limit": 0})", {"turn_limit", "1", "0"}},
      {R"({"turn_limit": 1e9})", {"turn_limit"}},
      {R"({"elimination_takes_cards": "yes"})", {"elimination_takes_cards", "true or false"}},
      {R"({"preset": "risk-classic", "initial_troops": 30})",
       {"initial_troops", "30", "published", "total"}},
      {R"([])", {"rules.json", "object"}},
      {R"("thesis")", {"rules.json", "object"}},
  };
  for (const Row& row : rows) {
    const std::string message = refusal([&] { read(row.text); });
    EXPECT_NE(message, "") << row.text << " was taken";
    for (const char* part : row.parts) EXPECT_THAT(message, HasSubstr(part)) << row.text;
  }
}

TEST(RuleSettings, AreReadAsOnACommandLine) {
  Rules rules;
  const std::vector<std::string> settings = {"allocation=pick",   "defence_dice=2",
                                             "card_schedule=5,7", "fortify=\"none\"",
                                             "players=3",         "card_schedule_step= 2 ",
                                             "ties=attacker",     "turn_limit=100",
                                             "players=4",         "elimination_takes_cards=false"};
  set_rules(rules, settings);
  Rules expected;
  expected.allocation = Allocation::pick;
  expected.defence_dice = 2;
  expected.card_schedule = {5, 7};
  expected.card_schedule_step = 2;
  expected.fortify = FortifyMode::none;
  expected.players = 4;
  expected.ties = Ties::attacker;
  expected.turn_limit = 100;
  expected.elimination_takes_cards = false;
  EXPECT_EQ(rules, expected);
  set_rule(rules, "card_schedule", std::string("[9]"));
  EXPECT_EQ(rules.card_schedule, std::vector<int>{9});
}

TEST(RuleSettings, RefusalsChangeNothing) {
  const char* rows[][2] = {
      {"defence_dice", "key=value"},
      {"=2", "key=value"},
      {"", "key=value"},
      {"defense_dice=2", "did you mean \"defence_dice\""},
      {"preset=risk", "unknown rule \"preset\""},
      {"defence_dice=", "defence_dice"},
      {"defence_dice=two", "\"two\""},
      {"defence_dice=2.5", "2.5"},
      {"defence_dice=99999999999999999999", "1"},
      {"allocation=3", "random"},
      {"card_schedule=", "card_schedule"},
      {"card_schedule=4,,6", "card_schedule"},
      {"card_schedule=4;6", "card_schedule"},
      {"elimination_takes_cards=maybe", "true or false"},
  };
  for (const auto& [setting, part] : rows) {
    Rules rules;
    const std::vector<std::string> settings = {"players=5", setting};
    const std::string message = refusal([&] { set_rules(rules, settings); });
    EXPECT_THAT(message, HasSubstr(part)) << setting;
    EXPECT_EQ(rules, Rules{}) << setting;
  }
  // Settings are checked against each other only when all are made.
  Rules rules = preset_rules("risk-classic");
  const std::vector<std::string> wrong = {"initial_troops=30"};
  EXPECT_THAT(refusal([&] { set_rules(rules, wrong); }), HasSubstr("initial_troops"));
  const std::vector<std::string> right = {"initial_troops=30", "initial_troops_mode=total"};
  set_rules(rules, right);
  EXPECT_EQ(initial_troops_to_place(rules, 21), 9);
}

TEST(RuleChecks, RulesBuiltInCodeAreChecked) {
  EXPECT_EQ(broken_rule(Rules{}), std::nullopt);
  Rules rules;
  rules.attack_dice = 0;
  EXPECT_THAT(broken_rule(rules).value(), HasSubstr("attack_dice is 0"));
  rules = Rules{};
  rules.card_schedule.clear();
  EXPECT_THAT(broken_rule(rules).value(), HasSubstr("card_schedule"));
  rules = Rules{};
  rules.card_schedule = {4, 1001};
  EXPECT_THAT(broken_rule(rules).value(), HasSubstr("1001"));
  rules = Rules{};
  rules.fortify = static_cast<FortifyMode>(4);
  EXPECT_THAT(broken_rule(rules).value(), HasSubstr("fortify"));
}

TEST(RuleChecks, RulesMustFitTheMap) {
  Rules rules;
  EXPECT_EQ(broken_rule(rules, 2, 1), std::nullopt);
  rules.players = 3;
  EXPECT_THAT(broken_rule(rules, 2, 1).value(), HasSubstr("players is 3"));
  EXPECT_EQ(broken_rule(rules, 3, 1), std::nullopt);
  // The dearest rules are still countable on any board of a sensible size, not on a monstrous one.
  Rules dearest;
  for (const RuleKey& key : rule_keys())
    if (key.kind == RuleKey::Kind::integer && key.name != "initial_troops")
      set_rule(dearest, key.name, std::to_string(key.highest));
  dearest.reinforcement_divisor = 1;
  dearest.card_schedule.assign(100, 1000);
  dearest.initial_troops = 1000;
  EXPECT_EQ(broken_rule(dearest, 1000, 10000), std::nullopt);
  EXPECT_THAT(broken_rule(dearest, 1000, 1000000).value(), HasSubstr("turn_limit"));
  dearest.turn_limit = 48;
  EXPECT_EQ(broken_rule(dearest, 1000, 1000000), std::nullopt);
}

TEST(InitialTroops, AreCountedAsTheirModeSays) {
  Rules rules;
  EXPECT_EQ(initial_troops_to_place(rules, 21), 0);
  rules.initial_troops = 30;
  EXPECT_EQ(initial_troops_to_place(rules, 21), 30);
  rules.initial_troops_mode = InitialTroops::total;
  EXPECT_EQ(initial_troops_to_place(rules, 21), 9);
  EXPECT_EQ(initial_troops_to_place(rules, 30), 0);
  EXPECT_EQ(initial_troops_to_place(rules, 31), 0);
  rules.seat_compensation = 3;
  EXPECT_EQ(initial_troops_to_place(rules, 30, 0), 0);
  EXPECT_EQ(initial_troops_to_place(rules, 31, 1), 3);
  EXPECT_EQ(initial_troops_to_place(rules, 21, 2), 15);
  rules.first_turn_reinforcement = 50;
  EXPECT_EQ(first_turn_share(rules, 7), 3);
  EXPECT_EQ(first_turn_share(Rules{}, 7), 7);
  // The printed numbers on the 42 territories of the board: 40, 35, 30, 25, 20 in all.
  rules = preset_rules("risk-classic");
  const int in_all[] = {40, 35, 30, 25, 20};
  for (int players = 2; players <= 6; ++players) {
    rules.players = players;
    for (const int owned : {42 / players, (42 + players - 1) / players})
      EXPECT_EQ(owned + initial_troops_to_place(rules, owned), in_all[players - 2]);
  }
}

TEST(Presets, AreThoseOfTheContract) {
  std::vector<std::string_view> names(preset_names().begin(), preset_names().end());
  EXPECT_EQ(names, (std::vector<std::string_view>{"thesis", "risk", "war", "risk-classic",
                                                  "war-classic"}));
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(presets()[i].name, names[i]);
    EXPECT_GT(presets()[i].summary.size(), 40u);
    EXPECT_EQ(broken_rule(preset_rules(names[i]), 42, 24), std::nullopt) << names[i];
  }
  EXPECT_THAT(refusal([] { preset_rules("wars"); }), HasSubstr("did you mean \"war\""));

  EXPECT_EQ(difference_from("thesis", preset_rules("risk")),
            parse_json(R"({"preset": "thesis", "allocation": "pick", "defence_dice": 2,
                            "conquest_move": "max"})"));
  EXPECT_EQ(difference_from("thesis", preset_rules("war")),
            parse_json(R"({"preset": "thesis", "reinforcement_divisor": 2})"));
  EXPECT_EQ(difference_from("risk", preset_rules("risk-classic")),
            parse_json(R"({"preset": "risk", "initial_troops_mode": "published",
                            "card_set": "matching", "fortify": "single", "turn_limit": 1000})"));
  EXPECT_EQ(difference_from("war", preset_rules("war-classic")),
            parse_json(R"({"preset": "war", "card_set": "matching", "objective": "missions",
                            "turn_limit": 1000})"));
}

TEST(RulesJson, ThousandsOfRandomRulesReadBackAsWritten) {
  Random random({.seed = 1, .purpose = Purpose::test});
  std::set<std::string> seen;
  for (int i = 0; i < evorisk::test::cases(3000); ++i) {
    const Rules rules = random_rules(random);
    ASSERT_EQ(broken_rule(rules), std::nullopt);
    const std::string text = rules_to_json(rules).dump();
    seen.insert(text);
    ASSERT_EQ(read(text), rules) << text;
    ASSERT_EQ(rules_to_json(read(text)).dump(), text);
    const auto preset =
        preset_names()[random.below(static_cast<std::uint32_t>(preset_names().size()))];
    const std::string difference = difference_from(preset, rules).dump();
    ASSERT_EQ(read(difference), rules) << difference;
    // Key by key, as text, onto the defaults.
    Rules copy;
    std::vector<std::string> settings;
    for (const RuleKey& key : rule_keys())
      settings.push_back(std::string(key.name) + "=" + get_rule(rules, key.name).dump());
    set_rules(copy, settings);
    ASSERT_EQ(copy, rules);
  }
  EXPECT_GT(seen.size() + 10, static_cast<std::size_t>(evorisk::test::cases(3000)));
}

TEST(RulesInWords, ExplainEveryKeyOnce) {
  Random random({.seed = 2, .purpose = Purpose::test});
  for (int i = 0; i < 500; ++i) {
    std::multiset<std::string_view> explained;
    std::string_view topic;
    std::set<std::string_view> topics;
    for (const RuleSentence& sentence : rules_in_words(random_rules(random))) {
      explained.insert(sentence.keys.begin(), sentence.keys.end());
      const std::string text = sentence.text;
      ASSERT_GT(text.size(), 15u);
      ASSERT_TRUE(text.ends_with('.')) << text;
      ASSERT_FALSE(text[0] >= 'a' && text[0] <= 'z') << text;
      if (sentence.topic != topic) {
        ASSERT_TRUE(topics.insert(sentence.topic).second);
      }
      topic = sentence.topic;
    }
    std::multiset<std::string_view> all;
    for (const RuleKey& key : rule_keys()) all.insert(key.name);
    ASSERT_EQ(explained, all);
  }
}

// Another value of any key reads differently, in the sentence that explains the key and no other.
TEST(RulesInWords, SayWhatTheValueIs) {
  Rules base;
  base.players = 3;
  base.initial_troops = 10;
  const auto sentence_of = [](const std::vector<RuleSentence>& words, std::string_view key) {
    return std::ranges::find_if(words, [&](const RuleSentence& sentence) {
      return std::ranges::count(sentence.keys, key) > 0;
    });
  };
  for (const RuleKey& key : rule_keys()) {
    std::vector<Json> values;
    if (key.kind == RuleKey::Kind::integer) values = {key.lowest, key.lowest + 1, key.highest};
    if (key.kind == RuleKey::Kind::boolean) values = {false, true};
    if (key.kind == RuleKey::Kind::integers) values = {{4}, {4, 6}, {0, 6}};
    for (const auto choice : key.choices) values.emplace_back(choice);
    std::set<std::string> texts;
    for (const Json& value : values) {
      Rules rules = base;
      set_rule(rules, key.name, JsonView(value, "test"));
      if (rules.initial_troops_mode == InitialTroops::published) rules.initial_troops = 0;
      const auto words = rules_in_words(rules);
      const auto found = sentence_of(words, key.name);
      ASSERT_NE(found, words.end());
      const std::string text = found->text;
      EXPECT_TRUE(texts.insert(text).second) << key.name << ": " << text;
      if (key.kind == RuleKey::Kind::integer && value == key.highest && key.highest > 12) {
        // A first turn that brings all that it may is as any other.
        const bool share = key.name == "first_turn_reinforcement";
        EXPECT_THAT(text, HasSubstr(share ? "at least three troops" : value.dump()));
      }
    }
  }
}

TEST(RulesInWords, ReadAsTheyShould) {
  const auto text = [](const Rules& rules, std::string_view key) {
    for (const RuleSentence& sentence : rules_in_words(rules))
      if (std::ranges::count(sentence.keys, key) > 0) return sentence.text.text();
    return std::string();
  };
  Rules rules;
  EXPECT_EQ(text(rules, "defence_dice"),
            "The defender rolls a die for each troop there, at most three dice.");
  EXPECT_EQ(text(rules, "card_schedule"),
            "The exchanges of the match, whoever makes them, bring 4, 6, 8, 10, 12, 15 troops in "
            "this order, then 5 more each time.");
  Rules equal;
  equal.card_schedule = {5, 5};
  equal.card_schedule_step = 0;
  EXPECT_EQ(text(equal, "card_schedule"), "Each exchange brings 5 troops.");
  equal.card_schedule = {1};
  EXPECT_EQ(text(equal, "card_schedule"), "Each exchange brings 1 troop.");
  EXPECT_EQ(text(rules, "reinforcement_minimum"),
            "Territories bring at least three troops in a turn, exchanges not counted.");
  EXPECT_EQ(text(rules, "turn_limit"),
            "After 48 turns, of all players together, the match ends without a winner.");
  rules.turn_limit = 1;
  EXPECT_EQ(text(rules, "turn_limit"),
            "After one turn, of all players together, the match ends without a winner.");
  // Nothing is said of a first turn that is as any other.
  EXPECT_EQ(text(rules, "first_turn_reinforcement"), text(rules, "reinforcement_minimum"));
  // Where no troops are placed, nothing is said of how many each player gets.
  rules.initial_troops = 0;
  rules.initial_troops_mode = InitialTroops::total;
  EXPECT_EQ(text(rules, "seat_compensation"), "No other troops are placed before the first turn.");
  rules.seat_compensation = 1;
  EXPECT_EQ(text(rules, "initial_troops"),
            "The first player places no other troops before the first turn.");
  EXPECT_EQ(text(rules, "seat_compensation"),
            "To make up for moving second, the second player gets one troop more, placed on own "
            "territories before the first turn.");
  rules.initial_troops = 30;
  EXPECT_EQ(text(rules, "seat_compensation"),
            "To make up for moving second, the second player gets one troop more besides.");
  rules.players = 4;
  EXPECT_EQ(
      text(rules, "seat_compensation"),
      "To make up for moving later, the other players get more besides: the second one troop, "
      "each later one 1 more than the one before, the last 3.");
  rules.seat_compensation = 0;
  EXPECT_EQ(text(rules, "seat_compensation"), "All players get the same number of these troops.");
  // Nothing is said of what cannot happen.
  rules.players = 2;
  EXPECT_EQ(text(rules, "elimination_takes_cards"), text(rules, "conquest_move"));
  for (const int least : {0, 1}) {
    rules.reinforcement_minimum = least;
    rules.reinforcement_divisor = 1;
    EXPECT_EQ(text(rules, "reinforcement_minimum"), text(rules, "reinforcement_divisor"));
    rules.reinforcement_divisor = 3;
    EXPECT_NE(text(rules, "reinforcement_minimum"), text(rules, "reinforcement_divisor"));
    rules.reinforcement_rounding = Rounding::ceil;
    EXPECT_EQ(text(rules, "reinforcement_minimum"), text(rules, "reinforcement_divisor"));
    rules.reinforcement_rounding = Rounding::floor;
  }
}

}  // namespace
}  // namespace evorisk::risk
