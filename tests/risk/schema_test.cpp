// The published schemas of variant files and match records agree with what the program reads and
// writes.
#include "tests/support/schema.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/json.hpp"
#include "base/random.hpp"
#include "maps/io.hpp"
#include "risk/rules/rules.hpp"
#include "risk/rules/variant.hpp"
#include "tests/risk/random_rules.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/golden.hpp"

namespace evorisk::risk {
namespace {

using Json = nlohmann::ordered_json;

const test::JsonSchema& variants() {
  static const test::JsonSchema schema("risk/schema/variant.schema.json");
  return schema;
}
const test::JsonSchema& records() {
  static const test::JsonSchema schema("risk/schema/record.schema.json");
  return schema;
}

// What the schema says of a rule key, made from the registry.
Json rule_schema(const RuleKey& key) {
  Json schema = {{"description", std::string(key.meaning)}};
  const Json range = {{"type", "integer"}, {"minimum", key.lowest}, {"maximum", key.highest}};
  switch (key.kind) {
    case RuleKey::Kind::integer:
      schema.update(range);
      break;
    case RuleKey::Kind::boolean:
      schema["type"] = "boolean";
      break;
    case RuleKey::Kind::integers:
      schema.update({{"type", "array"}, {"minItems", 1}, {"maxItems", 100}, {"items", range}});
      break;
    case RuleKey::Kind::choice:
      for (std::size_t i = 0; i < key.choices.size(); ++i) {
        schema["enum"].push_back(key.choices[i]);
        schema["description"] = schema["description"].get<std::string>() + (i == 0 ? ". " : "; ") +
                                std::string(key.choices[i]) + ": " +
                                std::string(key.choice_meanings[i]);
      }
      break;
  }
  schema["default"] = get_rule(Rules{}, key.name);
  return schema;
}

TEST(VariantSchema, HasTheRuleKeysOfTheRegistry) {
  const std::string name = "risk/schema/variant.schema.json";
  Json schema = parse_json(read_file(test::source_file(name)));
  Json rules = Json::object();
  rules["preset"] = {{"description", "The rules that the other keys change."}};
  for (const auto preset : preset_names()) rules["preset"]["enum"].push_back(preset);
  rules["preset"]["default"] = "thesis";
  for (const RuleKey& key : rule_keys()) rules[std::string(key.name)] = rule_schema(key);
  schema["properties"]["rules"]["properties"] = rules;
  test::expect_golden(name, schema.dump(2) + "\n");
}

TEST(VariantSchema, AcceptsWhatTheProgramWrites) {
  for (const auto name : maps::library_names()) {
    const Variant variant = load_variant(std::string(name));
    EXPECT_TRUE(variants().accepts(variant_to_json(variant).dump())) << name;
  }
  const maps::MapPtr map = maps::library_map("mirror-12");
  Random random({.seed = 31, .purpose = Purpose::test});
  for (int i = 0; i < evorisk::test::cases(300); ++i) {
    const Variant variant("random", random_rules(random), map);
    ASSERT_TRUE(variants().accepts(variant_to_json(variant).dump()));
    const auto preset = preset_names()[random.below(5)];
    const Json short_form = {
        {"format", 1}, {"rules", difference_from(preset, variant.rules())}, {"map", "two"}};
    ASSERT_TRUE(variants().accepts(short_form.dump()));
  }
}

// Schema and program refuse the same changes of a variant, one rule out of range at a time.
TEST(VariantSchema, RefusesWhatTheProgramRefuses) {
  const auto both = [](const Json& rules) {
    const Json file = {{"format", 1}, {"rules", rules}, {"map", "mirror-12"}};
    const std::string text = file.dump();
    bool read = true;
    try {
      variant_from_json(JsonView(file, "test"), ".");
    } catch (const std::exception&) {
      read = false;
    }
    EXPECT_EQ(variants().accepts(text), read) << text;
    return read;
  };
  int accepted = 0;
  int refused = 0;
  for (const RuleKey& key : rule_keys()) {
    std::vector<Json> values = {nullptr, true, "yes", 1.5, Json::object(), "min", 2};
    for (const int number : {key.lowest - 1, key.lowest, key.highest, key.highest + 1}) {
      values.emplace_back(number);
      values.push_back(Json::array({number}));
    }
    values.push_back(Json::array());
    values.push_back(std::vector<int>(101, 5));
    for (const auto choice : key.choices) values.emplace_back(choice);
    for (const Json& value : values) {
      Json rules = {{std::string(key.name), value}};
      ++(both(rules) ? accepted : refused);
    }
  }
  EXPECT_GT(accepted, 50);
  EXPECT_GT(refused, 200);
  both({{"preset", "risk"}});
  both({{"preset", "rosk"}});
  both({{"defense_dice", 2}});

  for (const char* text :
       {R"([])", R"({"map": "two"})", R"({"format": 2, "map": "two"})", R"({"format": 1})",
        R"({"format": 1, "map": 3})", R"({"format": 1, "map": {}})", R"({"format": 1, "map": ""})",
        R"({"format": 1, "map": "two", "name": 3})", R"({"format": 1, "map": "two", "x": 3})",
        R"({"format": 1, "map": "two", "rules": []})"})
    EXPECT_FALSE(variants().accepts(std::string(text))) << text;
}

TEST(RecordSchema, AcceptsTheGoldenRecordsLineByLine) {
  int lines = 0;
  std::set<std::string> events;
  for (const auto& entry :
       std::filesystem::directory_iterator(test::source_file("tests/risk/golden"))) {
    std::istringstream text(read_file(entry.path()));
    for (std::string line; std::getline(text, line); ++lines) {
      const Json json = parse_json(line);
      // What is looked at is the schema: nothing of the program runs.
      if (test::sanitized && lines % 16 != 0 && events.contains(json.value("event", ""))) continue;
      ASSERT_TRUE(records().accepts(json.dump())) << entry.path() << ": " << line;
      if (json.contains("event")) events.insert(json["event"]);
      if (lines % 7 != 0) continue;  // a part of them is enough of this
      // No member can be left out but the optional ones, and none added.
      for (const auto& [key, value] : json.items()) {
        Json less = json;
        less.erase(key);
        const bool optional = key == "moved" || key == "bonus_territory" || key == "continent";
        ASSERT_EQ(records().accepts(less.dump()), optional) << line << " without " << key;
        Json other = json;
        other[key] = Json::array({Json::object()});
        ASSERT_FALSE(records().accepts(other.dump())) << line << " with another " << key;
      }
      Json more = json;
      more["extra"] = 1;
      ASSERT_FALSE(records().accepts(more.dump())) << line;
    }
  }
  EXPECT_EQ(events, (std::set<std::string>{"mission", "deal", "pick", "place", "exchange", "attack",
                                           "fortify", "draw", "turn_end", "end"}));
}

}  // namespace
}  // namespace evorisk::risk
