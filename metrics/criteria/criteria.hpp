// The criteria: what is known of each. Their estimates are in metrics/estimates/totals.hpp, what is
// aimed at in metrics/objective/objective.hpp; this header brings all three.
#pragma once

#include <span>
#include <string_view>

#include "metrics/criteria/summary.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::metrics {

// metrics/criteria/criteria.json: the one place from which files, reports and documentation take
// what they say of the criteria, in the order of Criterion. In a source that the build generates.
std::string_view criteria_text();

struct CriterionInfo {
  Criterion id;
  std::string_view name;     // "branching_factor", as in files
  std::string_view title;    // for people
  double ideal;              // of the thesis (table 4.2); of an extended criterion our own
  double highest;            // largest ideal that makes sense; the lowest is 0
  std::string_view meaning;  // one line
  std::string_view source;   // thesis section; of an extended criterion where its idea is from
};

// The seven of the thesis, in the order of Criterion.
std::span<const CriterionInfo> criteria();
// All that are registered, in the order of Criterion: the seven come first, those that programs
// added last.
std::span<const CriterionInfo> all_criteria();
std::span<const CriterionInfo> added_criteria();
// What add_criterion (metrics/criteria/added.hpp) registers: the criterion, whose `id` is given
// here, and the quantity of its name. Throws InputError for a name that is taken or none.
Criterion add_criterion_info(CriterionInfo info);
const CriterionInfo& criterion_info(Criterion criterion);

}  // namespace evorisk::metrics
