#include "app/text/agent_list.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "risk/agent.hpp"

namespace evorisk::app {

namespace {

// At a separator outside of braces, brackets and quotes.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool quoted = false;
  char previous = ' ';
  for (const char c : text) {
    if (c == '"' && previous != '\\') quoted = !quoted;
    if (!quoted && (c == '{' || c == '[')) ++depth;
    if (!quoted && (c == '}' || c == ']')) --depth;
    if (c == separator && depth == 0 && !quoted) {
      parts.emplace_back();
    } else {
      parts.back().push_back(c);
    }
    previous = c;
  }
  return parts;
}

}  // namespace

std::vector<std::string> split_agents(std::string_view text) {
  std::vector<std::string> agents = split(text, ',');
  for (const std::string& agent : agents) {
    if (agent.empty()) {
      throw InputError(
          "--agents: \"{}\" names no agent between its commas; write a,b or one name for all seats",
          text);
    }
  }
  return agents;
}

std::vector<std::vector<std::string>> split_tables(const std::vector<std::string>& texts) {
  std::vector<std::vector<std::string>> tables;
  const auto add = [&](std::vector<std::string> table, const std::string& text) {
    if (std::find(tables.begin(), tables.end(), table) != tables.end()) {
      throw InputError("--agents: \"{}\" is named twice; each table judges once", text);
    }
    tables.push_back(std::move(table));
  };
  for (const std::string& text : texts) {
    for (const std::string& part : split(text, ';')) {
      if (part != "all") {
        add(split_agents(part), part);
        continue;
      }
      for (const risk::AgentKind& kind : risk::agent_kinds()) {
        if (kind.bulk && kind.example == "{}")
          add({std::string(kind.name)}, std::string(kind.name));
      }
    }
  }
  return tables;
}

}  // namespace evorisk::app
