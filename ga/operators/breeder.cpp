#include "ga/operators/breeder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/parallel.hpp"
#include "ga/genome/map_edit.hpp"
#include "ga/operators/mutation.hpp"
#include "ga/operators/near_profile.hpp"
#include "maps/generate/generator.hpp"

namespace evorisk::ga {

namespace {

// Pairs of parents per place to fill after which a generation is given up. At the least survival
// ever seen (`reject` on large maps: 4 children in 1,000) a place takes 125 pairs on average.
constexpr std::int64_t most_pairs_per_place = 20'000;
constexpr std::int64_t most_pairs_at_once = 4096;
// Draws of a first individual until its rules fit each other and its map.
constexpr int most_draws = 10'000;

// Changes that a map has to come near to the profile: a map of the first population about 30 ms. A
// child is near already, but for its crossover and mutations.
constexpr int tries_of_first = 400;
constexpr int tries_of_child = 60;

// What boards would lack of their profiles in the mean, in deviations (30 boards of shortlists
// against people's): what can be drawn and is fair has fewer borders, mostly. So it is asked for in
// addition.
constexpr std::pair<maps::Feature, double> drift[] = {{maps::Feature::max_degree, 0.55},
                                                      {maps::Feature::lambda2, 0.4},
                                                      {maps::Feature::degree_sd, 0.4},
                                                      {maps::Feature::deg1_share, -0.3},
                                                      {maps::Feature::mean_degree, 0.35},
                                                      {maps::Feature::corr_bonus_doors, -0.3},
                                                      {maps::Feature::largest_share, -0.2},
                                                      {maps::Feature::doors_per_continent, -0.25},
                                                      {maps::Feature::mean_continent_size, -0.3},
                                                      {maps::Feature::lambda2_n, 0.3},
                                                      {maps::Feature::clustering, 0.3},
                                                      {maps::Feature::continents, 0.3},
                                                      {maps::Feature::cross_share, 0.15},
                                                      {maps::Feature::bonus_per_territory, 0.3}};

// Of the whole run: its boards have one pattern, other runs' another.
std::optional<maps::Profile> profile_of(const Config& config) {
  const auto& made = config.search_space.generated;
  if (config.search_space.profile == 0 || !made) return std::nullopt;
  Random random({.seed = config.seed, .purpose = Purpose::map_generation});
  maps::Profile profile((made->territories[0] + made->territories[1]) / 2, random);
  for (const auto& [feature, deviations] : drift) profile.ask_more(feature, deviations);
  return profile;
}

// What the first maps are drawn from: with as many borders and continents as the profile has, where
// the configuration does not say how many. Small changes alone come less near.
SearchSpace first_maps(const SearchSpace& space, const std::optional<maps::Profile>& profile) {
  SearchSpace first = space;
  if (!profile) return first;
  GeneratedMaps& made = *first.generated;
  const int territories = (made.territories[0] + made.territories[1]) / 2;
  const auto of_profile = [&](maps::Feature feature) {
    return profile->value(feature, territories);
  };
  if (!made.density) {
    const double borders = territories * of_profile(maps::Feature::mean_degree) / 2;
    made.density.emplace().fill(maps::density_of(territories, borders));
  }
  if (made.continents[1] == 0) {
    const double count = std::round(of_profile(maps::Feature::continents));
    made.continents.fill(
        std::clamp(static_cast<int>(count), 1, std::max(1, made.territories[0] / 2)));
  }
  return first;
}

// Why the rules contradict each other or do not fit the map, if they do.
std::optional<std::string> misfit(const risk::Rules& rules, const maps::MapData& map) {
  std::int64_t bonuses = 0;
  for (const maps::Continent& continent : map.continents) bonuses += continent.bonus;
  return risk::broken_rule(rules, territory_count(map), bonuses);
}

}  // namespace

void mutate(Offspring& child, const Config& config, const KeptParts& kept, Random& random,
            BreedingTally& tally) {
  const auto mutations = map_mutations();
  if (!child.parent_map) {
    for (std::size_t m = 0; m < mutations.size(); ++m) {
      if (std::ranges::count(config.map_mutations, mutations[m].name) == 0) continue;
      if (!random.chance(config.mutation_rate)) continue;
      const maps::MapData before = kept.empty() ? maps::MapData() : child.map;
      Mutated outcome = mutate(mutations[m], config.mutation_tries, child.map, random);
      if (outcome == Mutated::made && !kept.in(child.map)) {
        child.map = before;
        outcome = Mutated::impossible;
      }
      tally.mutations[m].count(outcome);
      if (outcome == Mutated::made) child.mutations.emplace_back(mutations[m].name);
    }
    // Places that a person chose are those of the parent's board, not of this one.
    if (!child.mutations.empty()) child.map.placed = false;
    if (config.whole_continents()) mend_continents(child.map);
    settle_bonuses(child.map, config.search_space.bonuses);
  }
  for (std::size_t g = 0; g < child.genes.size(); ++g) {
    if (!random.chance(config.mutation_rate)) continue;
    const RuleGene& gene = config.search_space.genes[g];
    const auto values = static_cast<int>(gene.values.size());
    tally.mutations.back().count(values < 2 ? Mutated::impossible : Mutated::made);
    if (values < 2) continue;
    const int other = random.index(values - 1);
    child.genes[g] = other < child.genes[g] ? other : other + 1;
    child.mutations.push_back("rule:" + gene.key);
  }
}

// What a pair of parents has, before its children have names.
struct Breeder::OffspringPair {
  struct Child {
    std::optional<Offspring> genome;
    int seats = 0;        // by its rules
    bool misfit = false;  // its rules contradict each other or do not fit its map
    BreedingTally tally;
  };
  std::array<const Individual*, 2> parents = {};
  std::array<Child, 2> children;
};

Breeder::Breeder(const Config& config, int threads)
    : config_(config),
      kept_(config, "configuration"),
      profile_(profile_of(config)),
      first_maps_(first_maps(config.search_space, profile_)),
      crossover_(crossover_operator(config.crossover)),
      threads_(threads) {}

std::vector<Individual> Breeder::first_population() const {
  std::vector<Individual> population;
  draw(0, at(config_.population), population);
  return population;
}

void Breeder::draw(int generation, std::size_t wanted, std::vector<Individual>& next) const {
  const std::size_t first = next.size();
  next.resize(std::max(first, wanted));
  parallel_for_dynamic(static_cast<std::int64_t>(next.size() - first), threads_,
                       [&](std::int64_t i) {
                         const std::size_t index = first + at(i);
                         next[index] = drawn(generation, static_cast<int>(index));
                       });
}

Individual Breeder::drawn(int generation, int index) const {
  Random random({config_.seed, Purpose::first_population, static_cast<std::uint32_t>(generation),
                 static_cast<std::uint32_t>(index)});
  Individual individual;
  individual.generation = generation;
  individual.index = index;
  risk::Rules rules;
  for (int draw = 1;; ++draw) {
    individual.genome = random_genome(first_maps_, random);
    if (profile_) {
      maps::MapData map = individual.genome.map->data();
      near_profile(map, *profile_, config_.search_space.profile, tries_of_first, random);
      settle_bonuses(map, config_.search_space.bonuses);
      individual.genome.map = std::make_shared<const maps::Map>(std::move(map));
    }
    rules = rules_of(individual.genome.genes, config_);
    const auto problem = misfit(rules, individual.genome.map->data());
    if (!problem) break;
    if (draw == most_draws) {
      throw SearchStuck(
          fmt::format("generation {}: {} draws of rules and maps did not fit, the last because {}",
                      generation, draw, *problem));
    }
  }
  individual.forget(rules.players, config_);
  return individual;
}

void Breeder::breed(int generation, std::span<const Individual> parents, const Pairing& pairing,
                    std::size_t wanted, std::vector<Individual>& next, BreedingTally& tally) const {
  const std::int64_t most_pairs = most_pairs_per_place * (std::int64_t(wanted) - std::ssize(next));
  std::uint32_t first = 0;
  while (next.size() < wanted) {
    const std::int64_t left = most_pairs - tally.selections;
    if (left <= 0) {
      throw SearchStuck(fmt::format(
          "generation {}: {} pairs of parents had no valid child left to give with crossover "
          "\"{}\" ({} children not planar, {} not connected, {} too small for their players, {} "
          "without what is kept); try crossover \"planar\", other initial maps or to keep less",
          generation, tally.selections, config_.crossover, tally.crossover.not_planar,
          tally.crossover.not_connected, tally.too_small, tally.not_kept));
    }
    // A pair has two children at most, so these are hardly ever crossed in vain.
    const auto needed = static_cast<std::int64_t>((wanted - next.size() + 1) / 2);
    const std::int64_t count =
        std::min(left, std::max<std::int64_t>(threads_, std::min(most_pairs_at_once, needed)));
    std::vector<OffspringPair> pairs(at(count));
    parallel_for_dynamic(count, threads_, [&](std::int64_t p) {
      pairs[at(p)] = make(generation, first + static_cast<std::uint32_t>(p), parents, pairing);
    });
    for (OffspringPair& pair : pairs) {
      if (next.size() < wanted) take(generation, pair, wanted, next, tally);
    }
    first += static_cast<std::uint32_t>(count);
  }
}

Breeder::OffspringPair Breeder::make(int generation, std::uint32_t pair,
                                     std::span<const Individual> parents,
                                     const Pairing& pairing) const {
  const auto key = [&](Purpose purpose, std::uint32_t substream) {
    return StreamKey{config_.seed, purpose, static_cast<std::uint32_t>(generation),
                     pair,         0,       substream};
  };
  Random selection(key(Purpose::selection, 0));
  const auto [first, second] = pairing(selection);
  for (const int place : {first, second}) {
    if (place < 0 || place >= std::ssize(parents)) {
      throw InputError("algorithm \"{}\" paired individual {} (valid: 0 to {})", config_.algorithm,
                       place, std::ssize(parents) - 1);
    }
  }
  OffspringPair made{{&parents[at(first)], &parents[at(second)]}, {}};
  Random genes(key(Purpose::crossover, 2));
  const std::vector<bool> mask =
      half_mask(static_cast<int>(config_.search_space.genes.size()), genes);
  for (std::uint32_t c = 0; c < 2; ++c) {
    OffspringPair::Child& child = made.children[c];
    Random crossing(key(Purpose::crossover, c));
    child.genome =
        cross(made.parents[c]->genome, made.parents[1 - c]->genome, mask, crossing, child.tally);
    if (!child.genome) continue;
    Random mutating(key(Purpose::mutation, c));
    mutate(*child.genome, config_, kept_, mutating, child.tally);
    if (profile_ && !child.genome->parent_map) {
      near_profile(child.genome->map, *profile_, config_.search_space.profile, tries_of_child,
                   mutating);
      settle_bonuses(child.genome->map, config_.search_space.bonuses);
    }
    if (!kept_.in(child.genome->map_data())) {
      child.genome.reset();
      ++child.tally.not_kept;
      continue;
    }
    const risk::Rules rules = rules_of(child.genome->genes, config_);
    child.seats = rules.players;
    child.misfit = misfit(rules, child.genome->map_data()).has_value();
  }
  return made;
}

// Adds the pair's children while there are places.
void Breeder::take(int generation, OffspringPair& pair, std::size_t wanted,
                   std::vector<Individual>& next, BreedingTally& tally) const {
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
    individual.parents = {pair.parents[c]->id(), pair.parents[1 - c]->id()};
    individual.crossover = config_.crossover;
    individual.mutations = std::move(child.mutations);
    individual.genome = {std::move(child.genes), child.parent_map};
    if (!child.parent_map) {
      child.map.name = individual.id();
      individual.genome.map = std::make_shared<const maps::Map>(std::move(child.map));
    }
    individual.forget(seats, config_);
  }
}

// A child takes its first parent's gene where `mask` says so. The two children have their parents
// in opposite order, so the same mask makes their genes complementary.
std::optional<Offspring> Breeder::cross(const Genome& first, const Genome& second,
                                        const std::vector<bool>& mask, Random& random,
                                        BreedingTally& tally) const {
  Offspring child;
  for (std::size_t g = 0; g < mask.size(); ++g) {
    child.genes.push_back((mask[g] ? first : second).genes[g]);
  }
  if (!config_.search_space.map_evolves) {
    child.parent_map = first.map;
  } else if (config_.crossover_rate < 1 && !random.chance(config_.crossover_rate)) {
    child.map = first.map->data();
  } else {
    std::optional<maps::MapData> map =
        crossover_.cross(*first.map, *second.map, random, tally.crossover);
    if (!map) return std::nullopt;
    map->placed = false;
    // Crossover moves and renames what it joins, so what is kept is mostly lost: then mutations
    // alone breed the map.
    child.map = kept_.in(*map) ? std::move(*map) : first.map->data();
  }
  return child;
}

}  // namespace evorisk::ga
