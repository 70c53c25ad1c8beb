// What went wrong with agents in processes of their own, in words, for the person who named them:
// a forfeited match says only that one failed (risk/fault.hpp).
#pragma once

#include <string>
#include <vector>

namespace evorisk::risk {

// From any thread. Each reason of a command is kept once, the first ten of all.
void note_agent_failure(const std::vector<std::string>& command, const std::string& reason);

// "agent `./player.py --deep`: ended with status 1", in the order in which they came; from then on
// they are forgotten.
std::vector<std::string> take_agent_failures();

}  // namespace evorisk::risk
