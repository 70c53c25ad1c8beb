#include "ga/operators/breeder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/parallel.hpp"
#include "ga/genome/map_edit.hpp"
#include "ga/operators/mutation.hpp"

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

// Why the rules contradict each other or do not fit the map, if they do.
std::optional<std::string> misfit(const risk::Rules& rules, const maps::MapData& map) {
  return risk::broken_rule(rules, territory_count(map), all_bonuses(map));
}

}  // namespace

void mutate(Offspring& child, const Config& config, Random& random, BreedingTally& tally) {
  const auto mutations = map_mutations();
  if (!child.parent_map) {
    for (std::size_t m = 0; m < mutations.size(); ++m) {
      if (!uses(config, m) || !random.chance(config.mutation_rate)) continue;
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
  if (!child.parent_map && config.search_space.bonuses == BonusPolicy::formula) {
    fit_bonuses(child.map);
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

// An individual that may be a parent, for one generation.
struct Breeder::Parent {
  explicit Parent(const Individual& of) : individual(of), map(*of.genome.map) {}
  const Individual& individual;
  const maps::Map& map;
};

// What a pair of parents has, before its children have names.
struct Breeder::OffspringPair {
  struct Child {
    std::optional<Offspring> genome;
    int seats = 0;        // by its rules
    bool misfit = false;  // its rules contradict each other or do not fit its map
    BreedingTally tally;
  };
  const Parent* parents[2] = {};
  Child children[2];
};

Breeder::Breeder(const Config& config, int threads)
    : config_(config), crossover_(crossover_operator(config.crossover)), threads_(threads) {}

std::vector<Individual> Breeder::first_population() const {
  std::vector<Individual> population;
  draw(0, static_cast<std::size_t>(config_.population), population);
  return population;
}

void Breeder::draw(int generation, std::size_t wanted, std::vector<Individual>& next) const {
  while (next.size() < wanted) {
    const auto i = static_cast<std::uint32_t>(next.size());
    Random random(
        {config_.seed, Purpose::first_population, static_cast<std::uint32_t>(generation), i});
    Individual individual;
    individual.generation = generation;
    individual.index = static_cast<int>(i);
    individual.genome = random_genome(config_.search_space, random);
    risk::Rules rules = rules_of(individual.genome.genes, config_.search_space, config_.base_rules);
    for (int draw = 1;; ++draw) {
      const auto problem = misfit(rules, individual.genome.map->data());
      if (!problem) break;
      if (draw == most_draws) {
        throw SearchStuck(fmt::format(
            "generation {}: {} draws of rules and maps did not fit, the last because {}",
            generation, draw, *problem));
      }
      individual.genome = random_genome(config_.search_space, random);
      rules = rules_of(individual.genome.genes, config_.search_space, config_.base_rules);
    }
    individual.forget(rules.players, config_.further(), config_.tables());
    next.push_back(std::move(individual));
  }
}

void Breeder::breed(int generation, std::span<const Individual> parents, const Pairing& pairing,
                    std::size_t wanted, std::vector<Individual>& next, BreedingTally& tally) const {
  const std::size_t before = next.size();
  const std::int64_t most_pairs =
      most_pairs_per_place * static_cast<std::int64_t>(wanted - next.size());
  const std::deque<Parent> candidates(parents.begin(), parents.end());
  std::vector<Draft> drafts;
  drafts.reserve(wanted - before);
  std::uint32_t first = 0;
  while (next.size() < wanted) {
    const std::int64_t left = most_pairs - tally.selections;
    if (left <= 0) give_up(generation, tally);
    const std::int64_t count =
        std::min(left, pairs_at_once(wanted - next.size(), next.size() - before, tally.selections));
    std::vector<OffspringPair> pairs(static_cast<std::size_t>(count));
    parallel_for_dynamic(count, threads_, [&](std::int64_t p) {
      pairs[static_cast<std::size_t>(p)] =
          make(generation, first + static_cast<std::uint32_t>(p), candidates, pairing);
    });
    for (OffspringPair& pair : pairs) {
      if (next.size() == wanted) break;
      take(generation, pair, wanted, next, drafts, tally);
    }
    first += static_cast<std::uint32_t>(count);
  }
  parallel_for_dynamic(std::ssize(drafts), threads_, [&](std::int64_t i) {
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

Breeder::OffspringPair Breeder::make(int generation, std::uint32_t pair,
                                     const std::deque<Parent>& parents,
                                     const Pairing& pairing) const {
  const auto key = [&](Purpose purpose, std::uint32_t substream) {
    return StreamKey{config_.seed, purpose, static_cast<std::uint32_t>(generation),
                     pair,         0,       substream};
  };
  Random selection(key(Purpose::selection, 0));
  const auto [first, second] = pairing(selection);
  OffspringPair made;
  made.parents[0] = &parents[static_cast<std::size_t>(first)];
  made.parents[1] = &parents[static_cast<std::size_t>(second)];
  Random genes(key(Purpose::crossover, 2));
  const std::vector<bool> mask =
      half_mask(static_cast<int>(config_.search_space.genes.size()), genes);
  for (std::uint32_t c = 0; c < 2; ++c) {
    OffspringPair::Child& child = made.children[c];
    Random crossing(key(Purpose::crossover, c));
    child.genome = cross(*made.parents[c], *made.parents[1 - c], mask, crossing, child.tally);
    if (!child.genome) continue;
    Random mutating(key(Purpose::mutation, c));
    mutate(*child.genome, config_, mutating, child.tally);
    const risk::Rules rules =
        rules_of(child.genome->genes, config_.search_space, config_.base_rules);
    child.seats = rules.players;
    child.misfit = misfit(rules, child.genome->map_data()).has_value();
  }
  return made;
}

// Adds the pair's children while there are places, each with a draft of what several threads can
// make of all of them afterwards.
void Breeder::take(int generation, OffspringPair& pair, std::size_t wanted,
                   std::vector<Individual>& next, std::vector<Draft>& drafts,
                   BreedingTally& tally) const {
  ++tally.selections;
  for (std::size_t c = 0; c < 2 && next.size() < wanted; ++c) {
    tally.add(pair.children[c].tally);
    if (!pair.children[c].genome) continue;
    Offspring& child = *pair.children[c].genome;
    const int seats = pair.children[c].seats;
    const bool too_small = territory_count(child.map_data()) < seats;
    if (too_small || pair.children[c].misfit) {
      ++(too_small ? tally.too_small : tally.broken_rules);
      continue;
    }
    Individual& individual = next.emplace_back();
    individual.generation = generation;
    individual.index = static_cast<int>(next.size()) - 1;
    individual.crossover = config_.crossover;
    individual.mutations = std::move(child.mutations);
    individual.genome.genes = std::move(child.genes);
    individual.genome.map = child.parent_map;
    drafts.push_back({std::move(child.map), seats, {pair.parents[c], pair.parents[1 - c]}});
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
    child.map = first.map.data();
    return child;
  }
  std::optional<maps::MapData> map =
      crossover_.cross(first.map, second.map, random, tally.crossover);
  if (!map) return std::nullopt;
  child.map = std::move(*map);
  return child;
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
