// The keys of objectives that have sources of their own. Include it in source files only, as
// base/key_table.hpp.
#pragma once

#include <span>

#include "base/key_table.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::metrics {

inline constexpr double largest_weight = 1000;  // of a term, a part of a target, a rule
inline constexpr double largest_quantity = 1e9;

// What a quantity must be: a number, [low, high], or {"at_least", "at_most"}, from 0 to `highest`.
// Throws InputError, also for bounds that nothing can meet.
Objective::Constraint read_constraint(std::string_view quantity, double highest,
                                      const JsonView& view);
// By their quantities.
nlohmann::ordered_json constraints_to_json(std::span<const Objective::Constraint> constraints);
nlohmann::ordered_json constraints_schema();

Key<Objective> criteria_key();    // terms_json.cpp
Key<Objective> quantities_key();  // the same
Key<Objective> target_key();      // target_json.cpp

// "definitions" of a schema in which criteria_key() stands: what a term may be, for each `highest`
// of the criteria.
nlohmann::ordered_json term_definitions();

}  // namespace evorisk::metrics
