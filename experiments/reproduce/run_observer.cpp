#include "experiments/reproduce/run_observer.hpp"

#include <algorithm>
#include <string>

#include "maps/io.hpp"
#include "maps/planar/isomorphism.hpp"

namespace evorisk::experiments::reproduce {
namespace {

bool same_graph(const maps::MapPtr& a, const maps::MapPtr& b) {
  if (!a || !b || a->territory_count() != b->territory_count() ||
      a->border_count() != b->border_count()) {
    return false;
  }
  return maps::isomorphic(*a, *b, maps::Sameness::borders);
}

}  // namespace

RunObserver::RunObserver(const SearchSpec& spec) : spec_(spec) {
  summary_.parameters = spec.parameters;
  if (spec.wanted) wanted_map_ = maps::library_map(spec.wanted->map);
  for (int i = 1; i <= 10; ++i) {
    initial_maps_.push_back(maps::library_map("thesis-" + std::to_string(i)));
  }
}

void RunObserver::generation(int number, std::span<const Seen> individuals,
                             const std::function<maps::MapPtr(std::size_t)>& map_of,
                             const std::function<CriteriaValues(std::size_t)>& criteria_of) {
  std::size_t best = 0;
  double sum = 0;
  for (std::size_t i = 0; i < individuals.size(); ++i) {
    sum += individuals[i].fitness;
    if (individuals[i].fitness < individuals[best].fitness) best = i;
  }
  const double best_fitness = individuals[best].fitness;
  summary_.best_by_generation.push_back(best_fitness);
  summary_.mean_by_generation.push_back(sum / static_cast<double>(individuals.size()));
  if (number == 0 || best_fitness < summary_.least_fitness) {
    summary_.least_fitness = best_fitness;
    summary_.least_generation = number;
  }
  if (number > 0 && spec_.wanted) {
    for (std::size_t i = 0; i < individuals.size(); ++i) {
      const Seen& seen = individuals[i];
      summary_.with_wanted_genes += seen.genes == spec_.wanted->genes;
      if (seen.territories == wanted_map_->territory_count() &&
          seen.borders == wanted_map_->border_count()) {
        summary_.with_wanted_map += same_graph(map_of(i), wanted_map_);
      }
    }
  }
  if (number > 0) summary_.bred += static_cast<int>(individuals.size());
  if (number < spec_.parameters.generations) return;

  summary_.final_fitness = best_fitness;
  summary_.criteria = criteria_of(best);
  summary_.genes = individuals[best].genes;
  summary_.territories = individuals[best].territories;
  summary_.map = map_of(best);
  summary_.last_generation_size = static_cast<int>(individuals.size());
  for (std::size_t k = 0; k < initial_maps_.size(); ++k) {
    bool all = true;
    for (std::size_t i = 0; i < individuals.size() && all; ++i) {
      const maps::Map& initial = *initial_maps_[k];
      all = individuals[i].territories == initial.territory_count() &&
            individuals[i].borders == initial.border_count() &&
            same_graph(map_of(i), initial_maps_[k]);
    }
    if (all) summary_.last_generation_is = static_cast<int>(k) + 1;
  }
}

}  // namespace evorisk::experiments::reproduce
