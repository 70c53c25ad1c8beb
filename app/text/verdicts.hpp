// What several tables of self-play agents make of one variant, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/text/evaluation.hpp"
#include "metrics/objective/judgement.hpp"

namespace evorisk::app {

// The name of a table: its agents, said once when all seats have the same.
std::string table_name(const std::vector<std::string>& agents);

// One Evaluation per table, all of the same variant with as many independent matches each, at least
// two.
struct Verdicts {
  std::span<const Evaluation> tables;
  std::vector<metrics::CriteriaTotals> totals;  // of the tables
  metrics::Disagreements disagreements;
  double apart = 0;  // of each fitness: what rules and map lose by an objective's target
  metrics::Estimate mean;
  metrics::Estimate worst;
};
Verdicts verdicts_of(std::span<const Evaluation> tables, const metrics::Objective& objective);

std::string verdicts_text(const Verdicts& verdicts, const metrics::Objective& objective,
                          const EvaluationRun& run);
// {"tables": [an evaluation each], "disagreement": {...}, "fitness": {"mean": ..., "worst": ...}}.
nlohmann::ordered_json verdicts_json(const Verdicts& verdicts, const metrics::Objective& objective,
                                     const EvaluationRun& run);

}  // namespace evorisk::app
