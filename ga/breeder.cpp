#include "ga/breeder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "ga/each_of.hpp"
#include "ga/map_edit.hpp"
#include "ga/mutation.hpp"

namespace evorisk::ga {

namespace {

// Pairs of parents per place to fill after which a generation is given up. At the least survival
// ever seen (`reject` on large maps: 4 children in 1,000) a place takes 125 pairs on average.
constexpr std::int64_t most_pairs_per_place = 20'000;
// Draws of a first individual until its rules fit each other and its map.
constexpr int most_draws = 10'000;

bool uses(const Config& config, std::size_t mutation) {
  const auto& names = config.map_mutations;
  return std::find(names.begin(), names.end(), map_mutations()[mutation].name) != names.end();
}

std::int64_t all_bonuses(const maps::MapData& map) {
  std::int64_t sum = 0;
  for (const maps::Continent& continent : map.continents) sum += continent.bonus;
  return sum;
}

// Whether the rules contradict each other or do not fit the map.
bool broken(const RulesMemory::Known& known, const maps::MapData& map) {
  return known.broken ||
         risk::misfit(known.rules, territory_count(map), all_bonuses(map)).has_value();
}

}  // namespace

void mutate(Offspring& child, const Config& config, Random& random, BreedingTally& tally,
            std::span<const double> rates) {
  const auto mutations = map_mutations();
  const auto rate_of = [&](std::size_t place) {
    return rates.empty() ? config.mutation_rate : rates[place];
  };
  child.mutations.reserve(config.map_mutations.size() + child.genes.size());
  if (!child.parent_map) {
    for (std::size_t m = 0; m < mutations.size(); ++m) {
      if (!uses(config, m) || !random.chance(rate_of(m))) continue;
      BreedingTally::Mutation& count = tally.mutations[m];
      ++count.drawn;
      switch (mutate(mutations[m], config.mutation_tries, child.map, random, &child.drawing)) {
        case Mutated::made:
          ++count.made;
          child.mutations.push_back(mutations[m].name);
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
  if (!child.parent_map && config.search_space.bonuses == BonusPolicy::formula) {
    fit_bonuses(child.map);
  }
  for (std::size_t g = 0; g < child.genes.size(); ++g) {
    if (!random.chance(rate_of(mutations.size()))) continue;
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
    child.mutations.push_back(gene.mutation);
  }
}

// Who may be a parent, for one generation.
struct Breeder::Parent {
  explicit Parent(const Individual& of)
      : individual(of), map(*of.genome.map, of.genome.drawing.get()) {}
  const Individual& individual;
  ParentMap map;
};

// What a pair of parents has, before its children have names.
struct Breeder::Litter {
  struct Child {
    std::optional<Offspring> genome;
    BreedingTally tally;
  };
  const Parent* parents[2] = {};
  Child children[2];
};

Breeder::Breeder(const Config& config, int threads)
    : config_(config),
      crossover_(crossover_operator(config.crossover)),
      threads_(threads),
      rules_(config.search_space, config.base_rules) {}

std::vector<Individual> Breeder::first_population() const {
  std::vector<Individual> population;
  draw(0, static_cast<std::size_t>(config_.population), population);
  return population;
}

void Breeder::draw(int generation, std::size_t wanted, std::vector<Individual>& next) const {
  rules_.tidy();
  while (next.size() < wanted) {
    const auto i = static_cast<std::uint32_t>(next.size());
    Random random(
        {config_.seed, Purpose::first_population, static_cast<std::uint32_t>(generation), i});
    Individual individual;
    individual.generation = generation;
    individual.index = static_cast<int>(i);
    individual.genome = random_genome(config_.search_space, random);
    for (int draw = 1; broken(rules(individual.genome), individual.genome.map->data()); ++draw) {
      if (draw == most_draws) {
        throw SearchStuck(fmt::format(
            "generation {}: {} draws of rules and maps did not fit, the last because {}",
            generation, draw,
            *risk::broken_rule(rules(individual.genome).rules,
                               individual.genome.map->territory_count(),
                               all_bonuses(individual.genome.map->data()))));
      }
      individual.genome = random_genome(config_.search_space, random);
    }
    individual.forget(rules(individual.genome).rules.players, config_.further(), config_.tables());
    next.push_back(std::move(individual));
  }
}

void Breeder::breed(int generation, std::span<const Individual> parents, const Pairing& pairing,
                    std::size_t wanted, std::vector<Individual>& next, BreedingTally& tally,
                    std::span<const double> rates, const std::function<void()>& meanwhile) const {
  if (next.size() >= wanted && meanwhile) meanwhile();
  const std::size_t before = next.size();
  const std::int64_t most_pairs =
      most_pairs_per_place * static_cast<std::int64_t>(wanted - next.size());
  const std::deque<Parent> candidates(parents.begin(), parents.end());
  rules_.tidy();
  std::vector<Draft> drafts;
  drafts.reserve(wanted - before);
  std::uint32_t pair = 0;
  while (next.size() < wanted) {
    const std::int64_t left = most_pairs - tally.selections;
    if (left <= 0) give_up(generation, tally);
    const std::int64_t count =
        std::min(left, pairs_at_once(wanted - next.size(), next.size() - before, tally.selections));
    std::vector<Litter> litters = litters_of(generation, pair, count, candidates, pairing, rates,
                                             pair == 0 ? meanwhile : std::function<void()>());
    for (auto litter = litters.begin(); litter != litters.end() && next.size() < wanted; ++litter)
      take(generation, *litter, wanted, next, drafts, tally);
    pair += static_cast<std::uint32_t>(count);
  }
  each_of_alike(std::ssize(drafts), threads_, [&](std::int64_t i) {
    Draft& draft = drafts[static_cast<std::size_t>(i)];
    Individual& child = next[before + static_cast<std::size_t>(i)];
    child.parents = {draft.parents[0]->individual.id(), draft.parents[1]->individual.id()};
    if (!child.genome.map) {
      draft.map.name = child.id();
      child.genome.map = std::make_shared<const maps::Map>(std::move(draft.map));
    }
    child.forget(draft.seats, config_.further(), config_.tables());
  });
}

// How many pairs to cross before looking at what became of them: one for one thread, so that none
// is crossed in vain; for several, most of those that will be needed at the rate so far.
std::int64_t Breeder::pairs_at_once(std::size_t missing, std::size_t taken,
                                    std::int64_t pairs) const {
  if (threads_ == 1) return 1;
  const double per_pair =
      pairs == 0 ? 2 : (static_cast<double>(taken) + 0.5) / static_cast<double>(pairs);
  constexpr double most = 4096;
  return static_cast<std::int64_t>(
      std::ceil(std::min(most, static_cast<double>(missing) / per_pair)));
}

std::vector<Breeder::Litter> Breeder::litters_of(int generation, std::uint32_t first,
                                                 std::int64_t count,
                                                 const std::deque<Parent>& parents,
                                                 const Pairing& pairing,
                                                 std::span<const double> rates,
                                                 const std::function<void()>& meanwhile) const {
  std::vector<Litter> litters(static_cast<std::size_t>(count));
  const std::int64_t other_work = meanwhile ? 1 : 0;
  each_of(other_work + count, threads_, [&](std::int64_t i) {
    const std::int64_t p = i - other_work;
    if (p < 0) return meanwhile();
    make(generation, first + static_cast<std::uint32_t>(p), parents, pairing, rates,
         litters[static_cast<std::size_t>(p)]);
  });
  return litters;
}

void Breeder::make(int generation, std::uint32_t pair, const std::deque<Parent>& parents,
                   const Pairing& pairing, std::span<const double> rates, Litter& litter) const {
  const auto key = [&](Purpose purpose, std::uint32_t substream) {
    return StreamKey{config_.seed, purpose, static_cast<std::uint32_t>(generation),
                     pair,         0,       substream};
  };
  Random selection(key(Purpose::selection, 0));
  const auto [first, second] = pairing(selection);
  litter.parents[0] = &parents[static_cast<std::size_t>(first)];
  litter.parents[1] = &parents[static_cast<std::size_t>(second)];
  Random genes(key(Purpose::crossover, 2));
  const std::vector<bool> mask =
      half_mask(static_cast<int>(config_.search_space.genes.size()), genes);
  for (std::uint32_t c = 0; c < 2; ++c) {
    Litter::Child& child = litter.children[c];
    Random crossing(key(Purpose::crossover, c));
    child.genome = cross(*litter.parents[c], *litter.parents[1 - c], mask, crossing, child.tally);
    if (!child.genome) continue;
    Random mutating(key(Purpose::mutation, c));
    mutate(*child.genome, config_, mutating, child.tally, rates);
  }
}

// Adds the litter's children while there are places, each with a draft of what can be made of all
// of them at a time.
void Breeder::take(int generation, Litter& litter, std::size_t wanted,
                   std::vector<Individual>& next, std::vector<Draft>& drafts,
                   BreedingTally& tally) const {
  ++tally.selections;
  for (std::size_t c = 0; c < 2 && next.size() < wanted; ++c) {
    tally.add(litter.children[c].tally);
    std::optional<Offspring>& child = litter.children[c].genome;
    if (!child) continue;
    const auto place = static_cast<int>(next.size());
    Individual& individual = next.emplace_back();  // taken away again if it is discarded
    individual.generation = generation;
    individual.index = place;
    individual.crossover = config_.crossover;
    individual.mutations = std::move(child->mutations);
    individual.genome.genes = std::move(child->genes);
    individual.genome.map = child->parent_map;
    individual.genome.drawing = std::move(child->drawing);
    const maps::MapData& map = child->parent_map ? child->parent_map->data() : child->map;
    const RulesMemory::Known& rules_of_child = rules(individual.genome);
    const int seats = rules_of_child.rules.players;
    if (territory_count(map) < seats) {
      ++tally.too_small;
      next.pop_back();
      continue;
    }
    if (broken(rules_of_child, map)) {
      ++tally.broken_rules;
      next.pop_back();
      continue;
    }
    drafts.push_back({std::move(child->map), seats, {litter.parents[c], litter.parents[1 - c]}});
  }
}

// A child takes its first parent's gene where `mask` says so. The two children have their parents
// in opposite order, so the same mask makes their genes complementary.
std::optional<Offspring> Breeder::cross(const Parent& first, const Parent& second,
                                        const std::vector<bool>& mask, Random& random,
                                        BreedingTally& tally) const {
  Offspring child;
  child.genes.reserve(mask.size());
  for (std::size_t g = 0; g < mask.size(); ++g) {
    child.genes.push_back((mask[g] ? first : second).individual.genome.genes[g]);
  }
  if (!config_.search_space.map_evolves) {
    child.parent_map = first.individual.genome.map;
    return child;
  }
  if (config_.crossover_rate < 1 && !random.chance(config_.crossover_rate)) {
    child.map = first.map.map().data();
    return child;
  }
  std::optional<maps::MapData> map =
      crossover_.cross(first.map, second.map, random, tally.crossover, &child.drawing);
  if (!map) return std::nullopt;
  child.map = std::move(*map);
  return child;
}

const RulesMemory::Known& Breeder::rules(const Genome& genome) const {
  return rules_.of(genome);
}

void Breeder::give_up(int generation, const BreedingTally& tally) const {
  throw SearchStuck(fmt::format(
      "generation {}: {} pairs of parents had no valid child left to give with crossover \"{}\" "
      "({} children not planar, {} not connected, {} too small for their players); try crossover "
      "\"planar\" or other initial maps",
      generation, tally.selections, config_.crossover, tally.crossover.not_planar,
      tally.crossover.not_connected, tally.too_small));
}

}  // namespace evorisk::ga
