// The length of a match that a bred variant carries in its file.
#include "metrics/objective/length.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json.hpp"
#include "maps/io.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::metrics {
namespace {

CriteriaTotals of_turns(std::initializer_list<int> turns) {
  CriteriaTotals totals;
  for (const int number : turns) {
    MatchSummary match;
    match.winner = 0;
    match.turns = number;
    totals.add(match);
  }
  return totals;
}

TEST(MatchLengths, GoFromTheShortestMeanToTheLongest) {
  const std::vector<CriteriaTotals> tables = {of_turns({20, 40}), of_turns({10, 12}),
                                              of_turns({25})};
  EXPECT_EQ(length_of(tables), MatchLength(11, 30));
  EXPECT_EQ(length_of({tables.data(), 1}), MatchLength(30));
  const auto minutes = minutes_to_json(MatchLength(11, 30), 13);
  EXPECT_DOUBLE_EQ(minutes["quick_table"].get<double>(), 0.6 * minutes_of(11, 13));
  EXPECT_DOUBLE_EQ(minutes["slow_table"].get<double>(), 1.7 * minutes_of(30, 13));
  EXPECT_EQ(minutes_to_json(MatchLength(30), 13), minutes_to_json(30.0, 13));
}

TEST(MatchLengths, AreCarriedUntilTheGameIsAnother) {
  const risk::Variant plain = risk::load_variant("thesis-9");
  EXPECT_EQ(own_length(plain), std::nullopt);
  const risk::Variant bred = bred_for(plain, thesis_objective());
  EXPECT_EQ(own_length(bred), std::nullopt);
  const std::vector<CriteriaTotals> tables = {of_turns({20, 40}), of_turns({10, 12})};
  const std::vector<std::string> agents = {"cautious", "strategist"};
  const risk::Variant known = with_length(bred, agents, tables);
  const auto file = risk::variant_to_json(known);
  EXPECT_EQ(file["bred_for"]["measured"]["turns"][1],
            parse_json(R"({"agent": "strategist", "matches": 2, "mean": 11.0})"));
  const auto read = [](const nlohmann::ordered_json& json) {
    return risk::variant_from_json(JsonView(json, "v.json"), "/nowhere");
  };
  EXPECT_EQ(own_length(read(file)), MatchLength(11, 30));
  EXPECT_EQ(own_objective(read(file)), thesis_objective());  // is no part of it
  // Names and places are no part of the game.
  auto renamed = file;
  renamed["name"] = "Else";
  renamed["map"]["territories"][0]["name"] = "Elsewhere";
  renamed["map"]["continents"][0]["name"] = "Far";
  EXPECT_EQ(own_length(read(renamed)), MatchLength(11, 30));
  // Rules, borders, bonuses and the lands of a continent are.
  auto others = std::vector(3, file);
  others[0]["rules"]["defence_dice"] = 1;
  others[1]["map"]["borders"].erase(0);
  others[2]["map"]["continents"][0]["bonus"] = 9;
  for (const auto& other : others) EXPECT_EQ(own_length(read(other)), std::nullopt);
  auto damaged = file;
  damaged["bred_for"]["measured"]["turns"][0]["mean"] = -1;
  EXPECT_THROW(own_length(read(damaged)), InputError);
}

}  // namespace
}  // namespace evorisk::metrics
