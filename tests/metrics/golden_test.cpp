// Figures of every criterion, quantity and fitness as they were once: a golden record notices what
// changes a figure and breaks no property of it.
#include "tests/support/golden.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/engine.hpp"
#include "metrics/objective/panel.hpp"
#include "tests/metrics/samples.hpp"

namespace evorisk::metrics {
namespace {

std::string text_of(const Estimate& e) {
  return fmt::format("{:.9g} {:.9g}", e.mean, e.se);
}
std::string text_of(const Interval& i) {
  return fmt::format("{:.9g} {:.9g} {:.9g}", i.low, i.middle, i.high);
}

CriteriaTotals measured(const risk::Variant& variant, const std::vector<std::string>& agents,
                        std::int64_t matches) {
  EngineOptions options;
  options.agents = agents;
  for (const CriterionInfo& info : all_criteria()) options.extended.add(info.id);
  CriteriaTotals totals(variant.players(), options.extended);
  MatchJob job;
  job.variant = &variant;
  job.key = {.seed = 5, .purpose = Purpose::match};
  job.totals = &totals;
  job.matches = matches;
  make_engine(options)->play({&job, 1});
  return totals;
}

// Bands, groups, a quantity of the map and one of the matches, all that an objective can have.
Objective demanding() {
  const auto json = parse_json(R"({
    "name": "demanding",
    "criteria": {"completeness": 1, "duration": {"ideal": [0, 0.4], "weight": 0.5},
                 "advantage": 0, "branching_factor": {"ideal": 0.6, "weight": 2},
                 "drama": {"ideal": [0.2, 0.4]}, "killer_moves": 0.5, "lead_change": 0.5,
                 "luck_share": {"ideal": [0.3, 0.6]}, "unbiased_advantage": 0,
                 "decisiveness": 0.7, "snowball": 0.4},
    "quantities": {"territories": {"ideal": [8, 14], "weight": 0.1},
                   "turns": {"ideal": [10, 30], "weight": 0.05},
                   "best_seat": {"ideal": 0.5, "weight": 1}},
    "constraints": {"mean_degree": [2, 4], "minutes": [20, 40]}})");
  return objective_from_json(JsonView(json, "demanding"));
}

TEST(GoldenFigures, OfAllCriteriaAndQuantities) {
  struct Case {
    risk::Variant variant;
    std::vector<std::string> agents;
    std::int64_t matches;
  };
  const Case cases[] = {
      {variant_of("thesis-9"), {}, 60},
      {variant_of("thesis-1"), {"cautious", "strategist"}, 12},
      {variant_of("two"), {}, 40},
      {variant_of("cycle-4", {"players=3"}), {}, 50},
      {variant_of("risk"), {}, 25},
      {variant_of("war", {"players=3", "objective=missions", "turn_limit=40"}), {}, 30},
      {variant_of("thesis-3", {"players=4", "turn_limit=6"}), {"random"}, 30},
      {variant_of("path-5"), {}, 2},
  };
  const Objective objectives[] = {thesis_objective(), demanding()};
  std::string text;
  for (const Case& one : cases) {
    const CriteriaTotals totals = measured(one.variant, one.agents, one.matches);
    text += fmt::format("{}, {} players, {} matches: {} turns {}\n", one.variant.name(),
                        one.variant.players(), one.matches, text_of(totals.turns()),
                        totals.turns_deviation());
    for (const CriterionInfo& info : all_criteria()) {
      text += fmt::format("  {}: {}, {}, {}\n", info.name, text_of(totals.criterion(info.id)),
                          text_of(totals.interval(info.id, Coverage::one_error)),
                          text_of(totals.interval(info.id, Coverage::two_errors)));
    }
    for (const QuantityInfo& info : quantities()) {
      const bool criterion = info.value == nullptr && info.of_matches == nullptr;
      if (info.drawn || criterion) continue;
      text += fmt::format("  {}: {}\n", info.name,
                          text_of(quantity(info, one.variant.map(), totals, TableSeconds{})));
    }
    for (const Objective& objective : objectives) {
      const CriteriaTotals* first = &totals;
      text += fmt::format("  fitness, {}: {}, {}, {}; {}\n", objective.name,
                          text_of(fitness(totals, objective)),
                          text_of(fitness_interval(totals, objective, Coverage::one_error)),
                          text_of(fitness_interval(totals, objective, Coverage::two_errors)),
                          text_of(judge({first, 1}, objective, PanelAggregation::mean, nullptr,
                                        &one.variant.map())));
    }
  }
  evorisk::test::expect_golden("tests/metrics/golden/figures.txt", text);
}

TEST(GoldenFigures, OfAPanel) {
  const risk::Variant variant = variant_of("thesis-9");
  const std::vector<CriteriaTotals> tables = {measured(variant, {}, 60),
                                              measured(variant, {"random"}, 40),
                                              measured(variant, {"strategist"}, 10)};
  std::string text;
  for (const Objective& objective : {thesis_objective(), demanding()}) {
    for (const PanelAggregation how : {PanelAggregation::mean, PanelAggregation::worst}) {
      text += text_of(judge(tables, objective, how, nullptr, &variant.map())) + "\n";
    }
    const Disagreements disagree = disagreements(tables, objective);
    for (const CriterionInfo& info : all_criteria()) {
      const Disagreement& one = disagree.criteria[static_cast<std::size_t>(info.id)];
      text += fmt::format("  {}: {:.9g} {:.9g} {:.9g} {} {} {}\n", info.name, one.q, one.p,
                          one.p_adjusted, one.significant, one.lowest, one.highest);
    }
    text += fmt::format("  fitness: {:.9g} {:.9g}\n", disagree.fitness.q, disagree.fitness.p);
  }
  evorisk::test::expect_golden("tests/metrics/golden/panel.txt", text);
}

}  // namespace
}  // namespace evorisk::metrics
