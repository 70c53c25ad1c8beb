#include "ga/algorithm.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "ga/generational.hpp"
#include "ga/mutation.hpp"
#include "maps/base/error.hpp"
#include "maps/base/names.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

BreedingTally::BreedingTally() : mutations(map_mutations().size() + 1) {}

Json BreedingTally::to_json() const {
  Json of_mutations = Json::object();
  for (std::size_t i = 0; i < mutations.size(); ++i) {
    const std::string name =
        i < map_mutations().size() ? std::string(map_mutations()[i].name) : "rule";
    const Mutation& mutation = mutations[i];
    of_mutations[name] = {{"drawn", mutation.drawn},
                          {"made", mutation.made},
                          {"refused", mutation.refused},
                          {"impossible", mutation.impossible}};
  }
  const Json of_crossover = {{"children", crossover.children},
                             {"not_planar", crossover.not_planar},
                             {"not_connected", crossover.not_connected},
                             {"joins_drawn", crossover.joins_drawn},
                             {"joins_made", crossover.joins_made},
                             {"joins_added", crossover.joins_added},
                             {"borders_lost", crossover.borders_lost}};
  return {{"selections", selections},
          {"crossover", of_crossover},
          {"too_small", too_small},
          {"mutations", of_mutations}};
}

namespace {

constexpr std::array kinds = {
    AlgorithmKind{"generational",
                  "Tournament selection, crossover, mutation and elitism; each generation replaces "
                  "the one before",
                  "thesis 4.3", make_generational},
};

}  // namespace

std::span<const AlgorithmKind> algorithm_kinds() {
  return kinds;
}

std::vector<std::string_view> algorithm_names() {
  std::vector<std::string_view> names;
  for (const AlgorithmKind& kind : kinds) names.push_back(kind.name);
  return names;
}

std::unique_ptr<Algorithm> make_algorithm(const Config& config) {
  for (const AlgorithmKind& kind : kinds) {
    if (kind.name == config.algorithm) return kind.make(config);
  }
  throw InputError(unknown_name("algorithm", config.algorithm, algorithm_names()));
}

}  // namespace evorisk::ga
