// What is aimed at: which criteria, their ideals and weights, and how they are measured. Data.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "maps/base/json.hpp"
#include "metrics/summary.hpp"
#include "metrics/totals.hpp"

namespace evorisk::metrics {

// The thesis' objective has all seven criteria with weight 1 and the ideals of table 4.2.
struct Objective {
  struct Term {
    Criterion criterion;
    double ideal = 0;
    double weight = 1;
    friend bool operator==(const Term&, const Term&) = default;
  };
  std::string name = "thesis";
  std::vector<Term> terms;  // in the order of Criterion, each at most once
  CriteriaParameters parameters;

  // The criteria beyond the thesis among its terms: what its matches must be measured by.
  CriteriaSet further() const {
    CriteriaSet set;
    for (const Term& term : terms) set.add(term.criterion);
    return set;
  }
  friend bool operator==(const Objective&, const Objective&) = default;
};

Objective thesis_objective();

// {"name": "...", "criteria": {"drama": {"ideal": 0.5, "weight": 1}, ...}, "parameters": {...}}:
// criteria that are not named do not count; a missing ideal is the thesis', a missing weight 1, a
// missing parameter its default. The criterion may also be a bare number, its ideal. "format": 1
// may stand there, and must in a file of its own (load_objective). Throws InputError.
// Schema: metrics/schema/objective.schema.json.
Objective objective_from_json(const JsonView& view);
nlohmann::ordered_json objective_to_json(const Objective& objective);
// The file, or "thesis".
Objective load_objective(const std::string& name_or_file);

// Sum over the terms of weight * |criterion - ideal| (eq. 4.12), minimised; its standard error by
// the delta method with the covariances of the criteria. A criterion that equals its ideal exactly
// counts with the slope that makes the error larger, never as free of error.
Estimate fitness(const CriteriaTotals& totals, const Objective& objective);
// The same as slopes by the per-match vector (CriteriaTotals::slopes): for an objective with
// further criteria.
CriteriaTotals::Slopes full_fitness_slopes(const CriteriaTotals& totals,
                                           const Objective& objective);
// The slope of the fitness by each of the seven criteria at these totals: weight or -weight, 0 for
// a criterion that does not count. Of objectives without further criteria.
std::array<double, criterion_count> fitness_slopes(const CriteriaTotals& totals,
                                                   const Objective& objective);

}  // namespace evorisk::metrics
