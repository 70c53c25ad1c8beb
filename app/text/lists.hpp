// Lists on a command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "metrics/criteria/summary.hpp"

namespace evorisk::app {

// "cautious,random" as descriptions for risk::make_agent; commas inside the braces or quotes of an
// agent's parameters do not separate. Throws InputError for an empty name.
std::vector<std::string> split_agents(std::string_view text);

// Several tables of agents: each text is one or more lists as above with semicolons between them,
// or "all", one table of each agent of the program that is fast enough for bulk play and stands for
// itself. Throws InputError for an empty list and for a table that is there already.
std::vector<std::vector<std::string>> split_tables(const std::vector<std::string>& texts);

// "decisiveness,luck_share", or "all": the extended criteria named; naming one of the thesis'
// seven, which are always measured, adds none. Throws InputError for an unknown name.
metrics::CriteriaSet parse_criteria(std::string_view text);

}  // namespace evorisk::app
