#include "app/agent_list.hpp"

#include "maps/base/error.hpp"

namespace evorisk::app {

std::vector<std::string> split_agents(std::string_view text) {
  std::vector<std::string> agents(1);
  int depth = 0;
  bool quoted = false;
  char previous = ' ';
  for (const char c : text) {
    if (c == '"' && previous != '\\') quoted = !quoted;
    if (!quoted && (c == '{' || c == '[')) ++depth;
    if (!quoted && (c == '}' || c == ']')) --depth;
    if (c == ',' && depth == 0 && !quoted) {
      agents.emplace_back();
    } else {
      agents.back().push_back(c);
    }
    previous = c;
  }
  for (const std::string& agent : agents) {
    if (agent.empty()) {
      throw InputError("--agents: \"" + std::string(text) +
                       "\" names no agent between its commas; write a,b or one name for all seats");
    }
  }
  return agents;
}

}  // namespace evorisk::app
