// How individuals and generations are written down for people and programs to read.
#pragma once

#include <span>
#include <string>

#include "ga/algorithm.hpp"
#include "ga/config.hpp"
#include "ga/genome.hpp"

namespace evorisk::ga {

// {"mean": m, "se": s}
void write_estimate(const metrics::Estimate& estimate, JsonWriter& writer);

// {"matches", "fitness", "criteria": {"completeness": {"mean", "se"}, ...}, "turns", "seat_wins",
// "ends": {"conquest": n, ...}}: what a number of matches say. `fitness` is theirs.
void write_evidence(const metrics::CriteriaTotals& totals, const metrics::Estimate& fitness,
                    JsonWriter& writer);
std::string evidence_text(const metrics::CriteriaTotals& totals,
                          const metrics::Objective& objective);

// {"id", "born", "parents", "crossover", "mutations", "genes", "territories", "borders",
// "continents"}: who an individual is, without its map.
std::string identity_text(const Individual& individual, const SearchSpace& space);

// The line of a generation in the log: {"generation", "best": id, "fitness": {"best", "mean",
// "worst"}, "monitor", "territories": {"least", "mean", "most"}, "breeding", "individuals": [...]}.
// An individual is its identity, "map" (in the generation of its birth only: a library map's name,
// or the map) and its evidence. `monitor` is {"id", and evidence} of the best, or null, as JSON.
std::string generation_text(int generation, std::span<const Individual> population,
                            const BreedingTally& tally, const std::string& monitor,
                            const Config& config);

// The same without "breeding" and "individuals".
std::string summary_text(int generation, std::span<const Individual> population,
                         const std::string& monitor);

}  // namespace evorisk::ga
