// What the page offers to choose from: rules, criteria, agents, maps, operators.
#include <nlohmann/json.hpp>

#include "app/studio/context.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/run/config_file.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/criteria.hpp"
#include "risk/agent.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

Json rules(const Wording& wording) {
  constexpr const char* kinds[] = {"integer", "choice", "boolean", "integers"};
  const risk::Rules usual;
  Json list = Json::array();
  for (const risk::RuleKey& key : risk::rule_keys()) {
    Json json = {{"key", key.name},
                 {"meaning", Message(key.meaning).text(wording)},
                 {"kind", kinds[static_cast<int>(key.kind)]},
                 {"default", risk::get_rule(usual, key.name)}};
    if (key.kind == risk::RuleKey::Kind::integer || key.kind == risk::RuleKey::Kind::integers) {
      json["lowest"] = key.lowest;
      json["highest"] = key.highest;
    }
    if (!key.choices.empty()) json["choices"] = key.choices;
    list.push_back(std::move(json));
  }
  return list;
}

Json criteria(const Wording& wording) {
  Json list = Json::array();
  for (const metrics::CriterionInfo& info : metrics::all_criteria())
    list.push_back({{"name", info.name},
                    {"ideal", info.ideal},
                    {"highest", info.highest},
                    {"meaning", Message(info.meaning).text(wording)}});
  return list;
}

Json crossovers(const Wording& wording) {
  Json list = Json::array();
  for (const auto& row : ga::crossover_operators())
    list.push_back({{"name", row.name}, {"summary", Message(row.summary).text(wording)}});
  return list;
}

Json agents(const Wording& wording) {
  Json list = Json::array();
  for (const risk::AgentKind& kind : risk::agent_kinds()) {
    if (kind.name == "external") continue;  // a program of the user's: see agents_of
    list.push_back({{"name", kind.name}, {"summary", Message(kind.summary).text(wording)}});
  }
  return list;
}

Json library(const Wording& wording) {
  Json list = Json::array();
  for (const std::string_view name : maps::library_names()) {
    const maps::MapPtr map = maps::library_map(name);
    list.push_back({{"name", name},
                    {"about", Message(maps::library_about(name)).text(wording)},
                    {"territories", map->territory_count()},
                    {"borders", map->border_count()},
                    {"continents", map->continent_count()}});
  }
  return list;
}

Json formats() {
  Json list = Json::array();
  for (const maps::MapFormat& format : maps::map_formats())
    list.push_back({{"name", format.name}, {"written", format.write != nullptr}});
  return list;
}

}  // namespace

void add_catalogue(StudioContext&, Routes& routes) {
  routes.get("/api/catalogue", [](const Call& call) {
    const Wording& wording = call.wording;
    const ga::Config usual;
    return Json{{"rules", rules(wording)},
                {"criteria", criteria(wording)},
                {"agents", agents(wording)},
                {"library", library(wording)},
                {"formats", formats()},
                {"crossovers", crossovers(wording)},
                {"config", ga::config_to_json(usual)}};
  });
}

}  // namespace evorisk::app
