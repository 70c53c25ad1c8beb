#include "experiments/reproduce/grid.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace evorisk::experiments::reproduce {

std::vector<Hyperparameters> thesis_grid() {
  const Thesis::Grid& grid = thesis().grid;
  std::vector<Hyperparameters> points;
  for (const int population : grid.populations) {
    for (int t = grid.tournament_from; t <= population / 2; t += grid.tournament_step) {
      for (const int generations : grid.generations) {
        for (const double rate : grid.mutation_rates) {
          points.push_back({generations, population, t, rate});
        }
      }
    }
  }
  return points;
}

std::vector<Hyperparameters> stratified_sample(int count, std::uint64_t seed) {
  const std::vector<Hyperparameters> grid = thesis_grid();
  const std::size_t n = std::min(grid.size(), static_cast<std::size_t>(std::max(1, count)));
  std::vector<Hyperparameters> sample;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t first = grid.size() * i / n;
    const std::size_t last = grid.size() * (i + 1) / n;
    Random random({seed, Purpose::sweep, 0, static_cast<std::uint32_t>(i), 0, 0});
    sample.push_back(grid[first + random.below(static_cast<std::uint32_t>(last - first))]);
  }
  return sample;
}

}  // namespace evorisk::experiments::reproduce
