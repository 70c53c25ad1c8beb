// evorisk list, as a whole command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/engine.hpp"
#include "risk/agent.hpp"
#include "risk/record/record.hpp"
#include "risk/rules/rules.hpp"
#include "tests/support/process.hpp"
#include "tests/support/schema.hpp"

namespace evorisk::app {
namespace {

using json = nlohmann::ordered_json;
using test::run;
using testing::HasSubstr;
using testing::Not;

using Words = std::vector<std::string>;

TEST(List, EverythingThatIsRegistered) {
  const json all = parse_json(run({"list", "--json"}).out);
  EXPECT_EQ(all["maps"].size(), maps::library_names().size());
  EXPECT_EQ(all["maps"][2]["planar"], false);
  EXPECT_EQ(all["formats"].size(), maps::map_formats().size());
  const auto names = [&](const char* kind) {
    Words result;
    for (const json& entry : all[kind]) {
      EXPECT_GE(entry["summary"].get<std::string>().size(), 10u) << entry;
      result.push_back(entry["name"]);
    }
    return result;
  };
  Words expected;
  for (const auto& info : metrics::all_criteria()) expected.emplace_back(info.name);
  EXPECT_EQ(names("criteria"), expected);
  expected.clear();
  for (const auto& key : risk::rule_keys()) expected.emplace_back(key.name);
  EXPECT_EQ(names("rules"), expected);
  expected.clear();
  for (const auto& kind : risk::agent_kinds()) expected.emplace_back(kind.name);
  EXPECT_EQ(names("agents"), expected);
  expected.clear();
  for (const auto& kind : metrics::engine_kinds()) expected.emplace_back(kind.name);
  EXPECT_EQ(names("engines"), expected);
  for (const auto& [kind, entries] : all.items()) {
    EXPECT_FALSE(names(kind.c_str()).empty());
    if (test::sanitized && kind != "rules") continue;  // the same lines, program after program
    const auto one = run({"list", kind});
    EXPECT_EQ(one.exit_code, 0);
    for (const json& entry : entries) {
      EXPECT_THAT(one.out, HasSubstr(entry["name"].get<std::string>()));
    }
    EXPECT_EQ(parse_json(run({"list", kind, "--json"}).out), entries);
    EXPECT_THAT(run({"list", "--help"}).out, HasSubstr("\n  " + kind));
  }
  const auto wrong = run({"list", "rulez"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean \"rules\"?"));
}

// Each in one piece: no other file is asked for.
TEST(List, SchemasOfMapsVariantsAndRecords) {
  const auto schema = [](const std::string& name) {
    const auto told = run({"list", "schema", name});
    EXPECT_EQ(told.exit_code, 0) << told.err;
    EXPECT_THAT(told.out, Not(HasSubstr(".schema.json")));
    return test::JsonSchema::of(parse_json(told.out));
  };
  const risk::Variant variant = risk::load_variant("risk");
  json document = risk::variant_to_json(variant);
  EXPECT_TRUE(schema("map").accepts(document["map"].dump()));
  EXPECT_TRUE(schema("variant").accepts(document.dump()));
  const auto records = schema("record");
  const std::string record =
      risk::play_record(variant, {.program = "\"turn_end\"",
                                  .agents = {"cautious", "cautious"},
                                  .key = {.seed = 5, .purpose = Purpose::match}});
  std::istringstream lines(record);
  std::string header;
  std::getline(lines, header);
  EXPECT_TRUE(records.accepts(header));
  for (std::string line; std::getline(lines, line);) EXPECT_TRUE(records.accepts(line)) << line;
  // What is wrong three schemas deep is found.
  const std::size_t at = header.find("\"bonus\":") + 8;
  EXPECT_FALSE(records.accepts(header.insert(at, "-")));
  document["map"]["continents"][0]["bonus"] = "many";
  EXPECT_FALSE(schema("variant").accepts(document.dump()));
}

TEST(List, KeysOfAConfigurationAndTheirSchema) {
  const auto schema = run({"list", "schema"});
  EXPECT_EQ(schema.out,
            read_file(std::string(EVORISK_SOURCE_DIR) + "/ga/schema/config.schema.json"));
  const json keys = parse_json(run({"list", "keys", "--json"}).out);
  const auto key = [&](const char* name) {
    const auto found =
        std::find_if(keys.begin(), keys.end(), [&](const json& k) { return k["name"] == name; });
    return found == keys.end() ? json() : *found;
  };
  EXPECT_EQ(key("final.candidates")["default"], 5);
  EXPECT_EQ(key("final.candidates")["lowest"], 1);
  EXPECT_EQ(key("final.candidates")["highest"], 1000);
  EXPECT_EQ(key("budget.policy")["choices"], json({"equal", "halving", "ocba"}));
  EXPECT_TRUE(key("budget").is_null()) << "an object of keys is none itself";
  const std::string text = run({"list", "keys"}).out;
  EXPECT_THAT(
      text,
      HasSubstr("elites                      The fittest individuals, which enter the next\n"
                "                            generation as they are. (default 1; 0 to 1000000)\n"));
  EXPECT_THAT(text, HasSubstr("\n                            equal, halving, ocba\n"));
}

}  // namespace
}  // namespace evorisk::app
