// Makes the summary of a run out of its generations, whichever program breeds them.
#pragma once

#include <functional>
#include <span>

#include "experiments/reproduce/profile.hpp"

namespace evorisk::experiments::reproduce {

// An individual of a generation, as both programs know it.
struct Seen {
  double fitness = 0;
  Genes genes;
  int territories = 0;
  int borders = 0;
};

class RunObserver {
 public:
  explicit RunObserver(const SearchSpec& spec);

  // Called for generation 0, 1, ... `map_of(i)` is the map of individual i, empty where it is no
  // whole map; `criteria_of(i)` its criteria. Both are asked for few individuals.
  void generation(int number, std::span<const Seen> individuals,
                  const std::function<maps::MapPtr(std::size_t)>& map_of,
                  const std::function<CriteriaValues(std::size_t)>& criteria_of);

  RunSummary summary() const { return summary_; }

 private:
  const SearchSpec& spec_;
  maps::MapPtr wanted_map_;
  std::vector<maps::MapPtr> initial_maps_;
  RunSummary summary_;
};

}  // namespace evorisk::experiments::reproduce
