#include "ga/final.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <utility>

#include "ga/each_of.hpp"
#include "ga/nsga2.hpp"
#include "ga/record.hpp"
#include "ga/run_files.hpp"
#include "ga/selection.hpp"
#include "maps/base/files.hpp"
#include "maps/layout.hpp"
#include "metrics/quantity.hpp"

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

// The first front's other games, those that stand most apart first.
void add_front(std::span<const Individual> population, const Config& config,
               std::vector<Individual>& chosen) {
  const std::vector<int> front = front_of(population);
  std::vector<Individual> members;
  for (const int i : front) members.push_back(population[static_cast<std::size_t>(i)]);
  const std::vector<double> distances = crowding_distances(losses_of(members));
  std::vector<std::size_t> order(members.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return distances[a] > distances[b]; });
  for (const std::size_t i : order) {
    if (static_cast<int>(chosen.size()) == config.final.candidates) return;
    if (std::none_of(chosen.begin(), chosen.end(), [&](const Individual& other) {
          return same_game(other.genome, members[i].genome);
        })) {
      chosen.push_back(members[i]);
    }
  }
}

// A candidate as its fresh matches, and nothing else, show it.
Individual as_measured(const Individual& individual, const Evidence& evidence,
                       const Config& config) {
  Individual fresh = individual;
  fresh.evidence = evidence.front();
  fresh.others.assign(evidence.begin() + 1, evidence.end());
  fresh.assess(config.objective, config.judgement);
  return fresh;
}

// "front": what several aims come to, by fresh matches alone: the candidates that none of the
// others dominates, with their hypervolume.
void write_final_front(const FinalResult& result, const Config& config, JsonWriter& writer) {
  std::vector<Individual> fresh;
  for (const FinalResult::Candidate& candidate : result.candidates) {
    fresh.push_back(as_measured(
        candidate.individual, candidate.choice.empty() ? result.report : candidate.choice, config));
  }
  const std::vector<Losses> points = losses_of(fresh);
  const std::vector<int> members = front_of(fresh);
  std::vector<Losses> front;
  for (const int i : members) front.push_back(points[static_cast<std::size_t>(i)]);
  writer.key("front").begin_object().key("reference").begin_array();
  for (const double loss : reference_of(config.objective)) writer.number(loss);
  writer.end_array();
  writer.member("hypervolume", hypervolume(std::move(front), reference_of(config.objective)));
  writer.key("candidates").begin_array();
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    writer.begin_object().member("id", fresh[i].id());
    writer.member("territories", fresh[i].genome.map->territory_count());
    write_estimate(fresh[i].fitness, writer.key("fitness"));
    write_assessment(fresh[i], config.objective, writer);
    const bool on_front =
        std::find(members.begin(), members.end(), static_cast<int>(i)) != members.end();
    writer.key("on_front").json(on_front ? "true" : "false").end_object();
  }
  writer.end_array().end_object();
}

}  // namespace

std::vector<Individual> finalists(std::span<const Individual> population,
                                  const std::vector<Individual>& candidates, const Config& config) {
  std::vector<Individual> chosen = {fittest(population, config)};
  if (config.algorithm == "nsga2") {
    add_front(population, config, chosen);
    return chosen;
  }
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
    std::vector<std::pair<Individual, FinalResult::Candidate>> ordered;
    for (FinalResult::Candidate& candidate : result.candidates) {
      Individual fresh = as_measured(candidate.individual, candidate.choice, config);
      ordered.emplace_back(std::move(fresh), std::move(candidate));
    }
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const auto& a, const auto& b) { return fitter(a.first, b.first); });
    for (std::size_t i = 0; i < ordered.size(); ++i) {
      result.candidates[i] = std::move(ordered[i].second);
    }
  }
  const Individual* best = &result.candidates.front().individual;
  if (!evaluator.measure_again({&best, 1}, Sample::report, config.final.matches,
                               {&result.report, 1}, inner)) {
    return std::nullopt;
  }
  return result;
}

bool measure_archive(std::span<const Individual> occupants, const Config& config,
                     Evaluator& evaluator, const metrics::PlayControl& control,
                     std::vector<ArchiveEntry>& archive) {
  std::vector<const Individual*> all;
  for (const Individual& occupant : occupants) {
    if (occupant.filtered.empty()) all.push_back(&occupant);
  }
  std::vector<Evidence> fresh(all.size());
  if (!evaluator.measure_again(all, Sample::report, config.map_elites.fresh_matches, fresh,
                               control)) {
    return false;
  }
  for (std::size_t i = 0; i < all.size(); ++i) archive.push_back({*all[i], std::move(fresh[i])});
  return true;
}

namespace {

std::string result_text(const FinalResult& result, const History& history, const Config& config) {
  const Individual& best = result.candidates.front().individual;
  JsonWriter writer(2);
  writer.begin_object().member("format", 1).member("name", config.name);
  writer.member("seed", config.seed);
  writer.key("best").begin_object();
  write_identity(best, config.search_space, writer);
  write_evidence(result.report, best, config, writer);
  if (!best.filtered.empty()) writer.member("filtered", best.filtered);
  if (!config.objective.constraints.empty()) {
    writer.member("violation", metrics::violation(*best.genome.map, result.report, config.objective,
                                                  config.judgement));
  }
  pooled(result.report).write(writer.key("totals"));  // the sums behind these estimates
  if (best.likeness) write_likeness(*best.likeness, writer.key("likeness"));
  writer.end_object();
  writer.key("candidates").begin_array();
  for (const FinalResult::Candidate& candidate : result.candidates) {
    const Individual& individual = candidate.individual;
    writer.begin_object();
    write_identity(individual, config.search_space, writer);
    writer.key("search").begin_object();
    write_evidence(individual.tables(), individual, config, writer);
    writer.end_object().key("choice");
    if (!candidate.choice.empty()) {
      writer.begin_object();
      write_evidence(candidate.choice, individual, config, writer);
      writer.end_object();
    } else {
      writer.null();
    }
    writer.end_object();
  }
  writer.end_array();
  if (!config.objective.groups.empty()) write_final_front(result, config, writer);
  history.write(best.id(), writer);
  return writer.end_object().end_line().take();
}

}  // namespace

void write_results(const std::filesystem::path& directory, const FinalResult& result,
                   const History& history, const Config& config, int threads, Flush flush) {
  if (config.algorithm == "map_elites") {
    write_file(directory / archive_file, archive_text(result.archive, config), flush);
  }
  // The best is drawn by one thread while another writes about the rest.
  std::string best;
  std::string all;
  each_of(2, threads, [&](std::int64_t i) {
    if (i == 0) {
      best = risk::variant_to_json(printable(result.candidates.front().individual, config)).dump(2);
      best += '\n';
    } else {
      all = result_text(result, history, config);
    }
  });
  write_file(directory / best_file, best, flush);
  write_file(directory / result_file, all, flush);
}

}  // namespace evorisk::ga
