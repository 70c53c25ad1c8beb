// Profile `original`: the model of the thesis' own program.
#include "experiments/original/criteria.hpp"
#include "experiments/original/match.hpp"
#include "experiments/original/search.hpp"
#include "experiments/reproduce/profiles.hpp"
#include "experiments/reproduce/run_observer.hpp"
#include "maps/io.hpp"

namespace evorisk::experiments::reproduce {

namespace program {
namespace {

maps::MapPtr whole_map(const maps::MapData& data) {
  if (maps::broken_invariant(data)) return nullptr;
  return std::make_shared<const maps::Map>(data);
}

}  // namespace

Batch play_batch(const std::string& map, const Genes& genes, int matches, std::uint64_t seed,
                 std::uint32_t batch) {
  const original::Board board(maps::library_map(map)->data(), original::one_way_borders(map));
  std::vector<original::Trace> traces;
  for (int match = 0; match < matches; ++match) {
    Random random({seed, Purpose::match, 0, batch, static_cast<std::uint64_t>(match), 0});
    traces.push_back(original::play(board, genes, original::as_program(), random));
  }
  const CriteriaValues criteria = original::measure(traces, original::as_program());
  return {criteria, original::fitness(criteria)};
}

RunSummary run_search(const SearchSpec& spec, const RunControl& control) {
  original::SearchOptions options;
  options.generations = spec.parameters.generations;
  options.population = spec.parameters.population;
  options.tournament = spec.parameters.tournament;
  options.mutation_rate = spec.parameters.mutation_rate;
  options.matches = spec.matches;
  options.seed = spec.seed;
  if (spec.first) {
    options.first_kinds.push_back(
        {spec.first->genes, maps::library_map(spec.first->map)->data(), {}, 0});
    options.fixed_first_genes = true;
  }
  RunObserver observer(spec);
  original::search(options, [&](int g, const original::Generation& generation) {
    if (control.stop && *control.stop) throw Stopped();
    const auto& all = generation.individuals;
    std::vector<Seen> seen;
    for (const original::Individual& individual : all) {
      seen.push_back({individual.fitness, individual.genes,
                      static_cast<int>(individual.map.territories.size()),
                      static_cast<int>(individual.map.borders.size())});
    }
    observer.generation(
        g, seen, [&](std::size_t i) { return whole_map(all[i].map); },
        [&](std::size_t i) { return all[i].criteria; });
    if (control.generation_done) control.generation_done();
  });
  return observer.summary();
}

}  // namespace program

std::string_view profile_name(Profile profile) {
  return profile == Profile::text ? "text" : "original";
}

Batch play_batch(Profile profile, const std::string& map, const Genes& genes, int matches,
                 std::uint64_t seed, std::uint32_t batch) {
  return profile == Profile::text ? text::play_batch(map, genes, matches, seed, batch)
                                  : program::play_batch(map, genes, matches, seed, batch);
}

RunSummary run_search(Profile profile, const SearchSpec& spec, const RunControl& control) {
  return profile == Profile::text ? text::run_search(spec, control)
                                  : program::run_search(spec, control);
}

}  // namespace evorisk::experiments::reproduce
