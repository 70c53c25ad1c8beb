#include "ga/final.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "ga/record.hpp"
#include "ga/run_files.hpp"
#include "maps/base/files.hpp"
#include "maps/layout.hpp"

namespace evorisk::ga {

namespace {

// The best as a variant to play and print: the map under its run's name, laid out without
// crossings, as near to its parents' drawings as that allows.
risk::Variant printable(const Individual& best, const Config& config) {
  maps::MapData data = best.genome.map->data();
  std::vector<std::optional<maps::Point>> hint;
  for (const maps::Territory& territory : data.territories) hint.push_back(territory.position);
  const std::vector<maps::Point> positions = maps::layout(*best.genome.map, hint);
  for (std::size_t t = 0; t < positions.size(); ++t) data.territories[t].position = positions[t];
  return {config.name + ' ' + best.id(),
          rules_of(best.genome, config.search_space, config.base_rules),
          std::make_shared<const maps::Map>(std::move(data))};
}

}  // namespace

std::vector<Individual> finalists(std::span<const Individual> population,
                                  const std::vector<Individual>& candidates, const Config& config) {
  std::vector<Individual> chosen = {population[static_cast<std::size_t>(ranking(population)[0])]};
  for (const Individual& candidate : candidates) {
    if (static_cast<int>(chosen.size()) == config.final.candidates) break;
    if (!same_game(candidate.genome, chosen.front().genome)) chosen.push_back(candidate);
  }
  return chosen;
}

std::optional<FinalResult> final_evaluation(const std::vector<Individual>& finalists,
                                            const Config& config, Evaluator& evaluator,
                                            const metrics::PlayControl& control) {
  std::int64_t before = 0;
  metrics::PlayControl inner{control.stop, nullptr};
  if (control.progress) {
    inner.progress = [&](std::int64_t played) { control.progress(before + played); };
  }
  FinalResult result;
  for (const Individual& individual : finalists) result.candidates.push_back({individual, {}});
  if (finalists.size() > 1) {
    std::vector<const Individual*> all;
    for (const Individual& individual : finalists) all.push_back(&individual);
    std::vector<Evidence> totals(all.size());
    if (!evaluator.measure_again(all, Sample::choice, config.final.matches, totals, inner)) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      result.candidates[i].choice = totals[i];
      before += config.final.matches * static_cast<std::int64_t>(config.tables());
    }
    std::stable_sort(result.candidates.begin(), result.candidates.end(),
                     [&](const FinalResult::Candidate& a, const FinalResult::Candidate& b) {
                       return metrics::judge(a.choice, config.objective, config.judgement).mean <
                              metrics::judge(b.choice, config.objective, config.judgement).mean;
                     });
  }
  const Individual* best = &result.candidates.front().individual;
  if (!evaluator.measure_again({&best, 1}, Sample::report, config.final.matches,
                               {&result.report, 1}, inner)) {
    return std::nullopt;
  }
  return result;
}

void write_results(const std::filesystem::path& directory, const FinalResult& result,
                   const History& history, const Config& config, Flush flush) {
  const Individual& best = result.candidates.front().individual;
  write_file(directory / best_file, risk::variant_to_json(printable(best, config)).dump(2) + '\n',
             flush);

  JsonWriter writer(2);
  writer.begin_object().member("format", 1).member("name", config.name);
  writer.member("seed", config.seed);
  writer.key("best").begin_object().members(identity_text(best, config.search_space));
  writer.members(evidence_text(result.report, config));
  pooled(result.report).write(writer.key("totals"));  // the sums behind these estimates
  writer.end_object();
  writer.key("candidates").begin_array();
  for (const FinalResult::Candidate& candidate : result.candidates) {
    const Individual& individual = candidate.individual;
    writer.begin_object().members(identity_text(individual, config.search_space));
    writer.key("search").json(evidence_text(individual.tables(), config));
    writer.key("choice");
    if (!candidate.choice.empty()) {
      writer.json(evidence_text(candidate.choice, config));
    } else {
      writer.null();
    }
    writer.end_object();
  }
  writer.end_array();
  history.write(best.id(), writer);
  writer.end_object();
  write_file(directory / result_file, writer.take() + '\n', flush);
}

}  // namespace evorisk::ga
