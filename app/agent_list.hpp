// Agents on a command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evorisk::app {

// "cautious,random" as descriptions for risk::make_agent; commas inside the braces or quotes of an
// agent's parameters do not separate. Throws InputError for an empty name.
std::vector<std::string> split_agents(std::string_view text);

}  // namespace evorisk::app
