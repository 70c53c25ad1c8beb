// How individuals and generations are written down for people and programs to read.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "ga/algorithm.hpp"
#include "ga/config.hpp"
#include "ga/genome.hpp"

namespace evorisk::ga {

// {"mean": m, "se": s}
nlohmann::ordered_json estimate_to_json(const metrics::Estimate& estimate);

// {"matches", "fitness", "criteria": {"completeness": {"mean", "se"}, ...}, "turns", "seat_wins",
// "ends": {"conquest": n, ...}}: what a number of matches say.
nlohmann::ordered_json evidence_to_json(const metrics::CriteriaTotals& totals,
                                        const metrics::Objective& objective);

// {"id", "born", "parents", "crossover", "mutations", "genes", "territories", "borders",
// "continents"}: who an individual is, without its map.
nlohmann::ordered_json identity_to_json(const Individual& individual, const SearchSpace& space);

// The line of a generation in the log: {"generation", "best": id, "fitness": {"best", "mean",
// "worst"}, "monitor", "territories": {"least", "mean", "most"}, "breeding", "individuals": [...]}.
// An individual is its identity, "map" (in the generation of its birth only: a library map's name,
// or the map) and its evidence. `monitor` is {"id", and evidence} of the best, or null.
nlohmann::ordered_json generation_to_json(int generation, std::span<const Individual> population,
                                          const BreedingTally& tally,
                                          const nlohmann::ordered_json& monitor,
                                          const Config& config);

}  // namespace evorisk::ga
