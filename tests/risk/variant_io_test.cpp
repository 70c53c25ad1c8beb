// Variant files, and the names that stand for variants.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/random.hpp"
#include "maps/io.hpp"
#include "risk/rules/variant.hpp"
#include "tests/risk/random_rules.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::risk {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

class VariantFiles : public testing::Test {
 protected:
  VariantFiles() {
    std::string name = (std::filesystem::temp_directory_path() / "evorisk-variant-XXXXXX").string();
    directory_ = mkdtemp(name.data());
  }
  ~VariantFiles() override { std::filesystem::remove_all(directory_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((directory_ / name).parent_path());
    write_file(directory_ / name, text);
    return (directory_ / name).string();
  }

  std::filesystem::path directory_;
};

TEST_F(VariantFiles, NameRulesAndMapsByNamePathOrInPlace) {
  const std::string map_text = maps::map_text(*maps::library_map("path-5"));
  write("maps/board.json", map_text);
  const Variant by_name = load_variant(write(
      "a.json",
      R"({"format": 1, "name": "A", "rules": {"preset": "risk", "ties": "attacker"}, "map": "path-5"})"));
  EXPECT_EQ(by_name.name(), "A");
  Rules expected = preset_rules("risk");
  expected.ties = Ties::attacker;
  EXPECT_EQ(by_name.rules(), expected);
  EXPECT_EQ(by_name.map(), *maps::library_map("path-5"));

  // A path counts from the file, not from where the program runs.
  const Variant by_path =
      load_variant(write("b/c.json", R"({"format": 1, "name": "C", "map": "../maps/board.json"})"));
  EXPECT_EQ(by_path.map(), by_name.map());
  EXPECT_EQ(by_path.rules(), Rules{});

  const Variant in_place = load_variant(
      write("d.json", R"({"format": 1, "rules": {"players": 3}, "map": )" + map_text + "}"));
  EXPECT_EQ(in_place.map(), by_name.map());
  EXPECT_EQ(in_place.name(), in_place.map().name());
  EXPECT_EQ(in_place.players(), 3);
}

TEST_F(VariantFiles, ReadBackAsWritten) {
  Random random({.seed = 21, .purpose = Purpose::test});
  const auto names = maps::library_names();
  for (int i = 0; i < evorisk::test::cases(300); ++i) {
    Rules rules = random_rules(random);
    const maps::MapPtr map =
        maps::library_map(names[random.below(static_cast<std::uint32_t>(names.size()))]);
    rules.players = std::min(rules.players, map->territory_count());
    const Variant variant("Variant \"" + std::to_string(i) + "\"", rules, map);
    const std::string text = variant_to_json(variant).dump();
    const Json json = parse_json(text, "v.json");
    const Variant again = variant_from_json(JsonView(json, "v.json"), "/nowhere");
    ASSERT_EQ(again.name(), variant.name());
    ASSERT_EQ(again.rules(), rules);
    ASSERT_EQ(again.map(), *map);
    ASSERT_EQ(variant_to_json(again).dump(), text);
  }
}

TEST_F(VariantFiles, KeepWhatTheyWereBredFor) {
  const std::string objective = R"({"criteria":{"drama":1},"seconds":{"roll":3}})";
  const std::string text = R"({"format": 1, "name": "v", "map": "two", "bred_for": )" + objective;
  const Variant variant = load_variant(write("v.json", text + "}"));
  EXPECT_EQ(variant.bred_for(), objective);
  const Variant again = load_variant(write("w.json", variant_to_json(variant).dump()));
  EXPECT_EQ(again.bred_for(), objective);
  EXPECT_FALSE(variant_to_json(load_variant("two")).contains("bred_for"));
}

TEST(VariantNames, StandForALibraryMapWithItsRules) {
  const auto rules_of = [](const std::string& name) { return load_variant(name).rules(); };
  EXPECT_EQ(rules_of("risk"), preset_rules("risk"));
  EXPECT_EQ(rules_of("thesis-1"), preset_rules("risk"));
  EXPECT_EQ(rules_of("war"), preset_rules("war"));
  EXPECT_EQ(rules_of("thesis-war"), preset_rules("war"));
  EXPECT_EQ(rules_of("thesis-9"), preset_rules("thesis"));
  EXPECT_EQ(rules_of("risk-classic"), preset_rules("risk-classic"));
  EXPECT_EQ(rules_of("war-classic"), preset_rules("war-classic"));
  EXPECT_EQ(load_variant("risk-classic").map(), *maps::library_map("risk"));
  EXPECT_EQ(load_variant("war-classic").map(), *maps::library_map("war"));
  for (const auto name : maps::library_names()) {
    EXPECT_EQ(load_variant(std::string(name)).name(), name);
    EXPECT_EQ(load_variant(std::string(name)).map(), *maps::library_map(name));
  }
}

TEST_F(VariantFiles, RefusalsNameFilePlaceAndWhatIsValid) {
  struct Row {
    const char* text;
    std::vector<const char*> parts;
  };
  const Row rows[] = {
      {R"([1])", {"object"}},
      {R"({"name": "x", "map": "two"})", {"format"}},
      {R"({"format": "1", "map": "two"})", {"format", "1"}},
      {R"({"format": 2, "map": "two"})", {"format", "2"}},
      {R"({"format": 1, "name": "x"})", {"\"map\" is missing"}},
      {R"({"format": 1, "map": null})", {"map"}},
      {R"({"format": 1, "map": 3})", {"map"}},
      {R"({"format": 1, "map": "thesis-0"})", {"map", "thesis-1"}},
      {R"({"format": 1, "map": "none/such.json"})", {"such.json"}},
      {R"({"format": 1, "map": {"format": 1}})", {"map"}},
      {R"({"format": 1, "map": {"format": 1, "territories": [{}, {}], "borders": [[0, 2]],
           "continents": [{"bonus": 1, "territories": [0, 1]}]}})",
       {"map", "border"}},
      {R"({"format": 1, "maps": "two"})", {"did you mean \"map\""}},
      {R"({"format": 1, "map": "two", "rule": {}})", {"did you mean \"rules\""}},
      {R"({"format": 1, "map": "two", "name": 7})", {"name", "7"}},
      {R"({"format": 1, "map": "two", "name": "a\u001b[31m"})",
       {"name: holds a control character"}},
      {R"({"format": 1, "map": "two", "bred_for": "fun"})", {"bred_for", "object"}},
      {R"({"format": 1, "map": "two", "rules": "risk"})", {"rules", "object"}},
      {R"({"format": 1, "map": "two", "rules": {"preset": "Risk"}})",
       {"rules.preset", "did you mean \"risk\""}},
      {R"({"format": 1, "map": "two", "rules": {"fortify": "all"}})", {"rules.fortify", "single"}},
      {R"({"format": 1, "map": "two", "rules": {"players": 3}})",
       {"players is 3", "only 2 territories"}},
      {R"({"format": 1, "map": "two", "rules": {"card_schedule": [4, "6"]}})",
       {"rules.card_schedule[1]"}},
      {R"({"format": 1, "format": 1, "map": "two"})", {"format"}},
      {R"({"format": 1, "map": "two")", {"line 1"}},
      {"", {"v.json"}},
  };
  for (const Row& row : rows) {
    const std::string file = write("v.json", row.text);
    try {
      load_variant(file);
      ADD_FAILURE() << row.text << " was taken";
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(), HasSubstr("v.json")) << row.text;
      for (const char* part : row.parts) EXPECT_THAT(error.what(), HasSubstr(part)) << row.text;
    }
  }
  // A map file is no variant, and the message says so.
  const std::string map = write("m.json", maps::map_text(*maps::library_map("two")));
  EXPECT_THAT([&] { load_variant(map); },
              testing::ThrowsMessage<InputError>(HasSubstr("this is a map, not a variant")));
  EXPECT_THAT([] { load_variant("thesis-11"); },
              testing::ThrowsMessage<InputError>(HasSubstr("did you mean \"thesis-1\"")));
  EXPECT_THAT([] { load_variant("risk-clasic"); },
              testing::ThrowsMessage<InputError>(HasSubstr("did you mean \"risk-classic\"")));
  EXPECT_THROW(load_variant(directory_.string()), SystemError);
}

TEST(VariantRules, MustFitTheMap) {
  Rules rules;
  rules.players = 6;
  EXPECT_THROW(Variant("x", rules, maps::library_map("path-5")), InputError);
  EXPECT_NO_THROW(Variant("x", rules, maps::library_map("star-6")));
  rules.attack_dice = 0;
  EXPECT_THROW(Variant("x", rules, maps::library_map("star-6")), InputError);
}

}  // namespace
}  // namespace evorisk::risk
