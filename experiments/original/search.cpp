#include "experiments/original/search.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "experiments/original/breeding.hpp"
#include "maps/io.hpp"

namespace evorisk::experiments::original {

namespace {

Genes random_genes(Random& random) {
  return {random.below(2) == 0, 2 + static_cast<int>(random.below(2)), random.below(2) == 0,
          1 + static_cast<int>(random.below(4))};
}

std::vector<Individual> first_population(const SearchOptions& options) {
  std::vector<Individual> kinds = options.first_kinds;
  if (kinds.empty()) {
    for (int i = 1; i <= 10; ++i) {
      kinds.push_back({{}, maps::library_map("thesis-" + std::to_string(i))->data(), {}, 0});
    }
  }
  std::vector<Individual> population;
  for (int i = 0; i < options.population; ++i) {
    Random random(
        {options.seed, Purpose::first_population, 0, static_cast<std::uint32_t>(i), 0, 0});
    Individual individual = kinds[random.below(static_cast<std::uint32_t>(kinds.size()))];
    if (!options.fixed_first_genes) individual.genes = random_genes(random);
    population.push_back(std::move(individual));
  }
  return population;
}

void evaluate(std::vector<Individual>& population, int generation, const SearchOptions& options) {
  std::vector<Trace> batch(static_cast<std::size_t>(options.matches));
  for (std::size_t i = 0; i < population.size(); ++i) {
    const Board board(population[i].map);
    for (std::size_t match = 0; match < batch.size(); ++match) {
      Random random({options.seed, Purpose::match, static_cast<std::uint32_t>(generation),
                     static_cast<std::uint32_t>(i), match, 0});
      batch[match] = play(board, population[i].genes, as_program(), random);
    }
    population[i].criteria = measure(batch, as_program());
    population[i].fitness = fitness(population[i].criteria);
  }
}

// The best two of a group drawn with replacement: both may be the same individual.
std::pair<std::size_t, std::size_t> parents(const std::vector<Individual>& population,
                                            int tournament, Random& random) {
  std::vector<std::size_t> group;
  for (int i = 0; i < std::max(2, tournament); ++i) {
    group.push_back(random.below(static_cast<std::uint32_t>(population.size())));
  }
  std::stable_sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
    return population[a].fitness < population[b].fitness;
  });
  return {group[0], group[1]};
}

}  // namespace

void search(const SearchOptions& options,
            const std::function<void(int generation, const Generation&)>& done) {
  Generation now;
  now.individuals = first_population(options);
  evaluate(now.individuals, 0, options);
  done(0, now);
  for (int g = 1; g <= options.generations; ++g) {
    Generation next;
    const auto elite = std::min_element(
        now.individuals.begin(), now.individuals.end(),
        [](const Individual& a, const Individual& b) { return a.fitness < b.fitness; });
    next.individuals.push_back(*elite);
    while (next.individuals.size() < static_cast<std::size_t>(options.population)) {
      Random random({options.seed, Purpose::crossover, static_cast<std::uint32_t>(g),
                     static_cast<std::uint32_t>(next.crossovers), 0, 0});
      const auto [a, b] = parents(now.individuals, options.tournament, random);
      auto children =
          breed({now.individuals[a].genes, now.individuals[a].map},
                {now.individuals[b].genes, now.individuals[b].map}, options.mutation_rate, random);
      ++next.crossovers;
      next.rejected += 2 - static_cast<int>(children.size());
      for (Child& child : children) {
        next.individuals.push_back({child.genes, std::move(child.map), {}, 0});
      }
    }
    evaluate(next.individuals, g, options);
    done(g, next);
    now = std::move(next);
  }
}

}  // namespace evorisk::experiments::original
