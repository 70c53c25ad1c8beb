#include "ga/final.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "ga/record.hpp"
#include "ga/run_files.hpp"
#include "maps/base/error.hpp"
#include "maps/base/files.hpp"
#include "maps/layout.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

// Adds the numbers of `more` to those of `sum`, object by object.
void add_counts(Json& sum, const Json& more) {
  if (sum.is_null()) {
    sum = more;
    return;
  }
  for (const auto& [key, value] : more.items()) {
    if (value.is_object()) {
      add_counts(sum[key], value);
    } else {
      sum[key] = sum[key].get<std::int64_t>() + value.get<std::int64_t>();
    }
  }
}

// What the log says of the run as a whole, and of the ancestors of one individual.
struct History {
  Json generations = Json::array();  // lines of the log without their individuals
  Json breeding;                     // tallies of all generations, added up
  Json ancestry = Json::array();     // the individual and its ancestors, the oldest first
};

History read_history(const std::filesystem::path& directory, const std::string& best) {
  const std::filesystem::path file = directory / log_file;
  std::ifstream in(file);
  std::vector<Json> born;  // the identities of all individuals, in the order of their birth
  History history;
  for (std::string line; std::getline(in, line);) {
    Json generation = parse_json(line, file.string());
    for (Json& individual : generation["individuals"]) {
      if (individual["born"] != generation["generation"]) continue;
      const Json fitness = {{"fitness", individual["fitness"]}, {"matches", individual["matches"]}};
      for (const char* key : {"map", "matches", "criteria", "turns", "seat_wins", "ends"}) {
        individual.erase(key);
      }
      individual.update(fitness);
      born.push_back(std::move(individual));
    }
    add_counts(history.breeding, generation["breeding"]);
    generation.erase("individuals");
    generation.erase("breeding");
    history.generations.push_back(std::move(generation));
  }
  if (in.bad()) throw SystemError("cannot read " + file.string());
  // Parents are born before their children: one pass from the end finds all ancestors.
  std::set<std::string> wanted = {best};
  std::vector<Json> ancestors;
  for (auto individual = born.rbegin(); individual != born.rend(); ++individual) {
    if (!wanted.contains((*individual)["id"].get<std::string>())) continue;
    for (const Json& parent : (*individual)["parents"]) wanted.insert(parent.get<std::string>());
    ancestors.push_back(std::move(*individual));
  }
  std::reverse(ancestors.begin(), ancestors.end());
  for (Json& ancestor : ancestors) history.ancestry.push_back(std::move(ancestor));
  return history;
}

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

Json evidence_or_null(const std::optional<metrics::CriteriaTotals>& totals, const Config& config) {
  return totals ? evidence_to_json(*totals, config.objective) : Json(nullptr);
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
    std::vector<metrics::CriteriaTotals> totals(all.size());
    if (!evaluator.measure_again(all, Sample::choice, config.final.matches, totals, inner)) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      result.candidates[i].choice = totals[i];
      before += config.final.matches;
    }
    std::stable_sort(result.candidates.begin(), result.candidates.end(),
                     [&](const FinalResult::Candidate& a, const FinalResult::Candidate& b) {
                       return metrics::fitness(*a.choice, config.objective).mean <
                              metrics::fitness(*b.choice, config.objective).mean;
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
                   const Config& config) {
  const Individual& best = result.candidates.front().individual;
  write_file(directory / best_file, risk::variant_to_json(printable(best, config)).dump(2) + '\n');

  Json candidates = Json::array();
  for (const FinalResult::Candidate& candidate : result.candidates) {
    Json record = identity_to_json(candidate.individual, config.search_space);
    record["search"] = evidence_to_json(candidate.individual.evidence, config.objective);
    record["choice"] = evidence_or_null(candidate.choice, config);
    candidates.push_back(std::move(record));
  }
  Json reported = identity_to_json(best, config.search_space);
  reported.update(evidence_to_json(result.report, config.objective));
  reported["totals"] = result.report.to_json();  // the sums behind these estimates
  History history = read_history(directory, best.id());
  const Json document = {{"format", 1},
                         {"name", config.name},
                         {"seed", config.seed},
                         {"best", reported},
                         {"candidates", candidates},
                         {"breeding", history.breeding},
                         {"generations", history.generations},
                         {"ancestry", history.ancestry}};
  write_file(directory / result_file, document.dump(2) + '\n');
}

}  // namespace evorisk::ga
