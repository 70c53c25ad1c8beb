// Lists on a command line.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/criteria/summary.hpp"

namespace evorisk::app {

// Short names of agents, and what they stand for: descriptions for risk::make_agent.
using AgentNames = std::map<std::string, std::string>;
// From texts like "al=external:{...}" (--name). Throws InputError for a text of another form, a
// name that is given twice or that an agent of the program has, and an agent that cannot be made.
AgentNames parse_agent_names(const std::vector<std::string>& texts);

// "cautious,random" as descriptions for risk::make_agent, with what `names` stand for in their
// place; commas inside the braces or quotes of an agent's parameters do not separate. Throws
// InputError for an empty name.
std::vector<std::string> split_agents(std::string_view text, const AgentNames& names = {});

// The agents that need no parameters and play quickly.
std::vector<std::string> fast_agents();

// Throws InputError where none of the agents is a person.
void require_person(const std::vector<std::string>& agents);

// Several tables of agents. Each text is one or more lists as above, separated by semicolons, or
// "all": one table for each of our agents that is fast enough for bulk play and stands for itself.
// Throws InputError for an empty list and for a repeated table.
std::vector<std::vector<std::string>> split_tables(const std::vector<std::string>& texts,
                                                   const AgentNames& names = {});

// "decisiveness,luck_share", or "all": the extended criteria named; naming one of the thesis'
// seven, which are always measured, adds none. Throws InputError for an unknown name.
metrics::CriteriaSet parse_criteria(std::string_view text, std::string_view option = "--criteria");

}  // namespace evorisk::app
