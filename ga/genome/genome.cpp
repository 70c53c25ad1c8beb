#include "ga/genome/genome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>
#include <utility>

#include "ga/genome/map_edit.hpp"
#include "ga/genome/search_space.hpp"
#include "metrics/criteria/quantity.hpp"

namespace evorisk::ga {

bool same_game(const Genome& a, const Genome& b) {
  if (a.genes != b.genes) return false;
  if (a.map == b.map) return true;
  const auto same_continent = [](const maps::Continent& x, const maps::Continent& y) {
    return x.bonus == y.bonus && x.territories == y.territories;
  };
  return a.map->territory_count() == b.map->territory_count() &&
         std::ranges::equal(a.map->borders(), b.map->borders()) &&
         std::ranges::equal(a.map->continents(), b.map->continents(), same_continent);
}

std::string game_key(const Genome& genome) {
  std::string key;
  const auto add = [&](int number, char after) {
    key += std::to_string(number);
    key += after;
  };
  for (const int gene : genome.genes) add(gene, ' ');
  add(genome.map->territory_count(), ':');
  for (const maps::Border& border : genome.map->borders()) {
    add(border.a, '-');
    add(border.b, ' ');
  }
  for (const maps::Continent& continent : genome.map->continents()) {
    add(continent.bonus, ':');
    for (const int t : continent.territories) add(t, ' ');
  }
  return key;
}

risk::Rules rules_of(const std::vector<int>& genes, const SearchSpace& space,
                     const risk::Rules& base) {
  risk::Rules rules = base;
  for (std::size_t g = 0; g < space.genes.size(); ++g) {
    const RuleGene& gene = space.genes[g];
    risk::set_rule(rules, gene.key, gene.values[static_cast<std::size_t>(genes[g])]);
  }
  return rules;
}

nlohmann::ordered_json genes_to_json(const Genome& genome, const SearchSpace& space) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (std::size_t g = 0; g < space.genes.size(); ++g) {
    const RuleGene& gene = space.genes[g];
    json[gene.key] =
        nlohmann::ordered_json::parse(gene.values[static_cast<std::size_t>(genome.genes[g])]);
  }
  return json;
}

std::vector<int> genes_from_json(const JsonView& view, const SearchSpace& space) {
  std::vector<std::string_view> keys;
  for (const RuleGene& gene : space.genes) keys.push_back(gene.key);
  view.only(keys);
  std::vector<int> genes;
  for (const RuleGene& gene : space.genes) {
    const JsonView value = view.at(gene.key);
    const auto found = std::find(gene.values.begin(), gene.values.end(), value.raw().dump());
    if (found == gene.values.end()) {
      value.fail("{} is not a value of the search space; valid: {}", value.raw().dump(),
                 fmt::join(gene.values, ", "));
    }
    genes.push_back(static_cast<int>(found - gene.values.begin()));
  }
  return genes;
}

Genome random_genome(const SearchSpace& space, Random& random) {
  Genome genome;
  for (std::size_t g = 0; g < space.genes.size(); ++g) {
    const int initial = space.initial_genes.empty() ? -1 : space.initial_genes[g];
    const auto values = static_cast<std::uint32_t>(space.genes[g].values.size());
    genome.genes.push_back(initial >= 0 ? initial : static_cast<int>(random.below(values)));
  }
  genome.map = initial_map(space, random);
  if (space.bonuses == BonusPolicy::formula) {
    maps::MapData data = genome.map->data();
    fit_bonuses(data);
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

std::vector<metrics::CriteriaTotals> Individual::tables() const {
  std::vector<metrics::CriteriaTotals> all = {evidence};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

void Individual::assess(const metrics::Objective& objective, metrics::Judgement judgement) {
  std::vector<metrics::CriteriaTotals> several;
  if (!others.empty()) several = tables();
  const std::span<const metrics::CriteriaTotals> all =
      others.empty() ? std::span(&evidence, 1) : std::span(several);
  const metrics::Likeness* known = likeness ? &*likeness : nullptr;
  fitness = metrics::judge(all, objective, judgement, known);
  violation = filtered.empty() ? metrics::violation(*genome.map, all, objective, judgement)
                               : violation_of_unplayable;
  losses = metrics::judge_groups(all, objective, judgement, known);
  levels.clear();
  if (objective.combination != metrics::Combination::lexicographic) return;
  for (std::size_t g = 0; g < losses.size(); ++g) {
    const double step = objective.groups[g].tolerance;
    // An unbiased estimate may lie below 0, the best there is: that is luck, no lead.
    const double loss = std::max(0.0, losses[g].mean);
    levels.push_back(step > 0 ? std::floor(loss / step) : loss);
  }
}

void Individual::forget(int players, const metrics::CriteriaSet& further, std::size_t count) {
  evidence = metrics::CriteriaTotals(players, further);
  others.assign(count - 1, evidence);
}

bool fitter(const Individual& a, const Individual& b) {
  if (a.violation != b.violation) return a.violation < b.violation;
  if (a.levels != b.levels) return a.levels < b.levels;
  return a.fitness.mean < b.fitness.mean;
}

std::vector<int> ranking(std::span<const Individual* const> individuals) {
  std::vector<int> order(individuals.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return fitter(*individuals[static_cast<std::size_t>(a)],
                  *individuals[static_cast<std::size_t>(b)]);
  });
  return order;
}

std::vector<int> ranking(std::span<const Individual> population) {
  return ranking(pointers_to(population));
}

std::vector<const Individual*> pointers_to(std::span<const Individual> individuals) {
  std::vector<const Individual*> pointers;
  pointers.reserve(individuals.size());
  for (const Individual& individual : individuals) pointers.push_back(&individual);
  return pointers;
}

}  // namespace evorisk::ga
