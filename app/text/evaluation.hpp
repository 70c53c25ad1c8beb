// The results of `evaluate`, as text for people and as JSON for scripts.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "maps/map.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/engine.hpp"
#include "metrics/estimates/compare.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/objective/objective.hpp"
#include "metrics/objective/panel.hpp"
#include "metrics/objective/target.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {

// The measurements of one variant. Does not own what it points to.
struct Evaluation {
  const risk::Variant* variant = nullptr;
  const metrics::CriteriaTotals* totals = nullptr;
  std::vector<std::string> agents;  // one per seat
  metrics::EngineChoice engine;
};

// Its target_distance to the objective's target; its fitness and its losses by group of criteria,
// both with that distance.
metrics::TargetDistance target_distance_of(const Evaluation& evaluation,
                                           const metrics::Objective& objective);
metrics::Estimate fitness_of(const Evaluation& evaluation, const metrics::Objective& objective);
// What covers its true value, by 95 %.
metrics::Interval fitness_interval_of(const Evaluation& evaluation,
                                      const metrics::Objective& objective);
std::vector<metrics::Estimate> losses_of(const Evaluation& evaluation,
                                         const metrics::Objective& objective);
// The objective's term for a criterion, if it has one.
std::optional<metrics::Objective::Term> term_of(const metrics::Objective& objective,
                                                metrics::Criterion criterion);

// "0.123 ± 0.004"; of one match, or where all are alike, without the error, which is not known.
std::string value_and_error(const metrics::Estimate& estimate, std::int64_t matches,
                            int digits = 3);

// What a clear difference between two values of a criterion says of its ideal: nothing where they
// lie on different sides, of which no test says which is nearer.
std::string_view nearness(const metrics::Objective::Term& term, double a, double b);

// How the matches were played, for one variant or for both.
struct EvaluationRun {
  std::uint64_t seed = 0;
  int threads = 1;
  double seconds = 0;
  bool interrupted = false;  // fewer matches than asked for
  std::int64_t matches = 0;  // asked for, of each variant
};

// The stable interface of `evaluate --json`. `wording` is for the texts of the meanings.
nlohmann::ordered_json evaluation_json(const Evaluation& evaluation,
                                       const metrics::Objective& objective,
                                       const EvaluationRun& run, const Wording& wording = {});
nlohmann::ordered_json comparison_json(const Evaluation& first, const Evaluation& second,
                                       const metrics::Comparison& comparison,
                                       const metrics::Objective& objective,
                                       const EvaluationRun& run, const Wording& wording = {});

// A table of criterion, value, error, ideal, distance, and meaning; then length, winners and ends.
std::string evaluation_text(const Evaluation& evaluation, const metrics::Objective& objective,
                            const EvaluationRun& run);
// Both variants side by side, and the differences that exceed chance.
std::string comparison_text(const Evaluation& first, const Evaluation& second,
                            const metrics::Comparison& comparison,
                            const metrics::Objective& objective, const EvaluationRun& run);

// The places of two among some evaluations, and how the second differs from the first.
struct PairVerdict {
  std::size_t first;
  std::size_t second;
  metrics::Comparison comparison;
};
// One sentence: which is best by the objective: whether it breaks its bounds less than the next,
// else whether its fitness is lower by more than chance (Holm over pairs).
std::string verdict_sentence(std::span<const Evaluation> evaluations,
                             std::vector<PairVerdict> pairs, const metrics::Objective& objective);
// All side by side, with what differs from the first by more than chance; every pair in a sentence,
// and the one on all.
std::string alternatives_text(std::span<const Evaluation> evaluations,
                              const std::vector<PairVerdict>& pairs,
                              const metrics::Objective& objective, const EvaluationRun& run);
// {"comparisons": [a comparison each], "verdict": "..."}
nlohmann::ordered_json alternatives_json(std::span<const Evaluation> evaluations,
                                         const std::vector<PairVerdict>& pairs,
                                         const metrics::Objective& objective,
                                         const EvaluationRun& run);

// A constraint of an objective and what was measured.
struct Demand {
  const metrics::QuantityInfo* quantity;
  metrics::Estimate value;  // without an error for quantities of the map
  std::string bounds;       // "at least 15, at most 20"
  double violation;         // 0 if the constraint holds
};

// "at least 15, at most 20"
std::string bounds_in_words(const metrics::Objective::Constraint& constraint);
// Every constraint of the objective, in its order, by the matches of one judge or of each of
// several: the value is that of the judge that breaks it most; where none does, of all together.
std::vector<Demand> demands(const metrics::Objective& objective, const maps::Map& map,
                            std::span<const metrics::CriteriaTotals> tables);

// What is said in place of a test with fewer than metrics::fewest_for_a_test matches.
std::string too_few_to_test();

// The name of a table: its agents, or a single name when all seats have the same agent.
std::string table_name(const std::vector<std::string>& agents);

// One Evaluation per table of agents, at least two. All are of one variant, with equally many
// independent matches.
struct Verdicts {
  std::span<const Evaluation> tables;
  std::vector<metrics::CriteriaTotals> totals = {};  // of the tables
  metrics::Disagreements disagreements = {};
  double apart = 0;  // part of each fitness: the loss of rules and map by the target
  metrics::Estimate mean = {};
  metrics::Estimate worst = {};
};
Verdicts verdicts_of(std::span<const Evaluation> tables, const metrics::Objective& objective);

std::string verdicts_text(const Verdicts& verdicts, const metrics::Objective& objective,
                          const EvaluationRun& run);
// {"tables": [an evaluation each], "disagreement": {...}, "fitness": {"mean": ..., "worst": ...}}.
nlohmann::ordered_json verdicts_json(const Verdicts& verdicts, const metrics::Objective& objective,
                                     const EvaluationRun& run);

}  // namespace evorisk::app
