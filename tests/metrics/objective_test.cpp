// Objectives as data: what is read, what is refused and how, and that the published schema agrees.

#include "metrics/objective.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "maps/base/error.hpp"
#include "metrics/criteria.hpp"
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
    auto json = ordered_json::parse(row.text);
    if (json.is_object() && !json.contains("format")) json["format"] = 1;
    EXPECT_EQ(schema_accepts(json.dump()), !row.schema_can_tell) << row.text;
  }
}

TEST(Objectives, TheSchemaAcceptsWhatIsRead) {
  for (const char* text :
       {R"({"format": 1, "criteria": {"drama": 0.5}})",
        R"({"format": 1, "criteria": {"duration": 3, "advantage": {"ideal": 0, "weight": 0}}})",
        R"({"format": 1, "name": "x", "criteria": {"killer_moves": {}}, "parameters": {}})",
        R"({"format": 1, "criteria": {"drama": 1}, "parameters": {"territory_weight": 0.123456,
            "troop_weight": 0, "ideal_turns": 1.5}})"}) {
    EXPECT_NO_THROW(read(text)) << text;
    EXPECT_TRUE(schema_accepts(text)) << text;
  }
  EXPECT_FALSE(schema_accepts(R"({"criteria": {"drama": 0.5}})"));
}

}  // namespace
}  // namespace evorisk::metrics
