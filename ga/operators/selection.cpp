#include "ga/operators/selection.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "base/index.hpp"

namespace evorisk::ga {
namespace {

constexpr RankingKind ranking_kinds[] = {
    {"mean", "the mean of the evidence, whatever its error", "thesis 4.3.2"},
    {"bound", "the mean plus ranking.errors standard errors: a large error ranks a candidate lower",
     "upper confidence bounds, Auer, Cesa-Bianchi and Fischer 2002, turned to caution"},
    {"shrunk", "the mean drawn towards that of all, the more the larger its error",
     "empirical Bayes: Efron and Morris 1975"},
    {"drawn",
     "a draw from the normal distribution of the estimate, anew in every tournament: a candidate "
     "wins it with the probability that it is the best there",
     "Thompson 1933"},
};

// Normal means with normal errors: the variance of the true values is that of the means beyond
// their errors, the common mean weights each by both. Of those that were measured.
std::vector<double> shrunk(std::span<const Individual* const> population) {
  std::vector<metrics::Estimate> known;
  for (const Individual* individual : population) {
    if (individual->filtered.empty()) known.push_back(individual->fitness);
  }
  const auto count = static_cast<double>(known.size());
  double mean = 0;
  double noise = 0;
  for (const metrics::Estimate& fitness : known) {
    mean += fitness.mean / count;
    noise += fitness.se * fitness.se / count;
  }
  double spread = 0;
  for (const metrics::Estimate& fitness : known) {
    spread += (fitness.mean - mean) * (fitness.mean - mean) / std::max(1.0, count - 1);
  }
  // Where noise explains all there is, a little is left to rank by.
  const double truth = std::max(spread - noise, 0.01 * spread);
  if (truth == 0) return std::vector<double>(population.size(), mean);
  double weights = 0;
  double common = 0;
  for (const metrics::Estimate& fitness : known) {
    const double weight = 1 / (truth + fitness.se * fitness.se);
    weights += weight;
    common += weight * fitness.mean;
  }
  common /= weights;
  std::vector<double> scores;
  for (const Individual* individual : population) {
    const double own = individual->fitness.se * individual->fitness.se;
    scores.push_back((common * own + individual->fitness.mean * truth) / (truth + own));
  }
  return scores;
}

// The two of `size` contestants, drawn without replacement from 0 ... count - 1, with the least
// keys.
template <class Key>
std::pair<int, int> two_best(std::size_t count, int size, Random& random, const Key& key_of) {
  std::vector<int> pool = numbers<int>(count);
  std::pair<decltype(key_of(0)), int> best;
  std::pair<decltype(key_of(0)), int> second;
  // The beginning of a Fisher-Yates shuffle: contestant i is drawn from those left.
  for (std::size_t i = 0; i < at(size); ++i) {
    const std::size_t pick = i + random.below(static_cast<std::uint32_t>(count - i));
    std::swap(pool[i], pool[pick]);
    std::pair key(key_of(pool[i]), pool[i]);
    if (i == 0 || key < best) {
      second = std::move(best);
      best = std::move(key);
    } else if (i == 1 || key < second) {
      second = std::move(key);
    }
  }
  return {best.second, second.second};
}

std::vector<int> ordered(std::span<const Individual* const> population,
                         const std::vector<double>& score) {
  return ordered_numbers<int>(population.size(), [&](int a, int b) {
    const Individual& x = *population[at(a)];
    const Individual& y = *population[at(b)];
    return std::tie(x.violation, x.levels, score[at(a)]) <
           std::tie(y.violation, y.levels, score[at(b)]);
  });
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
    const metrics::Estimate& fitness = individual->fitness;
    scores.push_back(fitness.mean + (errors > 0 ? errors * fitness.se : 0));
  }
  return scores;
}

std::vector<int> ranking(std::span<const Individual* const> population, const Config& config) {
  std::vector<double> score = scores(population, config);
  for (std::size_t i = 0; i < score.size(); ++i) score[i] += population[i]->bend;
  return ordered(population, score);
}

std::vector<int> ranking(std::span<const Individual> population, const Config& config) {
  return ranking(pointers_to(population), config);
}

const Individual& fittest(std::span<const Individual> population, const Config& config) {
  const std::vector<const Individual*> all = pointers_to(population);
  return population[at(ordered(all, scores(all, config)).front())];
}

const Individual& first_ranked(std::span<const Individual> population, const Config& config) {
  return population[at(ranking(population, config).front())];
}

double draw_normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
  return radius * std::cos(2 * std::acos(-1.0) * random.unit());
}

std::pair<int, int> drawn_tournament(std::span<const Individual> population, int size,
                                     Random& random) {
  return two_best(population.size(), size, random, [&](int i) {
    const Individual& individual = population[at(i)];
    const double drawn =
        individual.fitness.mean + individual.fitness.se * draw_normal(random) + individual.bend;
    return std::tuple(individual.violation, individual.levels, drawn);
  });
}

std::pair<int, int> tournament(const std::vector<int>& ranks, int size, Random& random) {
  return two_best(ranks.size(), size, random, [&](int i) { return ranks[at(i)]; });
}

}  // namespace evorisk::ga
