// What `evaluate` found, as text for people and as JSON for scripts.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "metrics/engine.hpp"
#include "metrics/estimates/compare.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {

// One variant, measured. Points to what it does not own.
struct Evaluation {
  const risk::Variant* variant = nullptr;
  const metrics::CriteriaTotals* totals = nullptr;
  std::vector<std::string> agents;  // one per seat
  metrics::EngineChoice engine;
};

// Its fitness, likeness to the objective's target included.
metrics::Estimate fitness_of(const Evaluation& evaluation, const metrics::Objective& objective);

// How the matches were played, for one variant or for both.
struct EvaluationRun {
  std::uint64_t seed = 0;
  int threads = 1;
  double seconds = 0;
  bool interrupted = false;  // fewer matches than asked for
};

// The stable interface of `evaluate --json`. `wording` is that of the meanings.
nlohmann::ordered_json evaluation_json(const Evaluation& evaluation,
                                       const metrics::Objective& objective,
                                       const EvaluationRun& run, const Wording& wording = {});
nlohmann::ordered_json comparison_json(const Evaluation& first, const Evaluation& second,
                                       const metrics::Comparison& comparison,
                                       const metrics::Objective& objective,
                                       const EvaluationRun& run, const Wording& wording = {});

// Parts of both: everything but how fast it was; how fast it was.
nlohmann::ordered_json variant_json(const Evaluation& evaluation,
                                    const metrics::Objective& objective,
                                    const Wording& wording = {});
void add_run(nlohmann::ordered_json& json, const EvaluationRun& run, std::int64_t played);

// "p < 0.001" or "p = 0.123".
std::string p_text(double p);

// A table of criterion, value, error, ideal, distance, and meaning; then length, winners and ends.
std::string evaluation_text(const Evaluation& evaluation, const metrics::Objective& objective,
                            const EvaluationRun& run);
// Both side by side, and what differs by more than chance.
std::string comparison_text(const Evaluation& first, const Evaluation& second,
                            const metrics::Comparison& comparison,
                            const metrics::Objective& objective, const EvaluationRun& run);

}  // namespace evorisk::app
