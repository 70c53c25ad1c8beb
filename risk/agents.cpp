// The registry of agents: add a line here for a new kind.
#include "risk/agents.hpp"

#include <nlohmann/json.hpp>

#include "maps/base/error.hpp"
#include "maps/base/json.hpp"
#include "maps/base/names.hpp"

namespace evorisk::risk {

namespace {

constexpr AgentKind kinds[] = {
    {"cautious",
     "Reinforces and fortifies its weakest border territories; attacks only what has fewer troops "
     "(thesis 4.3.4.1).",
     make_cautious_agent},
    {"random", "Draws uniformly from its legal actions; the weakest opponent worth measuring.",
     make_random_agent},
};

}  // namespace

std::span<const AgentKind> agent_kinds() {
  return kinds;
}

std::unique_ptr<Agent> make_agent(const std::string& description) {
  const std::size_t colon = description.find(':');
  const std::string name = description.substr(0, colon);
  for (const AgentKind& kind : kinds) {
    if (kind.name != name) continue;
    const std::string source = "agent \"" + description + "\"";
    const std::string parameters =
        colon == std::string::npos ? "{}" : description.substr(colon + 1);
    const nlohmann::ordered_json document = parse_json(parameters, source);
    const JsonView view(document, source);
    if (!view.is_object()) {
      view.fail("the parameters of an agent are a JSON object, as in cautious:{}");
    }
    return kind.make(view);
  }
  std::vector<std::string_view> names;
  for (const AgentKind& kind : kinds) names.push_back(kind.name);
  throw InputError(unknown_name("agent", name, names));
}

}  // namespace evorisk::risk
