#include "ga/run/final.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/counted.hpp"
#include "base/files.hpp"
#include "base/index.hpp"
#include "base/json.hpp"
#include "base/seal.hpp"
#include "ga/algorithms/pareto.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/operators/keep.hpp"
#include "ga/operators/selection.hpp"
#include "ga/run/run_files.hpp"
#include "maps/layout/arrange.hpp"
#include "maps/layout/layout.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/objective/length.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

// Whether the places of its boards are free: those of boards bred from nothing, by an objective
// that reads no quantity of the drawing.
bool draws_freely(const Config& config) {
  const auto reads_drawing = [](const auto& one) {
    return metrics::quantity_info(one.quantity).drawn;
  };
  const metrics::Objective& objective = config.objective;
  return config.search_space.generated &&
         std::ranges::none_of(objective.constraints, reads_drawing) &&
         std::ranges::none_of(objective.quantities, reads_drawing);
}

// The best as a variant to play and print: the map under its run's name, laid out without crossings
// by polished_for() or else as near to its parents' drawings as that allows.
risk::Variant printable(const Individual& best, const Config& config) {
  const maps::Map map = polished_for(*best.genome.map, config);
  maps::MapData data = map.data();
  const std::vector<maps::Point> positions = maps::layout(map);
  const KeptParts kept(config, "configuration");
  for (std::size_t t = 0; t < positions.size(); ++t) {
    maps::Territory& territory = data.territories[t];
    if (!territory.position || !kept.holds(territory)) territory.position = positions[t];
  }
  return {config.name + ' ' + best.id(), rules_of(best.genome.genes, config),
          std::make_shared<const maps::Map>(std::move(data))};
}

// The first front's other games, those that stand most apart first.
void add_front(std::span<const Individual> population, const Config& config,
               std::vector<Individual>& chosen) {
  std::vector<Individual> members;
  for (const int i : front_of(population)) members.push_back(population[at(i)]);
  const std::vector<double> distances = crowding_distances(losses_of(members));
  const auto order = ordered_numbers<std::size_t>(
      members.size(), [&](std::size_t a, std::size_t b) { return distances[a] > distances[b]; });
  for (const std::size_t i : order) {
    if (static_cast<int>(chosen.size()) == config.final.candidates) return;
    if (!has_game(chosen, members[i].genome)) chosen.push_back(members[i]);
  }
}

// A candidate as its fresh matches, and nothing else, show it.
Individual as_measured(const Individual& individual, const Evidence& evidence,
                       const Config& config) {
  Individual fresh = individual;
  fresh.evidence = evidence;
  fresh.assess(config);
  return fresh;
}

// "front": what several aims come to, by fresh matches alone: the candidates that none of the
// others dominates, with their hypervolume.
Json final_front(const FinalResult& result, const Config& config) {
  std::vector<Individual> fresh;
  for (const FinalResult::Candidate& candidate : result.candidates) {
    fresh.push_back(as_measured(
        candidate.individual, candidate.choice.empty() ? result.report : candidate.choice, config));
  }
  const std::vector<Losses> points = losses_of(fresh);
  const std::vector<int> members = front_of(fresh);
  std::vector<Losses> front;
  for (const int i : members) front.push_back(points[at(i)]);
  Json candidates = Json::array();
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    Json& candidate =
        candidates.emplace_back(Json{{"id", fresh[i].id()},
                                     {"territories", fresh[i].genome.map->territory_count()},
                                     {"fitness", estimate_to_json(fresh[i].fitness)}});
    add_assessment(fresh[i], config.objective, candidate);
    candidate["on_front"] = std::ranges::count(members, static_cast<int>(i)) > 0;
  }
  const Losses reference = reference_of(config.objective);
  return {{"reference", reference},
          {"hypervolume", hypervolume(std::move(front), reference)},
          {"candidates", std::move(candidates)}};
}

// Measures the occupants of an archive that are playable and break no constraint afresh. False when
// stopped.
bool measure_archive(Evolution& evolution, const Config& config,
                     const metrics::PlayControl& control, std::vector<ArchiveEntry>& archive) {
  std::vector<const Individual*> all;
  for (const Individual& occupant : evolution.population()) {
    if (occupant.violation == 0 && occupant.filtered.empty()) all.push_back(&occupant);
  }
  std::vector<Evidence> fresh(all.size());
  if (!evolution.measure_again(all, Sample::report, config.map_elites.fresh_matches, fresh,
                               control)) {
    return false;
  }
  for (std::size_t i = 0; i < all.size(); ++i) archive.push_back({*all[i], std::move(fresh[i])});
  return true;
}

// The individuals that may be the best: the first of the last population, then the first candidates
// of the whole run, up to config.final.candidates different games. What is liked goes before; which
// of them is the best, fresh matches and the objective say alone.
std::vector<Individual> finalists(std::span<const Individual> population,
                                  const std::vector<Individual>& candidates, const Config& config) {
  std::vector<Individual> chosen = {first_ranked(population, config)};
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

}  // namespace

std::optional<FinalResult> final_evaluation(Evolution& evolution, const Config& config,
                                            const metrics::PlayControl& control) {
  const std::vector<Individual> chosen =
      finalists(evolution.population(), evolution.candidates(), config);
  std::int64_t before = 0;
  FinalResult result;
  if (chosen.size() == 1) {
    result.candidates.push_back({chosen.front(), {}});
  } else {
    std::vector<Evidence> choice(chosen.size());
    if (!evolution.measure_again(pointers_to(chosen), Sample::choice, config.final.matches, choice,
                                 control)) {
      return std::nullopt;
    }
    std::vector<Individual> fresh;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      fresh.push_back(as_measured(chosen[i], choice[i], config));
    }
    for (const int i : ranking(fresh)) result.candidates.push_back({chosen[at(i)], choice[at(i)]});
    before = std::ssize(chosen) * config.final.matches * config.tables();
  }
  const Individual* best = &result.candidates.front().individual;
  if (!evolution.measure_again({&best, 1}, Sample::report, config.final.matches,
                               {&result.report, 1}, metrics::reporting_after(control, before))) {
    return std::nullopt;
  }
  if (config.algorithm == "map_elites" &&
      !measure_archive(evolution, config, {control.stop, nullptr}, result.archive)) {
    return std::nullopt;
  }
  return result;
}

namespace {

// Who plays the matches of each table.
std::vector<std::string> table_names(const Config& config) {
  if (!config.judges.empty()) return config.judges;
  if (config.agents.empty()) return {"cautious"};
  return {fmt::format("{}", fmt::join(config.agents, ","))};
}

// What fresh matches say of the best.
void add_report(const Evidence& report, const Individual& best, const Config& config,
                Json& of_best) {
  add_evidence(report, best, config, of_best);
  if (!config.objective.constraints.empty()) {
    of_best["violation"] =
        metrics::violation(*best.genome.map, report, config.objective, config.aggregation);
  }
  of_best["totals"] = metrics::pooled(report).to_json();  // the sums behind these estimates
  if (report.size() > 1) of_best["tables"] = evidence_to_json(report);
}

Json result_json(const FinalResult& result, const History& history,
                 const std::filesystem::path& directory, const Config& config) {
  const Individual& best = result.candidates.front().individual;
  Json json = {{"format", 1},
               {"name", config.name},
               {"seed", config.seed},
               {"files",
                {{config_file, file_hash(directory / config_file)},
                 {best_file, file_hash(directory / best_file)}}}};
  Json of_best;
  add_identity(best, config.search_space, of_best);
  if (!best.filtered.empty()) of_best["filtered"] = best.filtered;
  add_report(result.report, best, config, of_best);
  if (best.target_distance) of_best["likeness"] = target_distance_to_json(*best.target_distance);
  json["best"] = std::move(of_best);
  Json candidates = Json::array();
  for (const FinalResult::Candidate& candidate : result.candidates) {
    const Individual& individual = candidate.individual;
    Json& own = candidates.emplace_back();
    add_identity(individual, config.search_space, own);
    add_evidence(individual.evidence, individual, config, own["search"]);
    Json& choice = own["choice"];  // null where there was none
    if (!candidate.choice.empty()) add_evidence(candidate.choice, individual, config, choice);
  }
  json["candidates"] = std::move(candidates);
  if (!config.objective.groups.empty()) json["front"] = final_front(result, config);
  history.write(best.id(), directory / log_file, config, json);
  return json;
}

}  // namespace

std::int64_t forfeits_in(std::span<const metrics::CriteriaTotals> tables) {
  std::int64_t matches = 0;
  for (const metrics::CriteriaTotals& table : tables)
    matches += table.ends(risk::EndReason::invalid);
  return matches;
}

maps::Map arranged_for(const maps::Map& map, const Config& config) {
  return draws_freely(config) ? maps::arranged(map) : map;
}

maps::Map polished_for(const maps::Map& map, const Config& config) {
  return draws_freely(config) ? maps::polished(map) : map;
}

Message forfeits_text(std::int64_t matches) {
  return Message("agents forfeited {} for no seat: the figures are not to be trusted",
                 counted(matches, "match, which counts", "matches, which count"));
}

Evidence tables_of_best(const std::filesystem::path& directory) {
  const nlohmann::ordered_json result = read_result(directory);
  const JsonView best = JsonView(result, (directory / result_file).string()).at("best");
  if (const auto tables = best.find("tables")) return evidence_from_json(*tables);
  return {metrics::CriteriaTotals::from_json(best.at("totals"))};
}

void write_results(const std::filesystem::path& directory, const FinalResult& result,
                   const History& history, const Config& config, Flush flush) {
  if (config.algorithm == "map_elites") {
    write_file(directory / archive_file, archive_text(result.archive, config), flush);
  }
  const risk::Variant best = metrics::with_length(
      metrics::bred_for(printable(result.candidates.front().individual, config), config.objective),
      table_names(config), result.report);
  write_file(directory / best_file, risk::variant_to_json(best).dump(2) + '\n', flush);
  Json json = result_json(result, history, directory, config);
  seal(json);
  write_file(directory / result_file, json.dump(2) + '\n', flush);
}

void restate_best(const std::filesystem::path& directory, const Config& config,
                  const risk::Variant& best, const maps::MapPtr& bred, const Evidence& tables) {
  const std::string file = (directory / result_file).string();
  // Not by read_result(): a process that was killed between the two files has left them apart.
  Json result = read_sealed(file, largest_log);
  Json& of_best = result["best"];
  Individual individual;
  individual.genome.map = bred;
  if (of_best.contains("filtered")) individual.filtered = of_best["filtered"];
  if (of_best.contains("likeness")) {
    individual.target_distance =
        metrics::target_distance(*config.objective.target, best.rules(), *bred);
  }
  add_report(tables, individual, config, of_best);
  write_file(directory / best_file, risk::variant_to_json(best).dump(2) + '\n');
  // Not in results of earlier versions.
  if (result.contains("files")) result["files"][best_file] = file_hash(directory / best_file);
  seal(result);
  write_file(file, result.dump(2) + '\n');
}

}  // namespace evorisk::ga
