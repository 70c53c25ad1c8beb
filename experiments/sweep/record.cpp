#include "experiments/sweep/record.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "ga/evaluation/record.hpp"
#include "ga/genome/search_space.hpp"
#include "maps/planar/isomorphism.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;

namespace {

// The identity of an individual, and all matches of its life.
struct Life {
  int generation = 0;
  int index = 0;
  metrics::CriteriaTotals totals;
  metrics::Estimate fitness;
};

bool is(const Life& life, const ga::Individual& individual) {
  return life.generation == individual.generation && life.index == individual.index;
}

Json initial_map_name(const ga::InitialMap& initial, std::size_t position) {
  if (!initial.library_name.empty()) return initial.library_name;
  return initial.map->name().empty() ? "#" + std::to_string(position) : initial.map->name();
}

bool same_borders(const maps::Map& a, const maps::Map& b) {
  return &a == &b ||
         (a.territory_count() == b.territory_count() && a.border_count() == b.border_count() &&
          maps::isomorphic(a, b, maps::Sameness::borders));
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
  return metrics::judge({&totals, 1}, config.objective, metrics::Judgement::mean,
                        individual.likeness ? &*individual.likeness : nullptr);
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
  for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
    if (!totals.measures(info.id)) continue;
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

std::vector<int> ranks_of(std::span<const ga::Individual> population) {
  const std::vector<int> order = ga::ranking(population);
  std::vector<int> ranks(order.size());
  for (std::size_t r = 0; r < order.size(); ++r) {
    ranks[static_cast<std::size_t>(order[r])] = static_cast<int>(r);
  }
  return ranks;
}

// Per initial map: [name, individuals of the first population that carry it, individuals of the
// last whose borders are its].
Json initial_map_rows(const Json& first, std::span<const ga::Individual> last,
                      const ga::SearchSpace& space, Json& whole) {
  Json rows = Json::array();
  whole = nullptr;
  for (std::size_t i = 0; i < space.initial_maps.size(); ++i) {
    const ga::InitialMap& initial = space.initial_maps[i];
    const auto same = std::count_if(last.begin(), last.end(), [&](const ga::Individual& x) {
      return same_borders(*x.genome.map, *initial.map);
    });
    if (whole.is_null() && static_cast<std::size_t>(same) == last.size()) {
      whole = initial_map_name(initial, i);
    }
    if (first[i] != 0 || same != 0) rows.push_back({initial_map_name(initial, i), first[i], same});
  }
  return rows;
}

}  // namespace

struct RunRecorder::State {
  Json rows = Json::array();  // of `generations`, from "generation" on
  ga::BreedingTally breeding;
  Json first_maps = Json::array();  // per initial map: its carriers in generation 0
  std::int64_t matches = 0;
  std::int64_t counted = 0;                 // of the evolution's matches, those in `matches`
  std::vector<Life> lives;                  // of the last population, in its order
  std::optional<std::pair<int, int>> best;  // the last generation's: its generation and index
  double least = std::numeric_limits<double>::infinity();
  int least_generation = 0;
  Json least_row;
  double least_pooled = std::numeric_limits<double>::infinity();
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

  // An elite that is measured anew forgets; its life does not.
  std::vector<Life> lives;
  lives.reserve(population.size());
  for (const ga::Individual& individual : population) {
    Life life{individual.generation, individual.index, individual.evidence, individual.fitness};
    if (config.elite_policy == ga::ElitePolicy::reevaluate && individual.generation != number) {
      const auto before = std::find_if(s.lives.begin(), s.lives.end(),
                                       [&](const Life& l) { return is(l, individual); });
      if (before != s.lives.end()) {
        life.totals.merge(before->totals);
        life.fitness = fitness_of(individual, life.totals, config);
      }
    }
    lives.push_back(std::move(life));
  }
  s.lives = std::move(lives);
  const auto pooled = std::min_element(
      s.lives.begin(), s.lives.end(),
      [](const Life& a, const Life& b) { return a.fitness.mean < b.fitness.mean; });
  const ga::Individual& pooled_best =
      population[static_cast<std::size_t>(pooled - s.lives.begin())];

  const std::vector<int> order = ga::ranking(population);
  const ga::Individual& best = population[static_cast<std::size_t>(order.front())];
  const ga::Individual& worst = population[static_cast<std::size_t>(order.back())];
  double fitness_sum = 0;
  double territory_sum = 0;
  int least = best.genome.map->territory_count();
  int most = least;
  for (const ga::Individual& individual : population) {
    const int territories = individual.genome.map->territory_count();
    fitness_sum += individual.fitness.mean;
    territory_sum += territories;
    least = std::min(least, territories);
    most = std::max(most, territories);
  }

  Json elite_fitness;
  Json elite_rank;
  for (std::size_t r = 0; s.best && r < order.size(); ++r) {
    const ga::Individual& individual = population[static_cast<std::size_t>(order[r])];
    if (individual.generation != s.best->first || individual.index != s.best->second) continue;
    elite_fitness = individual.fitness.mean;
    elite_rank = r;
    break;
  }
  s.best = {best.generation, best.index};

  const auto count = static_cast<double>(population.size());
  const ga::BreedingTally& tally = evolution.tally();
  const bool monitored = !evolution.monitor().id.empty();
  s.rows.push_back({number,
                    best.id(),
                    best.fitness.mean,
                    best.fitness.se,
                    fitness_sum / count,
                    worst.fitness.mean,
                    best.genome.map->territory_count(),
                    pooled_best.id(),
                    pooled->fitness.mean,
                    pooled->fitness.se,
                    pooled->totals.matches(),
                    pooled_best.genome.map->territory_count(),
                    monitored ? Json(evolution.monitor().fitness.mean) : Json(nullptr),
                    monitored ? Json(evolution.monitor().fitness.se) : Json(nullptr),
                    elite_fitness,
                    elite_rank,
                    least,
                    territory_sum / count,
                    most,
                    tally.selections,
                    tally.crossover.children,
                    tally.crossover.not_planar,
                    tally.crossover.not_connected,
                    tally.too_small});
  s.breeding.add(tally);
  if (best.fitness.mean < s.least) {
    s.least = best.fitness.mean;
    s.least_generation = number;
    s.least_row = individual_row(best, 0, true, best.evidence, config);
  }
  if (pooled->fitness.mean < s.least_pooled) {
    s.least_pooled = pooled->fitness.mean;
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
  const auto add = [&](const char* sample, std::size_t place, Json row) {
    Json whole = {sample, place};
    for (Json& value : row) whole.push_back(std::move(value));
    individuals.push_back(std::move(whole));
  };
  bool choice = false;
  for (std::size_t place = 0; place < result.candidates.size(); ++place) {
    const ga::FinalResult::Candidate& candidate = result.candidates[place];
    if (candidate.choice.empty()) continue;
    choice = true;
    add("choice", place,
        individual_row(candidate.individual, static_cast<int>(place), true,
                       candidate.choice.front(), config));
  }
  const std::vector<int> ranks = ranks_of(population);
  for (std::size_t i = 0; i < population.size(); ++i) {
    add("last", i,
        individual_row(population[i], ranks[i], ranks[i] == 0, population[i].evidence, config));
  }
  add("least", 0, s.least_row);
  const ga::Individual& reported = result.candidates.front().individual;
  add("report", 0, individual_row(reported, 0, !choice, result.report.front(), config));

  const ga::Individual& best = evolution.best();
  const Json& last = s.rows.back();
  const metrics::Estimate fitness = fitness_of(reported, result.report.front(), config);
  Json whole;
  const Json initial_maps = initial_map_rows(s.first_maps, population, config.search_space, whole);
  // The columns of `runs` from "matches_played" on.
  const Json summary = {s.matches,
                        best.fitness.mean,
                        best.fitness.se,
                        best.id(),
                        s.least,
                        s.least_generation,
                        last[8],
                        last[9],
                        s.least_pooled,
                        s.least_pooled_generation,
                        fitness.mean,
                        fitness.se,
                        result.report.front().matches(),
                        reported.id(),
                        whole,
                        s.breeding.to_json()};
  const Json record = {{"format", 1},
                       {"run", run_.run},
                       {"seed", run_.seed},
                       {"summary", summary},
                       {"generations", s.rows},
                       {"individuals", individuals},
                       {"initial_maps", initial_maps}};
  return record.dump() + '\n';
}

Json RunRecorder::state() const {
  const State& s = *state_;
  Json lives = Json::array();
  for (const Life& life : s.lives) {
    lives.push_back({life.generation, life.index, life.totals.to_json()});
  }
  return {{"rows", s.rows},
          {"breeding", s.breeding.to_json()},
          {"first_maps", s.first_maps},
          {"matches", s.matches},
          {"lives", lives},
          {"best", {s.best->first, s.best->second}},
          {"least", {s.least, s.least_generation}},
          {"least_row", s.least_row},
          {"least_pooled", {s.least_pooled, s.least_pooled_generation}}};
}

void RunRecorder::restore(const JsonView& view) {
  constexpr int most = std::numeric_limits<int>::max();
  constexpr double any = std::numeric_limits<double>::max();
  const auto whole = [](const JsonView& v) { return static_cast<int>(v.integer(0, most)); };
  State s;
  s.rows = view.at("rows").raw();
  s.breeding = ga::BreedingTally::from_json(view.at("breeding"));
  s.first_maps = view.at("first_maps").raw();
  s.matches = view.at("matches").integer(0, std::numeric_limits<std::int64_t>::max());
  for (const JsonView& item : view.at("lives").items()) {
    const std::vector<JsonView> parts = item.items();
    if (parts.size() != 3) item.fail("expected 3 values");
    Life life{whole(parts[0]), whole(parts[1]), metrics::CriteriaTotals::from_json(parts[2]), {}};
    life.fitness = metrics::fitness(life.totals, run_.config.objective);
    s.lives.push_back(std::move(life));
  }
  const auto pair = [](const JsonView& v) {
    std::vector<JsonView> parts = v.items();
    if (parts.size() != 2) v.fail("expected 2 values");
    return parts;
  };
  const auto best = pair(view.at("best"));
  s.best = {whole(best[0]), whole(best[1])};
  const auto least = pair(view.at("least"));
  s.least = least[0].number(-any, any);
  s.least_generation = whole(least[1]);
  s.least_row = view.at("least_row").raw();
  const auto pooled = pair(view.at("least_pooled"));
  s.least_pooled = pooled[0].number(-any, any);
  s.least_pooled_generation = whole(pooled[1]);
  *state_ = std::move(s);
}

std::string failure_record(const SweepRun& run, const std::string& error) {
  const Json record = {{"format", 1}, {"run", run.run}, {"seed", run.seed}, {"error", error}};
  return record.dump() + '\n';
}

}  // namespace evorisk::experiments
