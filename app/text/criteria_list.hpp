// Criteria on a command line.
#pragma once

#include <string_view>

#include "metrics/criteria/summary.hpp"

namespace evorisk::app {

// "decisiveness,luck_share", or "all": the further criteria named; naming one of the thesis' seven,
// which are always measured, adds none. Throws InputError for an unknown name.
metrics::CriteriaSet parse_criteria(std::string_view text);

}  // namespace evorisk::app
