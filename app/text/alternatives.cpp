// Several variants against each other, and which is best.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/text/evaluation.hpp"
#include "app/text/minutes.hpp"
#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "base/index.hpp"
#include "base/statistics.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/quantity.hpp"

namespace evorisk::app {

using Json = nlohmann::ordered_json;

namespace {

// "minutes, completeness"
std::string broken_bounds_text(const Evaluation& evaluation, const metrics::Objective& objective) {
  std::vector<std::string_view> names;
  for (const Demand& demand :
       demands(objective, evaluation.variant->map(), {evaluation.totals, 1})) {
    if (demand.violation > 0) names.push_back(demand.quantity->name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string verdict_sentence(std::span<const Evaluation> evaluations,
                             std::vector<PairVerdict> pairs, const metrics::Objective& objective) {
  std::vector<metrics::Difference*> tests;
  for (PairVerdict& pair : pairs) {
    metrics::Difference& fitness = pair.comparison.fitness;
    fitness.p = fitness.p_adjusted;  // for the criteria; now for the pairs, too
    tests.push_back(&fitness);
  }
  metrics::adjust_together(tests);
  std::vector<std::size_t> order = numbers<std::size_t>(evaluations.size());
  // As in a search: what breaks a bound is worse than what breaks none.
  std::vector<std::pair<double, double>> merits;
  for (const Evaluation& evaluation : evaluations) {
    merits.push_back({metrics::violation(evaluation.variant->map(), {evaluation.totals, 1},
                                         objective, metrics::PanelAggregation::mean),
                      fitness_of(evaluation, objective).mean});
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return merits[i]; });
  const std::size_t best = order[0];
  const std::size_t next = order[1];
  if (merits[best].first < merits[next].first) {
    return fmt::format(
        "By the objective \"{}\", \"{}\" is better than \"{}\"{}, which {} its bounds ({}){}.",
        objective.name, evaluations[best].variant->name(), evaluations[next].variant->name(),
        evaluations.size() > 2 ? " and the others" : "",
        merits[best].first > 0 ? "is farther outside of" : "breaks",
        broken_bounds_text(evaluations[next], objective),
        merits[best].first > 0
            ? fmt::format("; it breaks {}, too", broken_bounds_text(evaluations[best], objective))
            : "");
  }
  const auto pair = std::ranges::find_if(pairs, [&](const PairVerdict& p) {
    return p.first == std::min(best, next) && p.second == std::max(best, next);
  });
  if (pair == pairs.end()) return "Interrupted before the best two were compared.";
  const metrics::Difference& fitness = pair->comparison.fitness;
  const std::string& winner = evaluations[best].variant->name();
  const std::string& other = evaluations[next].variant->name();
  const double ahead = std::abs(fitness.mean);
  if (!fitness.significant) {
    return fmt::format(
        "By the objective \"{}\", the fitnesses of \"{}\" and \"{}\"{} differ by {:.4f}{}.",
        objective.name, winner, other, evaluations.size() > 2 ? ", the best two," : "", ahead,
        evaluations[best].totals->matches() < 2
            ? ", of which one match does not tell the error"
            : fmt::format(" ± {:.4f}: {}", rounded_up(fitness.se, 4),
                          evaluations[best].totals->matches() < metrics::fewest_for_a_test
                              ? too_few_to_test()
                              : "no more than chance"));
  }
  return fmt::format(
      "By the objective \"{}\", \"{}\" is better than \"{}\"{}: its fitness is {:.4f} ± "
      "{:.4f} "
      "nearer to 0, the ideal.",
      objective.name, winner, other, evaluations.size() > 2 ? " and the others" : "", ahead,
      rounded_up(fitness.se, 4));
}

std::string alternatives_text(std::span<const Evaluation> evaluations,
                              const std::vector<PairVerdict>& pairs,
                              const metrics::Objective& objective, const EvaluationRun& run) {
  std::string text = fmt::format("base  {}\n", evaluations[0].variant->name());
  std::vector<std::string> titles = {"", "base"};
  for (std::size_t i = 1; i < evaluations.size(); ++i) {
    titles.emplace_back(1, static_cast<char>('A' + (i - 1) % 26));
    if (i > 26) titles.back() += std::to_string((i - 1) / 26);
    text += fmt::format("{:<4}  {}\n", titles.back(), evaluations[i].variant->name());
  }
  TextTable rows(titles, TextTable::Align::left);
  const auto add = [&](std::string_view title, const auto& cell, const auto& difference) {
    std::vector<std::string> cells = {std::string(title), cell(evaluations[0])};
    for (std::size_t i = 1; i < evaluations.size(); ++i) {
      const auto pair = std::ranges::find_if(
          pairs, [&](const PairVerdict& p) { return p.first == 0 && p.second == i; });
      cells.push_back(cell(evaluations[i]));
      if (pair != pairs.end() && difference(pair->comparison).significant) cells.back() += " *";
    }
    rows.add(cells);
  };
  const auto rounded = [&](const metrics::Estimate& e, int digits = 3) {
    return value_and_error(e, evaluations[0].totals->matches(), digits);
  };
  for (const metrics::CriterionInfo& info : evaluations[0].totals->measured()) {
    add(
        info.title, [&](const Evaluation& e) { return rounded(e.totals->criterion(info.id)); },
        [&](const metrics::Comparison& c) {
          return c.criteria[static_cast<std::size_t>(info.id)];
        });
  }
  add(
      "Fitness", [&](const Evaluation& e) { return rounded(fitness_of(e, objective)); },
      [](const metrics::Comparison& c) { return c.fitness; });
  add(
      "Turns", [&](const Evaluation& e) { return rounded(e.totals->turns(), 1); },
      [](const metrics::Comparison&) { return metrics::Difference(); });
  add(
      "Minutes",
      [&](const Evaluation& e) {
        return minutes_cell(e.totals->turns().mean, e.variant->territories(), objective.seconds);
      },
      [](const metrics::Comparison&) { return metrics::Difference(); });
  text += '\n' + rows.text() +
          fmt::format(
              "\n* differs from the base by more than chance (paired tests, Holm, level {}). "
              "Minutes: of four tables of five.\n{} of each, seed {}{}\n\nTwo by two\n",
              metrics::test_level, counted(evaluations[0].totals->matches(), "match", "matches"),
              run.seed, run.interrupted ? "; interrupted before the rest" : "");
  for (const PairVerdict& pair : pairs) {
    text += verdict_sentence(std::array{evaluations[pair.first], evaluations[pair.second]},
                             {{0, 1, pair.comparison}}, objective) +
            '\n';
  }
  return text + '\n' + verdict_sentence(evaluations, pairs, objective) + '\n';
}

Json alternatives_json(std::span<const Evaluation> evaluations,
                       const std::vector<PairVerdict>& pairs, const metrics::Objective& objective,
                       const EvaluationRun& run) {
  Json json = {{"comparisons", Json::array()}};
  for (const PairVerdict& pair : pairs) {
    json["comparisons"].push_back(comparison_json(evaluations[pair.first], evaluations[pair.second],
                                                  pair.comparison, objective, run));
  }
  json["verdict"] = verdict_sentence(evaluations, pairs, objective);
  return json;
}

}  // namespace evorisk::app
