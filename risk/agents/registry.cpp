// The registry of agents: add a line here for a new kind, and what is to be known of it to
// agents.json.
#include "base/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/utf8.hpp"
#include "risk/agents/agents.hpp"

namespace evorisk::risk {

namespace {

using Json = nlohmann::ordered_json;

struct Maker {
  std::string_view name;
  std::unique_ptr<Agent> (*make)(const JsonView& parameters);
};
constexpr Maker makers[] = {
    {"cautious", make_cautious_agent},
    {"random", make_random_agent},
    {"aggressive", make_aggressive_agent},
    {"turtle", make_turtle_agent},
    {"builder", make_builder_agent},
    {"breaker", make_breaker_agent},
    {"strategist", make_strategist_agent},
    {"learned", make_learned_agent},
    {"council", make_council_agent},
    {"blunder", make_blunder_agent},
    {"mix", make_mix_agent},
    {"lookahead", make_lookahead_agent},
    {"mcts", make_mcts_agent},
    {"external", make_external_agent},
};

const Json& agents_data() {
  static const Json agents = parse_json(agents_text());
  return agents;
}

// What agents.json says of the parameters of a kind of the program's own.
const Json& parameters_of(std::string_view kind) {
  static const Json none = Json::object();
  const Json& agent = agents_data().at(kind);
  return agent.contains("parameters") ? agent["parameters"] : none;
}

std::string parameters_in_words(const Json& parameters) {
  std::string text;
  for (const auto& [name, parameter] : parameters.items()) {
    const bool number = parameter.contains("range");
    const std::string form =
        number ? fmt::format("{} to {}, {}", parameter["range"][0].dump(),
                             parameter["range"][1].dump(), parameter["default"].dump())
               : parameter["form"].get<std::string>();
    text += fmt::format("{}{} ({}): {}", text.empty() ? "" : "; ", name, form,
                        parameter["meaning"].get<std::string_view>());
  }
  return text;
}

AgentKind agent_kind_of(const Maker& maker) {
  const Json& json = agents_data().at(maker.name);
  return {maker.name,
          json.at("summary").get<std::string_view>(),
          parameters_in_words(parameters_of(maker.name)),
          json.at("bulk").get<bool>(),
          json.contains("example") ? json["example"].dump() : "{}",
          maker.make};
}

// Checks numbers, and adds the defaults of those that are missing; the agents read the others.
std::unique_ptr<Agent> make_of_kind(const AgentKind& kind, const JsonView& given) {
  if (!agents_data().contains(kind.name)) {
    auto agent = kind.make(given);
    if (!agent) throw InputError("agent \"{}\": its function made none", kind.name);
    return agent;
  }
  const Json& known = parameters_of(kind.name);
  std::vector<std::string_view> names;
  for (const auto& [name, parameter] : known.items()) names.push_back(name);
  given.only(names);
  Json all = given.raw();
  for (const auto& [name, parameter] : known.items()) {
    if (!parameter.contains("range")) continue;
    const Json& range = parameter["range"];
    if (const auto value = given.find(name); !value) {
      all[name] = parameter["default"];
    } else if (parameter.contains("integer")) {
      value->integer(range[0], range[1]);
    } else {
      value->number(range[0], range[1]);
    }
  }
  return kind.make(JsonView(all, given.source(), given.path()));
}

OpenTable<AgentKind>& table() {
  static OpenTable<AgentKind> kinds = [] {
    std::vector<AgentKind> own;
    std::ranges::transform(makers, std::back_inserter(own), agent_kind_of);
    return OpenTable<AgentKind>("agent", own);
  }();
  return kinds;
}

}  // namespace

std::span<const AgentKind> agent_kinds() {
  return table().rows();
}

void add_agent_kind(AgentKind kind) {
  if (!kind.make) throw InputError("agent \"{}\" has no function that makes it", kind.name);
  table().add(std::move(kind));
}

std::unique_ptr<Agent> make_agent(const std::string& description) {
  const std::size_t colon = description.find(':');
  const AgentKind& kind = table().find(description.substr(0, colon));
  const std::string source = "agent \"" + shortened(description, 200) + "\"";
  const std::string parameters = colon == std::string::npos ? "{}" : description.substr(colon + 1);
  const Json document = parse_json(parameters, source);
  const JsonView view(document, source);
  if (!view.is_object()) {
    view.fail("the parameters of an agent are a JSON object, as in cautious:{}");
  }
  return make_of_kind(kind, view);
}

std::unique_ptr<Agent> make_agent(const JsonView& view) {
  if (view.is_string()) return make_agent(view.text());
  const char* form =
      "an agent is a text, as \"cautious\", or an object with one member, as {\"strategist\": "
      "{\"caution\": 0.3}}";
  if (!view.is_object()) view.fail(form);
  const auto members = view.members();
  if (members.size() != 1 || !members.front().second.is_object()) view.fail(form);
  const auto& [name, parameters] = members.front();
  return make_of_kind(table().find(name), parameters);
}

std::vector<std::string> agents_for_seats(std::vector<std::string> agents, int seats,
                                          std::string_view source) {
  if (agents.size() == 1) agents.resize(static_cast<std::size_t>(seats), agents.front());
  if (std::ssize(agents) != seats) {
    throw InputError("{}: found {} agents for {} seats; name one for each, or one for all", source,
                     agents.size(), seats);
  }
  return agents;
}

double number(const JsonView& parameters, std::string_view name) {
  return parameters.at(name).raw().get<double>();
}

int integer(const JsonView& parameters, std::string_view name) {
  return parameters.at(name).raw().get<int>();
}

}  // namespace evorisk::risk
