// Shared by the tests of measuring: variants of library maps, summaries of
// made-up matches, sets of criteria.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "maps/io.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/summary.hpp"
#include "risk/rules/rules.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::metrics {

inline risk::Variant variant_of(const std::string& map,
                                const std::vector<std::string>& settings = {}) {
  risk::Rules rules;
  risk::set_rules(rules, settings);
  return risk::Variant(map, rules, maps::library_map(map));
}

// seat -1: nobody won.
inline MatchSummary won_by(int seat, int turns = 10) {
  MatchSummary m;
  m.winner = static_cast<std::int8_t>(seat);
  m.turns = turns;
  m.end = seat >= 0 ? risk::EndReason::conquest : risk::EndReason::turn_limit;
  return m;
}

inline CriteriaSet everything() {
  CriteriaSet set;
  for (const CriterionInfo& info : all_criteria()) set.add(info.id);
  return set;
}

inline CriteriaSet only(Criterion c) {
  CriteriaSet set;
  set.add(c);
  return set;
}

}  // namespace evorisk::metrics
