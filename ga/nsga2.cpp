#include "ga/nsga2.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "ga/breeder.hpp"
#include "ga/operator_rates.hpp"

namespace evorisk::ga {

namespace {

// Rank and crowding distance of each individual: what a tournament asks for.
struct Standing {
  int rank = 0;
  double crowding = 0;
  friend bool operator==(const Standing&, const Standing&) = default;
};

bool better(const Standing& a, const Standing& b) {
  return a.rank != b.rank ? a.rank < b.rank : a.crowding > b.crowding;
}

std::vector<Standing> standings(std::span<const Individual> population) {
  const std::vector<Losses> points = losses_of(population);
  const std::vector<int> ranks = pareto_ranks(points, violations_of(population));
  std::vector<Standing> standings(population.size());
  const int most = *std::max_element(ranks.begin(), ranks.end());
  for (int rank = 0; rank <= most; ++rank) {
    std::vector<std::size_t> members;
    std::vector<Losses> front;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      if (ranks[i] != rank) continue;
      members.push_back(i);
      front.push_back(points[i]);
    }
    const std::vector<double> distances = crowding_distances(front);
    for (std::size_t m = 0; m < members.size(); ++m) standings[members[m]] = {rank, distances[m]};
  }
  return standings;
}

class Nsga2 final : public Algorithm {
 public:
  Nsga2(const Config& config, int threads)
      : config_(config), breeder_(config, threads), rates_(config), rates_before_(config) {}

  std::vector<Individual> ask(int generation, BreedingTally& tally,
                              const std::function<void()>& meanwhile) override {
    generation_ = generation;
    if (meanwhile) meanwhile();
    if (generation == 0) return breeder_.first_population();
    std::vector<Individual> next = survivors();
    const std::vector<Individual> parents = next;
    const std::vector<Standing> standing = standings(parents);
    const auto count = static_cast<std::uint32_t>(parents.size());
    const auto winner = [&](Random& random) {
      const std::uint32_t a = random.below(count);
      const std::uint32_t b = random.below(count);
      if (standing[a] == standing[b]) return static_cast<int>(random.chance(0.5) ? a : b);
      return static_cast<int>(better(standing[a], standing[b]) ? a : b);
    };
    const auto pairing = [&](Random& random) {
      const int first = winner(random);
      const int second = winner(random);
      return std::pair(first, second);
    };
    breeder_.breed(generation, parents, pairing, 2 * parents.size(), next, tally, rates_.rates());
    return next;
  }

  void tell(std::vector<Individual> measured) override {
    rates_before_ = rates_;
    rates_.learn(generation_, population_, measured);
    before_ = std::exchange(population_, std::move(measured));
  }

  void take_back() override {
    rates_ = rates_before_;
    population_ = std::move(before_);
  }

  void write_notes(JsonWriter& writer) const override { rates_.write_notes(writer); }

  std::int64_t next_size() const override {
    return (population_.empty() ? 1 : 2) * static_cast<std::int64_t>(config_.population);
  }

  std::span<const Individual> population() const override { return population_; }

  void write_state(JsonWriter& writer) const override {
    writer.begin_object().key("population");
    write_population(population_, config_.search_space, writer);
    rates_.write_state(writer);
    writer.end_object();
  }

  void restore(const JsonView& state) override {
    state.only({"population", "operators"});
    rates_.restore(state);
    const JsonView individuals = state.at("population");
    population_ = population_from_json(individuals, config_.search_space, config_.objective,
                                       config_.judgement);
    const auto size = static_cast<std::size_t>(config_.population);
    if (population_.size() != size && population_.size() != 2 * size) {
      individuals.fail(
          fmt::format("holds {} individuals, neither the {} of the population nor "
                      "these and as many children",
                      population_.size(), size));
    }
  }

 private:
  // In the order of their standing; the earlier first where it is the same.
  std::vector<Individual> survivors() const {
    const std::vector<Standing> standing = standings(population_);
    std::vector<std::size_t> order(population_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return better(standing[a], standing[b]);
    });
    order.resize(static_cast<std::size_t>(config_.population));
    std::vector<Individual> kept;
    for (const std::size_t i : order) kept.push_back(population_[i]);
    return kept;
  }

  const Config& config_;
  const Breeder breeder_;
  OperatorRates rates_;
  OperatorRates rates_before_;  // the last tell, as the population
  int generation_ = 0;          // asked for last
  std::vector<Individual> population_;
  std::vector<Individual> before_;
};

}  // namespace

std::unique_ptr<Algorithm> make_nsga2(const Config& config, int threads) {
  return std::make_unique<Nsga2>(config, threads);
}

std::vector<Losses> losses_of(std::span<const Individual> population) {
  std::vector<Losses> points;
  for (const Individual& individual : population) {
    Losses& point = points.emplace_back();
    for (const metrics::Estimate& loss : individual.losses) point.push_back(loss.mean);
  }
  return points;
}

std::vector<double> violations_of(std::span<const Individual> population) {
  std::vector<double> violations;
  for (const Individual& individual : population) violations.push_back(individual.violation);
  return violations;
}

Losses reference_of(const metrics::Objective& objective) {
  Losses reference;
  for (const metrics::Objective::Group& group : objective.groups) {
    reference.push_back(group.reference);
  }
  return reference;
}

std::vector<int> front_of(std::span<const Individual> population) {
  const std::vector<int> ranks = pareto_ranks(losses_of(population), violations_of(population));
  std::vector<int> front;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (ranks[i] == 0 && population[i].violation == 0) front.push_back(static_cast<int>(i));
  }
  return front;
}

}  // namespace evorisk::ga
