// Shared by the tests of measuring: variants of library maps, and summaries of made-up matches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "maps/io.hpp"
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

}  // namespace evorisk::metrics
