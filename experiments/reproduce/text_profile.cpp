// Profile `text`: this project's engine and search, with the thesis' choices.
#include <memory>
#include <nlohmann/json.hpp>

#include "experiments/reproduce/profiles.hpp"
#include "experiments/reproduce/run_observer.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/engine.hpp"

namespace evorisk::experiments::reproduce::text {
namespace {

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

}  // namespace

Batch play_batch(const std::string& map, const Genes& genes, int matches, std::uint64_t seed,
                 std::uint32_t batch) {
  const risk::Variant variant("reproduced", rules_of(genes), maps::library_map(map));
  std::vector<metrics::MatchSummary> summaries(static_cast<std::size_t>(matches));
  const metrics::MatchJob job{&variant, {seed, Purpose::match, 0, batch, 0, 0}, summaries};
  metrics::make_engine({})->play({&job, 1});
  metrics::CriteriaTotals totals(2);
  totals.add(summaries);
  return {values_of(totals), metrics::fitness(totals, metrics::thesis_objective()).mean};
}

RunSummary run_search(const SearchSpec& spec, const RunControl& control) {
  const ga::Config config = config_of(spec);
  const auto engine = ga::engine_of(config, 1);
  ga::Evaluator evaluator(config, *engine);
  const auto algorithm = ga::make_algorithm(config, 1);
  RunObserver observer(spec);
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
      seen.push_back(
          {individual.fitness.mean,
           genes_of(ga::rules_of(individual.genome, config.search_space, config.base_rules)),
           individual.genome.map->territory_count(), individual.genome.map->border_count()});
    }
    observer.generation(
        g, seen, [&](std::size_t i) { return population[i].genome.map; },
        [&](std::size_t i) { return values_of(population[i].evidence); });
    algorithm->tell(std::move(population));
    if (control.generation_done) control.generation_done();
  }
  return observer.summary();
}

}  // namespace evorisk::experiments::reproduce::text
