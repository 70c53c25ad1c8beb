// What a designer asks for: ranges, wishes, what contradicts, and the searches that follow.
#include "experiments/wishes/wishes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "experiments/wishes/configurations.hpp"
#include "ga/operators/breeder.hpp"
#include "ga/operators/keep.hpp"
#include "ga/run/config_file.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/minutes.hpp"
#include "metrics/criteria/quantity.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::experiments {
namespace {

using Json = nlohmann::ordered_json;

Wishes wishes(const char* text) {
  const Json json = parse_json(text);
  return wishes_from_json(JsonView(json, "wishes"));
}

std::string refusal(const char* text) {
  try {
    config_for(wishes(text), 10'000, 1);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Minutes, AreTheModelsByHand) {
  // Setup 240 + 20 * 15 s; a turn's seconds by the lines of minutes.cpp at 20 territories.
  const double turn = 10 + 4 * (1.38 + 1.62) + 12 * (1.89 + 1.74) + 7 * (2.53 + 2.76) +
                      10 * (0.89 + 0.64) + 3 * (0.80 + 0.04) + 20 * (0.18 + 0.08);
  EXPECT_NEAR(metrics::seconds_of_turn(20), turn, 1e-9);
  EXPECT_NEAR(metrics::minutes_of(30, 20), (540 + 30 * turn) / 60, 1e-9);
  EXPECT_NEAR(metrics::turns_of(metrics::minutes_of(30, 20), 20), 30, 1e-9);
  metrics::TableSeconds slow;
  slow.roll = 14;
  EXPECT_NEAR(metrics::seconds_of_turn(20, slow) - turn, 7 * (2.53 + 2.76), 1e-9);
  // What the defaults were chosen by.
  EXPECT_NEAR(metrics::minutes_of(0, 42), 15, 1);
  EXPECT_NEAR(metrics::minutes_of(40, 42), 138, 1);
  const auto map = maps::library_map("risk");
  EXPECT_NEAR(
      metrics::quantity(metrics::quantity_info("minutes"), *map, metrics::CriteriaTotals(), {})
          .mean,
      metrics::minutes_of(0, 42), 1e-9);
}

TEST(Wishes, RangesAreReadInEveryForm) {
  const auto is = [](const char* text, std::optional<int> least, std::optional<int> most) {
    EXPECT_EQ(range_from_text(text, 1, 100, "x"), (WishedRange{least, most})) << text;
  };
  is("60..90", 60, 90);
  is("..24", std::nullopt, 24);
  is("5..", 5, std::nullopt);
  is("5", 5, 5);
  for (const char* text : {"", "..", "a", "5...6", "0", "101", "9..3", "1.5", "-3", "5 .. 6"}) {
    EXPECT_THROW(range_from_text(text, 1, 100, "x"), InputError) << text;
  }
  EXPECT_EQ(wishes(R"({"minutes": [60, 90]})").minutes, wishes(R"({"minutes": "60..90"})").minutes);
  EXPECT_EQ(wishes(R"({"continents": 5})").continents,
            wishes(R"({"continents": [5, 5]})").continents);
  EXPECT_EQ(wishes(R"({"territories": {"at_most": 24}})").territories,
            wishes(R"({"territories": "..24"})").territories);
}

TEST(Wishes, AreWrittenAsTheyAreRead) {
  const Wishes all = wishes(
      R"({"format": 1, "players": 4, "minutes": [60, 90], "territories": "..24", "continents": 5,
          "rules": "wild", "luck": "skill", "start": "risk", "keep": ["rules"],
          "seconds": {"roll": 9}})");
  const Json json = wishes_to_json(all);
  EXPECT_EQ(wishes_to_json(wishes(json.dump().c_str())), json);
  EXPECT_EQ(wishes_to_json(wishes(wishes_to_json(Wishes()).dump().c_str())),
            wishes_to_json(Wishes()));
  EXPECT_EQ(json["seconds"]["roll"], 9);
  // A variant in place.
  Json in_place = {{"start", risk::variant_to_json(risk::load_variant("two"))}};
  const Wishes given = wishes(in_place.dump().c_str());
  EXPECT_EQ(wishes_to_json(given)["start"], in_place["start"]);
  EXPECT_EQ(start_of(given)->rules(), risk::load_variant("two").rules());
  in_place["start"].erase("map");
  EXPECT_THROW(wishes(in_place.dump().c_str()), InputError);
  EXPECT_EQ(wishes_schema()["properties"].size(), json.size());
}

TEST(Wishes, BecomeASearch) {
  const ga::Config config = config_for(
      wishes(R"({"players": 4, "minutes": [60, 90], "territories": "..24", "continents": 5})"),
      1'000'000, 7);
  EXPECT_EQ(config.seed, 7u);
  EXPECT_EQ(config.base_rules.players, 4);
  ASSERT_TRUE(config.search_space.generated);
  EXPECT_EQ(config.search_space.generated->territories[1], 24);
  EXPECT_EQ(config.search_space.generated->continents, (std::array{5, 5}));
  const Json objective = metrics::objective_to_json(config.objective);
  EXPECT_EQ(objective["constraints"]["minutes"], parse_json("[60.0, 90.0]"));
  EXPECT_EQ(objective["constraints"]["split_continents"], parse_json("[0.0, 0.0]"));
  // A profile of people's boards, but where the wishes say otherwise or the board is too small.
  EXPECT_EQ(config.search_space.profile, 0);
  EXPECT_TRUE(objective["quantities"].contains("human_distance"));
  const ga::Config followed = config_for(wishes(R"({"territories": [15, 18]})"), 10'000, 1);
  EXPECT_EQ(followed.search_space.profile, 0.25);
  EXPECT_TRUE(metrics::objective_to_json(followed.objective)["quantities"].empty());
  // No bonus that looks like an error, and no continent that is half of the board.
  EXPECT_EQ(followed.search_space.bonuses, ga::BonusPolicy::mended);
  EXPECT_EQ(metrics::objective_to_json(followed.objective)["constraints"]["largest_continent"],
            parse_json(R"({"at_most": 0.42})"));
  EXPECT_FALSE(objective["constraints"].contains("largest_continent"));
  EXPECT_EQ(config_for(wishes(R"({"territories": [9, 12]})"), 10'000, 1).search_space.profile, 0);
  // The turns within which the minutes hold.
  const int middle = (config.search_space.generated->territories[0] + 24) / 2;
  EXPECT_NEAR(metrics::minutes_of(config.objective.parameters.ideal_turns, middle), 60, 1e-6);
  EXPECT_NEAR(metrics::minutes_of(*config.objective.parameters.ideal_turns_end, middle), 90, 1e-6);
  const double played =
      static_cast<double>(config.matches) * config.population * (config.generations + 1);
  EXPECT_GT(played, 600'000);
  EXPECT_LT(played, 1'000'000);
  // By a weak and a strong agent, the first of which screens; then the drawing.
  EXPECT_EQ(config.judges, usual_judges);
  EXPECT_EQ(config.aggregation, metrics::PanelAggregation::worst);
  ASSERT_EQ(config.playability.size(), 2u);
  EXPECT_EQ(config.playability[0].agent, usual_judges.front());
  EXPECT_EQ(config.playability[1].matches, 0);
  ASSERT_EQ(config.playability[1].limits.size(), 1u);
  EXPECT_EQ(config.playability[1].limits[0].quantity, "sprawl");
  EXPECT_EQ(config.playability[1].limits[0].at_most, 0.12);
  EXPECT_TRUE(config_for(Wishes(), 1000, 1, {"cautious"}).judges.empty());
}

TEST(Wishes, OfEveryKindAreSearchesThatHoldTogether) {
  Random random({11, Purpose::test});
  int made = 0;
  for (int i = 0; i < 200; ++i) {
    Wishes own;
    own.players = 2 + random.index(5);
    own.rules = std::array{"classic", "new", "wild"}[static_cast<std::size_t>(random.index(3))];
    own.luck =
        std::array{"any", "luck", "balanced", "skill"}[static_cast<std::size_t>(random.index(4))];
    const auto range = [&](int low, int high) {
      WishedRange wished;
      const int a = low + random.index(high - low + 1);
      const int b = low + random.index(high - low + 1);
      if (random.chance(0.5)) wished.least = std::min(a, b);
      if (random.chance(0.5)) wished.most = std::max(a, b);
      return wished;
    };
    own.minutes = range(5, 200);
    own.territories = range(4, 50);
    own.continents = range(1, 9);
    try {
      const ga::Config config = config_for(own, 100 + random.index(1'000'000), 1);
      const std::array<int, 2> size = config.search_space.generated->territories;
      EXPECT_LE(size[0], size[1]);
      EXPECT_GE(size[0], own.territories.least.value_or(2));
      EXPECT_LE(size[1], own.territories.most.value_or(1000));
      ++made;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find("wishes: "), 0u) << error.what();
    }
  }
  EXPECT_GT(made, 120);
}

TEST(Wishes, HoldBesideAnObjective) {
  const Json objective = metrics::objective_to_json(
      config_for(wishes(R"({"minutes": "..30", "territories": "..12", "luck": "skill",
          "objective": {"format": 1, "criteria": {"drama": 1, "luck_share": {"ideal": [0.7, 1]}},
            "constraints": {"minutes": {"at_most": 300}, "territories": [10, 60],
                            "continents": {"at_most": 9}}}})"),
                 10'000, 1)
          .objective);
  EXPECT_EQ(objective["constraints"]["minutes"], parse_json(R"({"at_most": 30.0})"));
  EXPECT_EQ(objective["constraints"]["territories"], parse_json("[10.0, 12.0]"));
  EXPECT_EQ(objective["constraints"]["continents"], parse_json(R"({"at_most": 9.0})"));
  EXPECT_EQ(objective["criteria"]["luck_share"]["ideal"], parse_json("[0.0, 0.3]"));
}

TEST(Wishes, ThatContradictGetTheReason) {
  const auto says = [](const char* text, const std::string& reason) {
    EXPECT_NE(refusal(text).find(reason), std::string::npos) << text << "\n" << refusal(text);
  };
  says(R"({"continents": 9, "territories": "..8"})",
       "continents: 9 do not fit into 8 territories: a continent has 2 at least");
  says(R"({"minutes": [1, 2], "territories": 42})",
       "minutes: 1..2 is too short: the setup of 42 territories");
  says(R"({"minutes": "1400..", "territories": 8})", "is too long for 8 territories and 2 players");
  says(R"({"players": 6, "territories": "..5"})", "territories: ..5 are too few for 6 players");
  says(R"({"keep": ["rules"]})", "there is no start of which \"rules\" could be kept");
  says(R"({"start": "risk", "keep": ["rules"], "players": 4})",
       "players: 4 asked for, but the rules that are kept have 2");
  says(R"({"start": "risk", "keep": ["rules"], "rules": "wild"})",
       "rules: wild asked for, but all rules are kept");
  says(R"({"start": "risk", "keep": ["map"], "territories": "..24"})",
       "territories: ..24 asked for, but what is kept has 42");
  says(R"({"start": "risk", "keep": ["continent:Europe", "continent:Asia"], "continents": 1})",
       "continents: 1 asked for, but what is kept has 2");
  EXPECT_THAT(refusal(R"({"start": "risk", "keep": ["continent:Europe", "bonus:Europe"],
                       "continents": 1})"),
              testing::HasSubstr("those that are kept whole have 7 territories together, not 32"));
  EXPECT_EQ(refusal(R"({"start": "risk", "keep": ["continent:Europe", "bonus:Europe"],
                       "continents": 2})"),
            "");
  says(R"({"territories": "..9", "objective": {"format": 1, "criteria": {"drama": 1},
          "constraints": {"territories": [10, 60]}}})",
       "territories: ..9 asked for, which the objective's constraint excludes");
  says(R"({"start": "risk", "keep": ["continent:Euope"]})", "did you mean \"Europe\"?");
  says(R"({"start": "risk", "keep": ["territory:Alaka"]})", "did you mean \"Alaska\"?");
  says(R"({"start": "risk", "keep": ["border:Alaska-Brazil"]})", "the map has no such border");
  says(R"({"start": "risk", "keep": ["rule:defense_dice"]})", "did you mean \"defence_dice\"?");
  says(R"({"start": "risk", "keep": ["map", "rules"]})", "there is nothing to breed");
  says(R"({"start": "risk", "keep": ["mapp"]})", "did you mean \"map\"?");
  says(R"({"start": "rsk"})", "unknown variant \"rsk\"");
  says(R"({"start": "risk", "keep": ["map", "rules"]})", "there is nothing to breed");
  says(R"({"start": "."})", ". is a directory");
}

// Whatever is bred from a board has what is kept of it, to the byte.
TEST(Keep, HoldsForEveryChildOfManyGenerations) {
  ga::Config config = config_for(
      wishes(R"({"start": "risk", "rules": "wild", "keep": ["continent:Europe", "territory:Brazil",
                 "border:Alaska-Kamchatka", "bonus:Africa", "rule:defence_dice"]})"),
      100'000, 3);
  config.mutation_rate = 0.9;
  config.crossover_rate = 0.5;
  EXPECT_EQ(std::ranges::count(ga::gene_keys(config.search_space), "defence_dice"), 0);
  const ga::KeptParts kept(config, "test");
  const ga::Breeder breeder(config, 1);
  std::vector<ga::Individual> population = breeder.first_population();
  const maps::MapData before = population.front().genome.map->data();
  int changed = 0;
  constexpr int generations = test::sanitized ? 3 : 12;
  for (int generation = 1; generation <= generations; ++generation) {
    std::vector<ga::Individual> next;
    ga::BreedingTally tally;
    const auto pairing = [&](Random& random) {
      const int n = static_cast<int>(population.size());
      return std::pair(random.index(n), random.index(n));
    };
    breeder.breed(generation, population, pairing, population.size(), next, tally);
    population = std::move(next);
    for (const ga::Individual& individual : population) {
      const maps::MapData& map = individual.genome.map->data();
      ASSERT_TRUE(kept.in(map));
      changed += map.borders == before.borders ? 0 : 1;
      EXPECT_EQ(ga::rules_of(individual.genome.genes, config).defence_dice, 2);
    }
  }
  EXPECT_GT(changed, 100 * generations / 12);
}

// A kept continent may be what a bred one may not.
TEST(Keep, OfASplitOrLoneContinentAsksForNoOther) {
  const auto kept = [](const std::string& part) {
    const std::string text = R"({"start": {"format": 1, "name": "own", "map": {"format": 1,
        "name": "own",
        "territories": [{"name": "A-B"}, {"name": "B"}, {"name": "C"}, {"name": "D"},
                        {"name": "E"}, {"name": "A"}, {"name": "B-B"}],
        "borders": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6]],
        "continents": [{"name": "Split", "bonus": 1, "territories": [0, 2]},
                       {"name": "Lone", "bonus": 1, "territories": [1]},
                       {"name": "Rest", "bonus": 1, "territories": [3, 4, 5, 6]}]}},
        "keep": [")" + part + R"("]})";
    return config_for(wishes(text.c_str()), 1000, 1);
  };
  const auto asks = [](const ga::Config& config, const std::string& quantity) {
    const auto& all = config.objective.constraints;
    const auto found = std::ranges::find(all, quantity, &metrics::Objective::Constraint::quantity);
    return found == all.end() ? std::nullopt : std::optional(*found);
  };
  EXPECT_EQ(asks(kept("continent:Lone"), "smallest_continent_territories")->at_least, 1);
  EXPECT_EQ(asks(kept("continent:Rest"), "smallest_continent_territories")->at_least, 2);
  EXPECT_TRUE(asks(kept("continent:Rest"), "split_continents"));
  const ga::Config split = kept("continent:Split");
  EXPECT_FALSE(asks(split, "split_continents"));
  EXPECT_FALSE(split.whole_continents());
  // A-B to B, or A to B-B.
  EXPECT_THROW(kept("border:A-B-B"), InputError);
}

TEST(Keep, SeesEachPartThatChanges) {
  const ga::Config config =
      config_for(wishes(R"({"start": "risk", "keep": ["continent:Europe", "border:Alaska-Kamchatka",
                 "bonus:Africa", "territory:Brazil"]})"),
                 1000, 1);
  const ga::KeptParts kept(config, "test");
  const maps::MapData whole = config.search_space.initial_maps.front().map->data();
  EXPECT_TRUE(kept.in(whole));
  const auto territory = [&](maps::MapData& map, const char* name) -> maps::Territory& {
    return *std::ranges::find(map.territories, name, &maps::Territory::name);
  };
  const auto continent = [&](maps::MapData& map, const char* name) -> maps::Continent& {
    return *std::ranges::find(map.continents, name, &maps::Continent::name);
  };
  maps::MapData map = whole;
  continent(map, "Asia").bonus += 1;
  territory(map, "Peru").name = "Inca";
  EXPECT_TRUE(kept.in(map));  // nothing of this is kept
  map = whole;
  continent(map, "Africa").bonus += 1;
  EXPECT_FALSE(kept.in(map));
  map = whole;
  continent(map, "Europe").bonus += 1;
  EXPECT_FALSE(kept.in(map));
  map = whole;
  territory(map, "Brazil").position->x += 0.001;
  EXPECT_FALSE(kept.in(map));
  map = whole;
  territory(map, "Iceland").name = "Island";
  EXPECT_FALSE(kept.in(map));
  for (std::size_t b = 0; b < whole.borders.size(); ++b) {
    map = whole;
    const maps::Border border = map.borders[b];
    map.borders.erase(map.borders.begin() + static_cast<std::ptrdiff_t>(b));
    const auto& europe = continent(map, "Europe").territories;
    const bool inside =
        std::ranges::count(europe, border.a) > 0 && std::ranges::count(europe, border.b) > 0;
    const std::string a = whole.territories[at(border.a)].name;
    const std::string z = whole.territories[at(border.b)].name;
    const bool kept_border = (a == "Alaska" && z == "Kamchatka");
    EXPECT_EQ(kept.in(map), !inside && !kept_border) << a << "-" << z;
  }
}

TEST(NamedConfigurations, AreAllReadAndHaveTheirNames) {
  EXPECT_GE(named_configurations().size(), 10u);
  for (const NamedConfiguration& row : named_configurations()) {
    if (row.name == "shortlist" || row.name == "gallery") {  // read in shortlist_test.cpp
      EXPECT_THROW(configuration_of(row), InputError);
      continue;
    }
    const ga::Config config = configuration_of(row);
    EXPECT_EQ(config.name, row.name);
    EXPECT_NO_THROW(ga::check(config, row.name));
    EXPECT_GE(row.summary.size(), 10u);
  }
  ga::Config thesis;
  thesis.name = "thesis";
  EXPECT_TRUE(ga::differences(configuration_of(*find_configuration("thesis")), thesis).empty());
  EXPECT_EQ(find_configuration("thesiss"), nullptr);
}

}  // namespace
}  // namespace evorisk::experiments
