#include "app/text/lists.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/error.hpp"
#include "base/names.hpp"
#include "metrics/criteria/criteria.hpp"
#include "risk/agent.hpp"
#include "risk/record/record.hpp"

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

AgentNames parse_agent_names(const std::vector<std::string>& texts) {
  AgentNames names;
  for (const std::string& text : texts) {
    const std::size_t end = text.find('=');
    const std::string name = text.substr(0, end);
    const bool plain = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
    });
    if (end == text.npos || !plain) {
      throw InputError(
          "--name: found \"{}\", must be NAME=AGENT, with a name of letters, digits, \"-\", \"_\" "
          "and "
          "\".\"",
          text);
    }
    if (std::ranges::count(risk::agent_kinds(), name, &risk::AgentKind::name) > 0) {
      throw InputError("--name: \"{}\" is an agent of the program; take another name", name);
    }
    risk::make_agent(text.substr(end + 1));
    if (!names.emplace(name, text.substr(end + 1)).second) {
      throw InputError("--name: \"{}\" is given twice", name);
    }
  }
  return names;
}

std::vector<std::string> split_agents(std::string_view text, const AgentNames& names) {
  std::vector<std::string> agents = split(text, ',');
  if (std::ranges::count(agents, "") > 0) {
    throw InputError(
        "--agents: \"{}\" names no agent between its commas; write a,b or one name for all seats",
        text);
  }
  for (std::string& agent : agents) {
    if (const auto name = names.find(agent); name != names.end()) agent = name->second;
  }
  return agents;
}

void require_person(const std::vector<std::string>& agents) {
  if (std::ranges::count(agents, risk::person_agent) == 0)
    throw InputError(
        "--agents: no seat is a person's; name one \"person\", or use \"evorisk simulate\"");
}

std::vector<std::string> fast_agents() {
  std::vector<std::string> names;
  for (const risk::AgentKind& kind : risk::agent_kinds()) {
    if (kind.bulk && kind.example == "{}") names.emplace_back(kind.name);
  }
  return names;
}

std::vector<std::vector<std::string>> split_tables(const std::vector<std::string>& texts,
                                                   const AgentNames& names) {
  std::vector<std::string> parts;
  for (const std::string& text : texts) {
    for (const std::string& part : split(text, ';')) {
      if (part == "all") {
        std::ranges::copy(fast_agents(), std::back_inserter(parts));
      } else {
        parts.push_back(part);
      }
    }
  }
  std::vector<std::vector<std::string>> tables;
  for (const std::string& part : parts) {
    std::vector<std::string> table = split_agents(part, names);
    if (std::ranges::count(tables, table) > 0) {
      throw InputError("--agents: \"{}\" is named twice; each table judges once", part);
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

metrics::CriteriaSet parse_criteria(std::string_view text, std::string_view option) {
  metrics::CriteriaSet set;
  if (text.empty()) return set;
  std::vector<std::string_view> known = {"all"};
  for (const metrics::CriterionInfo& info : metrics::all_criteria()) known.push_back(info.name);
  for (const std::string& name : split(text, ',')) {
    if (std::ranges::count(known, name) == 0) {
      throw InputError("{}: {}", option, unknown_name("criterion", name, known));
    }
    for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
      if (name == "all" || name == info.name) set.add(info.id);
    }
  }
  return set;
}

}  // namespace evorisk::app
