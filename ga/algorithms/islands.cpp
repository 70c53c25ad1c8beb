#include "ga/algorithms/islands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/operators/breeder.hpp"
#include "ga/operators/selection.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

std::vector<int> ring_senders(int island, int count) {
  return {(island + count - 1) % count};
}

std::vector<int> neighbour_senders(int island, int count) {
  std::vector<int> senders = {(island + count - 1) % count, (island + 1) % count};
  std::ranges::sort(senders);
  senders.erase(std::unique(senders.begin(), senders.end()), senders.end());
  return senders;
}

std::vector<int> all_senders(int island, int count) {
  std::vector<int> senders;
  for (int other = 0; other < count; ++other) {
    if (other != island) senders.push_back(other);
  }
  return senders;
}

std::vector<int> hub_senders(int island, int count) {
  return island == 0 ? all_senders(0, count) : std::vector<int>{0};
}

std::vector<int> no_senders(int, int) {
  return {};
}

constexpr std::array topology_table = {
    TopologyKind{"ring", "each island sends to the next, the last to the first", "Tanese 1989",
                 ring_senders},
    TopologyKind{"both_ways", "each island sends to the next and to the one before",
                 "Cantu-Paz 2000", neighbour_senders},
    TopologyKind{"complete", "each island sends to all others", "Cantu-Paz 2000", all_senders},
    TopologyKind{"star", "the first island sends to all others, and they to it", "Cantu-Paz 2000",
                 hub_senders},
    TopologyKind{"none", "nobody is sent: as many runs that know nothing of each other", "own",
                 no_senders},
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
  Islands(const Config& config, int threads, Communicator* communicator)
      : config_(config),
        communicator_(communicator),
        senders_(topology_of(config.islands.topology).senders),
        stride_(2 * config.population + most_immigrants(config.islands)) {
    immigrants_.resize(static_cast<std::size_t>(config.islands.count));
    for (int i = 0; i < config.islands.count; ++i) {
      Config& own = configs_.emplace_back(config);
      own.seed = island_seed(config.seed, i);
      own.islands = IslandsConfig();
      islands_.push_back(make_algorithm_alone(own, threads));
    }
  }

  std::vector<Individual> ask(int generation, BreedingTally& tally) override {
    generation_ = generation;
    std::vector<std::vector<Individual>> asked(islands_.size());
    std::vector<BreedingTally> tallies(islands_.size());
    std::string stuck;
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      if (!is_mine(communicator_, i)) continue;
      try {
        asked[i] = islands_[i]->ask(generation, tallies[i]);
      } catch (const SearchStuck& error) {
        stuck = fmt::format("island {}: {}", i, error.what());
        break;
      }
      // Numbers of other islands begin elsewhere, so that every id stays one of a kind.
      for (Individual& individual : asked[i]) {
        if (individual.generation == generation) individual.index += static_cast<int>(i) * stride_;
      }
    }
    share(asked, tallies, stuck);
    if (!stuck.empty()) throw SearchStuck(stuck);
    std::vector<Individual> all;
    parts_.clear();
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      tally.add(tallies[i]);
      parts_.push_back(asked[i].size());
      std::move(asked[i].begin(), asked[i].end(), std::back_inserter(all));
    }
    return all;
  }

  void tell(std::vector<Individual> measured) override {
    std::vector<std::vector<Individual>> told(islands_.size());
    auto next = measured.begin();
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      const auto end = next + static_cast<std::ptrdiff_t>(parts_[i]);
      told[i].assign(next, end);
      next = end;
    }
    measured_ = std::move(measured);
    for (std::vector<std::string>& came : immigrants_) came.clear();
    if (generation_ > 0 && generation_ % config_.islands.interval == 0) migrate(told);
    for (std::size_t i = 0; i < islands_.size(); ++i) islands_[i]->tell(std::move(told[i]));
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
  static const TopologyKind& topology_of(const std::string& name) {
    for (const TopologyKind& kind : topology_table) {
      if (kind.name == name) return kind;
    }
    throw InputError("islands.topology: there is no \"{}\"", name);
  }

  void gather_population() {
    population_.clear();
    for (const std::unique_ptr<Algorithm>& island : islands_) {
      const std::span<const Individual> own = island->population();
      population_.insert(population_.end(), own.begin(), own.end());
    }
  }

  // What each process has bred, to all.
  void share(std::vector<std::vector<Individual>>& asked, std::vector<BreedingTally>& tallies,
             std::string& stuck) const {
    if (!is_shared(communicator_)) return;
    Json islands = Json::array();
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      if (!is_mine(communicator_, i)) continue;
      islands.push_back({{"individuals", population_to_json(asked[i], config_.search_space)},
                         {"breeding", tallies[i].to_json()}});
    }
    const Json own = {{"stuck", stuck}, {"islands", std::move(islands)}};
    const std::vector<std::string> texts = communicator_->gather(own.dump());
    for (std::size_t rank = 0; rank < texts.size(); ++rank) {
      if (static_cast<int>(rank) == communicator_->rank()) continue;
      const std::string source = fmt::format("process {}", rank);
      const Json document = parse_json(texts[rank], source);
      const JsonView view(document, source);
      if (stuck.empty()) stuck = view.at("stuck").text();
      if (!view.at("stuck").text().empty()) continue;
      std::size_t i = rank;
      for (const JsonView& island : view.at("islands").items()) {
        asked[i] = population_from_json(island.at("individuals"), config_.search_space,
                                        config_.objective, config_.judgement);
        tallies[i] = BreedingTally::from_json(island.at("breeding"));
        i += texts.size();
      }
    }
  }

  // The places of those that an island sends.
  std::vector<std::size_t> chosen(std::size_t island,
                                  const std::vector<Individual>& individuals) const {
    std::vector<std::size_t> places;
    for (const int place : ranking(individuals, config_)) {
      if (individuals[static_cast<std::size_t>(place)].filtered.empty()) {
        places.push_back(static_cast<std::size_t>(place));
      }
    }
    if (config_.islands.policy == "drawn") {
      Random random({.seed = configs_[island].seed,
                     .purpose = Purpose::selection,
                     .generation = static_cast<std::uint32_t>(generation_),
                     .substream = islands_substream});
      random.shuffle(places.begin(), places.end());
    }
    places.resize(std::min(places.size(), static_cast<std::size_t>(config_.islands.migrants)));
    return places;
  }

  // Copies of the migrants take the places of the least fit. All are chosen before any arrives.
  void migrate(std::vector<std::vector<Individual>>& told) {
    std::vector<std::vector<Individual>> sent(told.size());
    for (std::size_t i = 0; i < told.size(); ++i) {
      for (const std::size_t place : chosen(i, told[i])) sent[i].push_back(told[i][place]);
    }
    for (std::size_t i = 0; i < told.size(); ++i) {
      const std::vector<int> order = ranking(told[i], config_);
      std::size_t arrived = 0;
      for (const int sender : senders_(static_cast<int>(i), static_cast<int>(told.size()))) {
        for (const Individual& migrant : sent[static_cast<std::size_t>(sender)]) {
          // The best stays, whatever arrives.
          if (arrived + 1 >= order.size()) break;
          Individual guest = migrant;
          guest.stream =
              migrant.stream.value_or(Individual::Stream{migrant.generation, migrant.index});
          guest.generation = generation_;
          guest.index =
              static_cast<int>(i) * stride_ + 2 * config_.population + static_cast<int>(arrived);
          guest.parents = {migrant.id()};
          guest.crossover = migration_name;
          guest.mutations.clear();
          immigrants_[i].push_back(guest.id());
          measured_.push_back(guest);
          told[i][static_cast<std::size_t>(order[order.size() - 1 - arrived])] = std::move(guest);
          ++arrived;
        }
      }
    }
  }

  const Config& config_;
  Communicator* communicator_;
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

int most_immigrants(const IslandsConfig& islands) {
  std::size_t most = 0;
  for (const TopologyKind& kind : topology_table) {
    if (kind.name != islands.topology) continue;
    for (int i = 0; i < islands.count; ++i)
      most = std::max(most, kind.senders(i, islands.count).size());
  }
  return static_cast<int>(most) * islands.migrants;
}

std::unique_ptr<Algorithm> make_islands(const Config& config, int threads,
                                        Communicator* communicator) {
  return std::make_unique<Islands>(config, threads, communicator);
}

}  // namespace evorisk::ga
