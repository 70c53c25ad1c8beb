// Several variants against each other, and which is best.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/text/evaluation.hpp"

namespace evorisk::app {

using Json = nlohmann::ordered_json;

std::string verdict_sentence(std::span<const Evaluation> evaluations,
                             std::vector<PairVerdict> pairs, const metrics::Objective& objective) {
  std::vector<metrics::Difference*> tests;
  for (PairVerdict& pair : pairs) {
    metrics::Difference& fitness = pair.comparison.fitness;
    fitness.p = fitness.p_adjusted;  // for the criteria; now for the pairs, too
    tests.push_back(&fitness);
  }
  metrics::adjust_together(tests, pairs.front().comparison.level);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < evaluations.size(); ++i) order.push_back(i);
  std::ranges::stable_sort(
      order, {}, [&](std::size_t i) { return fitness_of(evaluations[i], objective).mean; });
  const std::size_t best = order[0];
  const std::size_t next = order[1];
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
        "By the objective \"{}\", the fitnesses of \"{}\" and \"{}\"{} differ by {:.4f} ± "
        "{:.4f}: "
        "no more than chance.",
        objective.name, winner, other, evaluations.size() > 2 ? ", the best two," : "", ahead,
        fitness.se);
  }
  return fmt::format(
      "By the objective \"{}\", \"{}\" is better than \"{}\"{}: its fitness is {:.4f} ± "
      "{:.4f} "
      "nearer to 0, the ideal.",
      objective.name, winner, other, evaluations.size() > 2 ? " and the others" : "", ahead,
      fitness.se);
}

std::string alternatives_text(std::span<const Evaluation> evaluations,
                              const std::vector<PairVerdict>& pairs,
                              const metrics::Objective& objective, const EvaluationRun& run) {
  std::string text;
  std::string others;
  for (const PairVerdict& pair : pairs) {
    const Evaluation& a = evaluations[pair.first];
    const Evaluation& b = evaluations[pair.second];
    if (pair.first == 0) {
      text += comparison_text(a, b, pair.comparison, objective, run) + '\n';
    } else {
      others += verdict_sentence(std::array{a, b}, {{0, 1, pair.comparison}}, objective) + '\n';
    }
  }
  return text + "Alternatives against each other\n" + others + '\n' +
         verdict_sentence(evaluations, pairs, objective) + '\n';
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
