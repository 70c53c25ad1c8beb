#include "ga/generational.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "ga/mutation.hpp"
#include "ga/selection.hpp"

namespace evorisk::ga {

namespace {

// Pairs of parents per place to fill after which a generation is given up. At the least survival
// ever seen (`reject` on large maps: 4 children in 1,000) a place takes 125 pairs on average.
constexpr std::int64_t most_pairs_per_place = 20'000;

class Generational final : public Algorithm {
 public:
  explicit Generational(const Config& config)
      : config_(config), crossover_(crossover_operator(config.crossover)) {}

  std::vector<Individual> ask(int generation, BreedingTally& tally) override {
    return generation == 0 ? first_population() : bred(generation, tally);
  }

  void tell(std::vector<Individual> measured) override { population_ = std::move(measured); }

  std::span<const Individual> population() const override { return population_; }

  void write_state(JsonWriter& writer) const override {
    writer.begin_object().key("population").begin_array();
    for (const Individual& individual : population_) {
      write_individual(individual, config_.search_space, writer);
    }
    writer.end_array().end_object();
  }

  void restore(const JsonView& state) override {
    state.only({"population"});
    population_.clear();
    const JsonView individuals = state.at("population");
    for (const JsonView& item : individuals.items()) {
      population_.push_back(individual_from_json(item, config_.search_space, config_.objective));
    }
    if (static_cast<int>(population_.size()) != config_.population) {
      individuals.fail(fmt::format("holds {} individuals, but the population has {}",
                                   population_.size(), config_.population));
    }
  }

 private:
  std::vector<Individual> first_population() const {
    std::vector<Individual> population;
    for (int i = 0; i < config_.population; ++i) {
      Random random({config_.seed, Purpose::first_population, 0, static_cast<std::uint32_t>(i)});
      Individual individual;
      individual.index = i;
      individual.genome = random_genome(config_.search_space, random);
      individual.evidence = metrics::CriteriaTotals(players(individual.genome));
      population.push_back(std::move(individual));
    }
    return population;
  }

  std::vector<Individual> bred(int generation, BreedingTally& tally) const {
    const std::vector<int> order = ranking(population_);
    std::vector<int> ranks(order.size());
    for (std::size_t r = 0; r < order.size(); ++r) {
      ranks[static_cast<std::size_t>(order[r])] = static_cast<int>(r);
    }
    std::vector<Individual> next;
    for (int e = 0; e < config_.elites; ++e) {
      next.push_back(population_[static_cast<std::size_t>(order[static_cast<std::size_t>(e)])]);
      if (config_.elite_policy == ElitePolicy::reevaluate) {
        next.back().evidence = metrics::CriteriaTotals(next.back().evidence.players());
      }
    }
    const auto wanted = static_cast<std::size_t>(config_.population);
    const std::int64_t most_pairs =
        most_pairs_per_place * static_cast<std::int64_t>(wanted - next.size());
    for (std::uint32_t pair = 0; next.size() < wanted; ++pair) {
      if (tally.selections >= most_pairs) give_up(generation, tally);
      add_children(generation, pair, ranks, next, tally);
    }
    return next;
  }

  void add_children(int generation, std::uint32_t pair, const std::vector<int>& ranks,
                    std::vector<Individual>& next, BreedingTally& tally) const {
    const auto key = [&](Purpose purpose, std::uint32_t substream) {
      return StreamKey{config_.seed, purpose, static_cast<std::uint32_t>(generation),
                       pair,         0,       substream};
    };
    Random selection(key(Purpose::selection, 0));
    const auto [winner, runner_up] = tournament(ranks, config_.tournament, selection);
    ++tally.selections;
    const Individual* parents[] = {&population_[static_cast<std::size_t>(winner)],
                                   &population_[static_cast<std::size_t>(runner_up)]};
    Random genes(key(Purpose::crossover, 2));
    const std::vector<bool> mask =
        half_mask(static_cast<int>(config_.search_space.genes.size()), genes);
    for (std::uint32_t c = 0; c < 2 && next.size() < static_cast<std::size_t>(config_.population);
         ++c) {
      const Individual& first = *parents[c];
      const Individual& second = *parents[1 - c];
      Random crossing(key(Purpose::crossover, c));
      std::optional<Offspring> child = cross(first, second, mask, crossing, tally);
      if (!child) continue;
      Random mutating(key(Purpose::mutation, c));
      mutate(*child, config_, mutating, tally);
      Individual individual;
      individual.generation = generation;
      individual.index = static_cast<int>(next.size());
      individual.parents = {first.id(), second.id()};
      individual.crossover = config_.crossover;
      individual.mutations = std::move(child->mutations);
      individual.genome.genes = std::move(child->genes);
      if (child->parent_map) {
        individual.genome.map = child->parent_map;
      } else {
        child->map.name = individual.id();
        individual.genome.map = std::make_shared<const maps::Map>(std::move(child->map));
      }
      const int seats = players(individual.genome);
      if (individual.genome.map->territory_count() < seats) {
        ++tally.too_small;
        continue;
      }
      individual.evidence = metrics::CriteriaTotals(seats);
      next.push_back(std::move(individual));
    }
  }

  // A child takes its first parent's gene where `mask` says so. The two children have their parents
  // in opposite order, so the same mask makes their genes complementary.
  std::optional<Offspring> cross(const Individual& first, const Individual& second,
                                 const std::vector<bool>& mask, Random& random,
                                 BreedingTally& tally) const {
    Offspring child;
    for (std::size_t g = 0; g < mask.size(); ++g) {
      child.genes.push_back((mask[g] ? first : second).genome.genes[g]);
    }
    if (!config_.search_space.map_evolves) {
      child.parent_map = first.genome.map;
      return child;
    }
    std::optional<maps::MapData> map =
        crossover_.cross(*first.genome.map, *second.genome.map, random, tally.crossover);
    if (!map) return std::nullopt;
    child.map = std::move(*map);
    return child;
  }

  int players(const Genome& genome) const {
    return rules_of(genome, config_.search_space, config_.base_rules).players;
  }

  [[noreturn]] void give_up(int generation, const BreedingTally& tally) const {
    throw SearchStuck(fmt::format(
        "generation {}: {} pairs of parents had no valid child left to give with crossover \"{}\" "
        "({} children not planar, {} not connected, {} too small for their players); try crossover "
        "\"planar\" or other initial maps",
        generation, tally.selections, config_.crossover, tally.crossover.not_planar,
        tally.crossover.not_connected, tally.too_small));
  }

  const Config& config_;
  const CrossoverOperator& crossover_;
  std::vector<Individual> population_;
};

}  // namespace

void mutate(Offspring& child, const Config& config, Random& random, BreedingTally& tally) {
  const auto mutations = map_mutations();
  if (!child.parent_map) {
    for (std::size_t m = 0; m < mutations.size(); ++m) {
      if (!random.chance(config.mutation_rate)) continue;
      BreedingTally::Mutation& count = tally.mutations[m];
      ++count.drawn;
      switch (mutate(mutations[m], config.mutation_tries, child.map, random)) {
        case Mutated::made:
          ++count.made;
          child.mutations.emplace_back(mutations[m].name);
          break;
        case Mutated::refused:
          ++count.refused;
          break;
        case Mutated::impossible:
          ++count.impossible;
          break;
      }
    }
  }
  for (std::size_t g = 0; g < child.genes.size(); ++g) {
    if (!random.chance(config.mutation_rate)) continue;
    BreedingTally::Mutation& count = tally.mutations.back();
    ++count.drawn;
    const RuleGene& gene = config.search_space.genes[g];
    const auto values = static_cast<std::uint32_t>(gene.values.size());
    if (values < 2) {
      ++count.impossible;
      continue;
    }
    const int other = static_cast<int>(random.below(values - 1));
    child.genes[g] = other < child.genes[g] ? other : other + 1;
    ++count.made;
    child.mutations.push_back("rule:" + gene.key);
  }
}

std::unique_ptr<Algorithm> make_generational(const Config& config) {
  return std::make_unique<Generational>(config);
}

}  // namespace evorisk::ga
