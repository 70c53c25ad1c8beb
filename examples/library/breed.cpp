// A search by a criterion of one's own, with a crossover, a mutation, an algorithm and a map format
// of one's own. docs/extending.md explains each.
#include <fmt/format.h>

#include "ga/algorithms/algorithm.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/operators/mutation.hpp"
#include "ga/operators/selection.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/run.hpp"
#include "leaders_turns.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"
#include "maps/planar/planarity.hpp"

using namespace evorisk;

// The child's map is that of one parent; none, where that is not planar, as some first maps are
// not.
std::optional<maps::MapData> one_parent(const maps::Map& first, const maps::Map& second,
                                        Random& random, ga::CrossoverTally& tally) {
  ++tally.children;
  const maps::Map& chosen = random.chance(0.5) ? first : second;
  if (!maps::is_planar(chosen)) return std::nullopt;
  return chosen.data();
}

// One continent's bonus doubles; none above 20.
ga::Mutated double_bonus(maps::MapData& map, Random& random) {
  maps::Continent& continent = random.pick(map.continents);
  if (continent.bonus > 10) return ga::Mutated::refused;
  continent.bonus *= 2;
  return ga::Mutated::made;
}

// The fittest stays; all others are children of the two fittest.
class BestPair final : public ga::PopulationAlgorithm {
 public:
  using PopulationAlgorithm::PopulationAlgorithm;
  std::int64_t next_size() const override { return config_.population; }
  std::vector<ga::Individual> ask(int generation, ga::BreedingTally& tally) override {
    if (generation == 0) return breeder_.first_population();
    const std::vector<int> order = ga::ranking(population_, config_);
    std::vector<ga::Individual> next = {population_[static_cast<std::size_t>(order[0])]};
    breeder_.breed(
        generation, population_, [&](Random&) { return std::pair(order[0], order[1]); },
        static_cast<std::size_t>(config_.population), next, tally);
    return next;
  }
};

constexpr std::string_view first_line = "plain map\n";

void add_all() {
  add_leaders_turns();
  ga::add_crossover({"one_parent", "the map of one parent", "example", one_parent});
  ga::add_mutation({"double_bonus", "doubles a bonus", "example", double_bonus});
  ga::add_algorithm({"best_pair", "breeds the two fittest", "example", true,
                     [](const ga::Config& config, int threads) -> std::unique_ptr<ga::Algorithm> {
                       return std::make_unique<BestPair>(config, threads);
                     }});
  maps::add_map_format(
      {"plain", "a line of its own before the program's JSON", ".plain",
       [](std::string_view text) { return text.starts_with(first_line); },
       [](std::string_view text, const std::string& source) {
         return maps::map_format("evorisk").read(text.substr(first_line.size()), source);
       },
       [](const maps::Map& map) {
         return maps::MapWriting{std::string(first_line) + maps::map_text(map), {}};
       }});
}

int main(int argc, char** argv) {
  add_all();
  const maps::MapPtr nine = maps::library_map("thesis-9");
  const std::string text = maps::map_format("plain").write(*nine).text;
  if (!(maps::read_map(text, "nine").map == *nine)) return 1;

  const ga::Config config = ga::load_config(
      "", {"algorithm=best_pair", "crossover=one_parent", "map_mutations=[\"double_bonus\"]",
           "objective={\"criteria\":{\"leaders_turns\":0.5,\"completeness\":1}}", "generations=3",
           "population=8", "tournament=2", "matches=20", "monitor_matches=20", "final.matches=100",
           "final.candidates=1"});
  ga::RunOptions options;
  options.directory = argc > 1 ? argv[1] : "run";
  ga::run_evolution(config, *ga::engine_of(config, 2), options);
  fmt::print("{} has the generations\n", options.directory.string());
}
