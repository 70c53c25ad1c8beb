// Configurations: reading, settings, what is refused, and the published schema.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/registry.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/evaluation/policy.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/operators/mutation.hpp"
#include "ga/operators/selection.hpp"
#include "ga/run/config_file.hpp"
#include "maps/io.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/process.hpp"
#include "tests/support/schema.hpp"

namespace evorisk::ga {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const fs::path root = EVORISK_SOURCE_DIR;

Config read(const Json& document) {
  Config config = config_from_json(JsonView(document, "config.json"), ".");
  check(config, "config.json");
  return config;
}

std::string refusal(const Json& document) {
  try {
    read(document);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::string setting_refusal(const std::string& setting) {
  Config config;
  try {
    apply_setting(config, setting);
    check(config, "configuration");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

class ConfigSchema : public ::testing::Test {
 protected:
  void SetUp() override {
    document_ = parse_json(read_file(root / "ga/schema/config.schema.json"));
  }
  bool valid(const Json& config) const { return schema_.accepts(config.dump()); }
  nlohmann::ordered_json document_;
  test::JsonSchema schema_{"ga/schema/config.schema.json"};
};

TEST_F(ConfigSchema, IsWhatTheTableOfKeysMakes) {
  test::expect_golden("ga/schema/config.schema.json", config_schema().dump(2) + "\n");
}

TEST_F(ConfigSchema, HasEveryMemberAndItsDefault) {
  const Json complete = config_to_json(Config());
  EXPECT_TRUE(valid(complete));
  const auto compare = [](const Json& members, const nlohmann::ordered_json& properties) {
    EXPECT_EQ(members.size(), properties.size());
    for (const auto& [key, value] : members.items()) {
      ASSERT_TRUE(properties.contains(key)) << key;
      EXPECT_FALSE(properties[key]["description"].get<std::string>().empty()) << key;
      const bool written_out = key == "objective" || key == "base_rules";
      if (properties[key].contains("default") && !written_out) {
        EXPECT_EQ(properties[key]["default"], value) << key;
      }
    }
  };
  compare(complete, document_["properties"]);
  compare(complete["final"], document_["properties"]["final"]["properties"]);
  for (const char* key : {"budget", "evidence", "ranking"}) {
    compare(complete[key], document_["properties"][key]["properties"]);
  }
  compare(complete["search_space"], document_["properties"]["search_space"]["properties"]);
  EXPECT_EQ(document_["properties"]["crossover"]["enum"], names_of(crossover_operators()));
  EXPECT_EQ(document_["properties"]["map_mutations"]["items"]["enum"], names_of(map_mutations()));
  EXPECT_EQ(document_["properties"]["algorithm"]["enum"], names_of(algorithm_kinds()));
  const nlohmann::ordered_json& budget = document_["properties"]["budget"]["properties"];
  EXPECT_EQ(budget["policy"]["enum"], names_of(budget_policies()));
  const nlohmann::ordered_json& ranking = document_["properties"]["ranking"]["properties"];
  EXPECT_EQ(ranking["by"]["enum"], names_of(rankings()));
  const auto documented = [](const auto& kinds) {
    for (const auto& kind : kinds) {
      EXPECT_GE(kind.summary.size(), 20u) << kind.name;
      EXPECT_FALSE(kind.source.empty()) << kind.name;
    }
  };
  documented(algorithm_kinds());
  documented(budget_policies());
  documented(rankings());
  documented(metrics::losses());
  documented(metrics::combinations());
}

TEST_F(ConfigSchema, HoldsForThePublishedConfigurationsAndTheyAreRead) {
  int files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(root / "experiments")) {
    if (entry.path().extension() != ".json") continue;
    const Json document = parse_json(read_file(entry.path()));
    if (!document.contains("population")) continue;  // another kind of file
    ++files;
    EXPECT_TRUE(valid(document)) << entry.path();
    const Config config = load_config(entry.path().string(), {});
    EXPECT_EQ(config.name, entry.path().stem().string());
    EXPECT_TRUE(valid(config_to_json(config)));
  }
  EXPECT_GE(files, 11);
}

TEST_F(ConfigSchema, WhatIsRefusedNamesThePlaceAndTheProgramAgreesWithTheSchema) {
  struct Row {
    Json document;
    std::vector<std::string> says;
    bool schema_sees = true;
  };
  const auto with = [](const std::string& key, Json value) {
    return Json{{"format", 1}, {key, std::move(value)}};
  };
  const std::vector<Row> rows = {
      {Json::array(), {"config.json: ", "object"}},
      {Json::object(), {"format"}},
      {{{"format", 2}}, {"format", "2"}},
      {with("popluation", 20), {"popluation", "did you mean \"population\"?"}},
      {with("population", 1), {"population", "1", "2"}},
      {with("population", "many"), {"population", "\"many\""}},
      {with("population", 20.5), {"population", "20.5"}},
      {with("tournament", 1), {"tournament"}},
      {with("tournament", 51), {"tournament: 51 contestants", "50 individuals"}, false},
      {with("elites", 50), {"elites: 50", "no place for children"}, false},
      {with("elites", -1), {"elites"}},
      {with("generations", -1), {"generations"}},
      {with("mutation_rate", 1.5), {"mutation_rate", "1.5"}},
      {with("mutation_rate", nullptr), {"mutation_rate"}},
      {with("mutation_tries", 0), {"mutation_tries"}},
      {with("matches", 0), {"matches"}},
      {with("monitor_matches", -5), {"monitor_matches"}},
      {with("seed", -1), {"seed"}},
      {with("seed", 1e300), {"seed"}},
      {with("name", "../up"), {"name", "../up"}},
      {with("name", ""), {"name"}},
      {with("name", "-a"), {"name", "-a"}},
      {with("name", "a b"), {"name", "a b"}},
      {with("name", std::string(101, 'a')), {"name"}},
      {with("crossover", "plannar"), {"crossover", "did you mean \"planar\"?"}},
      {with("algorithm", "generationel"), {"algorithm", "did you mean \"generational\"?"}},
      {with("elite_policy", "re-evaluate"), {"elite_policy", "reevaluate"}},
      {with("final", 10000), {"final"}},
      {with("final", {{"candidates", 0}}), {"final.candidates"}},
      {with("final", {{"candidate", 3}}), {"candidate", "candidates"}},
      {with("objective", 7), {"objective"}},
      {with("objective", "no-such-file.json"), {"objective", "no-such-file.json"}, false},
      {with("objective", {{"criteria", {{"darma", 1}}}}), {"objective.criteria", "drama"}, false},
      {with("search_space", {{"rule", {}}}), {"search_space", "rules"}},
      {with("search_space", {{"rules", {{"defense_dice", {2}}}}}), {"defence_dice"}, false},
      {with("search_space", {{"rules", {{"defence_dice", Json::array()}}}}),
       {"search_space.rules.defence_dice", "at least one value"}},
      {with("search_space", {{"rules", {{"defence_dice", {2, 2}}}}}), {"2 is listed twice"}},
      {with("search_space", {{"rules", {{"defence_dice", {2, 99}}}}}),
       {"defence_dice", "99"},
       false},
      {with("search_space", {{"rules", {{"defence_dice", 2}}}}),
       {"search_space.rules.defence_dice", "array"}},
      {with("search_space", {{"map", "yes"}}), {"search_space.map"}},
      {with("search_space", {{"initial_maps", Json::array()}}), {"at least one map"}},
      {with("search_space", {{"initial_maps", {"thesis-11"}}}), {"thesis-11"}, false},
      {with("search_space", {{"initial_maps", {3}}}), {"search_space.initial_maps[0]"}},
      {with("search_space", {{"rules", {{"attack_dice", {{"from", 3}, {"to", 2}}}}}}),
       {"search_space.rules.attack_dice.to", "2"},
       false},
      {with("search_space", {{"rules", {{"attack_dice", {{"from", 1}, {"to", 9}}}}}}),
       {"attack_dice", "7", "6"},
       false},
      {with("search_space", {{"rules", {{"initial_troops", {{"from", 0}, {"to", 100000}}}}}}),
       {"initial_troops", "1000 at most"},
       false},
      {with("search_space", {{"initial_maps", {{"territories", {30, 20}}}}}),
       {"search_space.initial_maps.territories[1]", "20 is below the range's lowest, 30"},
       false},
      {with("search_space", {{"initial_maps", {{"territories", {30}}}}}), {"[lowest, highest]"}},
      {with("search_space", {{"initial_maps", {{"continents", 4}}}}), {"territories"}},
      {with("search_space", {{"initial_maps", {{"territories", 5}, {"continents", 6}}}}),
       {"6 continents are more than 5 territories"},
       false},
      {with("search_space", {{"initial_maps", {{"territories", 9}, {"styles", "atoll"}}}}),
       {"search_space.initial_maps.styles", "archipelago"},
       false},
      {with("search_space", {{"initial_maps", {{"territories", 9}, {"styles", {"ring", "ring"}}}}}),
       {"ring is listed twice"}},
      {with("search_space", {{"initial_maps", {{"territories", 9}, {"styles", Json::array()}}}}),
       {"no style is listed"}},
      {with("split_continents", "mended"), {"split_continents", "mend"}},
      {with("search_space", {{"bonuses", "formulas"}}), {"did you mean \"formula\"?"}},
      {with("search_space", {{"profile", -1}}), {"search_space.profile"}},
      {with("search_space", {{"profile", 0.4}}),
       {"search_space.profile: only generated maps"},
       false},
      {with("search_space",
            {{"profile", 0.4}, {"bonuses", "formula"}, {"initial_maps", {{"territories", 9}}}}),
       {"search_space.profile: only generated maps"},
       false},
      {with("map_mutations", {"add_boarder"}), {"map_mutations[0]", "\"add_border\""}},
      {with("map_mutations", {"mirror", "mirror"}), {"mirror is listed twice"}},
      {with("map_mutations", Json::array()), {"no mutation"}},
      {with("crossover_rate", 2), {"crossover_rate", "2"}},
      {with("base_rules", {{"preset", "thesys"}}), {"base_rules.preset", "thesis"}, false},
      {with("base_rules", {{"turn_limit", 0}}), {"base_rules", "turn_limit"}, false},
      {{{"format", 1},
        {"base_rules", {{"players", 4}}},
        {"search_space", {{"initial_maps", {"two"}}}}},
       {"initial_maps[0]", "2 territories", "4 players"},
       false},
      {with("agents", "cautious"), {"agents"}},
      {with("agents", {"cautius"}), {"cautius", "cautious"}, false},
      {with("agents", {"cautious", "cautious", "random"}),
       {"agents: 3 agents for 2 players"},
       false},
      {with("engine", "plane"), {"engine", "plain"}, false},
      {with("judges", "cautious"), {"judges"}},
      {with("judges", {"cautious"}), {"judges: one judge alone"}, false},
      {with("judges", {"cautious", "strategyst"}), {"strategyst", "strategist"}, false},
      {with("judges", {"random", "random"}), {"judges: random is named twice"}},
      {{{"format", 1}, {"agents", {"random"}}, {"judges", {"cautious", "random"}}},
       {"judges", "agents"},
       false},
      {with("judgement", "median"), {"judgement", "mean, worst"}},
      {with("budget", 500000), {"budget"}},
      {with("budget", {{"match", 5}}), {"budget", "did you mean \"matches\"?"}},
      {with("budget", {{"policy", "halfing"}}), {"budget.policy", "did you mean \"halving\"?"}},
      {with("budget", {{"first", 1}}), {"budget.first"}},
      {with("budget", {{"matches", 4999}}), {"budget.matches: 4999", "plays 5000"}, false},
      {with("budget", {{"common_numbers", 1}}), {"budget.common_numbers"}},
      {{{"format", 1}, {"matches", 11}, {"budget", {{"policy", "halving"}}}},
       {"budget.policy", "6 rounds", "at least 12"},
       false},
      {with("evidence", {{"pool", "genotypes"}}), {"evidence.pool", "\"genotype\""}},
      {{{"format", 1}, {"elite_policy", "reevaluate"}, {"evidence", {{"pool", "genotype"}}}},
       {"evidence.pool", "accumulate"},
       false},
      {with("evidence", {{"pool", "genotype"}, {"keep", 99}}), {"evidence.keep: 99"}, false},
      {with("ranking", {{"by", "means"}}), {"ranking.by", "did you mean \"mean\"?"}},
      {with("ranking", {{"errors", -1}}), {"ranking.errors"}},
      {{{"format", 1}, {"matches", 1}, {"ranking", {{"by", "shrunk"}}}},
       {"matches: 1 match", "ranking \"shrunk\"", "at least 2"},
       false},
      {with("algorithm", "nsga2"), {"algorithm", "nsga2", "objective with groups"}, false},
      {{{"format", 1},
        {"objective",
         {{"criteria", {{"drama", 0.5}, {"duration", 0}}},
          {"groups", {{"a", {"drama"}}, {"b", {"duration"}}}},
          {"combination", "lexicographic"}}},
        {"ranking", {{"by", "shrunk"}}}},
       {"lexicographic", "ranking must be \"mean\""},
       false},
      {with("objective", {{"criteria", {{"comebak", 1}}}}),
       {"objective.criteria", "did you mean \"comeback\"?"},
       false},
  };
  for (const Row& row : rows) {
    const std::string said = refusal(row.document);
    for (const std::string& part : row.says) {
      EXPECT_NE(said.find(part), std::string::npos)
          << row.document << "\nsaid: " << said << "\nlacks: " << part;
    }
    EXPECT_EQ(valid(row.document), !row.schema_sees) << row.document;
  }
}

TEST(Configuration, IsWrittenCompleteAndReadBackTheSame) {
  Json document = config_to_json(Config());
  document["population"] = 8;
  document["tournament"] = 3;
  document["search_space"]["rules"] = {{"fortify", {"adjacent", "none"}},
                                       {"card_schedule", {{1}, {2, 3}}}};
  document["search_space"]["initial_maps"] = {{"territories", {12, 42}},
                                              {"density", {0.25, 0.5}},
                                              {"continents", {2, 7}},
                                              {"styles", {"ring", "chain"}}};
  document["search_space"]["bonuses"] = "formula";
  document["map_mutations"] = {"split_territory", "mirror"};
  document["crossover_rate"] = 0.5;
  document["base_rules"]["turn_limit"] = 60;
  document["objective"]["criteria"]["drama"]["weight"] = 2.5;
  document["agents"] = {"cautious", "random"};
  document["judgement"] = "mean";
  document["elite_policy"] = "accumulate";
  document["budget"] = {{"matches", 500000}, {"policy", "ocba"}, {"first", 10},
                        {"rounds", 5},       {"top", 3},         {"common_numbers", true}};
  document["evidence"] = {{"pool", "genotype"}, {"keep", 123}};
  document["ranking"] = {{"by", "bound"}, {"errors", 1.5}};
  const Config config = read(document);
  EXPECT_EQ(config_to_json(config), document);
  EXPECT_TRUE(differences(config, read(config_to_json(config))).empty());
  document["search_space"]["bonuses"] = "evolve";
  document["search_space"]["profile"] = 0.4;
  EXPECT_EQ(config_to_json(read(document)), document);
  EXPECT_EQ(config.elite_policy, ElitePolicy::accumulate);
  EXPECT_EQ(config.search_space.genes[1].values, (std::vector<std::string>{"[1]", "[2,3]"}));
}

TEST(Configuration, FilesBesideItAreTakenInSoThatItStandsAlone) {
  const test::TemporaryDirectory directory;
  directory.write("map.json", maps::map_to_json(*maps::library_map("star-6")).dump());
  directory.write("aim.json", R"({"format": 1, "name": "short", "criteria": {"duration": 0.1}})");
  const fs::path file = directory.write("my run.json", R"({"format": 1, "objective": "aim.json",
      "search_space": {"initial_maps": ["map.json", "two"]}})");
  const Config config = load_config(file.string(), {"population=30"});
  EXPECT_EQ(config.name, "evolution") << "\"my run\" cannot be part of a path";
  EXPECT_EQ(config.population, 30);
  const Json complete = config_to_json(config);
  EXPECT_TRUE(complete["search_space"]["initial_maps"][0].is_object());
  EXPECT_EQ(complete["search_space"]["initial_maps"][1], "two");
  EXPECT_EQ(complete["objective"]["name"], "short");
  fs::remove(directory.path() / "map.json");
  fs::remove(directory.path() / "aim.json");
  EXPECT_TRUE(differences(config, read(complete)).empty());
}

TEST(Configuration, APresetReplacesAllRules) {
  Config config;
  apply_setting(config, "base_rules.turn_limit=60");
  apply_setting(config, "base_rules.preset=war-classic");
  EXPECT_EQ(config.base_rules, risk::preset_rules("war-classic"));
  apply_setting(config, "base_rules.turn_limit=60");
  risk::Rules longer = risk::preset_rules("war-classic");
  longer.turn_limit = 60;
  EXPECT_EQ(config.base_rules, longer);
  EXPECT_THROW(apply_setting(config, "base_rules.preset=chess"), InputError);
}

TEST(Configuration, SettingsReachEveryDepthAndAreRefusedByName) {
  Config config;
  apply_setting(config, "population=30");
  apply_setting(config, "final.matches=20000");
  apply_setting(config, "search_space.rules.defence_dice=[2]");
  apply_setting(config, "search_space.rules.attack_dice=[2,3]");
  apply_setting(config, "search_space.map=false");
  apply_setting(config, "objective.criteria.drama.weight=1");
  EXPECT_EQ(config.objective.name, "thesis");
  apply_setting(config, "objective.criteria.drama.weight=2");
  apply_setting(config, "base_rules.turn_limit=60");
  apply_setting(config, "crossover=reject");
  apply_setting(config, "agents=[\"random\"]");
  EXPECT_EQ(config.population, 30);
  EXPECT_EQ(config.final.matches, 20000);
  EXPECT_EQ(config.search_space.genes.size(), 5u);
  EXPECT_EQ(config.search_space.genes[1].values, std::vector<std::string>{"2"});
  EXPECT_EQ(config.search_space.genes[4].key, "attack_dice");
  EXPECT_FALSE(config.search_space.map_evolves);
  EXPECT_EQ(config.base_rules.turn_limit, 60);
  EXPECT_EQ(config.objective.terms.size(), 7u) << "the other criteria still count";
  EXPECT_EQ(config.objective.terms[4].weight, 2);
  apply_setting(config, "objective.parameters.ideal_turns=30");
  EXPECT_EQ(config.objective.name, "thesis, changed");
  apply_settings(config, {"objective.name=mine", "objective.parameters.ideal_turns=31"});
  EXPECT_EQ(config.objective.name, "mine") << "in whatever order";
  EXPECT_EQ(config.crossover, "reject");
  EXPECT_EQ(config.agents, std::vector<std::string>{"random"});

  const std::vector<std::pair<std::string, std::vector<std::string>>> rows = {
      {"population", {"--set population", "KEY=VALUE"}},
      {"=3", {"KEY=VALUE"}},
      {"populaton=3", {"--set populaton=3", "did you mean \"population\"?"}},
      {"final.match=3", {"final", "matches"}},
      {"population.size=3", {"population", "not an object"}},
      {"population=few", {"--set population=few", "population", "\"few\""}},
      {"tournament=60", {"tournament: 60 contestants"}},
      {"final=5", {"final"}},
      {"search_space.rules.defence_dices=[2]", {"did you mean \"defence_dice\"?"}},
      {"objective.criteria.darma=1", {"drama"}},
      {"..=1", {"--set ..=1"}},
  };
  for (const auto& [setting, says] : rows) {
    const std::string said = setting_refusal(setting);
    for (const std::string& part : says) {
      EXPECT_NE(said.find(part), std::string::npos) << setting << "\nsaid: " << said;
    }
  }
}

TEST(Configuration, DifferencesAreNamedByTheirPlace) {
  Config a;
  Config b;
  EXPECT_TRUE(differences(a, b).empty());
  b.seed = 9;
  b.final.candidates = 1;
  b.search_space.genes.pop_back();
  EXPECT_EQ(differences(a, b),
            (std::vector<std::string>{"seed: 1 and 9", "final.candidates: 5 and 1",
                                      "search_space.rules.reinforcement_divisor: [1,2,3,4] and "
                                      "nothing"}));
}

}  // namespace
}  // namespace evorisk::ga
