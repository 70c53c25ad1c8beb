#include "ga/algorithms/nsga2.hpp"

#include <algorithm>
#include <utility>

#include "ga/algorithms/population_algorithm.hpp"

namespace evorisk::ga {

namespace {

// Rank and crowding distance of each individual: what a tournament asks for.
struct Place {
  int rank = 0;
  double crowding = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

bool better(const Place& a, const Place& b) {
  return a.rank != b.rank ? a.rank < b.rank : a.crowding > b.crowding;
}

std::vector<Place> places_of(std::span<const Individual> population) {
  const std::vector<Losses> points = losses_of(population);
  const std::vector<int> ranks = pareto_ranks(points, violations_of(population));
  std::vector<Place> places(population.size());
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
    for (std::size_t m = 0; m < members.size(); ++m) places[members[m]] = {rank, distances[m]};
  }
  return places;
}

class Nsga2 final : public PopulationAlgorithm {
 public:
  using PopulationAlgorithm::PopulationAlgorithm;

  std::int64_t next_size() const override {
    return (population_.empty() ? 1 : 2) * static_cast<std::int64_t>(config_.population);
  }

  std::vector<Individual> ask(int generation, BreedingTally& tally) override {
    if (generation == 0) return breeder_.first_population();
    std::vector<Individual> next = survivors();
    const std::vector<Individual> parents = next;
    const std::vector<Place> place = places_of(parents);
    const auto count = static_cast<std::uint32_t>(parents.size());
    const auto winner = [&](Random& random) {
      const std::uint32_t a = random.below(count);
      const std::uint32_t b = random.below(count);
      if (place[a] == place[b]) return static_cast<int>(random.chance(0.5) ? a : b);
      return static_cast<int>(better(place[a], place[b]) ? a : b);
    };
    const auto pairing = [&](Random& random) {
      const int first = winner(random);
      const int second = winner(random);
      return std::pair(first, second);
    };
    breeder_.breed(generation, parents, pairing, 2 * parents.size(), next, tally);
    return next;
  }

 private:
  // The best by rank and crowding distance; the earlier first where it is the same.
  std::vector<Individual> survivors() const {
    const std::vector<Place> place = places_of(population_);
    std::vector<std::size_t> order(population_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return better(place[a], place[b]); });
    order.resize(static_cast<std::size_t>(config_.population));
    std::vector<Individual> kept;
    for (const std::size_t i : order) kept.push_back(population_[i]);
    return kept;
  }
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
