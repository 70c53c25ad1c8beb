// What every single-step change of a variant does.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/explain/single_steps.hpp"
#include "metrics/engine.hpp"
#include "metrics/estimates/compare.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::experiments {

struct StepEffect {
  nlohmann::ordered_json what;  // as SingleStep::what
  // Adjusted after Holm over all steps: the fitness by itself, the criteria together.
  metrics::Comparison comparison;
  // Of each term of the objective: by how much its distance from the ideal grows, without weight.
  std::vector<metrics::Estimate> losses;
};

struct Sensitivity {
  metrics::CriteriaTotals base;
  std::vector<StepEffect> steps;  // those that change the fitness most first
  std::int64_t matches = 0;       // of the variant and of each step
};

// All single steps of `variant`, each with the same matches as the variant. Of the criteria alone:
// a target's distances of rules and map are not among what changes. Nothing when stopped.
std::optional<Sensitivity> sensitivity(const risk::Variant& variant,
                                       const metrics::Objective& objective, metrics::Engine& engine,
                                       const StreamKey& key, std::int64_t matches,
                                       const metrics::PlayControl& control = {});

}  // namespace evorisk::experiments
