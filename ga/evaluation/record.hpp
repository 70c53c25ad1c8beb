// How individuals are written down for people and programs to read.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "base/json.hpp"
#include "ga/config.hpp"
#include "ga/genome/genome.hpp"

namespace evorisk::ga {

// {"mean": m, "se": s}
nlohmann::ordered_json estimate_to_json(const metrics::Estimate& estimate);

// {"rules", "map", "map_at_least"}: distances from the objective's target.
nlohmann::ordered_json likeness_to_json(const metrics::Likeness& likeness);

// Adds to `object` what a number of matches say: "matches", "fitness", "criteria": {"completeness":
// {"mean", "se"}, ...}, "turns", "seat_wins", "ends": {"conquest": n, ...}, with further criteria
// where they are measured. `fitness` is theirs. With judges, "matches" and what follows "fitness"
// are of all matches together, and "judges" is a list of the same of each, with its "agent".
void add_evidence(std::span<const metrics::CriteriaTotals> tables, const metrics::Estimate& fitness,
                  const Individual& individual, const Config& config,
                  nlohmann::ordered_json& object);
// With the fitness that the objective gives `individual` for these matches.
void add_evidence(std::span<const metrics::CriteriaTotals> tables, const Individual& individual,
                  const Config& config, nlohmann::ordered_json& object);

// All matches of all judges as one set of sums.
metrics::CriteriaTotals pooled(std::span<const metrics::CriteriaTotals> tables);

// Adds to `object` what an individual is, without its map: "id", "born", "parents", "crossover",
// "mutations", "genes", "territories", "borders", "continents".
void add_identity(const Individual& individual, const SearchSpace& space,
                  nlohmann::ordered_json& object);

// Adds to `object` what the objective makes of an individual besides its fitness: "violation" where
// there are constraints, "likeness" (likeness_to_json) where there is a target, "losses": {group:
// {"mean", "se"}, ...} where there are groups.
void add_assessment(const Individual& individual, const metrics::Objective& objective,
                    nlohmann::ordered_json& object);

// Lossless, for checkpoints. Reading throws InputError.
nlohmann::ordered_json individual_to_json(const Individual& individual, const SearchSpace& space);
Individual individual_from_json(const JsonView& view, const SearchSpace& space,
                                const metrics::Objective& objective, metrics::Judgement judgement);

// All of them, as a JSON array, and back.
nlohmann::ordered_json population_to_json(std::span<const Individual> population,
                                          const SearchSpace& space);
std::vector<Individual> population_from_json(const JsonView& view, const SearchSpace& space,
                                             const metrics::Objective& objective,
                                             metrics::Judgement judgement);

}  // namespace evorisk::ga
