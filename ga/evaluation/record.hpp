// How individuals are written down for people and programs to read.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "base/json.hpp"
#include "ga/config.hpp"
#include "ga/genome/genome.hpp"
#include "metrics/objective/length.hpp"

namespace evorisk::ga {

// {"mean": m, "se": s}
nlohmann::ordered_json estimate_to_json(const metrics::Estimate& estimate);

// {"rules", "map", "map_at_least"}: distances from the objective's target.
nlohmann::ordered_json target_distance_to_json(const metrics::TargetDistance& target_distance);

// Adds to `object` what a number of matches of an individual say: "matches", "fitness", "criteria":
// {"completeness": {"mean", "se"}, ...}, "turns", "seat_wins", "ends": {"conquest": n, ...}, with
// extended criteria where they are measured. With judges, "matches" and what follows "fitness" are
// of all matches together, and "judges" is a list of the same of each, with its "agent".
void add_evidence(const Evidence& tables, const Individual& individual, const Config& config,
                  nlohmann::ordered_json& object);

// How long its matches are, of what that has added.
metrics::MatchLength length_in(const nlohmann::ordered_json& evidence);

// Adds further matches to those of each judge.
void merge(Evidence& evidence, const Evidence& extended);

// Adds to `object` what an individual is, without its map: "id", "born", "parents", "crossover",
// "mutations", "genes", "territories", "borders", "continents".
void add_identity(const Individual& individual, const SearchSpace& space,
                  nlohmann::ordered_json& object);

// Adds to `object` what the objective makes of an individual besides its fitness: "violation" where
// there are constraints, "likeness" (target_distance_to_json) where there is a target, "losses":
// {group:
// {"mean", "se"}, ...} where there are groups.
void add_assessment(const Individual& individual, const metrics::Objective& objective,
                    nlohmann::ordered_json& object);

// Lossless, for checkpoints. Reading throws InputError.
nlohmann::ordered_json evidence_to_json(std::span<const metrics::CriteriaTotals> tables);
Evidence evidence_from_json(const JsonView& view);
Individual::Stream stream_from_json(const JsonView& view);
Individual individual_from_json(const JsonView& view, const Config& config);
// A JSON array.
nlohmann::ordered_json population_to_json(std::span<const Individual> population,
                                          const SearchSpace& space);
std::vector<Individual> population_from_json(const JsonView& view, const Config& config);

}  // namespace evorisk::ga
