#include "experiments/sweep/record.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "base/seal.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/genome/search_space.hpp"
#include "maps/planar/isomorphism.hpp"
#include "metrics/criteria/criteria.hpp"
#include "risk/record/record.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;

namespace {

using Identity = std::pair<int, int>;  // generation and index

Identity identity_of(const ga::Individual& individual) {
  return {individual.generation, individual.index};
}

Json initial_map_name(const ga::InitialMap& initial, std::size_t position) {
  if (!initial.library_name.empty()) return initial.library_name;
  return initial.map->name().empty() ? "#" + std::to_string(position) : initial.map->name();
}

bool same_borders(const maps::Map& a, const maps::Map& b) {
  return &a == &b || maps::isomorphic(a, b, maps::Sameness::borders);
}

Json isomorphic_to(const maps::Map& map, const ga::SearchSpace& space) {
  for (std::size_t i = 0; i < space.initial_maps.size(); ++i) {
    const ga::InitialMap& initial = space.initial_maps[i];
    if (same_borders(map, *initial.map)) return initial_map_name(initial, i);
  }
  return nullptr;
}

// What the objective makes of an individual by these matches.
metrics::Estimate fitness_of(const ga::Individual& individual,
                             const metrics::CriteriaTotals& totals, const ga::Config& config) {
  return metrics::judge({&totals, 1}, config.objective, metrics::PanelAggregation::mean,
                        individual.target_distance ? &*individual.target_distance : nullptr,
                        individual.genome.map.get());
}

// A row of `individuals` from "id" on, and its criteria.
Json individual_row(const ga::Individual& individual, int rank, bool with_map,
                    const metrics::CriteriaTotals& totals, const ga::Config& config) {
  const maps::Map& map = *individual.genome.map;
  const metrics::Estimate fitness = fitness_of(individual, totals, config);
  const metrics::Estimate turns = totals.turns();
  Json wins = Json::array();
  for (int seat = 0; seat < totals.players(); ++seat) wins.push_back(totals.wins(seat));
  Json criteria = Json::array();
  for (const metrics::CriterionInfo& info : totals.measured()) {
    const metrics::Estimate estimate = totals.criterion(info.id);
    criteria.push_back({info.name, estimate.mean, estimate.se});
  }
  return {individual.id(),
          individual.generation,
          rank,
          ga::genes_to_json(individual.genome, config.search_space),
          map.territory_count(),
          map.border_count(),
          map.continent_count(),
          isomorphic_to(map, config.search_space),
          totals.matches(),
          fitness.mean,
          fitness.se,
          turns.mean,
          turns.se,
          totals.ends(risk::EndReason::turn_limit),
          wins,
          with_map ? ga::map_reference(config.search_space, individual.genome.map) : Json(nullptr),
          criteria};
}

// Per initial map: [name, individuals of the first population that carry it, individuals of the
// last whose borders are its].
Json initial_map_rows(const Json& first, std::span<const ga::Individual> last,
                      const ga::SearchSpace& space) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < space.initial_maps.size(); ++i) {
    const ga::InitialMap& initial = space.initial_maps[i];
    const auto same = std::count_if(last.begin(), last.end(), [&](const ga::Individual& x) {
      return same_borders(*x.genome.map, *initial.map);
    });
    if (first[i] != 0 || same != 0) rows.push_back({initial_map_name(initial, i), first[i], same});
  }
  return rows;
}

using Lives = std::map<Identity, metrics::CriteriaTotals>;

// The fittest of a population by all matches of each life, and that fitness.
struct Pooled {
  const ga::Individual& best;
  metrics::Estimate fitness;
};

// `lives`: those of the generation before; afterwards of this one. An elite that is measured anew
// forgets; its life does not.
Pooled pooled_best(const ga::Evolution& evolution, const ga::Config& config, Lives& lives) {
  const std::span<const ga::Individual> population = evolution.population();
  Lives now;
  std::vector<metrics::Estimate> pooled;
  for (const ga::Individual& individual : population) {
    metrics::CriteriaTotals life = individual.evidence.front();
    pooled.push_back(individual.fitness);
    const auto before = lives.find(identity_of(individual));
    if (config.elite_policy == ga::ElitePolicy::reevaluate &&
        individual.generation != evolution.generation() && before != lives.end()) {
      life.merge(before->second);
      pooled.back() = fitness_of(individual, life, config);
    }
    now.emplace(identity_of(individual), std::move(life));
  }
  lives = std::move(now);
  // As individuals are ranked: what is not playable, or breaks a constraint, comes last.
  const auto rank = [&](std::size_t i) {
    return std::pair(population[i].violation, pooled[i].mean);
  };
  std::size_t first = 0;
  for (std::size_t i = 1; i < population.size(); ++i) {
    if (rank(i) < rank(first)) first = i;
  }
  return {population[first], pooled[first]};
}

// No fitness yet: of no playable individual.
constexpr double no_fitness = std::numeric_limits<double>::max();

}  // namespace

struct RunRecorder::State {
  Json rows = Json::array();  // of `generations`, from "generation" on
  ga::BreedingTally breeding;
  Json first_maps = Json::array();  // per initial map: its carriers in generation 0
  std::int64_t matches = 0;
  std::int64_t counted = 0;  // of the evolution's matches, those in `matches`; not kept
  Lives lives;               // of the last population: all matches
  int best_generation = -1;  // of the last generation's best; -1: none yet
  int best_index = -1;
  double least = no_fitness;
  int least_generation = 0;
  Json least_row;
  double least_pooled = no_fitness;
  int least_pooled_generation = 0;
};

RunRecorder::RunRecorder(const SweepRun& run) : run_(run), state_(std::make_unique<State>()) {}

RunRecorder::~RunRecorder() = default;

void RunRecorder::generation(const ga::Evolution& evolution) {
  State& s = *state_;
  const ga::Config& config = run_.config;
  const std::span<const ga::Individual> population = evolution.population();
  const int number = evolution.generation();
  s.matches += evolution.matches() - s.counted;
  s.counted = evolution.matches();

  if (number == 0) {
    for (const ga::InitialMap& initial : config.search_space.initial_maps) {
      s.first_maps.push_back(
          std::count_if(population.begin(), population.end(),
                        [&](const ga::Individual& x) { return x.genome.map == initial.map; }));
    }
  }

  const Pooled pooled = pooled_best(evolution, config, s.lives);
  const std::vector<int> order = ga::ranking(population);
  const ga::Individual& best = population[static_cast<std::size_t>(order.front())];
  const ga::PopulationFigures figures = ga::figures_of(population);

  Json elite_fitness;
  Json elite_rank;
  for (std::size_t r = 0; r < order.size(); ++r) {
    const ga::Individual& individual = population[static_cast<std::size_t>(order[r])];
    if (identity_of(individual) != Identity(s.best_generation, s.best_index)) continue;
    elite_fitness = individual.fitness.mean;
    elite_rank = r;
    break;
  }
  std::tie(s.best_generation, s.best_index) = identity_of(best);

  const ga::BreedingTally& tally = evolution.tally();
  const bool monitored = !evolution.monitor().id.empty();
  s.rows.push_back({number,
                    best.id(),
                    best.fitness.mean,
                    best.fitness.se,
                    figures.mean_fitness,
                    figures.worst_fitness,
                    best.genome.map->territory_count(),
                    pooled.best.id(),
                    pooled.fitness.mean,
                    pooled.fitness.se,
                    s.lives.at(identity_of(pooled.best)).matches(),
                    pooled.best.genome.map->territory_count(),
                    monitored ? Json(evolution.monitor().fitness.mean) : Json(nullptr),
                    monitored ? Json(evolution.monitor().fitness.se) : Json(nullptr),
                    elite_fitness,
                    elite_rank,
                    figures.fewest_territories,
                    figures.mean_territories,
                    figures.most_territories,
                    tally.selections,
                    tally.crossover.children,
                    tally.crossover.not_planar,
                    tally.crossover.not_connected,
                    tally.too_small});
  s.breeding.add(tally);
  const bool playable = best.filtered.empty();
  if (s.least_row.is_null() || (playable && best.fitness.mean < s.least)) {
    if (playable) s.least = best.fitness.mean;
    s.least_generation = number;
    s.least_row = individual_row(best, 0, true, best.evidence.front(), config);
  }
  if (pooled.best.filtered.empty() && pooled.fitness.mean < s.least_pooled) {
    s.least_pooled = pooled.fitness.mean;
    s.least_pooled_generation = number;
  }
}

std::string RunRecorder::finished(const ga::Evolution& evolution, const ga::FinalResult& result) {
  State& s = *state_;
  const ga::Config& config = run_.config;
  const std::span<const ga::Individual> population = evolution.population();
  s.matches += evolution.matches() - s.counted;
  s.counted = evolution.matches();

  Json individuals = Json::array();
  const auto add = [&](const char* sample, std::size_t place, const Json& row) {
    Json& whole = individuals.emplace_back(Json::array({sample, place}));
    whole.insert(whole.end(), row.begin(), row.end());
  };
  for (std::size_t place = 0; place < result.candidates.size(); ++place) {
    const ga::FinalResult::Candidate& candidate = result.candidates[place];
    if (candidate.choice.empty()) continue;
    add("choice", place,
        individual_row(candidate.individual, static_cast<int>(place), true,
                       candidate.choice.front(), config));
  }
  const std::vector<int> order = ga::ranking(population);
  for (std::size_t i = 0; i < population.size(); ++i) {
    const auto place = std::ranges::find(order, static_cast<int>(i));
    const auto rank = static_cast<int>(place - order.begin());
    add("last", i,
        individual_row(population[i], rank, rank == 0, population[i].evidence.front(), config));
  }
  add("least", 0, s.least_row);
  const ga::Individual& reported = result.candidates.front().individual;
  add("report", 0, individual_row(reported, 0, true, result.report.front(), config));

  const ga::Individual& best = evolution.best();
  const Json& last = s.rows.back();
  const metrics::Estimate fitness = fitness_of(reported, result.report.front(), config);
  const Json initial_maps = initial_map_rows(s.first_maps, population, config.search_space);
  const auto whole = std::find_if(initial_maps.begin(), initial_maps.end(),
                                  [&](const Json& row) { return row[2] == population.size(); });
  // The columns of `runs` from "matches_played" on.
  const Json summary = {s.matches,
                        best.fitness.mean,
                        best.fitness.se,
                        best.id(),
                        s.least < no_fitness ? Json(s.least) : Json(best.fitness.mean),
                        s.least_generation,
                        last[8],
                        last[9],
                        s.least_pooled < no_fitness ? Json(s.least_pooled) : last[8],
                        s.least_pooled_generation,
                        fitness.mean,
                        fitness.se,
                        result.report.front().matches(),
                        reported.id(),
                        whole == initial_maps.end() ? Json(nullptr) : (*whole)[0],
                        s.breeding.to_json()};
  const Json record = {{"format", 1},
                       {"simulation", risk::simulation_version},
                       {"run", run_.run},
                       {"seed", run_.seed},
                       {"summary", summary},
                       {"generations", s.rows},
                       {"individuals", individuals},
                       {"initial_maps", initial_maps}};
  return sealed_line(record);
}

Json RunRecorder::state() const {
  const State& s = *state_;
  Json lives = Json::array();
  for (const auto& [identity, totals] : s.lives) {
    lives.push_back({identity.first, identity.second, totals.to_json()});
  }
  return {{"rows", s.rows},
          {"breeding", s.breeding.to_json()},
          {"first_maps", s.first_maps},
          {"matches", s.matches},
          {"lives", lives},
          {"best_generation", s.best_generation},
          {"best_index", s.best_index},
          {"least", s.least},
          {"least_generation", s.least_generation},
          {"least_row", s.least_row},
          {"least_pooled", s.least_pooled},
          {"least_pooled_generation", s.least_pooled_generation}};
}

void RunRecorder::restore(const JsonView& view) {
  State& s = *state_;
  s.breeding = ga::BreedingTally::from_json(view.at("breeding"));
  for (const JsonView& item : view.at("lives").items()) {
    const std::vector<JsonView> parts = item.items();
    if (parts.size() != 3) item.fail("expected 3 values");
    const Identity identity{parts[0].natural(), parts[1].natural()};
    s.lives.emplace(identity, metrics::CriteriaTotals::from_json(parts[2]));
  }
  read_as_written(view.source(), [&] {
    const Json& json = view.raw();
    s.rows = json.at("rows");
    s.first_maps = json.at("first_maps");
    json.at("matches").get_to(s.matches);
    json.at("best_generation").get_to(s.best_generation);
    json.at("best_index").get_to(s.best_index);
    json.at("least").get_to(s.least);
    json.at("least_generation").get_to(s.least_generation);
    s.least_row = json.at("least_row");
    json.at("least_pooled").get_to(s.least_pooled);
    json.at("least_pooled_generation").get_to(s.least_pooled_generation);
  });
}

}  // namespace evorisk::experiments
