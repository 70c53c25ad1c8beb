#include "ga/genome/genome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <tuple>
#include <utility>

#include "base/index.hpp"
#include "base/json.hpp"
#include "ga/genome/map_edit.hpp"
#include "ga/genome/search_space.hpp"
#include "maps/generate/generator.hpp"
#include "metrics/criteria/quantity.hpp"

namespace evorisk::ga {

bool same_game(const Genome& a, const Genome& b) {
  return a.genes == b.genes &&
         (a.map == b.map ||
          (a.map->territory_count() == b.map->territory_count() &&
           a.map->border_count() == b.map->border_count() && game_key(a) == game_key(b)));
}

std::string game_key(const Genome& genome) {
  std::string key;
  for (const int gene : genome.genes) key += fmt::format("{} ", gene);
  key += fmt::format("{}:", genome.map->territory_count());
  for (const maps::Border& border : genome.map->borders()) {
    key += fmt::format("{}-{} ", border.a, border.b);
  }
  for (const maps::Continent& continent : genome.map->continents()) {
    key += fmt::format("{}:", continent.bonus);
    for (const int t : continent.territories) key += fmt::format("{} ", t);
  }
  return key;
}

risk::Rules rules_of(const std::vector<int>& genes, const Config& config) {
  risk::Rules rules = config.base_rules;
  for (std::size_t g = 0; g < genes.size(); ++g) {
    const RuleGene& gene = config.search_space.genes[g];
    risk::set_rule(rules, gene.key, gene.values[at(genes[g])]);
  }
  return rules;
}

nlohmann::ordered_json genes_to_json(const Genome& genome, const SearchSpace& space) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (std::size_t g = 0; g < space.genes.size(); ++g) {
    const RuleGene& gene = space.genes[g];
    json[gene.key] = parse_json(gene.values[at(genome.genes[g])]);
  }
  return json;
}

std::vector<int> genes_from_json(const JsonView& view, const SearchSpace& space) {
  view.only(gene_keys(space));
  std::vector<int> genes;
  for (const RuleGene& gene : space.genes) genes.push_back(gene_value(gene, view.at(gene.key)));
  return genes;
}

void settle_bonuses(maps::MapData& map, BonusPolicy policy) {
  if (policy == BonusPolicy::formula) fit_bonuses(map);
  if (policy == BonusPolicy::mended) mend_bonuses(map);
}

Genome random_genome(const SearchSpace& space, Random& random) {
  Genome genome;
  for (std::size_t g = 0; g < space.genes.size(); ++g) {
    const int initial = space.initial_genes.empty() ? -1 : space.initial_genes[g];
    const auto values = static_cast<int>(space.genes[g].values.size());
    genome.genes.push_back(initial >= 0 ? initial : random.index(values));
  }
  genome.map = initial_map(space, random);
  if (space.bonuses != BonusPolicy::evolve) {
    maps::MapData data = genome.map->data();
    settle_bonuses(data, space.bonuses);
    genome.map = std::make_shared<const maps::Map>(std::move(data));
  }
  return genome;
}

std::string id_of(int generation, int index) {
  return fmt::format("g{}-{}", generation, index);
}

std::string Individual::id() const {
  return id_of(generation, index);
}

Individual::Stream Individual::matches_stream() const {
  return stream.value_or(Stream{generation, index});
}

void Individual::play_on(const Stream& of) {
  stream.reset();
  if (of != Stream{generation, index}) stream = of;
}

metrics::Estimate Individual::judged(const Evidence& tables, const Config& config) const {
  return metrics::judge(tables, config.objective, config.aggregation,
                        target_distance ? &*target_distance : nullptr,
                        filtered.empty() ? genome.map.get() : nullptr);
}

void Individual::assess(const Config& config) {
  const metrics::Objective& objective = config.objective;
  fitness = judged(evidence, config);
  violation = filtered.empty()
                  ? metrics::violation(*genome.map, evidence, objective, config.aggregation)
                  : violation_of_unplayable;
  losses = metrics::judge_groups(evidence, objective, config.aggregation,
                                 target_distance ? &*target_distance : nullptr,
                                 filtered.empty() ? genome.map.get() : nullptr);
  levels.clear();
  if (objective.combination != metrics::Combination::lexicographic) return;
  for (std::size_t g = 0; g < losses.size(); ++g) {
    const double step = objective.groups[g].tolerance;
    // An unbiased estimate may lie below 0, the best there is: that is luck, no lead.
    const double loss = std::max(0.0, losses[g].mean);
    levels.push_back(step > 0 ? std::floor(loss / step) : loss);
  }
}

void Individual::forget(int players, const Config& config) {
  evidence.assign(at(config.tables()),
                  metrics::CriteriaTotals(players, config.extended_criteria()));
}

bool fitter(const Individual& a, const Individual& b) {
  return std::tie(a.violation, a.levels, a.fitness.mean) <
         std::tie(b.violation, b.levels, b.fitness.mean);
}

std::vector<int> ranking(std::span<const Individual> population) {
  return ordered_numbers<int>(population.size(), [&](int a, int b) {
    return fitter(population[at(a)], population[at(b)]);
  });
}

PopulationFigures figures_of(std::span<const Individual> population) {
  const bool any_playable = std::ranges::any_of(
      population, [](const Individual& individual) { return individual.filtered.empty(); });
  PopulationFigures figures;
  double count = 0;
  for (const Individual& individual : population) {
    if (any_playable && !individual.filtered.empty()) continue;
    const int territories = individual.genome.map->territory_count();
    const double fitness = individual.fitness.mean;
    const bool first = count++ == 0;
    figures.mean_fitness += fitness;
    figures.mean_territories += territories;
    figures.worst_fitness = first ? fitness : std::max(figures.worst_fitness, fitness);
    figures.fewest_territories =
        first ? territories : std::min(figures.fewest_territories, territories);
    figures.most_territories = std::max(figures.most_territories, territories);
  }
  figures.mean_fitness /= count;
  figures.mean_territories /= count;
  return figures;
}

bool has_game(std::span<const Individual> individuals, const Genome& game) {
  return std::ranges::any_of(
      individuals, [&](const Genome& own) { return same_game(own, game); }, &Individual::genome);
}

std::vector<const Individual*> pointers_to(std::span<const Individual> individuals) {
  std::vector<const Individual*> pointers;
  for (const Individual& individual : individuals) pointers.push_back(&individual);
  return pointers;
}

}  // namespace evorisk::ga
