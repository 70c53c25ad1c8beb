#include "ga/algorithms/islands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/registry.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/operators/selection.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

std::vector<int> all_senders(int island, int count) {
  std::vector<int> senders = numbers<int>(at(count));
  std::erase(senders, island);
  return senders;
}

constexpr std::array topology_table = {
    TopologyKind{"ring", "each island sends to the next, the last to the first", "Tanese 1989",
                 [](int island, int count) { return std::vector{(island + count - 1) % count}; }},
    TopologyKind{
        "both_ways", "each island sends to the next and to the one before", "Cantu-Paz 2000",
        [](int island, int count) {
          const std::set<int> senders = {(island + count - 1) % count, (island + 1) % count};
          return std::vector<int>(senders.begin(), senders.end());
        }},
    TopologyKind{"complete", "each island sends to all others", "Cantu-Paz 2000", all_senders},
    TopologyKind{"star", "the first island sends to all others, and they to it", "Cantu-Paz 2000",
                 [](int island, int count) {
                   return island == 0 ? all_senders(0, count) : std::vector<int>{0};
                 }},
    TopologyKind{"none", "no migration: as many independent runs", "own",
                 [](int, int) { return std::vector<int>(); }},
};

constexpr std::array policy_table = {
    MigrationPolicyKind{"best", "the fittest of the island are sent", "Cantu-Paz 2000"},
    MigrationPolicyKind{"drawn", "individuals drawn at random are sent, none of them twice",
                        "Tanese 1989"},
};

// Streams that no pair of parents draws from.
constexpr std::uint32_t islands_substream = 0x69736c65;

// The streams of an island are those of another seed; those of its matches are the run's.
std::uint64_t island_seed(std::uint64_t seed, int island) {
  Random random({.seed = seed,
                 .purpose = Purpose::selection,
                 .individual = static_cast<std::uint32_t>(island),
                 .substream = islands_substream});
  return random.next() >> 1;
}

class Islands final : public Algorithm {
 public:
  Islands(const Config& config, int threads)
      : config_(config),
        senders_(find_named(topology_table, "topology", config.islands.topology).senders),
        stride_(static_cast<int>(2 * config.population + most_immigrants(config.islands))) {
    immigrants_.resize(at(config.islands.count));
    for (int i = 0; i < config.islands.count; ++i) {
      Config& own = configs_.emplace_back(config);
      own.seed = island_seed(config.seed, i);
      own.islands = IslandsConfig();
      islands_.push_back(make_algorithm_alone(own, threads));
    }
  }

  std::vector<Individual> ask(int generation, BreedingTally& tally) override {
    generation_ = generation;
    std::vector<Individual> all;
    parts_.clear();
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      std::vector<Individual> asked;
      BreedingTally own;
      try {
        asked = islands_[i]->ask(generation, own);
      } catch (const SearchStuck& error) {
        throw SearchStuck(fmt::format("island {}: {}", i, error.what()));
      }
      if (asked.empty()) {
        throw InputError("algorithm \"{}\": ask gave no individuals", config_.algorithm);
      }
      // Numbers of other islands begin elsewhere, so that every id stays one of a kind.
      for (Individual& individual : asked) {
        if (individual.generation == generation) individual.index += static_cast<int>(i) * stride_;
      }
      tally.add(own);
      parts_.push_back(asked.size());
      std::ranges::move(asked, std::back_inserter(all));
    }
    return all;
  }

  void tell(std::vector<Individual> measured) override {
    std::vector<std::vector<Individual>> told(islands_.size());
    auto next = measured.begin();
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      while (told[i].size() < parts_[i]) told[i].push_back(*next++);
    }
    measured_ = std::move(measured);
    for (std::vector<std::string>& came : immigrants_) came.clear();
    if (generation_ > 0 && generation_ % config_.islands.interval == 0) migrate(told);
    for (std::size_t i = 0; i < islands_.size(); ++i) islands_[i]->tell(std::move(told[i]));
    gather_population();
  }

  void bend(const Bending& bending) override {
    for (const std::unique_ptr<Algorithm>& island : islands_) island->bend(bending);
    gather_population();
  }

  std::vector<std::size_t> parts() const override { return parts_; }

  std::int64_t next_size() const override {
    std::int64_t size = 0;
    for (const std::unique_ptr<Algorithm>& island : islands_) size += island->next_size();
    return size;
  }

  std::span<const Individual> population() const override { return population_; }
  std::span<const Individual> measured() const override { return measured_; }

  // Of each island: the best of its population, its size, and its immigrants.
  void add_notes(Json& line) const override {
    Json& list = line["islands"] = Json::array();
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      const std::span<const Individual> own = islands_[i]->population();
      const Individual& best = fittest(own, config_);
      list.push_back({{"best", best.id()},
                      {"fitness", best.fitness.mean},
                      {"individuals", own.size()},
                      {"immigrants", immigrants_[i]}});
    }
  }

  Json state() const override {
    Json list = Json::array();
    for (const std::unique_ptr<Algorithm>& island : islands_) list.push_back(island->state());
    return {{"islands", std::move(list)}};
  }

  void restore(const JsonView& state) override {
    state.only({"islands"});
    const JsonView list = state.at("islands");
    const std::vector<JsonView> items = list.items();
    if (items.size() != islands_.size()) {
      list.fail("holds {} islands, but the run has {}", items.size(), islands_.size());
    }
    for (std::size_t i = 0; i < islands_.size(); ++i) islands_[i]->restore(items[i]);
    gather_population();
  }

 private:
  void gather_population() {
    population_.clear();
    for (const std::unique_ptr<Algorithm>& island : islands_) {
      const std::span<const Individual> own = island->population();
      population_.insert(population_.end(), own.begin(), own.end());
    }
  }

  // Those that an island sends.
  std::vector<Individual> chosen(std::size_t island,
                                 const std::vector<Individual>& individuals) const {
    std::vector<int> places = ranking(individuals, config_);
    std::erase_if(places, [&](int place) { return !individuals[at(place)].filtered.empty(); });
    if (config_.islands.policy == "drawn") {
      Random random({.seed = configs_[island].seed,
                     .purpose = Purpose::selection,
                     .generation = static_cast<std::uint32_t>(generation_),
                     .substream = islands_substream});
      random.shuffle(places.begin(), places.end());
    }
    places.resize(std::min(places.size(), at(config_.islands.migrants)));
    std::vector<Individual> migrants;
    for (const int place : places) migrants.push_back(individuals[at(place)]);
    return migrants;
  }

  // Copies of the migrants take the places of the least fit. All are chosen before any arrives.
  void migrate(std::vector<std::vector<Individual>>& told) {
    std::vector<std::vector<Individual>> sent;
    for (std::size_t i = 0; i < told.size(); ++i) sent.push_back(chosen(i, told[i]));
    for (std::size_t i = 0; i < told.size(); ++i) {
      const std::vector<int> order = ranking(told[i], config_);
      std::size_t arrived = 0;
      for (const int sender : senders_(static_cast<int>(i), static_cast<int>(told.size()))) {
        for (const Individual& migrant : sent[at(sender)]) {
          // The best stays, whatever arrives.
          if (arrived + 1 >= order.size()) break;
          Individual guest = migrant;
          guest.stream = migrant.matches_stream();
          guest.generation = generation_;
          guest.index =
              static_cast<int>(i) * stride_ + 2 * config_.population + static_cast<int>(arrived);
          guest.parents = {migrant.id()};
          guest.crossover = migration_name;
          guest.mutations.clear();
          immigrants_[i].push_back(guest.id());
          measured_.push_back(guest);
          told[i][at(order[order.size() - 1 - arrived])] = std::move(guest);
          ++arrived;
        }
      }
    }
  }

  const Config& config_;
  std::vector<int> (*senders_)(int island, int count);
  int stride_;  // from the numbers of an island's individuals to those of the next's
  std::deque<Config> configs_;
  std::vector<std::unique_ptr<Algorithm>> islands_;
  int generation_ = 0;
  std::vector<std::size_t> parts_;
  std::vector<std::vector<std::string>> immigrants_;
  std::vector<Individual> population_;
  std::vector<Individual> measured_;  // what was told, and the immigrants
};

}  // namespace

std::span<const TopologyKind> topologies() {
  return topology_table;
}

std::span<const MigrationPolicyKind> migration_policies() {
  return policy_table;
}

std::int64_t most_immigrants(const IslandsConfig& islands) {
  const TopologyKind& kind = find_named(topology_table, "topology", islands.topology);
  std::size_t most = 0;
  for (int i = 0; i < islands.count; ++i) {
    most = std::max(most, kind.senders(i, islands.count).size());
  }
  return static_cast<std::int64_t>(most) * islands.migrants;
}

std::unique_ptr<Algorithm> make_islands(const Config& config, int threads) {
  return std::make_unique<Islands>(config, threads);
}

}  // namespace evorisk::ga
