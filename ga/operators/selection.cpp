#include "ga/operators/selection.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <tuple>

namespace evorisk::ga {
namespace {

constexpr RankingKind ranking_kinds[] = {
    {"mean", "the mean of the evidence, whatever its error", "thesis 4.3.2"},
    {"bound", "the mean plus ranking.errors standard errors: who is little known has to wait",
     "upper confidence bounds, Auer, Cesa-Bianchi and Fischer 2002, turned to caution"},
    {"shrunk", "the mean drawn towards that of all, the more the larger its error",
     "empirical Bayes: Efron and Morris 1975"},
    {"drawn",
     "a draw from the normal distribution of the estimate, anew in every tournament: who is "
     "probably better wins as often",
     "Thompson 1933"},
};

// Normal means with normal errors: the variance of the true values is that of the means beyond
// their errors, the common mean weights each by both.
std::vector<double> shrunk(std::span<const Individual* const> population) {
  const auto count = static_cast<double>(population.size());
  double mean = 0;
  double noise = 0;
  for (const Individual* individual : population) {
    mean += individual->fitness.mean / count;
    noise += individual->fitness.se * individual->fitness.se / count;
  }
  double spread = 0;
  for (const Individual* individual : population) {
    const double distance = individual->fitness.mean - mean;
    spread += distance * distance / std::max(1.0, count - 1);
  }
  // Where noise explains all there is, a little is left to rank by.
  const double truth = std::max(spread - noise, 0.01 * spread);
  std::vector<double> scores;
  if (truth == 0) {
    scores.assign(population.size(), mean);
    return scores;
  }
  double weights = 0;
  double common = 0;
  for (const Individual* individual : population) {
    const double weight = 1 / (truth + individual->fitness.se * individual->fitness.se);
    weights += weight;
    common += weight * individual->fitness.mean;
  }
  common /= weights;
  for (const Individual* individual : population) {
    const double variance = individual->fitness.se * individual->fitness.se;
    scores.push_back((common * variance + individual->fitness.mean * truth) / (truth + variance));
  }
  return scores;
}

}  // namespace

std::span<const RankingKind> rankings() {
  return ranking_kinds;
}

std::vector<double> scores(std::span<const Individual* const> population, const Config& config) {
  if (config.ranking == "shrunk" || config.ranking == "drawn") return shrunk(population);
  const double errors = config.ranking == "bound" ? config.ranking_errors : 0;
  std::vector<double> scores;
  for (const Individual* individual : population) {
    scores.push_back(individual->fitness.mean + errors * individual->fitness.se);
  }
  return scores;
}

std::vector<int> ranking(std::span<const Individual* const> population, const Config& config) {
  if (config.ranking == "mean") return ranking(population);
  const std::vector<double> score = scores(population, config);
  std::vector<int> order(population.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const Individual& x = *population[static_cast<std::size_t>(a)];
    const Individual& y = *population[static_cast<std::size_t>(b)];
    return std::tie(x.violation, x.levels, score[static_cast<std::size_t>(a)]) <
           std::tie(y.violation, y.levels, score[static_cast<std::size_t>(b)]);
  });
  return order;
}

std::vector<double> scores(std::span<const Individual> population, const Config& config) {
  return scores(pointers_to(population), config);
}

std::vector<int> ranking(std::span<const Individual> population, const Config& config) {
  return ranking(pointers_to(population), config);
}

const Individual& fittest(std::span<const Individual> population, const Config& config) {
  if (config.ranking != "mean") {
    return population[static_cast<std::size_t>(ranking(population, config).front())];
  }
  return *std::min_element(population.begin(), population.end(), fitter);
}

double draw_normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
  return radius * std::cos(2 * std::acos(-1.0) * random.unit());
}

std::pair<int, int> drawn_tournament(std::span<const Individual> population, int size,
                                     Random& random) {
  std::vector<int> pool(population.size());
  std::iota(pool.begin(), pool.end(), 0);
  using Key = std::tuple<double, std::vector<double>, double>;
  std::pair<Key, int> best;
  std::pair<Key, int> second;
  for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) {
    const std::size_t pick = i + random.below(static_cast<std::uint32_t>(pool.size() - i));
    std::swap(pool[i], pool[pick]);
    const Individual& individual = population[static_cast<std::size_t>(pool[i])];
    const double drawn = individual.fitness.mean + individual.fitness.se * draw_normal(random);
    std::pair<Key, int> key{{individual.violation, individual.levels, drawn}, pool[i]};
    if (i == 0 || key < best) {
      second = std::move(best);
      best = std::move(key);
    } else if (i == 1 || key < second) {
      second = std::move(key);
    }
  }
  return {best.second, second.second};
}

std::pair<int, int> tournament(const std::vector<int>& ranks, int size, Random& random) {
  thread_local std::vector<int> pool;  // a generation may take a million tournaments
  pool.resize(ranks.size());
  std::iota(pool.begin(), pool.end(), 0);
  int best = -1;
  int second = -1;
  const auto rank = [&](int i) {
    return i < 0 ? std::numeric_limits<int>::max() : ranks[static_cast<std::size_t>(i)];
  };
  // The beginning of a Fisher-Yates shuffle: contestant i is drawn from those left.
  for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) {
    const std::size_t pick = i + random.below(static_cast<std::uint32_t>(pool.size() - i));
    std::swap(pool[i], pool[pick]);
    const int contestant = pool[i];
    if (rank(contestant) < rank(best)) {
      second = best;
      best = contestant;
    } else if (rank(contestant) < rank(second)) {
      second = contestant;
    }
  }
  return {best, second};
}

}  // namespace evorisk::ga
