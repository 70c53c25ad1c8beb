#include "experiments/reproduce/profile.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "experiments/original/search.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "maps/io.hpp"
#include "maps/planar/isomorphism.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/measure.hpp"

namespace evorisk::experiments::reproduce {
namespace {

// --- text: this project's engine and search, with the thesis' choices ---

risk::Rules rules_of(const Genes& genes) {
  risk::Rules rules = risk::preset_rules("thesis");
  rules.allocation = genes.pick ? risk::Allocation::pick : risk::Allocation::random;
  rules.defence_dice = genes.defence_dice;
  rules.conquest_move = genes.move_max ? risk::ConquestMove::max : risk::ConquestMove::min;
  rules.reinforcement_divisor = genes.divisor;
  return rules;
}

Genes genes_of(const risk::Rules& rules) {
  return {rules.allocation == risk::Allocation::pick, rules.defence_dice,
          rules.conquest_move == risk::ConquestMove::max, rules.reinforcement_divisor};
}

CriteriaValues values_of(const metrics::CriteriaTotals& totals) {
  CriteriaValues values{};
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    values[static_cast<std::size_t>(info.id)] = totals.criterion(info.id).mean;
  }
  return values;
}

ga::Config config_of(const SearchSpec& spec) {
  ga::Config config;
  config.seed = spec.seed;
  config.generations = spec.parameters.generations;
  config.population = spec.parameters.population;
  config.tournament = spec.parameters.tournament;
  config.mutation_rate = spec.parameters.mutation_rate;
  config.matches = spec.matches;
  config.crossover = "reject";
  config.elite_policy = ga::ElitePolicy::reevaluate;
  config.mutation_tries = 1;
  if (spec.first) {
    config.search_space.initial_maps = {{spec.first->map, maps::library_map(spec.first->map)}};
  }
  return config;
}

// The genes of the search space that make these rules.
std::vector<int> indices_of(const Genes& genes, const ga::SearchSpace& space) {
  const risk::Rules rules = rules_of(genes);
  std::vector<int> indices;
  for (const ga::RuleGene& gene : space.genes) {
    const std::string value = risk::get_rule(rules, gene.key).dump();
    for (std::size_t i = 0; i < gene.values.size(); ++i) {
      if (gene.values[i] == value) indices.push_back(static_cast<int>(i));
    }
  }
  return indices;
}

Batch text_batch(const std::string& map, const Genes& genes, int matches, std::uint64_t seed,
                 std::uint32_t batch) {
  const risk::Variant variant("reproduced", rules_of(genes), maps::library_map(map));
  metrics::CriteriaTotals totals(2);
  const metrics::Measurement all{
      &variant, {seed, Purpose::match, 0, batch, 0, 0}, matches, &totals};
  metrics::measure(*metrics::make_engine({}), {&all, 1});
  return {values_of(totals), metrics::fitness(totals, metrics::thesis_objective()).mean};
}

void text_search(const SearchSpec& spec, const RunControl& control, RunObserver& observer) {
  const ga::Config config = config_of(spec);
  const auto engine = ga::engine_of(config, 1);
  ga::Evaluator evaluator(config, *engine);
  const auto algorithm = ga::make_algorithm(config, 1);
  for (int g = 0; g <= config.generations; ++g) {
    ga::BreedingTally tally;
    std::vector<ga::Individual> population = algorithm->ask(g, tally);
    if (g == 0 && spec.first) {
      for (ga::Individual& individual : population) {
        individual.genome.genes = indices_of(spec.first->genes, config.search_space);
      }
    }
    metrics::PlayControl play;
    play.stop = control.stop;
    if (!evaluator.measure(population, g, play)) throw Stopped();
    std::vector<Seen> seen;
    for (const ga::Individual& individual : population) {
      const maps::MapPtr& map = individual.genome.map;
      seen.push_back({individual.fitness.mean,
                      genes_of(ga::rules_of(individual.genome.genes, config)),
                      values_of(individual.evidence.front()), map->territory_count(), map});
    }
    observer.generation(g, seen);
    algorithm->tell(std::move(population));
    if (control.generation_done) control.generation_done();
  }
}

// --- original: the model of the thesis' own program ---

maps::MapPtr whole_map(const maps::MapData& data) {
  if (maps::broken_invariant(data)) return nullptr;
  return std::make_shared<const maps::Map>(data);
}

original::Board board_of(const std::string& library_name) {
  return original::Board(maps::library_map(library_name)->data(),
                         original::one_way_borders(library_name));
}

// The map's name in the library; empty where it is none of it.
std::string library_name_of(const maps::Map& map) {
  for (const std::string_view name : maps::library_names()) {
    const maps::MapData& data = maps::library_map(name)->data();
    if (data.borders == map.data().borders && data.name == map.name()) return std::string(name);
  }
  return {};
}

Batch original_batch(const original::Board& board, const Genes& genes, int matches,
                     std::uint64_t seed, std::uint32_t batch) {
  std::vector<original::Trace> traces;
  for (int match = 0; match < matches; ++match) {
    Random random({seed, Purpose::match, 0, batch, static_cast<std::uint64_t>(match), 0});
    traces.push_back(original::play(board, genes, original::as_program(), random));
  }
  const CriteriaValues criteria = original::measure(traces, original::as_program());
  return {criteria, original::fitness(criteria)};
}

void original_search(const SearchSpec& spec, const RunControl& control, RunObserver& observer) {
  original::SearchOptions options;
  options.generations = spec.parameters.generations;
  options.population = spec.parameters.population;
  options.tournament = spec.parameters.tournament;
  options.mutation_rate = spec.parameters.mutation_rate;
  options.matches = spec.matches;
  options.seed = spec.seed;
  if (spec.first) options.first = {spec.first->genes, maps::library_map(spec.first->map)->data()};
  original::search(options, [&](int g, const std::vector<original::Individual>& individuals) {
    if (control.stop && *control.stop) throw Stopped();
    std::vector<Seen> seen;
    for (const original::Individual& individual : individuals) {
      seen.push_back({individual.fitness, individual.genes, individual.criteria,
                      static_cast<int>(individual.map.territories.size()),
                      whole_map(individual.map)});
    }
    observer.generation(g, seen);
    if (control.generation_done) control.generation_done();
  });
}

// --- what both have in common ---

bool same_graph(const maps::MapPtr& a, const maps::MapPtr& b) {
  if (!a || !b || a->territory_count() != b->territory_count() ||
      a->border_count() != b->border_count()) {
    return false;
  }
  return maps::isomorphic(*a, *b, maps::Sameness::borders);
}

}  // namespace

std::string_view profile_name(Profile profile) {
  return profile == Profile::text ? "text" : "original";
}

Batch play_batch(Profile profile, const std::string& map, const Genes& genes, int matches,
                 std::uint64_t seed, std::uint32_t batch) {
  if (profile == Profile::text) return text_batch(map, genes, matches, seed, batch);
  return original_batch(board_of(map), genes, matches, seed, batch);
}

OriginalGame::OriginalGame(const risk::Variant& variant)
    : genes_(genes_of(variant.rules())),
      board_(variant.map().data(), original::one_way_borders(library_name_of(variant.map()))) {
  const risk::Rules known = rules_of(genes_);
  for (const risk::RuleKey& key : risk::rule_keys()) {
    const auto value = risk::get_rule(variant.rules(), key.name);
    const auto expected = risk::get_rule(known, key.name);
    if (value == expected) continue;
    throw InputError("{}: the thesis' program does not know {} {}; there it is {}", variant.name(),
                     key.name, value.dump(), expected.dump());
  }
}

Batch OriginalGame::play(int matches, std::uint64_t seed, std::uint32_t batch) const {
  return original_batch(board_, genes_, matches, seed, batch);
}

RunSummary run_search(Profile profile, const SearchSpec& spec, const RunControl& control) {
  RunObserver observer(spec);
  const auto search = profile == Profile::text ? text_search : original_search;
  search(spec, control, observer);
  return observer.summary();
}

RunObserver::RunObserver(const SearchSpec& spec) : spec_(spec) {
  summary_.parameters = spec.parameters;
  if (spec.wanted) wanted_map_ = maps::library_map(spec.wanted->map);
  for (int i = 1; i <= 10; ++i) {
    initial_maps_.push_back(maps::library_map("thesis-" + std::to_string(i)));
  }
}

void RunObserver::generation(int number, std::span<const Seen> individuals) {
  const Seen& best = *std::ranges::min_element(individuals, {}, &Seen::fitness);
  summary_.best_by_generation.push_back(best.fitness);
  if (number == 0 || best.fitness < summary_.least_fitness) {
    summary_.least_fitness = best.fitness;
    summary_.least_generation = number;
  }
  if (number > 0) summary_.bred += static_cast<int>(individuals.size());
  if (number > 0 && spec_.wanted) {
    for (const Seen& seen : individuals) {
      summary_.with_wanted_genes += seen.genes == spec_.wanted->genes;
      summary_.with_wanted_map += same_graph(seen.map, wanted_map_);
    }
  }
  if (number < spec_.parameters.generations) return;

  summary_.final_fitness = best.fitness;
  summary_.criteria = best.criteria;
  summary_.genes = best.genes;
  summary_.territories = best.territories;
  summary_.map = best.map;
  summary_.last_generation_size = static_cast<int>(individuals.size());
  for (std::size_t k = 0; k < initial_maps_.size(); ++k) {
    const auto is_initial = [&](const Seen& seen) {
      return same_graph(seen.map, initial_maps_[k]);
    };
    if (std::ranges::all_of(individuals, is_initial)) {
      summary_.last_generation_is = static_cast<int>(k) + 1;
    }
  }
}

}  // namespace evorisk::experiments::reproduce
