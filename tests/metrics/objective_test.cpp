// Objectives as data: what is read, what is refused and how, and that the published schema agrees.

#include "metrics/objective/objective.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/objective/panel.hpp"
#include "risk/rules/variant.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/process.hpp"
#include "tests/support/schema.hpp"

namespace evorisk::metrics {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;

Objective read(const std::string& text) {
  const ordered_json json = parse_json(text, "test");
  return objective_from_json(JsonView(json, "test"));
}

// The schema's verdict on a file.
bool schema_accepts(const std::string& text) {
  static const test::JsonSchema schema("metrics/schema/objective.schema.json");
  return schema.accepts(text);
}

TEST(Criteria, EachIsRegisteredAndDocumented) {
  ASSERT_EQ(criteria().size(), static_cast<std::size_t>(criterion_count));
  for (int c = 0; c < criterion_count; ++c) {
    const CriterionInfo& info = criterion_info(static_cast<Criterion>(c));
    EXPECT_EQ(static_cast<int>(info.id), c);
    EXPECT_FALSE(info.name.empty());
    EXPECT_FALSE(info.title.empty());
    EXPECT_GE(info.meaning.size(), 20u) << info.name;
    EXPECT_THAT(std::string(info.source), testing::StartsWith("4.3.5.")) << info.name;
    EXPECT_TRUE(info.ideal >= 0 && info.ideal <= info.highest) << info.name;
  }
}

TEST(Objectives, TheThesis) {
  const Objective thesis = thesis_objective();
  ASSERT_EQ(thesis.terms.size(), 7u);
  const double ideals[] = {1, 0, 0, 0.5, 0.5, 0.5, 0.5};  // table 4.2
  for (std::size_t c = 0; c < 7; ++c) {
    EXPECT_EQ(thesis.terms[c], (Objective::Term{static_cast<Criterion>(c), ideals[c], 1}));
  }
  EXPECT_EQ(load_objective("thesis"), thesis);
  const ordered_json json = objective_to_json(thesis);
  EXPECT_EQ(objective_from_json(JsonView(json, "test")), thesis);
  EXPECT_TRUE(schema_accepts(json.dump()));
}

TEST(Objectives, WhatIsMissingHasADefault) {
  const Objective o = read(
      R"({"name": "short", "criteria": {"lead_change": 0.25, "drama": {}, "duration": {"weight": 2.5},
          "completeness": {"ideal": 0.9}}, "parameters": {"ideal_turns": 12}})");
  EXPECT_EQ(o.name, "short");
  // In the order of the criteria, whatever that of the file.
  const std::vector<Objective::Term> terms = {{Criterion::completeness, 0.9, 1},
                                              {Criterion::duration, 0, 2.5},
                                              {Criterion::drama, 0.5, 1},
                                              {Criterion::lead_change, 0.25, 1}};
  EXPECT_EQ(o.terms, terms);
  EXPECT_EQ(o.parameters.ideal_turns, 12);
  EXPECT_EQ(o.parameters.territory_weight, 0.8);
  EXPECT_EQ(o.parameters.troop_weight, 0.2);
  const ordered_json json = objective_to_json(o);
  EXPECT_EQ(objective_from_json(JsonView(json, "test")), o);
}

TEST(Objectives, FitnessCountsTheTermsOnly) {
  MatchSummary m;
  m.winner = 1;
  m.drama = 0.125;
  m.lead_change = 0.75;
  CriteriaTotals totals;
  totals.add(m);
  EXPECT_EQ(fitness(totals, read(R"({"criteria": {"drama": 0.5}})")).mean, 0.375);
  EXPECT_EQ(fitness(totals, read(R"({"criteria": {"drama": {"ideal": 0, "weight": 8},
                                                  "lead_change": 0.25}})"))
                .mean,
            1.5);
}

TEST(Objectives, Files) {
  const test::TemporaryDirectory directory;
  const auto good = directory.write("good.json", R"({"format": 1, "criteria": {"drama": 0.4}})");
  EXPECT_EQ(load_objective(good.string()).terms.front().ideal, 0.4);
  const auto no_format = directory.write("no_format.json", R"({"criteria": {"drama": 0.4}})");
  EXPECT_THROW(load_objective(no_format.string()), InputError);
  const auto newer = directory.write("newer.json", R"({"format": 2, "criteria": {"drama": 0.4}})");
  EXPECT_THROW(load_objective(newer.string()), InputError);
  EXPECT_THROW(load_objective((directory.path() / "none.json").string()), SystemError);
}

struct Refused {
  std::string text;
  std::string says;             // part of the message
  bool schema_can_tell = true;  // some rules are beyond a schema
};

TEST(Objectives, BadOnesAreRefused) {
  const std::vector<Refused> table = {
      {R"([])", "object"},
      {R"({})", "criteria"},
      {R"({"criteria": {}})", "at least one"},
      {R"({"criteria": []})", "object"},
      {R"({"criteria": {"dramma": 0.5}})", "drama"},
      {R"({"criteria": {"drama": 1.5}})", "drama"},
      {R"({"criteria": {"drama": -0.1}})", "drama"},
      {R"({"criteria": {"drama": "0.5"}})", "drama"},
      {R"({"criteria": {"drama": null}})", "drama"},
      {R"({"criteria": {"drama": [0.5]}})", "drama"},
      {R"({"criteria": {"drama": {"ideal": 2}}})", "criteria.drama.ideal"},
      {R"({"criteria": {"drama": {"ideal": true}}})", "criteria.drama.ideal"},
      {R"({"criteria": {"drama": {"weight": -1}}})", "criteria.drama.weight"},
      {R"({"criteria": {"drama": {"weight": 1001}}})", "criteria.drama.weight"},
      {R"({"criteria": {"drama": {"weights": 1}}})", "weight"},
      {R"({"criteria": {"drama": {"weight": 0}, "duration": {"weight": 0}}})", "weights of 0",
       false},
      {R"({"criteria": {"duration": 4097}})", "duration"},
      {R"({"criterion": {"drama": 0.5}})", "criteria"},
      {R"({"criteria": {"drama": 0.5}, "name": 3})", "name"},
      {R"({"criteria": {"drama": 0.5}, "name": "a\nfitness 0"})", "name: holds a control character",
       false},
      {R"({"criteria": {"drama": 0.5, "duration": 0},
           "groups": {"a": ["drama"], "b\u001b": ["duration"]}})",
       "holds a control character", false},
      {R"({"criteria": {"drama": 0.5}, "format": 2})", "format"},
      {R"({"criteria": {"drama": 0.5}, "format": "1"})", "format"},
      {R"({"criteria": {"drama": 0.5}, "parameters": {"ideal_turns": 0}})",
       "parameters.ideal_turns"},
      {R"({"criteria": {"drama": 0.5}, "parameters": {"ideal_turns": 100001}})", "ideal_turns"},
      {R"({"criteria": {"drama": 0.5}, "parameters": {"turns": 24}})", "ideal_turns"},
      {R"({"criteria": {"drama": 0.5}, "parameters": {"troop_weight": 1.01}})", "troop_weight"},
      {R"({"criteria": {"drama": 0.5}, "parameters": {"troop_weight": 0.1234567}})", "6 decimals",
       false},
      {R"({"criteria": {"drama": 0.5}, "parameters": {"troop_weight": 0, "territory_weight": 0}})",
       "both 0", false},
      {R"({"criteria": {"drama": 0.5}, "parameters": 3})", "parameters"},
      {R"({"criteria": {"drama": [0.6, 0.5]}})", "first end", false},
      {R"({"criteria": {"drama": {"ideal": [0.4, 1.5]}}})", "criteria.drama.ideal[1]"},
      {R"({"criteria": {"drama": {"loss": "square"}}})", "squared"},
      {R"({"criteria": {"drama": {"ideal": [0.4, 0.6], "loss": "squared"}}})", "band", false},
      {R"({"criteria": {"drama": {"loss": "one_sided"}}})", "end of the scale", false},
      {R"({"criteria": {"drama": 0.5}, "parameters": {"ideal_turns": [30, 15]}})", "first end",
       false},
      {R"({"criteria": {"drama": 0.5}, "groups": {"a": ["drama"]}})", "two or more"},
      {R"({"criteria": {"drama": 0.5}, "groups": {"a": ["drama"], "b": ["drama"]}})", "groups.b[0]",
       false},
      {R"({"criteria": {"drama": 0.5}, "groups": {"a": ["drama"], "b": ["duration"]}})",
       "groups.b[0]", false},
      {R"({"criteria": {"drama": 0.5, "duration": 0, "advantage": 0},
           "groups": {"a": ["drama"], "b": ["duration"]}})",
       "advantage", false},
      {R"({"criteria": {"drama": 0.5, "duration": {"weight": 0}},
           "groups": {"a": ["drama"], "b": ["duration"]}})",
       "weight above 0", false},
      {R"({"criteria": {"drama": 0.5, "duration": 0},
           "groups": {"a": ["drama"], "b": {"criteria": ["duration"], "reference": 0}}})",
       "groups.b.reference"},
      {R"({"criteria": {"drama": 0.5}, "combination": "lexicographic"})", "groups", false},
      {R"({"criteria": {"drama": 0.5}, "combination": "lexicografic"})", "lexicographic"},
      {R"({"criteria": {"drama": 0.5}, "constraints": {"territory": 3}})", "territories", false},
      {R"({"criteria": {"drama": 0.5}, "quantities": {"longest_rout": 0}})", "longest_route",
       false},
      {R"({"criteria": {"drama": 0.5}, "quantities": {"drama": 0}})", "quantities.drama", false},
      {R"({"criteria": {"drama": 0.5}, "quantities": {"turns": {"weight": 1}}})", "ideal"},
      {R"({"criteria": {"drama": 0.5}, "quantities": {"sea_routes": [3, 1]}})", "first end", false},
      {R"({"criteria": {"drama": 0.5}, "quantities": {"turns": {"ideal": 9, "loss": "squared"}}})",
       "quantities of the map", false},
      {R"({"criteria": {"drama": 0.5, "duration": 0}, "quantities": {"borders": 9},
           "groups": {"a": ["drama"], "b": ["duration"]}})",
       "borders", false},
      {R"({"criteria": {"drama": 0.5}, "constraints": {"territories": [30, 20]}})", "first end",
       false},
      {R"({"criteria": {"drama": 0.5}, "constraints": {"territories": {}}})", "bounds nothing"},
      {R"({"criteria": {"drama": 0.5}, "constraints": {"territories": {"at_least": 4, "at_most": 3}}})",
       "nothing can meet", false},
      {R"({"criteria": {"drama": 0.5}, "constraints": {"completeness": {"at_least": 2}}})",
       "at_least", false},
      {R"({"criteria": {"drama": {"ideal_se": -1}}})", "criteria.drama.ideal_se"},
      {R"({"criteria": {"drama": {"ideal": [0.4, 0.6], "ideal_se": 0.1}}})", "band", false},
      {R"({"criteria": {"drama": 0.5}, "target": {}})", "member \"variant\" is missing"},
      {R"({"criteria": {"drama": 0.5}, "target": "war"})", "object"},
      {R"({"criteria": {"drama": 0.5}, "target": {"variant": "wars"}})", "did you mean \"war\"",
       false},
      {R"({"criteria": {"drama": 0.5}, "target": {"variant": {"format": 1}}})", "map", false},
      {R"({"criteria": {"drama": 0.5}, "target": {"variant": "war", "match": 3}})", "matches"},
      {R"({"criteria": {"drama": 0.5}, "target": {"variant": "war", "rules": -1}})",
       "target.rules"},
      {R"({"criteria": {"drama": 0.5}, "target": {"variant": "war", "map": {"keys": {}}}})",
       "target.map"},
      {R"({"criteria": {"drama": 0.5}, "target": {"variant": "war", "map": {"tolerance": 2}}})",
       "target.map.tolerance"},
      {R"({"criteria": {"drama": 0.5},
           "target": {"variant": "war", "rules": {"keys": {"defense_dice": 1}}}})",
       "defence_dice", false},
      {R"({"criteria": {"drama": 0.5}, "target": {"variant": "war", "rules": {"keys": {"ties": 0}}}})",
       "weight above 0", false},
      {R"({"criteria": {"drama": {"weight": 0}}, "target": {"variant": "war", "rules": 0, "map": 0}})",
       "weights of 0", false},
      {R"({"criteria": {"drama": 0.5}, "groups": {"a": ["drama"], "b": ["map"]}})", "groups.b[0]",
       false},
      {R"({"criteria": {"drama": 0.5}, "target": {"variant": "war"},
           "groups": {"a": ["drama"], "b": ["map"]}})",
       "no group has rules", false},
      {R"({"criteria": {"drama": 0.5}, "target": {"variant": "war"},
           "groups": {"a": ["drama", "rules"], "b": ["map", "rules"]}})",
       "groups.b[1]", false},
  };
  for (const Refused& row : table) {
    try {
      read(row.text);
      ADD_FAILURE() << "accepted " << row.text;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(row.says)) << row.text;
      EXPECT_THAT(error.what(), testing::StartsWith("test: ")) << row.text;
    }
    // The same text as a file.
    auto json = parse_json(row.text);
    if (json.is_object() && !json.contains("format")) json["format"] = 1;
    EXPECT_EQ(schema_accepts(json.dump()), !row.schema_can_tell) << row.text;
  }
}

// EVORISK_UPDATE_GOLDEN=1 writes the schema anew.
TEST(Objectives, TheSchemaIsWhatTheTableOfKeysMakes) {
  test::expect_golden("metrics/schema/objective.schema.json", objective_schema().dump(2) + "\n");
}

TEST(Objectives, TheSchemaAcceptsWhatIsRead) {
  for (const char* text :
       {R"({"format": 1, "criteria": {"drama": 0.5}})",
        R"({"format": 1, "criteria": {"duration": 3, "advantage": {"ideal": 0, "weight": 0}}})",
        R"({"format": 1, "name": "x", "criteria": {"killer_moves": {}}, "parameters": {}})",
        R"({"format": 1, "criteria": {"drama": 1}, "parameters": {"territory_weight": 0.123456,
            "troop_weight": 0, "ideal_turns": 1.5}})",
        R"({"format": 1, "criteria": {"drama": [0.3, 0.5], "duration": {"ideal": [0, 0.2]},
            "unbiased_advantage": {"loss": "one_sided"}, "completeness": {"loss": "squared"}},
            "parameters": {"ideal_turns": [15, 30]},
            "groups": {"tempo": ["duration", "completeness"],
                       "rest": {"criteria": ["unbiased_advantage", "drama"], "tolerance": 0.1}},
            "combination": "lexicographic",
            "constraints": {"territories": [20, 30], "split_continents": 0,
                            "turns": {"at_most": 40}, "comeback": {"at_least": 0.1}}})",
        R"({"format": 1, "criteria": {"drama": {"ideal": 0.3, "ideal_se": 0.01}},
            "target": {"variant": "war", "matches": 5000, "seed": 7, "map": {"tolerance": 0.1},
                       "rules": {"weight": 2, "keys": {"ties": 1, "allocation": 0.5}}},
            "groups": {"play": ["drama"], "board": {"criteria": ["map", "rules"]}}})",
        R"({"format": 1, "criteria": {"drama": 0.3}, "quantities": {"turns": 20,
            "longest_route": {"ideal": [0, 2], "weight": 0.5}, "borders": {"ideal": 3,
            "loss": "squared"}}, "groups": {"play": ["drama", "turns"],
            "board": ["longest_route", "borders"]}})",
        R"({"format": 1, "criteria": {"drama": 1}, "seconds": {"roll": 0.5, "setup": 3600}})",
        R"({"format": 1, "criteria": {"drama": {"weight": 0}},
            "target": {"variant": "thesis-8", "rules": 0}})"}) {
    const Objective objective = read(text);
    EXPECT_TRUE(schema_accepts(text)) << text;
    const ordered_json json = objective_to_json(objective);
    EXPECT_EQ(objective_from_json(JsonView(json, "again")), objective) << json;
    EXPECT_TRUE(schema_accepts(json.dump())) << json;
  }
  EXPECT_FALSE(schema_accepts(R"({"criteria": {"drama": 0.5}})"));
}

CriteriaTotals dramas(std::initializer_list<double> values) {
  CriteriaTotals totals;
  for (const double value : values) {
    MatchSummary m;
    m.winner = 1;
    m.drama = value;
    m.turns = 10;
    totals.add(m);
  }
  return totals;
}

TEST(Losses, BandsSquaresAndSigns) {
  const Estimate x{0.4, 0.1};
  Objective::Term term{Criterion::drama, 0.2, 1};
  EXPECT_DOUBLE_EQ(loss(term, x), 0.2);
  term.band_end = 0.3;
  EXPECT_DOUBLE_EQ(loss(term, x), 0.1);
  EXPECT_EQ(loss(term, {0.25, 0.1}), 0);
  EXPECT_EQ(loss(term, {0.2, 0.1}), 0);
  EXPECT_DOUBLE_EQ(loss(term, {0.05, 0.1}), 0.15);
  term = {Criterion::drama, 0.2, 1, {}, Loss::squared};
  EXPECT_DOUBLE_EQ(loss(term, x), 0.04 - 0.01);
  term = {Criterion::drama, 0, 1, {}, Loss::one_sided};
  EXPECT_DOUBLE_EQ(loss(term, {-0.05, 0.1}), -0.05);
  term.ideal = 1;
  EXPECT_DOUBLE_EQ(loss(term, x), 0.6);

  // A band's error: all of it outside, twice the chance of being outside within.
  const CriteriaTotals totals = dramas({0.25, 0.75, 0.25, 0.75});
  const Estimate drama = totals.criterion(Criterion::drama);  // 0.5
  EXPECT_EQ(fitness(totals, read(R"({"criteria": {"drama": [0, 0.25]}})")),
            (Estimate{0.25, drama.se}));
  const Estimate edge = fitness(totals, read(R"({"criteria": {"drama": [0, 0.5]}})"));
  EXPECT_EQ(edge.mean, 0);
  EXPECT_DOUBLE_EQ(edge.se, drama.se);
  const Estimate inside = fitness(totals, read(R"({"criteria": {"drama": [0, 1]}})"));
  EXPECT_EQ(inside.mean, 0);
  EXPECT_NEAR(inside.se, drama.se * std::erfc(0.5 / drama.se / std::sqrt(2)), 1e-12);
}

// A square has no slope there: its error is that of the square of a normal value, sqrt(2) of the
// variance.
TEST(Losses, ASquareAtItsIdealHasTheErrorOfAChiSquare) {
  Objective objective =
      read(R"({"criteria": {"unbiased_advantage": {"ideal": 0, "loss": "squared"}}})");
  CriteriaTotals totals(2, objective.extended_criteria());
  for (int m = 0; m < 30; ++m) {
    MatchSummary match;
    match.winner = m % 3 == 0 ? 1 : 0;
    match.turns = 5;
    totals.add(match);
  }
  const Estimate x = totals.criterion(Criterion::unbiased_advantage);
  objective.terms[0].ideal = x.mean;
  EXPECT_NEAR(fitness(totals, objective).se, std::sqrt(2.0) * x.se * x.se, 1e-12);
}

// The plain loss of a variant at its ideal reads too high; the unbiased ones do not, and their
// errors say how far off they are.
TEST(Losses, SquaredAndOneSidedAreFreeOfBias) {
  const Objective plain = read(R"({"criteria": {"drama": 0.5}})");
  const Objective squared = read(R"({"criteria": {"drama": {"ideal": 0.5, "loss": "squared"}}})");
  const Objective fair =
      read(R"({"criteria": {"unbiased_advantage": {"ideal": 0, "loss": "one_sided"}}})");
  const Objective absolute = read(R"({"criteria": {"unbiased_advantage": 0}})");
  const int rounds = test::cases(4000);
  struct Sum {
    double mean = 0;
    double square = 0;
    double error = 0;
    void add(const Estimate& e) {
      mean += e.mean;
      square += e.mean * e.mean;
      error += e.se * e.se;
    }
  };
  Sum sums[4];
  for (int r = 0; r < rounds; ++r) {
    Random random({7, Purpose::test, 3, static_cast<std::uint32_t>(r)});
    CriteriaTotals totals(2, fair.extended_criteria());
    for (int m = 0; m < 30; ++m) {
      MatchSummary match;
      match.drama = random.unit();
      match.winner = static_cast<std::int8_t>(random.below(2));
      match.turns = 5;
      totals.add(match);
    }
    sums[0].add(fitness(totals, plain));
    sums[1].add(fitness(totals, squared));
    sums[2].add(fitness(totals, fair));
    sums[3].add(fitness(totals, absolute));
  }
  const auto n = static_cast<double>(rounds);
  const auto z = [&](const Sum& s) {
    const double mean = s.mean / n;
    return mean / std::sqrt((s.square / n - mean * mean) / n);
  };
  EXPECT_GT(z(sums[0]), 10);
  EXPECT_LT(std::abs(z(sums[1])), 4);
  EXPECT_LT(std::abs(z(sums[2])), 4);
  EXPECT_GT(z(sums[3]), 10);
  for (const int unbiased : {1, 2}) {
    const double spread = std::sqrt(sums[unbiased].square / n);
    const double said = std::sqrt(sums[unbiased].error / n);
    EXPECT_GT(said, 0.8 * spread) << unbiased;
    EXPECT_LT(said, 2 * spread) << unbiased;
  }
}

TEST(Groups, EachLosesItsOwnTerms) {
  const Objective o =
      read(R"({"criteria": {"completeness": 1, "drama": {"ideal": 0.25, "weight": 2},
      "lead_change": 0.5}, "groups": {"tension": ["lead_change", "drama"], "end": ["completeness"]}})");
  const CriteriaTotals totals = dramas({0.5, 0.75});
  const std::vector<Estimate> losses = judge_groups({&totals, 1}, o, PanelAggregation::mean);
  ASSERT_EQ(losses.size(), 2u);
  EXPECT_DOUBLE_EQ(losses[0].mean, 2 * 0.375 + 0.5);
  EXPECT_EQ(losses[1].mean, 0);
  EXPECT_EQ(o.groups[0].reference, 3);
  EXPECT_DOUBLE_EQ(losses[0].mean + losses[1].mean, fitness(totals, o).mean);
}

TEST(Constraints, CountWhatIsMissing) {
  maps::MapData data;
  data.territories.resize(5);
  data.borders = {{0, 1}, {1, 2}, {2, 3}, {3, 4}};
  data.continents = {{"", 1, {0, 2}}, {"", 1, {1, 3, 4}}};  // both in two pieces
  const maps::Map map(std::move(data));
  const CriteriaTotals totals = dramas({0.5, 0.5});
  const auto value = [&](std::string_view name) {
    return quantity(quantity_info(name), map, totals, {}).mean;
  };
  EXPECT_EQ(value("territories"), 5);
  EXPECT_EQ(value("borders"), 4);
  EXPECT_EQ(value("continents"), 2);
  EXPECT_EQ(value("split_continents"), 2);
  EXPECT_EQ(value("largest_continent"), 0.6);
  EXPECT_EQ(value("smallest_continent_territories"), 2);
  EXPECT_EQ(value("mean_degree"), 1.6);
  EXPECT_EQ(value("mean_entries"), 2);  // all but the last
  EXPECT_EQ(value("mean_bonus"), 1);
  // Too few neighbours, too many bridges, too few continents, too small ones, too large a one,
  // split ones, too many borders between them.
  EXPECT_EQ(value("human_bounds_broken"), 7);
  EXPECT_GT(value("human_distance"), 1);
  EXPECT_EQ(value("turns"), 10);
  EXPECT_EQ(value("best_seat"), 1);
  EXPECT_EQ(value("drama"), 0.5);
  // Of a panel: the largest advantage of its judges'; of all matches together everything else.
  EXPECT_EQ(value("worst_advantage"), totals.criterion(Criterion::advantage).mean);
  const std::vector<CriteriaTotals> panel = {dramas({0.5, 0.5, 0.5, 0.5}), totals};
  EXPECT_EQ(quantity(quantity_info("worst_advantage"), map, panel, {}),
            panel.front().criterion(Criterion::advantage));
  EXPECT_EQ(quantity(quantity_info("best_seat"), map, panel, {}).mean, 1);
  const Objective o = read(R"({"criteria": {"drama": 0.5}, "constraints": {"territories": [10, 20],
      "split_continents": 0, "drama": {"at_most": 0.4}, "turns": {"at_least": 5}}})");
  EXPECT_DOUBLE_EQ(violation(map, {&totals, 1}, o, PanelAggregation::worst), 0.5 + 2 + 0.25);
  for (const QuantityInfo& info : quantities()) {
    EXPECT_GE(info.summary.size(), 15u) << info.name;
    EXPECT_GE(info.source.size(), 3u) << info.name;
  }
}

TEST(Objectives, AVariantKnowsItsOwn) {
  const risk::Variant plain = risk::load_variant("thesis-9");
  EXPECT_EQ(own_objective(plain), std::nullopt);
  EXPECT_EQ(own_seconds(plain), TableSeconds());
  Objective objective = thesis_objective();
  objective.name = "own";
  objective.constraints.push_back({"minutes", 20, 40});
  objective.seconds.roll = 1;
  const risk::Variant bred = bred_for(plain, objective);
  EXPECT_EQ(own_objective(bred), objective);
  EXPECT_EQ(own_seconds(bred).roll, 1);
  const auto file = risk::variant_to_json(bred);
  const risk::Variant read = risk::variant_from_json(JsonView(file, "v.json"), "/nowhere");
  EXPECT_EQ(own_objective(read), objective);
  // A target must stand in place: a page must not name files.
  const risk::Variant named("v", {}, plain.map_ptr(), {},
                            R"({"criteria": {"drama": 1}, "target": {"variant": "war"}})");
  EXPECT_THROW(own_objective(named), InputError);
}

TEST(Objectives, SecondsMakeTheMinutesThatABoundIsOf) {
  const risk::Variant variant = risk::load_variant("thesis-9");
  const CriteriaTotals totals = dramas({0.5, 0.5});  // of ten turns
  Objective objective = thesis_objective();
  // 240 + 13 * 15 s, then 10 turns of 10 + 2.433 * 4 + 3.021 * 12 + 4.324 * 7 + 1.306 * 10 +
  // 0.826 * 3 + 0.232 * 20 = 106.43 s: 24.988 minutes.
  const QuantityInfo& minutes = quantity_info("minutes");
  EXPECT_NEAR(quantity(minutes, variant.map(), totals, {}).mean, 24.988, 1e-3);
  objective.constraints.push_back({"minutes", std::nullopt, 20});
  const auto broken = [&] {
    return violation(variant.map(), {&totals, 1}, objective, PanelAggregation::mean);
  };
  EXPECT_GT(broken(), 0);
  objective.seconds.roll = 0;  // 5.04 minutes less
  EXPECT_EQ(broken(), 0);
}

TEST(Quantity, AnIntervalThatReachesABoundKeepsIt) {
  const Objective::Constraint band{"minutes", 60, 90};
  EXPECT_DOUBLE_EQ(violation(band, 99), 0.1);
  EXPECT_DOUBLE_EQ(violation(band, Interval{99, 93, 105}), 3.0 / 90);
  EXPECT_DOUBLE_EQ(violation(band, Interval{99, 90, 108}), 0);
  EXPECT_DOUBLE_EQ(violation(band, Interval{48, 44, 52}), 8.0 / 60);
  EXPECT_DOUBLE_EQ(violation(band, Interval{48, 36, 60}), 0);
}

// Where all seats are alike, the one that wins most of a sample is above its chance.
TEST(Quantity, TheIntervalOfTheLuckiestSeatCoversForAnyNumberOfSeats) {
  Random random({.seed = 4, .purpose = Purpose::test});
  const maps::MapPtr map = maps::library_map("mirror-12");
  for (const int players : {2, 3, 6}) {
    constexpr int samples = 1000;
    int covered = 0;
    for (int i = 0; i < samples; ++i) {
      CriteriaTotals totals(players);
      for (int m = 0; m < 199; ++m) {
        MatchSummary match;
        match.winner = static_cast<std::int8_t>(random.index(players));
        totals.add(match);
      }
      const Interval seat =
          quantity_interval(quantity_info("best_seat"), *map, totals, {}, Coverage::two_errors);
      covered += seat.low <= 1.0 / players && 1.0 / players <= seat.high ? 1 : 0;
    }
    EXPECT_GT(covered, 0.935 * samples) << players;  // 95.4 %, less three errors
  }
}

TEST(Quantity, HasAnInterval) {
  const maps::MapPtr map = maps::library_map("mirror-12");
  CriteriaTotals totals;
  for (int m = 0; m < 39; ++m) {
    MatchSummary match;
    match.winner = m < 35 ? 0 : 1;
    match.turns = 10 + m % 5;
    totals.add(match);
  }
  const auto of = [&](std::string_view name, std::optional<Coverage> coverage) {
    return quantity_interval(quantity_info(name), *map, totals, {}, coverage);
  };
  // Wilson's for 35 of 39: 0.8385 to 0.9365, and 0.7608 to 0.9601 for two errors. By plain errors
  // it would begin at 0.8489, and at 0.8003.
  const Interval seat = of("best_seat", Coverage::one_error);
  EXPECT_DOUBLE_EQ(seat.middle, 35.0 / 39);
  EXPECT_NEAR(seat.low, 0.8385, 1e-4);
  EXPECT_NEAR(seat.high, 0.9365, 1e-4);
  EXPECT_NEAR(of("best_seat", Coverage::two_errors).low, 0.7608, 1e-4);
  // Minutes rise with turns.
  const Interval turns = of("turns", Coverage::one_error);
  EXPECT_LT(turns.low, turns.middle);
  EXPECT_NEAR(turns.high - turns.low, 2 * totals.turns().se, 0.02);
  EXPECT_DOUBLE_EQ(of("minutes", Coverage::one_error).low, minutes_of(turns.low, 12));
  // Of a criterion its own, of the map, and without a coverage, the value.
  EXPECT_EQ(of("worst_advantage", Coverage::two_errors),
            totals.interval(Criterion::advantage, Coverage::two_errors));
  EXPECT_EQ(of("completeness", Coverage::one_error),
            totals.interval(Criterion::completeness, Coverage::one_error));
  EXPECT_EQ(of("territories", Coverage::two_errors), (Interval{12, 12, 12}));
  EXPECT_EQ(of("turns", {}), (Interval{turns.middle, turns.middle, turns.middle}));
}

TEST(QuantityTerms, AddToTheFitness) {
  maps::MapData data;
  data.territories.resize(5);
  data.borders = {{0, 1}, {1, 2}, {2, 3}, {3, 4}};
  data.continents = {{"", 1, {0, 1, 2, 3, 4}}};
  const maps::Map map(std::move(data));
  const CriteriaTotals totals = dramas({0.5, 0.5});
  // 2 beyond 4 squared and halved; within a band; 3 of the matches' turns, weighed.
  const Objective o = read(R"({"criteria": {"drama": 0.4}, "quantities": {"borders": {"ideal": 6,
      "weight": 0.5, "loss": "squared"}, "territories": [4, 9], "sea_routes": 0,
      "turns": {"ideal": 7, "weight": 2}}, "groups": {"play": ["drama", "turns"],
      "board": ["borders", "territories", "sea_routes"]}})");
  EXPECT_DOUBLE_EQ(map_loss(o, map), 2);
  EXPECT_NEAR(fitness(totals, o).mean, 6.1, 1e-8);
  EXPECT_NEAR(judge({&totals, 1}, o, PanelAggregation::mean, nullptr, &map).mean, 8.1, 1e-8);
  const auto groups = judge_groups({&totals, 1}, o, PanelAggregation::mean, nullptr, &map);
  EXPECT_NEAR(groups[0].mean, 6.1, 1e-8);
  EXPECT_DOUBLE_EQ(groups[1].mean, 2);
  // The error of the turns counts in full.
  CriteriaTotals unequal = dramas({0.4, 0.4});
  MatchSummary longer;
  longer.winner = 1;
  longer.drama = 0.4;
  longer.turns = 20;
  unequal.add(longer);
  Objective without = o;
  without.quantities.clear();
  EXPECT_NEAR(fitness(unequal, o).se, fitness(unequal, without).se + 2 * unequal.turns().se, 1e-9);
}

TEST(QuantityTerms, WhatTheGraphSaysIsNoMoreThanTheDrawing) {
  // Five territories all joined: 10 borders, of which at most 9 without a crossing.
  maps::MapData data;
  data.territories.resize(5);
  for (int a = 0; a < 5; ++a) {
    for (int b = a + 1; b < 5; ++b) data.borders.push_back({a, b});
  }
  data.continents = {{"", 1, {0, 1, 2, 3, 4}}};
  const maps::Map map(std::move(data));
  const QuantityInfo& routes = quantity_info("sea_routes");
  EXPECT_EQ(routes.at_least(map), 1);
  EXPECT_GE(map_quantity(routes, map), 1);
  for (const Objective::Constraint& demand : demands_of_drawing()) {
    EXPECT_TRUE(quantity_info(demand.quantity).drawn) << demand.quantity;
  }
}

}  // namespace
}  // namespace evorisk::metrics
