// NSGA-II: several losses at a time, the groups of the objective. Source: Deb, Pratap, Agarwal and
// Meyarivan 2002.
#include <algorithm>
#include <utility>

#include "base/index.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/algorithms/pareto.hpp"

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

// Generation 0: `population` random individuals. Each later one: the `population` best of the one
// before, by Pareto rank and then by crowding distance, which are measured again (their evidence
// adds up: in a noisy search a lucky point would stay on the front for ever), and as many children
// of theirs, of parents chosen by binary tournaments. Variants that keep the objective's
// constraints come before those that do not. tournament, elites and ranking do not count.
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
    const auto count = static_cast<int>(parents.size());
    const auto winner = [&](Random& random) {
      const int a = random.index(count);
      const int b = random.index(count);
      if (place[at(a)] == place[at(b)]) return random.chance(0.5) ? a : b;
      return better(place[at(a)], place[at(b)]) ? a : b;
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
    auto order = ordered_numbers<std::size_t>(
        population_.size(),
        [&](std::size_t a, std::size_t b) { return better(place[a], place[b]); });
    order.resize(at(config_.population));
    std::vector<Individual> kept;
    for (const std::size_t i : order) kept.push_back(population_[i]);
    return kept;
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_nsga2(const Config& config, int threads) {
  return std::make_unique<Nsga2>(config, threads);
}

}  // namespace evorisk::ga
