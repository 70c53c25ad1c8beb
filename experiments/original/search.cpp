#include "experiments/original/search.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "maps/io.hpp"

namespace evorisk::experiments::original {

namespace {

Genes random_genes(Random& random) {
  return {random.below(2) == 0, 2 + static_cast<int>(random.below(2)), random.below(2) == 0,
          1 + static_cast<int>(random.below(4))};
}

std::vector<Individual> first_population(const SearchOptions& options) {
  std::vector<maps::MapData> maps;
  for (int i = 1; i <= 10; ++i) {
    maps.push_back(maps::library_map("thesis-" + std::to_string(i))->data());
  }
  std::vector<Individual> population;
  for (std::uint32_t i = 0; std::ssize(population) < options.population; ++i) {
    if (options.first) {
      population.push_back(*options.first);
      continue;
    }
    Random random({options.seed, Purpose::first_population, 0, i, 0, 0});
    const maps::MapData& map = maps[random.below(static_cast<std::uint32_t>(maps.size()))];
    population.push_back({random_genes(random), map});
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
            const std::function<void(int generation, const std::vector<Individual>&)>& done) {
  std::vector<Individual> now = first_population(options);
  evaluate(now, 0, options);
  done(0, now);
  for (int g = 1; g <= options.generations; ++g) {
    std::vector<Individual> next = {*std::ranges::min_element(now, {}, &Individual::fitness)};
    for (std::uint32_t pair = 0; std::ssize(next) < options.population; ++pair) {
      Random random({options.seed, Purpose::crossover, static_cast<std::uint32_t>(g), pair, 0, 0});
      const auto [a, b] = parents(now, options.tournament, random);
      for (Individual& child : breed(now[a], now[b], options.mutation_rate, random)) {
        next.push_back(std::move(child));
      }
    }
    evaluate(next, g, options);
    done(g, next);
    now = std::move(next);
  }
}

}  // namespace evorisk::experiments::original
